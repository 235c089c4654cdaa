"""The data of the drawing, in words of the rule book and without pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo import view_types
from proa.games.borneo.actions import mission_word
from proa.games.borneo.board.scenes import fight, sharing
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.messages import say
from proa.games.borneo.rules.ending import missions_completed
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.rules.questions import FIGHT, PAYMENT, QUESTIONS, seen
from proa.games.borneo.state import State
from proa.games.borneo.texts import TEXTS, names, pieces
from proa.games.borneo.texts.goods import one_good_open, short_of
from proa.games.borneo.texts.reading import cards, picks_seen
from proa.games.borneo.texts.sections import company_line, harbor_line, mission_line

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def public(game: Game, position: Position) -> view_types.Board:
    """Return the public data of the drawing, in words of the rule book and without pixels."""
    state = position.fields
    return {
        "asked": _phase_name(state, SPECTATOR),
        "turn": state.turn,
        "active": state.active if state.turn else None,
        "last_chance": bool(state.chances),
        "companies": [_company(state, number) for number in range(len(at.COMPANIES))],
        "merchants": _merchants(state),
        "ordinals": [names.rank(place) for place in range(at.MOST_IN_ROW)],
        "harbors": [_harbor(game, state, slot) for slot in range(len(state.harbor))],
        "goods": [{"key": good, "name": names.GOOD[good]} for good in at.GOODS],
        "players": [_player(game, position, i) for i in range(state.players)],
        "hand": None,
        "hand_of": state.mover,
        "chosen": [],
        "merchant": _moving(state),
        "missions": _missions(game, state, state.mover, SPECTATOR),
        "deck": len(cards(state.deck)),
        "discards": pieces.by_good(game, state.discard),
        "harbor_deck": len(cards(state.harbor_deck)),
        "fight": fight(game, state, SPECTATOR),
        "sharing": sharing(game, state),
        "paying": _paying(game, state),
        "faces": {},
    }


def own(game: Game, position: Position, viewer: int) -> Mapping[str, Any]:
    """Return the viewer's hand, its use for missions and in a fight, and the viewer's choices."""
    state = position.fields
    if viewer == SPECTATOR:
        return {}
    whose = viewer if 0 <= viewer < state.players else state.mover
    found: view_types.Own = {
        "asked": _phase_name(state, viewer),
        "hand": pieces.shipments(game, state.player[whose].hand),
        "hand_of": whose,
        "chosen": [pieces.shipment(game, card)["code"] for card in picks_seen(state, viewer)],
        "missions": _missions(game, state, whose, viewer),
        "fight": fight(game, state, viewer),
    }
    if position.to_move >= 0 and viewer in (position.to_move, ALL):
        found["faces"] = _faces(game, position)
    return found


def _phase_name(state: State, viewer: int) -> str:
    return "" if state.phase == at.END else at.PHASES[seen(state, viewer)]


def _company(state: State, number: int) -> view_types.Row:
    sentences = company_line(state, number)["text"]
    return {**pieces.company(number), "merchants": pieces.row(state, number), "told": sentences}


def _merchants(state: State) -> list[view_types.Standing]:
    """Return all merchants, row by row; ``row`` counts the companies."""
    return [
        {**one, "row": company}
        for company in range(len(at.COMPANIES))
        for one in pieces.row(state, company)
    ]


def _harbor(game: Game, state: State, slot: int) -> view_types.OpenHarbor | None:
    """Return an open harbor, or None. While its goods are distributed it is in
    :func:`proa.games.borneo.board.scenes.sharing`."""
    harbor = state.harbor[slot]
    if not harbor.card:
        return None
    flags = [visible_flags(game.tables, harbor, c) for c in range(len(at.COMPANIES))]
    return {
        **pieces.harbor(game, harbor.card - 1),
        "slot": slot,
        "pile": [pieces.shipment(game, card) for card in harbor.pile[: harbor.laid]],
        "flags": dict(zip(at.COMPANIES, flags, strict=True)),
        "told": harbor_line(game, harbor),
    }


def _player(game: Game, position: Position, i: int) -> view_types.Player:
    """Return a player's open warehouse (BO-13.2) and number of completed missions (BO-13.3)."""
    state, tables = position.fields, game.tables
    player = state.player[i]
    return {
        "seat": i,
        "goods": {g: goods_worth(tables, player, k) for k, g in enumerate(at.GOODS)},
        "shipments": pieces.by_good(game, player.shipments),
        "harbors": [pieces.harbor(game, card) for card in cards(player.harbors)],
        "hand": len(cards(player.hand)),
        "missions": missions_completed(player),
        "points": game.scores(position)[i],
        "status": _status(position, i),
    }


