"""The observation of a seat, as numbers."""

from __future__ import annotations

from typing import Any

from proa.engine.compiler.compile import rule
from proa.engine.core.observation import Slice
from proa.engine.core.observation_rules import clip
from toy.rules import total
from toy.state import CHOOSING, PLAYERS, VALUES

ABOUT = ("mover", "held", "laid", "pairs", "choosing")


def slices(rules: Any) -> list[Slice]:
    """Return the slices of the observation; seats count from the observer."""
    values = (tuple(str(value) for value in range(1, VALUES + 1)),)
    seats = tuple(f"seat{seat}" for seat in range(PLAYERS))
    return [
        Slice("phase", (), "what is asked"),
        Slice("turns", (), "turns that are over", 20.0),
        Slice("tide", (), "how many cards may be laid", 9.0),
        Slice("deck", (), "cards that may still come", 20.0),
        Slice("open", values, "cards that lie open"),
        Slice("hand", values, "the observer's cards"),
        Slice("chosen", values, "those the observer has chosen"),
        Slice("seat", (seats, ABOUT), "what everybody sees of a seat", 10.0),
    ]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` in the order of :func:`slices`. All seats see that the mover is choosing."""
    out[0] = state.phase
    out[1] = state.turns
    out[2] = state.tide
    out[3] = total(state.deck)
    for v in range(VALUES):
        out[4 + v] = state.open[v]
        out[4 + VALUES + v] = state.player[seat].hand[v]
        out[4 + 2 * VALUES + v] = state.chosen[v] if state.mover == seat else 0
    for i in range(state.players):
        other = (seat + i) % state.players
        observe_seat(state, other, 4 + 3 * VALUES + len(ABOUT) * i, out)


@rule
def observe_seat(state, other, at, out):
    """Fill ``out`` with what everybody sees of a seat."""
    out[at] = state.mover == other
    out[at + 1] = state.player[other].held
    out[at + 2] = clip(state.player[other].laid)
    out[at + 3] = clip(state.player[other].pairs)
    out[at + 4] = state.mover == other and state.phase == CHOOSING
