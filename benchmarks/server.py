"""How many people one server process serves on this machine.

    python benchmarks/server.py [--tables 50] [--seconds 30] [--bots 0] [--database URL]

Honest clients: four people a table, each with an event stream of his own, who fetch every frame
that they have not shown. At each table one decision falls every three seconds. Reported are the
50th and 99th percentiles of a post, of a page, and of "posted to shown by the others"; lost
updates; the server's memory, and its processor time a decision with all that follows from it
(four frames told and shown, a page). Clients run in this process, the server in one of its own;
both share the machine, so that the times are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from pathlib import Path

import aiohttp

PEOPLE = 4
PACE = 3.0
LEVEL = "steady"


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
    """One seat: a stream, and every frame fetched once."""

    def __init__(
        self, client: aiohttp.ClientSession, table: str, token: str, found: Measured
    ) -> None:
        self._client = client
        self._path = f"/api/tables/{table}"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._found = found
        self.shown = -1
        self.view: dict = {}
        self.when: dict[int, float] = {}

    async def listen(self) -> None:
        """Follow the stream and show each new frame."""
        unending = aiohttp.ClientTimeout(total=None)
        address = f"{self._path}/stream"
        async with self._client.get(address, headers=self._headers, timeout=unending) as stream:
            async for line in stream.content:
                if line.startswith(b"data:"):
                    await self._show(json.loads(line[5:])["frame"])

    async def _show(self, newest: int) -> None:
        while self.shown < newest:
            began = time.perf_counter()
            query = {"frame": self.shown + 1}
            address = f"{self._path}/view"
            async with self._client.get(address, params=query, headers=self._headers) as answer:
                answer.raise_for_status()
                view = await answer.read()
            self._found.note("frame", began)
            self.view = json.loads(view)
            self.shown = self.view["frame"]
            self.when[self.shown] = time.perf_counter()

    async def decide(self, choose: random.Random) -> tuple[float, int] | None:
        """Post a random choice, if it is one's turn; when, and the frame it made."""
        if not self.view or self.view["frame"] != self.view["latest"]:
            return None
        actions = self.view["view"]["actions"]
        if not actions:
            return None
        body = {"frame": self.shown, "codes": [choose.choice(actions)["code"]]}
        began = time.perf_counter()
        address = f"{self._path}/actions"
        async with self._client.post(address, json=body, headers=self._headers) as answer:
            moved = await answer.read()
        self._found.note("post", began)
        if answer.status != 200:
            if answer.status != 409:
                self._found.lost[f"post {answer.status}"] += 1
            return None
        return began, json.loads(moved)["frame"]


async def table(url: str, bots: bool, until: float, found: Measured, seed: int) -> None:
    """One table of four people, or of two people and two bots, until the time is over."""
    choose = random.Random(seed)
    await asyncio.sleep(choose.uniform(0, PACE))
    limits = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(url, connector=limits) as client:
        while time.perf_counter() < until:
            await _game(client, bots, until, found, choose)


async def _game(
    client: aiohttp.ClientSession, bots: bool, until: float, found: Measured, choose: random.Random
) -> None:
    person = {"who": "me"}
    seats = [person, person, *([{"who": "bot", "level": LEVEL}] * 2 if bots else [person, person])]
    async with client.post("/api/tables", json={"game": "tahiti", "seats": seats}) as answer:
        opened = await answer.json()
    tokens = [seat["token"] for seat in opened["seats"] if seat["token"]]
    people = [Person(client, opened["table"], token, found) for token in tokens]
    for token in tokens:
        headers = {"Authorization": f"Bearer {token}"}
        async with client.post(
            f"/api/tables/{opened['table']}/ready", json={}, headers=headers
        ) as answer:
            answer.raise_for_status()
    streams = [asyncio.create_task(person.listen()) for person in people]
    made = 0
    try:
        while time.perf_counter() < until:
            await asyncio.sleep(PACE * choose.uniform(0.8, 1.2))
            began = time.perf_counter()
            async with client.get(f"/watch/{opened['watch']}") as page:
                page.raise_for_status()
                await page.read()
            found.note("page", began)
            for person in people:
                posted = await person.decide(choose)
                if posted is not None:
                    made += 1
                    await _shown(people, person, *posted, found)
                    break
            if any(person.view.get("status") == "over" for person in people):
                return
    finally:
        for stream in streams:
            stream.cancel()
        for ended in await asyncio.gather(*streams, return_exceptions=True):
            if ended is not None and not isinstance(ended, asyncio.CancelledError):
                found.lost[f"stream {ended!r}"] += 1


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


def memory(pid: int) -> float:
    """Resident memory of a process, in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, tables: int, bots: int, seconds: float) -> Measured:
    """Play all tables at once."""
    found = Measured()
    until = time.perf_counter() + seconds
    async with asyncio.TaskGroup() as group:
        for seed in range(tables):
            group.create_task(table(url, seed < bots, until, found, seed))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--bots", type=int, default=0, help="tables with two searching bots")
    options.add_argument("--database", default="")
    chosen = options.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "proa", "play", "--no-browser", "--port", str(port)]
        command += ["--data", data, *(["--database", chosen.database] if chosen.database else [])]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(url)
            before = processor_time(server.pid)
            found = asyncio.run(measure(url, chosen.tables, chosen.bots, chosen.seconds))
            spent = processor_time(server.pid) - before
            report = {
                "tables": chosen.tables,
                "people": chosen.tables * PEOPLE - 2 * chosen.bots,
                "tables_with_bots": chosen.bots,
                "database": "postgresql" if chosen.database else "sqlite",
                **found.report(),
                "lost": found.lost.total(),
                "reasons": dict(found.lost),
                "server_cpu_ms_a_decision": round(1000 * spent / len(found.times["post"]), 1),
                "server_memory_mb": round(memory(server.pid)),
                "load_average": os.getloadavg()[0],
            }
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
