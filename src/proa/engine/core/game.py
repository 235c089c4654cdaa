"""The Python API of a game: :class:`Game` and its immutable positions.

>>> import proa
>>> game = proa.game("tahiti")
>>> s = game.start(players=3, seed=7)
>>> s = game.play(s, game.codes(s)[0])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from proa.engine import messages
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core import documents, position_functions, view_schema
from proa.engine.core.chance import fresh_key, key_from_seed
from proa.engine.core.editions import EditionFile, Reader, read_edition
from proa.engine.core.fields import twin_of
from proa.engine.core.game_spec import ALL, SPECTATOR, GameSpec
from proa.engine.core.information_state import InformationState
from proa.engine.core.observation import FLOAT32, Layout, check_dtype
from proa.engine.core.position import Position, R, S, cached, copied
from proa.engine.core.schema import DIALECT, ONE_OF, Schema
from proa.engine.core.seeds import Seed, as_word, checked_seed
from proa.engine.core.verbs import CHANCE, look_up
from proa.engine.core.view_types import Choice, Question, Section
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.messages import Message, MessageDomain, plural, say

STANDARD = "standard"
_NOTHING = -1
"""No action."""
_FIRST = 16
"""The numbers of a turn's result that are converted at once: more are seldom legal."""
MOST_DRAWN = 128
"""How many outcomes one call of compiled code returns at most."""


@cached
def _public_board(game: Game, position: Position) -> messages.Shared:
    board = game.spec.board
    public = board.public(game, board.mask(game, position))
    return messages.Shared({"guide": None, "hint": None, "previews": {}, **public})


@cached
def _public_sections(game: Game, position: Position) -> list[messages.Shared]:
    return [messages.Shared(section) for section in game.sections(position)]


def overlay(under: Any, over: Any) -> Any:
    """Return ``over`` merged into ``under`` (:class:`proa.engine.core.view_types.Own`), as a
    copy."""
    if isinstance(under, list) and isinstance(over, dict):
        return [overlay(value, over[i]) if i in over else value for i, value in enumerate(under)]
    if isinstance(under, dict) and isinstance(over, dict):
        return {**under, **{k: overlay(under.get(k), value) for k, value in over.items()}}
    return over


