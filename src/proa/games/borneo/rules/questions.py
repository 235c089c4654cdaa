"""What seats are asked, and when all see that there is only one answer: hands are hidden, but not
how many cards they hold (BO-13.1)."""

from __future__ import annotations

from typing import Any

from proa.engine.kind import ALL, Question, Questions
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


PLACER, ATTACKER, DEFENDER, OWNER = "placer", "attacker", "defender", "owner"
"""Who answers: in the order of placement (BO-2.8), in a fight, for a merchant that picks (BO-7.10).
At the last chances a turn is that for a mission (BO-11.5)."""
COMPANIES, MISSIONS, PAYMENT, FIGHT = "companies", "missions", "payment", "fight"
HAND, HARBORS, GOODS = "hand", "harbors", "goods"
"""The parts of the table; payment, fight and goods are scenes over the harbors."""

ROWS = {
    PLACE: Question("placement", "BO-2.7", COMPANIES, "to", PLACER, public=True),
    MISSION: Question("mission", "BO-4.1", MISSIONS, "mission pass", public=True),
    PAY: Question("payment", "BO-4.9", PAYMENT, "pay", public=True),
    COMPANY: Question("company", "BO-5.1", COMPANIES, "merchant pass", public=True),
    TARGET: Question("target", "BO-6.1", COMPANIES, "attack to", public=False),
    ATTACK: Question("attack", "BO-6.3", FIGHT, "play commit", ATTACKER, public=False),
    DEFEND: Question("defence", "BO-6.6", FIGHT, "play commit", DEFENDER, public=cannot_defend),
    BEATEN: Question("beaten merchant", "BO-6.13", FIGHT, "vacated to", DEFENDER, public=True),
    REWARD: Question("reward", "BO-6.17", FIGHT, "keep pass", DEFENDER, public=True),
    SHIPMENT: Question("shipment", "BO-7.1", HAND, "ship", public=has_one_card),
    HARBOR: Question("harbor", "BO-7.2", HARBORS, "at", public=True),
    PICK: Question("pick", "BO-7.10", GOODS, "take", OWNER, public=True),
    DISCARD: Question("discard", "BO-10.2", HAND, "discard", public=False),
}


def asked(state: State) -> int:
    """The question of the phase."""
    return state.phase


def seen(state: State, viewer: int) -> int:
    """As the viewer may know it: whether a shipment is chosen is hidden (BO-13.5)."""
    is_hidden = state.phase == HARBOR and viewer not in (state.mover, ALL)
    return SHIPMENT if is_hidden else state.phase


QUESTIONS = Questions(asked, ROWS, seen)
