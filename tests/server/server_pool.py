"""Server processes for tests. They start quickly, because a parent process has done all imports.

As a program it reads ports and roles, one pair a line, for a data folder and a database, and
answers each with the process id of a forked server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from fastapi import FastAPI

from server.ports import free_port
from waiting import PATIENCE, wait_until

TESTS = Path(__file__).parents[1]


class ServerPool:
    """Starts server processes on one database; each may be killed."""

    def __init__(self, data: Path, database: str) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, __file__, str(data), database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
        )
        self.servers: list[Server] = []

    def start(self, role: str = "all") -> Server:
        """Start a server and wait until it answers."""
        port = free_port()
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        print(port, role, file=self._parent.stdin, flush=True)
        server = Server(int(self._parent.stdout.readline()), port)
        self.servers.append(server)
        server.wait()
        return server

    def close(self) -> None:
        """End all servers."""
        for server in self.servers:
            server.kill()
        assert self._parent.stdin is not None
        self._parent.stdin.close()
        self._parent.wait()


class Server:
    """A server process."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._is_dead = False

    def wait(self, patience: float = PATIENCE) -> None:
        """Wait until it listens, which it does when it is ready."""
        wait_until(self._listens, patience)

    def _listens(self) -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            return True
        return False

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        if not self._is_dead:
            os.kill(self.pid, signal.SIGKILL)
            self._is_dead = True


def _main(data: Path, database: str) -> None:
    import sqlalchemy as sa
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto  # noqa: F401

    import proa.games
    from proa.server.config.settings import ALL, PAGES, SEARCHES, Settings
    from proa.server.games import opened_games
    from proa.server.host.app import create_app
    from proa.server.store import migrations
    from server.site import AtRandom

    proa.games.GAMES.offer("toy", "toy:SPEC")
    data.mkdir(parents=True, exist_ok=True)
    migrations.upgrade(sa.make_url(database))
    opened_games.PATIENCE = 600
    apps = {
        role: create_app(Settings(data, database, role=role, rates=False), AtRandom())
        for role in (ALL, PAGES, SEARCHES)
    }
    for name in proa.games.GAMES:
        opened_games._load(name)  # compiles it if necessary
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            os.close(0)
            port, role = line.split()
            _serve(apps[role], int(port))
        print(pid, flush=True)


def _serve(app: FastAPI, port: int) -> None:
    import uvicorn

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    config = uvicorn.Config(app, port=port, log_level="error", access_log=False)
    asyncio.run(uvicorn.Server(config).serve())
    os._exit(0)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2])
