"""8 and 9. Monopoly and shared distribution: who takes the goods of a harbor, in which order.

Both are one procedure: the merchants of some companies choose in turn, the first-ranked of each
company in order, then the second-ranked, and so on. A monopoly is the case of one company.
"""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.ending import end_game
from proa.games.borneo.rules.harbors import by_standing
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.rules.sets import bit, list_cards
from proa.games.borneo.state import MONOPOLY, PICK, SHARED, TURN_UP


@rule
def begin_monopoly(state, slot, company):
    """Give all goods to the merchants of one company (BO-8.1)."""
    distribution = state.distribution
    distribution.kind = MONOPOLY
    distribution.slot = slot
    distribution.harbor = state.harbor[slot].card
    distribution.companies = 1
    distribution.order[0] = company
    begin_picks(state)


@rule
def begin_shared_distribution(rules, state, slot):
    """Give the harbor to the player of the last shipment (BO-9.1); the companies take part in the
    order of their visible flags (BO-9.2)."""
    distribution = state.distribution
    harbor = state.harbor[slot]
    distribution.kind = SHARED
    distribution.slot = slot
    distribution.harbor = harbor.card
    distribution.companies = by_standing(rules, harbor, distribution.order)
    take_harbor(state, harbor, state.active)
    begin_picks(state)


@rule
def take_harbor(state, harbor, seat):
    """Put a harbor card into a warehouse (BO-8.2, BO-9.1)."""
    state.player[seat].harbors |= bit(harbor.card - 1)
    harbor.card = 0


@rule
def begin_picks(state):
    """Let the first-ranked choose first; without any merchant nobody receives anything (BO-8.6,
    BO-9.9)."""
    if most_merchants(state) > 0:
        next_pick(state)
    else:
        discard_pile(state)
        end_distribution(state)


@rule
def most_merchants(state) -> int:
    """Return the highest number of merchants in one of the companies that take part."""
    most = whole(0)
    for i in range(state.distribution.companies):
        most = max(most, whole(state.row[state.distribution.order[i]].length))
    return most


@rule
def next_pick(state):
    """Find the next merchant to choose: rank by rank (BO-8.3, BO-9.6), skipping companies without
    one (BO-9.5, BO-9.7), after the last rank again from the first (BO-8.4, BO-9.8)."""
    distribution = state.distribution
    while True:
        if distribution.turn == distribution.companies:
            distribution.turn = 0
            distribution.rank += 1
            if distribution.rank == most_merchants(state):
                distribution.rank = 0
        row = state.row[distribution.order[distribution.turn]]
        if distribution.rank < row.length:
            # The merchant's owner chooses (BO-7.10).
            state.mover = owner(row.place[distribution.rank])
            state.phase = PICK
            return
        distribution.turn += 1


@rule
def offer_pick(state, actions):
    """Offer any shipment that is left at the harbor."""
    harbor = state.harbor[state.distribution.slot]
    cards = whole(0)
    for i in range(harbor.laid):
        cards |= bit(harbor.pile[i])
    return list_cards(cards, act.TAKE, actions, 0)


@rule
def take(state, card):
    """Put a card into the owner's warehouse (BO-7.11); in a monopoly the first to choose takes the
    harbor card as well (BO-8.2)."""
    distribution = state.distribution
    harbor = state.harbor[distribution.slot]
    take_from_pile(harbor, card)
    state.player[state.mover].shipments |= bit(card)
    if harbor.card != 0:
        take_harbor(state, harbor, state.mover)
    if harbor.laid == 0:
        end_distribution(state)
    else:
        distribution.turn += 1
        next_pick(state)


@rule
def take_from_pile(harbor, card):
    """Remove a card; the others keep their order."""
    i = 0
    while harbor.pile[i] != card:
        i += 1
    harbor.laid -= 1
    for k in range(i, harbor.laid):
        harbor.pile[k] = harbor.pile[k + 1]
    harbor.pile[harbor.laid] = 0


@rule
def discard_pile(state):
    """Move the shipments to the discard pile; a harbor card still there leaves the game (BO-8.6,
    BO-9.9)."""
    harbor = state.harbor[state.distribution.slot]
    for i in range(harbor.laid):
        state.discard |= bit(harbor.pile[i])
        harbor.pile[i] = 0
    harbor.laid = 0
    harbor.card = 0


@rule
def end_distribution(state):
    """Turn up a new harbor (BO-7.12) or end the game (BO-11.1), before any cards are drawn
    (BO-11.2)."""
    distribution = state.distribution
    distribution.kind = 0
    distribution.slot = 0
    distribution.harbor = 0
    for i in range(distribution.companies):
        distribution.order[i] = 0
    distribution.companies = 0
    distribution.turn = 0
    distribution.rank = 0
    state.mover = state.active
    if state.harbor_deck == 0:
        end_game(state)
    else:
        state.phase = TURN_UP
