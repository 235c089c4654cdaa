"""7. Temple: the space of a new priest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import say
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.texts import names
from proa.games.borabora.texts.aftermath import most_priests
from proa.games.borabora.texts.answers import Chosen, choice, effect
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _too_high(game: Game, position: Position) -> list[Refusal]:
    reason = say("The space is higher than {n}.", n=top(position.fields).b)
    return [(act.TEMPLE + i, reason, "BB-7.1") for i in range(at.FACES)]


def _there(game: Game, position: Position, n: int) -> int | None:
    """Return the seat whose priest is on a space."""
    found = position.fields.temple[game.tables.temple_space[n + 1]]
    return found if found != at.NONE else None


def _place(game: Game, position: Position, n: int) -> Message:
    pushed = _there(game, position, n)
    if pushed is None:
        return say("Priest on temple space {n}", n=n + 1)
    return say("Priest on temple space {n}, pushing {seat} aside", n=n + 1, seat=seat(pushed))


def _pushes(chosen: Chosen) -> PreviewText:
    """Tell which priest is pushed, and who would then take the God tile."""
    pushed = _there(chosen.game, chosen.position, chosen.n)
    text = say("The space is empty. Then a Fire Bonus.")
    if pushed is not None:
        text = say("{seat}'s priest moves to the right. Then a Fire Bonus.", seat=seat(pushed))
    most = most_priests(chosen.after.fields)
    assert most is not None
    leader = say("Most priests then: {seat}.", seat=seat(most))
    title = say("Temple space {n}", n=chosen.n + 1)
    return effect(title, text, _pushed_out(chosen), leader, pushes=pushed)


def _pushed_out(chosen: Chosen) -> Message | None:
    was, then = chosen.state, chosen.after.fields
    for i in range(was.players):
        if then.player[i].priests - was.player[i].priests + (i == was.mover) > 0:
            return say("A priest of {seat} leaves the temple.", seat=seat(i))
    return None


def _worth(game: Game, position: Position) -> Message:
    points = names.points(game.tables.priest_points[position.fields.round - 1])
    return say(
        "A priest scores {points} this round; having the most wins a God tile.", points=points
    )


QUESTIONS: Questions = {
    at.TEMPLE: QuestionTexts(
        ask=lambda game, position: say("Which temple space? 1 to {n}.", n=top(position.fields).b),
        others=say("{seat} is placing a priest."),
        hint=_worth,
        note=note(
            "temple",
            say("Priests push each other out"),
            say(
                "A new priest pushes others on its space to the right. Every priest scores each "
                "round, and having the most wins a God tile."
            ),
            "BB-7.2",
        ),
        refusals=_too_high,
        answers=choice(
            act.TEMPLE,
            _place,
            say("{seat} places a priest on temple space {n}."),
            _pushes,
            lambda game, position, n: {"n": n + 1},
        ),
    )
}
