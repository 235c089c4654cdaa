"""The status track and the turn order (BB-6.5, BB-12)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.state import P_STATUS


@rule
def advance(rules, state, seat, steps):
    """Move a marker as far as the track goes (BB-12.3); it lies on top of those it meets: the last
    to come is ahead (BB-6.5)."""
    marker = state.player[seat]
    reached = min(marker.steps + steps, rules.status_spaces - 1)
    if reached == marker.steps:
        return
    marker.steps = reached
    place = 0
    while state.status[place] != seat:
        place += 1
    while place > 0 and state.player[state.status[place - 1]].steps <= reached:
        state.status[place] = state.status[place - 1]
        place -= 1
    state.status[place] = seat


@rule
def score_status(rules, state):
    """Score the status track for all players (BB-12.2). The pile is rebuilt at the start, and the
    turn order follows it from the top (BB-12.4, BB-12.6). Markers still at the start keep their
    order (BB-12.5)."""
    for place in range(state.players):
        marker = state.player[state.status[place]]
        marker.points[P_STATUS] = counted(
            marker.points[P_STATUS], rules.status_points[marker.steps]
        )
        marker.steps = 0
        state.order[place] = state.status[place]