class Game(Generic[R, S]):
    """A game in one edition with its options, ready to be played."""

    def __init__(
        self,
        spec: GameSpec,
        edition: str | Path | EditionFile | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """``edition`` is an edition file or a path to one, or None for the standard one.

        Raises :class:`BadOption` for unknown options, :class:`BadDocument` for a bad edition.
        """
        self.spec = spec
        self.name = spec.name
        self.options = _checked_options(spec, options or {})
        standard = edition is None or edition in (STANDARD, Path(STANDARD))
        if not isinstance(edition, EditionFile):
            path = spec.folder / "components.toml" if standard else Path(str(edition))
            edition = read_edition(path)
        self._file = None if standard else edition
        self.edition = STANDARD if standard else edition.path.stem
        self.edition_hash = edition.hash
        reader = Reader(edition.content, edition.path.name)
        self._rules = spec.components.read(reader, self.options)
        reader.finish()
        self._reads = reader.schema()
        self.all_codes = tuple(spec.actions.codes(self.tables))
        self._numbers = {code: n for n, code in enumerate(self.all_codes) if code}
        self._compiled = _compiled_functions(
            spec.name, tuple(spec.verbs.items()), spec.components.tables, spec.state
        )

    def __repr__(self) -> str:
        given = [] if self._file is None else [f"edition={str(self._file.path)!r}"]
        given += [f"{name}={value!r}" for name, value in self.options.items()]
        return f"proa.game({', '.join([repr(self.name), *given])})"

    def __reduce__(self) -> tuple[Any, ...]:
        from proa import place_of

        place = place_of(self.name)
        return _reopened, (self.name, place, self._file, self.options, self.identity)

    def __deepcopy__(self, known: dict[int, Any]) -> Game[R, S]:
        return self

    # -- constants -------------------------------------------------------------------------

    @property
    def title(self) -> Message:
        """Return the game's title."""
        return MessageDomain(self.name).say(self.spec.title)

    @cached_property
    def players(self) -> tuple[int, int]:
        """Return the fewest and the most players of this edition."""
        low, high = self.spec.players
        if self.spec.components.most_players is not None:
            high = min(high, self.spec.components.most_players(self.tables))
        return low, high

    @cached_property
    def tables(self) -> R:
        """Return the rules record (tables, limits, options) as plain Python."""
        twin: R = twin_of(self._rules, fixed=True)
        return twin

    @property
    def rules(self) -> NDArray[Any]:
        """Return the rules record for compiled code, as an array of one."""
        return self._rules

    @cached_property
    def identity(self) -> tuple[str, int, str, tuple[tuple[str, str], ...]]:
        """Return what two games must share for their positions to mean the same."""
        options = tuple(sorted(self.options.items()))
        return self.name, self.spec.rules_version, self.edition_hash, options

    @property
    def compiled(self) -> CompiledFunctions:
        """Return the compiled functions, for bots and batches."""
        return self._compiled

    def run(self, compiled: CompiledFunction, *arguments: Any) -> Any:
        """Call a compiled function with this game's rules as the first argument."""
        return self._compiled[compiled](self._rules, *arguments)

    def action(self, code: str) -> int:
        """Return the number of a code; raise :class:`IllegalAction` for an unknown code."""
        try:
            return self._numbers[code]
        except (KeyError, TypeError):
            raise IllegalAction(
                "‹{code}› is not a code of {game}", code=code, game=self.title
            ) from None

    def code(self, action: int) -> str:
        """Return the code of a number; raise :class:`IllegalAction` for an unknown number."""
        return self.all_codes[self._number(action)]

    def _number(self, action: int | str) -> int:
        """Return the number of an action given as number or code."""
        if isinstance(action, str):
            return self.action(action)
        if not is_whole(action) or not 0 <= action < len(self.all_codes):
            raise IllegalAction(
                "{game} has no action {action}; give a code, or a number from 0 to {last}",
                game=self.title,
                action=repr(action),
                last=len(self.all_codes) - 1,
            )
        return int(action)

    @cached_property
    def layout(self) -> Layout:
        """Return the table of an observation: slices with names, shapes, scales and meanings."""
        return Layout(self.spec.analysis.observation(self.tables))

    def observation_names(self) -> list[str]:
        """Return the names of the numbers of an observation, in order."""
        return self.layout.names()

    def check_players(self, players: int) -> None:
        """Raise :class:`BadOption` unless this edition, with its options, allows so many."""
        low, high = self.players
        if not is_whole(players) or not low <= players <= high:
            raise BadOption(
                "{game} is for {wanted} players, not {n}",
                game=self.title,
                wanted=low if low == high else say("{low} to {high}", low=low, high=high),
                n=players if is_whole(players) else repr(players),
            )
        for name, value in self.options.items():
            option = self.spec.components.options[name]
            if option.players and value != option.default and players not in option.players:
                wanted = ", ".join(map(str, option.players))
                raise BadOption(
                    "the option {option} is for {wanted} players only",
                    option=f"{name}={value}",
                    wanted=wanted,
                )

    def seat_count(self, players: int | None, named: int = 0) -> int:
        """Return the number of seats for ``players``, which may be left out: then as many as are
        ``named``, and at least the fewest.

        Raises :class:`BadOption` as :meth:`check_players` does.
        """
        seats = max(named, self.players[0]) if players is None else players
        self.check_players(seats)
        return seats

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
        array["key"] = _key(seed) if key is None else _checked_key(key)
        self.run(position_functions.begin, array, int(players))
        position, drawn = self._turned(array, _NOTHING, chance)
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
        after, drawn = self._turned(copied(self._own(position)), _NOTHING, True)
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
        position._decision, drawn = self._turn(array, number, chance)
        every = drawn
        while len(drawn) == MOST_DRAWN:
            position._decision, drawn = self._turn(array, _NOTHING, chance)
            every += drawn
        return position, every

    def asked(self, array: NDArray[Any]) -> tuple[int, list[int]]:
        """Return who decides in a record, and the legal actions (or possible outcomes)."""
        return self._turn(array, _NOTHING, False)[0]

    def _turn(
        self, array: NDArray[Any], number: int, chance: bool
    ) -> tuple[tuple[int, list[int]], list[int]]:
        """Return who decides after an action and chance, what is legal then, and the outcomes."""
        try:
            out = self._spare.pop()  # each thread has its own
        except IndexError:
            out = np.empty(position_functions.LISTS + self.spec.capacity + MOST_DRAWN, np.int32)
        self._direct_turn(self._rules, array, number, chance, self.spec.capacity, out)
        first = out[:_FIRST].tolist()
        last = position_functions.LISTS + first[position_functions.OFFERED]
        legal = (first if last <= _FIRST else out[:last].tolist())[position_functions.LISTS : last]
        drawn = first[position_functions.DRAWN]
        outcomes = out[-MOST_DRAWN:][:drawn].tolist() if drawn else []
        self._spare.append(out)
        return (first[position_functions.MOVER], legal), outcomes

    @cached_property
    def _direct_turn(self) -> Callable[..., None]:
        return self._compiled.unchecked(position_functions.turn)

    @cached_property
    def _spare(self) -> list[NDArray[np.int32]]:
        return []

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

    def shared_sections(self, position: Position, viewer: int) -> list[messages.Shared]:
        """Return :meth:`sections`; those that equal a spectator's are shared objects."""
        public = _public_sections(self, position)
        if viewer == SPECTATOR:
            return public
        sections = map(messages.Shared, self.sections(position, viewer))
        return [next((same for same in public if same == one), one) for one in sections]

    def public_board(self, position: Position) -> messages.Shared:
        """Return the board's data for a spectator, one object shared by all callers."""
        return _public_board(self, position)

    def own_board(self, position: Position, viewer: int) -> dict[str, Any]:
        """Return the data that is merged into the public data for a viewer."""
        viewer, texts = self._viewer(position, viewer), self.spec.texts
        found: dict[str, Any] = {"hint": texts.hint(self, position, viewer)}
        if position.to_move >= 0 and viewer in (position.to_move, ALL):
            found["guide"] = texts.note(self, position)
            found["previews"] = texts.previews(self, position)
        own = self.spec.board.own(self, position, viewer)
        return {**own, **{name: value for name, value in found.items() if value}}

    def board(self, position: Position, viewer: int) -> dict[str, Any]:
        """Return the board's data for a viewer: the public data merged with the viewer's own."""
        seen: dict[str, Any] = overlay(
            self.public_board(position), self.own_board(position, viewer)
        )
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
        return view_schema.document(self.spec)

    def edition_schema(self) -> Schema:
        """Return the JSON Schema of edition files: what was read from this one."""
        return {"$schema": DIALECT, "title": f"An edition of {self.spec.title}", **self._reads}


@cache
def _compiled_functions(
    name: str,
    verbs: tuple[tuple[str, Callable[..., Any]], ...],
    rules: np.dtype[Any],
    state: np.dtype[Any],
) -> CompiledFunctions:
    """Return the compiled functions of a game's code, which all editions and options share."""
    return CompiledFunctions(name, look_up(dict(verbs)), rules, state)


def _few(codes: Sequence[str], most: int) -> str:
    """Return the first codes of a list, with "..." if there are more."""
    return ", ".join([*codes[:most], *(["..."] if len(codes) > most else [])])


def refuse_option(name: str, why: str, /, **values: Any) -> BadOption:
    """Return the error for an option's value."""
    return BadOption("{where}: {why}", where=name, why=say(why, **values))


def _checked_options(spec: GameSpec, options: Mapping[str, str]) -> dict[str, str]:
    for name, value in options.items():
        if name not in spec.components.options:
            known = ", ".join(spec.components.options) or say("none")
            raise BadOption(
                "{game} has no option {name}; its options are {known}",
                game=MessageDomain(spec.name).say(spec.title),
                name=name,
                known=known,
            )
        if not isinstance(value, str) or value not in spec.components.options[name].values:
            known = ", ".join(spec.components.options[name].values)
            raise refuse_option(name, ONE_OF, words=known, value=repr(value))
    return spec.with_defaults(options)


def is_whole(value: object) -> bool:
    """Return whether ``value`` is a whole number, Python's or NumPy's."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _reopened(
    name: str,
    place: str | None,
    edition: EditionFile | None,
    options: Mapping[str, str],
    identity: Any,
) -> Game:
    """Return a game in the process to which it was sent, with the edition it had there."""
    from proa import open_sent_game

    opened = open_sent_game(name, place, edition, options)
    if opened.identity != identity:
        raise BadDocument(
            "what was pickled belongs to {theirs}, but here {game} is {ours}; use the same version "
            "of proa",
            game=name,
            theirs=_identified(identity),
            ours=_identified(opened.identity),
        )
    return opened


def _identified(identity: tuple[str, int, str, Any]) -> Message:
    name, rules_version, edition_hash, _ = identity
    return say(
        "{name}, rules version {rules_version}, edition {edition_hash}",
        name=name,
        rules_version=rules_version,
        edition_hash=edition_hash,
    )


def _checked_locale(locale: str) -> str:
    if locale not in messages.LOCALES:
        known = ", ".join(messages.LOCALES)
        raise BadOption(
            "there is no language {name}; the languages are {known}", name=repr(locale), known=known
        )
    return locale


def _key(seed: Seed | None) -> NDArray[np.uint64]:
    return fresh_key() if seed is None else key_from_seed(checked_seed(seed))


def _checked_key(key: NDArray[np.uint64]) -> NDArray[np.uint64]:
    if not isinstance(key, np.ndarray) or key.dtype != np.uint64 or key.shape != (2,):
        raise BadOption("a key must be a NumPy array of two uint64, not {value}", value=repr(key))
    return key
