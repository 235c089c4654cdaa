"""Positions as JSON in rule-book words: small two-way readers and writers.

``write`` turns a field of the twin into JSON, ``read`` turns JSON back and refuses with the path
and the reason (:class:`BadDocument`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from proa.engine.errors import BadDocument
from proa.engine.words import say


def refuse(path: str, why: str, /, **values: Any) -> BadDocument:
    """The error for a part of a document that can't be taken: where and why."""
    where: Any = path or say("the document")
    return BadDocument("{where}: {why}", where=where, why=say(why, **values))


ONE_OF = "must be one of {words}, not {value}"
UNKNOWN = "unknown name {name}; known are {known}"


class Part(Protocol):
    """One value both ways. ``rules`` is the twin of the game's rules record."""

    def write(self, value: Any, rules: Any) -> Any:
        """The JSON of a value of the twin."""

    def read(self, json: Any, path: str, rules: Any) -> Any:
        """The value of JSON, or :class:`BadDocument`."""


@dataclass(frozen=True)
class Number:
    """An integer between two bounds, both included."""

    low: int = 0
    high: int = 2**31 - 1

    def write(self, value: Any, rules: Any) -> Any:
        return int(value)

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if isinstance(json, bool) or not isinstance(json, int):
            raise refuse(path, "must be a whole number, not {value}", value=repr(json))
        if not self.low <= json <= self.high:
            raise refuse(
                path,
                "must be between {low} and {high}, not {value}",
                low=self.low,
                high=self.high,
                value=json,
            )
        return json


@dataclass(frozen=True)
class Truth:
    """true or false for 1 and 0."""

    def write(self, value: Any, rules: Any) -> Any:
        return bool(value)

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if not isinstance(json, bool):
            raise refuse(path, "must be true or false, not {value}", value=repr(json))
        return int(json)


@dataclass(frozen=True)
class Hex:
    """A uint64 as 16 hexadecimal digits (JSON numbers lose bits beyond 2**53)."""

    def write(self, value: Any, rules: Any) -> Any:
        return f"{int(value):016x}"

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if isinstance(json, str) and re.fullmatch("[0-9a-fA-F]{16}", json):
            return int(json, 16)
        raise refuse(path, "must be 16 hexadecimal digits, not {value}", value=repr(json))


Words = Sequence[str] | Callable[[Any], Sequence[str]]


def _words(words: Words, rules: Any) -> Sequence[str]:
    return words(rules) if callable(words) else words


@dataclass(frozen=True)
class Word:
    """One of a list of words for ``first``, ``first + 1`` ...; ``none`` (JSON null) if given."""

    words: Words
    first: int = 0
    none: int | None = None

    def write(self, value: Any, rules: Any) -> Any:
        if self.none is not None and value == self.none:
            return None
        return _words(self.words, rules)[value - self.first]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        words = list(_words(self.words, rules))
        if json is None and self.none is not None:
            return self.none
        if json not in words:
            raise refuse(path, ONE_OF, words=", ".join(words), value=repr(json))
        return words.index(json) + self.first


@dataclass(frozen=True)
class Flags:
    """A set of bits as a list of words."""

    words: Words

    def write(self, value: Any, rules: Any) -> Any:
        return [word for i, word in enumerate(_words(self.words, rules)) if int(value) >> i & 1]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        words = list(_words(self.words, rules))
        if not isinstance(json, list):
            raise refuse(path, "must be a list, not {value}", value=repr(json))
        value = 0
        for i, word in enumerate(json):
            if word not in words:
                raise refuse(f"{path}[{i}]", ONE_OF, words=", ".join(words), value=repr(word))
            value |= 1 << words.index(word)
        return value


@dataclass(frozen=True)
class Counts:
    """Counts by word, ``{"white": 6, ...}``; words left out count 0."""

    words: Words
    high: int = 255

    def write(self, value: Any, rules: Any) -> Any:
        return {word: int(n) for word, n in zip(_words(self.words, rules), value, strict=False)}

    def read(self, json: Any, path: str, rules: Any) -> Any:
        words = list(_words(self.words, rules))
        if not isinstance(json, dict):
            raise refuse(path, "must be an object, not {value}", value=repr(json))
        for word in json:
            if word not in words:
                raise refuse(path, UNKNOWN, name=repr(word), known=", ".join(words))
        number = Number(0, self.high)
        return [number.read(json.get(word, 0), f"{path}.{word}", rules) for word in words]


