"""What one should know to answer: a sentence beside the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.words import Message
from proa.games.borabora import naming
from proa.games.borabora.labels import ASKED_GOD, asked
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.saying import say
from proa.games.borabora.state import (
    BUILD,
    BUY,
    CARDS,
    EXPAND,
    FINAL,
    FIRST_HUT,
    GIFT,
    HELPER,
    HUT,
    HUTS,
    MATERIAL,
    NEW_TASK,
    PEOPLE,
    PERSON,
    PLACE,
    RESOURCE,
    SITE,
    SPACE,
    STEP,
    TASK,
    TEMPLE,
)

if TYPE_CHECKING:
    from proa.engine.game import Game, Position

PRICE = say("A God costs a card and an offering, a pair and an offering, or a God tile.")

HINTS: dict[int, Message] = {
    int(FIRST_HUT): say("It brings its resource at once, and from there you expand."),
    int(PLACE): say("Choose a die: the tiles where it may go light up, with what it does there."),
    int(EXPAND): say("The region brings its resource; its fish scores for the newest hut there."),
    int(HUT): say("A normal space without a hut can take a man or a woman."),
    int(RESOURCE): say("Materials are for building, offerings pay for Gods."),
    int(PERSON): say("Below the picture: what the Helper can shift the person down for, once."),
    int(HELPER): say("Small dots are the price. What you don't spend is lost."),
    int(SITE): say("The building covers both spaces for good."),
    int(GIFT): say("The first half of the Fire Bonus."),
    int(STEP): say("The second half of the Fire Bonus."),
    int(SPACE): say("A building needs two materials next to each other."),
    int(PEOPLE): say("All people of a type act together, as one use."),
    int(MATERIAL): say("A material without a free space lies beside the board for good."),
    int(CARDS): say("All know a card from the open row, only you one from the pile."),
    int(HUTS): say("Each one frees a space for a person."),
    int(NEW_TASK): say("With each you see how far you are."),
}
"""Those that say the same in every position."""


def hint(game: Game, position: Position) -> Message | None:
    """The sentence for what is asked now, or None."""
    question = asked(position.fields)
    if question is None:
        return None
    kind = int(question.kind)
    if kind in ASKED_GOD:
        return PRICE
    counted = _COUNTED.get(kind)
    return counted(game.tables, position.fields) if counted else HINTS.get(kind)


def _temple(rules: Any, state: Any) -> Message:
    points = naming.points(int(rules.priest_points[state.round - 1]))
    return say("A priest scores {points} this round; having most wins a God tile.", points=points)


def _build(rules: Any, state: Any) -> Message:
    points = naming.points(int(rules.building_points[state.round - 1]))
    return say("{points} this round, whichever tile; then a Fire Bonus.", points=points)


def _buy(rules: Any, state: Any) -> Message:
    shells = naming.shells(int(state.player[state.mover].shells))
    return say("You have {shells}. The points count at the end.", shells=shells)


def _tasks(rules: Any, state: Any) -> Message:
    whole, helped = naming.points(COMPLETE_POINTS), naming.points(YELLOW_POINTS)
    text = "Complete: {whole}. If one thing is missing, with a Yellow God: {helped}."
    return say(text, whole=whole, helped=helped)


_COUNTED = {
    int(TEMPLE): _temple,
    int(BUILD): _build,
    int(BUY): _buy,
    int(TASK): _tasks,
    int(FINAL): _tasks,
}
