"""What a game's folder declares: one :class:`Kind`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from proa.engine.dump import Group
from proa.engine.words import Message

if TYPE_CHECKING:
    from proa.engine.game import Game, Position

WATCHER = -1
"""A viewer who holds no seat: sees what all may see."""
ALL = -2
"""A viewer who sees everything: only after the end, and in study."""


@dataclass(frozen=True)
class Option:
    """A choice of how to play: its values (the first is the default) and what to call them."""

    label: Message
    values: Mapping[str, Message]
    rule: str = ""
    players: tuple[int, ...] = ()
    """The numbers of players it exists for; empty: all."""

    @property
    def default(self) -> str:
        return next(iter(self.values))


class Page(Protocol):
    """How a game shows itself to people: a module ``view.py`` has these functions.

    It may have two more: ``marks(game, before, after, viewer)``, what an event changed on the
    board, and ``reasons(game, position, player, viewer)``, where a player's points come from.
    """

    def label(self, game: Game, position: Position, action: int) -> Message:
        """What a choice or outcome is called on a button: effect and price."""

    def ask(self, game: Game, position: Position, viewer: int) -> Message:
        """What is asked of whom, as one sentence."""

    def sections(self, game: Game, position: Position, viewer: int) -> list[dict[str, Any]]:
        """``{"heading": message, "lines": [{"text": message, **values}]}``: enough to play from."""

    def greyed(self, game: Game, position: Position, viewer: int) -> list[dict[str, Any]]:
        """Choices one might expect but may not take: ``code, label, reason, rule``."""

    def masked(self, game: Game, position: Position) -> Position:
        """The position as one who watches knows it: what is hidden from them is not in it."""

    def public(self, game: Game, position: Position) -> dict[str, Any]:
        """The board's data as one who watches sees it, from a masked position."""

    def own(self, game: Game, position: Position, viewer: int) -> dict[str, Any]:
        """What is laid over the public data for a viewer: hands, choices, previews.

        Values replace those of the same name; objects are laid over objects, and an object whose
        keys are numbers over the entries of a list (``players``).
        """


class Story(Protocol):
    """How a game tells what happened: a module ``story.py`` has these functions."""

    def story(
        self, game: Game, before: Position, action: int, after: Position, viewer: int
    ) -> list[Message]:
        """The sentences of one action or outcome for one viewer (seat, WATCHER or ALL)."""

    def code_for(self, game: Game, before: Position, action: int, viewer: int) -> str | None:
        """The action's code as the viewer may know it (``draw:?``); None: he notices nothing."""

    def reveals(self, game: Game, before: Position, action: int) -> bool:
        """Whether the action showed anybody a fact hidden from him before: no undo past it."""


@dataclass(frozen=True)
class Kind:
    """A game: everything the engine, the bots, the pages and the command line ask of it."""

    name: str
    title: str
    players: tuple[int, int]
    """Fewest and most."""
    minutes: int
    sentence: Message
    """The game in one sentence."""
    rules_version: int
    """Rises with every change that alters a stored replay."""
    folder: Path
    state: np.dtype[Any]
    rules: np.dtype[Any]
    verbs: Mapping[str, Callable[..., Any]]
    capacity: int
    """The most legal actions or outcomes there can be at once."""
    components: Callable[[Any, Mapping[str, str]], NDArray[Any]]
    """``(reader, options)`` to the rules record, as an array of one; checks the edition."""
    codes: Callable[[Any], Sequence[str]]
    """The codes of all actions and outcomes, in the order of their numbers, from the rules."""
    features: Callable[[Any], Sequence[str]]
    """The names of the observation's numbers, from the rules."""
    sources: Sequence[tuple[str, Message]]
    """The lines of the score sheet: a key and a heading each, in the order of ``sheet``."""
    page: Page
    story: Story
    document: Group
    """How a position is written as JSON in rule-book words."""
    check: Callable[[Any, Any], Message | str | None]
    """``(rules, state)`` as twins: why a loaded position is impossible, or None."""
    options: Mapping[str, Option] = field(default_factory=dict)
    most_players: Callable[[Any], int] | None = None
    """The most players an edition allows, from its rules, where that may be fewer."""
    horizon: int = 0
    """How many decisions of each seat ahead random play tells a search something, measured in
    matches between searches; 0: to the end of the game."""
    event: Callable[[Any], tuple[str | int, ...]] | None = None
    """What the event is called that chance decides next, from the position's fields: its kind and,
    where they tell events apart, round and seat. Those of one name are numbered as they come.
    It keeps the luck of a deal the same after other choices; None: events are numbered only."""
    rule_prefix: str = ""
    """The letters before its rule numbers: TA, BO, BB."""
    book: Path | None = None
    """The folder of its rule book, ``<name>.md`` and ``<name>.ru.md``; None: that of ours."""

    def completed(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options with the default of each that is not named.

        What was written before an option came to be means that default: it compares as equal, and
        is kept as it was written.
        """
        defaults = {name: option.default for name, option in self.options.items()}
        return defaults | dict(options)
