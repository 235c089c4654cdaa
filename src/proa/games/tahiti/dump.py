"""A position of Tahiti as JSON in rule-book words, and whether a loaded one can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proa.engine.dump import Counts, Number, Pairs, Part, Rows, Word, group
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import line_letters, most_players
from proa.games.tahiti.state import (
    BID,
    COLOURS,
    END,
    FIRST,
    LAND,
    MOST_BID,
    MOST_COLOURS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NONE,
    PEARL,
    PHASES,
    REROLL,
    ROLL,
    SIDES,
    SQUARE,
    YACHT,
)

SEATS = tuple(str(seat) for seat in range(MOST_PLAYERS))


class _Seats:
    """A set of seats as a list of their numbers."""

    def write(self, value: Any, rules: Any) -> Any:
        return [seat for seat in range(MOST_PLAYERS) if int(value) >> seat & 1]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        seats = Rows(SEAT, len(json) if isinstance(json, list) else 0).read(json, path, rules)
        value = 0
        for seat in seats:
            value |= 1 << seat
        return value


def _squares(rules: Any) -> Sequence[str]:
    return square_names(rules.size)


def _lines(rules: Any) -> Sequence[str]:
    return line_letters(rules.size)


SEAT = Number(0, MOST_PLAYERS - 1)
SEAT_OR_NONE = Number(NONE, MOST_PLAYERS - 1)
COLOUR: Part = Word(COLOURS, none=NONE)
SPACE = Number(NONE, 23)

DOCUMENT = group(
    names={
        "mover": "to_decide",
        "first": "first_player",
        "disc": "marker_disc",
        "letter": "place_in_line",
        "idle": "turns_without_move",
        "pearl": "pearls",
        "boat": "boats",
        "player": "seats",
    },
    players=Number(2, MOST_PLAYERS),
    phase=Word(PHASES),
    mover=SEAT,
    first=SEAT,
    roller=SEAT,
    disc=Word(SIDES),
    die=Number(0, 6),
    bid=Number(0, MOST_BID),
    bidder=SEAT_OR_NONE,
    first_passer=SEAT_OR_NONE,
    passed=_Seats(),
    letter=Word(_lines, none=NONE),
    idle=Number(0, 3 * MOST_PLAYERS),
    supply=Counts(COLOURS, 60),
    pearl=Pairs(COLOUR, _squares, empty=NONE, size=MOST_SQUARES),
    boat=Pairs(SEAT, _squares, empty=NONE, size=MOST_SQUARES),
    player=Rows(
        group(
            names={"boats": "boats_at_hand", "waiting": "boat_waits_at", "yacht": "yacht_at"},
            optional=("pairs",),
            cash=Number(0, 65535),
            chest=Number(0, 65535),
            boats=Number(0, 60),
            pearl=COLOUR,
            waiting=SPACE,
            yacht=SPACE,
            pairs=Number(0, 60),
        ),
        MOST_PLAYERS,
    ),
)


def check(rules: Any, state: Any) -> str | None:
    """Why a loaded position is impossible, or None."""
    if state.players > most_players(rules):
        return f"this edition is for {most_players(rules)} players at most"
    for name in ("mover", "first", "roller", "bidder", "first_passer"):
        if getattr(state, name) >= state.players:
            return f"there is no seat {getattr(state, name)} with {state.players} players"
    return (
        _check_sea(rules, state)
        or _check_seats(rules, state)
        or _check_supply(rules, state)
        or _check_question(rules, state)
    )


def _check_sea(rules: Any, state: Any) -> str | None:
    names = square_names(rules.size)
    for square, name in enumerate(names):
        if (state.pearl[square] == NONE) != (state.boat[square] == NONE):
            return f"{name} must have a boat and a pearl, or neither"
        if state.boat[square] >= state.players:
            return f"the boat on {name} belongs to no seat"
    if state.pearl[rules.island] != NONE:
        return f"{names[rules.island]} is the island: nothing is placed there"
    return None


def _check_seats(rules: Any, state: Any) -> str | None:
    for seat in range(state.players):
        player = state.player[seat]
        pairs = sum(boat == seat for boat in state.boat)
        if player.pairs not in (0, pairs):
            return f"seats[{seat}].pairs: there are {pairs} boats of seat {seat} on the sea"
        player.pairs = pairs
        waiting = player.waiting != NONE
        if player.boats + pairs + waiting != rules.boats:
            return f"seats[{seat}]: {rules.boats} boats in all, at hand, waiting and on the sea"
        if player.waiting >= rules.spaces or player.yacht >= rules.spaces:
            return f"seats[{seat}]: the track has the spaces 0 to {rules.spaces - 1}"
        if waiting and player.pearl != NONE and not _takes_now(state, seat):
            return f"seats[{seat}]: holds a pearl and has a boat waiting; nobody has both"
        if player.yacht == NONE and state.phase not in (FIRST, YACHT):
            return f"seats[{seat}].yacht_at: the yacht must be on the track by now"
    return None


def _takes_now(state: Any, seat: int) -> bool:
    return bool(state.phase == SQUARE and state.mover == seat)


def _check_supply(rules: Any, state: Any) -> str | None:
    for colour, name in enumerate(COLOURS):
        held = sum(state.player[seat].pearl == colour for seat in range(state.players))
        there = state.supply[colour] + held + sum(pearl == colour for pearl in state.pearl)
        if there != rules.pearls[colour]:
            return f"there are {there} {name} pearls in all, not {rules.pearls[colour]}"
    gone = [c for c in range(MOST_COLOURS) if rules.pearls[c] and not state.supply[c]]
    if len(gone) >= 2 and state.phase not in (END, SQUARE):
        return "two colours are used up, so the game must be over"
    return None


def _check_question(rules: Any, state: Any) -> str | None:
    phase, me = state.phase, state.player[state.mover]
    if phase in (BID, LAND, SQUARE) and not (0 < state.die <= 6 and rules.throws[state.die]):
        return f"die: {state.die} is not a number that the die can show"
    if phase in (ROLL, REROLL) and state.mover != state.roller:
        return "to_decide: must be the roller"
    if phase == BID and (state.passed >> state.mover & 1 or state.mover == state.bidder):
        return "to_decide: has passed or made the last bid, so another must speak"
    if phase == BID and (state.bidder == NONE) != (state.bid == 0):
        return "bid and bidder must go together"
    if phase == BID and (state.passed != 0) != (state.first_passer != NONE):
        return "passed and first_passer must go together"
    if phase == LAND and me.pearl != NONE:
        return "whoever holds a pearl places it and takes nothing"
    if phase == SQUARE and (me.pearl == NONE or state.letter == NONE):
        return "a pearl in hand and place_in_line are needed to place a pair"
    if phase == SQUARE and me.waiting == NONE and me.boats == 0:
        return "a boat is needed to place a pair"
    if phase == PEARL and me.pearl != NONE:
        return "to_decide: has a starting pearl already"
    if phase == YACHT and me.yacht != NONE:
        return "to_decide: has placed the yacht already"
    return None
