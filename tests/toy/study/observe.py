"""What a seat may know, as numbers."""

from __future__ import annotations

from typing import Any

from proa.engine.compile import rule
from toy.position import CHOOSING, PLAYERS, VALUES
from toy.rules import total

SEAT = 5  # numbers about each seat


def features(rules: Any) -> list[str]:
    """The names of the observation's numbers; seats count from the observer."""
    values = range(1, VALUES + 1)
    seats = range(PLAYERS)
    about = ("mover", "held", "laid", "pairs", "choosing")
    return [
        "phase",
        "turns",
        "tide",
        "deck",
        *(f"open:{value}" for value in values),
        *(f"hand:{value}" for value in values),
        *(f"chosen:{value}" for value in values),
        *(f"seat{seat}:{name}" for seat in seats for name in about),
    ]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` as :func:`features` names it."""
    out[0] = state.phase
    out[1] = state.turns
    out[2] = state.tide
    out[3] = total(state.deck)
    for v in range(VALUES):
        out[4 + v] = state.open[v]
        out[4 + VALUES + v] = state.player[seat].hand[v]
        out[4 + 2 * VALUES + v] = state.chosen[v] if state.mover == seat else 0
    for i in range(state.players):
        observe_seat(state, (seat + i) % state.players, 4 + 3 * VALUES + SEAT * i, out)


@rule
def observe_seat(state, other, at, out):
    """What everybody sees of a seat."""
    out[at] = state.mover == other
    out[at + 1] = state.player[other].held
    out[at + 2] = state.player[other].laid
    out[at + 3] = state.player[other].pairs
    out[at + 4] = state.mover == other and state.phase == CHOOSING
