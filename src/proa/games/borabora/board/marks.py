"""The marks of the last event on Bora Bora's board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Marks
from proa.games.borabora import state as at
from proa.games.borabora import view_types
from proa.games.borabora.board.mats import persons_of
from proa.games.borabora.state import State
from proa.games.borabora.texts.aftermath import most_priests, phase_c_begins

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def marks(game: Game, before: Position, after: Position, viewer: int) -> Marks:
    """Return the pieces that came or moved with the last event, as the templates name them."""
    old, new = before.fields, after.fields
    found: view_types.Marks = {
        "huts": _huts(old, new),
        "fish": _fish(old, new),
        "dice": _dice(old, new),
        "taken": _taken(old, new),
        "persons": _persons(game, old, new),
        "temple": _temple(game, old, new),
        "buildings": _buildings(old, new),
        "spaces": _spaces(old, new),
        "scored": _scored(old, new) if phase_c_begins(old, new) else {},
    }
    return Marks(found, beats=max(len(found["scored"]), 1))


def _scored(old: State, new: State) -> view_types.Scored:
    """Return what phase C scores automatically: the status track, then the temple (BB-12.1)."""
    seats = range(new.players)
    return {
        "status": [_gained(old, new, seat, at.P_STATUS) for seat in seats],
        "temple": [_gained(old, new, seat, at.P_TEMPLE) for seat in seats],
        "tile": most_priests(new),
    }


def _gained(old: State, new: State, seat: int, line: int) -> int:
    return new.player[seat].points[line] - old.player[seat].points[line]


def _huts(old: State, new: State) -> list[view_types.NewHut]:
    return [
        {"region": name, "seat": new.owner[i]}
        for i, name in enumerate(at.REGIONS)
        if new.owner[i] not in (at.NONE, old.owner[i])
    ]


def _fish(old: State, new: State) -> list[str]:
    """Return the region whose fish a Red God has just scored."""
    asked = old.question[old.depth - 1]
    if old.depth == 0 or asked.kind != at.ASK_RED or not _gained(old, new, old.mover, at.P_RED):
        return []
    return [at.REGIONS[asked.a]]


def _dice(old: State, new: State) -> list[view_types.NewDie]:
    """Return the dice that were placed; a roll places none."""
    found: list[view_types.NewDie] = []
    for seat in range(new.players):
        was, now = old.player[seat], new.player[seat]
        if list(was.die) != list(now.die):
            continue
        for value, before, after in zip(now.die, was.spot, now.spot, strict=True):
            if before == at.NONE and after != at.NONE:
                found.append({"tile": at.TILES[after], "seat": seat, "value": value})
    return found


def _taken(old: State, new: State) -> list[str]:
    """Return the positions from which a person was taken."""
    if new.round != old.round:
        return []
    return [
        f"{name}:{i + 1}"
        for sex, name in enumerate(at.SEXES)
        for i, tile in enumerate(old.display[sex])
        if tile != at.NONE and new.display[sex][i] == at.NONE
    ]


def _persons(game: Game, old: State, new: State) -> list[str]:
    """Return the persons that came onto a player board or were shifted down there."""
    found = []
    for seat in range(new.players):
        was = {one["id"]: one["shifted"] for one in persons_of(game, old.player[seat])}
        for one in persons_of(game, new.player[seat]):
            if was.get(one["id"]) != one["shifted"]:
                found.append(one["id"])
    return found


def _temple(game: Game, old: State, new: State) -> list[int]:
    """Return the values of the temple spaces whose priest changed."""
    return [
        game.tables.temple_value[i]
        for i in range(at.TEMPLE_SPACES)
        if new.temple[i] != old.temple[i]
    ]


def _buildings(old: State, new: State) -> list[view_types.NewBuilding]:
    return [
        {"seat": seat, "value": tile + 1}
        for seat in range(new.players)
        for tile in range(at.BUILDINGS)
        if old.player[seat].building[tile] != new.player[seat].building[tile]
    ]


def _spaces(old: State, new: State) -> list[view_types.NewMaterial]:
    """Return the ceremony spaces where a material was laid."""
    return [
        {"seat": seat, "space": space}
        for seat in range(new.players)
        for space in range(at.SPACES)
        if new.player[seat].filled & ~old.player[seat].filled & 1 << space
    ]
