"""Scores of actions in Borneo before any search: roughly the points that an action gains."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.ai.evaluation_features import MUCH, nearness
from proa.games.borneo.ai.prune import most_flags, to_hold
from proa.games.borneo.rules.fight import bonus, contested, flags, may_attack
from proa.games.borneo.rules.harbors import LOWER, visible_flags
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.rules.sets import bit, first_of
from proa.games.borneo.state import (
    ATTACK,
    BEATEN,
    COMPANIES,
    COMPANY,
    DEFEND,
    DISCARD,
    HARBOR,
    MISSION,
    MOST_IN_ROW,
    OPEN,
    PAY,
    PICK,
    PLACE,
    SHIPMENT,
    TARGET,
)

FIRST_PLACE, NEAR = 1.2, 1.5
"""The value of a company's first place, and what is added as harbors come near its monopolies."""
SECOND, FARTHER, FARTHEST = 0.6, 4, 0.1
"""Fractions of the first place: the second place; then a fraction that falls with the rank; and the
one for all ranks from ``FARTHER`` on."""
CARD = 0.6
"""The cost of a card that is played in a fight."""
EVEN, SURER, SUREST = 0.3, 0.2, 0.9
"""The chance of an attack that is just sufficient without defence, the increase for each further
flag, and the maximum."""
FLAG_PLAYED, ENOUGH = 0.5, 3
"""The value of a flag of an attack, and how many beyond the bonus count."""
MOST_PLAYED = 2
"""The number of cards considered when an attack begins."""
FLAG = 0.3
"""The value of a flag in the hand, of a company in which the seat is first-ranked."""
OTHERS = 0.7
"""The weight of another seat's gain relative to the own gain."""
MISSION_POINT = 0.3
"""The value of a mission's point: its goods might have paid for a better mission."""
DOUBLE, MORE, FIRST_GOOD = 0.5, 0.2, 0.5
"""The value of each good that a card counts as, of each good of its kind already there, and of the
first of its kind."""
HARBOR_CARD = 1.0
"""The value of a harbor, which is a point."""
NOWHERE = -10.0
"""Lower than any score."""


@rule
def score_actions(rules, state, actions, n, weights):
    """Fill ``weights`` with the score of each action."""
    values = np.zeros(len(COMPANIES), np.float64)
    if state.phase in (SHIPMENT, HARBOR):
        fill_shares(state, values)
    elif state.phase in (PLACE, COMPANY, TARGET, DEFEND, BEATEN):
        for company in range(len(COMPANIES)):
            values[company] = FIRST_PLACE + NEAR * nearness(rules, state, company)
    for i in range(n):
        weights[i] = score_action(rules, state, values, whole(actions[i]))


@rule
def score_action(rules, state, values, action):
    """Return the score of an answer; ``values`` are those of the companies, to all or to the
    mover."""
    phase = state.phase
    if phase == COMPANY:
        return for_merchant(rules, state, values, action)
    if phase == TARGET:
        return for_target(rules, state, values, action)
    if phase == ATTACK:
        return for_attack(rules, state, action)
    if phase == DEFEND:
        return for_defence(rules, state, values, action)
    if phase == SHIPMENT:
        return for_shipment(rules, state, values, action - act.SHIP)
    if phase == HARBOR:
        return for_harbor(rules, state, values, action - act.AT, first_of(whole(state.picked)))
    if phase in (PLACE, BEATEN):
        return for_place(state, values, action)
    if phase == DISCARD:
        return -for_card(rules, state, action - act.DISCARD)
    if phase == PAY or action == act.PASS:
        return 0.0
    if phase == MISSION:
        return MISSION_POINT * rules.mission_points[action - act.MISSION]
    return for_good(rules, state, action - (act.TAKE if phase == PICK else act.KEEP))


# -- places ----------------------------------------------------------------------------------


@rule
def part(rank):
    """Return the value of a place as a fraction of the first."""
    if rank == 0:
        return 1.0
    return SECOND / rank if rank < FARTHER else FARTHEST


@rule
def at_the_end(state, values, company):
    """Return the value of the place behind all others of a company."""
    return part(state.row[company].length) * values[company]


@rule
def for_merchant(rules, state, values, action):
    """Return the best that can be reached with a merchant."""
    if action == act.PASS:
        return 0.0
    company, rank = divmod(action - act.MERCHANT, MOST_IN_ROW)
    best = NOWHERE
    for other in range(len(COMPANIES)):
        if other != company:
            best = max(best, at_the_end(state, values, other))
    best -= part(rank) * values[company]
    for target in range(rank):
        if owner(state.row[company].place[target]) != state.mover:
            best = max(best, for_fight(rules, state, values, company, rank, target))
    return best


@rule
def for_target(rules, state, values, action):
    """Return the gain of a move or a fight."""
    here = contested(state)
    rank = whole(state.fight.attacker)
    if action >= act.ATTACK:
        return for_fight(rules, state, values, here, rank, action - act.ATTACK)
    return at_the_end(state, values, action - act.TO) - part(rank) * values[here]


