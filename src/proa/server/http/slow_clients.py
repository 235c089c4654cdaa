"""Timeouts and limits of connections: no client can block one by being slow.

Uvicorn waits forever for the rest of a request, and for a client to read its response. A proxy in
front may not, but a server must be safe without one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from proa.server.addresses import Networks, rate_limit_key
from proa.server.config.settings import Settings
from proa.server.telemetry import metrics

HEAD, BODY = "head", "body"
LINGER = 2
"""Seconds in which a refused client may read the reason."""
AGAIN = 30
"""Seconds after which a refused client may try again."""


class TooMany(Exception):
    """Stops the parser."""


class SlowClientProtocol(HttpToolsProtocol):
    """A connection with a time limit for each part of a request.

    ``open_ones`` counts the connections of this process by address.
    """

    def __init__(self, *, limits: Settings, open_ones: Counter[str], **named: Any) -> None:
        super().__init__(**named)
        self._limits = limits
        self._open_ones = open_ones
        self._counted: str | None = None
        self._part = ""
        """The part that the client has to send now: ``HEAD``, ``BODY`` or nothing."""
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._is_refused = False
        self._unanswered: list[RequestResponseCycle] = []
        """The requests in progress, the oldest first. Uvicorn itself reports a disconnect only to
        the newest."""

    # -- connecting and disconnecting -----------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits, host = self._limits, self.client[0] if self.client else None
        self._counted = address = rate_limit_key(host)
        is_proxy = host in Networks(limits.trusted_proxies)
        self._open_ones[address] += 1
        if len(self.connections) > limits.connections_in_all:
            self._refuse(503, "This server has too many connections", "connections_in_all")
        elif not is_proxy and self._open_ones[address] > limits.connections_an_address:
            why = "There are too many connections from your address"
            self._refuse(429, why, "connections_an_address")
        else:
            self._expect(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect("")
        self._drop(self._unread)
        if self._counted is not None:
            self._open_ones[self._counted] -= 1
            if not self._open_ones[self._counted]:
                del self._open_ones[self._counted]
        self._give_up_answers()
        super().connection_lost(exc)

    def _give_up_answers(self) -> None:
        """Report a disconnect to all requests in progress: nobody reads their responses."""
        self.pipeline.clear()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()

    def _refuse(self, status: int, what: str, limit: str) -> None:
        """Send a short reason and read nothing more; requests without a response are dropped."""
        metrics.refusals.add(1, {"limit": limit})
        self._give_up_answers()
        why = f"{what} ({limit})."
        self._expect("")
        again = f"retry-after: {AGAIN}\r\n" if status in (429, 503) else ""
        lines = (
            f"{again}content-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(why)}\r\nconnection: close\r\n\r\n{why}"
        )
        self.transport.write(STATUS_LINE[status] + lines.encode())
        self.transport.write_eof()
        self._is_refused = True  # ignore its data; an immediate close could lose the response
        self.loop.call_later(LINGER, self.transport.abort)

    # -- reading requests ------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._is_refused or self.transport.is_closing():
            return
        if not self._part and (self.cycle is None or self.cycle.response_complete):
            self._expect(HEAD)
        super().data_received(data)
        if self._part == HEAD and not self._is_refused:
            self._head_bytes += len(data)
            if self._head_bytes > self._limits.head_bytes:
                self._refuse(431, "The head of this request is too large", "head_bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._part != HEAD:
            self._expect(HEAD)

    def on_headers_complete(self) -> None:
        self._expect(BODY)
        if not self.flow.write_paused:
            self._drop(self._unread)  # a client that sends more has read the response
        super().on_headers_complete()
        self._unanswered.append(self.cycle)
        if len(self._unanswered) > self._limits.requests_waiting + 1:
            why = "There are too many requests at once on this connection"
            self._refuse(429, why, "requests_waiting")
            raise TooMany

    def send_400_response(self, msg: str) -> None:
        if not self._is_refused:  # else the server ended the request
            self._give_up_answers()
            super().send_400_response(msg)

    def on_message_complete(self) -> None:
        self._expect("")
        super().on_message_complete()

    def _expect(self, part: str) -> None:
        """Start the timer for the part that the client has to send."""
        self._drop(self._late)
        self._part, self._late, self._head_bytes = part, None, 0
        if part:
            limits = self._limits
            seconds = limits.head_seconds if part == HEAD else limits.body_seconds
            self._late = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        part, cycle = self._part, self.cycle
        if part == HEAD:
            needs_response = self._head_bytes > 0 and (cycle is None or cycle.response_complete)
        else:
            needs_response = not cycle.response_started
        self._expect("")
        if needs_response and not self.transport.is_closing():
            self._refuse(408, "The request came too slowly", f"{part}_seconds")
        else:
            self.transport.close()
            self._watch_reading(LINGER)

    # -- writing responses -----------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading(self._limits.answer_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._drop(self._unread)

    def on_response_complete(self) -> None:
        self._unanswered = [one for one in self._unanswered if not one.response_complete]
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_reading(self._limits.answer_seconds)

    def _watch_reading(self, seconds: float) -> None:
        """Abort the connection if the client does not read its response in time."""
        self._drop(self._unread)
        self._unread = self.loop.call_later(seconds, self._give_up_unread)

    def _give_up_unread(self) -> None:
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()

    @staticmethod
    def _drop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
