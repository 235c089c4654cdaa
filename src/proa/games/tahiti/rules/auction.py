"""4. The auction."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.tahiti.rules.sailing import sail
from proa.games.tahiti.rules.turns import end_turn, left_of
from proa.games.tahiti.state import BID, MOST_BID, NONE


@rule
def open_auction(state, pips):
    """The roller speaks first (TA-4.1)."""
    state.die = pips
    state.phase = BID
    state.mover = state.roller
    state.bid = 0
    state.bidder = NONE
    state.first_passer = NONE
    state.passed = 0


@rule
def is_last_speaker(state) -> bool:
    """Whether all but the mover have passed (TA-4.11)."""
    return (state.passed | (1 << state.mover)) == (1 << state.players) - 1


@rule
def could_place(player) -> bool:
    """Not so with a pearl in hand and no boat left to go with it (TA-4.14, TA-4.15)."""
    return player.pearl == NONE or player.boats > 0


@rule
def lowest_bid(state) -> int:
    """One more than the last (TA-4.3); 0 for a last speaker without any cash (TA-4.13)."""
    if state.bidder == NONE and state.player[state.mover].cash == 0 and is_last_speaker(state):
        return 0
    return state.bid + 1


@rule
def highest_bid_of(player) -> int:
    """All the cash, 255 at most (TA-4.6, TA-4.7); -1 for one who may not bid at all (TA-4.14)."""
    if not could_place(player):
        return -1
    return min(whole(player.cash), whole(MOST_BID))


@rule
def highest_bid(state) -> int:
    """The mover's. If it is below the lowest the mover must pass."""
    return highest_bid_of(state.player[state.mover])


@rule
def make_bid(rules, state, dollars):
    """Raise (TA-4.2); a last speaker's first bid ends the auction (TA-4.11)."""
    state.bid = dollars
    state.bidder = state.mover
    if is_last_speaker(state):
        win_auction(rules, state)
    else:
        pass_the_word(rules, state)


@rule
def pass_bid(rules, state):
    """Passing is final (TA-4.5). The first to pass, who may be the roller before any bid (TA-4.4),
    will be paid (TA-4.9)."""
    if is_last_speaker(state):
        # Nobody bid and the last player declines: nobody moves (TA-4.12).
        end_turn(state, False)
        return
    if state.first_passer == NONE:
        state.first_passer = state.mover
    state.passed |= 1 << state.mover
    pass_the_word(rules, state)


@rule
def pass_the_word(rules, state):
    """The next who has not passed speaks, round and round (TA-4.1); the last bidder, when it is
    their turn again, has won (TA-4.8)."""
    state.mover = left_of(state, state.mover)
    while state.passed >> state.mover & 1:
        state.mover = left_of(state, state.mover)
    if state.mover == state.bidder:
        win_auction(rules, state)


@rule
def win_auction(rules, state):
    """The winner pays the first who passed (TA-4.9); losers pay nothing (TA-4.10)."""
    state.mover = state.bidder
    state.player[state.bidder].cash -= state.bid
    state.player[state.first_passer].cash += state.bid
    sail(rules, state)
