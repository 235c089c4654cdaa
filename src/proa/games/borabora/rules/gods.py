"""The Gods and their cards (BB-16), each asked for at its own time (BB-16.8)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.borabora import actions as act
from proa.games.borabora.rules.question_stack import ONE, ZERO, pop, push, top
from proa.games.borabora.state import COLOURS, DRAW, OPEN

# -- The cards -------------------------------------------------------------------------------


@rule
def number_of(cards) -> int:
    """Return how many God cards there are in a hand, a pile or the open row."""
    return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]


@rule
def may_draw(state):
    """Return whether there is a card in the draw pile or the discard pile (BB-16.7)."""
    return number_of(state.deck) + number_of(state.discard) > 0


@rule
def draw_card(state, kind):
    """Let chance draw a card; an empty draw pile is refilled from the discard pile (BB-16.6)."""
    if number_of(state.deck) == 0:
        for god in range(COLOURS):
            state.deck[god] = state.discard[god]
            state.discard[god] = 0
    push(state, kind, ZERO, ZERO)


@rule
def refill(rules, state):
    """Replace an open card that was taken, as soon as there is a card (BB-6.11, BB-16.7)."""
    if number_of(state.row) < rules.open_cards and may_draw(state):
        draw_card(state, OPEN)


@rule
def drawn(rules, state, me, god):
    """Outcome: move a card from the draw pile into the mover's hidden hand."""
    pop(state)
    state.deck[god] -= 1
    me.hand[god] += 1


@rule
def opened(rules, state, god):
    """Outcome: lay a card of the draw pile into the open row."""
    pop(state)
    state.deck[god] -= 1
    state.row[god] += 1
    if state.phase != OPEN:
        refill(rules, state)


@rule
def card_to_take(state):
    """Return whether any God card can be taken."""
    return number_of(state.row) > 0 or may_draw(state)


@rule
def offer_cards(state, actions, n):
    """Offer the top card of the draw pile or one of the open ones (BB-6.11, BB-10.3)."""
    if may_draw(state):
        actions[n] = act.DECK
        n += 1
    for god in range(COLOURS):
        if state.row[god] > 0:
            actions[n] = act.OPEN + god
            n += 1
    return n


@rule
def take_card(rules, state, me, action):
    """Take a God card; everybody knows one from the open row (BB-1.26)."""
    if action == act.DECK:
        draw_card(state, DRAW)
    else:
        god = action - act.OPEN
        state.row[god] -= 1
        me.hand[god] += 1
        me.known[god] += 1
        refill(rules, state)


# -- Paying for a God ------------------------------------------------------------------------


@rule
def may_seem_to_pay(me):
    """Return whether the player could pay for a God, judging by public information. Only then does
    the game ask for one."""
    return me.god_tiles > 0 or (me.offerings > 0 and number_of(me.hand) > 0)


@rule
def may_pay(me, god) -> bool:
    """Return whether a God can be paid for (BB-16.1): by tile (BB-16.4), or with an offering
    (BB-16.2) by one card of its colour or two of any one colour (BB-16.3)."""
    if me.god_tiles > 0:
        return True
    if me.offerings == 0:
        return False
    if me.hand[god] > 0:
        return True
    for colour in range(COLOURS):
        if me.hand[colour] > 1:
            return True
    return False


@rule
def can_give(me, god, way) -> bool:
    """Return whether one way of paying for a God is possible (BB-16.1)."""
    if way == act.TILE:
        return me.god_tiles > 0
    if way == act.CARD:
        return me.offerings > 0 and me.hand[god] > 0
    return me.offerings > 0 and me.hand[way - act.PAIR] > 1


@rule
def give(me, god, way, times):
    """Take away the cost of a way of paying (``times`` 1) or give it back (-1)."""
    if way == act.TILE:
        me.god_tiles -= times
        return
    me.offerings -= times
    if way == act.CARD:
        me.hand[god] -= times
    else:
        me.hand[way - act.PAIR] -= 2 * times


@rule
def may_pay_both(me, god, other):
    """Return whether two Gods can be paid for, each by itself (BB-16.13)."""
    for way in range(act.CARD, act.TILE + 1):
        if leaves_enough(me, god, way, other):
            return True
    return False


@rule
def leaves_enough(me, god, way, other):
    """Return whether the other God can still be paid for after this payment (BB-3.9)."""
    if not can_give(me, god, way):
        return False
    give(me, god, way, ONE)
    enough = may_pay(me, other)
    give(me, god, way, -ONE)
    return enough


@rule
def offer_payments(me, god, actions, n):
    """Offer the ways to pay for a God (BB-16.1)."""
    for way in range(act.CARD, act.TILE + 1):
        if can_give(me, god, way):
            actions[n] = way
            n += 1
    return n


@rule
def pay(rules, state, me, god, way):
    """Pay for a God: cards go to the discard pile (BB-16.5), known ones first (BB-1.26); the
    offering or the God tile is gone."""
    give(me, god, way, ONE)
    if way == act.TILE:
        return
    colour = god if way == act.CARD else way - act.PAIR
    number = 1 if way == act.CARD else 2
    state.discard[colour] += number
    me.known[colour] = max(me.known[colour] - number, 0)
    refill(rules, state)


@rule
def no_red(state, me):
    """Skip the Red God if the player publicly can't pay."""
    if may_seem_to_pay(me):
        return False
    pop(state)
    return True


@rule
def offer_god(me, god, free, actions):
    """Offer to decline, if the action begun doesn't need the God (BB-3.9), and the ways to pay."""
    n = ZERO
    if free == 1:
        actions[n] = act.NO
        n += 1
    return offer_payments(me, god, actions, n)


@rule
def strengthen(state, b):
    """Strengthen the question below by a White or Green God."""
    top(state).b = b
