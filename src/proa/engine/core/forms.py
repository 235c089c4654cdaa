"""JSON as a type declares it: read by pydantic, refused in sentences, described as JSON Schema."""

from __future__ import annotations

import json
import re
import reprlib
from functools import cache
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails

from proa.engine.core.schema import DIALECT, ONE_OF, UNKNOWN, Schema, refuse
from proa.engine.errors import BadDocument

STRICT = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)
"""The configuration of a type that has no other names, and no number for a string."""
Digits = Annotated[str, Field(pattern="^[0-9a-fA-F]{16}$")]

_A_LIST, _AN_OBJECT = "must be a list, not {value}", "must be an object, not {value}"
_WHY = {
    "bool_type": "must be true or false, not {value}",
    "dataclass_type": _AN_OBJECT,
    "dict_type": _AN_OBJECT,
    "float_type": "must be a number, not {value}",
    "int_type": "must be a whole number, not {value}",
    "list_type": _A_LIST,
    "literal_error": ONE_OF,
    "missing": "{name} is missing",
    "string_pattern_mismatch": "must be 16 hexadecimal digits, not {value}",
    "string_too_long": "is longer than {n} characters",
    "string_type": "must be a string, not {value}",
    "too_long": "must be a list of {n} entries",
    "too_short": "must be a list of {n} entries",
    "tuple_type": _A_LIST,
    "extra_forbidden": UNKNOWN,
    "unexpected_keyword_argument": UNKNOWN,
}
"""Sentences by pydantic's types of errors; patterns are hexadecimal digits."""


class WithoutTitles(GenerateJsonSchema):
    """Titles of names would only repeat the names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@cache
def adapter(form: Any) -> TypeAdapter[Any]:
    """Return what reads and describes a type; it is made once."""
    return TypeAdapter(form)


def schema(form: Any, title: str) -> Schema:
    """Return the JSON Schema of a type."""
    made = adapter(form).json_schema(schema_generator=WithoutTitles)
    return {"$schema": DIALECT, **made, "title": title}


def read(form: Any, document: Any) -> Any:
    """Return the value of JSON; raise :class:`BadDocument` if it is not as its type says."""
    try:
        return adapter(form).validate_json(json.dumps(document))
    except ValidationError as error:
        raise _refusal(form, error.errors(include_url=False)[0]) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise refuse("", "not JSON: {error}", error=str(error)) from None


def _refusal(form: Any, error: ErrorDetails) -> BadDocument:
    path, about, kind = [*error["loc"]], error.get("ctx", {}), error["type"]
    values = {
        "value": reprlib.repr(error["input"]),
        "words": ", ".join(re.findall("'(.*?)'", about.get("expected", ""))),
        "n": about.get("max_length", about.get("min_length")),
        "why": error["msg"],
    }
    if _WHY.get(kind) in (UNKNOWN, _WHY["missing"]):
        values |= {"name": repr(path.pop()), "known": ", ".join(_names(form, path))}
    return refuse(_where(path), _WHY.get(kind, "{why}"), **values)


def _where(path: Any) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def _names(form: Any, path: Any) -> Schema:
    """Return the names that an object inside a type may have."""
    whole = adapter(form).json_schema()
    part = whole
    for step in path:
        part = part["items"] if isinstance(step, int) else part["properties"][step]
        part = part["anyOf"][0] if "anyOf" in part else part
        part = whole["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    names: Schema = part["properties"]
    return names
