"""Borneo's questions, and when everybody sees that there is only one answer: hands are hidden, but
the number of their cards is not (BO-13.1)."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import QuestionSpec, QuestionsSpec
from proa.engine.core.view_types import ALL
from proa.games.borneo.rules.sets import count, has_several
from proa.games.borneo.state import (
    ATTACK,
    BEATEN,
    COMPANY,
    DEFEND,
    DISCARD,
    HARBOR,
    MISSION,
    PAY,
    PICK,
    PLACE,
    REWARD,
    SHIPMENT,
    TARGET,
    State,
)


def cannot_defend(rules: Any, state: State) -> bool:
    """Return whether the hand has one card: it can't be spared, whatever it shows (BO-6.5)."""
    return not has_several(state.player[state.mover].hand)


def has_one_card(rules: Any, state: State) -> bool:
    """Return whether the shipment is the last card of the hand (BO-7.1)."""
    return count(state.player[state.mover].hand) == 1


PLACER, ATTACKER, DEFENDER, OWNER = "placer", "attacker", "defender", "owner"
"""Who answers: in the order of placement (BO-2.8), in a fight, for a merchant that picks (BO-7.10).
A last chance is a turn for a mission only (BO-11.5)."""
COMPANIES, MISSIONS, PAYMENT, FIGHT = "companies", "missions", "payment", "fight"
HAND, HARBORS, GOODS = "hand", "harbors", "goods"
"""The parts of the table; payment, fight and goods are scenes over the harbors."""

ROWS = {
    PLACE: QuestionSpec("placement", "BO-2.7", COMPANIES, "to", PLACER, public=True),
    MISSION: QuestionSpec("mission", "BO-4.1", MISSIONS, "mission pass", public=True),
    PAY: QuestionSpec("payment", "BO-4.9", PAYMENT, "pay", public=True),
    COMPANY: QuestionSpec("company", "BO-5.1", COMPANIES, "merchant pass", public=True),
    TARGET: QuestionSpec("target", "BO-6.1", COMPANIES, "attack to", public=False),
    ATTACK: QuestionSpec("attack", "BO-6.3", FIGHT, "play commit", ATTACKER, public=False),
    DEFEND: QuestionSpec("defence", "BO-6.6", FIGHT, "play commit", DEFENDER, public=cannot_defend),
    BEATEN: QuestionSpec("beaten merchant", "BO-6.13", FIGHT, "vacated to", DEFENDER, public=True),
    REWARD: QuestionSpec("reward", "BO-6.17", FIGHT, "keep pass", DEFENDER, public=True),
    SHIPMENT: QuestionSpec("shipment", "BO-7.1", HAND, "ship", public=has_one_card),
    HARBOR: QuestionSpec("harbor", "BO-7.2", HARBORS, "at", public=True),
    PICK: QuestionSpec("pick", "BO-7.10", GOODS, "take", OWNER, public=True),
    DISCARD: QuestionSpec("discard", "BO-10.2", HAND, "discard", public=False),
}


def asked(state: State) -> int:
    """Return the question of the phase."""
    return state.phase


def seen(state: State, viewer: int) -> int:
    """Return the question as the viewer may know it: whether a shipment is chosen is hidden
    (BO-13.5)."""
    is_hidden = state.phase == HARBOR and viewer not in (state.mover, ALL)
    return SHIPMENT if is_hidden else state.phase


QUESTIONS = QuestionsSpec(asked, ROWS, seen)
