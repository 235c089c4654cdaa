"""How many people a server serves on this machine.

    python benchmarks/server.py [--tables 50] [--seconds 30] [--bots 0] [--processes 1]
        [--database URL]

Honest clients: four people a table, who do what their browsers would. Each has a cookie and an
event stream of his own, fetches every frame that he has not shown as the page's own fragment, and
posts his choice from it; at every fifth decision somebody loads his whole page anew. At each table
one decision falls every three seconds. Reported are the 50th and 99th percentiles of a post, of a
frame, of a whole page, and of "posted to shown by the others"; lost updates; the server's memory,
and its processor time a decision with all that follows from it (four frames told and drawn).
Clients run in this process, the server in one or several of its own; all share the machine, so
that the times are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import aiohttp

PEOPLE = 4
PACE = 3.0
RELOADS = 0.2
"""How often somebody loads his whole page anew, before a decision."""
LEVEL = "steady"
FRAGMENT = {"HX-Request": "true"}
INVITATION = re.compile(r"/sit/[0-9a-f]{32}")
FRAME = re.compile(r'id="table" data-frame="(\d+)"')
CHOICE = re.compile(r'form="act" name="code" value="([^"]+)"')
OVER, REFUSED = " data-over", 'class="refused"'


class Measured:
    """Times by name, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.lost: Counter[str] = Counter()
        """What went wrong, by name."""

    def note(self, name: str, began: float) -> None:
        self.times[name].append(1000 * (time.perf_counter() - began))

    def report(self) -> dict[str, dict[str, float]]:
        """Median and 99th percentile of each, with their number."""
        return {
            name: {
                "n": len(times),
                "p50_ms": round(statistics.median(times), 1),
                "p99_ms": round(statistics.quantiles(times, n=100)[98], 1),
            }
            for name, times in sorted(self.times.items())
            if len(times) > 1
        }


class Person:
    """A browser at one seat: a stream, and every frame fetched once."""

    def __init__(self, url: str, connections: aiohttp.TCPConnector, found: Measured) -> None:
        self._client = aiohttp.ClientSession(
            url,
            connector=connections,
            connector_owner=False,
            cookie_jar=aiohttp.CookieJar(unsafe=True),  # unsafe: for an address without a name
            headers={"Sec-Fetch-Site": "same-origin"},
        )
        self._found = found
        self._stream: asyncio.Task[None] | None = None
        self.table = ""
        self.shown = -1
        self.codes: list[str] = []
        self.over = False
        self.when: dict[int, float] = {}

    async def open(self, seats: dict[str, str]) -> list[str]:
        """Open a table from the form; the invitations to its open seats."""
        page = await self._load(self._client.post("/tables", data=seats))
        return sorted(set(INVITATION.findall(page)))

    async def sit(self, invitation: str) -> None:
        """Take the seat of an invitation."""
        await self._load(self._client.post(invitation, data={"name": "", "nonce": ""}))

    async def ready(self) -> None:
        """Say that one is ready."""
        await self._load(self._client.post(f"{self.table}/ready", data={"nonce": ""}))

    async def _load(self, asked: Any) -> str:
        async with asked as answer:
            answer.raise_for_status()
            self.table = answer.url.path
            return str(await answer.text())

    async def load(self) -> None:
        """Load the whole page."""
        began = time.perf_counter()
        page = await self._load(self._client.get(self.table))
        self._found.note("page", began)
        self._show(page)

    def listen(self) -> None:
        """Follow the stream from now on."""
        self._stream = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        unending = aiohttp.ClientTimeout(total=None)
        async with self._client.get(f"{self.table}/stream", timeout=unending) as stream:
            async for line in stream.content:
                if line.startswith(b"data:"):
                    await self._fetch(json.loads(line[5:])["frame"])

    async def _fetch(self, newest: int) -> None:
        while self.shown < newest:
            began = time.perf_counter()
            address = f"{self.table}/view/{self.shown + 1}"
            async with self._client.get(address, headers=FRAGMENT) as answer:
                answer.raise_for_status()
                page = await answer.text()
            self._found.note("frame", began)
            self._show(page)

    def _show(self, page: str) -> None:
        frame = int(FRAME.search(page)[1])
        if frame > self.shown:
            self.shown = frame
            self.when[frame] = time.perf_counter()
            self.codes = CHOICE.findall(page)
            self.over = OVER in page

    async def decide(self, choose: random.Random) -> tuple[float, int] | None:
        """Post a random choice, if it is one's turn; when, and the frame it made."""
        if not self.codes:
            return None
        body = {"frame": self.shown, "code": choose.choice(self.codes)}
        self.codes = []
        began = time.perf_counter()
        async with self._client.post(f"{self.table}/act", data=body, headers=FRAGMENT) as answer:
            page = await answer.text()
        self._found.note("post", began)
        if answer.status != 200 or REFUSED in page:
            self._found.lost[f"post {answer.status}"] += 1
            return None
        self._show(page)
        return began, int(body["frame"]) + 1

    async def leave(self) -> None:
        """Close the browser."""
        if self._stream is not None:
            self._stream.cancel()
            (ended,) = await asyncio.gather(self._stream, return_exceptions=True)
            if ended is not None and not isinstance(ended, asyncio.CancelledError):
                self._found.lost[f"stream {ended!r}"] += 1
        await self._client.close()


