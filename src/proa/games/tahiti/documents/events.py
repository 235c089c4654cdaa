"""What chance events are called."""

from __future__ import annotations

from proa.games.tahiti.state import FIRST, State


def event(state: State) -> tuple[str | int, ...]:
    """The first player (TA-2.3), or a throw of the roller (TA-3.1)."""
    return ("first player",) if state.phase == FIRST else ("roll", state.roller)
