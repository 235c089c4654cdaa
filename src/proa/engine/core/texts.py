"""What a game says: a row for each question and for each of its answers, :class:`TextsSpec`.

A text of a row is a message, or a function that returns one. Its sentence may name ``{seat}``, the
seat asked, and ``{n}``, the action's index in its row of the table of actions, without giving them.
A message may also name what the row's ``values`` returns.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from proa.engine import messages
from proa.engine.core.position import R, S
from proa.engine.core.view_types import (
    ALL,
    Note,
    PremoveText,
    Preview,
    Reason,
    Refused,
    Section,
    Source,
    Tie,
)
from proa.engine.messages import Message

if TYPE_CHECKING:
    from proa.engine.core.game import Game
    from proa.engine.core.position import Position

Refusal = tuple[int, Message, str]
"""An action, the reason against it, and the rule."""


@dataclass(frozen=True)
class AnswerTexts(Generic[R, S]):
    """What is said of an answer to a question, or of an outcome of chance."""

    label: Message | Callable[[Game[R, S], Position[S], int], Message]
    """The text of its button: effect and price. ``(game, position, n)``."""
    story: (
        Message
        | Callable[[Game[R, S], Position[S], int, Position[S]], Message | list[Message]]
        | None
    ) = None
    """What it does, for those who may know it. ``(game, before, n, after)``. A turn begins with a
    sentence made by :func:`proa.engine.messages.start_turn`."""
    hidden: Message | Callable[[Game[R, S], Position[S]], Message | list[Message]] | None = None
    """What others read, who see only a part of its code (``draw:?``). ``(game, before)``."""
    preview: Callable[[Game[R, S], Position[S], int], Preview | None] | None = None
    """What it would do. ``(game, position, n)``."""
    values: Callable[[Game[R, S], Position[S], int], Mapping[str, Any]] | None = None
    """What its sentences name. ``(game, position, n)``."""


@dataclass(frozen=True)
class QuestionTexts(Generic[R, S]):
    """What is said of a question and of its answers, or of an event of chance and its outcomes.

    Its functions get ``(game, position)``, and what is named beside them.
    """

    ask: Message | Callable[[Game[R, S], Position[S]], Message]
    """The question in one sentence, for the seat asked."""
    answers: Mapping[int, AnswerTexts[R, S]]
    """By the first number of their rows in the table of actions."""
    others: Message | Callable[[Game[R, S], Position[S]], Message] | None = None
    """The same for everybody else; None: the same sentence."""
    doing: Message | None = None
    """What the seat asked is doing, in a word or two."""
    hint: Message | Callable[[Game[R, S], Position[S]], Message | None] | None = None
    """A line below the question, for the seat asked."""
    others_hint: Callable[[Game[R, S], Position[S], int], Message | None] | None = None
    """A line for another seat, the third argument."""
    note: Note | None = None
    """A note for a first game."""
    refusals: Callable[[Game[R, S], Position[S]], Iterable[Refusal]] | None = None
    """Choices that the seat asked might expect but may not take; legal ones are left out."""
    only_answer: Message | Callable[[Game[R, S], Position[S], int], Message | None] | None = None
    """Why there is only one answer, the third argument; None: the question makes it clear."""
    premoves: Mapping[str, PremoveText] = field(default_factory=dict)
    """By their codes. The label may name ``{n}``, the amount."""
    values: Callable[[Game[R, S], Position[S]], Mapping[str, Any]] | None = None
    """What its sentences name."""


Questions = Mapping[int, QuestionTexts[R, S]]
"""The questions of a chapter or game, by number."""
Answers = Mapping[int, AnswerTexts[R, S]]
"""Answers that several questions have in common."""


@dataclass(frozen=True)
class TextsSpec:
    """The texts of the game."""

    questions: Questions[Any, Any]
    """What is said of each question and event of chance, and of their answers and outcomes."""
    result: Callable[[Game, Position], Message]
    """Who has won, as one sentence."""
    sections: Callable[[Game, Position, int], list[Section]]
    """The table in words for a viewer, enough to play from."""
    sources: Sequence[Source]
    """The lines of the score sheet, in the order in which ``sheet`` fills them."""
    aftermath: Callable[[Game, Position, int, Position], list[Message]] = lambda *event: []
    """What follows an action automatically, for all viewers. ``(game, before, action, after)``."""
    code_for: Callable[[Game, Position, int, int], str | None] = (
        lambda game, before, action, viewer: game.code(action)
    )
    """The action's code for a viewer (``draw:?``); None: the viewer doesn't notice it."""
    reveals: Callable[[Game, Position, int], bool] = lambda game, before, action: False
    """Whether an action shows anybody a hidden fact: then no undo goes past it."""
    reasons: Callable[[Game, Position, int, int], Sequence[Reason]] = lambda *seats: ()
    """Where a player's points come from, as far as a viewer may know: the last two arguments."""
    tie: Callable[[Game, Position, Sequence[int]], Tie | None] = lambda *seats: None
    """Which rule decides between the seats that have the most points."""
    rule_prefix: str = ""
    """The letters before its rule numbers: TA, BO, BB."""
    book: Path | None = None
    """The folder of its rule book, ``<name>.md`` and ``<name>.ru.md``; None: this package's."""
    asks_all: bool = False
    """Whether a viewer who sees everything reads each question like the seat asked."""

    def ask(self, game: Game, position: Position, viewer: int) -> Message:
        """Return the current question as one sentence for a viewer."""
        if position.is_over:
            return self.result(game, position)
        row = self.questions[game.spec.questions.seen(position.fields, viewer)]
        is_mine = row.others is None or self._is_asked(position, viewer)
        (sentence,) = _sentences(row.ask if is_mine else row.others, row.values, game, position)
        return sentence

    def hint(self, game: Game, position: Position, viewer: int) -> Message | None:
        """Return the line below the question for a viewer, or None."""
        row = self._row(game, position)
        if row and self._is_asked(position, viewer):
            return _first(_sentences(row.hint, row.values, game, position))
        if row and row.others_hint and viewer >= 0:
            return row.others_hint(game, position, viewer)
        return None

    def note(self, game: Game, position: Position) -> Note | None:
        """Return the note for a first game, or None."""
        row = self._row(game, position)
        return row.note if row else None

    def previews(self, game: Game, position: Position) -> dict[str, Preview]:
        """Return what the legal choices would do, by code, for those that have a preview."""
        found = {}
        for action in game.legal_actions(position):
            answer, n = self._answer(game, position, action)
            if answer.preview and (preview := answer.preview(game, position, n)):
                found[game.code(action)] = preview
        return found

    def label(self, game: Game, position: Position, action: int) -> Message:
        """Return the text of a choice or outcome for a button."""
        answer, n = self._answer(game, position, action)
        (sentence,) = _sentences(answer.label, answer.values, game, position, n)
        return sentence

    def refusals(self, game: Game, position: Position, viewer: int) -> list[Refused]:
        """Return choices that a viewer might expect but may not take, with reasons and rules."""
        row = self._row(game, position)
        refused = row.refusals(game, position) if row and row.refusals else ()
        legal = game.legal_actions(position)
        return [
            {
                "code": game.code(action),
                "label": self.label(game, position, action),
                "reason": reason,
                "rule": rule,
            }
            for action, reason, rule in sorted(refused, key=lambda refusal: refusal[0])
            if action not in legal
        ]

    def only_answer(self, game: Game, position: Position) -> Message | None:
        """Return why the mover has only one answer; None: the question makes it clear."""
        row, (action,) = self._row(game, position), game.legal_actions(position)
        only = row.only_answer if row else None
        return _first(_sentences(only, None, game, position, action))

    def story(
        self, game: Game, before: Position, action: int, after: Position, viewer: int
    ) -> list[Message]:
        """Return the sentences about one action or outcome for one viewer."""
        code = self.code_for(game, before, action, viewer)
        if code is None:
            return []
        answer, n = self._answer(game, before, action)
        if code == game.code(action):
            sentences = _sentences(answer.story, answer.values, game, before, n, after)
        else:
            sentences = _sentences(answer.hidden, None, game, before)
        return [*sentences, *self.aftermath(game, before, action, after)]

    def premove(self, code: str, amount: Any) -> PremoveText:
        """Return the text of a premove, by its code and amount, and until when it is valid."""
        known = ChainMap(*(dict(row.premoves) for row in self.questions.values()))
        text = known[code]
        return {"label": _complete(text["label"], n=amount), "until": text["until"]}

    def _is_asked(self, position: Position, viewer: int) -> bool:
        return viewer == position.to_move >= 0 or (viewer == ALL and self.asks_all)

    def _row(self, game: Game, position: Position) -> QuestionTexts[Any, Any] | None:
        """Return the row of the current question, None when the game is over."""
        if position.is_over:
            return None
        return self.questions[game.spec.questions.current(position.fields)]

    def _answer(
        self, game: Game, position: Position, action: int
    ) -> tuple[AnswerTexts[Any, Any], int]:
        """Return the texts of an action, and its index in its row of the table of actions."""
        first, n = game.spec.actions.split(action)
        row = self._row(game, position)
        return (row.answers.get(first) if row else None) or self._elsewhere[first], n

    @cached_property
    def _elsewhere(self) -> dict[int, AnswerTexts[Any, Any]]:
        """Return the texts of each action where it answers no question: those of the first."""
        rows = reversed([*self.questions.values()])
        return {first: answer for row in rows for first, answer in row.answers.items()}


def _sentences(
    text: Any, values: Callable[..., Mapping[str, Any]] | None, *arguments: Any
) -> list[Message]:
    """Return the sentences of a row's text, with the values that they name and don't have."""
    found = text(*arguments) if callable(text) else text
    _, position, *more = arguments
    known: dict[str, Any] = {"n": more[0]} if more else {}
    if position.to_move >= 0:
        known["seat"] = messages.seat(position.to_move)
    if values and text and found is text:
        known |= values(*arguments[:3])
    sentences = [found] if isinstance(found, dict) else found or []
    return [_complete(sentence, **known) for sentence in sentences]


def _complete(text: Message, **values: Any) -> Message:
    """Return a message with those of the values that its sentence names and it doesn't have."""
    pattern = text["say"] + text.get("many", "")
    return {name: value for name, value in values.items() if f"{{{name}}}" in pattern} | text


def _first(sentences: Sequence[Message]) -> Message | None:
    return sentences[0] if sentences else None
