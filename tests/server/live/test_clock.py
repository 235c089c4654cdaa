"""The time for a decision: one clock for all machines, which stops while no server runs."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa

from proa.server.config.settings import Settings
from proa.server.live.clock import TimeKeeper
from proa.server.store import schema
from proa.server.store.clock import AWAY
from proa.server.store.store import Store
from proa.server.tables import replacements
from server.rows import seat_rows, table_row, write
from server.site import Site, running
from server.tables.turns import person_to_move
from waiting import until

pytestmark = pytest.mark.anyio
PACE = 60
TINY = 0.01
"""Seconds by which two clocks of one machine may differ."""


async def _age(store: Store, seconds: float) -> None:
    """Shift all stored times, as if this much time had passed."""
    older = {name: schema.tables.c[name] - seconds for name in ("due", "touched")}
    write(
        store,
        sa.update(schema.beats).values(at=schema.beats.c.at - seconds),
        sa.update(schema.tables).values(older),
    )


def _remaining(store: Store) -> float:
    """Return the time that the player of ``timed`` had left at the last heartbeat."""
    engine = sa.create_engine(store.url, poolclass=sa.NullPool)
    due = sa.select(schema.tables.c.due).where(schema.tables.c.id == "t1")
    with engine.connect() as connection:
        at = connection.execute(sa.select(schema.beats.c.at)).scalar_one()
        return connection.execute(due).scalar_one() - at


async def _sleep(site: Site, table_id: str, hours: float) -> None:
    """Make it as if the server had slept: what it stored, and what it remembers, is older."""
    await _age(site.tables.store, hours * 3600)
    site.tables.time._last -= hours * 3600


async def _due(store: Store, table_id: str = "t1") -> float:
    return (await store.table(table_id))[0].due


@pytest.fixture
async def timed(store: Store) -> Store:
    """Return a store with a table at which a player's time has just begun, and a server's
    heartbeat."""
    now = store.now()
    await store.create(table_row(status="running", turn=0, pace=PACE, due=now + PACE), seat_rows())
    await store.create(table_row("calm", status="running", turn=0), seat_rows("calm"))
    await store.beat()
    await _age(store, 2)
    return store


@pytest.mark.parametrize("hours", [0.01, 9, 24 * 30])
async def test_a_time_without_a_server_is_credited_exactly(timed, hours):
    """Nobody loses time in a night of the laptop, and nobody gets more than the night."""
    left = _remaining(timed)
    await _age(timed, hours * 3600)
    assert await timed.overdue() == []  # whoever looks before the first beat
    before = timed.now()
    assert await timed.beat() == ["t1"]
    # the heartbeat was written 2 seconds before the night: no server ran since
    assert before - TINY < await _due(timed) - left < timed.now() + TINY
    assert await timed.overdue() == []
    assert await timed.beat() == []


async def test_a_clock_that_began_after_the_last_heartbeat_gets_only_its_own_outage(timed):
    """No heartbeats are written while no clock runs, so the last one may be old."""
    await _age(timed, 9 * 3600)
    now = timed.now()
    begun = {"touched": now - 100, "due": now - 100 + PACE}
    write(timed, sa.update(schema.tables).where(schema.tables.c.id == "t1").values(begun))
    assert await timed.beat() == ["t1"]
    assert now - TINY < await _due(timed) - PACE < timed.now() + TINY


async def test_time_runs_while_a_server_is_there(timed):
    before = await _due(timed)
    for seconds in [2] * 20 + [1] * 25:
        left = await _due(timed) - timed.now()
        if abs(left) > 0.5:  # else the time may pass between two looks
            assert await timed.overdue() == ([] if left > 0 else ["t1"])
        await _age(timed, seconds)
        assert await timed.beat() == []
    assert await timed.overdue() == ["t1"]
    assert await _due(timed) == pytest.approx(before - 65)


async def test_a_clock_that_is_set_back_gives_nobody_more_than_their_time(timed):
    await _age(timed, -3600)
    assert await timed.beat() == ["t1"]
    assert await _due(timed) <= timed.now() + PACE


@pytest.mark.parametrize("seconds", [-0.001, -0.3, -0.7, -3])
async def test_a_beat_that_seems_to_come_before_the_last_gives_no_time(timed, seconds):
    """Clocks of two processes differ a little, and some are set back by a little."""
    assert await timed.beat() == []
    before = await _due(timed)
    write(timed, sa.update(schema.beats).values(at=schema.beats.c.at - seconds))
    assert await timed.beat() == []
    assert await _due(timed) == before


async def test_a_server_that_had_no_clocks_to_keep_was_there_all_the_same(timed):
    """It leaves no beats then, so that disks may rest."""
    await _age(timed, AWAY + 1)
    before = await _due(timed)
    assert await timed.beat(there=timed.now() - 1) == []
    assert await _due(timed) == before


async def test_those_who_get_time_are_told(any_site, monkeypatch):
    players = await any_site.begun("me", "me", "me", pace=PACE)
    me = await person_to_move(players)
    store, live = any_site.tables.store, any_site.tables.live

    async def no_beat() -> None:
        """The site's own must not come in between."""

    monkeypatch.setattr(any_site.tables.time, "beat", no_beat)
    await store.beat()
    before = await any_site.tables.load(me.table)
    with live.subscribe(me.table) as bell:
        await _age(store, 3600)
        await TimeKeeper(store, live, serves_pages=True).beat()
        assert bell.is_set()
    after = await any_site.tables.load(me.table)
    assert after.row.people == before.row.people + 1  # pages fetch the board with its new time
    assert not after.seats[me.seat].stand_in
    assert (await me.play()).status_code == 200


