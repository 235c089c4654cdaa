"""Games as tables for pandas, Parquet or CSV: one row per game, one row per decision.

>>> games, decisions = export.frames([("mine.json", record)])
>>> decisions.groupby("question")["legal"].mean()

All records of an export are of one game, because the columns depend on its score sheet. Columns of
seats that a game doesn't have are empty.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from proa.engine.core.game import Game
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.position import Position
from proa.engine.errors import BadDocument, BadOption
from proa.records import Record, Step, replay, start_json

if TYPE_CHECKING:
    import pandas

PARQUET, CSV = "parquet", "csv"
FORMS = (PARQUET, CSV)
GAMES, DECISIONS = "games", "decisions"
"""The two tables, and the names of their files."""
INT, FLOAT, TEXT, BOOL = "int64", "float64", "string", "bool"
"""The types of columns, as Arrow names them; each column may have empty values."""
PORTION = 20_000
"""Rows that are written at once."""

Row = dict[str, Any]
Named = tuple[str, Record]
"""A record and its source."""


@dataclass(frozen=True)
class Column:
    """A column of a table. With ``{seat}`` in its name it stands for one column per seat."""

    name: str
    holds: str
    meaning: str


_GAMES = (
    Column("game_id", INT, "the game's number in the export, from 0; the same in both tables"),
    Column("record", TEXT, "the file, or the number of the game in a match"),
    Column("game", TEXT, "the game's name"),
    Column("edition", TEXT, "`standard`, or the name of an edition file"),
    Column("rules_version", INT, "the version of the game's rules"),
    Column("options", TEXT, "the options as JSON"),
    Column("players", INT, "the number of players"),
    Column("key", TEXT, "the 128-bit key of chance, in hex; empty if outcomes were entered"),
    Column("over", BOOL, "whether the game ended"),
    Column("decisions", INT, "the number of decisions"),
    Column("outcomes", TEXT, "chance outcomes of the set-up: codes separated by spaces"),
    Column("name_{seat}", TEXT, "the player's name; seats count from 0"),
    Column("bot_{seat}", TEXT, "the bot with its version; empty for people"),
    Column("score_{seat}", INT, "points at the end, or so far"),
    Column("return_{seat}", FLOAT, "1/k for each of k winners, else 0; empty before the end"),
)
_SOURCE = Column("{source}_{seat}", INT, "the points from one source of the score sheet")
_DECISIONS = (
    Column("game_id", INT, "as in the other table"),
    Column("number", INT, "the decision's number in the game, from 1"),
    Column("seat", INT, "the seat that decided"),
    Column("question", TEXT, "the code of the question"),
    Column("legal", INT, "the number of legal actions"),
    Column("action", INT, "the action's number"),
    Column("code", TEXT, "the action's code"),
    Column("label", TEXT, "the text of its button; only with labels"),
    Column("outcomes", TEXT, "chance outcomes after it: codes separated by spaces"),
    Column("score_before_{seat}", INT, "points before it, as if the game ended then"),
    Column("score_after_{seat}", INT, "points after it and its outcomes"),
)


def documented() -> dict[str, tuple[Column, ...]]:
    """Return the columns of both tables, for the guide."""
    return {GAMES: (*_GAMES, _SOURCE), DECISIONS: _DECISIONS}


def columns(spec: GameSpec, *, labels: bool = False) -> dict[str, tuple[Column, ...]]:
    """Return the columns of both tables for a game: for all possible seats and its score sheet."""
    sources = [
        replace(_SOURCE, name=_SOURCE.name.replace("{source}", source.key))
        for source in spec.texts.sources
    ]
    decisions = [each for each in _DECISIONS if labels or each.name != "label"]
    return {
        GAMES: tuple(_a_seat(spec, (*_GAMES, *sources))),
        DECISIONS: tuple(_a_seat(spec, decisions)),
    }


def _a_seat(spec: GameSpec, columns: Iterable[Column]) -> Iterator[Column]:
    for column in columns:
        for seat in range(spec.players[1] if "{seat}" in column.name else 1):
            yield replace(column, name=column.name.replace("{seat}", str(seat)))


# -- rows ------------------------------------------------------------------------------------


def rows(
    record: Record, game_id: int = 0, origin: str = "", labels: str | None = None
) -> tuple[Row, list[Row]]:
    """Return the row of a game and those of its decisions.

    ``labels`` is the language of the labels; None: no labels. Raises :class:`BadDocument` if the
    record can't be replayed.
    """
    game, decided = record.game, []
    last, points = None, _Points(game)
    for step in replay(record):
        last = step.after
        if step.code is not None:
            decided.append(_decision(game, game_id, step, points, labels))
    assert last is not None
    return _game(record, game_id, origin, last), decided


class _Points:
    """The points of positions, cached for the last one: after a decision is before the next."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: tuple[Position | None, list[int]] = (None, [])

    def of(self, position: Position) -> list[int]:
        if self._known[0] is not position:
            self._known = position, self._game.scores(position)
        return self._known[1]