def _status(position: Position, i: int) -> view_types.Status | None:
    """Return the player's state: ``kind`` (now, lead) and text."""
    state = position.fields
    doing = TEXTS.questions[seen(state, SPECTATOR)].doing if position.to_move == i else None
    if doing:
        return {"kind": "now", "text": doing}
    if position.to_move >= 0 and state.turn and state.active == i and not state.chances:
        text = say("attacks") if state.fight.attack else say("on turn")
        return {"kind": "lead", "text": text}
    return None


def _moving(state: State) -> view_types.Merchant | None:
    """Return the merchant that is about to move or fight."""
    if state.phase != at.TARGET and QUESTIONS.area(state) != FIGHT:
        return None
    return pieces.merchant(state, state.fight.company - 1, state.fight.attacker)


def _missions(game: Game, state: State, whose: int, viewer: int) -> list[view_types.Mission]:
    """Return the stack of missions (BO-13.2), with what the warehouse of ``whose`` has for each."""
    return [
        {**_mission(game, state, kind, whose), "told": mission_line(game, state, kind, viewer)}
        for kind in range(game.tables.mission_kinds)
    ]


def _mission(game: Game, state: State, kind: int, whose: int) -> view_types.MissionOf:
    """Return a mission of the stack, and how much of its demand the warehouse of ``whose`` has."""
    tables, player = game.tables, state.player[whose]
    number = tables.mission_number[kind]
    one = tables.mission_goods[kind] == ONE_GOOD
    has = {good: goods_worth(tables, player, k) for k, good in enumerate(at.GOODS)}
    most = max(has.values())
    wanted = [good for good in at.GOODS if has[good] == most] if one else list(at.GOODS)
    return {
        "key": mission_word(tables, kind),
        "name": names.mission(tables, kind),
        "points": tables.mission_points[kind],
        "left": state.stack[kind],
        "number": number,
        "one": one,
        "needs": [{"good": good, "has": min(has[good], number)} for good in wanted],
        "short": short_of(tables, player, kind),
    }


def _paying(game: Game, state: State) -> view_types.Paying | None:
    """Return the mission that is being paid, with what it still lacks, and the warehouse."""
    if QUESTIONS.area(state) != PAYMENT:
        return None
    kind = state.mission - 1
    return {
        "key": mission_word(game.tables, kind),
        "name": names.mission(game.tables, kind),
        "points": game.tables.mission_points[kind],
        "number": game.tables.mission_number[kind],
        "seat": state.mover,
        "open": one_good_open(game.tables, state),
        "lacks": dict(zip(at.GOODS, state.lacks, strict=True)),
    }


def _faces(game: Game, position: Position) -> dict[str, view_types.Shipment | view_types.Harbor]:
    """Return the card that each choice names, by code."""
    found: dict[str, view_types.Shipment | view_types.Harbor] = {}
    for action in game.legal_actions(position):
        what, card = act.ROWS.split(action)
        if what in _CARDS:
            found[game.code(action)] = _CARDS[what](game, card)
    return found


_SHIPMENTS = (act.PLAY, act.SHIP, act.DISCARD, act.TAKE, act.KEEP, act.PAY)
_CARDS: dict[int, Callable[[Game, int], view_types.Shipment | view_types.Harbor]] = {
    **dict.fromkeys(_SHIPMENTS, pieces.shipment),
    act.PAY_HARBOR: pieces.harbor,
}
"""The actions that name a card, and the function that describes it."""
