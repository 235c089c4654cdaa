"""What a seat of Tahiti observes: everything but the throws to come (TA-9.1, TA-9.2).

One table names the numbers and their order: seats are counted from the observer (me, left,
across ...), money is divided by 10, everything else is 0 or 1 or a share.
"""

from __future__ import annotations

from proa.engine.compile import rule
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import Tables
from proa.games.tahiti.position import COLOURS, END, MOST_COLOURS, MOST_PLAYERS, NONE, PHASES

_SEAT = ("present", "cash", "chest", "boats", "pairs", "passed", "bidder", "first_passer")
_SEAT_MORE = ("roller", "mover")


def features(rules: Tables) -> list[str]:
    """The names of the numbers, in order."""
    names = [f"phase {phase}" for phase in PHASES]
    names += ["disc shows chest", "die", "bid", "idle"]
    names += [f"supply {colour}" for colour in COLOURS]
    for seat in ("me", "left 1", "left 2", "left 3"):
        names += [f"{seat}: {name}" for name in _SEAT + _SEAT_MORE]
        names += [f"{seat}: pearl {colour}" for colour in COLOURS]
        names += [f"{seat}: yacht at {space}" for space in range(rules.spaces)]
        names += [f"{seat}: boat waits at {space}" for space in range(rules.spaces)]
    for square in square_names(rules.size):
        names += [f"{square}: {colour}" for colour in COLOURS]
        names += [f"{square}: boat of {seat}" for seat in ("me", "left 1", "left 2", "left 3")]
    return names


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` (float32) in the order of :func:`features`."""
    for i in range(len(out)):
        out[i] = 0.0
    out[state.phase] = 1.0
    at = END + 1
    out[at] = state.disc
    out[at + 1] = state.die / 4.0
    out[at + 2] = state.bid / 10.0
    out[at + 3] = state.idle / 12.0
    at += 4
    for colour in range(MOST_COLOURS):
        if rules.pearls[colour] > 0:
            out[at + colour] = state.supply[colour] / rules.pearls[colour]
    at += MOST_COLOURS
    for place in range(MOST_PLAYERS):
        if place < state.players:
            _observe_seat(rules, state, (seat + place) % state.players, at, out)
        at += 10 + MOST_COLOURS + 2 * rules.spaces
    for square in range(rules.squares):
        if state.pearl[square] != NONE:
            out[at + state.pearl[square]] = 1.0
            away = (state.boat[square] + state.players - seat) % state.players
            out[at + MOST_COLOURS + away] = 1.0
        at += MOST_COLOURS + MOST_PLAYERS


@rule
def _observe_seat(rules, state, seat, at, out):
    player = state.player[seat]
    out[at] = 1.0
    out[at + 1] = player.cash / 10.0
    out[at + 2] = player.chest / 10.0
    out[at + 3] = player.boats / 10.0
    out[at + 4] = player.pairs / 10.0
    out[at + 5] = state.passed >> seat & 1
    out[at + 6] = 1.0 if state.bidder == seat else 0.0
    out[at + 7] = 1.0 if state.first_passer == seat else 0.0
    out[at + 8] = 1.0 if state.roller == seat else 0.0
    out[at + 9] = 1.0 if state.mover == seat else 0.0
    at += 10
    if player.pearl != NONE:
        out[at + player.pearl] = 1.0
    at += MOST_COLOURS
    if player.yacht != NONE:
        out[at + player.yacht] = 1.0
    if player.waiting != NONE:
        out[at + rules.spaces + player.waiting] = 1.0
