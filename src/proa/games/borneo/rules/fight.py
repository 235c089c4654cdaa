"""6. The fight: cards of attack and defence, and the new places of the two merchants."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.rows import append, leave, owner
from proa.games.borneo.rules.sets import bit, count, has_several, list_cards
from proa.games.borneo.state import ATTACK, BEATEN, COMPANIES, DEFEND, REWARD, SHIPMENT


@rule
def contested(state):
    """Return the company in which the fight takes place (BO-6.1)."""
    return whole(state.fight.company) - 1


@rule
def may_attack(rules, hand, company) -> bool:
    """Return whether the hand has a card for a fight for the company. It must show the company
    (BO-6.4), and one like it must stay (BO-6.5); with the option "any" (BO-14.2) one card of any
    kind, which must stay in any case (BO-6.20)."""
    matching = whole(hand) & rules.shows[company]
    if rules.keep_any:
        return matching != 0 and has_several(whole(hand))
    return has_several(matching)


@rule
def spare(rules, state) -> int:
    """Return how many more cards the mover may choose for the fight: one card that shows the
    company stays (BO-6.5); with the option "any" one card of any kind (BO-14.2)."""
    left = whole(state.player[state.mover].hand) & ~state.picked
    matching = count(left & rules.shows[contested(state)])
    return min(matching, count(left) - 1) if rules.keep_any else matching - 1


@rule
def playable(rules, state, hand) -> int:
    """Return the cards of a hand that may still be chosen for the fight (BO-6.4, BO-6.5)."""
    left = whole(hand) & ~state.picked
    if not may_attack(rules, left, contested(state)):
        return whole(0)
    return left & rules.shows[contested(state)]


@rule
def attack(state, place):
    """Name the attacked merchant (BO-6.1)."""
    state.fight.defender = place
    state.phase = ATTACK


@rule
def offer_attack(rules, state, actions):
    """Offer one or more cards (BO-6.3)."""
    n = 0
    if state.picked != 0:
        actions[0] = act.COMMIT
        n = 1
    return list_cards(playable(rules, state, state.player[state.mover].hand), act.PLAY, actions, n)


@rule
def offer_defence(rules, state, actions):
    """Offer at most as many cards as the attacker has played (BO-6.7), or none (BO-6.8)."""
    actions[0] = act.COMMIT
    if count(whole(state.picked)) == count(whole(state.fight.attack)):
        return 1
    return list_cards(playable(rules, state, state.player[state.mover].hand), act.PLAY, actions, 1)


@rule
def choose_card(state, card):
    """Choose a card of the hand; the others don't see it yet (BO-13.4)."""
    state.picked |= bit(card)


@rule
def lay_out(rules, state):
    """Take the chosen cards out of the hand and return them as a set. With the usual option a card
    that shows the company has stayed, and all know that (BO-6.5, BO-13.7)."""
    me = state.player[state.mover]
    cards = whole(state.picked)
    me.hand ^= cards
    state.picked = 0
    if cards != 0:
        me.kept = 0 if rules.keep_any else state.fight.company
    return cards


@rule
def commit_attack(rules, state):
    """Lay the attack on the table; the defending player answers once (BO-6.6)."""
    state.fight.attack = lay_out(rules, state)
    state.mover = owner(state.row[contested(state)].place[state.fight.defender])
    state.phase = DEFEND


@rule
def commit_defence(rules, state):
    """Compare the flags; the attacker wins ties (BO-6.11, BO-6.16)."""
    fight = state.fight
    fight.defence = lay_out(rules, state)
    company = contested(state)
    attacking = flags(rules, whole(fight.attack), company)
    if attacking >= flags(rules, whole(fight.defence), company) + bonus(fight):
        take_place(state)
    elif fight.defence != 0:
        state.phase = REWARD
    else:
        # The bonus alone won: there is no card to keep (BO-6.18).
        end_fight(state)


@rule
def flags(rules, cards, company) -> int:
    """Return how many flags of a company a set of cards shows on both lines (BO-6.9)."""
    bits = rules.flag_bits[company]
    return count(cards & bits[0]) + 2 * count(cards & bits[1]) + 4 * count(cards & bits[2])


@rule
def bonus(fight) -> int:
    """Return one for each merchant between the two (BO-6.10)."""
    return fight.attacker - fight.defender - 1


@rule
def take_place(state):
    """Put the attacker in the defender's place (BO-6.12); the beaten merchant waits in the
    attacker's old place until its owner has decided (BO-6.13)."""
    fight = state.fight
    place = state.row[contested(state)].place
    beaten = place[fight.defender]
    place[fight.defender] = place[fight.attacker]
    place[fight.attacker] = beaten
    state.phase = BEATEN


@rule
def offer_beaten(state, actions):
    """Offer the attacker's old place, or the right end of any row (BO-6.13, BO-6.14). If the old
    place is the last of its row, both are the same (BO-6.15)."""
    actions[0] = act.VACATED
    n = 1
    here = contested(state)
    last = whole(state.row[here].length) - 1
    for company in range(len(COMPANIES)):
        if company != here or state.fight.attacker != last:
            actions[n] = act.TO + company
            n += 1
    return n


@rule
def fall_back(state, company):
    """Move the beaten merchant to the right end of a row; its old row closes up (BO-6.15)."""
    append(state, company, leave(state, contested(state), whole(state.fight.attacker)))
    end_fight(state)


@rule
def offer_reward(state, actions):
    """Offer one of the cards of the defence as a good, or none (BO-6.17)."""
    actions[0] = act.PASS
    return list_cards(whole(state.fight.defence), act.KEEP, actions, 1)


@rule
def keep_as_good(state, card):
    """Put the card into the defending player's warehouse (BO-6.17)."""
    state.fight.defence ^= bit(card)
    state.player[state.mover].shipments |= bit(card)
    end_fight(state)


@rule
def end_fight(state):
    """Discard the cards played (BO-6.19); the turn goes on with the shipment."""
    fight = state.fight
    state.discard |= fight.attack | fight.defence
    fight.company = 0
    fight.attacker = 0
    fight.defender = 0
    fight.attack = 0
    fight.defence = 0
    state.mover = state.active
    state.phase = SHIPMENT
