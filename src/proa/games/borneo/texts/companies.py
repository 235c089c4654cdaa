"""5. Companies: the merchant that moves or attacks, and the ends of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import Message, join_list, routine, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import say
from proa.games.borneo.rules.fight import may_attack
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.reading import seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def place_of(company: int, place: int) -> dict[str, Any]:
    """Return a place in a row as values of a sentence: company and rank."""
    return {"company": names.company(company), "rank": names.rank(place)}


TO = say("To {company}, {rank}")
"""The label of the end of a row."""


def end_of_row(game: Game, position: Position, company: int) -> dict[str, Any]:
    """Return the place that a merchant would get at the end of a row, as values of a sentence."""
    return place_of(company, _last(position.fields, company))


def _last(state: State, company: int) -> int:
    """Return the place at the end of a row; a merchant that leaves the same row makes room
    first."""
    return state.row[company].length - (state.fight.company == company + 1)


def at_end(game: Game, position: Position, company: int) -> Preview:
    """Preview the end of a row."""
    return in_row(game, position, company, _last(position.fields, company))


def in_row(game: Game, position: Position, company: int, place: int) -> Preview:
    """Preview a place: who is ahead, and where the company's flags lie."""
    state = position.fields
    ahead = [seat(seat_at(state, company, i)) for i in range(place)]
    text = say("Nobody is ahead of you.")
    if ahead:
        text = say("Behind {seats}.", seats=join_list(ahead))
    title = say("{rank} in {company}", **place_of(company, place))
    return preview(title, text, *_flags_at_harbors(game, state, company))


def _flags_at_harbors(game: Game, state: State, company: int) -> list[Message]:
    """Return where the company shows flags, compared with the monopoly number."""
    lines = []
    for harbor in state.harbor:
        n = visible_flags(game.tables, harbor, company) if harbor.card else 0
        if n:
            number = game.tables.monopoly_number[harbor.card - 1]
            name = names.harbor(game.tables, harbor.card - 1)
            lines.append(say("{harbor}: {n} of {number} flags", harbor=name, n=n, number=number))
    return lines


def _merchant(game: Game, position: Position, n: int) -> Preview:
    company, place = divmod(n, at.MOST_IN_ROW)
    title = say("Your merchant, {rank} in {company}", **place_of(company, place))
    text = _rivals(game, position.fields, company, place)
    return preview(title, text, *_flags_at_harbors(game, position.fields, company))


def _rivals(game: Game, state: State, company: int, place: int) -> Message:
    """Return which merchants the merchant could attack."""
    rivals = [
        say("{seat} ({rank})", seat=seat(owner), rank=names.rank(i))
        for i in range(place)
        if (owner := seat_at(state, company, i)) != state.mover
    ]
    if not rivals:
        return say("It can go to the end of another row; there is no rival to its left.")
    if not may_attack(game.tables, state.player[state.mover].hand, company):
        return say("It can go to the end of another row; your hand can't attack here.")
    return say("It can go to the end of another row, or attack {rivals}.", rivals=join_list(rivals))


QUESTIONS: Questions = {
    at.COMPANY: QuestionTexts(
        ask=say("Move or attack with a merchant, or skip."),
        others=say("{seat} may move or attack."),
        doing=say("move or fight?"),
        note=note(
            "company",
            say("A place further left"),
            say(
                "The further left, the earlier a merchant picks. A move goes to the end of another "
                "row; a fight wins a rival's place in the same row and costs the cards you play."
            ),
            "BO-5.1",
        ),
        answers={
            act.MERCHANT: AnswerTexts(
                values=lambda game, position, n: place_of(*divmod(n, at.MOST_IN_ROW)),
                label=say("{rank} in {company}"),
                preview=_merchant,
            ),
            act.PASS: AnswerTexts(
                label=say("Skip"),
                preview=lambda game, position, n: preview(
                    say("Skip"), say("Your merchants stay where they are.")
                ),
                story=routine(say("{seat} skips the move.")),
            ),
        },
    ),
}
