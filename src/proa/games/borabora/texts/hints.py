"""Hints: a sentence beside the question with what a player should know to answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import say
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.state import State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.labels import ASKED_GOD, asked

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position

PRICE = say(
    "A God costs its card and an offering, two matching cards and an offering, or a God tile."
)

HINTS: dict[int, Message] = {
    at.FIRST_HUT: say("It gives its resource at once, and you can expand from it."),
    at.PLACE: say("Choose a die: the tiles where it fits light up and show what it does there."),
    at.EXPAND: say("The region gives its resource; its fish scores for the newest hut there."),
    at.HUT: say("A normal space without a hut can take a man or a woman."),
    at.RESOURCE: say("Materials are for building; offerings pay for Gods."),
    at.PERSON: say("Below the picture: what the Helper can use this person for, once."),
    at.HELPER: say("Dots show the price. Unspent points are lost."),
    at.SITE: say("The building covers both spaces for good."),
    at.GIFT: say("The first half of the Fire Bonus."),
    at.STEP: say("The second half of the Fire Bonus."),
    at.SPACE: say("A building needs two adjacent materials."),
    at.PEOPLE: say("All people of a type act together, as one use."),
    at.MATERIAL: say("A material without a free space stays next to the board for good."),
    at.CARDS: say("Everyone knows a card from the open row; only you know one from the pile."),
    at.HUTS: say("Each frees a space for a person."),
    at.NEW_TASK: say("Each shows your progress."),
}
"""Hints that are the same in every position."""


def hint(game: Game, position: Position) -> Message | None:
    """Return the hint for the current question, or None."""
    state = position.fields
    if not state.depth:
        return None
    kind = asked(state).kind
    if kind in ASKED_GOD:
        return PRICE
    counted = _COUNTED.get(kind)
    return counted(game.tables, position.fields) if counted else HINTS.get(kind)


def _temple(rules: Tables, state: State) -> Message:
    points = names.points(rules.priest_points[state.round - 1])
    return say(
        "A priest scores {points} this round; having the most wins a God tile.", points=points
    )


def _build(rules: Tables, state: State) -> Message:
    points = names.points(rules.building_points[state.round - 1])
    return say("{points} this round for any tile; then a Fire Bonus.", points=points)


def _buy(rules: Tables, state: State) -> Message:
    shells = names.shells(state.player[state.mover].shells)
    return say("You have {shells}. Jewelry scores at the end.", shells=shells)


def _tasks(rules: Tables, state: State) -> Message:
    whole, helped = names.points(COMPLETE_POINTS), names.points(YELLOW_POINTS)
    text = "Complete: {whole}. With one item missing and a Yellow God: {helped}."
    return say(text, whole=whole, helped=helped)


_COUNTED = {
    at.TEMPLE: _temple,
    at.BUILD: _build,
    at.BUY: _buy,
    at.TASK: _tasks,
    at.FINAL: _tasks,
}