async def test_a_server_that_starts_after_a_night_takes_nobodys_seat(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site:
        players = await site.begun("me", "me", "me", pace=10)
        me = await person_to_move(players)
    store = Store(database)
    await _age(store, 9 * 3600)
    await store.close()
    async with running(settings) as site:

        async def is_later() -> bool:
            return await _due(site.tables.store, me.table) >= time.time()

        await until(is_later)
        table = await site.tables.load(me.table)
        assert not any(place.stand_in for place in table.seats)
        early = await replacements.take_over(site.tables, me.table, site.tables.now())
        assert not early.seats[me.seat].stand_in


@pytest.mark.parametrize("time", [{"pace": 60}, {"bank": 600, "increment": 5}])
async def test_who_plays_right_after_an_outage_does_not_pay_for_it(any_site, time):
    """Also if the decision comes before the first heartbeat."""
    players = await any_site.begun("me", "me", "me", **time)
    me = await person_to_move(players)
    await any_site.tables.time.beat()
    await _sleep(any_site, me.table, 9)
    assert (await me.play()).status_code == 200
    row = (await any_site.tables.load(me.table)).row
    assert row.due - any_site.tables.now() > min(time.values(), default=0) - 5
    for left in row.banks or []:
        assert 595 < left <= 605


# -- machines whose clocks differ ------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.parametrize("wrong", [-7200.0, 7200.0])
async def test_processes_whose_clocks_differ_share_the_databases(postgres, monkeypatch, wrong):
    right = Store(postgres.empty_database())
    await right.open()
    await right.create(table_row(status="running", turn=0), seat_rows())
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + wrong)
    other = Store(str(right.url))
    await other.open()
    assert other.now() == pytest.approx(true(), abs=30)
    assert await other.lease("t1", "other", 60)
    monkeypatch.undo()
    assert right.now() == pytest.approx(true(), abs=30)
    assert not await right.lease("t1", "right", 60)  # it has not run out
    await other.release("t1", "other")
    assert await right.lease("t1", "right", -1)
    monkeypatch.setattr(time, "time", lambda: true() + wrong)
    assert await other.lease("t1", "other", 60)  # it has, though it lies in this one's future
    await other.offer_rejoin("0" * 64, "t1", 0, "desk")
    await other.beat()
    monkeypatch.undo()
    assert await right.rejoin_offered("0" * 64) == ("t1", 0, "desk")
    assert await right.beat() == []  # the other one was there just now
    for store in (right, other):
        await store.close()