def _decision(game: Game, game_id: int, step: Step, points: _Points, labels: str | None) -> Row:
    assert step.code is not None
    before, questions = step.before, game.spec.questions
    asked = questions.row(before.fields) if questions.rows else None
    row = {
        "game_id": game_id,
        "number": step.number,
        "seat": step.seat,
        "question": asked.code if asked else None,
        "legal": len(game.legal_actions(before)),
        "action": game.action(step.code),
        "code": step.code,
        "outcomes": " ".join(step.outcomes),
        **_by_seat("score_before", points.of(before)),
        **_by_seat("score_after", points.of(step.after)),
    }
    return row if labels is None else {**row, "label": game.label(before, step.code, labels)}


def _game(record: Record, game_id: int, origin: str, last: Position) -> Row:
    game, seats = record.game, range(record.players)
    sources = [source.key for source in game.spec.texts.sources]
    sheets = [game.sheet(last, seat) for seat in seats]
    names = [seat["name"] for seat in record.seats]
    bots = [seat.get("bot") or None for seat in record.seats]
    return {
        "game_id": game_id,
        "record": origin,
        "game": game.name,
        "edition": game.edition,
        "rules_version": game.spec.rules_version,
        "options": json.dumps(dict(record.made_with)),
        "players": record.players,
        "key": "".join(start_json(record.key, None).get("key", ())) or None,
        "over": last.is_over,
        "decisions": len(record.decisions),
        "outcomes": " ".join(record.outcomes),
        **_by_seat("name", names),
        **_by_seat("bot", bots),
        **_by_seat("score", game.scores(last)),
        **_by_seat("return", game.returns(last) if last.is_over else []),
        **{f"{source}_{seat}": sheets[seat][source] for source in sources for seat in seats},
    }


def _by_seat(name: str, values: Iterable[Any]) -> Row:
    return {f"{name}_{seat}": value for seat, value in enumerate(values)}


def _tables_of(
    records: Iterable[Named], labels: str | None
) -> Iterator[tuple[GameSpec, Row, list[Row]]]:
    """Yield the rows of all games, numbered.

    Raises :class:`BadDocument` that names the first record that can't be replayed or is of another
    game.
    """
    first = None
    for number, (origin, record) in enumerate(records):
        spec = record.game.spec
        first = first or spec
        if spec.name != first.name:
            raise BadDocument(
                "{file}: is a game of {theirs}, but the earlier files are of {ours}; their "
                "tables have different columns, so export each game separately",
                file=origin,
                theirs=spec.name,
                ours=first.name,
            )
        try:
            game, decided = rows(record, number, origin, labels)
        except BadDocument as error:
            raise BadDocument("{where}: {why}", where=origin, why=error.message) from None
        yield spec, game, decided
    if first is None:
        raise BadDocument("there are no games to export")


# -- pandas ----------------------------------------------------------------------------------


def frames(
    records: Iterable[Named], labels: str | None = None
) -> tuple[pandas.DataFrame, pandas.DataFrame]:
    """Return both tables as pandas data frames: games and decisions.

    Raises :class:`BadDocument` like :func:`write`, :class:`BadOption` without ``proa[export]``.
    """
    pandas = wanted("pandas")
    rows: dict[str, list[Row]] = {GAMES: [], DECISIONS: []}
    for found, game, decided in _tables_of(records, labels):
        spec = found
        rows[GAMES].append(game)
        rows[DECISIONS] += decided
    made = columns(spec, labels=labels is not None)
    games, decisions = (
        pandas.DataFrame(rows[name], columns=[each.name for each in made[name]]).astype(
            {each.name: _PANDAS[each.holds] for each in made[name]}
        )
        for name in (GAMES, DECISIONS)
    )
    return games, decisions


