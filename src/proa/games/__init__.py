"""The registry of games: this package's own, and those that installed packages (plugins) offer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from threading import RLock

from proa.engine import messages
from proa.engine.core import plugins
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.plugins import Plugin
from proa.engine.errors import BadOption, ProaError

OURS = {
    "tahiti": "proa.games.tahiti:SPEC",
    "borneo": "proa.games.borneo:SPEC",
    "borabora": "proa.games.borabora:SPEC",
}
"""Name to ``module:NAME`` of the game's ``GameSpec``."""
GROUP = "proa.games"
"""The entry point group under which installed packages offer games."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The form of a game's name, which becomes part of addresses, files, styles and records."""


class Registry(Collection[str]):
    """The names of all games, and the specification of each.

    A plugin is imported at its first use. If it can't be played, it is left out of the names, and
    one sentence in the log says why.
    """

    def __init__(self, ours: Mapping[str, str], group: str) -> None:
        self._ours = ours
        self._group = group
        self._found: dict[str, Plugin] | None = None
        self._specs: dict[str, GameSpec] = {}
        self._bad: dict[str, BadOption] = {}
        self._lock = RLock()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._offers and self._is_good(name)

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in self._offers if self._is_good(name)])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def place(self, name: str) -> str:
        """Return where a game is declared, as ``module:NAME``."""
        return self._offers[name].place

    def offer(self, name: str, place: str) -> None:
        """Add a game that is declared elsewhere. Raise :class:`BadOption` if the name is taken."""
        with self._lock:
            known = self._offers.get(name)
            if known is None:
                self._offers[name] = Plugin(name, place, place)
            elif known.place != place:
                raise BadOption(
                    "{place} can't be used: there is another game {name}, {known}",
                    place=place,
                    name=name,
                    known=known.place,
                )

    def take(self, place: str) -> str:
        """Add the game declared at ``module:NAME`` and return its name."""
        name = _checked(plugins.load_object(place), place).name
        self.offer(name, place)
        return name

    def spec(self, name: str) -> GameSpec:
        """Return a game's specification. Raise :class:`BadOption` if the game is unknown or
        invalid."""
        if not isinstance(name, str) or name not in self._offers:
            raise BadOption(
                "there is no game {name}; the games are {names}",
                name=repr(name),
                names=", ".join(self),
            )
        with self._lock:
            if name in self._bad:
                raise self._bad[name]
            if name not in self._specs:
                try:
                    self._specs[name] = self._declared(name)
                except BadOption as error:
                    self._bad[name] = error
                    raise
            return self._specs[name]

    @property
    def _offers(self) -> dict[str, Plugin]:
        with self._lock:
            if self._found is None:
                self._found = {name: Plugin(name, at, "proa") for name, at in self._ours.items()}
                self._found |= {o.name: o for o in plugins.find_plugins(self._group, self._ours)}
            return self._found

    def _is_good(self, name: str) -> bool:
        if name in self._ours or name in self._specs:
            return True
        is_news = name not in self._bad
        try:
            self.spec(name)
        except BadOption as error:
            if is_news:
                plugins.log_bad_plugin(self._offers[name], error)
            return False
        return True

    def _declared(self, name: str) -> GameSpec:
        from proa.engine.compiler.source_hashes import (
            add_game_package,
            source_files_of,
            source_hash,
        )
        from proa.engine.core.game import Game
        from proa.engine.core.verbs import register

        place = self._offers[name].place
        declared = _checked(plugins.load_object(place), place)
        if declared.name != name:
            raise BadOption(
                "{place} can't be used: it is registered as {name}, but its name is {own}",
                place=place,
                name=name,
                own=declared.name,
            )
        messages.add_game(name, declared.folder)
        add_game_package(_package(place))
        try:
            register(name, declared.verbs)
            for path in source_files_of(declared.verbs.values()):
                source_hash(path)  # as imported: a later edit must not pass for the code that runs
            if name not in self._ours:
                Game(declared).view_schema()
        except Exception as error:
            if name in self._ours:
                raise
            raise _unfit(place, error) from error
        return declared


def _checked(found: object, place: str) -> GameSpec:
    if not isinstance(found, GameSpec):
        raise BadOption(
            "{place} can't be used: it must be a Kind, not {found}",
            place=place,
            found=repr(found)[:80],
        )
    if not _NAME.fullmatch(found.name):
        raise BadOption(
            "{place} can't be used: the name {name} must consist of lower-case letters, "
            "digits and underscores",
            place=place,
            name=repr(found.name),
        )
    return found


def _package(place: str) -> str:
    """Return the package of a game: its own folder."""
    module = import_module(place.partition(":")[0])
    return module.__package__ or module.__name__


def _unfit(place: str, error: Exception) -> BadOption:
    """Describe any exception that a plugin raised, as one sentence."""
    first = str(error).partition("\n")[0]
    why = error.message if isinstance(error, ProaError) else f"{type(error).__name__}: {first}"
    return BadOption("{place} can't be used: {why}", place=place, why=why)


GAMES = Registry(OURS, GROUP)
"""The registry of this process."""
spec = GAMES.spec
