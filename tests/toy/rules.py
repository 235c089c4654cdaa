"""The rules of the toy game.

Cards are dealt face down. In each turn the tide says how many cards may be laid; then the mover
either draws a card, or chooses cards face down one by one and lays them. Laid cards score points,
and equal ones score more. At the end the best card in the hand counts too.
"""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.rng import below, rekey
from proa.engine.core.verbs import CHANCE, OVER
from toy.actions import CARD, CHOOSE, DRAW, LAY, PASS, TIDE
from toy.state import CHOOSING, DEALING, DECIDING, DRAWING, ENDED, TURNING, VALUES


@rule
def total(cards):
    """Return the number of cards."""
    n = 0
    for v in range(VALUES):
        n += cards[v]
    return n


@rule
def start(rules, state, players):
    """Put all cards into the deck; dealing comes first."""
    state.players = players
    state.phase = DEALING
    for v in range(VALUES):
        state.deck[v] = rules.cards[v]


@rule
def to_move(rules, state):
    """Return the seat that decides, CHANCE or OVER."""
    if state.phase == ENDED:
        return OVER
    if state.phase in (DEALING, TURNING, DRAWING):
        return CHANCE
    return whole(state.mover)


@rule
def legal(rules, state, actions):
    """Fill ``actions`` with the legal actions or the possible outcomes."""
    if state.phase == TURNING:
        return offer_tides(rules, state, actions)
    if state.phase == DEALING or state.phase == DRAWING:
        return offer_values(state.deck, whole(CARD), actions, 0)
    return offer_turn(rules, state, actions)


@rule
def offer_tides(rules, state, actions):
    """Fill ``actions`` with every tide; in calm weather only the highest."""
    n = 0
    for tide in range(rules.tides):
        if not rules.calm or tide == rules.tides - 1:
            actions[n] = TIDE + tide
            n += 1
    return n


@rule
def offer_values(cards, first, actions, n):
    """Append one action for each value that has a card."""
    for v in range(VALUES):
        if cards[v] > 0:
            actions[n] = first + v
            n += 1
    return n


@rule
def offer_turn(rules, state, actions):
    """Fill ``actions``: draw, choose a card, or lay the chosen ones; pass if there is nothing
    else."""
    me = state.player[state.mover]
    n = 0
    if state.phase == DECIDING and total(state.deck) > 0 and me.held < rules.most:
        actions[n] = DRAW
        n += 1
    if state.phase == DECIDING and n == 0 and me.held == 0:
        actions[n] = PASS
        n += 1
    if state.phase == CHOOSING:
        actions[n] = LAY
        n += 1
    if total(state.chosen) < state.tide:
        n = offer_values(me.hand, whole(CHOOSE), actions, n)
    return n


@rule
def outcomes(rules, state, weights):
    """Fill ``weights``: tides are equally likely, cards by the number that is left."""
    n = 0
    if state.phase == TURNING:
        while n < (1 if rules.calm else rules.tides):
            weights[n] = 1
            n += 1
        return n
    for v in range(VALUES):
        if state.deck[v] > 0:
            weights[n] = state.deck[v]
            n += 1
    return whole(total(state.deck))


@rule
def apply(rules, state, action):
    """Apply an action or an outcome."""
    if action >= TIDE:
        state.tide = action - TIDE + 1
        state.phase = DECIDING
    elif action >= CARD:
        take_card(rules, state, action - CARD)
    elif action >= CHOOSE:
        state.player[state.mover].hand[action - CHOOSE] -= 1
        state.chosen[action - CHOOSE] += 1
        state.phase = CHOOSING
    elif action == DRAW:
        state.phase = DRAWING
    else:
        if action == LAY:
            lay(rules, state)
        end_turn(rules, state)


@rule
def take_card(rules, state, v):
    """Move a card from the deck to the mover's hand; dealing goes round."""
    state.deck[v] -= 1
    me = state.player[state.mover]
    me.hand[v] += 1
    me.held += 1
    if state.phase == DRAWING:
        end_turn(rules, state)
        return
    state.mover = (state.mover + 1) % state.players
    if state.player[state.mover].held == rules.hand:
        state.phase = TURNING


@rule
def lay(rules, state):
    """Turn up the chosen cards and count them."""
    me = state.player[state.mover]
    for v in range(VALUES):
        n = whole(state.chosen[v])
        me.laid += n * (v + 1)
        if n > 1:
            me.pairs += rules.pair * (n - 1)
        me.held -= n
        state.open[v] += n
        state.chosen[v] = 0


@rule
def end_turn(rules, state):
    """Start the next player's turn, or end the game."""
    state.turns += 1
    state.tide = 0
    state.mover = (state.mover + 1) % state.players
    state.phase = TURNING
    if state.turns == rules.rounds * state.players:
        state.phase = ENDED


@rule
def best_kept(state, seat):
    """Return the highest value in a hand, chosen cards included; 0 for an empty one."""
    best = 0
    for v in range(VALUES):
        chosen = state.chosen[v] if seat == state.mover else 0
        if state.player[seat].hand[v] + chosen > 0:
            best = v + 1
    return best


@rule
def sheet(rules, state, seat, out):
    """Fill ``out`` with points by source: laid cards, pairs, the best card in the hand."""
    out[0] = state.player[seat].laid
    out[1] = state.player[seat].pairs
    out[2] = best_kept(state, seat)


@rule
def points(state, seat):
    """Return the sum of a seat's sheet."""
    me = state.player[seat]
    return whole(me.laid) + whole(me.pairs) + best_kept(state, seat)


@rule
def scores(rules, state, out):
    """Fill ``out`` with the points of every seat."""
    for seat in range(state.players):
        out[seat] = points(state, whole(seat))


@rule
def strength(state, seat):
    """Return the number by which seats are ranked: points, then fewer cards in the hand."""
    return points(state, seat) * 100 - state.player[seat].held


@rule
def returns(rules, state, out):
    """Fill ``out`` with 1/k for each of k winners."""
    best = strength(state, whole(0))
    for seat in range(1, state.players):
        best = max(best, strength(state, whole(seat)))
    winners = 0
    for seat in range(state.players):
        winners += strength(state, whole(seat)) == best
    for seat in range(state.players):
        out[seat] = 1.0 / winners if strength(state, whole(seat)) == best else 0.0


@rule
def resample(rules, state, seat, rng):
    """Deal the cards that ``seat`` does not see anew."""
    choosing = state.phase == CHOOSING and state.mover != seat
    if choosing:
        move_all(state.chosen, state.deck)
    for other in range(state.players):
        if other != seat:
            move_all(state.player[other].hand, state.deck)
    for other in range(state.players):
        if other != seat:
            for _ in range(state.player[other].held):
                move_one(state.deck, state.player[other].hand, rng)
    if choosing:
        choose_again(state, rng)
    rekey(state, rng)


@rule
def move_all(source, target):
    """Move all cards from one set to another."""
    for v in range(VALUES):
        target[v] += source[v]
        source[v] = 0


@rule
def move_one(source, target, rng):
    """Move one random card from one set to another."""
    left = below(rng, whole(total(source)))
    v = 0
    while left >= source[v]:
        left -= source[v]
        v += 1
    source[v] -= 1
    target[v] += 1


@rule
def choose_again(state, rng):
    """Choose cards for the mover again: at least one, at most what tide and hand allow."""
    me = state.player[state.mover]
    for _ in range(1 + below(rng, whole(min(state.tide, me.held)))):
        move_one(me.hand, state.chosen, rng)
