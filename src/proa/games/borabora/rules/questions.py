"""Bora Bora's questions, and when everybody sees that there is only one answer: God cards in hand
are hidden, but their number and the known ones are not (BB-1.25, BB-1.26)."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import TURN, PremoveSpec, QuestionSpec, QuestionsSpec
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.rules.gods import may_seem_to_pay, number_of
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.rules.requirements import CARD_COLOURS, GOD_CARDS
from proa.games.borabora.state import State


def hand_is_known(rules: Any, state: State) -> bool:
    """Return whether everybody knows the mover's God cards (BB-1.26)."""
    me = state.player[state.mover]
    return rules.open_hands != 0 or number_of(me.hand) == number_of(me.known)


def gods_are_known(rules: Any, state: State) -> bool:
    """Return whether everybody knows how the mover can pay for Gods: without an offering only by
    God tile (BB-16.1)."""
    return hand_is_known(rules, state) or state.player[state.mover].offerings == 0


def uses_are_known(rules: Any, state: State) -> bool:
    """Return whether everybody knows the possible uses: after a Green God no other is played in the
    turn (BB-16.19)."""
    return state.green != 0 or gods_are_known(rules, state)


def tasks_are_known(rules: Any, state: State) -> bool:
    """Return whether everybody knows the possible tasks: none of the mover's tasks needs God cards
    of a hidden hand (BB-19.3), and no Yellow God could help that only the mover knows of."""
    if hand_is_known(rules, state):
        return True
    me = state.player[state.mover]
    for i in range(at.HELD):
        if me.task[i] != at.NONE:
            task = rules.task[me.task[i]]
            for k in range(task.needs):
                if GOD_CARDS <= task.need[k].what <= CARD_COLOURS:
                    return False
    return me.offerings == 0


def own_turn(rules: Any, state: State, seat: int) -> tuple[int, int] | None:
    """Return the seat's turn of phase A or B while it could publicly pay for a God, else None."""
    is_own = state.mover == seat and state.phase in (at.PLACE, at.PEOPLE)
    can_pay = is_own and may_seem_to_pay(state.player[seat])
    return (state.phase, state.turn) if can_pay else None


NO_GODS = (PremoveSpec("no-gods", own_turn, lambda rules, state, amount: act.NO),)
"""The premove declines every God that is offered; the game still asks for one that is needed for
what was begun (BB-3.9)."""

MAP, MINE = "map", "mine"
"""The parts of the table: the islands and the player's own board; then those of the market."""
FOLK, SHRINE, TRACK, SHOP, OFFER, GODS = "folk", "temple", "status", "jewelry", "offer", "gods"
MARKET = (FOLK, SHRINE, TRACK, SHOP, OFFER, GODS)

ROWS = {
    at.FIRST_HUT: QuestionSpec("first hut", "BB-2.15", MAP, "region", public=True),
    at.PLACE: QuestionSpec("place a die", "BB-3.4", MAP, "place", public=gods_are_known),
    at.ASK_BLUE: QuestionSpec("blue god", "BB-16.9", MINE, "pay", public=gods_are_known),
    at.ASK_WHITE: QuestionSpec(
        "white god", "BB-16.11", MINE, "pay no", TURN, gods_are_known, NO_GODS
    ),
    at.EXPAND: QuestionSpec("expand", "BB-4.1", MAP, "region", public=True),
    at.HUT: QuestionSpec("hut", "BB-4.8", MINE, "hut", public=True),
    at.RESOURCE: QuestionSpec("resource", "BB-4.12", MAP, "take no", public=True),
    at.ASK_RED: QuestionSpec("red god", "BB-16.14", MINE, "pay no", TURN, gods_are_known, NO_GODS),
    at.PERSON: QuestionSpec("person", "BB-5.1", FOLK, "woman man", public=True),
    at.HELPER: QuestionSpec(
        "helper", "BB-6.1", MINE, "tattoo point shells material offering card move no", public=True
    ),
    at.TEMPLE: QuestionSpec("temple", "BB-7.1", SHRINE, "temple", public=True),
    at.BUILD: QuestionSpec("build", "BB-8.1", MINE, "build", public=True),
    at.SITE: QuestionSpec("site", "BB-8.2", MINE, "site", public=True),
    at.GIFT: QuestionSpec("fire gift", "BB-10.3", GODS, "card offering", public=True),
    at.STEP: QuestionSpec("fire step", "BB-10.2", TRACK, "status shell", public=True),
    at.SPACE: QuestionSpec("ceremony space", "BB-4.13", MINE, "space", public=True),
    at.PEOPLE: QuestionSpec("men and women", "BB-11.1", MINE, "use no", public=uses_are_known),
    at.ASK_GREEN: QuestionSpec(
        "green god", "BB-16.20", MINE, "pay no", TURN, gods_are_known, NO_GODS
    ),
    at.MATERIAL: QuestionSpec("materials", "BB-11.12", MINE, "material no", public=True),
    at.CARDS: QuestionSpec("god cards", "BB-11.15", GODS, "card no", public=True),
    at.HUTS: QuestionSpec("move huts", "BB-11.13", MINE, "move no", public=True),
    at.BUY: QuestionSpec("jewelry", "BB-14.1", SHOP, "buy no", public=True),
    at.TASK: QuestionSpec(
        "task", "BB-15.1", MINE, "complete yellow surrender", public=tasks_are_known
    ),
    at.ASK_YELLOW: QuestionSpec("yellow god", "BB-16.29", MINE, "pay", public=gods_are_known),
    at.NEW_TASK: QuestionSpec("new task", "BB-15.10", OFFER, "choose", public=True),
    at.FINAL: QuestionSpec(
        "final tasks", "BB-17.1", MINE, "complete yellow no", public=tasks_are_known
    ),
}


def asked(state: State) -> int:
    """Return the kind of the current question."""
    return top(state).kind


QUESTIONS = QuestionsSpec(asked, ROWS)
