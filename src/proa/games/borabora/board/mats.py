"""The player boards as the drawing needs them: spaces, ceremony, goods, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.games.borabora import mat_types
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.rules.materials import covered
from proa.games.borabora.rules.persons import free_normal_spaces
from proa.games.borabora.state import Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import free_spaces
from proa.games.borabora.texts.goals import held, sees_hand
from proa.games.borabora.texts.visibility import cards_held

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def mat(game: Game, position: Position, state: State, seat: int, viewer: int) -> mat_types.Mat:
    """Return one player board; ``state`` is what the viewer may see."""
    rules, me = game.tables, state.player[seat]
    points = game.sheet(position, seat)
    people = persons_of(game, me)
    return {
        "seat": seat,
        "place": _place(state, seat),
        "points": int(sum(me.points)),
        "later": sum(points.values()) - sum(me.points),
        "dice": _dice(me),
        "offerings": me.offerings,
        "shells": me.shells,
        "god_tiles": me.god_tiles,
        "priests": me.priests,
        "steps": me.steps,
        "cards": _cards(position, state, seat, sees_hand(game, seat, viewer)),
        "regions": [name for i, name in enumerate(at.REGIONS) if me.regions >> i & 1],
        "persons": people,
        "spaces": _spaces(rules, me, people),
        "free": free_spaces(rules, me),
        "huts": {"normal": me.normal, "last": me.last},
        "ceremony": _ceremony(rules, me),
        "buildings": _buildings(me),
        "beside": _beside(me),
        "jewelry": _jewelry(rules, me),
        "tasks": held(game, state, seat, viewer),
        "done": [
            {"task": name, "text": names.requirement(rules, i)}
            for i, name in enumerate(at.TASKS)
            if me.done >> i & 1
        ],
        "status": None,
    }


def _place(state: State, seat: int) -> int | None:
    order = list(state.order[: state.players])
    return order.index(seat) + 1 if seat in order else None


def _dice(me: Player) -> list[mat_types.Die]:
    """Return the dice, highest first; ``tile`` is the tile that a die lies on."""
    dice: list[mat_types.Die] = [
        {"value": value, "tile": at.TILES[spot] if spot != at.NONE else None}
        for value, spot in zip(me.die, me.spot, strict=True)
        if value
    ]
    return dice[::-1]


def _cards(position: Position, state: State, seat: int, open_hand: bool) -> mat_types.Cards:
    """Return the God cards: their number, those the viewer knows, and how many of these everybody
    knows."""
    me = state.player[seat]
    return {
        "number": cards_held(position, seat),
        "shown": [name for god, name in enumerate(at.GODS) for _ in range(me.hand[god])],
        "known": {name: me.known[god] for god, name in enumerate(at.GODS) if me.known[god]},
        "open": open_hand,
    }


def persons_of(game: Game, me: Player) -> list[mat_types.Person]:
    """Return men, then women, equal types side by side."""
    rules = game.tables
    return [
        {
            "id": f"{at.SEXES[sex]}-{at.PERSONS[tile]}",
            "sex": at.SEXES[sex],
            "type": at.TYPES[tile // at.COPIES],
            "symbols": rules.symbols[sex][tile],
            "shifted": bool(me.shifted[sex] >> tile & 1),
            "name": names.TYPE[at.TYPES[tile // at.COPIES]],
        }
        for sex in (at.MAN, at.WOMAN)
        for tile in range(len(at.PERSONS))
        if me.persons[sex] >> tile & 1
    ]


def _spaces(
    rules: Tables, me: Player, people: list[mat_types.Person]
) -> list[mat_types.PersonSpace]:
    """Return the person spaces 1 to 12: persons, then free ones, then huts; the 12th at the end.

    It makes no difference which normal space anything lies on (BB-4.8, BB-5.7).
    """
    lying = people[:-1] if me.closed else people
    spaces: list[mat_types.PersonSpace] = [{"kind": "person", "person": person} for person in lying]
    spaces += [{"kind": "free"} for _ in range(free_normal_spaces(rules, me))]
    spaces += [{"kind": "hut"} for _ in range(me.normal)]
    if me.closed:
        spaces.append({"kind": "person", "person": people[-1]})
    elif me.last:
        spaces.append({"kind": "last", "huts": me.last})
    else:
        spaces.append({"kind": "free"})
    return spaces


def _ceremony(rules: Tables, me: Player) -> list[mat_types.CeremonySpace]:
    """Return the twelve ceremony spaces: what is printed there and what lies on them."""
    under = covered(rules, me)
    return [
        {
            "material": at.MATERIALS[rules.space_material[space]],
            "filled": bool(me.filled >> space & 1),
            "built": bool(under >> space & 1),
        }
        for space in range(at.SPACES)
    ]


def _buildings(me: Player) -> list[mat_types.Building]:
    return [
        {"value": tile + 1, "site": names.site(site) if site != at.NONE else None}
        for tile, site in enumerate(me.building)
    ]


def _beside(me: Player) -> list[str]:
    """Return the materials beside the board, which can't be used for building (BB-4.14)."""
    return [name for i, name in enumerate(at.MATERIALS) for _ in range(me.beside[i])]


def _jewelry(rules: Tables, me: Player) -> mat_types.Jewelry:
    tiles = [tile for tile in range(len(at.JEWELRY)) if me.jewelry >> tile & 1]
    return {
        "tiles": [
            {
                "kind": at.JEWELS[tile // at.COLUMN],
                "name": names.JEWEL[at.JEWELS[tile // at.COLUMN]],
                "points": rules.jewelry_points[tile],
            }
            for tile in tiles
        ],
        "points": int(sum(rules.jewelry_points[tile] for tile in tiles)),
    }
