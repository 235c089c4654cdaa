"""The names of chance events."""

from __future__ import annotations

from proa.games.tahiti.state import FIRST, State


def event(state: State) -> tuple[str | int, ...]:
    """Return the name of the draw of the first player (TA-2.3) or of the roller's throw
    (TA-3.1)."""
    return ("first player",) if state.phase == FIRST else ("roll", state.roller)
