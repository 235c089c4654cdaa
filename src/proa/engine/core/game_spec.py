"""What a game declares, in parts: one :class:`GameSpec`. All that others read of a game is here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.actions import Actions
from proa.engine.core.observation import Slice
from proa.engine.core.schema import Group
from proa.engine.core.search_settings import SearchSettings, Strength
from proa.engine.core.view_types import (
    Aid,
    Marks,
    Own,
    PremoveText,
    Reason,
    Refused,
    Section,
    Source,
    Tie,
)
from proa.engine.messages import Message

if TYPE_CHECKING:
    from proa.engine.core.editions import Reader
    from proa.engine.core.game import Game
    from proa.engine.core.position import Position

SPECTATOR = -1
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


@dataclass(frozen=True)
class ComponentsSpec:
    """What the game is played with: the data of its printed components, and how it is played."""

    tables: np.dtype[Any]
    """The record of tables, limits and options that every rule gets."""
    read: Callable[[Reader, Mapping[str, str]], NDArray[Any]]
    """An edition's tables with these options, as an array of one; refuses what can't be."""
    options: Mapping[str, Option] = field(default_factory=dict)
    most_players: Callable[[Any], int] | None = None
    """The most players an edition allows, from its tables; None: as many as the game."""


class LabelFunction(Protocol):
    """What a choice or outcome is called on a button: effect and price."""

    def __call__(self, game: Game, position: Position, action: int, /) -> Message: ...


class AskFunction(Protocol):
    """What is asked of whom, as one sentence to a viewer."""

    def __call__(self, game: Game, position: Position, viewer: int, /) -> Message: ...


class SectionsFunction(Protocol):
    """The table in words as a viewer sees it: enough to play from."""

    def __call__(self, game: Game, position: Position, viewer: int, /) -> list[Section]: ...


class RefusalsFunction(Protocol):
    """What a viewer might expect to choose but may not, each with its reason and rule."""

    def __call__(self, game: Game, position: Position, viewer: int, /) -> list[Refused]: ...


class StoryFunction(Protocol):
    """The sentences of one action or outcome for one viewer; a turn begins with one that is
    made by :func:`proa.engine.messages.start_turn`."""

    def __call__(
        self, game: Game, before: Position, action: int, after: Position, viewer: int, /
    ) -> list[Message]: ...


class CodeFunction(Protocol):
    """The action's code as a viewer may know it (``draw:?``); None: they notice nothing."""

    def __call__(self, game: Game, before: Position, action: int, viewer: int, /) -> str | None: ...


class RevealsFunction(Protocol):
    """Whether an action shows anybody a fact that was hidden from them: no undo past it."""

    def __call__(self, game: Game, before: Position, action: int, /) -> bool: ...


class ReasonsFunction(Protocol):
    """Where a player's points come from, as far as a viewer may know."""

    def __call__(
        self, game: Game, position: Position, player: int, viewer: int, /
    ) -> Sequence[Reason]: ...


def no_reasons(game: Game, position: Position, player: int, viewer: int) -> Sequence[Reason]:
    """The score sheet says it all."""
    return ()


class OnlyAnswerFunction(Protocol):
    """Why the mover has but one answer, told to them; None: the question says it."""

    def __call__(self, game: Game, position: Position, /) -> Message | None: ...


def no_explanation(game: Game, position: Position) -> Message | None:
    """The question says it."""
    return None


class PremoveTextFunction(Protocol):
    """What a standing answer is called, by its code and amount, and until when it stands."""

    def __call__(self, code: str, amount: Any, /) -> PremoveText: ...


def no_premoves(code: str, amount: Any) -> PremoveText:
    """There are no standing answers."""
    raise KeyError(code)


@dataclass(frozen=True)
class PremoveSpec:
    """An answer that a seat may give before it is asked, for as long as an occasion lasts."""

    code: str
    """What programs call it."""
    occasion: Callable[[Any, Any, int], Hashable | None]
    """``(tables, fields, seat)``: what it is for, as one auction or one turn; None where it can't
    be given. It ends when this is another. Reads nothing but what the seat knows."""
    answer: Callable[[Any, Any, int], int]
    """``(tables, fields, amount)``: the action that it gives for the mover. If that is not legal,
    the mover is asked after all."""
    amounts: Callable[[Any, Any, int], tuple[int, int]] | None = None
    """``(tables, fields, seat)``: the least and the most that it may name; None: it names none."""


