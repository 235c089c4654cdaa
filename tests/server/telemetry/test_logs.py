"""Logs: one format, one line for each request, and no text or secret of users."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import re
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from proa.games import GAMES
from proa.server.bots.worker_pool import SearchPool
from proa.server.config.settings import Settings
from proa.server.errors import cause
from proa.server.telemetry import logs
from server.site import running
from waiting import let_others_run, until

pytestmark = pytest.mark.anyio
FORGED = (
    "Teva\n2026-01-01T00:00:00.000Z ERROR [all 1] proa.server: hm\r\x1b[31m\u202e\u2028\x85\x00"
)
LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR) +\[\w+ \d+\] [\w.]+: .+"
)


class Written:
    """The output of a log."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def objects(self) -> list[dict]:
        return [json.loads(line) for line in self.text.split("\n") if line]


@contextlib.contextmanager
def logging_to(level: str = "info", *, as_json: bool = False) -> Iterator[Written]:
    written, root = Written(), logging.getLogger()
    before = root.handlers[:], [logging.getLogger(name).level for name in logs.OURS]
    hooks = logs.sys.excepthook, threading.excepthook
    root.handlers.clear()  # pytest's own can't pass on what is no text
    logging.getLogger("uvicorn").propagate = True  # a server of another test may have set these
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)
    with contextlib.redirect_stderr(written.stream):
        logs.configure(level, as_json=as_json, role="all")
    try:
        yield written
    finally:
        root.handlers[:] = before[0]
        for name, old in zip(logs.OURS, before[1], strict=True):
            logging.getLogger(name).setLevel(old)
        logging.captureWarnings(False)
        logs.sys.excepthook, threading.excepthook = hooks


@pytest.fixture(params=[False, True], ids=["words", "json"])
def written(request) -> Iterator[Written]:
    with logging_to(as_json=request.param) as made:
        yield made


async def test_a_request_is_one_line_without_a_token(site):
    players = await site.begun("me", "me", "me")
    opened = await site.open("me", "friend", "friend")
    secrets = {
        opened["table"],
        opened["watch"],
        *(seat["token"] for seat in opened["seats"] if seat["token"]),
        players[0].token,
        players[0].table,
    }
    with logging_to() as written:
        async with site.browser() as browser:
            for path in (
                f"/watch/{opened['watch']}?seat=1",
                f"/table/{opened['table']}",
                f"/watch/{opened['watch']}/view/0",
                "/nothing",
            ):
                await browser.get(path, headers={"User-Agent": FORGED.encode()})
            secrets |= set(browser.cookies.values())
        await players[0].get("view")
        await players[0].post("chat", text=FORGED)
    told = [line.split(": ", 1)[1] for line in written.lines]
    assert [re.sub(r"[\d.]+ ms", "_ ms", line) for line in told] == [
        "GET /watch/{watch} 200 _ ms",
        "GET /table/{table_id} 404 _ ms",
        "GET /watch/{watch}/view/{frame} 409 _ ms",
        "GET - 404 _ ms",
        "GET /api/tables/{table_id}/view 200 _ ms",
        "POST /api/tables/{table_id}/chat 201 _ ms",
    ]
    assert all(LINE.fullmatch(line) for line in written.lines)
    assert not [secret for secret in secrets if secret in written.text]
    assert "Teva" not in written.text


async def test_requests_are_told_as_fields_in_json(site):
    with logging_to(as_json=True) as written:
        async with site.client() as client:
            await client.get("/api/levels")
    (told,) = written.objects
    assert told["role"] == "all"
    assert (told["method"], told["route"], told["status"]) == ("GET", "/api/levels", 200)
    assert told["ms"] >= 0


@pytest.mark.parametrize("as_json", [False, True])
def test_nothing_that_is_told_can_start_a_line_colour_it_or_turn_it_around(as_json):
    with logging_to(as_json=as_json) as written:
        logging.getLogger("proa.server").warning("%s sits down", FORGED + "\u05d0\ud800")
        logging.getLogger("uvicorn.error").warning(FORGED)
    assert len(written.text.splitlines()) == 2  # whatever may end a line
    assert re.fullmatch(r"[\x20-\x7e\n]+", written.text)