_PANDAS = {INT: "Int64", FLOAT: "float64", TEXT: "string", BOOL: "bool"}


def wanted(name: str) -> Any:
    """Import a library of the extra ``export``; raise :class:`BadOption` if it isn't installed."""
    try:
        return import_module(name)
    except ImportError:
        raise BadOption(
            "this needs {library}, which is not installed: pip install 'proa[export]'",
            library=name.partition(".")[0],
        ) from None


# -- files -----------------------------------------------------------------------------------


class _File(Protocol):
    """A file of rows."""

    def write(self, rows: list[Row]) -> None: ...

    def close(self) -> None: ...


class _Csv:
    def __init__(self, path: Path, made: tuple[Column, ...]) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._rows = csv.DictWriter(self._file, [each.name for each in made], restval=None)
        self._rows.writeheader()

    def write(self, rows: list[Row]) -> None:
        self._rows.writerows({name: _guarded(value) for name, value in row.items()} for row in rows)

    def close(self) -> None:
        self._file.close()


_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def _guarded(value: Any) -> Any:
    """Return a text that a spreadsheet would run with an apostrophe in front of it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


class _Parquet:
    """A Parquet file, with the meaning of each column in its metadata."""

    def __init__(self, path: Path, made: tuple[Column, ...]) -> None:
        self._arrow = wanted("pyarrow")
        self._schema = self._arrow.schema(
            self._arrow.field(each.name, each.holds, metadata={"meaning": each.meaning})
            for each in made
        )
        writer = wanted("pyarrow.parquet").ParquetWriter
        self._file = writer(path, self._schema, compression="zstd")

    def write(self, rows: list[Row]) -> None:
        self._file.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))

    def close(self) -> None:
        self._file.close()


_FILES: Mapping[str, Callable[[Path, tuple[Column, ...]], _File]] = {PARQUET: _Parquet, CSV: _Csv}


def check_form(form: str) -> None:
    """Raise :class:`BadOption` unless tables can be written in this format."""
    if form not in FORMS:
        raise BadOption(
            "the formats are {names}, not {value}", names=" / ".join(FORMS), value=repr(form)
        )
    if form == PARQUET:
        wanted("pyarrow")


def files_in(folder: Path, form: str) -> list[Path]:
    """Return the files of both tables that are in a folder already."""
    return [file for name in (GAMES, DECISIONS) if (file := folder / f"{name}.{form}").exists()]


def write(
    records: Iterable[Named],
    folder: Path,
    form: str = PARQUET,
    labels: str | None = None,
    tick: Callable[[int], None] = lambda n: None,
) -> dict[str, int]:
    """Write both tables to a folder, ``games`` and ``decisions``, completely or not at all.

    Returns the number of rows of each. The folder is created if its parent exists. ``tick`` is
    called after every game.

    Raises :class:`BadDocument` if there is no record, one can't be replayed or is of another game
    than the first, or files can't be written; :class:`BadOption` for a format that is not
    available.
    """
    check_form(form)
    counts = {GAMES: 0, DECISIONS: 0}
    paths = {name: folder / f"{name}.{form}" for name in counts}
    parts = {name: path.with_name(f"{path.name}.part") for name, path in paths.items()}
    is_new = not folder.exists()
    try:
        with ExitStack() as opened:
            tables: dict[str, _Table] = {}
            for spec, game, decided in _tables_of(records, labels):
                if not tables:
                    folder.mkdir(exist_ok=True)
                    made = columns(spec, labels=labels is not None)
                    tables = {name: _Table(_FILES[form](parts[name], made[name])) for name in parts}
                    for table in tables.values():
                        opened.callback(table.close)
                for name, rows_of in ((GAMES, [game]), (DECISIONS, decided)):
                    tables[name].add(rows_of)
                    counts[name] += len(rows_of)
                tick(1)
        for name, part in parts.items():
            part.replace(paths[name])
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument(
            "{file}: can't be written: {reason}", file=folder, reason=reason
        ) from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
        if is_new and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    return counts


class _Table:
    """A file with a buffer of rows."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        self._rows += rows
        if len(self._rows) >= PORTION:
            self._flush()

    def _flush(self) -> None:
        self._file.write(self._rows)
        self._rows = []

    def close(self) -> None:
        self._flush()
        self._file.close()
