"""A game in one edition with its options: its tables, codes and numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core.editions import EditionFile, Reader, read_edition
from proa.engine.core.fields import twin_of
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.observation import Layout
from proa.engine.core.position import R, S
from proa.engine.core.schema import DIALECT, ONE_OF, Schema
from proa.engine.core.verbs import look_up
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.messages import Message, MessageDomain, say

STANDARD = "standard"
if TYPE_CHECKING:
    from typing import Self

    from proa.engine.core.game import Game


class Opened(Generic[R, S]):
    """A game in one edition with its options: all that no position changes."""

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

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
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
