"""The server's benchmark: it counts correctly, and it runs."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import json
import math
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proa.server.config.settings import Settings
from proa.server.store.rows import Event
from proa.server.tables.events import bit
from server.site import running

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))

from load import hosted_server, text_report  # noqa: E402
from load.analysis import Log, count, percentile  # noqa: E402
from load.browser import Person, Shown, turn  # noqa: E402
from load.limit import Search  # noqa: E402
from load.plan import Plan  # noqa: E402
from load.table import Game, Laid, Pace, Table  # noqa: E402
from load.tally import Decision, Tally, Weight  # noqa: E402

from waiting import let_others_run  # noqa: E402

PARTY = hosted_server.Guests(people=3, bots=0, watchers=2)


# -- counting ----------------------------------------------------------------------------------


class Onlooker:
    """A browser as the benchmark counts it: its identity, and when each frame was shown."""

    def __init__(self, guest: str, *times: float) -> None:
        self.person = Person(guest, "", "")
        self.seen = {frame: Shown(at, Weight(100, None)) for frame, at in enumerate(times)}


def event(number: int, seat: int | None, code: str, *hidden_from: int) -> Event:
    seen = sum(bit(viewer) for viewer in (-1, 0, 1) if viewer not in hidden_from)
    kind = "action" if code else "start"
    return Event(number, kind, seat, "person", code, [], {}, 0.0, "", seen)


def counted(*onlookers: Onlooker, decisions: list[Decision], events: list[Event]):
    game = Game("tahiti", "t", list(onlookers), people=2)
    log = Log(events, {"hina": 0, "teva": 1}, usual=3)
    return count([(game, log)], decisions, (0.0, math.inf), closed=100.0)


def decision(due: float, posted: float, answered: float | None, seat=0, frame=0, code="a"):
    return Decision("t", due, posted, answered, seat, frame, code)


EVENTS = [event(0, None, ""), event(1, 0, "a"), event(2, 1, "b", 0), event(3, 0, "c")]


def test_a_wait_counts_from_when_the_decision_was_due_and_not_from_when_it_could_be_posted():
    found = counted(
        Onlooker("hina", 0, 12.1),
        Onlooker("teva", 0, 12.5),
        decisions=[decision(due=10, posted=12, answered=12.1)],
        events=EVENTS[:2],
    )
    assert found.shown["tahiti", 0].seconds == [2.5]
    assert found.served.seconds == [0.5]
    assert (found.posted, found.late) == (1, 1)


def test_what_is_never_shown_counts_as_lost_and_with_as_long_as_it_was_waited_for():
    found = counted(
        Onlooker("hina", 0, 10.1),
        Onlooker("teva", 0),
        decisions=[decision(due=10, posted=10, answered=10.1)],
        events=EVENTS[:2],
    )
    shown = found.shown["tahiti", 0]
    assert (shown.seconds, shown.lost, found.behind) == ([90.0], 1, 1)


def test_a_decision_that_is_never_made_counts_as_lost():
    found = counted(
        Onlooker("hina", 0),
        Onlooker("teva", 0),
        decisions=[Decision("t", due=40)],
        events=EVENTS[:1],
    )
    assert [(t.seconds, t.lost) for t in found.shown.values()] == [([60.0], 1)]
    assert (found.due, found.posted) == (1, 0)


def test_a_decision_that_was_acknowledged_and_is_not_in_the_log_is_found_out():
    found = counted(
        Onlooker("hina", 0, 10.1),
        Onlooker("teva", 0, 10.2),
        decisions=[decision(due=10, posted=10, answered=10.1, code="z")],
        events=EVENTS[:2],
    )
    assert (found.posted, found.vanished) == (0, 1)


def test_frames_are_told_apart_where_viewers_have_other_numbers():
    """The second decision is hidden from Hina: her frame 2 is the third one, Teva's is not."""
    found = counted(
        Onlooker("hina", 0, 1, 31),
        Onlooker("teva", 0, 11, 20, 32),
        decisions=[
            decision(due=10, posted=10, answered=10, frame=0, code="a"),
            decision(due=20, posted=20, answered=20, seat=1, frame=1, code="b"),
            decision(due=30, posted=30, answered=31, frame=1, code="c"),
        ],
        events=EVENTS,
    )
    waits = [wait for times in found.shown.values() for wait in times.seconds]
    assert waits == [1, 2]
    assert (found.hidden, found.behind, found.vanished) == (1, 0, 0)
    assert {phase: len(weights) for (_, phase), weights in found.weights.items()} == {
        0: 4,
        1: 1,
        2: 2,
    }


def test_percentiles_are_values_that_were_measured():
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.9, 0.99, 1.0)] == [50, 90, 99, 100]
    assert percentile([3.0], 0.99) == 3


def test_decisions_are_due_by_the_clock_whatever_becomes_of_them():
    pace = Pace(seconds=3, begin=100, until=400, games=None, reloads=0)
    dues = list(pace.dues(random.Random(1)))
    assert dues == list(pace.dues(random.Random(1)))
    assert 90 < len(dues) < 110
    assert all(1.8 <= b - a <= 4.2 for a, b in itertools.pairwise(dues))


@pytest.mark.anyio
@pytest.mark.parametrize(("truth", "first"), [(137, 50), (3, 50), (0, 50), (2000, 50)])
async def test_the_largest_number_of_tables_is_found_to_a_tenth(truth, first):
    async def run(plan: Plan) -> dict:
        zero = dict.fromkeys(("never_made", "acknowledged_but_not_kept"), 0)
        p99 = 100 if plan.tables <= truth else 900
        shown = {"lost": 0, "p99": p99}
        return {"shown_ms": shown, "decisions": zero, "frames_never_shown": 0, "troubles": {}}

    search = Search(Plan(("tahiti",), first, PARTY), run, most=1000)
    found = await search.largest(150)
    assert min(truth, 1000) / 1.1 - 1 <= found <= truth
    assert await search.largest(500) == found
    assert len(search.reports) < 16