TURN = "turn"
"""Who answers most questions: the seat whose turn it is."""


@dataclass(frozen=True)
class QuestionSpec:
    """What is asked of a seat: a row of the game's table of questions."""

    code: str
    """What programs call it."""
    rule: str
    """The number of the rule that asks it."""
    area: str
    """Which part of the table it is about, by a key of the game's own."""
    answers: str
    """What answers it: words of rows of the table of actions, by blanks."""
    who: str = TURN
    """As whom the mover answers: on turn, or by a key of the game's own, as the defender."""
    public: bool | Callable[[Any, Any], bool] = False
    """Whether all see it when there is only one answer: True, where the answers follow from what
    lies open; False, where from what only the seat knows; or a rule ``(tables, fields)`` that
    says it of a position, and reads nothing but what all see."""
    premoves: tuple[PremoveSpec, ...] = ()
    """What may have been answered beforehand."""


@dataclass(frozen=True)
class QuestionsSpec:
    """What seats are asked, one row a question."""

    current: Callable[[Any], int] = lambda fields: 0
    """The number of the question that the position's fields ask."""
    rows: Mapping[int, QuestionSpec] = field(default_factory=dict)
    """By number. A question without a row is answered by its seat alone."""
    visible: Callable[[Any, int], int] | None = None
    """``(fields, viewer)``: the number of the question as the viewer may know it; None: all know
    what is asked."""

    def row(self, fields: Any) -> QuestionSpec | None:
        """The row of what is asked now."""
        return self.rows.get(self.current(fields))

    def visible_row(self, fields: Any, viewer: int) -> QuestionSpec | None:
        """The same as a viewer may know it."""
        return self.rows.get(self.visible(fields, viewer)) if self.visible else self.row(fields)

    def area(self, fields: Any) -> str:
        """Which part of the table it is about; "" while no seat is asked."""
        row = self.row(fields)
        return row.area if row else ""

    def who(self, fields: Any) -> str:
        """As whom the mover answers; "" while no seat is asked."""
        row = self.row(fields)
        return row.who if row else ""

    @cached_property
    def premoves(self) -> Mapping[str, PremoveSpec]:
        """All standing answers that there are, by their codes."""
        return {answer.code: answer for row in self.rows.values() for answer in row.premoves}

    def is_public(self, tables: Any, fields: Any) -> bool:
        """Whether all see it if what is asked now has only one answer."""
        row = self.row(fields)
        if row is None or isinstance(row.public, bool):
            return row is not None and bool(row.public)
        return bool(row.public(tables, fields))


class TieFunction(Protocol):
    """Which rule decides between the seats that have the most points."""

    def __call__(self, game: Game, position: Position, seats: Sequence[int], /) -> Tie | None: ...


def no_tie(game: Game, position: Position, seats: Sequence[int]) -> Tie | None:
    """Nothing is said of it."""
    return None


@dataclass(frozen=True)
class TextsSpec:
    """How the game speaks."""

    label: LabelFunction
    ask: AskFunction
    sections: SectionsFunction
    refusals: RefusalsFunction
    story: StoryFunction
    code_for: CodeFunction
    reveals: RevealsFunction
    sources: Sequence[Source]
    """The lines of the score sheet, in the order in which ``sheet`` fills them."""
    reasons: ReasonsFunction = no_reasons
    only_answer: OnlyAnswerFunction = no_explanation
    premove: PremoveTextFunction = no_premoves
    tie: TieFunction = no_tie
    rule_prefix: str = ""
    """The letters before its rule numbers: TA, BO, BB."""
    book: Path | None = None
    """The folder of its rule book, ``<name>.md`` and ``<name>.ru.md``; None: that of ours."""


class MaskFunction(Protocol):
    """The position as one who watches knows it: what is hidden from them is not in it."""

    def __call__(self, game: Game, position: Position, /) -> Position: ...


def mask_by_resampling(game: Game, position: Position) -> Position:
    """What is hidden from all is drawn anew, always the same for those who can't tell."""
    return game.resample(position, SPECTATOR, 0)


class PublicBoardFunction(Protocol):
    """The board's data as one who watches sees it, from a masked position; no pixels."""

    def __call__(self, game: Game, position: Position, /) -> Mapping[str, Any]: ...


def no_public_board(game: Game, position: Position) -> Mapping[str, Any]:
    """Nothing is drawn: the sections suffice."""
    return {}


