"""The parts of positions, records and edition files as JSON, and their JSON Schemas.

``write`` turns a value into JSON, ``read`` turns JSON into a value or raises :class:`BadDocument`
with path and reason, ``schema`` describes the same for other programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from proa.engine.errors import BadDocument
from proa.engine.messages import say


def refuse(path: str, why: str, /, **values: Any) -> BadDocument:
    """Return the error for a bad part of a document: where and why."""
    where: Any = path or say("the document")
    return BadDocument("{where}: {why}", where=where, why=say(why, **values))


Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
ONE_OF = "must be one of {words}, not {value}"
UNKNOWN = "unknown name {name}; known names are {known}"


class Part(Protocol):
    """Converts one value to JSON and back. ``rules`` is the twin of the game's rules record."""

    def write(self, value: Any, rules: Any) -> Any:
        """Return the JSON of a value of the twin."""

    def read(self, json: Any, path: str, rules: Any) -> Any:
        """Return the value of JSON; raise :class:`BadDocument` if it is bad."""

    def schema(self, rules: Any) -> Schema:
        """Return the JSON Schema of what :meth:`read` accepts, as far as possible."""


def table(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object that has these names and no others."""
    made = {"type": "object", "additionalProperties": False, "properties": dict(properties)}
    return {**made, "required": list(required)} if required else made


def listing(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    """Return the schema of a list."""
    made: Schema = {"type": "array", "items": items}
    if least:
        made["minItems"] = least
    if most is not None:
        made["maxItems"] = most
    return made


def or_null(schema: Schema) -> Schema:
    """Return a schema that allows null as well."""
    return {"anyOf": [schema, {"type": "null"}]}


def either(one: Schema, other: Schema) -> Schema:
    """Return a schema that allows what either of two does: bounds and names of both."""
    if one == other or not other:
        return one if other else other
    if not one:
        return one
    if "enum" in one and "enum" in other:
        return {
            "enum": [*one["enum"], *(word for word in other["enum"] if word not in one["enum"])]
        }
    if one.get("type") != other.get("type") or "enum" in one or "enum" in other:
        return {"anyOf": [one, other]}
    made: Schema = {"type": one["type"]}
    for bound, pick in (("minimum", min), ("maximum", max), ("minItems", min), ("maxItems", max)):
        if bound in one and bound in other:
            made[bound] = pick(one[bound], other[bound])
    if "items" in one:
        made["items"] = either(one["items"], other["items"])
    if "properties" in one:
        made |= _either_table(one, other)
    return made


def _either_table(one: Schema, other: Schema) -> Schema:
    mine, theirs = one["properties"], other["properties"]
    both = {name: either(mine[name], theirs[name]) for name in mine if name in theirs}
    needed = [name for name in one.get("required", ()) if name in other.get("required", ())]
    return table({**mine, **theirs, **both}, needed)


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

    def schema(self, rules: Any) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Truth:
    """true or false for 1 and 0."""

    def write(self, value: Any, rules: Any) -> Any:
        return bool(value)

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if not isinstance(json, bool):
            raise refuse(path, "must be true or false, not {value}", value=repr(json))
        return int(json)

    def schema(self, rules: Any) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Hex:
    """A uint64 as 16 hexadecimal digits (JSON numbers lose bits beyond 2**53)."""

    def write(self, value: Any, rules: Any) -> Any:
        return f"{int(value):016x}"

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if isinstance(json, str) and re.fullmatch("[0-9a-fA-F]{16}", json):
            return int(json, 16)
        raise refuse(path, "must be 16 hexadecimal digits, not {value}", value=repr(json))

    def schema(self, rules: Any) -> Schema:
        return {"type": "string", "pattern": "^[0-9a-fA-F]{16}$"}


@dataclass(frozen=True)
class Text:
    """A text of at least ``least`` and at most ``most`` characters."""

    least: int = 1
    most: int | None = None

    def write(self, value: Any, rules: Any) -> Any:
        return value

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if not isinstance(json, str) or len(json) < self.least:
            raise refuse(path, "must be a string, not {value}", value=repr(json))
        if self.most is not None and len(json) > self.most:
            raise refuse(path, "is longer than {n} characters", n=self.most)
        return json

    def schema(self, rules: Any) -> Schema:
        made: Schema = {"type": "string"}
        if self.least:
            made["minLength"] = self.least
        return made if self.most is None else {**made, "maxLength": self.most}


TEXT = Text()

Words = Sequence[str] | Callable[[Any], Sequence[str]]


def _words(words: Words, rules: Any) -> Sequence[str]:
    return words(rules) if callable(words) else words


@dataclass(frozen=True)
class Word:
    """One of a list of words, for ``first``, ``first + 1`` ...; JSON null for ``none``."""

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

    def schema(self, rules: Any) -> Schema:
        none = [] if self.none is None else [None]
        return {"enum": [*_words(self.words, rules), *none]}


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

    def schema(self, rules: Any) -> Schema:
        return listing({"enum": list(_words(self.words, rules))})


@dataclass(frozen=True)
class Counts:
    """Counts by word, ``{"white": 6, ...}``; missing words count 0."""

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

    def schema(self, rules: Any) -> Schema:
        count = Number(0, self.high).schema(rules)
        return table(dict.fromkeys(_words(self.words, rules), count))


@dataclass(frozen=True)
class Rows:
    """A list of equal parts; ``length`` may depend on the rules; ``rest`` fills the field."""

    part: Part
    length: int | Callable[[Any], int]
    rest: Any = 0
    size: int = 0
    """The length of the field, if it may be longer than the list."""

    def write(self, value: Any, rules: Any) -> Any:
        n = self.length(rules) if callable(self.length) else self.length
        return [self.part.write(value[i], rules) for i in range(n)]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        n = self.length(rules) if callable(self.length) else self.length
        if not isinstance(json, list) or len(json) != n:
            raise refuse(path, "must be a list of {n} entries", n=n)
        made = [self.part.read(item, f"{path}[{i}]", rules) for i, item in enumerate(json)]
        return made + [self.rest] * (max(self.size, n) - n)

    def schema(self, rules: Any) -> Schema:
        n = self.length(rules) if callable(self.length) else self.length
        return listing(self.part.schema(rules), n, n)


@dataclass(frozen=True)
class Listed:
    """A list of ``least`` to ``most`` parts; other places of the field hold ``rest``."""

    part: Part
    most: int
    least: int = 0
    rest: Any = None

    def write(self, value: Any, rules: Any) -> Any:
        return [self.part.write(item, rules) for item in value if item != self.rest]

    def read(self, json: Any, path: str, rules: Any) -> Any:
        if not isinstance(json, list) or len(json) > self.most:
            raise refuse(path, "must be a list of at most {n}", n=self.most)
        if len(json) < self.least:
            raise refuse(path, "must be a list of at least {n}", n=self.least)
        n = 0 if self.rest is None else self.most
        return Rows(self.part, len(json), self.rest, n).read(json, path, rules)

    def schema(self, rules: Any) -> Schema:
        return listing(self.part.schema(rules), self.least, self.most)


@dataclass(frozen=True)
class Pairs:
    """A list field as an object, one name per index, ``{"A": .., "B": ..}``, without empty ones."""

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

    def schema(self, rules: Any) -> Schema:
        return table(dict.fromkeys(_words(self.words, rules), self.part.schema(rules)))


@dataclass(frozen=True)
class Group:
    """An object with one name per field; ``parts`` maps a field of the record to its JSON part.

    ``names`` gives fields another name in JSON. Every name is required, except ``optional`` ones,
    whose fields keep the value of an empty record.
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

    def schema(self, rules: Any) -> Schema:
        known = {self.names.get(field, field): part for field, part in self.parts.items()}
        optional = {self.names.get(field, field) for field in self.optional}
        made = {name: part.schema(rules) for name, part in known.items()}
        return table(made, [name for name in made if name not in optional])


def group(
    optional: Sequence[str] = (), names: Mapping[str, str] | None = None, **parts: Part
) -> Group:
    """Create a :class:`Group`."""
    return Group(parts, names or {}, frozenset(optional))
