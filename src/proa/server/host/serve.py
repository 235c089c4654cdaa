"""Running the server: everything that may be wrong is found before it starts."""

from __future__ import annotations

import contextlib
import errno
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess

from proa.engine.errors import BadOption
from proa.server.config.settings import KEY_BYTES, Settings
from proa.server.config.whereabouts import PORT, for_others, here
from proa.server.doors.connections import Connection
from proa.server.host.app import create_app
from proa.server.host.housekeeping import open_database
from proa.server.host.locks import Hold
from proa.server.insight import logs, telemetry

_log = logging.getLogger("proa.server")
STARTING = 60
"""Seconds after which one of several processes that does not answer is started again."""
OTHER_FILES = 200
"""Files that a process has open beside its connections."""
MOST_PORTS = 100
"""So many ports are tried after the usual one if that is in use."""


class Server(Protocol):
    """A server that is ready to be run."""

    address: str
    """Where the page is, as a person on this machine writes it."""
    address_for_others: str | None
    """Where others find it; None if nobody else can."""

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        """Serve until interrupted; ``announce`` is called when pages are answered."""


class _OneProcess(uvicorn.Server):
    """A server in this process, its port already taken."""

    def __init__(self, settings: Settings, listening: socket.socket, held: Hold) -> None:
        super().__init__(_config(settings))
        self._held = held
        self.address = here(settings)
        self.address_for_others = for_others(settings)
        self._listening = listening
        self._announce: Callable[[], None] = lambda: None

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self.run([self._listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Processes:
    """Several processes that take requests from one port."""

    def __init__(self, settings: Settings, listening: socket.socket, held: Hold) -> None:
        self._held = held
        self.address = here(settings)
        self.address_for_others = for_others(settings)
        self._settings = settings
        self._listening = listening

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        _keep_log(self._settings, "keeper")
        _Keeper(_config(self._settings), self._listening, announce).run()


class _Keeper(Multiprocess):
    """Keeps the processes alive: one that dies is started again."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, announce: Callable[[], None]
    ) -> None:
        super().__init__(config, [listening])
        self._announce: Callable[[], None] | None = announce

    def run(self) -> None:
        try:
            super().run()
        except BaseException:
            self.terminate_all()
            raise
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            sys.exit(STARTUP_FAILURE)

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        if self._announce and all(process.is_ready() for process in self.processes):
            self._announce()
            self._announce = None

    handle_hup = Multiprocess.handle_term  # the terminal was closed


def config(application: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How Uvicorn serves an application."""
    connection: Any = partial(Connection, limits=settings, open_ones=Counter[str]())
    return uvicorn.Config(
        application,
        http=connection,
        server_header=False,  # who it is helps nobody but attackers, fifty times a visit
        forwarded_allow_ips=list(settings.trusted_proxies),
        **more,
    )


def _config(settings: Settings) -> uvicorn.Config:
    return config(
        partial(_application, settings),
        settings,
        factory=True,
        workers=settings.processes,
        access_log=False,
        ws="none",  # there are none here, whatever is installed
        log_config=None,  # as all of the process, see logs.py
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,  # longer than proxies keep theirs: no request meets a closed one
        timeout_worker_healthcheck=STARTING,  # a process that starts answers nothing
    )


def _keep_log(settings: Settings, role: str) -> None:
    logs.configure(settings.level, as_json=settings.log_json, role=role)


def _application(settings: Settings) -> FastAPI:
    """The application of one process; it ends when the one that keeps it has died."""
    _keep_log(settings, settings.role)
    keeper = multiprocessing.parent_process()

    def end_with_it() -> None:
        assert keeper is not None
        keeper.join()
        os.kill(os.getpid(), signal.SIGTERM)

    if keeper is not None:
        threading.Thread(target=end_with_it, daemon=True).start()
    return create_app(settings)


def prepare(asked: Settings) -> Server:
    """A server that only has to be run: folder, database and port are seen to be usable.

    Where no port was named, the next free one may be taken. Raises :class:`BadOption`.
    """
    telemetry.check(asked)
    if asked.public_url and not asked.trusted_proxies:
        _log.warning(
            "public_url names a proxy, but trusted_proxies is empty: whoever comes through it is"
            " counted as one address, and shares its limits"
        )
    open_database(asked)
    held = Hold(asked.data_dir, alone=False)
    if asked.serves_pages:
        _check_key(asked)
    _allow_connections(asked.connections_in_all)
    is_free = asked.port is None and not asked.public_url  # nobody has been told where it is
    listening = _listen(asked.host, asked.port or PORT, MOST_PORTS if is_free else 0)
    taken = listening.getsockname()[1]
    serving = _OneProcess if asked.processes == 1 else _Processes
    return serving(asked.at_port(taken), listening, held)


def open_page(address: str) -> None:
    """Open the page where there is a screen to show it on (a text browser would be no help)."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(address)


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


def _allow_connections(most: int) -> None:
    """Have the system let this process and those it starts hold so many connections open."""
    if sys.platform != "win32":
        import resource

        now, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = most + OTHER_FILES
        if highest != resource.RLIM_INFINITY:
            wanted = min(wanted, highest)
        if now != resource.RLIM_INFINITY and now < wanted:
            with contextlib.suppress(OSError, ValueError):  # some systems say more than they allow
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, highest))


def _listen(host: str, port: int, more: int) -> socket.socket:
    """Take a port, or one of so many ``more`` after it."""
    for candidate in range(port, min(port + more, 65535) + 1):
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
    if more:
        raise BadOption(
            "port {port} and those after it are in use; choose another with --port", port=port
        )
    raise BadOption(
        "port {port} is in use, perhaps by another proa; end that, or choose another with --port",
        port=port,
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