class OwnBoardFunction(Protocol):
    """What one viewer is shown beside it: hands, choices, previews."""

    def __call__(self, game: Game, position: Position, viewer: int, /) -> Own: ...


def no_own_board(game: Game, position: Position, viewer: int) -> Own:
    """Nothing is drawn for anybody."""
    return Own()


class MarksFunction(Protocol):
    """What an event changed on the board, for a viewer."""

    def __call__(self, game: Game, before: Position, after: Position, viewer: int, /) -> Marks: ...


def no_marks(game: Game, before: Position, after: Position, viewer: int) -> Marks:
    """Nothing is marked."""
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
"""What a game may fill of the pages that all games share (``web/templates``), each a macro of
``BoardSpec.parts``: the buttons of the choices; what stands beside the question; a seat's numbers;
what ends a choice; more panels; the rail beside the board; the round, in the head; the drawing of a
source of points; what a seat is doing; the tabs of a small window; what is told of places that
are no choices."""


def no_examples(game: Game) -> Mapping[str, Any]:
    """Its pictures have no numbers."""
    return {}


@dataclass(frozen=True)
class BoardSpec:
    """How the game is drawn. Files are named from the game's folder; without a ``template`` the
    table shows the sections and the choices as buttons."""

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
    """Of its pictures, wherever they are."""
    table_styles: tuple[str, ...] = ()
    """Of its table's page besides."""
    sample: str | None = None
    """A position (JSON) for pictures of the board."""
    portrait: str | None = None
    """A picture (JPEG, 1200 by 630) of the game for links to it on other sites."""
    aid: Callable[[Game], Aid] | None = None
    """The sheet beside the table, for an edition; None: there is none."""
    aim: str | None = None
    """A picture of the aim for that sheet, drawn with the game's pieces."""
    examples: Callable[[Game], Mapping[str, Any]] = no_examples
    """What ``aim`` and ``figures`` draw as ``examples``: positions, and what the rules find there,
    for an edition."""


@dataclass(frozen=True)
class AnalysisSpec:
    """How the game is written down, measured and thought about."""

    observation: Callable[[Any], Sequence[Slice]]
    """The table of the numbers that ``observe`` fills, in order, from the tables."""
    document: Group
    """How a position is written as JSON in rule-book words."""
    check: Callable[[Any, Any], Message | str | None]
    """``(tables, fields)``: why a loaded position is impossible, or None."""
    horizon: int = 0
    """How many decisions of each seat ahead random play tells a search something, measured in
    matches between searches; 0: to the end of the game."""
    event: Callable[[Any], tuple[str | int, ...]] | None = None
    """What the event is called that chance decides next, from the position's fields: its kind and,
    where they tell events apart, round and seat. Those of one name are numbered as they come.
    It keeps the luck of a deal the same after other choices; None: events are numbered only."""
    search_settings: Mapping[int, SearchSettings] = field(default_factory=dict)
    """How a search that knows the game goes about it, by the number of players: its settings were
    found in matches. A number that is missing is played with what all games have."""
    levels: Mapping[int, Mapping[str, Strength]] = field(default_factory=dict)
    """How strong levels of bots play it, by the number of players and the level's name; one that is
    missing, as in all games."""


@dataclass(frozen=True)
class ViewTypes:
    """The types of what programs are shown of it (``engine/core/view_schema.py``), each a
    ``TypedDict``; what is None is open JSON.

    Their fields are of ``bool``, ``int``, ``float``, ``str``, ``None``, ``Literal``, ``list``,
    ``dict[str, ...]``, unions and types like these; a :data:`~proa.engine.messages.Message` is told
    as text, and so is all that is ``dict[str, Any]``, as that is what a message is.
    """

    line: type | None = None
    """A line of the table in words: :class:`proa.engine.core.view_types.Line`, or one with more."""
    board: type | None = None
    """The board's data, public and own together."""
    preview: Any = None
    """What a choice would do: a type of preview, or several (``Preview | Growth``)."""
    marks: type | None = None
    """What an event changed on the board."""


@dataclass(frozen=True)
class GameSpec:
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
    view_types: ViewTypes = ViewTypes()

    def with_defaults(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options with the default of each that is not named.

        What was written before an option came to be means that default: it compares as equal, and
        is kept as it was written.
        """
        defaults = {name: option.default for name, option in self.components.options.items()}
        return defaults | dict(options)
