"""One browser with one tab at a table: its requests, and when it had each frame.

It does what the page's scripts do (``frames.js``, ``stream.js``, ``stills.js``): it follows the
event stream, fetches each frame that it has not shown, one after the other and with a browser's
headers, lists the drawings that it has cached, and posts a choice as the page's form. It does not
pause for a person to read: a frame counts as shown when its last byte has arrived.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import aiohttp

from load.client_cache import ClientCache
from load.tally import Tally, Weight
from load.wire import FRAGMENT, HEADERS, NAVIGATE, STREAM, unpacked

RECONNECT = 3.0
"""Seconds after which a browser opens a lost stream again."""
STATUS = "HTTP/1.1 200 OK\r\n\r\n"
"""The bytes of a response's head apart from its headers."""
UNENDING = aiohttp.ClientTimeout(total=None, sock_connect=30)
PATIENT = aiohttp.ClientTimeout(total=120)
_TABLE = re.compile(rb'id="table" data-frame="(\d+)"[^>]*? data-latest="(\d+)"([^>]*)>')
_ACT = re.compile(rb'<form id="act".*?</form>', re.DOTALL)
_HIDDEN = re.compile(rb'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_CHOICE = re.compile(rb'form="act" name="code" value="([^"]+)"')
_STEPPER = re.compile(rb'data-kind="(\w+)" data-low="(\d+)" data-high="(\d+)"')
_REFUSED = b'class="refused"'
_WATCH = re.compile(r"/watch/[0-9a-f]{32}")
_INVITATION = re.compile(r"/sit/[0-9a-f]{32}")


@dataclass
class Turn:
    """The choices that a page offers: the form's own fields, and the codes."""

    fields: list[tuple[str, str]]
    codes: list[str]


def turn(page: bytes) -> Turn | None:
    """Return the choice that a page offers, or None."""
    form = _ACT.search(page)
    if form is None:
        return None
    codes = {unescape(code.decode()) for code in _CHOICE.findall(page)}
    for kind, low, high in _STEPPER.findall(page):
        codes |= {f"{kind.decode()}:{n}" for n in range(int(low), int(high) + 1)}
    fields = [(name.decode(), unescape(value.decode())) for name, value in _HIDDEN.findall(form[0])]
    return Turn(fields, sorted(codes)) if codes else None


@dataclass(frozen=True)
class Answer:
    """A response: the body as it came, and its encoding."""

    status: int
    body: bytes
    coding: str
    head: int
    """Bytes of its headers."""

    @property
    def page(self) -> bytes:
        """Return the decoded body."""
        return unpacked(self.body, self.coding)

    @property
    def sentence(self) -> str:
        """Return the status and the beginning of the page's text, for the list of errors."""
        page = self.page.decode()
        refused = re.search(r'class="refused"[^>]*>([^<]*)', page)
        body = refused[1] if refused else re.sub(r"<(style|script|svg).*?</\1>|<[^>]*>", " ", page)
        return f"{self.status} {' '.join(unescape(body).split())[:120]}"


@dataclass(frozen=True)
class Shown:
    """When a frame was shown, and its size; None if it came with a whole page."""

    at: float
    weight: Weight | None


@dataclass(frozen=True)
class Person:
    """A person with a browser, behind a proxy that reports the address."""

    guest: str
    cookie: str
    address: str


