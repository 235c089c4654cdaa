"""What seats are asked, and when all see that there is only one answer: hands are hidden, but not
how many cards they hold (BO-13.1)."""

from __future__ import annotations

from typing import Any

from proa.engine.kind import Question, Questions
from proa.games.borneo.position import (
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
from proa.games.borneo.rules.sets import count, has_several


def cannot_defend(rules: Any, state: State) -> bool:
    """A hand of one card has none to spare, whatever it shows (BO-6.5)."""
    return not has_several(state.player[state.mover].hand)


def has_one_card(rules: Any, state: State) -> bool:
    """The shipment is the last card of the hand (BO-7.1)."""
    return count(state.player[state.mover].hand) == 1


ROWS = {
    PLACE: Question("placement", "BO-2.7", "to", public=True),
    MISSION: Question("mission", "BO-4.1", "mission pass", public=True),
    PAY: Question("payment", "BO-4.9", "pay", public=True),
    COMPANY: Question("company", "BO-5.1", "merchant pass", public=True),
    TARGET: Question("target", "BO-6.1", "attack to", public=False),
    ATTACK: Question("attack", "BO-6.3", "play commit", public=False),
    DEFEND: Question("defence", "BO-6.6", "play commit", public=cannot_defend),
    BEATEN: Question("beaten merchant", "BO-6.13", "vacated to", public=True),
    REWARD: Question("reward", "BO-6.17", "keep pass", public=True),
    SHIPMENT: Question("shipment", "BO-7.1", "ship", public=has_one_card),
    HARBOR: Question("harbor", "BO-7.2", "at", public=True),
    PICK: Question("pick", "BO-7.10", "take", public=True),
    DISCARD: Question("discard", "BO-10.2", "discard", public=False),
}


def asked(state: State) -> int:
    """The question of the phase."""
    return state.phase


QUESTIONS = Questions(asked, ROWS)
