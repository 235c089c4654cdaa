"""What a player would try first in Borneo, in points gained, roughly."""

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
"""The first place of a company, and what it gains as harbors near its monopolies."""
SECOND, FARTHER, FARTHEST = 0.6, 4, 0.1
"""Of the first place: the second; from there on its part by rank, up to the rank from which on all
are alike."""
CARD = 0.6
"""What a card costs that is played in a fight."""
EVEN, SURER, SUREST = 0.3, 0.2, 0.9
"""The chance of an attack that is just enough against no card, what each flag more adds, and the
most."""
FLAG_PLAYED, ENOUGH = 0.5, 3
"""A flag of an attack, and how many beyond the bonus are enough."""
MOST_PLAYED = 2
"""Cards of an attack that are thought of when it is begun."""
FLAG = 0.3
"""A flag in the hand, of a company in which one stands first."""
OTHERS = 0.7
"""What another gets, of what one gets oneself."""
MISSION_POINT = 0.3
"""A point of a mission, whose goods might have paid for a better one."""
DOUBLE, MORE, FIRST_GOOD = 0.5, 0.2, 0.5
"""A good that a card is worth, each of its kind that is there, and the first of its kind."""
HARBOR_CARD = 1.0
"""A harbor, as a point."""
NOWHERE = -10.0
"""Less than anything is liked."""


@rule
def score_actions(rules, state, actions, n, weights):
    """Fill ``weights`` with the liking of each action."""
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
    """How much an answer is liked; ``values`` are those of the companies, to all or to the
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
    """What a place is worth, of the first."""
    if rank == 0:
        return 1.0
    return SECOND / rank if rank < FARTHER else FARTHEST


@rule
def at_the_end(state, values, company):
    """The place behind all others of a company."""
    return part(state.row[company].length) * values[company]


@rule
def for_merchant(rules, state, values, action):
    """The best that may be had with a merchant."""
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
    """What a move or a fight brings."""
    here = contested(state)
    rank = whole(state.fight.attacker)
    if action >= act.ATTACK:
        return for_fight(rules, state, values, here, rank, action - act.ATTACK)
    return at_the_end(state, values, action - act.TO) - part(rank) * values[here]


@rule
def for_fight(rules, state, values, company, rank, target):
    """The better place by the chance to win it, less the cards that it takes."""
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
    """The chance of an attack with so many flags beyond the bonus."""
    return min(SUREST, EVEN + SURER * over) if over >= 0 else 0.0


@rule
def for_place(state, values, action):
    """Where a merchant stands at first, or falls back to."""
    if action == act.VACATED:
        return part(state.fight.attacker) * values[contested(state)]
    company = action - act.TO
    if state.phase == BEATEN and company == contested(state):  # the row closes up (BO-6.15)
        return part(state.row[company].length - 1) * values[company]
    return at_the_end(state, values, company)


# -- cards -----------------------------------------------------------------------------------


@rule
def for_attack(rules, state, action):
    """The flags beyond the bonus; a card more is a card less in the hand."""
    cards = whole(state.picked)
    cost = 0.0
    if action != act.COMMIT:
        cards |= bit(action - act.PLAY)
        cost = CARD
    over = flags(rules, cards, contested(state)) - bonus(state.fight)
    return FLAG_PLAYED * min(over, ENOUGH) - cost


@rule
def for_defence(rules, state, values, action):
    """The place that would be lost, and the good that may be kept (BO-6.17)."""
    if action == act.COMMIT:
        return 0.0
    liked = -CARD
    good = for_good(rules, state, action - act.PLAY)
    if flags(rules, whole(state.picked), contested(state)) < to_hold(rules, state):
        lost = part(state.fight.defender) - part(state.fight.attacker)
        return liked + good + lost * values[contested(state)]
    return liked + max(0.0, good - best_good(rules, state, whole(state.picked)))


@rule
def best_good(rules, state, cards):
    """The best of the cards as a good; nothing without any."""
    best = 0.0
    while cards != 0:
        best = max(best, for_good(rules, state, first_of(cards)))
        cards &= cards - 1
    return best


@rule
def for_card(rules, state, card):
    """A card that stays in the hand."""
    worth = 0.0
    for company in range(len(COMPANIES)):
        row = state.row[company]
        if row.length > 0 and owner(row.place[0]) == state.mover:
            worth += FLAG * rules.top[card][company]
    return worth


@rule
def for_shipment(rules, state, values, card):
    """The best harbor for it."""
    best = NOWHERE
    for slot in range(OPEN):
        harbor = state.harbor[slot].card
        if harbor > 0:
            best = max(best, for_harbor(rules, state, values, harbor - 1, card))
    return best - for_card(rules, state, card)


@rule
def for_harbor(rules, state, values, harbor, card):
    """What a card lying there brings, by the square of the flags that are there (BO-7.6); the last
    card brings the harbor itself if there is no monopoly (BO-9.1)."""
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
    """Of a good of each company's monopoly: what the mover gets, less what another gets."""
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
    """A good: two are more than one; those of which there are many, or none."""
    have = goods_worth(rules, state.player[state.mover], whole(rules.good[card]))
    return DOUBLE * rules.worth[card] + MORE * min(have, MUCH) + (FIRST_GOOD if have == 0 else 0.0)
