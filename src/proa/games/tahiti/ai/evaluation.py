"""Tahiti's evaluation for bots: the value of a position, the price of a move, and from these the
bids, squares and stashes that are worth trying."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.search_settings import NETWORK, SCORES, SearchSettings, Strength
from proa.games.tahiti import actions as act
from proa.games.tahiti.ai.evaluation_features import (
    NAMES,
    begins_turn,
    evaluation_features,
    to_come,
)
from proa.games.tahiti.rules.sailing import squares_of_letter
from proa.games.tahiti.rules.scoring import scores, survey, total_up
from proa.games.tahiti.rules.sea import only, put, take
from proa.games.tahiti.state import BID, MOST_COLOURS, MOST_PLAYERS, NONE, SQUARE, STASH

BANKS, CASH, OVER, HELD, WAITING, PAIRS = range(6)
WEIGHTS = np.array(
    [
        [[0.76, 0.95], [0.46, 1.47], [-0.33, -0.27], [2.65, 3.25], [1.45, 2.0], [0.8, 2.7]],
        [[0.80, 0.30], [0.35, 0.95], [-0.10, -0.12], [2.5, 2.9], [1.2, 1.7], [1.2, 3.3]],
        [[0.85, 0.30], [0.45, 0.80], [-0.20, 0.0], [2.4, 2.9], [1.1, 1.4], [0.7, 2.5]],
    ]
)
"""``[players - 2, feature, time]``: points per unit of each feature
(``evaluation_features.NAMES``), at the end and at the start of a game; for "points of banks", the
fraction that will remain. Rounded from least squares on final points, by
``scripts/fit_evaluation.py``, in games of bots that bid by price alone."""

PURSE = 16
"""Dollars that a player keeps out of the chest, roughly."""
PAID = 4
"""Dollars that the first to pass receives on average, with more than two players."""
SURE = 8
"""The difference in dollars at which a move is clearly worth its bid, or clearly not."""
CLOSE = 3
"""A search also tries squares that bring at most this many points less than the best."""
STEP, STEPS = 3, 2
"""A search tries the stash that leaves ``PURSE``, and up to ``STEPS`` steps of ``STEP`` dollars
more or less."""

SETTINGS = {
    players: SearchSettings(
        guided=True,
        explore=0.25,
        picks=20,
        horizon=1,
        picks_by=SCORES,
        order_by=SCORES,
        scale=20,
    )
    for players in (2, 3, 4)
}
LEVELS = {
    2: {
        "easy": Strength(100, 0.04),
        "steady": Strength(100, 0.018, prior=True),
        "keen": Strength(250, 0.008, prior=True),
        "master": Strength(1_000, 0.003, prior=True),
        "merciless": Strength(10_000, prior=True),
    },
    3: {
        "easy": Strength(50, 0.07),
        "steady": Strength(NETWORK),
        "keen": Strength(300),
        "master": Strength(2_000),
        "merciless": Strength(16_000),
    },
    4: {
        "easy": Strength(50, 0.08),
        "steady": Strength(NETWORK),
        "keen": Strength(200),
        "master": Strength(1_000, prior=True),
        "merciless": Strength(8_000, prior=True),
    },
}
"""With more than two seats a looseness of 0.03 costs nothing measurable, 0.05 costs much."""


# -- the value of a position -----------------------------------------------------------------


@rule
def weight(state, time, what):
    """Return the points per unit of feature ``what`` when the fraction ``time`` of the game is
    left."""
    ends = WEIGHTS[state.players - 2, what]
    return ends[0] + time * (ends[1] - ends[0])


@rule
def evaluate(rules, state, values):
    """Fill ``values`` with the points that each seat is expected to have at the end."""
    totals = np.zeros(len(values), np.int64)
    scores(rules, state, totals)
    time = to_come(state)
    found = np.zeros(len(NAMES), np.float64)
    for seat in range(len(values)):
        values[seat] = evaluation_features(rules, state, whole(seat), totals[seat], found)
        for what in range(len(NAMES)):
            values[seat] += weight(state, time, what) * found[what]


@rule
def is_quiet(rules, state):
    """Return whether the position is between turns."""
    return begins_turn(state)


# -- the value of a move ---------------------------------------------------------------------


@rule
def ahead(totals, players, seat):
    """Return the seat's points minus those of the best other seat."""
    best = whole(-1000)
    for other in range(players):
        if other != seat:
            best = max(best, whole(totals[other]))
    return totals[seat] - best


@rule
def surveyed(rules, state):
    """Return the sets of squares with pearls of each colour and with boats of each seat."""
    pearls = np.zeros(2 * MOST_COLOURS, np.int64)
    boats = np.zeros(2 * MOST_PLAYERS, np.int64)
    survey(rules, state, pearls, boats)
    return pearls, boats


@rule
def lead_with_pair(rules, state, sea, square, colour, owner, seat, totals):
    """Return the lead of ``seat`` after ``owner`` has placed a pair on a free square; ``sea`` is
    what :func:`surveyed` returned."""
    pearls, boats = sea
    here = only(rules, square)
    put(pearls, colour, here)
    put(boats, owner, here)
    total_up(rules, state, pearls, boats, totals)
    take(pearls, colour, here)
    take(boats, owner, here)
    return ahead(totals, state.players, seat)


