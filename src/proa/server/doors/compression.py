"""Answers are compressed, and their length tells next to nothing.

Why the length has to be hidden. A table's page holds what its viewer alone may know (cards, money,
the tokens of invitations) beside what others choose (names, talk, the table's title). Compressed
text is the shorter the more of it is repeated. So somebody who sees the length of encrypted
answers, on the same network say, and sits at the table or talks there, could rename their seat to a
guess and see whether the victim's next page is shorter (BREACH). And without doing anything: the
rules are known and so is all but a hand, so that the length of each possible hand's page could be
worked out beforehand and compared.

What protects. Every compressed answer gets between 0 and STEP bytes more, then is filled up to the
next of limits that are STEP apart: one sees only whether a sum that one does not know passed one of
them. Where the first one lies is of no matter for that: those below 8 and 9 kB leave room for a
head then, and the longest frames come near to them. The bytes are drawn from the answer's text
under the server's secret key. So asking again for the same page shows the same length: nothing is
averaged by patience, each new draw takes another text, as a new name, and names and talk are rated.
To tell two pages whose lengths differ by d bytes takes of the order of (STEP / d) squared such
draws: half a million for the one byte by which one right character of a token shows, some thousand
for a whole card. Random filling without the steps would take STEP / d. On the average an answer is
STEP bytes longer.

Not compressed, or not by us: event streams (they say numbers only, and must not be held back),
what is small anyway, static files (they are the same for all, and compressed once: see
``web/statics.py``). A proxy in front must not compress what we leave alone; the guide says so.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.server.config.settings import Settings
from proa.web.packing import chosen, packed

STEP = 768
FIRST = 704
SMALLEST = 2_048
"""What is shorter goes as it is."""
SHARED = 16
"""So many answers are kept as they were sent: spectators get the same within a moment."""
TYPES = ("text/html", "text/plain", "application/json")


def limit(length: int) -> int:
    """The first limit that is not below a length."""
    return -(-(length - FIRST) // STEP) * STEP + FIRST


class Compression:
    """Compresses the answers that come in one piece, for those who take that."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._packed = lru_cache(maxsize=SHARED)(self._packed_anew)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        coding = chosen(Headers(scope=scope).get("accept-encoding", ""))
        start: Message | None = None

        async def answer(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _may_be_packed(message):
                start = message
                return
            if start is not None:
                head, start = start, None
                if not message.get("more_body"):
                    self._pack(head, message, coding)
                await send(head)
            await send(message)

        await self.app(scope, receive, answer)

    def _pack(self, head: Message, message: Message, coding: str) -> None:
        body = message.get("body", b"")
        headers = MutableHeaders(scope=head)
        headers.add_vary_header("Accept-Encoding")
        if coding and len(body) >= SMALLEST:
            message["body"] = self._packed(body, coding)
            headers["Content-Encoding"] = coding
            headers["Content-Length"] = str(len(message["body"]))

    def _packed_anew(self, body: bytes, coding: str) -> bytes:
        return packed(body, coding, lambda least: self._room(least, body))

    def _room(self, least: int, body: bytes) -> int:
        """The length that is shown of an answer: always the same for the same text."""
        key = self._settings.key[: hashlib.blake2b.MAX_KEY_SIZE]
        draw = hashlib.blake2b(body, key=key, digest_size=8, person=b"length").digest()
        return limit(least + int.from_bytes(draw, "big") % STEP)


def _may_be_packed(head: Message) -> bool:
    headers = Headers(raw=head["headers"])
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind in TYPES and "vary" not in headers  # what varies has been chosen by who made it
