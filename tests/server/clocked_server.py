"""A server process whose clock a test moves: its time is that of a file's last change.

As a program it reads the settings as JSON from its first argument.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from server.server_pool import TESTS, Server
from waiting import PATIENCE, until

HOUR = 3600.0
AWAY = 2 * HOUR
"""Time without a heartbeat after which no server was running: a test lives through days."""


class ClockedServer:
    """A server on a port of its own, at ``http://localhost``. It can be killed and come back."""

    def __init__(self, folder: Path, port: int, **settings: Any) -> None:
        self.url = f"http://localhost:{port}"
        self._clock = folder / "clock"
        self._clock.touch()
        self.database = folder / "data" / "proa.sqlite3"
        self._port = port
        more = {"data_dir": str(folder / "data"), "public_url": self.url, **settings}
        self._settings = json.dumps(more)
        self._process: Server | None = None

    @property
    def now(self) -> float:
        return self._clock.stat().st_mtime

    def start(self) -> None:
        """Start the process and wait until it answers."""
        command = [sys.executable, __file__, str(self._clock), str(self._port), self._settings]
        path = os.pathsep.join([str(TESTS), *sys.path])
        running = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path})
        self._process = Server(running.pid, self._port)
        self._process.wait(5 * PATIENCE)  # it imports everything

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        if self._process:
            self._process.kill()

    def pass_time(self, seconds: float) -> None:
        """Move the clock. Without a server, or by more than it can bear, that is an outage."""
        later = self.now + seconds
        os.utime(self._clock, (later, later))

    async def live(self, seconds: float) -> None:
        """Let time pass in which the server runs and keeps the players' clocks."""
        end = self.now + seconds
        while self.now < end:
            self.pass_time(min(HOUR, end - self.now))
            await until(lambda: self.read("SELECT at FROM beats")[0] >= self.now - 1)

    def read(self, query: str) -> tuple[Any, ...]:
        """Return a row of the database."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchone()

    def browser(self) -> httpx.AsyncClient:
        """Return a client like a browser, with its own cookies."""
        headers = {"Sec-Fetch-Site": "same-origin"}
        return httpx.AsyncClient(
            base_url=self.url, headers=headers, follow_redirects=True, timeout=60
        )


def _main(clock: str, port: int, settings: dict[str, Any]) -> None:
    time.time = lambda: os.stat(clock).st_mtime
    from proa.server.store import database

    database.BEAT = 0.02
    from proa.server.store import clock as store_clock

    store_clock.AWAY = AWAY
    import uvicorn

    from proa.games import GAMES
    from proa.server.config.settings import Settings
    from proa.server.games import opened_games
    from proa.server.host.app import create_app
    from proa.server.notices import sender
    from proa.server.tables import tables
    from server.site import AtRandom

    GAMES.offer("toy", "toy:SPEC")
    sender.GLANCE = 0.02
    opened_games.PATIENCE = tables.TO_BEGIN = 600
    named = {**settings, "data_dir": Path(settings["data_dir"])}
    app = create_app(Settings(rates=False, notice_networks=("127.0.0.1",), **named), AtRandom())
    uvicorn.run(app, port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