@rule
def gain_of_pair(rules, state, sea, colour, letter, owner, seat, now):
    """Return how much the lead of ``seat`` grows from ``now`` when ``owner`` places a pair in a
    line, on the square that is best for ``owner``."""
    totals = np.zeros(MOST_PLAYERS, np.int64)
    squares = np.zeros(len(state.pearl), np.int32)
    old_letter = state.letter
    state.letter = letter
    n = squares_of_letter(rules, state, squares)
    state.letter = old_letter
    best = whole(-1000)
    gain = whole(0)
    for i in range(n):
        square = squares[i] - act.PLACE
        theirs = lead_with_pair(rules, state, sea, square, colour, owner, owner, totals)
        if theirs > best:
            best = theirs
            gain = ahead(totals, state.players, seat) - now
    return gain


@rule
def gain_of_move(rules, state, sea, winner, seat, now):
    """Return what ``seat`` gains when ``winner`` gets the auctioned move without paying
    (TA-5.2)."""
    player = state.player[winner]
    space = (player.yacht + state.die) % rules.spaces
    colour = rules.space_pearl[space]
    time = to_come(state)
    sign = 1.0 if winner == seat else -1.0
    held = weight(state, time, HELD)
    if player.pearl != NONE:
        letter = rules.space_letter[space]
        used = held
        colour = player.pearl
    elif player.waiting != NONE and state.supply[colour] > 0:
        letter = rules.space_letter[player.waiting]
        used = weight(state, time, WAITING)
    else:
        return sign * held if player.boats > 0 else 0.0
    gain = gain_of_pair(rules, state, sea, colour, letter, winner, seat, now)
    return weight(state, time, BANKS) * gain + sign * (weight(state, time, PAIRS) - used)


@rule
def price(rules, state):
    """Return the price of the move for the mover in dollars: its gain plus what the others then
    don't gain, divided by what a dollar in the hands of another is worth (TA-4.9)."""
    seat = state.mover
    sea = surveyed(rules, state)
    totals = np.zeros(MOST_PLAYERS, np.int64)
    scores(rules, state, totals)
    now = ahead(totals, state.players, seat)
    mine = gain_of_move(rules, state, sea, seat, seat, now)
    theirs = 0.0
    for other in range(state.players):
        if other != seat and not state.passed >> other & 1:
            theirs = min(theirs, gain_of_move(rules, state, sea, other, seat, now))
    others = state.players - 1
    dollar = weight(state, to_come(state), CASH) * (1 + 1 / others)
    most = (mine - theirs / others) / dollar
    if others > 1 and state.first_passer == NONE:
        most -= PAID
    return most


# -- pruning ---------------------------------------------------------------------------------


@rule
def prune(rules, state, actions, n):
    """Keep the lowest winning bid if the move is clearly worth it, pass if it clearly is not, else
    both; keep squares nearly as good as the best, and stashes that leave a purse."""
    if n == 1:
        return 1
    if state.phase == BID:
        gain = price(rules, state) - (actions[1] - act.BID)
        if abs(gain) < SURE:
            return 2
        if gain > 0:
            actions[0] = actions[1]
        return 1
    if state.phase == SQUARE:
        return good_squares(rules, state, actions, n)
    if state.phase == STASH:
        return stashes(state, actions, n)
    return n


@rule
def good_squares(rules, state, actions, n):
    """Keep the squares that bring at once nearly as much as the best."""
    seat = state.mover
    sea = surveyed(rules, state)
    totals = np.zeros(MOST_PLAYERS, np.int64)
    leads = np.zeros(n, np.int64)
    best = whole(-1000)
    for i in range(n):
        square = actions[i] - act.PLACE
        colour = state.player[seat].pearl
        leads[i] = lead_with_pair(rules, state, sea, square, colour, seat, seat, totals)
        best = max(best, leads[i])
    kept = 0
    for i in range(n):
        if leads[i] >= best - CLOSE:
            actions[kept] = actions[i]
            kept += 1
    return kept


@rule
def stashes(state, actions, n):
    """Keep the stashes that leave about ``PURSE`` dollars; with too little money, the smallest."""
    spare = whole(state.player[state.mover].cash) - PURSE
    kept = 0
    for i in range(n):
        extra = actions[i] - act.STASH - spare
        if extra % STEP == 0 and abs(extra) <= STEP * STEPS:
            actions[kept] = actions[i]
            kept += 1
    if kept == 0:
        actions[0] = actions[0 if spare < 0 else n - 1]
        kept = 1
    return kept


@rule
def score_actions(rules, state, actions, n, weights):
    """Score bids up to the price of the move, stashes that leave the purse and put the rest into
    the chest, and the squares that bring most at once."""
    seat = state.mover
    sea = surveyed(rules, state)
    totals = np.zeros(MOST_PLAYERS, np.int64)
    most = price(rules, state) if state.phase == BID else 0.0
    for i in range(n):
        weights[i] = 0.0
        if state.phase == BID and actions[i] != act.PASS:
            weights[i] = most - (actions[i] - act.BID)
        elif state.phase == STASH:
            spare = whole(state.player[seat].cash) - PURSE
            weights[i] = -abs(spare - (actions[i] - act.STASH))
        elif state.phase == SQUARE:
            square = actions[i] - act.PLACE
            colour = state.player[seat].pearl
            weights[i] = lead_with_pair(rules, state, sea, square, colour, seat, seat, totals)
