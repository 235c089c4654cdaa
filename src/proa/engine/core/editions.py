"""Reading ``components.toml`` and other editions: every refusal names file, key and reason."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proa.engine.core.schema import (
    TEXT,
    UNKNOWN,
    Number,
    Part,
    Schema,
    Truth,
    Word,
    either,
    listing,
    refuse,
    table,
)
from proa.engine.errors import BadDocument


class Reader:
    """One table of an edition file. Keys that nobody asked for are refused by :meth:`finish`."""

    def __init__(self, table: dict[str, Any], file: str, path: str = "") -> None:
        self._table = table
        self._file = file
        self._path = path
        self._asked: dict[str, Schema] = {}
        """What each key that was asked for may be."""
        self._ever: dict[str, Schema] = {}
        """What may be there in other editions, or be left out."""
        self._children: list[tuple[str, Reader]] = []

    def refuse(self, key: str, why: str, /, **values: Any) -> BadDocument:
        """The error for one key: file, key and reason."""
        return refuse(self._where(key), why, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def schema(self) -> Schema:
        """The JSON Schema of what has been asked for, here and in the tables inside."""
        made = self._asked | self._ever
        for key, child in self._children:
            inside = child.schema()
            if made[key].get("type") == "array":
                items = made[key]["items"]
                made[key] = {**made[key], "items": either(items, inside) if items else inside}
            else:
                made[key] = inside
        return table(made, [key for key in made if key not in self._ever])

    def _ask(self, key: str, schema: Schema) -> Any:
        """The raw value of a key that must be there, and is to be like that."""
        known = self._asked.get(key)
        self._asked[key] = either(known, schema) if known else schema
        if key not in self._table:
            raise self.refuse(key, "is missing")
        return self._table[key]

    def any(self, key: str) -> Any:
        """The raw value of a key that must be there."""
        return self._ask(key, {})

    def _where(self, key: str) -> str:
        where = ".".join(part for part in (self._path, key) if part)
        return f"{self._file}: {where}" if where else self._file

    def _read(self, part: Part, key: str, value: Any) -> Any:
        return part.read(value, self._where(key), None)

    def integer(self, key: str, low: int, high: int, *, above: int | None = None) -> int:
        """A whole number between two bounds, both included; ``above`` is what other keys ask for.

        What depends on other keys is checked, and not in the schema.
        """
        value = self._ask(key, Number(low, high).schema(None))
        number: int = self._read(Number(low if above is None else above, high), key, value)
        return number

    def integers(
        self, key: str, low: int, high: int, *, least: int = 0, most: int = 1000
    ) -> list[int]:
        """A list of whole numbers."""
        return self._list(key, Number(low, high), least, most)

    def text(self, key: str) -> str:
        """A text that is not empty."""
        return str(self._read(TEXT, key, self._ask(key, TEXT.schema(None))))

    def count(self, key: str, low: int, high: int) -> int:
        """A whole number that may be left out, and is 0 then."""
        self.may_have(key, Number(low, high))
        self._asked[key] = {}
        return self.integer(key, low, high) if key in self._table else 0

    def truth(self, key: str) -> bool:
        """Whether something is so; it is not if left out."""
        self.may_have(key, Truth())
        self._asked[key] = {}
        return key in self._table and bool(self._read(Truth(), key, self._table[key]))

    def may_have(self, key: str, part: Part) -> None:
        """Tell that there may be a key, in other editions at least."""
        self._ever[key] = part.schema(None)

    def word(self, key: str, allowed: Sequence[str], *, ever: Sequence[str] = ()) -> int:
        """The place of a word in ``allowed``; ``ever``: all there may be, where others decide."""
        form = Word(ever or allowed).schema(None)
        return int(self._read(Word(allowed), key, self._ask(key, form)))

    def words(
        self,
        key: str,
        allowed: Sequence[str],
        *,
        least: int = 0,
        most: int = 1000,
        ever: Schema | None = None,
    ) -> list[int]:
        """A list of words, each as its place in ``allowed``; ``ever`` as other editions have it."""
        return self._list(key, Word(allowed), least, most, ever)

    def texts(self, key: str, *, least: int = 0, most: int = 1000) -> list[str]:
        """A list of texts."""
        return self._list(key, TEXT, least, most)

    def _list(
        self, key: str, part: Part, least: int, most: int, ever: Schema | None = None
    ) -> list[Any]:
        values = self._rows(key, ever or listing(part.schema(None), least, most), least, most)
        return [self._read(part, f"{key}[{i}]", value) for i, value in enumerate(values)]

    def _rows(self, key: str, form: Schema, least: int, most: int) -> list[Any]:
        values = self._ask(key, form)
        if not isinstance(values, list):
            raise self.refuse(key, "must be a list, not {value}", value=repr(values))
        if not least <= len(values) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise self.refuse(
                key, "must have {wanted} entries, not {n}", wanted=wanted, n=len(values)
            )
        return values

    def table(self, key: str) -> Reader:
        """A table inside this one."""
        value = self._ask(key, {"type": "object"})
        if not isinstance(value, dict):
            raise self.refuse(key, "must be a table")
        return self._child(value, key, key)

    def tables(self, key: str, *, least: int = 0, most: int = 1000) -> list[Reader]:
        """A list of tables."""
        values = self._rows(key, listing({}, least, most), least, most)
        for i, value in enumerate(values):
            if not isinstance(value, dict):
                raise self.refuse(f"{key}[{i}]", "must be a table")
        return [self._child(value, key, f"{key}[{i}]") for i, value in enumerate(values)]

    def _child(self, value: dict[str, Any], key: str, place: str) -> Reader:
        child = Reader(value, self._file, f"{self._path}.{place}" if self._path else place)
        self._children.append((key, child))
        return child

    def keys(self) -> list[str]:
        """The keys of a table whose keys are names."""
        self._asked |= {key: self._asked.get(key, {}) for key in self._table}
        return list(self._table)

    def finish(self) -> None:
        """Refuse keys that nothing has read, here and in the tables inside."""
        for key in self._table:
            if key not in self._asked:
                raise self.refuse("", UNKNOWN, name=repr(key), known=", ".join(sorted(self._asked)))
        for _, child in self._children:
            child.finish()


@dataclass(frozen=True)
class EditionFile:
    """An edition as it was read: what happens to its file later changes nothing."""

    path: Path
    content: dict[str, Any]
    hash: str
    """Of the content, not the comments."""


def read_edition(path: Path) -> EditionFile:
    """Read an edition file; :class:`BadDocument` if there is none or it is no TOML."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise refuse(str(path), "no such edition file") from None
    except (ValueError, RecursionError) as error:  # or a number of thousands of digits
        raise refuse(str(path), "not a TOML file: {error}", error=str(error)) from None
    except OSError as error:
        raise refuse(str(path), "can't be read: {error}", error=error.strerror) from None
    canonical = json.dumps(content, sort_keys=True, default=str).encode()
    return EditionFile(path, content, hashlib.sha256(canonical).hexdigest()[:16])
