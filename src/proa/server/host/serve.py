"""Runs the server; all errors of the settings are found before it starts."""

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
"""Seconds after which a worker process that does not respond is restarted."""
OTHER_FILES = 200
"""Open files of a process beside its connections."""
MOST_PORTS = 100
"""Number of ports to try after the default one."""


class Server(Protocol):
    """A server that is ready to run."""

    address: str
    """The address of the page for a person at this machine."""
    addresses_for_others: list[str]
    """The addresses for others, the likeliest first; possibly none."""

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        """Serve until interrupted; call ``announce`` when pages can be opened."""


class _OneProcess(uvicorn.Server):
    """A server in this process, with its port already bound."""

    def __init__(
        self, settings: Settings, hold: Hold, listening: socket.socket, *beside: socket.socket
    ) -> None:
        super().__init__(_config(settings))
        self._held = hold
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
        self, settings: Settings, hold: Hold, listening: socket.socket, *beside: socket.socket
    ) -> None:
        self._held = hold
        self.address = local(settings) if beside else local_url(settings)
        self.addresses_for_others = public_url(settings)
        self._settings = settings
        self._listening, self._beside = listening, beside

    def run_until_stopped(self, announce: Callable[[], None]) -> None:
        _configure_log(self._settings, "supervisor")
        listening = [self._listening, *self._beside]
        _Supervisor(_config(self._settings), listening, announce).run()


class _Supervisor(Multiprocess):
    """Restarts processes that die."""

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
    """Return Uvicorn's configuration for an application."""
    connection: Any = partial(SlowClientProtocol, limits=settings, open_ones=Counter[str]())
    return uvicorn.Config(
        application,
        http=connection,
        server_header=False,  # useful only to attackers, and sent fifty times a visit
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
        ws="none",  # no WebSockets here, whatever is installed
        log_config=None,  # the whole process uses logs.py
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,  # longer than proxies' timeouts, so that they never see a close
        timeout_worker_healthcheck=STARTING,  # a starting process does not respond
    )


def _configure_log(settings: Settings, role: str) -> None:
    logs.configure(settings.level, as_json=settings.log_json, role=role)


def _application(settings: Settings) -> FastAPI:
    """Return the application of one process; it ends when its parent dies."""
    _configure_log(settings, settings.role)
    parent = multiprocessing.parent_process()

    def end_with_parent() -> None:
        assert parent is not None
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    if parent is not None:
        threading.Thread(target=end_with_parent, daemon=True).start()
    return create_app(settings)


def prepare(asked: Settings) -> Server:
    """Return a server that is ready to run: folder, database and port are checked.

    Without a named port the next free one may be used. Raise :class:`BadOption` for what fails.
    """
    exporters.check(asked)
    if asked.public_url and not asked.trusted_proxies:
        _log.warning(
            "public_url names a proxy, but trusted_proxies is empty: whoever comes through it is"
            " counted as one address, and shares its limits"
        )
    open_database(asked)
    hold = Hold(asked.data_dir, alone=False)
    if asked.serves_pages:
        _check_key(asked)
    _allow_connections(asked.connections_in_all)
    is_free = asked.port is None and not asked.public_url  # nobody knows the address yet
    more = MOST_PORTS if is_free else 0
    has_page = asked.serves_pages and not asked.public_url  # a proxy uses the configured address
    listening = _listen(asked.host, asked.port or PORT, more, has_page=has_page)
    port = listening[0].getsockname()[1]
    serving = _OneProcess if asked.processes == 1 else _Processes
    return serving(asked.at_port(port), hold, *listening)


def open_page(address: str) -> None:
    """Open the page in a graphical browser; do nothing without a screen."""
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
    """Raise the limit of open connections of this process and its children."""
    if sys.platform != "win32":
        import resource

        now, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = most + OTHER_FILES
        if highest != resource.RLIM_INFINITY:
            limit = min(limit, highest)
        if now != resource.RLIM_INFINITY and now < limit:
            with contextlib.suppress(OSError, ValueError):  # some report more than they allow
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, highest))


def _listen(host: str, port: int, more: int, *, has_page: bool) -> list[socket.socket]:
    """Bind a port, or one of ``more`` after it; for a server with pages also at ``localhost``."""
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
    """Bind the same port at ``localhost``, if this machine has that and the port is free there.

    A browser tries both loopback addresses, and could open another program's page. Where the server
    is not reachable at ``localhost`` anyway, that program is left alone.
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
                continue  # e.g. a machine without IPv6
            for each in found:
                each.close()
            if host in (*EVERYWHERE, *LOOPBACK):
                raise
            return []
    return found


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # asyncio sets TCP_NODELAY only if the protocol, TCP, is given.
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
