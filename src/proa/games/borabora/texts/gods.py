"""16. The Gods: what they help with, how they are paid for; God cards from the pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import Note, PremoveText, note
from proa.engine.messages import Message, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.gods import can_give
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.rules.tasks import YELLOW_POINTS
from proa.games.borabora.state import State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Answer, Chosen, choice, effect, no
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions

    Said = Callable[[Game, Position], Message]

# -- paying ----------------------------------------------------------------------------------


def _costs(way: int) -> Message:
    if way == act.CARD:
        return say("Costs an offering and its card.")
    if way == act.TILE:
        return say("Costs a God tile, worth 2 points at the end.")
    pair = names.god(way - act.PAIR)
    return say("Costs an offering and two matching cards ({pair}).", pair=pair)


_PAYMENTS = {
    act.CARD: (
        say("{god}: its card and an offering"),
        say("{seat} uses a {god}, paying its card and an offering."),
    ),
    act.PAIR: (
        say("{god}: an offering and two matching cards ({pair})"),
        say("{seat} uses a {god}, paying an offering and two matching cards ({pair})."),
    ),
    act.TILE: (say("{god}: a God tile"), say("{seat} uses a {god}, paying a God tile.")),
}
"""What is said of each way to pay: on the button and in the story."""


def _payment(first: int, god: Message, helps: Said, scored: Said | None) -> dict[int, Answer]:
    label, paid = _PAYMENTS[first]

    def told(chosen: Chosen) -> PreviewText:
        then = chosen.then
        left = say(
            "You then have {offerings}, {cards}, {tiles}.",
            offerings=plural("{n} offering", "{n} offerings", then.offerings),
            cards=plural("{n} God card", "{n} God cards", sum(then.hand)),
            tiles=plural("{n} God tile", "{n} God tiles", then.god_tiles),
        )
        return effect(god, helps(chosen.game, chosen.position), _costs(first + chosen.n), left)

    def values(game: Game, position: Position, n: int) -> dict[str, Any]:
        return {"god": god, "pair": names.god(n)}

    if scored is None:
        return choice(first, label, paid, told, values)

    def story(game: Game, before: Position, n: int, after: Position) -> list[Message]:
        return [paid | values(game, before, n), scored(game, before)]

    return choice(first, label, story, told, values)


def needs_god(state: State, god: int) -> Message:
    """Return the ways in which the mover could pay for a God."""
    return say("Needs a {god}: {ways}.", god=names.god(god), ways=_ways_to_pay(state, god))


def _ways_to_pay(state: State, god: int) -> Message:
    """Return the mover's ways to pay, joined by "or"."""
    me = state.player[state.mover]
    ways = []
    if can_give(me, god, act.CARD):
        ways.append(say("an offering and its card"))
    for colour in range(at.COLOURS):
        if can_give(me, god, act.PAIR + colour):
            pair = names.god(colour)
            ways.append(say("an offering and two matching cards ({pair})", pair=pair))
    if can_give(me, god, act.TILE):
        ways.append(say("one God tile"))
    found = ways[0] if ways else say("nothing")
    for way in ways[1:]:
        found = say("{one} or {other}", one=found, other=way)
    return found


# -- what a God helps with -------------------------------------------------------------------


def _white(game: Game, position: Position) -> Message:
    if top(position.fields).a:
        return say("To use the die as a 6: how do you pay for the White God?")
    return say("Use a White God to use the die as a 6?")


def _red(game: Game, position: Position) -> Message:
    tile = position.fields.fish[top(position.fields).a]
    fish = names.fish(game.tables, tile)
    return say("Use a Red God to score this fish now: {fish}?", fish=fish)


def _fish_points(game: Game, position: Position) -> Message:
    tile = position.fields.fish[top(position.fields).a]
    return names.points(game.tables.fish_value[tile])


def _green(game: Game, position: Position) -> Message:
    question = top(position.fields)
    if question.a == at.ONE_MORE:
        return say("To use one more type: how do you pay for the Green God?")
    if question.a == at.DOUBLE:
        return say("Use a Green God to double this to {n}?", n=question.b)
    return say("To double it: how do you pay for the Green God?")


def _green_helps(game: Game, position: Position) -> Message:
    question, use = top(position.fields), position.fields.question[position.fields.depth - 2]
    if question.a == at.ONE_MORE:
        return say("You use one more type.")
    return say("The use is doubled: {n} instead of {old}.", n=question.b, old=use.b)


def _yellow(game: Game, position: Position) -> Message:
    task = names.quoted_task(game.tables, top(position.fields).a)
    return say("How do you pay for the Yellow God, for {task}?", task=task)


