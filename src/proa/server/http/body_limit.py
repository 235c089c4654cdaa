"""The limit on the size of a request's body."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.engine import messages
from proa.engine.messages import say
from proa.server.config.settings import Settings

FRAMING = 16 * 1024
"""Bytes that a form's encoding may add to an uploaded file."""


class TooLarge(HTTPException):
    """The body is too large; FastAPI passes on HTTPExceptions raised while it reads a body."""

    limit = "upload_bytes"

    def __init__(self, message: messages.Message) -> None:
        super().__init__(413)
        self.message = message


class BodyLimitMiddleware:
    """Stops reading a body at the limit."""

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
        return TooLarge(say("That is too large: at most {n} bytes.", n=self._most - FRAMING))
