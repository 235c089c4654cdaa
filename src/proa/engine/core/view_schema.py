"""JSON Schemas of a game's views, made from the types that mypy checks.

A type is a ``TypedDict`` of numbers, strings, booleans, lists and other such types. A
:data:`~proa.engine.messages.Message` is a string, because views show its text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from proa.engine.core.game_spec import GameSpec
from proa.engine.core.schema import DIALECT, Schema, listing, table
from proa.engine.core.view_types import Choice, Note, Question, Refused
from proa.engine.messages import Message

OPEN: Schema = {"type": "object"}
"""The schema of a type that a game does not declare: any object."""
_PLAIN: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Message: {"type": "string"},
}


class Still(TypedDict):
    """No marked thing has changed."""

    beats: int


class Schemas:
    """A collection of schemas. Named ones are in ``named``; :meth:`of` refers to them."""

    def __init__(self, refer: Callable[[str], str] = "#/$defs/{}".format) -> None:
        """``refer`` returns the reference to a name."""
        self.named: dict[str, Schema] = {}
        self._refer = refer
        self._forms: dict[str, Any] = {}

    def of(self, form: Any) -> Schema:
        """Return the schema of a type; None is an undeclared type."""
        if form is None:
            return OPEN
        if form in _PLAIN:
            return dict(_PLAIN[form])
        if is_typeddict(form):
            return self._reference(form)
        origin, inside = get_origin(form), get_args(form)
        if origin in (Annotated, NotRequired, Required):
            return self.of(inside[0])
        if origin is Literal:
            return {"enum": list(inside)}
        if origin is list:
            return listing(self.of(inside[0]))
        if origin is dict and inside[0] is str:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        if origin in (Union, UnionType):
            return self.one_of(*inside)
        raise TypeError(f"{form} is no type of JSON that is shown")

    def one_of(self, *forms: Any) -> Schema:
        """Return a schema that allows any of these types."""
        found: list[Schema] = []
        for schema in map(self.of, forms):
            if schema not in found:
                found.append(schema)
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _reference(self, form: Any) -> Schema:
        name = form.__name__
        if name not in self.named:
            self.named[name], self._forms[name] = {}, form  # a type may contain itself
            self.named[name] = self.whole(form)
        if self._forms[name] is not form:
            raise TypeError(f"two types are called {name}")
        return {"$ref": self._refer(name)}

    def whole(self, form: Any, **more: Schema) -> Schema:
        """Return the schema of a ``TypedDict`` with ``more`` required names."""
        properties, required = {}, []
        for name, hint in get_type_hints(form, include_extras=True).items():
            properties[name] = self.of(hint)
            if name in form.__required_keys__ and get_origin(hint) is not NotRequired:
                required.append(name)
        described = {"description": inspect.cleandoc(form.__doc__)} if form.__doc__ else {}
        return {**described, **table({**properties, **more}, [*required, *more])}


def view(spec: GameSpec, schemas: Schemas) -> Schema:
    """Return the schema of a game's view (:meth:`proa.engine.core.game.Game.view`)."""
    number, text = schemas.of(int), schemas.of(str)
    lines = listing(schemas.of(spec.view_types.line))
    always = {
        "viewer": number,
        "to_move": number,
        "ask": text,
        "asked": _question(spec, schemas),
        "actions": listing(schemas.of(Choice)),
        "greyed": listing(schemas.of(Refused)),
        "sections": listing(table({"heading": text, "lines": lines}, ["heading", "lines"])),
        "board": _board(spec, schemas),
    }
    return table({**always, "last": _last(spec, schemas)}, list(always))


def _question(spec: GameSpec, schemas: Schemas) -> Schema:
    """Return the schema of the current question: the possible values of each column."""
    rows = spec.questions.rows.values()
    if not rows:
        return schemas.of(type(None))
    row = schemas.whole(Question)
    columns = {
        name: {"enum": [*dict.fromkeys(getattr(row, name) for row in rows)]}
        for name in row["properties"]
    }
    return {"anyOf": [{**row, "properties": columns}, schemas.of(type(None))]}


def _board(spec: GameSpec, schemas: Schemas) -> Schema:
    forms = spec.view_types
    if forms.board is None:
        return OPEN
    previews = {"type": "object", "additionalProperties": schemas.of(forms.preview)}
    guide, hint = schemas.of(Note | None), schemas.of(str | None)
    return schemas.whole(forms.board, guide=guide, hint=hint, previews=previews)


def _last(spec: GameSpec, schemas: Schemas) -> Schema:
    if spec.view_types.marks is None:
        return OPEN
    changed = schemas.whole(spec.view_types.marks, beats=schemas.of(int))
    return {"anyOf": [changed, schemas.of(Still)]}


def document(spec: GameSpec) -> Schema:
    """Return the JSON Schema of a game's views."""
    schemas = Schemas()
    made = view(spec, schemas)
    return {
        "$schema": DIALECT,
        "title": f"A view of {spec.title}",
        **made,
        "$defs": schemas.named,
    }
