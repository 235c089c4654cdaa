"""What is sent with a request: how much of it is read, and what is wrong with it, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.engine import words
from proa.engine.words import say
from proa.server.config.settings import Settings

FRAMING = 16 * 1024
"""What a form may add to an uploaded file."""
_A_NUMBER = say("{where} must be a number.")
_TEXT = say("{where} must be a text.")
_AN_OBJECT = say("{where} must be an object, sent as application/json.")
_WHOLE = say("{where} must be a whole number.")
_TRUE_OR_FALSE = say("{where} must be true or false.")
WRONG: dict[str, words.Message] = {
    "missing": say("{where} is missing."),
    "extra_forbidden": say("{where} is not known here."),
    "json_invalid": say("This is not JSON."),
    "literal_error": say("{where} must be one of these: {expected}."),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_long": say("{where} is too long: {max_length} characters at most."),
    "too_long": say("{where} has too many entries: {max_length} at most."),
    "too_short": say("{where} has too few entries: {min_length} at least."),
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
    "greater_than_equal": say("{where} must be {ge} at least."),
    "less_than_equal": say("{where} must be {le} at most."),
    "less_than": say("{where} must be less than {lt}."),
}
"""What Pydantic finds wrong, by its own name for it."""


class TooLarge(HTTPException):
    """A body of which no more is read; an exception that FastAPI lets through where it reads."""

    limit = "upload_bytes"

    def __init__(self, message: words.Message) -> None:
        super().__init__(413)
        self.message = message


class Bodies:
    """Stands before whoever reads bodies: reads no more of one than a server takes on."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._most = settings.upload_bytes + FRAMING

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced, read = Headers(scope=scope).get("content-length", ""), 0

        async def limited() -> Message:
            nonlocal read
            if announced.isdecimal() and int(announced[:20]) > self._most:
                raise self._too_large()
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._most:
                raise self._too_large()
            return message

        await self.app(scope, limited, send)

    def _too_large(self) -> TooLarge:
        return TooLarge(say("That is too large: {n} bytes at most.", n=self._most - FRAMING))


def wrong(errors: Sequence[Mapping[str, Any]]) -> words.Message:
    """The first thing that is wrong with a request, of what Pydantic has found."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    values = {"where": where, **first.get("ctx", {})}
    if "expected" in values:
        values["expected"] = str(values["expected"]).replace(" or ", ", ")
    values = {name: value for name, value in values.items() if isinstance(value, str | int | float)}
    return {**WRONG.get(first["type"], say("{where} is not as it should be.")), **values}