@dataclass(frozen=True)
class Rows:
    """A list of equal parts; ``length`` may depend on the rules; ``rest`` fills the field."""

    part: Part
    length: int | Callable[[Any], int]
    rest: Any = 0
    size: int = 0
    """The length of the field, where it may be longer than the list."""

    def write(self, value: Any, rules: Any) -> Any:
        n = self.length(rules) if callable(self.length) else self.length
        return [self.part.write(value[i], rules) for i in range(n)]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        n = self.length(rules) if callable(self.length) else self.length
        if not isinstance(json, list) or len(json) != n:
            raise refuse(path, "must be a list of {n}", n=n)
        made = [self.part.read(item, f"{path}[{i}]", rules) for i, item in enumerate(json)]
        return made + [self.rest] * (max(self.size, n) - n)


@dataclass(frozen=True)
class Pairs:
    """A list field as an object, one name a place, ``{"A": .., "B": ..}``, without empty places."""

    part: Part
    words: Words
    empty: Any = 0
    size: int = 0

    def write(self, value: Any, rules: Any) -> Any:
        words = _words(self.words, rules)
        return {
            word: self.part.write(value[i], rules)
            for i, word in enumerate(words)
            if value[i] != self.empty
        }

    def read(self, json: Any, path: str, rules: Any) -> Any:
        words = list(_words(self.words, rules))
        if not isinstance(json, dict):
            raise refuse(path, "must be an object, not {value}", value=repr(json))
        for word in json:
            if word not in words:
                raise refuse(path, UNKNOWN, name=repr(word), known=", ".join(words))
        made = [
            self.part.read(json[word], f"{path}.{word}", rules) if word in json else self.empty
            for word in words
        ]
        return made + [self.empty] * (max(self.size, len(words)) - len(words))


@dataclass(frozen=True)
class Group:
    """An object with a name a field; ``parts`` maps a field of the record to its JSON part.

    ``names`` gives fields another name in JSON. Every name must be there, except ``optional``
    ones, which keep the value of an empty record.
    """

    parts: Mapping[str, Part]
    names: Mapping[str, str]
    optional: frozenset[str] = frozenset()

    def write(self, value: Any, rules: Any) -> Any:
        return {
            self.names.get(field, field): part.write(getattr(value, field), rules)
            for field, part in self.parts.items()
        }

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if not isinstance(json, dict):
            raise refuse(path, "must be an object, not {value}", value=repr(json))
        known = {self.names.get(field, field): field for field in self.parts}
        for name in json:
            if name not in known:
                raise refuse(path, UNKNOWN, name=repr(name), known=", ".join(known))
        made = {}
        for name, field in known.items():
            where = f"{path}.{name}" if path else name
            if name in json:
                made[field] = self.parts[field].read(json[name], where, rules)
            elif field not in self.optional:
                raise refuse(path, "{name} is missing", name=repr(name))
        return made


def group(
    optional: Sequence[str] = (), names: Mapping[str, str] | None = None, **parts: Part
) -> Group:
    """A :class:`Group`, written briefly."""
    return Group(parts, names or {}, frozenset(optional))


def fill(twin: Any, made: Mapping[str, Any]) -> None:
    """Set the fields of a twin from what a :class:`Group` has read."""
    for field, value in made.items():
        _fill(twin, field, value)


def _fill(holder: Any, key: Any, value: Any) -> None:
    get = holder.__getitem__ if isinstance(key, int) else lambda k: getattr(holder, k)
    if isinstance(value, Mapping):
        fill(get(key), value)
    elif isinstance(value, list):
        row = get(key)
        for i, item in enumerate(value):
            _fill(row, i, item)
    elif isinstance(key, int):
        holder[key] = value
    else:
        setattr(holder, key, value)