def test_what_strangers_can_cause_at_will_is_told_once_a_minute(written):
    """As a connection that speaks no HTTP, thousands of times."""
    broken = "Invalid HTTP request received."
    for at in (1000.0, 1001.0, 1059.0, 1060.0, 1061.0):
        record = logging.makeLogRecord(
            {"name": "uvicorn.error", "levelno": logging.WARNING, "msg": broken, "created": at}
        )
        logging.getLogger("uvicorn.error").handle(record)
        logging.getLogger("proa.server").warning("said each time")
    assert written.text.count(broken) == 2
    assert written.text.count(f"{broken} (2 more skipped before)") == 1
    assert written.text.count("said each time") == 5


def test_words_of_other_languages_stay_readable():
    assert logs.plain("/srv/Таити") == "/srv/Таити"


HIDDEN = "".join(["a card", " of Hina's"])
"""Must not occur in any line of this file."""


async def test_an_unexpected_exception_is_told_once_with_its_route_and_nothing_hidden(
    written, site, monkeypatch
):
    async def explode(*_args) -> None:
        held = HIDDEN
        raise KeyError(held)

    players = await site.begun("me", "me", "me")
    await players[0].post("chat", text="ahoy")
    monkeypatch.setattr(site.tables.store, "chat", explode)
    answer = await players[0].get("chat")
    assert answer.status_code == 500
    assert answer.headers["X-Content-Type-Options"] == "nosniff"  # it went out by the doors
    assert written.text.count("/api/tables/{table_id}/chat: an answer failed") == 1
    assert written.text.count("explode: raise KeyError(held)") == 1
    for hidden in (HIDDEN, players[0].table, players[0].token):
        assert hidden not in written.text


