"""3. The die and the marker disc."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.tahiti.rules.auction import open_auction
from proa.games.tahiti.rules.turns import left_of
from proa.games.tahiti.state import CHEST, DOLLAR, MOST_MONEY, REROLL, STASH


@rule
def roll(rules, state, pips):
    """Auction a number (TA-3.2), or apply the marker disc after a first blank (TA-3.3)."""
    if pips > 0:
        open_auction(state, pips)
    elif state.disc == DOLLAR:
        pay_income(state)
        turn_disc(state)
    else:
        state.phase = STASH
        state.mover = state.roller


@rule
def pay_income(state):
    """Pay a dollar for each own pearl boat on the sea (TA-3.4, TA-3.5)."""
    for seat in range(state.players):
        player = state.player[seat]
        player.cash = min(player.cash + whole(player.pairs), MOST_MONEY)


@rule
def stash(state, dollars):
    """Move cash into the chest for good (TA-3.6, TA-3.8), the roller first (TA-3.7)."""
    player = state.player[state.mover]
    player.cash -= dollars
    player.chest = min(player.chest + dollars, MOST_MONEY)
    state.mover = left_of(state, state.mover)
    if state.mover == state.roller:
        turn_disc(state)


@rule
def turn_disc(state):
    """Turn the disc over (TA-3.9); the roller throws again (TA-3.10)."""
    state.disc = CHEST if state.disc == DOLLAR else DOLLAR
    state.phase = REROLL
