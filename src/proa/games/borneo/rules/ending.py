"""11 and 12. The end of the game, the last chance, and scoring."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo.rules.rows import left_of
from proa.games.borneo.rules.sets import bit, count
from proa.games.borneo.state import MISSION, MOST_MISSIONS, OPEN


@rule
def end_game(state):
    """Discard what is on the table and in the hands (BO-11.4). Then each player has a last chance
    of a mission, first the one to the left of the last to play (BO-11.5, BO-11.6)."""
    for slot in range(OPEN):
        harbor = state.harbor[slot]
        for i in range(harbor.laid):
            state.discard |= bit(harbor.pile[i])
            harbor.pile[i] = 0
        harbor.laid = 0
        harbor.card = 0
    for seat in range(state.players):
        player = state.player[seat]
        state.discard |= player.hand
        player.hand = 0
        player.kept = 0
    state.chances = state.players
    state.mover = left_of(state, state.active)
    state.phase = MISSION


@rule
def sheet(rules, state, seat, out):
    """Fill ``out``: one point for each shipment (BO-12.1) and harbor (BO-12.2), missions as printed
    (BO-12.3)."""
    player = state.player[seat]
    out[0] = count(whole(player.shipments))
    out[1] = count(whole(player.harbors))
    out[2] = 0
    for kind in range(rules.mission_kinds):
        out[2] += whole(player.missions[kind]) * rules.mission_points[kind]


@rule
def score(rules, state, seat):
    """Return the victory points of a seat (BO-12.1, BO-12.2, BO-12.3)."""
    player = state.player[seat]
    points = count(whole(player.shipments)) + count(whole(player.harbors))
    for kind in range(rules.mission_kinds):
        points += whole(player.missions[kind]) * rules.mission_points[kind]
    return points


@rule
def scores(rules, state, out):
    """Fill ``out`` with the victory points of every seat."""
    for seat in range(state.players):
        out[seat] = score(rules, state, seat)


@rule
def missions_completed(player) -> int:
    """Return how many missions of any kind a player has completed."""
    n = whole(0)
    for kind in range(MOST_MISSIONS):
        n += player.missions[kind]
    return n


@rule
def rating(rules, state, seat):
    """Return the number by which players are ranked: points (BO-12.4), then missions (BO-12.5)."""
    return score(rules, state, seat) * 256 + missions_completed(state.player[seat])


@rule
def returns(rules, state, out):
    """Fill ``out`` with 1/k for each of k players who share the victory (BO-12.6)."""
    best = whole(-1)
    winners = 0
    for seat in range(state.players):
        mine = rating(rules, state, seat)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners += 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if rating(rules, state, seat) == best else 0.0
