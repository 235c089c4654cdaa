"""4. The auction."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.tahiti.rules.sailing import sail
from proa.games.tahiti.rules.turns import end_turn, left_of
from proa.games.tahiti.state import BID, MOST_BID, MOST_MONEY, NONE


@rule
def open_auction(state, pips):
    """Open the auction; the roller speaks first (TA-4.1)."""
    state.die = pips
    state.phase = BID
    state.mover = state.roller
    state.bid = 0
    state.bidder = NONE
    state.first_passer = NONE
    state.passed = 0


@rule
def is_last_speaker(state) -> bool:
    """Return whether all but the mover have passed (TA-4.11)."""
    return (state.passed | (1 << state.mover)) == (1 << state.players) - 1


@rule
def could_place(player) -> bool:
    """Return False for a player with a pearl in hand but no boat left for it (TA-4.14, TA-4.15)."""
    return player.pearl == NONE or player.boats > 0


@rule
def lowest_bid(state) -> int:
    """Return the last bid plus one (TA-4.3); 0 for a last speaker without cash (TA-4.13)."""
    if state.bidder == NONE and state.player[state.mover].cash == 0 and is_last_speaker(state):
        return 0
    return state.bid + 1


@rule
def highest_bid_of(player) -> int:
    """Return the player's cash, at most 255 (TA-4.6, TA-4.7); -1 if the player may not bid
    (TA-4.14)."""
    if not could_place(player):
        return -1
    return min(whole(player.cash), whole(MOST_BID))


@rule
def highest_bid(state) -> int:
    """Return the mover's highest bid. If it is below the lowest bid, the mover must pass."""
    return highest_bid_of(state.player[state.mover])


@rule
def make_bid(rules, state, dollars):
    """Raise the bid (TA-4.2); a last speaker's first bid ends the auction (TA-4.11)."""
    state.bid = dollars
    state.bidder = state.mover
    if is_last_speaker(state):
        win_auction(rules, state)
    else:
        pass_the_word(rules, state)


@rule
def pass_bid(rules, state):
    """Pass for the rest of the auction (TA-4.5). The first to pass will be paid (TA-4.9); that may
    be the roller before any bid (TA-4.4)."""
    if is_last_speaker(state):
        # Nobody has bid and the last player declines: nobody moves (TA-4.12).
        end_turn(state, False)
        return
    if state.first_passer == NONE:
        state.first_passer = state.mover
    state.passed |= 1 << state.mover
    pass_the_word(rules, state)


@rule
def pass_the_word(rules, state):
    """Let the next player who has not passed speak, round and round (TA-4.1). The last bidder wins
    when it is their turn again (TA-4.8)."""
    state.mover = left_of(state, state.mover)
    while state.passed >> state.mover & 1:
        state.mover = left_of(state, state.mover)
    if state.mover == state.bidder:
        win_auction(rules, state)


@rule
def win_auction(rules, state):
    """Let the winner pay the first player who passed (TA-4.9); losers pay nothing (TA-4.10)."""
    state.mover = state.bidder
    state.player[state.bidder].cash -= state.bid
    seller = state.player[state.first_passer]
    seller.cash = min(seller.cash + whole(state.bid), MOST_MONEY)
    sail(rules, state)
