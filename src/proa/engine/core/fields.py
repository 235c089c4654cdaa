"""A record's fields, declared once, and its twin: the record as plain Python ints and rows.

A class declares the fields. From it come the record type for compiled code, and the attributes that
views read:

    class Player(Fields):
        cash: uint16
        pearl: int8

    class State(PositionFields, of="tahiti"):
        supply: Annotated[Row[uint8], MOST_COLOURS]
        player: Annotated[Row[Player], MOST_PLAYERS]

Its instances are the twins of such records. Pages, texts and dumps read positions through twins, in
the terms of the rules (``state.player[2].cash``), and can call the rules with them. Tests run whole
games on twins, because twins detect what compiled code does not: an index that is negative or too
large, a value outside the range of its type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np

T = TypeVar("T")
F = TypeVar("F", bound="Fields")

int8 = Annotated[int, np.dtype("i1")]
int16 = Annotated[int, np.dtype("<i2")]
int32 = Annotated[int, np.dtype("<i4")]
int64 = Annotated[int, np.dtype("<i8")]
uint8 = Annotated[int, np.dtype("u1")]
uint16 = Annotated[int, np.dtype("<u2")]
uint64 = Annotated[int, np.dtype("<u8")]
float64 = Annotated[float, np.dtype("<f8")]


class Row(Generic[T]):
    """A fixed number of values of one type, like a list with checked bounds."""

    __slots__ = ("_kind", "_values")

    def __init__(self, values: list[T], kind: _Kind) -> None:
        self._values = values
        self._kind = kind

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: Any) -> Any:
        try:
            if index >= 0:
                return self._values[index]
        except TypeError:  # a slice
            return self._values[index]
        except IndexError:
            pass
        return self._values[self._checked(index)]

    def __setitem__(self, index: int, value: T) -> None:
        self._values[self._checked(index)] = self._kind.taken(value)

    def _checked(self, index: int) -> int:
        if not 0 <= index < len(self._values):
            raise IndexError(f"index {index} of {len(self._values)}")
        return int(index)

    def __repr__(self) -> str:
        return repr(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Row):
            return self._values == other._values
        return self._values == other


class _FixedRow(Row[T]):
    """A row of a read-only twin."""

    __slots__ = ()

    def __setitem__(self, index: int, value: T) -> None:
        raise AttributeError(ONLY_READ)


ONLY_READ = "a position's fields are only read: change a copy, made with writable()"


class Fields:
    """A record as an object with one attribute per field, checked when set."""

    dtype: ClassVar[np.dtype[Any]]
    """The type of its records."""
    _kind: ClassVar[_Record]

    def __init_subclass__(cls, *, of: str = "") -> None:
        """``of`` is the name of an extra first field that distinguishes records with equal
        fields."""
        if not issubclass(cls, _Fixed):
            cls._kind = _Record(cls, _declared(cls, of))
            cls.dtype = cls._kind.dtype
            _classes.setdefault(cls.dtype, cls)

    def __setattr__(self, name: str, value: Any) -> None:
        kind = self._kind.fields.get(name)
        if kind is None:
            raise AttributeError(f"no field {name!r}")
        self.__dict__[name] = kind.taken(value)

    def __repr__(self) -> str:
        return f"<{', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fields) and self.__dict__ == other.__dict__


class _Fixed:
    """A mixin that makes a twin read-only."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(ONLY_READ)


_classes: dict[np.dtype[Any], type[Fields]] = {}


# -- how values are read, checked and written ------------------------------------------------


