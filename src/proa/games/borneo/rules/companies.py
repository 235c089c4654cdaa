"""5. Places in the companies: a move, a fight or neither."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.fight import contested, may_attack
from proa.games.borneo.rules.rows import append, leave, owner
from proa.games.borneo.state import COMPANIES, MOST_IN_ROW, SHIPMENT, TARGET


@rule
def offer_company(state, actions):
    """Offer to skip (BO-5.1), or the mover's merchants, all of whom can move."""
    actions[0] = act.PASS
    n = 1
    for company in range(len(COMPANIES)):
        row = state.row[company]
        for i in range(row.length):
            if owner(row.place[i]) == state.mover:
                actions[n] = act.MERCHANT + company * MOST_IN_ROW + i
                n += 1
    return n


@rule
def choose_merchant(state, place):
    """Choose the merchant that will move or fight (BO-5.1)."""
    state.fight.company = place // MOST_IN_ROW + 1
    state.fight.attacker = place % MOST_IN_ROW
    state.phase = TARGET


@rule
def offer_target(rules, state, actions):
    """Offer the end of a different company's row (BO-5.3, BO-5.4), also behind an own merchant
    (BO-2.10); or another player's merchant to the left in the same row, if the hand has enough
    cards to attack (BO-6.1, BO-6.2)."""
    n = 0
    here = contested(state)
    for company in range(len(COMPANIES)):
        if company != here:
            actions[n] = act.TO + company
            n += 1
    if may_attack(rules, state.player[state.mover].hand, here):
        row = state.row[here]
        for i in range(state.fight.attacker):
            if owner(row.place[i]) != state.mover:
                actions[n] = act.ATTACK + i
                n += 1
    return n


@rule
def move(state, company):
    """Move from a row to the right end of a different company's (BO-5.3, BO-5.6)."""
    place = whole(state.fight.attacker)
    append(state, company, leave(state, contested(state), place))
    state.fight.company = 0
    state.fight.attacker = 0
    state.phase = SHIPMENT
