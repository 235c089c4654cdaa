"""Running the server: everything that may be wrong is found before it starts."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess

from proa.engine.errors import BadOption
from proa.server.app import create_app
from proa.server.housekeeping import data_folder, open_database
from proa.server.settings import KEY_BYTES, Settings

STARTING = 600
"""Seconds in which several processes must have started."""
MOST_PORTS = 100
"""So many ports are tried after one that is in use."""


class Server(Protocol):
    """A server that is ready to be run."""

    address: str
    """Where the page is, as a person on this machine writes it."""

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        """Serve until interrupted; ``announce`` is called when pages are answered."""


class _OneProcess(uvicorn.Server):
    """A server in this process, its port already taken."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        super().__init__(_config(settings))
        self.address = _address(settings)
        self._listening = listening
        self._announce: Callable[[], None] = lambda: None

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self.run([self._listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Processes(Multiprocess):
    """Several processes that take requests from one port; one that dies is started again."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        super().__init__(_config(settings), [listening])
        self.address = _address(settings)
        self._announce: Callable[[], None] = lambda: None

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self.run()

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(STARTING, self.should_exit) for process in self.processes):
            self._announce()


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        partial(create_app, settings),
        factory=True,
        workers=settings.processes,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,  # longer than proxies keep theirs: no request meets a closed one
    )


def prepare(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    database: str | None = None,
    public_url: str | None = None,
    processes: int = 1,
) -> Server:
    """A server that only has to be run: folder, database and port are seen to be usable.

    The next free port is taken if ``port`` is in use. Raises :class:`BadOption`.
    """
    _check_public_url(public_url or "")
    asked = Settings(
        data_dir=data_folder(data),
        database_url=database or "",
        public_url=public_url or "",
        host=host,
        processes=processes,
    )
    open_database(asked)
    _check_key(asked)
    listening = _listen(host, port)
    taken = listening.getsockname()[1]
    serving = _OneProcess if processes == 1 else _Processes
    return serving(asked.at_port(taken), listening)


def open_page(address: str) -> None:
    """Open the page where there is a screen to show it on (a text browser would be no help)."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(address)


def _check_public_url(url: str) -> None:
    parts = urlsplit(url)
    if url and not (parts.scheme in ("http", "https") and parts.hostname and parts.path in "/"):
        raise BadOption(
            "--public-url {url}: write it as https://proa.example, without a path", url=url
        )


def _check_key(settings: Settings) -> None:
    """Refuse a broken key: with an empty one everybody could sign cookies."""
    try:
        is_whole = len(settings.key) >= KEY_BYTES
    except OSError:
        is_whole = False
    if not is_whole:
        raise BadOption(
            "{file} is no key: put back the right one, or delete it, and all lose their seats",
            file=str(settings.key_file),
        )


def _listen(host: str, port: int) -> socket.socket:
    for candidate in range(port, min(port + MOST_PORTS, 65535) + 1):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                is_name = isinstance(error, socket.gaierror)
                raise BadOption(
                    "can't listen on {host}, port {port}: {reason}",
                    host=host,
                    port=candidate,
                    reason=error.strerror if is_name else os.strerror(error.errno or 0),
                ) from None
    raise BadOption(
        "port {port} and those after it are in use; choose another with --port", port=port
    )


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # asyncio sends at once only where the protocol, TCP, is named.
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def _address(settings: Settings) -> str:
    everywhere = settings.host in ("0.0.0.0", "::")
    host = "localhost" if everywhere else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"
