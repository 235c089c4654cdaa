"""The evaluation features of a seat of Borneo at the start of a turn.

``NAMES`` names them in the order in which :func:`evaluation_features` fills them. Each function
below fills its part and returns the index of the next. Hidden hands count as they are in the
position.
"""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.rules.sets import bit, count
from proa.games.borneo.state import COMPANIES, COMPANY, GOODS, MISSION, OPEN

RANKS = ("first", "second", "third", "fourth")
NAMES = (
    "most of one good",
    "goods of all, four at most of each",
    "missions of one good, begun",
    "missions of one good, nearly had",
    "missions of each good, begun",
    "missions of each good, nearly had",
    "best mission that can be had",
    *(f"{rank} places" for rank in RANKS),
    *(f"open harbors of companies with {rank} place" for rank in RANKS[:3]),
    "goods that lie there for first places",
    "cards in hand",
    "flags in hand of companies with first place",
    "flags in hand of one company, most",
    "harbors",
)
"""The features of a seat."""
HARBORS = 9.0
"""The number of harbors in the deck at the start (BO-2.2)."""
MUCH = 4
"""The number of a good that counts towards missions for some of each."""


@rule
def begins_turn(state):
    """Return whether a turn begins, or goes on after a mission; before any last chance
    (BO-11.5)."""
    return state.phase in (MISSION, COMPANY) and state.chances == 0


@rule
def to_come(state):
    """Return how much of the game is left, 1 to 0: the harbors in the deck (BO-11.1)."""
    return min(1.0, count(whole(state.harbor_deck)) / HARBORS)


@rule
def evaluation_features(rules, state, seat, points, out):
    """Fill ``out`` (float64) in the order of ``NAMES`` for a seat with ``points``. Return
    ``points``: they can't change."""
    out[:] = 0.0
    at = goods(rules, state, seat, out)
    at = places(rules, state, seat, out, at)
    hand(rules, state, seat, out, at)
    return points


@rule
def goods(rules, state, seat, out):
    """Fill the features of the warehouse and of the missions left. "begun" is the fraction that the
    warehouse has, "nearly had" the cube of that; both times the points that a mission brings beyond
    its cards."""
    player = state.player[seat]
    have = np.zeros(len(GOODS), np.int64)
    most = whole(0)
    least = whole(99)
    for good in range(len(GOODS)):
        have[good] = goods_worth(rules, player, good)
        most = max(most, have[good])
        least = min(least, have[good])
        out[1] += min(have[good], MUCH)
    out[0] = most
    for kind in range(rules.mission_kinds):
        if state.stack[kind] > 0:
            number = whole(rules.mission_number[kind])
            is_one = rules.mission_goods[kind] == ONE_GOOD
            cards = number if is_one else number * len(GOODS)
            gain = whole(rules.mission_points[kind]) - cards
            part = min(most, number) / number if is_one else part_of_each(have, number)
            at = 2 if is_one else 4
            out[at] += gain * part
            out[at + 1] += gain * part**3
            if (most if is_one else least) >= number:
                out[6] = max(out[6], gain)
    return 7


@rule
def part_of_each(have, number):
    """Return the fraction of ``number`` of each good that is there."""
    n = whole(0)
    for good in range(len(GOODS)):
        n += min(have[good], number)
    return n / (number * len(GOODS))


@rule
def places(rules, state, seat, out, at):
    """Fill the features of the places in the companies, and how near the monopolies are."""
    for company in range(len(COMPANIES)):
        row = state.row[company]
        near = nearness(rules, state, company)
        for i in range(row.length):
            if owner(row.place[i]) == seat:
                out[at + min(i, 3)] += 1
                if i < 3:
                    out[at + 4 + i] += near
                if i == 0:
                    out[at + 7] += lying(rules, state, company)
    return at + 8


@rule
def nearness(rules, state, company):
    """Return how near a company is to monopolies: the sum over the open harbors of the squared
    fraction of the flags that it needs."""
    near = 0.0
    for slot in range(OPEN):
        harbor = state.harbor[slot]
        if harbor.laid > 0 and harbor.card > 0:
            part = visible_flags(rules, harbor, company) / rules.monopoly_number[harbor.card - 1]
            near += part**2
    return near


@rule
def lying(rules, state, company):
    """Return the number of goods at open harbors where no company shows more flags."""
    n = whole(0)
    for slot in range(OPEN):
        harbor = state.harbor[slot]
        if harbor.laid > 0:
            mine = visible_flags(rules, harbor, company)
            leads = mine > 0
            for other in range(len(COMPANIES)):
                if visible_flags(rules, harbor, other) > mine:
                    leads = False
            if leads:
                n += harbor.laid
    return n


@rule
def hand(rules, state, seat, out, at):
    """Fill the features of the hand: cards, and flags of companies in which the seat is
    first-ranked."""
    player = state.player[seat]
    out[at] = count(whole(player.hand))
    most = whole(0)
    for company in range(len(COMPANIES)):
        n = flags_in(rules, whole(player.hand), company)
        most = max(most, n)
        row = state.row[company]
        if row.length > 0 and owner(row.place[0]) == seat:
            out[at + 1] += n
    out[at + 2] = most
    out[at + 3] = count(whole(player.harbors))


@rule
def flags_in(rules, cards, company):
    """Return how many flags of a company the cards show."""
    n = whole(0)
    for card in range(rules.shipments):
        if cards & bit(card) != 0:
            n += rules.top[card][company]
    return n
