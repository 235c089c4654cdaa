"""Bots: searches in separate processes, leases, and cleanup."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import time
from itertools import count

import pytest

from proa.engine.errors import BadOption
from proa.server.bots.worker import SLICE
from proa.server.bots.worker_pool import SearchPool
from proa.server.config.settings import Settings
from proa.server.errors import SearchFailed
from proa.server.host.housekeeping import backup, tidy
from proa.server.tables import play
from server.site import AtRandom, running
from waiting import let_others_run, until

pytestmark = pytest.mark.anyio


async def test_searches_run_at_lower_priority_and_survive_their_process(toy):
    """Several decisions at once in one process; when it is killed, they are made again."""
    searches = SearchPool(workers=1)
    position = toy.start(3, seed=3)
    information_state = toy.information_state(position, position.to_move)
    legal = toy.legal_actions(position)
    try:
        first = [searches.decide(toy, None, information_state, "easy", seed) for seed in range(4)]
        again = [searches.decide(toy, None, information_state, "easy", seed) for seed in range(4)]
        async with asyncio.timeout(60):
            chosen = await asyncio.gather(*first)
            assert await asyncio.gather(*again) == chosen  # the same seed decides the same
        assert set(chosen) <= set(legal)
        pid = searches.processes[0]
        assert os.getpriority(os.PRIO_PROCESS, pid) >= 10
        long = asyncio.create_task(searches.decide(toy, None, information_state, "merciless", 1))
        await until(lambda: searches._workers[0].waiting)
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            assert await long in legal
        assert searches.processes != [pid]
    finally:
        await searches.close()
    assert SLICE <= 50


async def test_a_short_search_is_not_kept_waiting_by_long_ones(toy):
    searches = SearchPool(workers=1)
    position = lone = toy.start(3, seed=3)
    while len(toy.codes(lone)) > 1:
        lone = toy.play(lone, toy.codes(lone)[-1])
    information_state, short = (
        toy.information_state(position, position.to_move),
        toy.information_state(lone, lone.to_move),
    )
    try:
        async with asyncio.timeout(60):
            await searches.decide(toy, None, information_state, "easy", 0)
            long = [
                asyncio.create_task(
                    searches.decide(toy, None, information_state, "merciless", seed)
                )
                for seed in range(5)
            ]
            await let_others_run()
            await searches.decide(toy, None, short, "easy", 2)
            assert not all(search.done() for search in long)
            for search in long:
                search.cancel()
            await searches.decide(toy, None, information_state, "easy", 3)
    finally:
        await searches.close()


async def test_a_search_that_fails_leaves_those_beside_it_alone(toy):
    searches = SearchPool(workers=1)
    position = toy.start(3, seed=3)
    idle = next(seat for seat in range(3) if seat != position.to_move)
    try:
        async with asyncio.timeout(60):
            information_state = toy.information_state(position, position.to_move)
            good = asyncio.create_task(searches.decide(toy, None, information_state, "steady", 0))
            with pytest.raises(SearchFailed, match="nothing to decide"):
                await searches.decide(toy, None, toy.information_state(position, idle), "easy", 0)
            running = searches.processes
            assert await good in toy.legal_actions(position)
            assert searches.processes == running
    finally:
        await searches.close()


async def test_a_worker_that_talks_nonsense_is_ended(toy, tmp_path, monkeypatch):
    nonsense = tmp_path / "python"
    talk = "print('x' * 100_000, flush=True); input()"
    nonsense.write_text(f"#!{sys.executable}\n{talk}\n")
    nonsense.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(nonsense))
    searches = SearchPool(workers=1)
    position = toy.start(3, seed=3)
    async with asyncio.timeout(30):
        with pytest.raises(OSError, match="three times"):
            await searches.decide(
                toy, None, toy.information_state(position, position.to_move), "easy", 0
            )
        await searches.close()


async def test_a_table_that_can_not_be_helped_does_not_stop_the_others(site, monkeypatch):
    async def overdue() -> list[str]:
        return ["no such table"]

    monkeypatch.setattr(site.tables.store, "overdue", overdue)
    site.tables.on_bot_turn = lambda _: None  # only the rounds look
    me, *_ = await site.begun("me", "bot", "bot")
    for _ in range(2):
        await until(me.codes)
        await me.play()


class Heeding(AtRandom):
    """Decides at random; records unnecessary requests."""

    def __init__(self) -> None:
        super().__init__()
        self.idle: list[int] = []

    async def decide(self, game, edition, information_state, level, seed) -> int:
        if not information_state.legal_actions():
            self.idle.append(information_state.seat)
        return await super().decide(game, edition, information_state, level, seed)


@pytest.mark.parametrize(("during", "number"), [("lease", 1), ("table", 2)])
async def test_a_turn_that_somebody_else_has_played_is_not_searched(
    tmp_path, monkeypatch, during, number
):
    """Another process plays it before the lease is had, or while the table is read again."""
    decider = Heeding()
    async with running(Settings(tmp_path / "data"), decider) as site:
        tables = site.tables
        bot_turns, tables.on_bot_turn = tables.on_bot_turn, lambda _: None
        me, *_ = await site.begun("me", "bot", "bot")
        while not (table := await tables.load(me.table)).bot_to_move:
            await me.play()
        read = tables.store.table
        real, calls = getattr(tables.store, during), count(1)

        async def slow(*asked):
            found = await real(*asked)
            if next(calls) == number:
                code = table.game.codes(table.playing.position())[0]
                await tables.commit(
                    table, play.played(table, [code], "elsewhere", table.row.turn, tables.now())
                )
            return found

        monkeypatch.setattr(tables.store, during, slow)
        tables.on_bot_turn = bot_turns
        bot_turns(me.table)

        async def is_asked() -> bool:
            return (await read(me.table))[0].turn == me.seat

        await until(is_asked)
        assert decider.idle == []


async def test_bots_wait_while_another_process_has_the_lease(site):
    me, *_ = await site.begun("me", "bot", "bot")
    await until(me.codes)
    store = site.tables.store
    assert await store.lease(me.table, "another process", 60)
    for _ in range(20):
        seen = await me.view()
        if not seen["view"]["actions"]:
            break
        await me.play()
    await site.bots_are_idle()
    assert (await me.view())["latest"] == seen["latest"]
    await store.release(me.table, "another process")
    async with asyncio.timeout(10):
        await me.view(after=seen["latest"], wait=10)


async def test_tidy_and_backup(tmp_path, toy):
    data = tmp_path / "data"
    with pytest.raises(BadOption, match="no database"):
        backup(Settings(data), tmp_path / "copy")
    async with running(Settings(data)) as site:
        players = await site.begun("me", "me", "me")
        await asyncio.to_thread(backup, Settings(data), tmp_path / "copy")
        with pytest.raises(BadOption, match="exists"):
            backup(Settings(data), tmp_path / "copy")
        assert await asyncio.to_thread(tidy, Settings(data), 1) == 0
        with site.tables.store.writing() as connection:
            connection.exec_driver_sql(f"UPDATE tables SET touched = {time.time() - 3 * 86400}")
        assert await asyncio.to_thread(tidy, Settings(data), 2) == 1
        assert (await players[0].get("view")).status_code == 404
    copy = sqlite3.connect(tmp_path / "copy")
    assert copy.execute("SELECT id FROM tables").fetchall() == [(players[0].table,)]
    assert copy.execute("SELECT count(*) FROM events").fetchone()[0] > 0
    copy.close()
