"""How much of a request's body is read."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.engine import messages
from proa.engine.messages import say
from proa.server.config.settings import Settings

FRAMING = 16 * 1024
"""What a form may add to an uploaded file."""


class TooLarge(HTTPException):
    """A body of which no more is read; an exception that FastAPI lets through where it reads."""

    limit = "upload_bytes"

    def __init__(self, message: messages.Message) -> None:
        super().__init__(413)
        self.message = message


class BodyLimitMiddleware:
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
        return TooLarge(say("That is too large: at most {n} bytes.", n=self._most - FRAMING))
