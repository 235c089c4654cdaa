"""13. What everyone knows: resampling what a seat can't know."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.rng import below, next_number, rekey
from proa.games.borneo.rules.fight import contested, may_attack
from proa.games.borneo.rules.sets import any_of, bit, count, nth_of
from proa.games.borneo.state import ATTACK, HARBOR, SHIPMENT

DEALS = 256
"""The number of random deals before :func:`resample` repairs one instead."""


@rule
def resample(rules, state, seat, rng):
    """Deal the other hands and the deck anew from the cards that the seat can't see (BO-13.1,
    BO-13.6), so that what is known of hands stays true (BO-13.7).

    Deals are drawn until one is possible: each possible deal is equally likely, whatever players
    have chosen (BO-13.8). After ``DEALS`` tries the last deal is repaired by exchanging cards.
    """
    put_back_picks(state, seat)
    tries = 0
    deal_unseen(state, seat, rng)
    while not is_possible(rules, state, seat) and tries < DEALS:
        deal_unseen(state, seat, rng)
        tries += 1
    while not is_possible(rules, state, seat):
        exchange_a_card(rules, state, seat, rng)
    rekey(state, rng)


@rule
def put_back_picks(state, seat):
    """Forget what the mover has chosen so far: others know neither the cards nor their number
    (BO-13.5)."""
    if state.mover != seat:
        state.picked = 0
        if state.phase == HARBOR:
            state.phase = SHIPMENT


@rule
def deal_unseen(state, seat, rng):
    """Deal each other hand as many cards as it has; the rest is the deck."""
    pool = unseen(state, seat)
    for other in range(state.players):
        if other != seat:
            player = state.player[other]
            cards = whole(0)
            for _ in range(count(whole(player.hand))):
                card = bit(any_of(pool, next_number(rng)))
                cards |= card
                pool ^= card
            player.hand = cards
    state.deck = pool


@rule
def wanted(rules, state, seat):
    """Return company + 1 if the seat's hand is known to hold a card of the company but does not;
    else 0."""
    player = state.player[seat]
    if player.kept > 0 and player.hand & rules.shows[player.kept - 1] == 0:
        return whole(player.kept)
    if state.phase == ATTACK and state.mover == seat:
        if not may_attack(rules, player.hand, contested(state)):
            return whole(state.fight.company)
    return whole(0)


@rule
def is_possible(rules, state, seat):
    """Return whether all other hands hold what they are known to hold: a fighter has kept a
    matching card (BO-13.7), an attacker has enough to attack with (BO-6.5)."""
    for other in range(state.players):
        if other != seat and wanted(rules, state, other) > 0:
            return False
    return True


@rule
def exchange_a_card(rules, state, seat, rng):
    """Give a hand that lacks a card of a company one that the seat can't see, for one of its own.
    Repeating this ends, because it can reach every deal."""
    for other in range(state.players):
        if other != seat and wanted(rules, state, other) > 0:
            mine = whole(state.player[other].hand)
            shown = rules.shows[wanted(rules, state, other) - 1]
            give = nth_of(mine, below(rng, count(mine)))
            elsewhere = unseen(state, seat) & ~mine & shown
            if elsewhere != 0:
                swap(state, seat, give, nth_of(elsewhere, below(rng, count(elsewhere))))
            return


@rule
def unseen(state, seat):
    """Return the cards of the deck and of all hands but the seat's."""
    cards = whole(state.deck)
    for other in range(state.players):
        if other != seat:
            cards |= state.player[other].hand
    return cards


@rule
def swap(state, seat, one, two):
    """Exchange two unseen cards."""
    both = bit(one) | bit(two)
    if count(state.deck & both) == 1:
        state.deck ^= both
    for other in range(state.players):
        if other != seat and count(state.player[other].hand & both) == 1:
            state.player[other].hand ^= both
