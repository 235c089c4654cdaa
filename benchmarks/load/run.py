"""One run: set up a server with tables, let people play by the clock, and count the results."""

from __future__ import annotations

import asyncio
import gc
import math
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from load import hosted_server
from load.analysis import Log, count
from load.hosted_server import Server, Spent, Unusable
from load.machine import Watch
from load.plan import Plan
from load.report import report
from load.table import PATIENCE, TROUBLES, Game, Pace, Table
from load.tally import Tally
from proa.server.config import config_loader
from proa.server.config.settings import Settings
from proa.server.store.store import Store

SAY_EVERY = 5.0
SETTLED = 0.5


def say(sentence: str, end: str = "\n") -> None:
    """Print progress."""
    print(f"\r{sentence:78}", end=end, file=sys.stderr, flush=True)


async def run(plan: Plan) -> dict[str, Any]:
    """Measure once and return the report as JSON; raise :class:`Unusable` with a sentence."""
    port = hosted_server.port(plan.port)
    say("compiling what is not compiled yet", end="")
    await asyncio.to_thread(hosted_server.compile_all)
    with hosted_server.data_folder() as data:
        settings = config_loader.settings(
            {
                "data_dir": data,
                "database_url": plan.database,
                "port": port,
                "processes": plan.processes,
            },
            environment=hosted_server.ENVIRONMENT,
        )
        async with hosted_server.database(settings) as store:
            return await _in_house(plan, settings, store, Watch())


async def _in_house(plan: Plan, settings: Settings, store: Store, watch: Watch) -> dict[str, Any]:
    say(f"laying {plan.tables} tables", end="")
    stages = plan.whole_games is None
    laid = await hosted_server.set_up(
        settings, store, plan.named(), plan.party, plan.bots_at, plan.seed, stages
    )
    say("starting the server", end="")
    server = await hosted_server.started(settings)
    tally = Tally(plan.seed)
    tables = [
        Table(server.url, one, tally, random.Random(f"{plan.seed} {number}"))
        for number, one in enumerate(laid)
    ]
    try:
        measured = await _Measurement(plan, store, server, tally, tables, watch).taken()
    finally:
        for table in tables:
            await table.close()
        server.stop()
    return measured


@dataclass
class _Measurement:
    plan: Plan
    store: Store
    server: Server
    tally: Tally
    tables: Sequence[Table]
    watch: Watch

    async def taken(self) -> dict[str, Any]:
        """Load all pages, play, wait for missing frames, then count."""
        for number, table in enumerate(self.tables):
            say(f"people come to table {number + 1} of {len(self.tables)}", end="")
            await self._arrived(table)
        self.server.forget()
        gc.collect()
        gc.freeze()
        window, spent, machine = await self._play()
        say("waiting until everybody has been shown everything", end="")
        games = await self._caught_up()
        closed = time.perf_counter()
        decisions = [one for one in self.tally.decisions if one.due >= window[0]]
        counted = count(games, decisions, window, closed)
        say("", end="\r")
        return report(
            self.plan, counted, self.tally, decisions, spent, window, machine, self.server
        )

    async def _arrived(self, table: Table) -> None:
        end = time.monotonic() + hosted_server.STARTING
        while True:
            self.server.check()
            try:
                return await table.arrive()
            except TROUBLES as error:  # rules that are still being compiled
                if time.monotonic() > end:
                    raise Unusable(f"nobody can come to a table: {error}") from None
                await asyncio.sleep(1)

    async def _play(self) -> tuple[tuple[float, float], Spent, dict[str, object]]:
        """Let all play; return the measured window, its cost, and the state of the machine."""
        plan, now = self.plan, time.perf_counter()
        warmup = plan.warmup if plan.whole_games is None else 0.0
        until = now + warmup + plan.seconds if plan.whole_games is None else math.inf
        pace = Pace(plan.pace, now, until, plan.whole_games, plan.reloads)
        meter = (lambda: self.server.spent().serving) if len(self.tables) == 1 else None
        players = {asyncio.create_task(table.play(pace, meter)) for table in self.tables}
        await asyncio.sleep(warmup)
        self.tally.is_open = True
        self.watch.begin()
        before, began = self.server.spent(), time.perf_counter()
        waiting = players
        while waiting and (left := until - time.perf_counter()) > 0:
            ended, waiting = await asyncio.wait(waiting, timeout=min(SAY_EVERY, left))
            for task in ended:
                task.result()
            self._say(began)
            self.server.check()
        spent, window = self.server.spent().since(before), (began, time.perf_counter())
        machine = self.watch.end(spent.all)
        self.tally.is_open = False
        if waiting:
            await self._finish(waiting)
        return window, spent, machine

    async def _finish(self, waiting: set[asyncio.Task[None]]) -> None:
        """Wait a limited time for decisions that were due; then cancel the rest."""
        _, unfinished = await asyncio.wait(waiting, timeout=2 * PATIENCE)
        for task in unfinished:
            task.cancel()
        for result in await asyncio.gather(*waiting, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    def _say(self, began: float) -> None:
        passed, plan = time.perf_counter() - began, self.plan
        posted = sum(one.answered is not None for one in self.tally.decisions)
        whole = f" of {plan.seconds:.0f}" if plan.whole_games is None else ""
        lost = self.tally.troubles.total()
        say(f"{passed:.0f}{whole} s, {posted} decisions, {lost} troubles", end="")

    async def _caught_up(self) -> list[tuple[Game, Log]]:
        """Return the logs of all games, when every browser shows their end or time is up."""
        end = time.perf_counter() + PATIENCE
        usual = partial(hosted_server.usual_length, players=self.plan.party.players)
        while True:
            games = [
                (game, await Log.read(self.store, game, usual(game.game)))
                for table in self.tables
                for game in table.games
            ]
            is_shown = all(log.is_shown(game) for game, log in games)
            if is_shown or time.perf_counter() > end:
                return games
            await asyncio.sleep(SETTLED)
