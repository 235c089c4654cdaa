"""Connections of a server that strangers reach: nobody holds one open without speaking.

Uvicorn waits for ever for the rest of a request, and for a client to read its answer; a proxy in
front may not, but a server must stand alone.
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
"""Seconds in which a client whom we send away may read why."""
AGAIN = 30
"""Seconds after which somebody may try again who was sent away."""


class TooMany(Exception):
    """Makes the parser stop where it is."""


class SlowClientProtocol(HttpToolsProtocol):
    """A connection that has only so long for each part of a request.

    ``open_ones`` counts the connections of this process by address.
    """

    def __init__(self, *, limits: Settings, open_ones: Counter[str], **named: Any) -> None:
        super().__init__(**named)
        self._limits = limits
        self._open_ones = open_ones
        self._counted: str | None = None
        self._awaited = ""
        """What the client is to send now: ``HEAD``, ``BODY`` or nothing."""
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._is_sent_away = False
        self._unanswered: list[RequestResponseCycle] = []
        """The requests under way, the oldest first; Uvicorn itself tells the newest alone that
        the client has gone."""

    # -- coming and going ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits, host = self._limits, self.client[0] if self.client else None
        self._counted = address = rate_limit_key(host)
        is_proxy = host in Networks(limits.trusted_proxies)
        self._open_ones[address] += 1
        if len(self.connections) > limits.connections_in_all:
            self._send_away(503, "This server has too many connections", "connections_in_all")
        elif not is_proxy and self._open_ones[address] > limits.connections_an_address:
            why = "There are too many connections from your address"
            self._send_away(429, why, "connections_an_address")
        else:
            self._await(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        self._drop(self._unread)
        if self._counted is not None:
            self._open_ones[self._counted] -= 1
            if not self._open_ones[self._counted]:
                del self._open_ones[self._counted]
        self._give_up_answers()
        super().connection_lost(exc)

    def _give_up_answers(self) -> None:
        """Tell the application that nobody reads any more what it answers."""
        self.pipeline.clear()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()
        self._unanswered.clear()

    def _send_away(self, status: int, what: str, limit: str) -> None:
        """Say in a few words why nothing more is read; what was not yet answered is not done."""
        metrics.refusals.add(1, {"limit": limit})
        self._give_up_answers()
        why = f"{what} ({limit})."
        self._await("")
        again = f"retry-after: {AGAIN}\r\n" if status in (429, 503) else ""
        lines = (
            f"{again}content-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(why)}\r\nconnection: close\r\n\r\n{why}"
        )
        self.transport.write(STATUS_LINE[status] + lines.encode())
        self.transport.write_eof()
        self._is_sent_away = True  # and heard no more: closed at once, it might not read the answer
        self.loop.call_later(LINGER, self.transport.abort)

    # -- the client speaks -----------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._is_sent_away or self.transport.is_closing():
            return
        if not self._awaited and (self.cycle is None or self.cycle.response_complete):
            self._await(HEAD)
        super().data_received(data)
        if self._awaited == HEAD and not self._is_sent_away:
            self._head_bytes += len(data)
            if self._head_bytes > self._limits.head_bytes:
                self._send_away(431, "The head of this request is too large", "head_bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._awaited != HEAD:
            self._await(HEAD)

    def on_headers_complete(self) -> None:
        self._await(BODY)
        if not self.flow.write_paused:
            self._drop(self._unread)  # who asks for more has read what was written
        super().on_headers_complete()
        self._unanswered.append(self.cycle)
        if len(self._unanswered) > self._limits.requests_waiting + 1:
            why = "There are too many requests at once on this connection"
            self._send_away(429, why, "requests_waiting")
            raise TooMany

    def send_400_response(self, msg: str) -> None:
        if not self._is_sent_away:  # else it was not the client that broke off
            self._give_up_answers()
            super().send_400_response(msg)

    def on_message_complete(self) -> None:
        self._await("")
        super().on_message_complete()

    def _await(self, part: str) -> None:
        """Have the client send a part of a request in the time for it."""
        self._drop(self._late)
        self._awaited, self._late, self._head_bytes = part, None, 0
        if part:
            limits = self._limits
            seconds = limits.head_seconds if part == HEAD else limits.body_seconds
            self._late = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        part, cycle = self._awaited, self.cycle
        if part == HEAD:
            is_due_an_answer = self._head_bytes > 0 and (cycle is None or cycle.response_complete)
        else:
            is_due_an_answer = not cycle.response_started
        self._await("")
        if is_due_an_answer and not self.transport.is_closing():
            self._send_away(408, "The request came too slowly", f"{part}_seconds")
        else:
            self.transport.close()
            self._watch_reading(LINGER)

    # -- the client listens ----------------------------------------------------------------

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
        """Give up a client that does not take what is written for it."""
        self._drop(self._unread)
        self._unread = self.loop.call_later(seconds, self._give_up_unread)

    def _give_up_unread(self) -> None:
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()

    @staticmethod
    def _drop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
