"""Refusals: choices that a player might expect but may not take, with reason and rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Refused
from proa.engine.messages import Message, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.auction import could_place, highest_bid, lowest_bid
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.labels import label
from proa.games.tahiti.texts.questions import lines_full

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position

Refusal = tuple[int, Message, str]
"""Action, reason, rule."""


def refusals(game: Game, position: Position, viewer: int) -> list[Refused]:
    """Return the choices that a player might expect but may not take, each with reason and rule."""
    return [
        {
            "code": game.code(action),
            "label": label(game, position, action),
            "reason": reason,
            "rule": rule,
        }
        for action, reason, rule in refused(game, position.fields)
    ]


def refused(game: Game, state: State) -> list[Refusal]:
    """Return what the seat to move may not do now."""
    found = _REFUSED.get(state.phase)
    return found(game, state) if found else []


def _no_bid(game: Game, state: State) -> list[Refusal]:
    low, high = lowest_bid(state), highest_bid(state)
    if not could_place(state.player[state.mover]):
        return [(act.BID + low, say("You have no boat left for your pearl."), "TA-4.14")]
    if high < low:
        cash = state.player[state.mover].cash
        reason = say("You have only {money}.", money=names.dollars(cash))
        return [(act.BID + low, reason, "TA-4.6")]
    return []


def _no_stash(game: Game, state: State) -> list[Refusal]:
    cash = state.player[state.mover].cash
    reason = say("You have only {money}.", money=names.dollars(cash))
    return [(act.STASH + n, reason, "TA-3.6") for n in range(cash + 1, game.tables.stash + 1)]


def _no_starting_pearl(game: Game, state: State) -> list[Refusal]:
    refused = []
    for i in range(state.players):
        if (colour := state.player[i].pearl) != at.NONE:
            reason = say("{seat} already starts with this colour.", seat=seat(i))
            refused.append((act.TAKE + colour, reason, "TA-2.7"))
    return sorted(refused, key=lambda refusal: refusal[0])


def _no_landing(game: Game, state: State) -> list[Refusal]:
    me, tables = state.player[state.mover], game.tables
    wanted = tables.space_pearl[me.yacht]
    refused: list[Refusal] = []
    for colour in range(len(at.COLOURS)):
        if not tables.pearls[colour]:
            continue
        if state.supply[colour] == 0:
            refused.append((act.TAKE + colour, say("This colour is gone."), "TA-6.1"))
        elif colour != wanted and state.supply[wanted]:
            reason = say("The space shows another colour.")
            refused.append((act.TAKE + colour, reason, "TA-5.3"))
    if me.waiting != at.NONE:
        refused.append((act.BOAT, say("One of your boats is already waiting."), "TA-5.10"))
    elif me.boats == 0:
        refused.append((act.BOAT, say("You have no boat left."), "TA-5.6"))
    return refused


def _no_square(game: Game, state: State) -> list[Refusal]:
    tables = game.tables
    reach = set(tables.reach[state.letter][: tables.reach_count[state.letter]])
    anywhere = lines_full(game, state)
    outside = say(
        "This square is neither in row nor in column {letter}.",
        letter=names.line(game.tables, state.letter),
    )
    refused: list[Refusal] = []
    for square in range(tables.squares):
        if square == tables.island:
            refused.append((act.PLACE + square, say("This is the island."), "TA-1.3"))
        elif state.pearl[square] != at.NONE:
            refused.append((act.PLACE + square, say("There is already a pair here."), "TA-5.14"))
        elif square not in reach and not anywhere:
            refused.append((act.PLACE + square, outside, "TA-5.11"))
    return refused


_REFUSED = {
    at.BID: _no_bid,
    at.STASH: _no_stash,
    at.PEARL: _no_starting_pearl,
    at.LAND: _no_landing,
    at.SQUARE: _no_square,
}
