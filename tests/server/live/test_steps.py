"""Clocks that are set an hour or a day back or forward, while everything runs on them."""

from __future__ import annotations

import ast
import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import proa
from proa.server.bots import turns
from proa.server.config.settings import Settings
from proa.server.host.housekeeping import tidy
from proa.server.store import schema
from proa.server.tables import cleanup
from proa.server.tables.clocks import time_given
from server.rows import seat_rows, table_row, write
from server.site import Player, Site, running
from server.tables.turns import person_to_move

pytestmark = pytest.mark.anyio
HOUR, DAY = 3600.0, 24 * 3600.0
STEPS = [HOUR, -HOUR, DAY, -DAY]
SOURCES = Path(proa.__file__).parent


class WallClock:
    """The wall clock of this machine, as a person sets it."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._true = time.time

    def __call__(self) -> float:
        return self._true() + self.ahead

    def true(self) -> float:
        return self._true()


@pytest.fixture
def wall(monkeypatch) -> WallClock:
    clock = WallClock()
    monkeypatch.setattr(time, "time", clock)
    return clock


async def latest(site: Site, table_id: str) -> int:
    found = await site.tables.store.table(table_id)
    return found[0].last


async def undoable(site: Site, players: list[Player]) -> Player:
    """Return a player who has just played an action that can be undone."""
    for _ in range(50):
        me = await person_to_move(players)
        await me.play()
        if (await site.tables.load(me.table)).playing.undoable(me.seat) is not None:
            return me
    raise AssertionError("nothing can be taken back")


@pytest.mark.parametrize("step", STEPS)
async def test_bots_play_on_when_the_clock_is_set(any_site, wall, monkeypatch, step):
    """Also one that has just thought and lets its pause pass."""
    monkeypatch.setattr(turns, "pause_before", lambda table, code: 0.3)
    me, *_ = await any_site.begun("me", "bot", "bot")
    for _ in range(2):
        async with asyncio.timeout(30):
            while not (await any_site.tables.load(me.table)).bot_to_move:
                await me.play()
            before = await latest(any_site, me.table)
            await asyncio.sleep(0.1)
            wall.ahead += step
            while await latest(any_site, me.table) == before:
                await asyncio.sleep(0.02)
            while not await me.codes():
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("step", STEPS)
async def test_a_lease_of_a_process_that_died_ends_in_time(store, wall, step):
    await store.create(table_row(status="running", turn=0), seat_rows())
    assert await store.lease("t1", "dead", 10)
    assert not await store.lease("t1", "alive", 10)
    wall.ahead += step
    if not store.is_sqlite:  # the database has a clock of its own
        shift = schema.leases.c.until - step, schema.leases.c.since - step
        write(store, sa.update(schema.leases).values(until=shift[0], since=shift[1]))
    assert await store.lease("t1", "alive", 10)
    assert not await store.lease("t1", "other", 10)


@pytest.mark.parametrize("step", STEPS)
async def test_nobody_loses_time_for_a_decision_and_nobody_gets_more_than_all_of_it(
    site, wall, step
):
    players = await site.begun("me", "me", "me", pace=60)
    me = await person_to_move(players)
    store = site.tables.store
    await store.beat()
    wall.ahead += step
    assert await store.overdue() == []
    await store.beat()
    table = await site.tables.load(me.table)
    assert 50 < table.row.due - store.now() <= 60
    await asyncio.sleep(1.5)  # the rounds look
    assert not any(place.stand_in for place in (await site.tables.load(me.table)).seats)


@pytest.mark.parametrize("step", [*STEPS, 0.0])
async def test_who_takes_back_after_the_clock_was_set_has_time_left(site, wall, step):
    """Or after a night in which no server was there."""
    players = await site.begun("me", "me", "me", pace=60)
    store = site.tables.store
    me = await undoable(site, players)
    seen = await me.view()
    await store.beat()
    wall.ahead += step or 9 * HOUR
    await store.beat()
    answer = await me.post("undo", frame=seen["frame"])
    assert answer.status_code == 200, answer.text
    table = await site.tables.load(me.table)
    assert table.row.turn == me.seat
    assert 50 < table.row.due - store.now() <= 60


async def test_taking_back_gives_no_time(site, wall):
    players = await site.begun("me", "me", "me", pace=60)
    me = await undoable(site, players)
    table = await site.tables.load(me.table)
    wall.ahead += 3
    for what in ("undo", "redo", "undo"):
        seen = await me.view()
        assert (await me.post(what, frame=seen["frame"])).status_code == 200
    after = await site.tables.load(me.table)
    assert after.row.due == pytest.approx(time_given(table.playing).at + 60, abs=3.5)
    assert after.row.due - site.tables.now() < 58


@pytest.mark.parametrize("step", [HOUR, DAY, 30 * DAY, -HOUR, -DAY])
async def test_tables_that_wait_for_people_are_not_closed_since_the_clock_was_set(
    any_site, wall, step
):
    opened = await any_site.open("me", "friend", "friend")
    store, table_id = any_site.tables.store, opened["table"]
    await store.note_cleanup()
    if store.is_sqlite:
        wall.ahead += step
    else:  # the database's clock is set: as if all that is stored were as much older
        write(
            store,
            sa.update(schema.beats).values(cleaned_at=schema.beats.c.cleaned_at - step),
            sa.update(schema.tables).values(touched=schema.tables.c.touched - step),
        )
    await cleanup.close_unused(any_site.tables)
    assert await store.table(table_id) is not None
    age = store.now() - (await store.table(table_id))[0].touched
    assert abs(age) < 60  # as old as before: later it will be closed in time


async def test_tables_are_closed_in_time_all_the_same(site, wall):
    """Though a server looks after them each minute only."""
    opened = await site.open("me", "friend", "friend")
    for _ in range(13 * 6):
        await cleanup.close_unused(site.tables)
        wall.ahead += 600
    await cleanup.close_unused(site.tables)
    assert await site.tables.store.table(opened["table"]) is None


async def test_a_clock_that_is_set_far_ahead_tidies_nothing_away(tmp_path, wall):
    settings = Settings(tmp_path / "data")
    async with running(settings) as site:
        players = await site.begun("me", "me", "me")
    wall.ahead += 400 * DAY
    assert await asyncio.to_thread(tidy, settings, 90) == 0
    async with running(settings) as site:
        assert await site.tables.store.table(players[0].table) is not None


# -- where the wall clock is asked -----------------------------------------------------------

NOW = {
    *("time.time", "time.time_ns", "time.ctime", "time.asctime", "datetime.now"),
    *("datetime.utcnow", "datetime.today", "date.today", "func.now", "func.current_timestamp"),
    *("func.localtimestamp", "func.clock_timestamp", "func.statement_timestamp"),
}
"""Names that read the time of day."""
IF_ALONE = {"time.localtime", "time.gmtime", "time.strftime"}
"""The same, unless they get a time as an argument."""
THE_PLACE = {"server/store/database.py": {"time.time", "func.clock_timestamp"}}
DATES = {
    "server/http/security.py": {"time.time"},
    "server/host/backup.py": {"datetime.now"},
    "engine/compiler/cache.py": {"time.time"},
    "server/notices/push.py": {"time.time"},
    "server/notices/webhook.py": {"time.time"},
}
"""Uses that need only this machine's date: the day of a cookie, the name of a folder, the age of
files in the cache, the time under a signature for another server."""


def _asks(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            found |= {f"time.{name.name}" for name in node.names} & (NOW | IF_ALONE)
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
            found |= {f"{owner}.{node.attr}"} & NOW
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = f"{getattr(node.func.value, 'id', '')}.{node.func.attr}"
            if name in IF_ALONE and len(node.args) < 1 + (name == "time.strftime"):
                found.add(name)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {word for word in ("CURRENT_TIMESTAMP", "julianday(") if word in node.value}
    return found


def test_the_wall_clock_is_asked_in_one_place():
    """The store's; all else asks the store, or times by the monotonic clock."""
    found = {}
    for file in sorted(SOURCES.rglob("*.py")):
        if asks := _asks(ast.parse(file.read_text(encoding="utf-8"))):
            found[file.relative_to(SOURCES).as_posix()] = asks
    assert found == THE_PLACE | DATES