async def table(
    url: str, bots: bool, ready: asyncio.Barrier, seconds: float, found: Measured, seed: int
) -> None:
    """A table of four people, or of two people and two bots, and those that follow it."""
    choose = random.Random(seed)
    async with aiohttp.TCPConnector(limit=0) as connections:
        until = None
        while until is None or time.perf_counter() < until:
            people = [Person(url, connections, found) for _ in range(2 if bots else PEOPLE)]
            try:
                await _seat(people)
                if until is None:
                    await ready.wait()
                    until = time.perf_counter() + seconds
                    await asyncio.sleep(choose.uniform(0, PACE))
                await _game(people, until, found, choose)
            finally:
                for person in people:
                    await person.leave()


async def _seat(people: list[Person]) -> None:
    host, *friends = people
    form = {"game": "tahiti", "who0": "me", "name": "Hina"}
    for number in range(1, PEOPLE):
        friend = number < len(people)
        form |= {f"who{number}": "friend" if friend else "bot", f"level{number}": LEVEL}
    for friend, invitation in zip(friends, await host.open(form), strict=True):
        await friend.sit(invitation)
    await host.ready()
    for person in people:
        await person.load()
        person.listen()


async def _game(people: list[Person], until: float, found: Measured, choose: random.Random) -> None:
    while time.perf_counter() < until and not any(person.over for person in people):
        await asyncio.sleep(PACE * choose.uniform(0.8, 1.2))
        if choose.random() < RELOADS:
            await choose.choice(people).load()
        for person in people:
            posted = await person.decide(choose)
            if posted is not None:
                await _shown(people, person, *posted, found)
                break


async def _shown(
    people: list[Person], poster: Person, began: float, frame: int, found: Measured
) -> None:
    """Tahiti is open: everybody's frames have the same numbers."""
    for person in people:
        if person is poster:
            continue
        for _ in range(600):
            if frame in person.when:
                found.times["posted to shown"].append(1000 * (person.when[frame] - began))
                break
            await asyncio.sleep(0.05)
        else:
            found.lost["not shown in half a minute"] += 1


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str) -> None:
    """Wait until the server shows its front page: the rules are compiled and loaded then."""
    while True:
        try:
            with urllib.request.urlopen(f"{url}/", timeout=60):
                return
        except OSError:
            pass
        time.sleep(0.1)


def serving(pid: int, processes: int) -> list[int]:
    """The processes that serve pages, and the one that looks after them if there are several."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)] if processes > 1 else [pid]


def memory(pids: list[int]) -> float:
    """Resident memory of processes, in megabytes."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_time(pids: list[int]) -> float:
    """Seconds of processor time that processes have had."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


async def measure(
    url: str, pids: list[int], tables: int, bots: int, seconds: float
) -> tuple[Measured, float]:
    """Play all tables at once; what was measured since all had begun, and the processor time."""
    found = Measured()
    ready = asyncio.Barrier(tables + 1)
    async with asyncio.TaskGroup() as group:
        for seed in range(tables):
            group.create_task(table(url, seed < bots, ready, seconds, found, seed))
        await ready.wait()
        found.times.clear()
        before = processor_time(pids)
    return found, processor_time(pids) - before


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--bots", type=int, default=0, help="tables with two searching bots")
    options.add_argument("--processes", type=int, default=1, help="that serve pages")
    options.add_argument("--database", default="")
    chosen = options.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "proa", "play", "--no-browser", "--port", str(port)]
        command += ["--data", data, "--processes", str(chosen.processes)]
        command += ["--database", chosen.database] if chosen.database else []
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(url)
            pids = serving(server.pid, chosen.processes)
            found, spent = asyncio.run(
                measure(url, pids, chosen.tables, chosen.bots, chosen.seconds)
            )
            report = {
                "tables": chosen.tables,
                "people": chosen.tables * PEOPLE - 2 * chosen.bots,
                "tables_with_bots": chosen.bots,
                "processes": chosen.processes,
                "database": "postgresql" if chosen.database else "sqlite",
                **found.report(),
                "lost": found.lost.total(),
                "reasons": dict(found.lost),
                "server_cpu_ms_a_decision": round(1000 * spent / len(found.times["post"]), 1),
                "server_memory_mb": round(memory(pids)),
                "load_average": os.getloadavg()[0],
            }
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
