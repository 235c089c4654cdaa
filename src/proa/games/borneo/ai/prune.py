"""Pruning for Borneo: keep one of several nearly equal answers, and none that is surely wasted."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.components import FLAGS, ONE_GOOD
from proa.games.borneo.rules.fight import bonus, contested, flags, spare
from proa.games.borneo.rules.sets import bit, count
from proa.games.borneo.state import ATTACK, DEFEND, PAY, PICK, REWARD, TARGET


@rule
def prune(rules, state, actions, n):
    """Keep the answers that are worth trying; return how many."""
    if n == 1:
        return 1
    phase = state.phase
    if phase == PAY:
        return payments(rules, state, actions, n)
    if phase == TARGET:
        return targets(rules, state, actions, n)
    if phase == ATTACK:
        return attacks(rules, state, actions, n)
    if phase == DEFEND:
        return defences(rules, state, actions, n)
    if phase == PICK:
        return of_each_kind(rules, act.TAKE, actions, 0, n)
    if phase == REWARD:  # a good is a point (BO-12.1)
        return of_each_kind(rules, act.KEEP, actions, 1, n)
    return n


# -- goods -----------------------------------------------------------------------------------


@rule
def kind_of(rules, card):
    """Return good and worth in one number: shipments of a kind are equal as goods. (This ignores
    that paid shipments may come back with their flags, BO-4.10.)"""
    return 2 * whole(rules.good[card]) + whole(rules.worth[card]) - 1


@rule
def of_each_kind(rules, base, actions, first, n):
    """Keep one shipment of each kind, from the action with index ``first`` on."""
    seen = whole(0)
    kept = whole(0)
    for i in range(first, n):
        kind = bit(kind_of(rules, actions[i] - base))
        if seen & kind == 0:
            seen |= kind
            actions[kept] = actions[i]
            kept += 1
    return kept


@rule
def payments(rules, state, actions, n):
    """Keep one card of each kind, good by good if all are to be paid; a harbor only where no single
    shipment of its good is left (BO-4.3)."""
    one = rules.mission_goods[state.mission - 1] == ONE_GOOD
    due = whole(0)
    while state.lacks[due] == 0:
        due += 1
    seen = whole(0)
    kept = whole(0)
    for i in range(n):
        if actions[i] < act.PAY_HARBOR:
            kind = kind_of(rules, actions[i] - act.PAY)
        else:
            kind = 2 * whole(rules.harbor_good[actions[i] - act.PAY_HARBOR])
        if seen & bit(kind) == 0 and (one or kind // 2 == due):
            seen |= bit(kind)
            actions[kept] = actions[i]
            kept += 1
    return kept


# -- fights ----------------------------------------------------------------------------------


@rule
def targets(rules, state, actions, n):
    """Keep all moves, and the fights that the hand can win if nobody defends."""
    here = contested(state)
    hand = whole(state.player[state.mover].hand)
    most = most_flags(rules, hand & rules.shows[here], here, spare(rules, state))
    kept = whole(0)
    for i in range(n):
        if actions[i] < act.ATTACK or most >= state.fight.attacker - (actions[i] - act.ATTACK) - 1:
            actions[kept] = actions[i]
            kept += 1
    return kept


@rule
def most_flags(rules, cards, company, number):
    """Return the most flags of a company that ``number`` of the cards show together."""
    found = whole(0)
    left = max(whole(number), whole(0))
    for flag in range(FLAGS, 0, -1):
        here = whole(cards)
        for k in range(3):
            bits = rules.flag_bits[company][k]
            here &= bits if flag >> k & 1 else ~bits
        taken = min(count(here), left)
        found += flag * taken
        left -= taken
    return found


@rule
def attacks(rules, state, actions, n):
    """Keep cards in ascending order: enough to win if nobody defends, or more."""
    need = bonus(state.fight)
    kept = whole(0)
    if actions[0] == act.COMMIT and flags(rules, whole(state.picked), contested(state)) >= need:
        kept += 1
    kept = cards_for(rules, state, actions, kept, n, need, spare(rules, state))
    return n if kept == 0 else kept


@rule
def defences(rules, state, actions, n):
    """Keep no card, or cards in ascending order that hold the place. A sufficient defence may go
    on, to keep another good (BO-6.17)."""
    number = min(spare(rules, state), count(whole(state.fight.attack)) - count(whole(state.picked)))
    need = to_hold(rules, state)
    is_enough = flags(rules, whole(state.picked), contested(state)) >= need
    kept = whole(1 if state.picked == 0 or is_enough else 0)
    kept = cards_for(rules, state, actions, kept, n, need, number)
    return n if kept == 0 else kept


@rule
def to_hold(rules, state):
    """Return the flags that a defence needs (BO-6.10, BO-6.11)."""
    return flags(rules, whole(state.fight.attack), contested(state)) - bonus(state.fight) + 1


@rule
def cards_for(rules, state, actions, kept, n, need, number):
    """Append, after ``kept`` actions, the cards above those already chosen with which ``number``
    cards can still show the needed flags."""
    company = contested(state)
    hand = whole(state.player[state.mover].hand) & rules.shows[company]
    have = flags(rules, whole(state.picked), company)
    for i in range(n):
        card = bit(actions[i] - act.PLAY) if actions[i] != act.COMMIT else whole(0)
        if card > state.picked:
            higher = hand & ~(card | (card - 1))
            more = most_flags(rules, higher, company, number - 1)
            if have + flags(rules, card, company) + more >= need:
                actions[kept] = actions[i]
                kept += 1
    return kept
