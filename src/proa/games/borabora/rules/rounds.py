"""The course of the game: turns, phases and rounds (BB-3.1, BB-12.1, BB-15.14, BB-17.1)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora.rules.dice import take_dice_back
from proa.games.borabora.rules.gods import number_of
from proa.games.borabora.rules.jewelry import clear_column
from proa.games.borabora.rules.preparation import line_up, things_to_deal
from proa.games.borabora.rules.question_stack import ZERO, push
from proa.games.borabora.rules.status import score_status
from proa.games.borabora.rules.temple import score_temple
from proa.games.borabora.state import (
    BUY,
    DEAL_CRANES,
    DEAL_FISH,
    DEAL_JEWELRY,
    DEAL_MEN,
    DEAL_PARROTS,
    DEAL_TASKS,
    DEAL_WOMEN,
    DICE,
    DRAW,
    FINAL,
    FIRST_CHANCE,
    FIRST_HUT,
    FISH,
    JEWELRY,
    MAN,
    MOST_OPEN,
    NEW_TASK,
    NONE,
    OPEN,
    ORDER,
    OVER_ALL,
    PEOPLE,
    PLACE,
    POSITIONS,
    REGIONS,
    ROLL,
    ROUNDS,
    TASK,
    WOMAN,
)

PARROTS_HELD = 2


@rule
def turns_of(rules, state) -> int:
    """Return how many turns the phase has."""
    players = whole(state.players)
    if has_run_dry(state):
        return whole(0)
    if state.phase == PLACE:
        return DICE * players
    if state.phase == DEAL_WOMEN or state.phase == DEAL_MEN:
        return whole(POSITIONS)
    if state.phase == DEAL_TASKS:
        return players + 2
    if state.phase == DEAL_FISH:
        return whole(len(REGIONS))
    if state.phase == DEAL_JEWELRY:
        return whole(len(JEWELRY))
    if state.phase == DEAL_PARROTS:
        return PARROTS_HELD * players
    if state.phase == DRAW:
        return rules.hand * players
    if state.phase == OPEN:
        return whole(rules.open_cards)
    return players


@rule
def has_run_dry(state):
    """Return whether a deal has nothing left to deal. In a game that never comes early; in loaded
    positions it may."""
    phase = whole(state.phase)
    if phase in (DRAW, OPEN):
        return number_of(state.deck) == 0
    return FIRST_CHANCE <= phase < ROLL and things_to_deal(state, phase) == 0


@rule
def next_turn(rules, state):
    """Start the next turn of the phase, or the first one of the next phase."""
    state.turn += 1
    while state.phase != OVER_ALL and state.turn >= turns_of(rules, state):
        state.turn = 0
        state.phase = next_phase(rules, state)
    if state.phase != ORDER:
        place = place_in_order(state.phase, state.turn + 0, state.players + 0)
        state.mover = state.order[place]
    if state.phase != OVER_ALL:
        push(state, whole(state.phase), ZERO, ZERO)


@rule
def place_in_order(phase, turn, players) -> int:
    """Return the place in turn order that has this turn (BB-3.3); first huts are in reverse order
    (BB-2.15)."""
    place = turn % players
    return players - 1 - place if phase == FIRST_HUT else place


@rule
def next_phase(rules, state):
    """Return the next phase, after doing what happens between the two. New tasks are taken in round
    6 as well (BB-15.11)."""
    if state.round == 0:
        return next_preparation(rules, state)
    if state.phase == DEAL_WOMEN:
        return DEAL_MEN
    if state.phase == DEAL_MEN:
        return DEAL_TASKS
    if state.phase == DEAL_TASKS:
        take_dice_back(state)
        return ROLL
    if state.phase == ROLL:
        return PLACE
    if state.phase == PLACE:
        return PEOPLE
    if state.phase == PEOPLE:
        score_status(rules, state)
        score_temple(rules, state)
        return BUY
    if state.phase == BUY:
        clear_column(state)
        return TASK
    if state.phase == TASK:
        return NEW_TASK
    if state.phase == NEW_TASK:
        return end_round(state)
    return OVER_ALL


@rule
def next_preparation(rules, state):
    """Return the next step of the preparation, in the order of the rule book where it matters."""
    if state.phase == ORDER:
        line_up(state)
        state.deal = (whole(1) << len(FISH)) - 1
        return DEAL_FISH
    if state.phase == DEAL_FISH:
        state.deal = (whole(1) << len(JEWELRY)) - 1
        return DEAL_JEWELRY
    if state.phase == DEAL_JEWELRY:
        state.deal = whole(rules.cranes)
        return DEAL_CRANES
    if state.phase == DEAL_CRANES:
        state.deal = 0
        return DEAL_PARROTS
    if state.phase == DEAL_PARROTS:
        return DRAW
    if state.phase == DRAW:
        return OPEN
    if state.phase == OPEN:
        return DEAL_WOMEN
    if state.phase == DEAL_WOMEN:
        return DEAL_MEN
    if state.phase == DEAL_MEN:
        return DEAL_TASKS
    if state.phase == DEAL_TASKS:
        return FIRST_HUT
    state.round = 1
    return ROLL


@rule
def end_round(state):
    """Remove what was not taken from the game (BB-15.12); priests stay (BB-7.6). After round 6 the
    final tasks follow (BB-17.1)."""
    for position in range(POSITIONS):
        state.display[WOMAN][position] = NONE
        state.display[MAN][position] = NONE
    for i in range(MOST_OPEN):
        state.offer[i] = NONE
    if state.round == ROUNDS:
        return FINAL
    state.round += 1
    return DEAL_WOMEN
