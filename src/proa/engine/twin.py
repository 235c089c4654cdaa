"""The twin: a position as plain Python ints and lists. Rules that Python calls run on it.

Two uses. Pages, stories and dumps read positions through it, with the same words as the rules
(``s.player[2].money``), and ask the rules themselves. And tests run whole games on it, because it
notices what compiled code does not: an index that is negative or too large, a value that leaves its
type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np


class Row:
    """A fixed number of values of one type, like a list that knows its bounds."""

    __slots__ = ("_kind", "_values")

    def __init__(self, values: list[Any], kind: _Kind) -> None:
        self._values = values
        self._kind = kind

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __getitem__(self, index: Any) -> Any:
        try:
            if index >= 0:
                return self._values[index]
        except TypeError:  # a slice
            return self._values[index]
        except IndexError:
            pass
        return self._values[self._checked(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._values[self._checked(index)] = self._kind.taken(value)

    def _checked(self, index: Any) -> int:
        if not 0 <= index < len(self._values):
            raise IndexError(f"index {index} of {len(self._values)}")
        return int(index)

    def __repr__(self) -> str:
        return repr(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Row):
            return self._values == other._values
        return self._values == other


class Twin:
    """A record as an object: one attribute a field, checked when set."""

    _kinds: dict[str, _Kind]

    def __setattr__(self, name: str, value: Any) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            raise AttributeError(f"no field {name!r}")
        self.__dict__[name] = kind.taken(value)

    def __getattr__(self, name: str) -> Any:  # for type checkers: fields come from the dtype
        raise AttributeError(name)

    def __repr__(self) -> str:
        return f"<{', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Twin) and self.__dict__ == other.__dict__


class _Kind:
    """How values of one dtype are read, checked and written."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.shape = dtype.shape
        self.base = dtype.base
        self.inner = _kind(_without_first(dtype)) if self.shape else None
        self.fields = _fields(self.base) if self.base.fields and not self.shape else None
        self.is_number = self.inner is None and self.fields is None
        if self.fields is not None:
            self.twin = type("Twin", (Twin,), {"_kinds": self.fields})
            self.nested = [(name, k) for name, k in self.fields.items() if not k.is_number]
        elif not self.shape and self.base.kind in "iu":
            info = np.iinfo(self.base)
            self.low, self.high = int(info.min), int(info.max)

    def read(self, value: Any) -> Any:
        if self.inner is not None:
            plain = isinstance(value, np.ndarray) and not self.base.fields
            values = value.tolist() if plain else value
            if self.inner.is_number:
                return Row(list(values), self.inner)
            return Row([self.inner.read(v) for v in values], self.inner)
        if self.fields is not None:
            value = value.item() if isinstance(value, np.void) else value
            twin = self.twin()
            twin.__dict__.update(zip(self.fields, value, strict=True))
            for name, kind in self.nested:
                twin.__dict__[name] = kind.read(twin.__dict__[name])
            return twin
        return value

    def taken(self, value: Any) -> Any:
        if self.inner is not None:
            return Row([self.inner.taken(v) for v in value], self.inner)
        if self.fields is not None:
            return self.read(self.write(value))
        if self.base.kind in "iu":
            number = int(value)
            if number != value or not self.low <= number <= self.high:
                raise OverflowError(f"{value} does not fit into {self.base}")
            return number
        return value.item() if hasattr(value, "item") else value

    def write(self, value: Any) -> Any:
        if self.inner is not None:
            return [self.inner.write(v) for v in value]
        if self.fields is not None:
            return tuple(kind.write(getattr(value, name)) for name, kind in self.fields.items())
        return value


def _without_first(dtype: np.dtype[Any]) -> np.dtype[Any]:
    rest = dtype.shape[1:]
    return np.dtype((dtype.base, rest)) if rest else dtype.base


def _fields(dtype: np.dtype[Any]) -> dict[str, _Kind]:
    assert dtype.fields is not None
    return {name: _kind(dtype.fields[name][0]) for name in dtype.names or ()}


@cache
def _kind(dtype: np.dtype[Any]) -> _Kind:
    return _Kind(dtype)


def twin_of(record: Any) -> Any:
    """The twin of a record (``np.void``, or an array of one)."""
    record = np.asarray(record).reshape(())
    return _kind(record.dtype).read(record.item())


def record_of(twin: Twin, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The record of a twin, as an array of one."""
    return np.array([_kind(dtype).write(twin)], dtype=dtype)


def fields_of(position: Any) -> Sequence[str]:
    """The names of the fields of a twin or a record."""
    return tuple(position._kinds) if isinstance(position, Twin) else position.dtype.names or ()