async def test_a_failing_store_is_told_with_its_cause(site, monkeypatch):
    def fail(*_args) -> None:
        import sqlite3

        raise OperationalError("SELECT 'a secret'", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr(site.tables.store, "tables_of", fail)
    with logging_to() as written:
        async with site.browser() as browser:
            assert (await browser.get("/")).status_code == 503
    assert "/: the store failed: OperationalError: disk I/O error" in written.text
    assert "a secret" not in written.text


def test_causes_quote_no_rows():
    class UniqueViolation(Exception):
        sqlstate = "23505"

    wrapped = OperationalError("", {}, UniqueViolation("Key (id)=(a token) already exists"))
    assert cause(wrapped) == "UniqueViolation (23505)"
    assert cause(FileNotFoundError(2, "?", "a token")).startswith("FileNotFoundError: No such")
    assert cause(ValueError("a token")) == "ValueError"
    assert cause(BrokenPipeError()) == "BrokenPipeError"


def test_chained_and_grouped_exceptions_are_told_by_kind(written):
    try:
        try:
            raise ValueError(HIDDEN)
        except ValueError as error:
            raise ExceptionGroup(HIDDEN, [KeyError(HIDDEN)]) from error
    except ExceptionGroup:
        logging.getLogger("proa.server").exception("it failed")
    assert HIDDEN not in written.text
    assert all(kind in written.text for kind in ("ValueError", "ExceptionGroup", "KeyError"))


def test_exceptions_in_a_circle_are_told_once():
    """As a group's own are which came from it; told for ever they would fill the log."""
    part = ValueError("hidden")
    group = ExceptionGroup("hidden", [part])
    part.__context__ = group
    told = list(logs._trace(group))
    assert told == ["ExceptionGroup", "ValueError"]


async def test_what_nobody_waited_for_is_told_in_the_same_form(tmp_path):
    async def fail() -> None:
        raise ValueError(HIDDEN)

    async with running(Settings(tmp_path / "data")):
        with logging_to() as written:
            task = asyncio.create_task(fail())
            await asyncio.wait([task])
            del task
            thread = threading.Thread(target=lambda: [][1])
            thread.start()
            thread.join()
    assert LINE.match(written.text)
    assert written.text.count("ValueError") >= 1
    assert "IndexError" in written.text
    assert HIDDEN not in written.text


async def test_what_fails_in_a_searching_process_is_told_in_the_same_form(toy, capfd):
    searches = SearchPool(1, log_json=True)
    position = toy.start(3, seed=3)
    idle = next(seat for seat in range(3) if seat != position.to_move)
    with contextlib.suppress(RuntimeError):
        await searches.decide(toy, None, toy.information_state(position, idle), "easy", 0)
    pid = searches.processes[0]
    await searches.close()
    (told,) = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert (told["role"], told["process"], told["message"]) == ("worker", pid, "a job failed")
    assert "nothing to decide" not in told["trace"][-1]


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/levels", "/rules/tahiti", "/nothing"])
async def test_the_head_of_every_page_is_answered(site, path):
    async with site.browser() as browser:
        whole, head = await browser.get(path), await browser.head(path)
    assert head.status_code == whole.status_code
    assert head.content == b""
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert int(head.headers["content-length"]) > 0


async def test_the_head_of_a_stream_comes_and_leaves_nothing_open(site):
    players = await site.begun("me", "me", "me")
    with logging_to() as written:
        async with site.client(players[0].token) as client:
            async with asyncio.timeout(10):
                head = await client.head(f"/api/tables/{players[0].table}/stream")
    assert (head.status_code, head.content) == (200, b"")
    assert "HEAD /api/tables/{table_id}/stream 200" in written.text
    assert not site.tables.live.subscribed()


async def test_robots_read_public_pages_only(site):
    opened = await site.open("me", "friend", "friend")
    async with site.browser() as browser:
        rules = (await browser.get("/robots.txt")).text
        assert "Allow: /$" in rules
        assert rules.endswith("Disallow: /\n")
        for path, may in (
            ("/", True),
            ("/rules/tahiti", True),
            (f"/watch/{opened['watch']}", False),
            (f"/table/{opened['table']}", False),
            ("/sit/x", False),
            ("/new", False),
        ):
            answer = await browser.get(path)
            assert ("noindex" in answer.headers.get("x-robots-tag", "")) is not may


async def test_the_emblem_has_the_address_at_which_browsers_look(site):
    async with site.client() as client:
        answer = await client.get("/favicon.ico")
    assert answer.headers["content-type"] == "image/x-icon"
    assert answer.content.startswith(b"\0\0\1\0")
    assert "set-cookie" not in answer.headers


async def test_health_tells_what_is_missing(site, monkeypatch):
    monkeypatch.setattr(site.tables.games, "share", {"tahiti": 0.456}.get)
    async with site.client() as client:
        unwell = await client.get("/healthz")
        assert unwell.status_code == 503
        assert unwell.json()["rules"]["tahiti"] == 0.46
        assert (await client.get("/healthz/live")).status_code == 200


async def test_however_many_ask_how_it_is_the_database_is_asked_once_at_a_time(site, monkeypatch):
    asked, going_on = [], asyncio.Event()

    async def answer() -> None:
        asked.append(1)
        await going_on.wait()

    shares: list[str] = []
    monkeypatch.setattr(site.tables.games, "share", shares.append)
    monkeypatch.setattr(site.tables.store, "answer", answer)
    async with site.client() as client, asyncio.TaskGroup() as group:
        looks = [group.create_task(client.get("/healthz")) for _ in range(30)]
        await until(lambda: asked and len(shares) == 30 * len(GAMES))  # all of them have come
        await let_others_run()
        going_on.set()
    assert {look.result().status_code for look in looks} == {200}
    assert len(asked) == 1


async def test_health_tells_when_the_database_does_not_answer(site, monkeypatch):
    monkeypatch.setattr(site.tables.games, "share", lambda name: None)
    async with site.client(base="http://a-name-inside-a-cluster") as client:
        well = await client.get("/healthz")
        assert well.status_code == 200
        assert well.json()["status"] == "ok"
        assert set(well.json()) == {"status", "role", "database", "rules"}
        assert "set-cookie" not in well.headers

        async def fail() -> None:
            raise OperationalError("", {}, Exception())

        monkeypatch.setattr(site.tables.store, "answer", fail)
        unwell = await client.get("/healthz")
    assert unwell.status_code == 503
    assert unwell.json()["database"] is False