@rule
def for_fight(rules, state, values, company, rank, target):
    """Return the gain in places times the chance to win, minus the cards that it costs."""
    hand = whole(state.player[state.mover].hand)
    best = NOWHERE
    if may_attack(rules, hand, company):
        gain = (part(target) - part(rank)) * values[company]
        for number in range(1, MOST_PLAYED + 1):
            most = most_flags(rules, hand & rules.shows[company], company, number)
            chance = to_win(most - (rank - target - 1))
            best = max(best, chance * gain - CARD * number)
    return best


@rule
def to_win(over):
    """Return the chance of an attack with ``over`` flags beyond the bonus."""
    return min(SUREST, EVEN + SURER * over) if over >= 0 else 0.0


@rule
def for_place(state, values, action):
    """Return the value of the place that a merchant takes first, or falls back to."""
    if action == act.VACATED:
        return part(state.fight.attacker) * values[contested(state)]
    company = action - act.TO
    if state.phase == BEATEN and company == contested(state):  # the row closes up (BO-6.15)
        return part(state.row[company].length - 1) * values[company]
    return at_the_end(state, values, company)


# -- cards -----------------------------------------------------------------------------------


@rule
def for_attack(rules, state, action):
    """Return the value of the flags beyond the bonus, minus the card that leaves the hand."""
    cards = whole(state.picked)
    cost = 0.0
    if action != act.COMMIT:
        cards |= bit(action - act.PLAY)
        cost = CARD
    over = flags(rules, cards, contested(state)) - bonus(state.fight)
    return FLAG_PLAYED * min(over, ENOUGH) - cost


@rule
def for_defence(rules, state, values, action):
    """Return the value of the place that would be lost, and of the good that may be kept
    (BO-6.17)."""
    if action == act.COMMIT:
        return 0.0
    value = -CARD
    good = for_good(rules, state, action - act.PLAY)
    if flags(rules, whole(state.picked), contested(state)) < to_hold(rules, state):
        lost = part(state.fight.defender) - part(state.fight.attacker)
        return value + good + lost * values[contested(state)]
    return value + max(0.0, good - best_good(rules, state, whole(state.picked)))


@rule
def best_good(rules, state, cards):
    """Return the value of the best card as a good; 0 without cards."""
    best = 0.0
    while cards != 0:
        best = max(best, for_good(rules, state, first_of(cards)))
        cards &= cards - 1
    return best


@rule
def for_card(rules, state, card):
    """Return the value of a card that stays in the hand."""
    worth = 0.0
    for company in range(len(COMPANIES)):
        row = state.row[company]
        if row.length > 0 and owner(row.place[0]) == state.mover:
            worth += FLAG * rules.top[card][company]
    return worth


@rule
def for_shipment(rules, state, values, card):
    """Return the value of the shipment at its best harbor."""
    best = NOWHERE
    for slot in range(OPEN):
        harbor = state.harbor[slot].card
        if harbor > 0:
            best = max(best, for_harbor(rules, state, values, harbor - 1, card))
    return best - for_card(rules, state, card)


@rule
def for_harbor(rules, state, values, harbor, card):
    """Return the value of a card laid at a harbor, from the square of the flags there (BO-7.6). The
    last card brings the harbor itself if there is no monopoly (BO-9.1)."""
    slot = 0
    while state.harbor[slot].card != harbor + 1:
        slot += 1
    here = state.harbor[slot]
    need = rules.monopoly_number[harbor]
    covered = rules.flag[here.pile[here.laid - 1]][LOWER] if here.laid > 0 else whole(-1)
    gain = 0.0
    is_monopoly = False
    for company in range(len(COMPANIES)):
        more = whole(rules.top[card][company])
        more += (rules.flag[card][LOWER] == company) - (covered == company)
        if more != 0:
            now = visible_flags(rules, here, company)
            before = min(now, need) / need
            after = min(now + more, need) / need
            gain += (here.laid + 2) * values[company] * (after**2 - before**2)
            is_monopoly |= now + more >= need
    is_last = here.laid + 1 >= rules.card_limit[harbor] and not is_monopoly
    return gain + HARBOR_CARD if is_last else gain


@rule
def fill_shares(state, values):
    """Fill ``values``: for a good of each company's monopoly, the mover's share minus the best
    share of another."""
    for company in range(len(COMPANIES)):
        row = state.row[company]
        most = 0.0
        for rank in range(row.length):
            if owner(row.place[rank]) == state.mover:
                values[company] += part(rank)
            else:
                most = max(most, part(rank))
        values[company] -= OTHERS * most


# -- goods -----------------------------------------------------------------------------------


@rule
def for_good(rules, state, card):
    """Return the value of a good: its worth, more if the warehouse has many of its kind or none."""
    have = goods_worth(rules, state.player[state.mover], whole(rules.good[card]))
    return DOUBLE * rules.worth[card] + MORE * min(have, MUCH) + (FIRST_GOOD if have == 0 else 0.0)