class _Number:
    """A number of one type."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        self.is_whole = dtype.kind in "iu"
        if self.is_whole:
            info = np.iinfo(dtype)
            self.low, self.high = int(info.min), int(info.max)

    def read(self, value: Any, fixed: bool) -> Any:
        return value

    def taken(self, value: Any) -> Any:
        if not self.is_whole:
            return float(value)
        number = int(value)
        if number != value or not self.low <= number <= self.high:
            raise OverflowError(f"{value} does not fit into {self.dtype}")
        return number

    def write(self, value: Any) -> Any:
        return value

    def copied(self, value: Any) -> Any:
        return value


class _Rows:
    """A fixed number of values of one kind."""

    def __init__(self, inner: _Kind, length: int) -> None:
        self.inner = inner
        self.dtype: np.dtype[Any] = np.dtype((inner.dtype.base, (length, *inner.dtype.shape)))
        self.is_plain = isinstance(inner, _Number)

    def read(self, value: Any, fixed: bool) -> Any:
        values = value.tolist() if isinstance(value, np.ndarray) else list(value)
        if not self.is_plain:
            values = [self.inner.read(v, fixed) for v in values]
        return (_FixedRow if fixed else Row)(values, self.inner)

    def taken(self, value: Any) -> Any:
        return Row([self.inner.taken(v) for v in value], self.inner)

    def write(self, value: Any) -> Any:
        return [self.inner.write(v) for v in value]

    def copied(self, value: Any) -> Any:
        if self.is_plain:
            return Row([*value], self.inner)
        return Row([self.inner.copied(v) for v in value], self.inner)


class _Record:
    """A record with the fields that a class declares."""

    def __init__(self, declared: type[Fields], fields: dict[str, _Kind]) -> None:
        self.fields = fields
        self.dtype: np.dtype[Any] = np.dtype([(name, kind.dtype) for name, kind in fields.items()])
        self._nested = [(n, kind) for n, kind in fields.items() if not isinstance(kind, _Number)]
        self._made = declared
        self._fixed = type(declared.__name__, (_Fixed, declared), {})

    def read(self, value: Any, fixed: bool) -> Any:
        twin = (self._fixed if fixed else self._made)()
        values = twin.__dict__
        values.update(zip(self.fields, value, strict=True))
        for name, kind in self._nested:
            values[name] = kind.read(values[name], fixed)
        return twin

    def taken(self, value: Any) -> Any:
        return self.read(self.write(value), fixed=False)

    def write(self, value: Any) -> Any:
        return tuple(kind.write(value.__dict__[name]) for name, kind in self.fields.items())

    def copied(self, value: Any) -> Any:
        twin = self._made()
        values = twin.__dict__
        values.update(value.__dict__)
        for name, kind in self._nested:
            values[name] = kind.copied(values[name])
        return twin


_Kind = _Number | _Rows | _Record


def _declared(cls: type[Fields], of: str) -> dict[str, _Kind]:
    """Return the fields of a class, those of its bases first."""
    fields: dict[str, _Kind] = {of: _Number(np.dtype("u1"))} if of else {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is not ClassVar:
            fields[name] = _kind(hint)
    return fields


def _kind(hint: Any) -> _Kind:
    if isinstance(hint, type) and issubclass(hint, Fields):
        return hint._kind
    inner, *details = get_args(hint)
    if isinstance(details[0], np.dtype):
        return _Number(details[0])
    for _ in details:
        (inner,) = get_args(inner)
    kind = _kind(inner)
    for length in reversed(details):
        kind = _Rows(kind, length)
    return kind


class PositionFields(Fields):
    """The first fields of every game's positions: key and counter of chance, number of seats."""

    key: Annotated[Row[uint64], 2]
    counter: uint64
    players: uint8


# -- records and twins -----------------------------------------------------------------------


def twin_of(record: Any, *, fixed: bool = False) -> Any:
    """Return the twin of a record of a declared type (``np.void``, or an array of one)."""
    array = np.asarray(record).reshape(())
    return _classes[array.dtype]._kind.read(array.item(), fixed)


def writable(twin: F) -> F:
    """Return a copy of a twin that can be changed."""
    copy: F = twin._kind.copied(twin)
    return copy


def record_of(twin: Fields) -> np.ndarray[Any, Any]:
    """Return the record of a twin, as an array of one."""
    return np.array([twin._kind.write(twin)], dtype=twin.dtype)


def fields_of(position: Any) -> Sequence[str]:
    """Return the names of the fields of a twin or a record."""
    return position.dtype.names or ()
