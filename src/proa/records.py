"""Records: whole games as JSON files (schema: ``schemas/record.json`` beside this file).

A record holds the moves that were not undone: the start (a key, or a position), each decision with
the outcomes that followed and the digest of the position after them, and the result. Replaying it
always gives the same positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, with_config
from typing_extensions import TypedDict

from proa.engine.core import forms
from proa.engine.core.forms import STRICT, Digits
from proa.engine.core.schema import Hex, Number, Rows, Schema, refuse
from proa.engine.core.verbs import CHANCE
from proa.engine.errors import BadDocument, ProaError
from proa.engine.messages import Message, say

if TYPE_CHECKING:
    from proa.engine.core.game import Game
    from proa.engine.core.position import Position

FORMAT = 1
SCHEMA = Path(__file__).with_name("schemas") / "record.json"
MOST_BYTES = 4 * 1024 * 1024
"""Larger files are refused."""
NOT_OURS = "is {theirs}, but {ours} is needed"


_KEY = Rows(Hex(), 2)
Counted = Annotated[int, Field(json_schema_extra={"minimum": 1})]
"""A number whose bounds the game knows."""


@dataclass(frozen=True)
class Decision:
    """One decision of a record: seat, code, the outcomes that followed, the digest after them."""

    seat: Annotated[int, Field(json_schema_extra={"minimum": 0})]
    code: str
    outcomes: tuple[str, ...] = ()
    digest: Annotated[str, Field(pattern="^([0-9a-fA-F]{16})?$")] = ""


@dataclass
class Record:
    """A game from its start to its current position."""

    game: Game
    players: int
    key: NDArray[np.uint64] | None = None
    """The key of its chance; None when it starts from a position, or its outcomes were entered."""
    position: dict[str, Any] | None = None
    """The position it starts from, as ``Game.dump`` writes it; None: the game's own start."""
    options: Mapping[str, str] | None = None
    """The options it was created with; None: all options of the game."""
    seats: list[dict[str, Any]] = field(default_factory=list)
    """``name``, ``kind`` (person or bot) and for bots ``bot`` and ``budget``."""
    outcomes: tuple[str, ...] = ()
    """The outcomes of the set-up."""
    decisions: list[Decision] = field(default_factory=list)
    proof: dict[str, Any] | None = None

    @property
    def made_with(self) -> Mapping[str, str]:
        """Return the options it was created with, as written: its proof depends on them."""
        return self.game.options if self.options is None else self.options


@dataclass(frozen=True)
class Step:
    """One step of a replay: the position before a decision (or the last one, ``code`` None)."""

    number: int
    before: Position
    seat: int | None
    code: str | None
    outcomes: tuple[str, ...]
    after: Position
    opening: bool = False
    """Whether this is step 0: the set-up, whose outcomes lead from ``before`` to ``after``."""


# -- the document ----------------------------------------------------------------------------


class Seat(TypedDict):
    """A seat's player."""

    name: Annotated[str, Field(max_length=40)]
    kind: Literal["person", "bot"]
    bot: NotRequired[str]
    budget: NotRequired[str]


class Start(TypedDict, total=False):
    """The start of a record: a key, a position or both."""

    key: Annotated[list[Digits], Field(min_length=2, max_length=2)]
    """The 128-bit key of its chance; without it the outcomes are as entered."""
    position: dict[str, Any] | None
    """Where it starts, if not at the game's own."""


class Result(TypedDict):
    """The result so far."""

    over: bool
    scores: list[int]
    returns: list[float] | None


@with_config(STRICT)
class Document(TypedDict):
    """A game from its start to where it stands: each decision with the outcomes that followed and
    the digest of the position after them."""

    format: Literal[1]
    game: str
    rules_version: Counted
    edition: str
    """"standard", or the name of an edition file."""
    edition_hash: Digits
    options: dict[str, str]
    players: Counted
    seats: list[Seat]
    start: Start
    outcomes: list[str]
    """The outcomes of the set-up."""
    actions: list[Decision]
    result: Result | None
    """null: a log as it was stored, which nobody has replayed."""
    proof: NotRequired[dict[str, Any] | None]
    """What a table committed to before it began, and revealed."""


