"""The observation of a seat of Tahiti: everything but future throws (TA-9.1, TA-9.2)."""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.observation import Slice
from proa.engine.core.observation_rules import away, clip, left_of, write_one_hot
from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.state import COLOURS, MOST_COLOURS, MOST_PLAYERS, NONE, PEARL, PHASES

SEATS = ("me", "left 1", "left 2", "left 3")
"""Seats, counted from the observer."""
_MONEY, _BOATS, _PIPS = 20.0, 10.0, 6.0
_SQUARE = len(COLOURS) + len(SEATS)


def slices(rules: Tables) -> list[Slice]:
    """Return the slices of the observation, in the order in which :func:`observe` fills them."""
    lines = line_letters(rules.size)
    spaces = tuple(map(str, range(rules.spaces)))
    seats = (SEATS,)
    return [
        Slice("phase", (PHASES,), "what is asked"),
        Slice("disc", (), "1: the marker disc shows the chest"),
        Slice("die", (), "the number that is auctioned, 0 before it is thrown", _PIPS),
        Slice("bid", (), "the last bid in dollars", _MONEY),
        Slice("idle", (), "turns in a row in which nobody moved", 12.0),
        Slice("line", (lines,), "the line in which the pair must be placed"),
        Slice("supply", (COLOURS,), "pearls in the supply", _BOATS),
        Slice("present", seats, "who plays"),
        Slice("decides", seats, "who is asked"),
        Slice("first player", seats, "who began, until all have a pearl"),
        Slice("roller", seats, "whose turn it is"),
        Slice("bidder", seats, "who bid last"),
        Slice("passed", seats, "who has passed"),
        Slice("first passer", seats, "who is paid"),
        Slice("cash", seats, "dollars at hand", _MONEY),
        Slice("chest", seats, "dollars in the chest", _MONEY),
        Slice("boats", seats, "boats at hand", _BOATS),
        Slice("pairs", seats, "pearl boats on the sea", _BOATS),
        Slice("pearl", (SEATS, COLOURS), "the pearl in hand"),
        Slice("yacht", (SEATS, spaces), "the track space of the yacht"),
        Slice("waiting boat", (SEATS, spaces), "the track space where a boat waits"),
        Slice("board", (lines, lines, COLOURS + SEATS), "pearl and boat on each square"),
    ]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` in the order of :func:`slices`."""
    at = write_one_hot(whole(state.phase), len(PHASES), 0, out)
    out[at] = state.disc
    out[at + 1] = state.die
    out[at + 2] = clip(state.bid) if state.die > 0 else 0
    out[at + 3] = clip(state.idle)
    at = write_one_hot(whole(state.letter), whole(rules.size), at + 4, out)
    for colour in range(MOST_COLOURS):
        out[at + colour] = clip(state.supply[colour])
    at += MOST_COLOURS
    for place in range(state.players):
        _observe_seat(rules, state, left_of(state, seat, place), at + place, out)
    at += 11 * MOST_PLAYERS
    for place in range(state.players):
        player = state.player[left_of(state, seat, place)]
        write_one_hot(whole(player.pearl), MOST_COLOURS, at + place * MOST_COLOURS, out)
        space = at + MOST_PLAYERS * MOST_COLOURS + place * rules.spaces
        write_one_hot(whole(player.yacht), 0, space, out)
        write_one_hot(whole(player.waiting), 0, space + MOST_PLAYERS * rules.spaces, out)
    at += MOST_PLAYERS * (MOST_COLOURS + 2 * rules.spaces)
    for square in range(rules.squares):  # no branches: nothing predicts where boats lie
        pearl = whole(state.pearl[square])
        out[at + max(pearl, 0)] = pearl != NONE
        out[at + MOST_COLOURS + away(state, seat, state.boat[square])] = pearl != NONE
        at += _SQUARE


@inlined
def _observe_seat(rules, state, seat, at, out):
    """Fill the eleven slices that have one number for each seat."""
    player = state.player[seat]
    out[at] = 1
    out[at + MOST_PLAYERS] = state.mover == seat
    out[at + 2 * MOST_PLAYERS] = state.first == seat and state.phase <= PEARL
    out[at + 3 * MOST_PLAYERS] = state.roller == seat
    if state.die > 0:  # else these values belong to the last auction
        out[at + 4 * MOST_PLAYERS] = state.bidder == seat
        out[at + 5 * MOST_PLAYERS] = state.passed >> seat & 1
        out[at + 6 * MOST_PLAYERS] = state.first_passer == seat
    out[at + 7 * MOST_PLAYERS] = clip(player.cash)
    out[at + 8 * MOST_PLAYERS] = clip(player.chest)
    out[at + 9 * MOST_PLAYERS] = player.boats
    out[at + 10 * MOST_PLAYERS] = player.pairs
