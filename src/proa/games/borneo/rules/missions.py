"""4. Missions: chosen from the stack and paid for card by card."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.rules.rows import left_of
from proa.games.borneo.rules.sets import bit, count, list_cards
from proa.games.borneo.state import COMPANY, END, GOODS, MISSION, PAY


@rule
def goods_worth(rules, player, good) -> int:
    """Return how many of a good the warehouse can pay: a "2" is two, a harbor one (BO-4.3). The
    hand (BO-4.4) and completed missions (BO-4.5) pay nothing."""
    cards = whole(player.shipments) & rules.of_good[good]
    harbors = whole(player.harbors) & whole(rules.harbors_of_good[good])
    return count(cards) + count(cards & rules.doubles) + count(harbors)


@rule
def least_and_most(rules, player):
    """Return the lowest and the highest number of a good that the warehouse can pay."""
    least = goods_worth(rules, player, 0)
    most = least
    for good in range(1, len(GOODS)):
        worth = goods_worth(rules, player, good)
        least = min(least, worth)
        most = max(most, worth)
    return least, most


@rule
def may_complete(rules, state, kind, least, most):
    """Return whether a card of the kind is left (BO-4.12) and the warehouse pays for it in full
    (BO-4.7)."""
    if state.stack[kind] == 0:
        return False
    if rules.mission_goods[kind] == ONE_GOOD:
        return most >= rules.mission_number[kind]
    return least >= rules.mission_number[kind]


@rule
def no_mission(rules, state) -> bool:
    """Return whether the mover can complete no mission, and so isn't asked for one."""
    least, most = least_and_most(rules, state.player[state.mover])
    for kind in range(rules.mission_kinds):
        if may_complete(rules, state, kind, least, most):
            return False
    return True


@rule
def offer_mission(rules, state, actions):
    """Offer one mission, or none (BO-4.1, BO-3.3); the same at the last chance (BO-11.7)."""
    least, most = least_and_most(rules, state.player[state.mover])
    actions[0] = act.PASS
    n = 1
    for kind in range(rules.mission_kinds):
        if may_complete(rules, state, kind, least, most):
            actions[n] = act.MISSION + kind
            n += 1
    return n


@rule
def choose_mission(rules, state, kind):
    """Set what is lacking: the full number of each good or, if one good is to be paid, of each good
    that the warehouse holds enough of (BO-4.2, BO-4.6)."""
    number = rules.mission_number[kind]
    me = state.player[state.mover]
    for good in range(len(GOODS)):
        if goods_worth(rules, me, good) >= number:
            state.lacks[good] = number
    state.mission = kind + 1
    state.phase = PAY


@rule
def offer_payment(rules, state, actions):
    """Offer the cards of the warehouse that reduce what the mission lacks (BO-4.9)."""
    me = state.player[state.mover]
    shipments = whole(0)
    harbors = whole(0)
    for good in range(len(GOODS)):
        if state.lacks[good] > 0:
            shipments |= rules.of_good[good]
            harbors |= whole(rules.harbors_of_good[good])
    n = list_cards(whole(me.shipments) & shipments, act.PAY, actions, 0)
    return list_cards(whole(me.harbors) & harbors, act.PAY_HARBOR, actions, n)


@rule
def pay_shipment(rules, state, card):
    """Pay a shipment; it goes to the discard pile (BO-4.10)."""
    state.player[state.mover].shipments ^= bit(card)
    state.discard |= bit(card)
    reduce_lack(rules, state, rules.good[card], rules.worth[card])


@rule
def pay_harbor(rules, state, card):
    """Pay a harbor; it leaves the game (BO-4.10)."""
    state.player[state.mover].harbors ^= bit(card)
    reduce_lack(rules, state, rules.harbor_good[card], 1)


@rule
def reduce_lack(rules, state, good, worth):
    """Reduce what is lacking without change (BO-4.8); the first card decides which one good is paid
    (BO-4.6)."""
    lack = state.lacks[good]
    if rules.mission_goods[state.mission - 1] == ONE_GOOD:
        for other in range(len(GOODS)):
            state.lacks[other] = 0
    state.lacks[good] = max(whole(lack) - whole(worth), whole(0))
    for other in range(len(GOODS)):
        if state.lacks[other] > 0:
            return
    complete_mission(state)


@rule
def complete_mission(state):
    """Lay the mission card in front of its owner until the end (BO-4.11)."""
    kind = state.mission - 1
    state.stack[kind] -= 1
    state.player[state.mover].missions[kind] += 1
    state.mission = 0
    end_missions(state)


@rule
def end_missions(state):
    """Go on to the companies (BO-3.2); after the end the next player has a last chance
    (BO-11.6)."""
    if state.chances == 0:
        state.phase = COMPANY
        return
    state.chances -= 1
    state.mover = left_of(state, state.mover)
    state.phase = MISSION if state.chances > 0 else END
