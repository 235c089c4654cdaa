"""The shipped proxy configurations, with the real programs: no log contains a secret of an
address."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

import deployment
from proa.web import statics
from server.ports import free_port
from waiting import wait_until

SECRET = "0123456789abcdef0123456789abcdef"
PATHS = (f"/table/{SECRET}", f"/sit/{SECRET}?next={SECRET}", f"/api/tables/{SECRET}/view", "/")


class Backend:
    """A server that answers the first request, and breaks off all other answers."""

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
            is_whole = connection.recv(65536).startswith((b"GET / ", b"GET /healthz"))
            head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
            connection.sendall(head + (b"2\r\n\r\nok" if is_whole else b"2000\r\n\r\nbroken off"))

    def close(self) -> None:
        """Refuse all further connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


class Named:
    """A server that answers everything with its name."""

    def __init__(self, name: str) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(name)))
                self.end_headers()
                self.wfile.write(name.encode())

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Refuse all further connections."""
        self._server.shutdown()
        self._server.server_close()


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
    """Send requests with the secret in every place: path, query, Referer, cookie, token."""
    headers = {"Referer": f"{url}/{SECRET}", "Authorization": f"Bearer {SECRET}"}
    with httpx.Client(verify=False, base_url=url, headers=headers, timeout=60) as client:
        client.cookies.set("proa", SECRET)
        for path in paths:
            for method in ("GET", "POST"):
                with suppress(httpx.TransportError):  # broken off
                    client.request(method, path, content=b"a" if method == "POST" else None)


def content(logs: list[Path], until: str) -> str:
    """Return the content of the logs as soon as they contain ``until``."""

    def found() -> str | None:
        text = "".join(log.read_text(encoding="utf-8") for log in logs)
        return text if re.search(until, text) else None

    return wait_until(found)


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


class _Caddy:
    """The shipped proxy Caddy, with static files."""

    def __init__(self, folder: Path) -> None:
        self.www = folder / "www"

    def run(self, folder: Path, backend: Backend, port: int):
        environment = {
            "PROA_SITE": f"localhost:{port}",
            "PROA_PAGES": f"127.0.0.1:{backend.port}",
            "PROA_STATICS": str(self.www),
        }
        log, file = folder / "caddy.log", deployment.DEPLOY / "Caddyfile"
        return deployment.caddy(deployment.program("caddy"), file, environment, log)


class _Nginx:
    """The shipped proxy nginx, with static files."""

    def __init__(self, folder: Path) -> None:
        self.www = folder / "nginx" / "www"

    def run(self, folder: Path, backend: Backend, port: int):
        upstreams = [backend.port, backend.port]
        return deployment.nginx(deployment.program("nginx"), folder / "nginx", port, upstreams)


@pytest.mark.parametrize(("proxy", "best"), [(_Caddy, "br"), (_Nginx, "gzip")])
def test_static_files_are_served_by_the_proxy(proxy, best, tmp_path):
    """The server behind breaks off every answer, but the files come: whole, packed, once."""
    backend, port, made = Backend(), free_port(), proxy(tmp_path)
    with made.run(tmp_path, backend, port):
        statics.export(made.www)
        deployment.until_well(f"https://localhost:{port}/healthz")
        with httpx.Client(verify=False, base_url=f"https://localhost:{port}", timeout=60) as client:
            client.headers["Accept-Encoding"] = "br, gzip"
            for name in ("table.css", "frames.js", "emblems.js", "fonts/fonts.css"):
                answer = client.get(statics.address(name))
                assert answer.status_code == 200
                assert answer.content == statics.file(name).body
                assert answer.headers["content-encoding"] == best
                assert (
                    answer.headers["cache-control"]
                    == "public, max-age=31536000, immutable, no-transform"
                )
                assert "Accept-Encoding" in answer.headers["vary"]
                kind = answer.headers["content-type"].partition(";")[0]
                assert kind == statics.file(name).media_type.partition(";")[0]
                tag = {"If-None-Match": answer.headers["etag"]}
                assert client.get(statics.address(name), headers=tag).status_code == 304
            plain = client.get(
                statics.address("table.css"), headers={"Accept-Encoding": "identity"}
            )
            assert "content-encoding" not in plain.headers
            assert plain.content == statics.file("table.css").body
            font = client.get(statics.address("fonts/alegreya-latin-700-normal.woff2"))
            assert font.headers["content-type"] == "font/woff2"
            for elsewhere in ("/static/0123456789/table.css", "/", "/nowhere"):
                with suppress(httpx.TransportError):
                    answer = client.get(elsewhere)
                    assert answer.status_code == 502 or answer.text == "ok", "not from proa"
    backend.close()


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_everybody_at_a_table_comes_to_one_server(proxy, tmp_path):
    """And to another one when that has gone."""
    servers, port, program = [Named("one"), Named("two")], free_port(), deployment.program(proxy)
    ports = [server.port for server in servers]
    if proxy == "nginx":
        running = deployment.nginx(program, tmp_path / "nginx", port, ports)
    else:
        environment = {
            "PROA_SITE": f"localhost:{port}",
            "PROA_PAGES": " ".join(f"127.0.0.1:{each}" for each in ports),
        }
        file, log = deployment.DEPLOY / "Caddyfile", tmp_path / "caddy.log"
        running = deployment.caddy(program, file, environment, log)
    with running:
        url = f"https://localhost:{port}"
        deployment.until_well(f"{url}/healthz")

        def serving(table: str) -> set[str]:
            """Who answers those at a table, each on a connection of their own."""
            paths = (
                f"/table/{table}",
                f"/table/{table}/view/7?seat=1",
                f"/api/tables/{table}/view",
            )
            return {httpx.get(url + path, verify=False, timeout=60).text for path in paths}

        found = [serving(f"{n:032x}") for n in range(16)]
        assert all(len(each) == 1 for each in found)
        assert set.union(*found) == {"one", "two"}
        servers[0].close()
        assert [serving(f"{n:032x}") for n in range(16)] == [{"two"}] * 16
    servers[1].close()
