"""The proxies' files as shipped, with the real programs: no log holds what an address keeps."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

import deployment
from server.cluster import free_port

SECRET = "0123456789abcdef0123456789abcdef"
PATHS = (f"/table/{SECRET}", f"/sit/{SECRET}?next={SECRET}", f"/api/tables/{SECRET}/view", "/")


class Backend:
    """A server that answers the first page, and breaks off all other answers."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                self._answer(self._listening.accept()[0])

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            is_whole = connection.recv(65536).startswith((b"GET / ", b"GET /healthz "))
            head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
            connection.sendall(head + (b"2\r\n\r\nok" if is_whole else b"2000\r\n\r\nbroken off"))

    def close(self) -> None:
        """Refuse all further connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@contextmanager
def caddy(folder: Path, backend: Backend, port: int) -> Iterator[list[Path]]:
    environment = {
        "PROA_SITE": f"localhost:{port}",
        "PROA_PAGES": f"127.0.0.1:{backend.port}",
    }
    log, file = folder / "caddy.log", deployment.DEPLOY / "Caddyfile"
    with deployment.caddy(deployment.program("caddy"), file, environment, log):
        yield [log]


@contextmanager
def nginx(folder: Path, backend: Backend, port: int) -> Iterator[list[Path]]:
    program, upstreams = deployment.program("nginx"), [backend.port, backend.port]
    with deployment.nginx(program, folder / "nginx", port, upstreams) as logs:
        yield [logs / name for name in ("proa.log", "others.log", "error.log")]


def ask(url: str, *paths: str) -> None:
    """Ask with the secret wherever it may be: path, query, Referer, cookie, token."""
    headers = {"Referer": f"{url}/{SECRET}", "Authorization": f"Bearer {SECRET}"}
    with httpx.Client(verify=False, base_url=url, headers=headers, timeout=60) as client:
        client.cookies.set("proa", SECRET)
        for path in paths:
            for method in ("GET", "POST"):
                with suppress(httpx.TransportError):  # broken off
                    client.request(method, path, content=b"a" if method == "POST" else None)


def content(logs: list[Path], until: str) -> str:
    """What the logs hold as soon as they hold ``until``."""
    end = time.monotonic() + 60
    while True:
        text = "".join(log.read_text(encoding="utf-8") for log in logs)
        if re.search(until, text):
            return text
        assert time.monotonic() < end, text
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("proxy", "requests", "failures"),
    [
        (caddy, r'"http.log.access.*"uri":"/sit".*"status":200', r'"error".*"uri":"/sit"'),
        (nginx, r"GET /sit 200 10 bytes", r"POST /sit 502 "),
    ],
    ids=["caddy", "nginx"],
)
def test_no_log_holds_what_an_address_keeps(proxy, requests, failures, tmp_path):
    backend, port = Backend(), free_port()
    with proxy(tmp_path, backend, port) as logs:
        url = f"https://localhost:{port}"
        deployment.until_well(f"{url}/healthz")
        ask(url, *PATHS)
        text = content(logs, requests)
        backend.close()
        ask(url, PATHS[1])
        text = content(logs, failures)
    assert SECRET not in text
