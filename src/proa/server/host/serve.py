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
from proa.server.config.urls import EVERYWHERE, LOOPBACK, PORT, local, local_url, public_url
from proa.server.host.app import create_app
from proa.server.host.housekeeping import open_database
from proa.server.host.locks import Hold
from proa.server.http.slow_clients import SlowClientProtocol
from proa.server.telemetry import exporters, logs

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
    addresses_for_others: list[str]
    """Where others find it, the likeliest first; empty if nobody else can."""

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        """Serve until interrupted; ``announce`` is called when pages are answered."""


class _OneProcess(uvicorn.Server):
    """A server in this process, its port already taken."""

    def __init__(
        self, settings: Settings, held: Hold, listening: socket.socket, *beside: socket.socket
    ) -> None:
        super().__init__(_config(settings))
        self._held = held
        self.address = local(settings) if beside else local_url(settings)
        self.addresses_for_others = public_url(settings)
        self._listening, self._beside = listening, beside
        self._announce: Callable[[], None] = lambda: None

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        self._announce = announce
        self.run([self._listening, *self._beside])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Processes:
    """Several processes that take requests from one port."""

    def __init__(
        self, settings: Settings, held: Hold, listening: socket.socket, *beside: socket.socket
    ) -> None:
        self._held = held
        self.address = local(settings) if beside else local_url(settings)
        self.addresses_for_others = public_url(settings)
        self._settings = settings
        self._listening, self._beside = listening, beside

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        _keep_log(self._settings, "keeper")
        listening = [self._listening, *self._beside]
        _Keeper(_config(self._settings), listening, announce).run()


class _Keeper(Multiprocess):
    """Keeps the processes alive: one that dies is started again."""

    def __init__(
        self, config: uvicorn.Config, listening: list[socket.socket], announce: Callable[[], None]
    ) -> None:
        super().__init__(config, listening)
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
    connection: Any = partial(SlowClientProtocol, limits=settings, open_ones=Counter[str]())
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
    exporters.check(asked)
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
    more = MOST_PORTS if is_free else 0
    has_page = asked.serves_pages and not asked.public_url  # a proxy asks where it was told to
    listening = _listen(asked.host, asked.port or PORT, more, has_page=has_page)
    taken = listening[0].getsockname()[1]
    serving = _OneProcess if asked.processes == 1 else _Processes
    return serving(asked.at_port(taken), held, *listening)


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
            "{file} is not a key: restore the right one, or delete it, and everyone loses "
            "their seats",
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


def _listen(host: str, port: int, more: int, *, has_page: bool) -> list[socket.socket]:
    """Take a port, or one of so many ``more`` after it; with a page also at ``localhost``."""
    for candidate in range(port, min(port + more, 65535) + 1):
        try:
            listening = _bound(host, candidate)
            try:
                return [listening, *(_bound_here(listening) if has_page else ())]
            except OSError:
                listening.close()
                raise
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
        "port {port} is in use, perhaps by another proa; stop it, or choose another port "
        "with --port",
        port=port,
    )


def _bound_here(listening: socket.socket) -> list[socket.socket]:
    """The same port of ``localhost``, as far as this machine has that and it is not taken yet.

    A browser tries both of its addresses: what it opened would be another program's page. Where the
    server is not to be found there anyway, that program is left alone.
    """
    host, port = listening.getsockname()[:2]
    covered = {"0.0.0.0": LOOPBACK[:1], "::": LOOPBACK}.get(host, (host,))
    found: list[socket.socket] = []
    for loopback in LOOPBACK:
        try:
            if loopback not in covered:
                found.append(_bound(loopback, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                continue  # a machine without IPv6, say
            for each in found:
                each.close()
            if host in (*EVERYWHERE, *LOOPBACK):
                raise
            return []
    return found


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # asyncio sends at once only where the protocol, TCP, is named.
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(where)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening
