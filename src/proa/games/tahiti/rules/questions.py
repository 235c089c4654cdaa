"""Tahiti's questions. The game hides nothing but future throws (TA-9.1), so everybody sees when a
question has only one answer, even behind screens, which are a courtesy of the page (TA-9.2)."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import PremoveSpec, QuestionSpec, QuestionsSpec
from proa.games.tahiti import actions as act
from proa.games.tahiti.rules.auction import highest_bid_of, lowest_bid
from proa.games.tahiti.state import BID, LAND, NONE, PEARL, SQUARE, STASH, YACHT, State


def raising(rules: Any, state: State, seat: int) -> int | None:
    """Return the auction (its roller) while the seat is in it and can raise the last bid, else
    None."""
    has_passed = state.passed >> seat & 1
    if state.phase != BID or has_passed or highest_bid_of(state.player[seat]) <= state.bid:
        return None
    return state.roller


def contested(rules: Any, state: State, seat: int) -> int | None:
    """Return the same, but None for the only speaker left: that player gets the die (TA-4.11)."""
    is_left = (state.passed | 1 << seat) == (1 << state.players) - 1
    return None if is_left and state.bidder == NONE else raising(rules, state, seat)


def raise_up_to(rules: Any, state: State, dollars: int) -> int:
    """Return the lowest bid that leads if it is at most ``dollars``, else pass."""
    low = lowest_bid(state)
    return act.BID + low if low <= dollars else act.PASS


PASS = PremoveSpec("pass", contested, lambda rules, state, amount: act.PASS)
UP_TO = PremoveSpec(
    "up-to",
    raising,
    raise_up_to,
    lambda rules, state, seat: (state.bid + 1, highest_bid_of(state.player[seat])),
)

SPEAKER, WINNER = "speaker", "winner"
"""Who answers in the auction (TA-4.1) and after it (TA-4.8)."""
TRACK, SUPPLY, CHEST, AUCTION, SEA = "track", "supply", "chest", "auction", "sea"
"""The parts of the table."""

ROWS = {
    YACHT: QuestionSpec("yacht", "TA-2.4", TRACK, "yacht", public=True),
    PEARL: QuestionSpec("starting pearl", "TA-2.6", SUPPLY, "take", public=True),
    STASH: QuestionSpec("stash", "TA-3.6", CHEST, "stash", public=True),
    BID: QuestionSpec("bid", "TA-4.1", AUCTION, "bid pass", SPEAKER, True, premoves=(PASS, UP_TO)),
    LAND: QuestionSpec("space reached", "TA-5.2", TRACK, "boat take", WINNER, public=True),
    SQUARE: QuestionSpec("square", "TA-5.11", SEA, "place", WINNER, public=True),
}


def asked(state: State) -> int:
    """Return the question of the phase."""
    return state.phase


QUESTIONS = QuestionsSpec(asked, ROWS)
