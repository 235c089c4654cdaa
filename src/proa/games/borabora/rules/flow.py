"""The verbs of Bora Bora: whose move it is, the legal actions, and the dispatch of each action."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.verbs import CHANCE, OVER
from proa.games.borabora.rules.build import build, choose_building, offer_buildings, offer_sites
from proa.games.borabora.rules.chance import happen, list_outcomes
from proa.games.borabora.rules.dice import (
    blue_god,
    no_white,
    offer_blue,
    offer_places,
    place,
    white_god,
)
from proa.games.borabora.rules.expand import (
    expand,
    no_resource,
    offer_expand,
    offer_hut,
    offer_resource,
    red_god,
    take_hut,
    take_resource,
)
from proa.games.borabora.rules.fire import offer_gift, offer_step, take_gift, take_step
from proa.games.borabora.rules.gods import card_to_take, no_red, offer_god
from proa.games.borabora.rules.helper import (
    can_move_hut,
    choose_card,
    choose_move,
    offer_more_cards,
    offer_moves,
    offer_trades,
    trade,
)
from proa.games.borabora.rules.jewelry import buy, no_buy, offer_jewelry
from proa.games.borabora.rules.materials import (
    choose_material,
    no_space,
    offer_materials,
    offer_spaces,
    place_material,
)
from proa.games.borabora.rules.men_and_women import (
    gain,
    green_god,
    no_people,
    offer_green,
    offer_people,
    use,
)
from proa.games.borabora.rules.persons import offer_persons, take_person
from proa.games.borabora.rules.preparation import offer_first_huts, place_first_hut
from proa.games.borabora.rules.question_stack import ONE, pop, top
from proa.games.borabora.rules.rounds import next_turn
from proa.games.borabora.rules.tasks import (
    choose_task,
    deal_with_task,
    offer_new_tasks,
    offer_tasks,
    offer_yellow,
    yellow_god,
)
from proa.games.borabora.rules.temple import offer_temple, place_priest
from proa.games.borabora.state import (
    ASK_BLUE,
    ASK_GREEN,
    ASK_RED,
    ASK_WHITE,
    ASK_YELLOW,
    BUILD,
    BUY,
    CARDS,
    EXPAND,
    FINAL,
    FIRST_CHANCE,
    FIRST_HUT,
    GAIN,
    GIFT,
    HELPER,
    HUT,
    HUTS,
    MATERIAL,
    NEW_TASK,
    OVER_ALL,
    PEOPLE,
    PERSON,
    PLACE,
    RED,
    RESOURCE,
    SITE,
    SPACE,
    STEP,
    TASK,
    TEMPLE,
    WHITE,
)


@rule
def to_move(rules, state):
    """Return the seat that decides, CHANCE or OVER."""
    if state.phase == OVER_ALL:
        return whole(OVER)
    if top(state).kind >= FIRST_CHANCE:
        return whole(CHANCE)
    return whole(state.mover)


@rule
def legal(rules, state, actions) -> int:
    """Fill ``actions`` with the legal answers to the current question, ascending."""
    kind = whole(top(state).kind)
    if kind >= FIRST_CHANCE:
        return whole(list_outcomes(rules, state, kind, actions))
    me = state.player[state.mover]
    if kind < SITE:
        return whole(offer_action(rules, state, me, kind, actions))
    if kind < PEOPLE:
        return whole(offer_sequel(rules, state, me, kind, actions))
    return whole(offer_late(rules, state, me, kind, actions))


@rule
def offer_action(rules, state, me, kind, actions):
    """Offer answers about first huts, dice and what actions ask first."""
    if kind == PLACE:
        return offer_places(rules, state, me, actions)
    if kind == ASK_BLUE:
        return offer_blue(rules, state, me, actions)
    if kind == ASK_WHITE:
        return offer_god(me, WHITE, whole(top(state).a == 0), actions)
    if kind == EXPAND:
        return offer_expand(rules, state, me, actions)
    if kind == HUT:
        return offer_hut(rules, state, me, actions)
    if kind == RESOURCE:
        return offer_resource(rules, state, me, actions)
    if kind == ASK_RED:
        return offer_god(me, RED, ONE, actions)
    if kind == PERSON:
        return offer_persons(rules, state, me, actions)
    if kind == HELPER:
        return offer_trades(rules, state, me, actions)
    if kind == TEMPLE:
        return offer_temple(rules, state, me, actions)
    if kind == BUILD:
        return offer_buildings(rules, state, me, actions)
    return offer_first_huts(rules, state, me, actions)


@rule
def offer_sequel(rules, state, me, kind, actions):
    """Offer the places of a building or a material, and the Fire Bonus."""
    if kind == SITE:
        return offer_sites(rules, state, me, actions)
    if kind == GIFT:
        return offer_gift(rules, state, me, actions)
    if kind == STEP:
        return offer_step(rules, state, me, actions)
    return offer_spaces(rules, state, me, actions)


@rule
def offer_late(rules, state, me, kind, actions):
    """Offer answers in phases B and C."""
    if kind == PEOPLE:
        return offer_people(rules, state, me, actions)
    if kind == ASK_GREEN:
        return offer_green(rules, state, me, actions)
    if kind == MATERIAL:
        return offer_materials(rules, state, me, actions)
    if kind == CARDS:
        return offer_more_cards(rules, state, me, actions)
    if kind == HUTS:
        return offer_moves(rules, state, me, actions)
    if kind == BUY:
        return offer_jewelry(rules, state, me, actions)
    if kind == ASK_YELLOW:
        return offer_yellow(rules, state, me, actions)
    if kind == NEW_TASK:
        return offer_new_tasks(rules, state, me, actions)
    return offer_tasks(rules, state, me, actions)


@rule
def apply(rules, state, action):
    """Apply an answer or an outcome, and go on until a player or chance has to decide."""
    kind = whole(top(state).kind)
    me = state.player[state.mover]
    if kind >= FIRST_CHANCE:
        happen(rules, state, me, kind, action)
    elif kind < SITE:
        answer_action(rules, state, me, kind, action)
    elif kind < PEOPLE:
        answer_sequel(rules, state, me, kind, action)
    else:
        answer_late(rules, state, me, kind, action)
    settle(rules, state)


@rule
def answer_action(rules, state, me, kind, action):
    """Apply answers about first huts, dice and what actions ask first."""
    if kind == PLACE:
        place(rules, state, me, action)
    elif kind == ASK_BLUE:
        blue_god(rules, state, me, action)
    elif kind == ASK_WHITE:
        white_god(rules, state, me, action)
    elif kind == EXPAND:
        expand(rules, state, me, action)
    elif kind == HUT:
        take_hut(rules, state, me, action)
    elif kind == RESOURCE:
        take_resource(rules, state, me, action)
    elif kind == ASK_RED:
        red_god(rules, state, me, action)
    elif kind == PERSON:
        take_person(rules, state, me, action)
    elif kind == HELPER:
        trade(rules, state, me, action)
    elif kind == TEMPLE:
        place_priest(rules, state, me, action)
    elif kind == BUILD:
        choose_building(rules, state, me, action)
    elif kind == FIRST_HUT:
        place_first_hut(state, me, action)


@rule
def answer_sequel(rules, state, me, kind, action):
    """Apply the place of a building or a material, and the Fire Bonus."""
    if kind == SITE:
        build(rules, state, me, action)
    elif kind == GIFT:
        take_gift(rules, state, me, action)
    elif kind == STEP:
        take_step(rules, state, me, action)
    elif kind == SPACE:
        place_material(state, me, action)


@rule
def answer_late(rules, state, me, kind, action):
    """Apply answers in phases B and C."""
    if kind == PEOPLE:
        use(rules, state, me, action)
    elif kind == ASK_GREEN:
        green_god(rules, state, me, action)
    elif kind == MATERIAL:
        choose_material(rules, state, me, action)
    elif kind == CARDS:
        choose_card(rules, state, me, action)
    elif kind == HUTS:
        choose_move(rules, state, me, action)
    elif kind == BUY:
        buy(rules, state, me, action)
    elif kind in (TASK, FINAL):
        deal_with_task(rules, state, me, action)
    elif kind == ASK_YELLOW:
        yellow_god(rules, state, me, action)
    elif kind == NEW_TASK:
        choose_task(rules, state, me, action)


@rule
def settle(rules, state):
    """Start the next turn when no question is left, and skip questions that need no answer."""
    going = True
    while going and state.phase != OVER_ALL:
        if state.depth == 0:
            next_turn(rules, state)
        else:
            going = needs_no_answer(rules, state)


@rule
def needs_no_answer(rules, state) -> bool:
    """Settle the top question without asking, if possible. Return whether it was settled."""
    kind = whole(top(state).kind)
    me = state.player[state.mover]
    if kind == GAIN:
        gain(rules, state, me)
        return True
    if kind in (HELPER, MATERIAL, CARDS, HUTS):
        return has_ended(state, me, kind)
    if kind == RESOURCE:
        return no_resource(rules, state, me)
    if kind == ASK_RED:
        return no_red(state, me)
    if kind == ASK_WHITE:
        return no_white(state, me)
    if kind == SPACE:
        return no_space(rules, state, me)
    if kind == PEOPLE:
        return no_people(rules, state, me)
    if kind == BUY:
        return no_buy(rules, state, me)
    return has_no_task(state, me, kind)


@rule
def has_ended(state, me, kind):
    """End the question if none of ``b`` points, materials, cards or moves is left or none is
    possible. Return whether it ended."""
    over = top(state).b == 0
    if kind == CARDS:
        over = over or not card_to_take(state)
    elif kind == HUTS:
        over = over or not can_move_hut(me)
    if over:
        pop(state)
    return over


@rule
def has_no_task(state, me, kind):
    """End the final tasks when none is left (BB-17.1). Return whether they ended."""
    over = kind == FINAL and me.task[0] < 0
    if over:
        pop(state)
    return over
