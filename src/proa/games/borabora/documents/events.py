"""The names of chance events."""

from __future__ import annotations

from proa.games.borabora.state import DRAW, OPEN, QUESTIONS, ROLL, State


def event(state: State) -> tuple[str | int, ...]:
    """Return the name: a seat's dice (BB-3.2) and God cards (BB-6.11), or what is laid out for a
    round."""
    kind = state.question[state.depth - 1].kind
    if kind in (ROLL, DRAW, OPEN):
        return QUESTIONS[kind], state.round, state.mover
    return QUESTIONS[kind], state.round