def _helped(game: Game, position: Position) -> Message:
    return say(
        "{seat} completes {task}, with help: {points}.",
        task=names.quoted_task(game.tables, top(position.fields).a),
        points=names.points(YELLOW_POINTS),
    )


# -- the questions ---------------------------------------------------------------------------


_KEEPS = say("You keep your cards, offerings and God tiles.")
_NO_GODS: PremoveText = {"label": say("No Gods this turn"), "until": say("Until your turn ends.")}


def _question(
    god: int,
    ask: Message | Said,
    about: Note,
    helps: Said,
    scored: Said | None = None,
    declined: Message | None = None,
) -> QuestionTexts[Any, Any]:
    """Return the texts of the question for a God. ``scored`` follows the payment in the story;
    ``declined``, for a God that isn't needed, says what becomes of it without."""
    name = names.god(god)

    def only_answer(game: Game, position: Position, action: int) -> Message:
        if action == act.NO:
            return say("You can't afford a {god}.", god=name)
        return say("You can pay in only one way.")

    return QuestionTexts(
        ask=ask,
        others=say("{seat} may use a {god}.", god=name),
        hint=say(
            "A God costs its card and an offering, two matching cards and an offering, or a God "
            "tile."
        ),
        note=about,
        only_answer=only_answer,
        premoves={"no-gods": _NO_GODS} if declined else {},
        answers=(no(say("No God"), declined) if declined else {})
        | _payment(act.CARD, name, helps, scored)
        | _payment(act.PAIR, name, helps, scored)
        | _payment(act.TILE, name, helps, scored),
    )


def _card(game: Game, position: Position, n: int) -> dict[str, Any]:
    return {"seat": seat(position.fields.mover), "god": names.god(n)}


def _drawing(game: Game, position: Position) -> Message:
    return say("{seat} draws a God card.", seat=seat(position.fields.mover))


QUESTIONS: Questions = {
    at.ASK_BLUE: _question(
        at.BLUE,
        say("The die isn't lower: how do you pay for the Blue God?"),
        note(
            "blue",
            say("The Blue God opens a tile"),
            say(
                "The die isn't lower than those on the tile, so you need a Blue God. A God costs a "
                "card of its colour and an offering, or two matching cards and an offering, or a "
                "God tile."
            ),
            "BB-16.9",
        ),
        lambda game, position: say("The die may go there although it isn't lower."),
    ),
    at.ASK_WHITE: _question(
        at.WHITE,
        _white,
        note(
            "white",
            say("The White God makes a six"),
            say(
                "The die keeps its number on the tile but acts as a 6: longer paths, all "
                "positions, six Helper points."
            ),
            "BB-16.11",
        ),
        lambda game, position: say("The die acts as a 6."),
        declined=_KEEPS,
    ),
    at.ASK_RED: _question(
        at.RED,
        _red,
        note(
            "red",
            say("The Red God scores fish now"),
            say(
                "Now or never: this region's fish scores for you right away, and may score again "
                "at the end of the game."
            ),
            "BB-16.14",
        ),
        helps=lambda game, position: say(
            "The fish of the new region scores {points} now.", points=_fish_points(game, position)
        ),
        scored=lambda game, before: say(
            "The fish scores {points}.", points=_fish_points(game, before)
        ),
        declined=_KEEPS,
    ),
    at.ASK_GREEN: _question(
        at.GREEN,
        _green,
        note(
            "green",
            say("The Green God doubles"),
            say("Once per phase B: double this use now, or save the Green God for one more type."),
            "BB-16.19",
        ),
        _green_helps,
        declined=say("The use stays as it is."),
    ),
    at.ASK_YELLOW: _question(
        at.YELLOW,
        _yellow,
        note(
            "yellow",
            say("The Yellow God replaces one item"),
            say("You pay first, so what you pay no longer counts for the task."),
            "BB-16.30",
        ),
        helps=lambda game, position: say(
            "The task scores {points}.", points=names.points(YELLOW_POINTS)
        ),
        scored=_helped,
    ),
    at.DRAW: QuestionTexts(
        ask=_drawing,
        answers={
            act.GOD: AnswerTexts(
                say("A God card: {god}"),
                say("{seat} draws a God card: {god}."),
                hidden=_drawing,
                values=_card,
            )
        },
    ),
    at.OPEN: QuestionTexts(
        ask=say("Revealing a God card."),
        answers={
            act.GOD: AnswerTexts(
                say("A God card: {god}"), say("God card revealed: {god}."), values=_card
            )
        },
    ),
}
