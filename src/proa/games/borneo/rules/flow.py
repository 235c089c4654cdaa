"""The verbs of Borneo: whose move it is, the legal actions, and the dispatch of each action."""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole
from proa.engine.core.verbs import CHANCE, OVER
from proa.games.borneo import actions as act
from proa.games.borneo.rules.companies import choose_merchant, move, offer_company, offer_target
from proa.games.borneo.rules.distribution import offer_pick, take
from proa.games.borneo.rules.drawing import begin_drawing, discard, draw_card, offer_discard
from proa.games.borneo.rules.fight import (
    attack,
    choose_card,
    commit_attack,
    commit_defence,
    end_fight,
    fall_back,
    keep_as_good,
    offer_attack,
    offer_beaten,
    offer_defence,
    offer_reward,
)
from proa.games.borneo.rules.missions import (
    choose_mission,
    end_missions,
    no_mission,
    offer_mission,
    offer_payment,
    pay_harbor,
    pay_shipment,
)
from proa.games.borneo.rules.preparation import (
    begin_placement,
    deal,
    draw_first_player,
    offer_place,
    place,
    turn_up,
)
from proa.games.borneo.rules.sets import any_of, list_cards
from proa.games.borneo.rules.shipment import choose_shipment, lay, offer_harbor, offer_shipment
from proa.games.borneo.state import (
    ATTACK,
    BEATEN,
    COMPANY,
    DEAL,
    DEFEND,
    DISCARD,
    DRAW,
    END,
    FIRST,
    HARBOR,
    MISSION,
    PAY,
    PICK,
    PLACE,
    REWARD,
    SHIPMENT,
    TARGET,
    TURN_UP,
)

_HALF = np.uint64(32)


@rule
def to_move(rules, state):
    """Return the seat that decides, CHANCE or OVER."""
    if state.phase > END:
        return whole(state.mover)
    return whole(OVER) if state.phase == END else whole(CHANCE)


@rule
def legal(rules, state, actions) -> int:
    """Fill ``actions`` with the legal answers to the phase's question, ascending."""
    phase = state.phase
    if phase <= END:
        return possible_outcomes(rules, state, actions)
    if phase == PLACE:
        return offer_place(state, actions)
    if phase == MISSION:
        return offer_mission(rules, state, actions)
    if phase == PAY:
        return offer_payment(rules, state, actions)
    if phase == COMPANY:
        return offer_company(state, actions)
    if phase == TARGET:
        return offer_target(rules, state, actions)
    if phase == ATTACK:
        return offer_attack(rules, state, actions)
    if phase == DEFEND:
        return offer_defence(rules, state, actions)
    if phase == SHIPMENT:
        return offer_shipment(state, actions)
    if phase == HARBOR:
        return offer_harbor(state, actions)
    if phase == DISCARD:
        return offer_discard(state, actions)
    if phase == BEATEN:
        return offer_beaten(state, actions)
    if phase == REWARD:
        return offer_reward(state, actions)
    return offer_pick(state, actions)


@rule
def possible_outcomes(rules, state, actions):
    """Fill ``actions`` with the seats, the cards of the deck or the harbors of the harbor deck."""
    if state.phase == FIRST:
        for seat in range(state.players):
            actions[seat] = act.FIRST + seat
        return whole(state.players)
    if state.phase == TURN_UP:
        return list_cards(whole(state.harbor_deck), act.TURN_UP, actions, 0)
    return list_cards(whole(state.deck), act.DRAW, actions, 0)


@rule
def outcomes(rules, state, weights):
    """Fill ``weights``: all seats and all cards are equally likely."""
    actions = np.empty(64, np.int32)
    n = possible_outcomes(rules, state, actions)
    for i in range(n):
        weights[i] = 1
    return whole(n)


@rule
def draw(rules, state, number):
    """Return one outcome, distributed as ``outcomes`` says."""
    if state.phase == FIRST:
        players = np.uint64(state.players)
        return act.FIRST + whole(((number >> _HALF) * players) >> _HALF)
    if state.phase == TURN_UP:
        return act.TURN_UP + any_of(whole(state.harbor_deck), number)
    return act.DRAW + any_of(whole(state.deck), number)


@rule
def apply(rules, state, action):
    """Apply an action or outcome, and skip missions that nobody could complete."""
    if state.phase <= END:
        apply_outcome(state, action)
    elif state.phase >= ATTACK and state.phase <= DISCARD:
        apply_card_of_hand(rules, state, action)
    else:
        apply_choice(rules, state, action)
    while state.phase == MISSION and no_mission(rules, state):
        end_missions(state)


@rule
def apply_outcome(state, outcome):
    """Apply an outcome of chance."""
    if state.phase == DRAW:
        draw_card(state, outcome - act.DRAW)
    elif state.phase == DEAL:
        deal(state, outcome - act.DRAW)
    elif state.phase == FIRST:
        draw_first_player(state, outcome - act.FIRST)
    elif turn_up(state, outcome - act.TURN_UP):
        if state.turn == 0:
            begin_placement(state)
        else:
            begin_drawing(state)


@rule
def apply_card_of_hand(rules, state, action):
    """Apply an action in a phase in which cards of the hand are chosen."""
    phase = state.phase
    if phase == SHIPMENT:
        choose_shipment(state, action - act.SHIP)
    elif phase == HARBOR:
        lay(rules, state, action - act.AT)
    elif phase == DISCARD:
        discard(state, action - act.DISCARD)
    elif action != act.COMMIT:
        choose_card(state, action - act.PLAY)
    elif phase == ATTACK:
        commit_attack(rules, state)
    else:
        commit_defence(rules, state)


@rule
def apply_choice(rules, state, action):
    """Apply an action in any other phase."""
    phase = state.phase
    if phase == COMPANY:
        if action == act.PASS:
            state.phase = SHIPMENT
        else:
            choose_merchant(state, action - act.MERCHANT)
    elif phase == TARGET:
        if action < act.ATTACK:
            move(state, action - act.TO)
        else:
            attack(state, action - act.ATTACK)
    elif phase == PICK:
        take(state, action - act.TAKE)
    elif phase == MISSION:
        if action == act.PASS:
            end_missions(state)
        else:
            choose_mission(rules, state, action - act.MISSION)
    elif phase == PAY:
        if action < act.PAY_HARBOR:
            pay_shipment(rules, state, action - act.PAY)
        else:
            pay_harbor(rules, state, action - act.PAY_HARBOR)
    elif phase == PLACE:
        place(rules, state, action - act.TO)
    elif phase == BEATEN:
        if action == act.VACATED:
            end_fight(state)
        else:
            fall_back(state, action - act.TO)
    elif action == act.PASS:
        end_fight(state)
    else:
        keep_as_good(state, action - act.KEEP)