def schema() -> Schema:
    """Return the JSON Schema of a record."""
    return forms.schema(Document, "A proa record")


# -- playing and writing ---------------------------------------------------------------------


def to_json(record: Record) -> dict[str, Any]:
    """Return the document of a record; the record is replayed for the result."""
    last, game = final_position(record), record.game
    identity = {
        "game": game.name,
        "rules_version": game.spec.rules_version,
        "edition": game.edition,
        "edition_hash": game.edition_hash,
        "options": dict(record.made_with),
    }
    result = {
        "over": last.is_over,
        "scores": game.scores(last),
        "returns": game.returns(last) if last.is_over else None,
    }
    return written(
        identity,
        players=record.players,
        seats=record.seats,
        start=start_json(record.key, record.position),
        outcomes=record.outcomes,
        decisions=record.decisions,
        result=result,
        proof=record.proof,
    )


def written(
    identity: Mapping[str, Any],
    *,
    players: int,
    seats: list[dict[str, Any]],
    start: Mapping[str, Any],
    outcomes: Sequence[str],
    decisions: Sequence[Decision],
    result: Mapping[str, Any] | None,
    proof: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return the document with these parts, which may be unchecked.

    ``identity`` has ``game, rules_version, edition, edition_hash, options``. Without a ``result``
    the document says that it was not replayed.
    """
    document: dict[str, Any] = {
        "format": FORMAT,
        **identity,
        "players": players,
        "seats": seats,
        "start": start,
        "outcomes": list(outcomes),
        "actions": [{**vars(made), "outcomes": list(made.outcomes)} for made in decisions],
        "result": result,
    }
    return document if proof is None else {**document, "proof": proof}


def start_json(
    key: NDArray[np.uint64] | None, position: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the JSON for the start of a record: a key, a position or both."""
    start: dict[str, Any] = {} if key is None else {"key": _KEY.write(key, None)}
    return start if position is None else {**start, "position": position}


def file_text(document: Mapping[str, Any]) -> str:
    """Return a record's document as the text of its file: one decision per line."""
    lines = []
    for name, value in document.items():
        if name == "actions":
            rows = ",\n".join("    " + json.dumps(action, ensure_ascii=False) for action in value)
            lines.append(f'  "actions": [\n{rows}\n  ]' if value else '  "actions": []')
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


# -- reading ---------------------------------------------------------------------------------


def parse(text: str | bytes, where: str = "the record") -> Any:
    """Return the JSON of a file's text; raise :class:`BadDocument` if it is bad or too large."""
    if len(text) > MOST_BYTES:
        raise refuse(where, "larger than a record may be ({n} bytes)", n=MOST_BYTES)
    try:
        document = json.loads(text)
        json.dumps(document, ensure_ascii=False).encode()  # a lone surrogate can't be encoded
    except (ValueError, RecursionError) as error:
        raise refuse(where, "not JSON: {error}", error=str(error)) from None
    return document


def from_json(document: Any, game: Game | None = None) -> Record:
    """Return the record of a document; codes are not checked here but when it is replayed.

    ``game`` is needed for editions other than the standard one. Raises :class:`BadDocument`.
    """
    if not isinstance(document, dict):
        raise BadDocument("a record must be a JSON object")
    if "format" not in document:
        raise BadDocument("this is not a record: it has no {name}", name="'format'")
    if type(document["format"]) is not int or document["format"] != FORMAT:
        raise refuse(
            "format",
            "{theirs}; this proa reads {ours}",
            theirs=repr(document["format"]),
            ours=FORMAT,
        )
    form = forms.read(Document, document)
    game, start = _game_of(form, game), form["start"]
    players = Number(*game.players).read(form["players"], "players", None)
    if len(form["seats"]) not in (0, players):
        raise refuse("seats", "must be a list of {n} entries", n=players)
    for i, decision in enumerate(form["actions"]):
        Number(0, players - 1).read(decision.seat, f"actions[{i}].seat", None)
    return Record(
        game=game,
        players=players,
        key=_key(start["key"]) if "key" in start else None,
        position=start.get("position"),
        options=form["options"],
        seats=form["seats"],
        outcomes=tuple(form["outcomes"]),
        decisions=form["actions"],
        proof=form.get("proof"),
    )


def _key(halves: list[str]) -> NDArray[np.uint64]:
    return np.array([int(half, 16) for half in halves], np.uint64)


def _game_of(document: Document, game: Game | None) -> Game:
    from proa import open_game

    options = document["options"]
    if game is None:
        if document["edition"] != "standard":
            name = repr(document["edition"])
            raise refuse("edition", "played with {name}: its edition file must be given", name=name)
        game = open_game(document["game"], None, options)
    if document["game"] != game.name:
        raise refuse("game", NOT_OURS, theirs=document["game"], ours=game.name)
    if document["rules_version"] != game.spec.rules_version:
        theirs, ours = document["rules_version"], game.spec.rules_version
        raise refuse("rules_version", NOT_OURS, theirs=repr(theirs), ours=ours)
    if document["edition_hash"] != game.edition_hash:
        raise refuse("edition_hash", "played with other components than these")
    if game.spec.with_defaults(options) != game.options:
        raise refuse("options", NOT_OURS, theirs=repr(options), ours=repr(game.options))
    return game


# -- replaying -------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[Step]:
    """Yield the steps of a record: the set-up, each decision, the last position.

    Raises :class:`BadDocument` at the first decision that can't be played, outcome that the key
    does not draw, or digest that does not match.
    """
    before = _opening(record)
    position = _follow(record, before, record.outcomes, "outcomes")
    yield Step(0, before, None, None, record.outcomes, position, opening=True)
    for i, decision in enumerate(record.decisions):
        path = f"actions[{i}]"
        if position.to_move != decision.seat:
            raise refuse(
                path, "seat {n} is recorded, but {truth}", n=decision.seat, truth=_whose(position)
            )
        try:
            after = record.game.play(position, decision.code, chance=False)
        except ProaError as error:
            raise refuse(path, "{why}", why=error.message) from None
        after = _follow(record, after, decision.outcomes, f"{path}.outcomes")
        if decision.digest and decision.digest != after.digest:
            raise refuse(
                path,
                "leads to {ours}, not {theirs} as recorded",
                ours=after.digest,
                theirs=decision.digest,
            )
        yield Step(i + 1, position, decision.seat, decision.code, decision.outcomes, after)
        position = after
    yield Step(len(record.decisions) + 1, position, None, None, (), position)


def _whose(position: Position) -> Message:
    if position.is_over:
        return say("the game is over")
    return say("it is the turn of seat {n}", n=position.to_move)


def _opening(record: Record) -> Position:
    game = record.game
    if record.position is None:
        return game.start(record.players, key=record.key, chance=False)
    position = game.load({**record.position, **start_json(record.key, None)})
    if position.players != record.players:
        raise refuse("start.position", "is one of {n} players", n=position.players)
    return position


def _follow(record: Record, position: Position, outcomes: Sequence[str], path: str) -> Position:
    """Return the position after the outcomes: drawn from the key, or as they were entered."""
    if record.key is not None:
        position, drawn = record.game.settle(position)
        if tuple(drawn) != tuple(outcomes):
            raise refuse(path, "the key gives {drawn}", drawn=", ".join(drawn) or say("nothing"))
        return position
    for code in outcomes:
        if position.to_move != CHANCE:
            raise refuse(path, "{code}: chance is not to move", code=repr(code))
        try:
            position = record.game.play(position, code, chance=False)
        except ProaError as error:
            raise refuse(path, "{why}", why=error.message) from None
    if position.to_move == CHANCE:
        raise refuse(path, "a chance outcome is missing")
    return position


def final_position(record: Record) -> Position:
    """Return the last position of a record."""
    *_, last = replay(record)
    return last.after


def verify(document: Any, game: Game | None = None) -> Record:
    """Check a complete record: every decision, outcome and digest, and the result if it has one.

    Returns the record; raises :class:`BadDocument` that says what does not match.
    """
    record = from_json(document, game)
    result = document["result"]
    truth = to_json(record)["result"]
    if result is not None and result != truth:
        raise refuse(
            "result",
            "is {ours}, not {theirs}",
            ours=json.dumps(truth),
            theirs=json.dumps(result),
        )
    if any(not decision.digest for decision in record.decisions):
        raise refuse("actions", "some events have no digest, so the positions can't be compared")
    return record