@pytest.mark.anyio
async def test_what_was_due_and_never_begun_is_not_left_out():
    laid = Laid("tahiti", "t", "w", 0, (Person("hina", "", ""),), 1)
    tally, now = Tally(), time.perf_counter()
    table = Table("http://127.0.0.1:9", laid, tally, random.Random(1))
    playing = asyncio.create_task(table.play(Pace(0.01, now - 1, math.inf, None, 0)))
    await let_others_run()  # nobody is ever shown a turn: it waits for the first
    await let_others_run()
    playing.cancel()
    await asyncio.wait([playing])
    await table.close()
    assert len(tally.decisions) > 80
    assert all(one.posted is None for one in tally.decisions)


# -- laying tables, and reading pages ----------------------------------------------------------


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["tahiti", "borneo", "borabora"])
async def test_every_legal_choice_is_read_from_the_page(tmp_path, game):
    settings = Settings(tmp_path / "data")
    async with running(settings) as site:
        laid = await hosted_server.set_up(
            settings, site.tables.store, [game] * 12, PARTY, 0, 1, True
        )
        kinds = set()
        for one in laid:
            table = await site.tables.load(one.id)
            mover = one.present[table.row.turn]
            async with site.browser() as browser:
                answer = await browser.get(f"/table/{one.id}", headers={"Cookie": mover.cookie})
            asked = turn(answer.content)
            codes = table.game.codes(table.playing.position())
            assert asked is not None
            assert asked.codes == sorted(codes)
            assert dict(asked.fields) == {
                "frame": str(len(table.playing.frames(table.row.turn)) - 1)
            }
            kinds |= {code.partition(":")[0] for code in codes}
    assert len(kinds) > 3


@pytest.mark.anyio
async def test_tables_stand_at_every_stage_of_their_games(tmp_path):
    settings = Settings(tmp_path / "data")
    async with running(settings) as site:
        laid = await hosted_server.set_up(
            settings, site.tables.store, ["tahiti"] * 8, PARTY, 2, 1, True
        )
        lasts = sorted([(await site.tables.load(one.id)).row.last for one in laid])
        usual = hosted_server.usual_length("tahiti", 3)
    assert lasts[0] < usual / 4
    assert lasts[-1] > usual / 2
    assert [one.bots for one in laid] == [1, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.anyio
async def test_a_database_that_holds_tables_is_left_alone(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site:
        await hosted_server.set_up(settings, site.tables.store, ["tahiti"], PARTY, 0, 1, False)
        with pytest.raises(hosted_server.Unusable, match="holds 1 tables"):
            async with hosted_server.database(settings):
                pass
        assert await site.tables.store.count() == 1


@pytest.mark.anyio
async def test_an_empty_database_is_empty_again_afterwards(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with hosted_server.database(settings) as store:
        await hosted_server.set_up(settings, store, ["tahiti"], PARTY, 0, 1, False)
        assert await store.count() == 1
    async with hosted_server.database(settings) as store:
        assert await store.count() == 0


# -- running -----------------------------------------------------------------------------------


def benchmark(*options: str, **more) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / "server.py"), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


@pytest.fixture(scope="module")
def report() -> dict:
    """Return the report of a small run."""
    options = "--game tahiti --tables 2 --pace 0.4 --seconds 3 --warmup 0.2 --reloads 0.5 --json"
    done = benchmark(*options.split())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_runs_and_nothing_is_lost(report):
    decisions, shown = report["decisions"], report["shown_ms"]
    assert decisions["due"] == decisions["made"] > 4
    assert shown["n"] == decisions["made"] * 4
    assert (shown["lost"], report["frames_never_shown"], report["troubles"]) == (0, 0, {})
    assert report["cpu_ms_a_decision"]["serving"] > 0
    frame = report["frame_bytes"]["tahiti"]["all"]
    assert 0 < frame["wire"] < frame["plain"]
    assert report["requests_ms"]["page"]["n"] > 0


def test_a_report_is_told_in_words(report):
    said = text_report.in_words(report)
    assert "Tahiti: 2 tables of 3 people and 2 spectators" in said
    assert "due to shown by the others" in said
    assert "TROUBLE" not in said


@pytest.mark.anyio
async def test_the_tables_of_the_guide_are_whole(report):
    asked = []

    async def run(plan: Plan) -> dict:
        asked.append(plan)
        database = "postgresql" if plan.database else "sqlite"
        return {**report, "games": list(plan.games), "tables": plan.tables, "database": database}

    spec = importlib.util.spec_from_file_location("benchmark_command", BENCHMARKS / "server.py")
    command = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(command)
    command.MOST = 100
    plan = Plan(("tahiti",), 50, PARTY, processes=2, database="postgresql://nobody@nowhere/none")
    lines = "\n".join([line async for line in command.guide([plan], run)]).splitlines()
    rows = [line for line in lines if line.startswith("| Tahiti")]
    assert ["SQLite" in row for row in rows] == [True, True, False, True, False]
    for row in rows:
        head = [line for line in lines[: lines.index(row)] if line.startswith("| |")][-1]
        assert row.count("|") == head.count("|")
    assert (asked[0].tables, asked[0].whole_games, asked[0].database) == (1, 1, "")
    assert {one.processes for one in asked[1:]} == {2}


def test_a_port_that_is_taken_is_told_in_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = benchmark("--game", "tahiti", "--tables", "1", "--port", str(port))
    assert done.returncode == 1
    assert f"port {port} is in use" in done.stderr
    assert "Traceback" not in done.stderr
