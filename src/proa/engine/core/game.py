"""The Python API of a game: :class:`Game` and its immutable positions.

>>> import proa
>>> game = proa.game("tahiti")
>>> s = game.start(players=3, seed=7)
>>> s = game.play(s, game.codes(s)[0])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine import messages
from proa.engine.core import documents, position_functions, shared_views
from proa.engine.core.information_state import InformationState
from proa.engine.core.observation import FLOAT32, check_dtype
from proa.engine.core.opened import Opened, is_whole
from proa.engine.core.position import Position, R, S, copied
from proa.engine.core.schema import Schema
from proa.engine.core.seeds import Seed, as_key, as_word, checked_key
from proa.engine.core.turns import NOTHING, Turns
from proa.engine.core.verbs import CHANCE
from proa.engine.core.view_types import ALL, SPECTATOR, Choice, Question, Section
from proa.engine.errors import BadOption, IllegalAction
from proa.engine.messages import Message, plural, say


class Game(Opened[R, S]):
    """A game in one edition with its options, ready to be played."""

    # -- starting and playing --------------------------------------------------------------

    def start(
        self,
        players: int,
        seed: Seed | None = None,
        *,
        key: NDArray[np.uint64] | None = None,
        chance: bool = True,
    ) -> Position[S]:
        """Start a game. The same ``seed`` (or 128-bit ``key``) always gives the same chance.

        With ``chance=False`` the outcomes of the set-up must be played.
        """
        return self.start_with_outcomes(players, seed, key=key, chance=chance)[0]

    def start_with_outcomes(
        self,
        players: int,
        seed: Seed | None = None,
        *,
        key: NDArray[np.uint64] | None = None,
        chance: bool = True,
    ) -> tuple[Position[S], list[str]]:
        """Start a game and return the codes of the set-up's outcomes as well; see :meth:`start`."""
        self.check_players(players)
        array = np.zeros(1, self.spec.state)
        array["key"] = as_key(seed) if key is None else checked_key(key)
        self.run(position_functions.begin, array, int(players))
        position, drawn = self._turned(array, NOTHING, chance)
        return position, [self.all_codes[outcome] for outcome in drawn]

    def play(self, position: Position[S], action: int | str, *, chance: bool = True) -> Position[S]:
        """Return the position after a decision (or an outcome, when chance is to move).

        Raises :class:`IllegalAction` with a sentence. The old position does not change.
        """
        return self._played(position, action, chance)[0]

    def play_with_outcomes(
        self, position: Position[S], action: int | str, *, chance: bool = True
    ) -> tuple[Position[S], list[str]]:
        """Play an action as :meth:`play` does; return the codes of the outcomes as well."""
        after, drawn = self._played(position, action, chance)
        return after, [self.all_codes[outcome] for outcome in drawn]

    def settle(self, position: Position[S]) -> tuple[Position[S], list[str]]:
        """Play chance until a seat decides; return the position and the outcomes' codes."""
        after, drawn = self._turned(copied(self._own(position)), NOTHING, True)
        return after, [self.all_codes[outcome] for outcome in drawn]

    def line(self, position: Position[S], codes: Sequence[str]) -> Position[S]:
        """Return the position after a line of decisions and chance from the key, in one fast call.

        Raises :class:`IllegalAction` that names the first decision that can't be played.
        """
        array = copied(self._own(position))
        line = np.array([self.action(code) for code in codes], np.int32)
        actions, weights = self._scratch
        done = int(self.run(position_functions.replay, array, line, actions.copy(), weights.copy()))
        if done < len(line):
            stuck = Position(self, array)
            raise IllegalAction(
                "decision {n}: {why}", n=done + 1, why=self._why_not(stuck, int(line[done]))
            )
        return Position(self, array)

    def _played(
        self, position: Position[S], action: int | str, chance: bool
    ) -> tuple[Position[S], list[int]]:
        array = self._own(position)
        number = action if type(action) is int else self._number(action)
        if number not in position._decision[1]:
            raise IllegalAction(self._why_not(position, self._number(number)))
        return self._turned(copied(array), number, chance)

    def _turned(
        self, array: NDArray[Any], number: int, chance: bool
    ) -> tuple[Position[S], list[int]]:
        """Change a record by an action and chance; return the position and the outcomes drawn."""
        position = Position(self, array)
        position._decision, drawn = self._turns.play(array, number, chance)
        return position, drawn

    def asked(self, array: NDArray[Any]) -> tuple[int, list[int]]:
        """Return who decides in a record, and the legal actions (or possible outcomes)."""
        return self._turns.play(array, NOTHING, False)[0]

    @cached_property
    def _turns(self) -> Turns:
        return Turns(self)

    @cached_property
    def _scratch(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        return np.zeros(self.spec.capacity, np.int32), np.zeros(self.spec.capacity, np.int64)

    def _why_not(self, position: Position, action: int) -> Message:
        code = self.all_codes[action]
        if position.is_over:
            return say("‹{code}› can't be played: the game is over", code=code)
        for choice in self.spec.texts.refusals(self, position, position.to_move):
            if choice["code"] == code:
                return say("‹{code}› can't be played now: {why}", code=code, why=choice["reason"])
        codes = _few(self.codes(position), 12)
        return say("‹{code}› can't be played now; legal are {codes}", code=code, codes=codes)

    # -- legal actions and results -------------------------------------------------------------

    def legal_actions(self, position: Position) -> list[int]:
        """Return the numbers of the legal actions (or possible outcomes), ascending."""
        self._own(position)
        return [*position._decision[1]]

    def codes(self, position: Position) -> list[str]:
        """Return the codes of the legal actions (or possible outcomes)."""
        return [self.all_codes[action] for action in self.legal_actions(position)]

    def outcomes(self, position: Position) -> dict[str, int]:
        """Return the weight of each possible outcome by code, when chance is to move; else {}."""
        numbers, weights = self._weighed(position)
        return dict(zip(map(self.all_codes.__getitem__, numbers), weights.tolist(), strict=True))

    def odds(self, position: Position) -> tuple[list[int], NDArray[np.float64]]:
        """Return the possible outcomes' numbers and probabilities, none unless chance is to move.

        :meth:`play` takes the numbers; :meth:`outcomes` returns codes and weights instead.
        """
        numbers, weights = self._weighed(position)
        return numbers, weights / max(1, int(weights.sum()))

    def _weighed(self, position: Position) -> tuple[list[int], NDArray[np.int64]]:
        """Return the numbers of the possible outcomes and their weights."""
        array = self._own(position)
        if position.to_move != CHANCE:
            return [], np.zeros(0, np.int64)
        weights = np.zeros(self.spec.capacity, np.int64)
        self.run(position_functions.weigh, array, weights)
        numbers = self.legal_actions(position)
        return numbers, weights[: len(numbers)]

    def sheet(self, position: Position, seat: int) -> dict[str, int]:
        """Return a seat's points by source, as if the game had ended now."""
        out = np.zeros(len(self.spec.texts.sources), np.int64)
        self.run(position_functions.points, self._own(position), self._seat(position, seat), out)
        return dict(zip((key for key, _ in self.spec.texts.sources), out.tolist(), strict=True))

    def scores(self, position: Position) -> list[int]:
        """Return the points of every seat, as if the game had ended now."""
        return [int(points) for points in self._result(position)[0]]

    def returns(self, position: Position) -> list[float]:
        """Return 1/k for each of k winners after tie-breaks, else 0, as if the game had ended
        now."""
        return [float(share) for share in self._result(position)[1]]

    def _result(self, position: Position) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        array = self._own(position)
        totals = np.zeros(position.players, np.int64)
        shares = np.zeros(position.players, np.float64)
        self.run(position_functions.result, array, totals, shares)
        return totals, shares

    def observation(self, position: Position, seat: int, dtype: str = FLOAT32) -> NDArray[Any]:
        """Return what ``seat`` may know and can still matter, ``[numbers]``; see :attr:`layout`.

        With the ``dtype`` ``int8`` they are whole numbers; with ``float32`` they are divided by
        their scales.
        """
        array, viewer = self._own(position), self._seat(position, seat)
        look, look_scaled = self._direct_observations
        if dtype == FLOAT32:
            out = np.empty(self.layout.size, np.float32)
            look_scaled(self._rules, array, viewer, self.layout.factors, out)
            return out
        check_dtype(dtype)
        numbers = np.empty(self.layout.size, np.int8)
        look(self._rules, array, viewer, numbers)
        return numbers

    @cached_property
    def _direct_observations(self) -> tuple[Callable[..., None], Callable[..., None]]:
        return self._compiled.unchecked(position_functions.observe), self._compiled.unchecked(
            position_functions.observe_scaled
        )

    def resample(self, position: Position[S], seat: int, seed: Seed) -> Position[S]:
        """A position that ``seat`` (a watcher too) can't tell from this one, by ``seed``."""
        array = copied(self._own(position))
        rng = np.array([as_word(seed)], np.uint64)
        viewer = seat if seat == SPECTATOR else self._seat(position, seat)
        self.run(position_functions.resample, array, viewer, rng)
        return Position(self, array)

    def information_state(self, position: Position, seat: int, seed: Seed = 0) -> InformationState:
        """What a bot at ``seat`` is given to decide; it holds nothing the seat may not know."""
        return InformationState(self.resample(position, seat, seed), seat)

    def _own(self, position: Position) -> NDArray[Any]:
        """Return the array of a position; raise :class:`BadOption` if it is of another game.

        Rules would read another game's fields, or past the tables of another edition.
        """
        if not isinstance(position, Position):
            raise BadOption("a position is needed, not {value}", value=repr(position))
        if position.game is not self and position.game.identity != self.identity:
            raise BadOption(
                "the position belongs to {theirs}, not to {ours}",
                theirs=repr(position.game),
                ours=repr(self),
            )
        return position._array

    def _seat(self, position: Position, seat: int) -> int:
        if not is_whole(seat) or not 0 <= seat < position.players:
            raise BadOption(
                "there is no seat {n}; seats are 0 to {last}",
                n=seat if is_whole(seat) else repr(seat),
                last=position.players - 1,
            )
        return int(seat)

    def _viewer(self, position: Position, viewer: int) -> int:
        return viewer if viewer in (SPECTATOR, ALL) else self._seat(position, viewer)

    # -- views -----------------------------------------------------------------------------

    def label(self, position: Position, action: int | str, locale: str = "en") -> str:
        """Return the text of a choice's button."""
        self._own(position)
        message = self.spec.texts.label(self, position, self._number(action))
        return messages.text(message, _checked_locale(locale))

    def view(self, position: Position, viewer: int = SPECTATOR) -> dict[str, Any]:
        """Return all that ``viewer`` (a seat, ``SPECTATOR``, ``ALL`` after the end) may see, as
        JSON.

        The keys are ``viewer, to_move, ask, asked, sections, actions, greyed, board``. Sentences
        are messages, rendered by :func:`proa.engine.messages.localize`. ``asked`` is the question's
        row for programs, None while no seat is asked; ``actions`` is empty unless it is the
        viewer's turn. ``sections`` are the board in words.
        """
        return {
            **self.question(position, viewer),
            "sections": self.sections(position, viewer),
            "board": self.board(position, viewer),
        }

    def question(self, position: Position, viewer: int = SPECTATOR) -> dict[str, Any]:
        """Return the current question and, on the viewer's turn, possible and refused answers.

        These are the keys ``viewer, to_move, ask, asked, actions, greyed`` of :meth:`view`.
        """
        self._own(position)
        viewer = self._viewer(position, viewer)
        texts = self.spec.texts
        mine = position.to_move >= 0 and viewer in (position.to_move, ALL)
        return {
            "viewer": viewer,
            "to_move": position.to_move,
            "ask": texts.ask(self, position, viewer),
            "asked": self._current_question(position, viewer),
            "actions": self._choices(position) if mine else [],
            "greyed": texts.refusals(self, position, viewer) if mine else [],
        }

    def _current_question(self, position: Position, viewer: int) -> Question | None:
        if position.to_move < 0:
            return None
        row = self.spec.questions.visible_row(position.fields, viewer)
        if row is None:
            return None
        return {"code": row.code, "rule": row.rule, "who": row.who, "area": row.area}

    def _choices(self, position: Position) -> list[Choice]:
        label = self.spec.texts.label
        return [
            {
                "action": action,
                "code": self.all_codes[action],
                "label": label(self, position, action),
            }
            for action in self.legal_actions(position)
        ]

    def sections(self, position: Position, viewer: int = SPECTATOR) -> list[Section]:
        """Return the board in words, enough to play from."""
        return self.spec.texts.sections(self, position, self._viewer(position, viewer))

    def board(self, position: Position, viewer: int) -> dict[str, Any]:
        """Return the board's data for a viewer: the public data with the viewer's own over it."""
        public = shared_views.public_board(self, position)
        own = shared_views.own_board(self, position, self._viewer(position, viewer))
        seen: dict[str, Any] = shared_views.overlay(public, own)
        return seen

    def story(
        self, before: Position, action: int | str, after: Position, viewer: int = SPECTATOR
    ) -> list[Message]:
        """Return the sentences for ``viewer`` about one action or outcome."""
        self._own(before)
        self._own(after)
        viewer = self._viewer(before, viewer)
        return self.spec.texts.story(self, before, self._number(action), after, viewer)

    def describe(self, position: Position, locale: str = "en") -> str:
        """Return the position in a few lines of text, with everything revealed."""
        locale = _checked_locale(locale)
        view = messages.localize(self.view(position, ALL), locale)
        head = plural(
            "{game}, {n} player. {ask}",
            "{game}, {n} players. {ask}",
            position.players,
            game=self.title,
            ask=view["ask"],
        )
        lines = [messages.text(head, locale)]
        for section in view["sections"]:
            lines.append(f"  {section['heading']}")
            lines += [f"    {line['text']}" for line in section["lines"]]
        if view["actions"]:
            codes = _few([choice["code"] for choice in view["actions"]], 16)
            lines.append(f"  {messages.text(say('legal: {codes}', codes=codes), locale)}")
        return "\n".join(lines)

    # -- documents and schemas -------------------------------------------------------------

    def dump(self, position: Position, *, secret: bool = True) -> dict[str, Any]:
        """Return the position as JSON in rule-book terms; if ``secret`` with key and counter."""
        self._own(position)
        return documents.dump(self, position, secret)

    def load(self, document: Any) -> Position[S]:
        """Return the position of a document made by :meth:`dump`; a missing key is drawn anew.

        Raises :class:`BadDocument` that names path and reason.
        """
        return documents.load(self, document)

    def position_schema(self) -> Schema:
        """Return the JSON Schema of documents that :meth:`dump` writes and :meth:`load` reads."""
        return documents.schema(self)

    def view_schema(self) -> Schema:
        """Return the JSON Schema of :meth:`view`, with messages as text."""
        from proa.engine.core import view_schema

        return view_schema.document(self.spec)


def _few(codes: Sequence[str], most: int) -> str:
    """Return the first codes of a list, with "..." if there are more."""
    return ", ".join([*codes[:most], *(["..."] if len(codes) > most else [])])


def _checked_locale(locale: str) -> str:
    if locale not in messages.LOCALES:
        known = ", ".join(messages.LOCALES)
        raise BadOption(
            "there is no language {name}; the languages are {known}", name=repr(locale), known=known
        )
    return locale
