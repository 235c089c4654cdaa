"""Positions as JSON in rule-book terms: written, read, and their schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.chance import fresh_key
from proa.engine.core.fields import record_of, twin_of
from proa.engine.core.position import Position
from proa.engine.core.schema import DIALECT, UNKNOWN, Hex, Number, Rows, Schema, refuse, table
from proa.engine.errors import BadDocument

if TYPE_CHECKING:
    from proa.engine.core.game import Game
    from proa.engine.core.position import S

_HEX = Hex()
_KEY = Rows(_HEX, 2)
_COUNTER = Number(0, 2**63 - 1)
_HEADER = (
    "game",
    "rules_version",
    "edition",
    "edition_hash",
    "options",
    "position",
    "key",
    "counter",
)


def dump(game: Game, position: Position, secret: bool) -> dict[str, Any]:
    """Return the position as JSON in rule-book terms; if ``secret`` with its key and counter."""
    fields = twin_of(position.record())
    document: dict[str, Any] = {
        "game": game.name,
        "rules_version": game.spec.rules_version,
        "edition": game.edition,
        "edition_hash": game.edition_hash,
        "options": dict(game.options),
        "position": game.spec.analysis.document.write(fields, game.tables),
    }
    if secret:
        document["key"] = [_HEX.write(half, None) for half in fields.key]
        document["counter"] = int(fields.counter)
    return document


def load(game: Game[Any, S], document: Any) -> Position[S]:
    """Return the position of a document made by :func:`dump`; a missing key is drawn anew.

    Raises :class:`BadDocument` that names path and reason.
    """
    _check_header(game, document)
    twin = twin_of(np.zeros(1, game.spec.state))
    try:
        _fill_fields(
            twin, game.spec.analysis.document.read(document["position"], "position", game.tables)
        )
    except OverflowError as error:
        raise refuse("position", "{error}", error=str(error)) from None
    if why := game.spec.analysis.check(game.tables, twin):
        raise refuse("position", "{why}", why=why)
    array = record_of(twin)
    array["key"], array["counter"] = _read_key(document)
    position = Position(game, array)
    if not position.is_over and not game.legal_actions(position):
        raise refuse("position", "no seat can do anything in it")
    return position


def schema(game: Game) -> Schema:
    """Return the JSON Schema of documents that :func:`dump` writes and :func:`load` reads."""
    options = game.spec.components.options.items()
    header: dict[str, Schema] = {
        "game": {"const": game.name},
        "rules_version": {"const": game.spec.rules_version},
        "edition": {"type": "string"},
        "edition_hash": {"const": game.edition_hash},
        "options": table({name: {"enum": list(option.values)} for name, option in options}),
        "position": game.spec.analysis.document.schema(game.tables),
        "key": _KEY.schema(None),
        "counter": _COUNTER.schema(None),
    }
    return {
        "$schema": DIALECT,
        "title": f"A position of {game.spec.title}",
        **table(header, ["game", "position"]),
    }


def _check_header(game: Game, document: Any) -> None:
    if not isinstance(document, Mapping):
        raise BadDocument("a position must be a JSON object")
    for name in document:
        if name not in _HEADER:
            raise refuse("", UNKNOWN, name=repr(name), known=", ".join(_HEADER))
    for name in ("game", "position"):
        if name not in document:
            raise refuse("", "{name} is missing", name=repr(name))
    ours = {
        "game": game.name,
        "rules_version": game.spec.rules_version,
        "edition_hash": game.edition_hash,
        "options": game.options,
    }
    for name, value in ours.items():
        theirs = document.get(name, value)
        if name == "options" and isinstance(theirs, Mapping):
            theirs = game.spec.with_defaults(theirs)
        if theirs != value:
            raise refuse(
                name, "must be {ours}, not {theirs}", ours=repr(value), theirs=repr(theirs)
            )


def _read_key(document: Mapping[str, Any]) -> tuple[NDArray[np.uint64], int]:
    if "key" not in document:
        return fresh_key(), 0
    key = _KEY.read(document["key"], "key", None)
    counter = _COUNTER.read(document.get("counter", 0), "counter", None)
    return np.array(key, np.uint64), counter


def _fill_fields(twin: Any, made: Mapping[str, Any]) -> None:
    """Set the fields of a twin from the result of :meth:`Group.read`."""
    for field, value in made.items():
        _fill(twin, field, value)


def _fill(holder: Any, key: Any, value: Any) -> None:
    get = holder.__getitem__ if isinstance(key, int) else lambda k: getattr(holder, k)
    if isinstance(value, Mapping):
        _fill_fields(get(key), value)
    elif isinstance(value, list):
        row = get(key)
        for i, item in enumerate(value):
            _fill(row, i, item)
    elif isinstance(key, int):
        holder[key] = value
    else:
        setattr(holder, key, value)
