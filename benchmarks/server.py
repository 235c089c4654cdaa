"""The capacity of a server on this machine, and the cost of each decision.

    python benchmarks/server.py --game tahiti --tables 50 --processes 2
    python benchmarks/server.py --game all --tables 1 --games 1 --pace 0.5
    python benchmarks/server.py --game borneo --find-limit 150 500 --processes 2
    python benchmarks/server.py --table --processes 2 [--database postgresql://USER@HOST/NAME]

The first plays fifty tables of Tahiti, the second one whole game of each alone (it reports the
server's processor time by phase of the game), the third looks for the largest number of tables at
which the 99th percentile of "shown" stays under 150 and under 500 ms, and the last prints all
tables of docs/guide/running.md, which takes about an hour and needs a machine without other load.

At each table are three players and two spectators (``--viewers``, ``--watchers``), in browsers as
realistic as a program can be: see ``load/browser.py``. Whole games are played, and when the clock
starts the tables are at stages spread evenly over a game, so that all of it is measured. Figures
are by game and by phase (opening, middle, end: thirds of a random game's usual length). Choices are
random among those that the page offers; frames of such games are as large as those of games between
bots (compared: within 4 %).

The load is open-loop: each decision is due by a clock of its table that waits for nobody
(``--pace`` seconds apart on average, by ``--seed``). "Shown" is the time from when a decision was
due to when each of the others has the last byte of its frame. A decision that had to wait because
its player had not been shown their turn counts with that wait; one that was never shown counts with
as long as it was waited for, and as lost. The log of each game says which frame of which viewer is
which decision, and that every acknowledged decision is stored.

The server runs in processes of its own, the people in this one. They share the machine with
anything else that runs there, and with other machines of its host: the report says how much those
took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from load import text_report
from load.hosted_server import Guests, Unusable
from load.limit import Run, Search
from load.plan import Plan
from load.run import run

from proa.engine.errors import ProaError
from proa.games import GAMES

GOALS = (150.0, 500.0)
MOST = 2000
"""The most tables that are tried."""
COST = {"tables": 1, "whole_games": 1, "pace": 0.5, "reloads": 0.0, "processes": 1}
"""How a decision's cost is measured for the guide: a whole game at one table alone."""


def main() -> None:
    """Measure what the command line asks for."""
    chosen = _options().parse_args()
    _open_many_files()
    try:
        _run(_measured(chosen))
    except (Unusable, ProaError) as error:
        print(f"\n{error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


async def _measured(chosen: argparse.Namespace) -> None:
    plan = Plan(
        games=(),
        tables=chosen.tables,
        party=Guests(chosen.viewers, 0, chosen.watchers),
        bots_at=chosen.bots,
        processes=chosen.processes,
        database=chosen.database,
        port=chosen.port,
        pace=chosen.pace,
        warmup=chosen.warmup,
        seconds=chosen.seconds,
        whole_games=chosen.games,
        reloads=chosen.reloads,
        seed=chosen.seed,
    )
    plans = [replace(plan, games=games) for games in _games(chosen.game)]
    if chosen.table and chosen.game == "mixed":
        raise Unusable("the guide has a table for each game: use --game all with --table")
    if chosen.table:
        async for line in guide(plans, run):
            print(line, flush=True)
        return
    for one in plans:
        if chosen.find_limit:
            found: Any = await _limits(Search(one, run, chosen.most), chosen.find_limit)
            said = f"{', '.join(one.games)}: " + ", ".join(
                f"{n} tables under {goal} ms" for goal, n in found["limits_ms"].items()
            )
        else:
            found = await run(one)
            said = text_report.in_words(found)
        print(json.dumps(found) if chosen.json else said, flush=True)


def _games(asked: str) -> list[tuple[str, ...]]:
    """Return the games of each run."""
    if asked == "mixed":
        return [tuple(GAMES)]
    return [(name,) for name in (GAMES if asked == "all" else [asked])]


async def _limits(search: Search, goals: Sequence[float]) -> dict[str, Any]:
    limits = {goal: await search.largest(goal) for goal in sorted(goals)}
    return {
        "games": list(search.plan.games),
        "limits_ms": {f"{goal:g}": tables for goal, tables in limits.items()},
        "runs": [search.reports[tables] for tables in sorted(search.reports)],
    }


async def guide(plans: Sequence[Plan], run: Run) -> AsyncIterator[str]:
    """Yield the tables of the guide, line by line, for each of ``plans``, with one game each."""
    stores = ["", *{plan.database for plan in plans if plan.database}]
    yield text_report.COST_HEAD
    for plan in plans:
        report = await run(replace(plan, database="", **COST))
        yield text_report.cost_row(report)
    yield f"\n{text_report.machine(report['machine'])}\n"
    yield text_report.TIMES_HEAD
    for store in stores:
        for plan in plans:
            report = await run(replace(plan, database=store, whole_games=None))
            yield text_report.times_row(report)
    yield f"\n{text_report.machine(report['machine'])}\n"
    yield text_report.LIMIT_HEAD
    for store in stores:
        for plan in plans:
            at_store = replace(plan, database=store, whole_games=None)
            found = await _limits(Search(at_store, run, MOST), GOALS)
            limits = {float(goal): tables for goal, tables in found["limits_ms"].items()}
            yield text_report.limit_row(plan.games[0], "postgresql" if store else "sqlite", limits)


def _options() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add = options.add_argument
    add("--game", default="all", choices=[*GAMES, "all", "mixed"])
    add("--tables", type=_number(1), default=50)
    add("--viewers", type=_number(2), default=3, help="people at each table")
    add("--watchers", type=_number(0), default=2, help="spectators of each table")
    add("--bots", type=_number(0), default=0, help="tables at which one seat is a searching bot's")
    add("--pace", type=_positive, default=3.0, help="seconds between two decisions of a table")
    add("--seconds", type=_positive, default=60.0, help="how long is measured")
    add("--warmup", type=_positive, default=5.0, help="seconds before that")
    add("--games", type=_number(1), help="play so many whole games at each table instead")
    add("--reloads", type=float, default=0.05, help="whole pages loaded for each decision")
    add("--processes", type=_number(1), default=1, help="that serve pages")
    add("--database", default="", help="an empty PostgreSQL database, else SQLite")
    add("--port", type=_number(0), default=0, help="any free one by default")
    add("--seed", type=int, default=1)
    add("--find-limit", type=_positive, nargs="+", metavar="MS", help="p99 of shown, milliseconds")
    add("--most", type=_number(1), default=MOST, help="tables that a limit is looked for up to")
    add("--table", action="store_true", help="print the tables of the guide")
    add("--json", action="store_true")
    return options


def _number(least: int) -> Any:
    def number(text: str) -> int:
        if (value := int(text)) < least:
            raise argparse.ArgumentTypeError(f"at least {least}")
        return value

    return number


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError("more than nothing")
    return value


def _open_many_files() -> None:
    """Raise the limit on open files: each browser has a stream and a connection open."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _run(main: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main)


if __name__ == "__main__":
    main()
