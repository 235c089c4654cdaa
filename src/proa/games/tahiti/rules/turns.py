"""The order of turns and the end of a turn (TA-3.1)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.tahiti.rules.ending import IDLE_ROUNDS
from proa.games.tahiti.state import END, ROLL


@rule
def left_of(state, seat):
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def end_turn(state, moved):
    """Pass the die to the left of the roller (TA-3.1); end the game if nobody moved for too long
    (TA-7.5)."""
    state.idle = 0 if moved else state.idle + 1
    state.die = 0
    state.roller = left_of(state, state.roller)
    state.mover = state.roller
    state.phase = ROLL
    if state.idle >= IDLE_ROUNDS * state.players:
        state.phase = END
