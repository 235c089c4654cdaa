"""The specification of a game, :class:`GameSpec`: everything that other code reads of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.actions import Actions
from proa.engine.core.lesson import Lesson
from proa.engine.core.observation import Slice
from proa.engine.core.schema import Group
from proa.engine.core.search_settings import SearchSettings, Strength
from proa.engine.core.texts import TextsSpec
from proa.engine.core.view_types import SPECTATOR, Aid, HowToPlay, Marks, View
from proa.engine.messages import Message

if TYPE_CHECKING:
    from proa.engine.core.editions import Reader
    from proa.engine.core.game import Game
    from proa.engine.core.position import Position


@dataclass(frozen=True)
class Option:
    """A choice of how to play: its values (the first is the default) and their labels."""

    label: Message
    values: Mapping[str, Message]
    rule: str = ""
    players: tuple[int, ...] = ()
    """The numbers of players it exists for; empty: all."""

    @property
    def default(self) -> str:
        return next(iter(self.values))


@dataclass(frozen=True)
class ComponentsSpec:
    """The data of the game's printed components, and its options."""

    tables: np.dtype[Any]
    """The record of tables, limits and options that every rule gets."""
    read: Callable[[Reader, Mapping[str, str]], NDArray[Any]]
    """Returns an edition's tables with these options, as an array of one, or refuses them."""
    options: Mapping[str, Option] = field(default_factory=dict)
    most_players: Callable[[Any], int] | None = None
    """The most players an edition allows, from its tables; None: as many as the game."""


@dataclass(frozen=True)
class PremoveSpec:
    """A premove: an answer that a seat may give before it is asked, valid for one occasion."""

    code: str
    """Its name for programs."""
    occasion: Callable[[Any, Any, int], Hashable | None]
    """``(tables, fields, seat)``: the occasion, for example one auction or one turn; None if it
    can't be given now. The premove ends when the occasion changes. It reads only what the seat
    knows."""
    answer: Callable[[Any, Any, int], int]
    """``(tables, fields, amount)``: the action that it gives for the mover. If that action is not
    legal, the mover is asked after all."""
    amounts: Callable[[Any, Any, int], tuple[int, int]] | None = None
    """``(tables, fields, seat)``: the least and the most amount; None: it has no amount."""


TURN = "turn"
"""The role in which most questions are answered: the seat whose turn it is."""


@dataclass(frozen=True)
class QuestionSpec:
    """A question for a seat: a row of the game's table of questions."""

    code: str
    """Its name for programs."""
    rule: str
    """The number of the rule that asks it."""
    area: str
    """The part of the table that it is about, a key of the game's own."""
    answers: str
    """Its answers: words of rows of the table of actions, separated by blanks."""
    who: str = TURN
    """The role in which the mover answers: on turn, or a key of the game's own, as the defender."""
    public: bool | Callable[[Any, Any], bool] = False
    """Whether everybody can see that there is only one answer.

    True: the answers follow from open information. False: they depend on what only the seat knows.
    A rule ``(tables, fields)`` decides it for a position, and reads only what is public.
    """
    premoves: tuple[PremoveSpec, ...] = ()
    """The premoves that may answer it."""


@dataclass(frozen=True)
class QuestionsSpec:
    """The questions for seats, one row each."""

    current: Callable[[Any], int] = lambda fields: 0
    """The number of the question that the position's fields ask."""
    rows: Mapping[int, QuestionSpec] = field(default_factory=dict)
    """By number. A question without a row is answered only by its seat."""
    visible: Callable[[Any, int], int] | None = None
    """``(fields, viewer)``: the question's number as the viewer may know it; None: it is public."""

    def row(self, fields: Any) -> QuestionSpec | None:
        """Return the row of the current question."""
        return self.rows.get(self.current(fields))

    def seen(self, fields: Any, viewer: int) -> int:
        """Return the number of the current question as a viewer may know it."""
        return self.visible(fields, viewer) if self.visible else self.current(fields)

    def visible_row(self, fields: Any, viewer: int) -> QuestionSpec | None:
        """Return the row of the current question as a viewer may know it."""
        return self.rows.get(self.seen(fields, viewer))

    def area(self, fields: Any) -> str:
        """Return the part of the table that it is about; "" while no seat is asked."""
        row = self.row(fields)
        return row.area if row else ""

    def who(self, fields: Any) -> str:
        """Return the role in which the mover answers; "" while no seat is asked."""
        row = self.row(fields)
        return row.who if row else ""

    @cached_property
    def premoves(self) -> Mapping[str, PremoveSpec]:
        """Return all premoves by their codes."""
        return {answer.code: answer for row in self.rows.values() for answer in row.premoves}

    def is_public(self, tables: Any, fields: Any) -> bool:
        """Return whether everybody can see it if the current question has only one answer."""
        row = self.row(fields)
        if row is None or isinstance(row.public, bool):
            return row is not None and bool(row.public)
        return bool(row.public(tables, fields))


class MaskFunction(Protocol):
    """Returns the position as a spectator knows it, without hidden information."""

    def __call__(self, game: Game, position: Position, /) -> Position: ...


def mask_by_resampling(game: Game, position: Position) -> Position:
    """Return a position with everything hidden drawn anew, equal for equal public information."""
    return game.resample(position, SPECTATOR, 0)


class PublicBoardFunction(Protocol):
    """Returns the board's data for a spectator, from a masked position; without pixels."""

    def __call__(self, game: Game, position: Position, /) -> Mapping[str, Any]: ...


def no_public_board(game: Game, position: Position) -> Mapping[str, Any]:
    """Return nothing: the sections suffice."""
    return {}


