"""2. Preparation: the first player, the starting spaces and pearls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import join_list, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.sailing import sail
from proa.games.tahiti.texts import names

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position, Questions


def _reached_from(game: Game, position: Position, space: int) -> Preview:
    """Preview where the die could take the yacht from a space."""
    throws = game.tables.throws
    numbers = [pips for pips in range(1, len(throws)) if throws[pips]]
    reached = [names.space(game.tables, _sailed(game, position, space, n)) for n in numbers]
    text = say("From here, the die can take you to {spaces}.", spaces=join_list(reached))
    return preview(names.space(game.tables, space), text)


def _sailed(game: Game, position: Position, space: int, pips: int) -> int:
    """Return where a throw takes the mover's yacht from a space."""
    then = writable(position.fields)
    me = then.player[then.mover]
    me.yacht, then.die = space, pips
    sail(game.tables, then)
    return me.yacht


def _taken_pearls(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    reason = "{seat} already starts with this colour."
    return [
        (act.TAKE + state.player[i].pearl, say(reason, seat=seat(i)), "TA-2.7")
        for i in range(state.players)
        if state.player[i].pearl != at.NONE
    ]


QUESTIONS: Questions = {
    at.FIRST: QuestionTexts(
        ask=say("Drawing lots for the first player."),
        answers={
            act.FIRST: AnswerTexts(
                values=lambda game, position, n: {"seat": seat(n)},
                label=say("{seat} goes first"),
                story=say("{seat} goes first."),
            )
        },
    ),
    at.YACHT: QuestionTexts(
        ask=say("Choose your starting space."),
        others=say("{seat} is choosing a starting space."),
        doing=say("anchors"),
        note=note(
            "yacht",
            say("Your starting space isn't critical"),
            say(
                "You sail clockwise to find pearls and to place them. Each space has a letter "
                "(where pairs go) and a colour (which pearl you find)."
            ),
            "TA-1.6",
        ),
        answers={
            act.YACHT: AnswerTexts(
                values=lambda game, position, n: {"space": names.space(game.tables, n)},
                label=say("Start at {space}"),
                preview=_reached_from,
                story=say("{seat} starts at {space}."),
            )
        },
    ),
    at.PEARL: QuestionTexts(
        ask=say("Choose your starting pearl."),
        others=say("{seat} is choosing a starting pearl."),
        doing=say("chooses"),
        note=note(
            "pearl",
            say("A pearl needs a boat"),
            say(
                "A pearl and a boat make a pair, and pairs form the banks that score. Your next "
                "move places it right away, in the row or column of the letter you reach."
            ),
            "TA-5.7",
        ),
        refusals=_taken_pearls,
        answers={
            act.TAKE: AnswerTexts(
                values=lambda game, position, n: {"pearl": names.A_PEARL[n]},
                label=say("Take {pearl}"),
                story=say("{seat} starts with {pearl}."),
            )
        },
    ),
}
