"""2. Preparation: cards are dealt, harbors turned up, merchants placed."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo import actions as act
from proa.games.borneo.rules.rows import append, left_of, merchants_placed, owner
from proa.games.borneo.rules.sets import bit
from proa.games.borneo.state import (
    COMPANIES,
    DEAL,
    FIRST,
    HAND,
    MISSION,
    MOST_MERCHANTS,
    OPEN,
    PLACE,
    TURN_UP,
)


@rule
def start(rules, state, players):
    """Put all shipments (BO-2.1) and harbors (BO-2.2) face down, all missions in their stack
    (BO-2.4)."""
    state.players = players
    state.phase = FIRST
    state.deck = bit(rules.shipments) - 1
    state.harbor_deck = bit(rules.harbors) - 1
    for kind in range(rules.mission_kinds):
        state.stack[kind] = rules.mission_cards[kind]


@rule
def draw_first_player(state, seat):
    """Set the first player, whom chance draws (BO-2.6)."""
    state.first = seat
    state.active = seat
    state.mover = seat
    state.due = HAND
    state.phase = DEAL


@rule
def deal(state, card):
    """Deal three cards to each player, whose hand is secret (BO-2.1)."""
    state.deck ^= bit(card)
    state.player[state.mover].hand |= bit(card)
    state.due -= 1
    if state.due == 0:
        state.mover = left_of(state, state.mover)
        state.due = HAND
        if state.mover == state.first:
            state.due = 0
            state.phase = TURN_UP


@rule
def turn_up(state, card):
    """Put the top harbor card in the empty place (BO-2.2, BO-7.12). Return True when three are
    open."""
    slot = 0
    while state.harbor[slot].card != 0:
        slot += 1
    state.harbor[slot].card = card + 1
    state.harbor_deck ^= bit(card)
    while slot < OPEN and state.harbor[slot].card != 0:
        slot += 1
    return slot == OPEN


@rule
def placing_seat(state, n) -> int:
    """Return who places the merchant after n others: clockwise, in reverse, clockwise (BO-2.8);
    with a fourth merchant in reverse again (BO-14.3)."""
    players = whole(state.players)
    step = n % players
    if n // players % 2 == 1:
        step = players - 1 - step
    return (state.first + step) % players


@rule
def begin_placement(state):
    """Let the first player place the first merchant (BO-2.7, BO-2.8)."""
    state.mover = state.first
    state.phase = PLACE


@rule
def may_place(state, company):
    """Return whether the row doesn't end with an own merchant (BO-2.9)."""
    row = state.row[company]
    return row.length == 0 or owner(row.place[row.length - 1]) != state.mover


@rule
def offer_place(state, actions):
    """Offer the right ends of the rows (BO-2.7)."""
    n = 0
    for company in range(len(COMPANIES)):
        if may_place(state, company):
            actions[n] = act.TO + company
            n += 1
    return n


@rule
def place(rules, state, company):
    """Place a merchant (BO-2.7); after the last, with three players the ninth (BO-2.11), the first
    player begins (BO-2.12)."""
    n = merchants_placed(state)
    append(state, company, 1 + MOST_MERCHANTS * state.mover + n // state.players)
    n += 1
    if n < rules.merchants * state.players:
        state.mover = placing_seat(state, n)
    else:
        state.turn = 1
        state.mover = state.first
        state.phase = MISSION