class OwnBoardFunction(Protocol):
    """Returns what one viewer sees in addition, as hands: data merged into the public data.

    Values replace those of the same name, objects are merged into objects, and an object with
    numbers as keys is merged into the entries of a list (``players``).
    """

    def __call__(self, game: Game, position: Position, viewer: int, /) -> Mapping[str, Any]: ...


def no_own_board(game: Game, position: Position, viewer: int) -> Mapping[str, Any]:
    """Return nothing for any viewer."""
    return {}


class MarksFunction(Protocol):
    """Returns what an event changed on the board, for a viewer."""

    def __call__(self, game: Game, before: Position, after: Position, viewer: int, /) -> Marks: ...


def no_marks(game: Game, before: Position, after: Position, viewer: int) -> Marks:
    """Return no marks."""
    return Marks()


Fill = Literal[
    "choices",
    "facing",
    "figures",
    "final",
    "panels",
    "rail",
    "refused",
    "round",
    "source_icon",
    "status",
    "tabs",
    "tips",
]
"""The parts of the shared pages (``web/templates``) that a game may fill, each a macro in
``BoardSpec.parts``: the buttons of the choices; what is beside the question; a seat's numbers; what
ends a choice; more panels; the rail beside the board; the round, in the head; the drawing of a
source of points; what a seat is doing; the tabs of a small window; tooltips of places that are no
choices."""


def no_examples(game: Game) -> Mapping[str, Any]:
    """Its pictures have no numbers."""
    return {}


@dataclass(frozen=True)
class BoardSpec:
    """How the game is drawn. File names are relative to the game's folder; without a ``template``
    the table shows the sections, and the choices as buttons."""

    mask: MaskFunction = mask_by_resampling
    public: PublicBoardFunction = no_public_board
    own: OwnBoardFunction = no_own_board
    marks: MarksFunction = no_marks
    template: str | None = None
    """Draws the board from its data."""
    moment: str | None = None
    """Draws what an event changed, small; None: the whole board."""
    parts: str | None = None
    """A template with the macros that ``fills`` names."""
    fills: frozenset[Fill] = frozenset()
    figures: str | None = None
    """A template with drawn examples for the rule book: macros ``chapter_1`` and so on."""
    geometry: Any = None
    """What its templates get as ``drawing("<game>")``: a module of places and paths."""
    pieces: str | None = None
    """An SVG file of symbols that templates use by id."""
    styles: tuple[str, ...] = ()
    """Styles of its pictures, for all pages."""
    table_styles: tuple[str, ...] = ()
    """More styles, for the table's page."""
    sample: str | None = None
    """A position (JSON) for pictures of the board."""
    portrait: str | None = None
    """A picture (JPEG, 1200 by 630) of the game for links to it on other sites."""
    aid: Callable[[Game], Aid] | None = None
    """The player aid, for an edition; None: there is none."""
    aim: str | None = None
    """A picture of the aim for that sheet, drawn with the game's pieces."""
    how_to_play: Callable[[Game], HowToPlay] | None = None
    """The first page of the rule book; None: the book begins with its rules."""
    examples: Callable[[Game], Mapping[str, Any]] = no_examples
    """What ``aim`` and ``figures`` draw as ``examples``: positions, and what the rules find there,
    for an edition."""


@dataclass(frozen=True)
class AnalysisSpec:
    """Observations, documents, search and levels of the game."""

    observation: Callable[[Any], Sequence[Slice]]
    """The table of the numbers that ``observe`` fills, in order, from the tables."""
    document: Group
    """The JSON form of a position, in rule-book terms."""
    check: Callable[[Any, Any], Message | str | None]
    """``(tables, fields)``: why a loaded position is impossible, or None."""
    horizon: int = 0
    """How many decisions of each seat random play should look ahead in a search, measured in
    matches between searches; 0: to the end of the game."""
    event: Callable[[Any], tuple[str | int, ...]] | None = None
    """The name of the next event of chance, from the position's fields: its kind and, if needed,
    round and seat. Events with the same name are numbered as they come. Names keep the luck of a
    deal the same after other choices; None: events are only numbered."""
    search_settings: Mapping[int, SearchSettings] = field(default_factory=dict)
    """The settings of the guided search by number of players, tuned in matches. A missing number
    uses the default of all games."""
    levels: Mapping[int, Mapping[str, Strength]] = field(default_factory=dict)
    """The strength of levels by number of players and level name; by default as in all games."""


@dataclass(frozen=True)
class GameSpec:
    """A game: everything that the engine, the bots, the pages and the command line need to know."""

    name: str
    title: str
    players: tuple[int, int]
    """Fewest and most."""
    minutes: int
    sentence: Message
    """The game in one sentence."""
    rules_version: int
    """Increases with every change that alters a stored replay."""
    folder: Path
    state: np.dtype[Any]
    """The record of a position."""
    verbs: Mapping[str, Callable[..., Any]]
    """The rules that all games have (``engine/core/verbs.py``)."""
    capacity: int
    """The most legal actions or outcomes there can be at once."""
    actions: Actions
    """All actions and outcomes, one row each, in the order of their numbers."""
    components: ComponentsSpec
    texts: TextsSpec
    analysis: AnalysisSpec
    board: BoardSpec = BoardSpec()
    questions: QuestionsSpec = QuestionsSpec()
    view: Any = View[Any, Any, Any]
    """The type of its views for programs: ``View`` of its lines, board and marks."""
    lesson: Lesson | None = None
    """A first game with commentary; None: there is none."""

    def with_defaults(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return options with the default of each that is missing.

        A document from before an option existed means its default: it compares as equal, and is
        stored as it was written.
        """
        defaults = {name: option.default for name, option in self.components.options.items()}
        return defaults | dict(options)
