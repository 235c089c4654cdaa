"""Reading ``components.toml`` and other editions: every refusal names file, key and reason."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from proa.engine.dump import ONE_OF, UNKNOWN, refuse
from proa.engine.errors import BadDocument


class Reader:
    """One table of an edition file. Keys that nobody asked for are refused by :meth:`finish`."""

    def __init__(self, table: dict[str, Any], file: str, path: str = "") -> None:
        self._table = table
        self._file = file
        self._path = path
        self._asked: set[str] = set()
        self._children: list[Reader] = []

    def refuse(self, key: str, why: str, /, **values: Any) -> BadDocument:
        """The error for one key: file, key and reason."""
        where = ".".join(part for part in (self._path, key) if part)
        return refuse(f"{self._file}: {where}" if where else self._file, why, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def any(self, key: str) -> Any:
        """The raw value of a key that must be there."""
        self._asked.add(key)
        if key not in self._table:
            raise self.refuse(key, "is missing")
        return self._table[key]

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number between two bounds, both included."""
        return self._checked_integer(key, self.any(key), low, high)

    def _checked_integer(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(key, "must be a whole number, not {value}", value=repr(value))
        if not low <= value <= high:
            raise self.refuse(
                key,
                "must be between {low} and {high}, not {value}",
                low=low,
                high=high,
                value=value,
            )
        return value

    def integers(
        self, key: str, low: int, high: int, *, least: int = 0, most: int = 1000
    ) -> list[int]:
        """A list of whole numbers."""
        values = self._list(key, least, most)
        return [self._checked_integer(f"{key}[{i}]", v, low, high) for i, v in enumerate(values)]

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.any(key)
        if not isinstance(value, str) or not value:
            raise self.refuse(key, "must be a text, not {value}", value=repr(value))
        return value

    def word(self, key: str, allowed: Sequence[str]) -> int:
        """The place of a word in ``allowed``."""
        return self._place(key, self.any(key), allowed)

    def words(
        self, key: str, allowed: Sequence[str], *, least: int = 0, most: int = 1000
    ) -> list[int]:
        """A list of words, each as its place in ``allowed``."""
        values = self._list(key, least, most)
        return [self._place(f"{key}[{i}]", value, allowed) for i, value in enumerate(values)]

    def _place(self, key: str, value: Any, allowed: Sequence[str]) -> int:
        if value not in allowed:
            raise self.refuse(key, ONE_OF, words=", ".join(allowed), value=repr(value))
        return allowed.index(value)

    def texts(self, key: str, *, least: int = 0, most: int = 1000) -> list[str]:
        """A list of texts."""
        values = self._list(key, least, most)
        for i, value in enumerate(values):
            if not isinstance(value, str) or not value:
                raise self.refuse(f"{key}[{i}]", "must be a text, not {value}", value=repr(value))
        return values

    def _list(self, key: str, least: int, most: int) -> list[Any]:
        values = self.any(key)
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
        value = self.any(key)
        if not isinstance(value, dict):
            raise self.refuse(key, "must be a table")
        return self._child(value, key)

    def tables(self, key: str, *, least: int = 0, most: int = 1000) -> list[Reader]:
        """A list of tables."""
        values = self._list(key, least, most)
        for i, value in enumerate(values):
            if not isinstance(value, dict):
                raise self.refuse(f"{key}[{i}]", "must be a table")
        return [self._child(value, f"{key}[{i}]") for i, value in enumerate(values)]

    def _child(self, value: dict[str, Any], key: str) -> Reader:
        child = Reader(value, self._file, f"{self._path}.{key}" if self._path else key)
        self._children.append(child)
        return child

    def keys(self) -> list[str]:
        """The keys of a table whose keys are names."""
        self._asked.update(self._table)
        return list(self._table)

    def finish(self) -> None:
        """Refuse keys that nothing has read, here and in the tables inside."""
        for key in self._table:
            if key not in self._asked:
                raise self.refuse("", UNKNOWN, name=repr(key), known=", ".join(sorted(self._asked)))
        for child in self._children:
            child.finish()


def read_edition(path: Path) -> tuple[dict[str, Any], str]:
    """The content of an edition file and its hash (of the content, not the comments)."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise refuse(str(path), "no such edition file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refuse(str(path), "not a TOML file: {error}", error=str(error)) from None
    except OSError as error:
        raise refuse(str(path), "can't be read: {error}", error=error.strerror) from None
    canonical = json.dumps(content, sort_keys=True, default=str).encode()
    return content, hashlib.sha256(canonical).hexdigest()[:16]
