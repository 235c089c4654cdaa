"""Messages for invalid requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proa.engine import messages
from proa.engine.messages import say

_A_NUMBER = say("{where} must be a number.")
_TEXT = say("{where} must be text.")
_AN_OBJECT = say("{where} must be an object, sent as application/json.")
_WHOLE = say("{where} must be a whole number.")
_TRUE_OR_FALSE = say("{where} must be true or false.")
SENTENCES: dict[str, messages.Message] = {
    "missing": say("{where} is missing."),
    "extra_forbidden": say("{where} is unknown."),
    "json_invalid": say("This is not JSON."),
    "literal_error": say("{where} must be one of these: {expected}."),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_long": say("{where} is too long: at most {max_length} characters."),
    "too_long": say("{where} has too many entries: at most {max_length}."),
    "too_short": say("{where} has too few entries: at least {min_length}."),
    "list_type": say("{where} must be a list."),
    "dict_type": _AN_OBJECT,
    "model_type": _AN_OBJECT,
    "model_attributes_type": _AN_OBJECT,
    "bool_type": _TRUE_OR_FALSE,
    "bool_parsing": _TRUE_OR_FALSE,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _A_NUMBER,
    "float_parsing": _A_NUMBER,
    "finite_number": _A_NUMBER,
    "greater_than_equal": say("{where} must be at least {ge}."),
    "less_than_equal": say("{where} must be at most {le}."),
    "less_than": say("{where} must be less than {lt}."),
}
"""Messages by Pydantic's error types."""


def validation_sentence(errors: Sequence[Mapping[str, Any]]) -> messages.Message:
    """Return the message for the first of Pydantic's errors."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    values = {"where": where, **first.get("ctx", {})}
    if "expected" in values:
        values["expected"] = str(values["expected"]).replace(" or ", ", ")
    values = {name: value for name, value in values.items() if isinstance(value, str | int | float)}
    return {**SENTENCES.get(first["type"], say("{where} is not valid.")), **values}
