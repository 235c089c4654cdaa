"""The names of chance events."""

from __future__ import annotations

from proa.games.borneo.state import DEAL, DRAW, PHASES, State


def event(state: State) -> tuple[str | int, ...]:
    """Return the name: the first player (BO-2.6), a new harbor (BO-7.12), or a card for a seat
    (BO-2.1, BO-10.1)."""
    kind = PHASES[state.phase]
    if state.phase == DEAL:
        return kind, state.mover
    return (kind, state.turn) if state.phase == DRAW else (kind,)