@dataclass(eq=False)
class Browser:
    """A person's or a spectator's browser; ``changed`` is called when it shows something new."""

    url: str
    person: Person
    tally: Tally
    changed: Callable[[], None]
    path: str = ""
    """The table's address for this browser."""
    shown: int = -1
    newest: int = -1
    seen: dict[int, Shown] = field(default_factory=dict)
    """The frames that were shown."""
    turn: Turn | None = None
    over: bool = False
    is_busy: bool = False
    _news: dict[str, int] | None = None
    _stream: asyncio.Task[None] | None = None
    _work: set[asyncio.Task[Any]] = field(default_factory=set)
    _stills: ClientCache = field(default_factory=ClientCache)

    def __post_init__(self) -> None:
        self._web = aiohttp.ClientSession(
            self.url,
            connector=aiohttp.TCPConnector(limit=6, keepalive_timeout=70),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={
                **HEADERS,
                "Cookie": self.person.cookie,
                "X-Forwarded-For": self.person.address,
            },
            skip_auto_headers=["User-Agent", "Accept-Encoding"],
            auto_decompress=False,
            timeout=PATIENT,
        )

    # -- requests ------------------------------------------------------------------------------

    async def _ask(self, what: str, method: str, path: str, **more: Any) -> Answer:
        """Send one request, recorded as ``what``."""
        began = time.perf_counter()
        async with self._web.request(method, path, **more) as answer:
            body = await answer.read()
            head = len(STATUS) + sum(len(k) + len(v) + 4 for k, v in answer.raw_headers)
            coding = answer.headers.get("Content-Encoding", "")
        if answer.status == 200:
            self.tally.asked(what, began)
        return Answer(answer.status, body, coding, head)

    async def _navigate(self, path: str, what: str) -> Answer:
        answer = await self._ask(what, "GET", path, headers=NAVIGATE)
        if answer.status != 200:
            raise ConnectionError(f"{what}: {answer.sentence}")
        return answer

    # -- before a game -------------------------------------------------------------------------

    async def open(self, form: dict[str, str]) -> list[str]:
        """Open a table; return the addresses of the invitations to its open seats."""
        page = await self._submit("/tables", form)
        return list(dict.fromkeys(_INVITATION.findall(page)))

    async def sit(self, invitation: str) -> None:
        """Take the seat of an invitation, after loading its page."""
        await self._navigate(invitation, "invitation")
        await self._submit(invitation, {"name": "", "nonce": "0" * 64})

    async def ready(self) -> None:
        """Report that this player is ready."""
        await self._submit(f"{self.path}/ready", {"nonce": "0" * 64})

    async def _submit(self, path: str, form: dict[str, str]) -> str:
        """Send a form of a page and follow the redirect."""
        origin = {**NAVIGATE, "Origin": self.url}
        async with self._web.post(path, data=form, headers=origin) as response:
            coding = response.headers.get("Content-Encoding", "")
            answer = Answer(response.status, await response.read(), coding, 0)
        if answer.status != 200:
            raise ConnectionError(f"opening a table: {answer.sentence}")
        self.path = response.url.path
        return answer.page.decode()

    # -- at the table --------------------------------------------------------------------------

    async def load(self) -> str:
        """Load the table's page and follow its stream; return the spectators' address."""
        self.hush()
        answer = await self._navigate(self.path, "page")
        page = answer.page
        self.tally.pages.append(Weight(answer.head + len(answer.body), answer.head + len(page)))
        self._show(page, None)
        self._news = None
        self._stream = asyncio.create_task(self._listen())
        found = _WATCH.search(page.decode())
        return found[0] if found else ""

    async def _load_anew(self) -> None:
        """Load the page again until it works, as a person does when a page fails."""
        while True:
            await asyncio.sleep(RECONNECT)
            try:
                await self.load()
            except (aiohttp.ClientError, ConnectionError) as error:
                self.tally.trouble(f"page: {error}")
            else:
                return

    async def look_at_the_end(self) -> None:
        """Load the score sheet."""
        await self._navigate(f"{self.path}/end", "score sheet")

    async def decide(self, code: str) -> bool:
        """Post one of the choices of this turn; return whether it was accepted."""
        assert self.turn is not None
        asked, self.turn, self.is_busy = self.turn, None, True
        origin = {"Origin": self.url, **self._fragment()}
        try:
            answer = await self._ask(
                "post",
                "POST",
                f"{self.path}/act",
                data=[*asked.fields, ("code", code)],
                headers=origin,
            )
        finally:
            self.is_busy = False
        page = answer.page
        if answer.status != 200 or _REFUSED in page:
            self.tally.trouble(f"post: {answer.sentence}")
            await self._load_anew()
            return False
        self._show(page, self._weight(answer))
        self._catch_up()
        return True

    async def _listen(self) -> None:
        while True:
            try:
                async with self._web.post(
                    "/stream",
                    data={"at": self.path},
                    headers={**STREAM, "Origin": self.url},
                    timeout=UNENDING,
                ) as stream:
                    if stream.status != 200 or "Content-Encoding" in stream.headers:
                        self.tally.trouble(f"stream: {stream.status}")
                    async for line in stream.content:
                        if line.startswith(b"data:"):
                            self._hear(json.loads(line[5:]))
            except aiohttp.ClientError as error:
                self.tally.trouble(f"stream: {type(error).__name__}")
            else:
                self.tally.trouble("stream: ended")
            await asyncio.sleep(RECONNECT)

    def _hear(self, news: dict[str, int]) -> None:
        before, self._news = self._news or news, news
        if news["chat"] != before["chat"]:
            self._start(self._ask("chat", "GET", f"{self.path}/chat", headers=FRAGMENT))
        if news["people"] != before["people"] and not self.is_busy:
            self._start(self._fetch(max(self.newest, 0)))
        self.newest = max(self.newest, news["frame"])
        self._catch_up()

    def _catch_up(self) -> None:
        if not self.is_busy and self.shown < self.newest:
            self.is_busy = True
            self._start(self._play())

    async def _play(self) -> None:
        """Show every frame up to the newest; after a failure load the page again."""
        try:
            while self.shown < self.newest:
                before = self.shown
                if not await self._fetch(before + 1, "/beat") or self.shown == before:
                    await self._load_anew()
        finally:
            self.is_busy = False

    async def _fetch(self, frame: int, as_beat: str = "") -> bool:
        answer = await self._ask(
            "frame", "GET", f"{self.path}/view/{frame}{as_beat}", headers=self._fragment()
        )
        if answer.status != 200:
            self.tally.trouble(f"frame: {answer.sentence}")
            return False
        self._show(answer.page, self._weight(answer))
        return True

    def _fragment(self) -> dict[str, str]:
        """Return the headers of a request for a part of a page."""
        return {**FRAGMENT, **self._stills.headers()}

    def _weight(self, answer: Answer) -> Weight:
        wire = answer.head + len(answer.body)
        return self.tally.weigh(wire, lambda: answer.head + len(answer.page))

    def _show(self, page: bytes, weight: Weight | None) -> None:
        """Read the state of the table from a page."""
        self._stills.note(page)
        table = _TABLE.search(page)
        if table is None:  # the score sheet: the game is over
            self.over = True
            self.changed()
            return
        frame, latest, marks = int(table[1]), int(table[2]), table[3]
        self.newest = max(self.newest, latest)
        self.over = self.over or b"data-over" in marks
        if frame > self.shown:
            self.shown = frame
            self.seen[frame] = Shown(time.perf_counter(), weight)
        if frame == self.shown:
            self.turn = turn(page) if b"data-mine" in marks else None
        self.changed()

    # -- leaving -------------------------------------------------------------------------------

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._worked)

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.tally.trouble(f"{type(error).__name__}: {error}")

    def hush(self) -> None:
        """Close the stream."""
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None

    async def close(self) -> None:
        """Close the browser."""
        self.hush()
        for task in list(self._work):
            task.cancel()
        await self._web.close()
