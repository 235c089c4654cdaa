"""2. Preparation."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.tahiti.rules.turns import left_of
from proa.games.tahiti.state import (
    DOLLAR,
    FIRST,
    MOST_COLOURS,
    MOST_SQUARES,
    NONE,
    PEARL,
    ROLL,
    YACHT,
)


@rule
def start(rules, state, players):
    """Set up money, boats and supply (TA-2.1, TA-1.9), the disc with its dollar side up (TA-2.2).
    The setup is the same for any number of players, with no neutral pieces (TA-2.9)."""
    state.players = players
    state.phase = FIRST
    state.disc = DOLLAR
    state.bidder = NONE
    state.first_passer = NONE
    state.letter = NONE
    for colour in range(MOST_COLOURS):
        state.supply[colour] = rules.pearls[colour]
    for square in range(MOST_SQUARES):
        state.pearl[square] = NONE
        state.boat[square] = NONE
    for seat in range(len(state.player)):
        player = state.player[seat]
        player.pearl = NONE
        player.waiting = NONE
        player.yacht = NONE
        if seat < players:
            player.cash = rules.money
            player.boats = rules.boats


@rule
def draw_first_player(state, seat):
    """Set the first player, whom chance draws (TA-2.3)."""
    state.first = seat
    state.roller = seat
    state.mover = seat
    state.phase = YACHT


@rule
def place_yacht(state, space):
    """Place a yacht in turn on any space, also on an occupied one (TA-2.4, TA-2.5). Pearls follow
    (TA-2.6)."""
    state.player[state.mover].yacht = space
    state.mover = left_of(state, state.mover)
    if state.mover == state.first:
        state.phase = PEARL


@rule
def take_starting_pearl(state, colour):
    """Take one starting pearl each, in the same order (TA-2.6)."""
    state.player[state.mover].pearl = colour
    state.supply[colour] -= 1
    state.mover = left_of(state, state.mover)
    if state.mover == state.first:
        state.phase = ROLL


@rule
def may_start_with(state, colour):
    """Return whether the colour is free: no two starting pearls of one colour (TA-2.7)."""
    if state.supply[colour] == 0:
        return False
    for seat in range(state.players):
        if state.player[seat].pearl == colour:
            return False
    return True
