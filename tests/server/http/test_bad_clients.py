"""A client that sends invalid data through a proxy disturbs nobody, and no post arrives twice."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import uvicorn

import deployment
from proa.server.config.settings import Settings
from proa.server.host.app import create_app
from proa.server.host.serve import config
from server.ports import free_port
from server.site import AtRandom

SECRET = "0123456789abcdef0123456789abcdef"


class Server:
    """A server of proa behind a proxy, in a thread."""

    def __init__(self, folder: Path, site: str) -> None:
        self.port = free_port()
        settings = Settings(
            folder,
            port=self.port,
            public_url=site,
            processes=2,  # not alone: it hears of what the other one does
            trusted_proxies=("127.0.0.1",),
            opening_rate_an_address="12/hour",
        )
        app = create_app(settings, AtRandom())
        self._server = uvicorn.Server(
            config(app, settings, port=self.port, access_log=False, log_config=None)
        )
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> Server:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()


STATUS = {"answers": "200 OK", "fails": "500 Sorry", "is unwell": "503 Unwell"}


class Backend:
    """Counts what arrives, and treats it as the test says."""

    def __init__(self, does: str = "answers") -> None:
        self.does, self.got = does, Counter[str]()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection = self._listening.accept()[0]
                threading.Thread(target=self._answer, args=[connection], daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                part = connection.recv(65536)
                if not part:
                    return
                head += part
            length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
            body = head.partition(b"\r\n\r\n")[2]
            while len(body) < int(length[1] if length else 0):
                part = connection.recv(65536)
                if not part:
                    return  # never came to its end, so nothing is done
                body += part
            method, path = head.decode("latin-1").split(" ")[:2]
            self.got[method + " " + path] += 1
            does = "answers" if path in ("/healthz/live", "/well") else self.does
            if does != "breaks off":
                head = f"HTTP/1.1 {STATUS[does]}\r\nConnection: close\r\nContent-Length: 2"
                connection.sendall(f"{head}\r\n\r\nok".encode())

    def close(self) -> None:
        """Refuse all further connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


@contextlib.contextmanager
def behind(proxy: str, folder: Path, port: int, pages: list[int]) -> Iterator[list[Path]]:
    """Run a shipped proxy in front of two servers; yield its logs."""
    program = deployment.program(proxy)
    if proxy == "nginx":
        with deployment.nginx(program, folder / "nginx", port, pages) as logs:
            deployment.until_well(f"https://localhost:{port}/healthz/live")
            yield [logs / name for name in ("proa.log", "others.log", "error.log")]
        return
    environment = {
        "PROA_SITE": f"localhost:{port}",
        "PROA_PAGES": " ".join(f"127.0.0.1:{page}" for page in pages),
    }
    log, file = folder / "caddy.log", deployment.DEPLOY / "Caddyfile"
    with deployment.caddy(program, file, environment, log):
        deployment.until_well(f"https://localhost:{port}/healthz/live")
        yield [log]


@contextlib.contextmanager
def spoken(port: int, *parts: bytes) -> Iterator[ssl.SSLSocket]:
    """Yield a connection to a proxy after sending some parts, whatever they are."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port), timeout=60) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as connection,
    ):
        for part in parts:
            with contextlib.suppress(OSError):  # it may have heard enough
                connection.sendall(part)
        yield connection


def answered(connection: ssl.SSLSocket) -> int:
    """Return the status of the answer; 0 without one."""
    with contextlib.suppress(OSError):
        found = re.match(rb"HTTP/1\.1 (\d+)", connection.recv(65536))
        return int(found[1]) if found else 0
    return 0


def post(path: str, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


CHUNKED = "Transfer-Encoding: chunked"
LARGE = b'{"record": "' + b"a" * 1_500_000 + b'"}'
BAD = {
    "no chunk": ((post("{path}", CHUNKED), b"zz\r\nabc\r\n0\r\n\r\n"), {400}),
    "a chunk of wrong length": ((post("{path}", CHUNKED), b"2\r\nabcdef\r\n0\r\n\r\n"), {400}),
    "an endless length": ((post("{path}", CHUNKED), b"f" * 40 + b"\r\nabc\r\n"), {400, 413}),
    "too large": ((post("{path}", f"Content-Length: {len(LARGE)}"), LARGE), {413}),
    "too large in chunks": (
        (post("{path}", CHUNKED), b"%x\r\n" % len(LARGE) + LARGE + b"\r\n0\r\n\r\n"),
        {413},
    ),
    "larger than proa takes": (
        (post("{path}", "Content-Length: 600000"), LARGE[:600_000]),
        {413},
    ),
    "two lengths": ((post("{path}", "Content-Length: 3", CHUNKED), b"0\r\n\r\n"), {400, 401, 422}),
    "a wrong length": ((post("{path}", "Content-Length: many"),), {400}),
}


def paths() -> list[str]:
    """Return paths for posts that reach both servers."""
    return ["/api/records", *(f"/api/tables/{n:032x}/actions" for n in range(4))]


class Playing:
    """A person who plays at a table, and whether an error ever occurred."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(verify=False, base_url=url, timeout=60)
        order = [{"who": "me", "name": name} for name in ("Hina", "Teva", "Moana")]
        opened = self.ask("POST", "/api/tables", json={"game": "toy", "seats": order})
        self.path = f"/api/tables/{opened['table']}"
        self.tokens = [seat["token"] for seat in opened["seats"]]
        for n, _ in enumerate(self.tokens):
            self.ask("POST", f"{self.path}/ready", n, json={"nonce": f"{n:064x}"})

    def ask(self, method: str, path: str, seat: int = -1, **more) -> dict:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat >= 0 else {}
        answer = self.client.request(method, path, headers=headers, **more)
        assert answer.status_code in (200, 201), f"{path}: {answer.status_code} {answer.text[:200]}"
        return answer.json()

    def play(self) -> None:
        """Make one decision of the seat that is asked."""
        for seat, _ in enumerate(self.tokens):
            seen = self.ask("GET", f"{self.path}/view", seat)
            if seen["view"]["actions"]:
                chosen = {"frame": seen["frame"], "codes": [seen["view"]["actions"][0]["code"]]}
                self.ask("POST", f"{self.path}/actions", seat, json=chosen)
                return


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_bad_clients_disturb_nobody(proxy, tmp_path):
    port = free_port()
    url = f"https://localhost:{port}"
    with contextlib.ExitStack() as running:
        pages = [running.enter_context(Server(tmp_path / "data", url)).port for _ in range(2)]
        running.enter_context(behind(proxy, tmp_path, port, pages))
        friends = [Playing(url) for _ in range(3)]  # whose tables come to both servers
        wrong = {}
        for name, (parts, expected) in BAD.items():
            for path in paths():
                said = [part.replace(b"{path}", path.encode()) for part in parts]
                with spoken(port, *said) as connection:
                    status = answered(connection)
                if status not in expected:
                    wrong[name, path] = status
            for friend in friends:
                friend.play()
        assert not wrong
        for path in paths():
            with spoken(port, post(path, "Content-Length: 1000"), b"{"):
                pass  # gone before it was said
        with contextlib.ExitStack() as slow:
            for path in paths():
                slow.enter_context(spoken(port, post(path, "Content-Length: 1000"), b"{"))
                slow.enter_context(spoken(port, post(path, CHUNKED), b"1\r\n{\r\n"))
            for friend in friends:
                friend.play()
        # Nobody gets a limit of their own by a header.
        statuses = [
            httpx.post(
                f"{url}/api/tables",
                json={"game": "toy", "seats": [{"who": "me"}, {"who": "me"}]},
                headers={"X-Forwarded-For": f"203.0.113.{n}", "Forwarded": f"for=203.0.113.{n}"},
                verify=False,
                timeout=60,
            ).status_code
            for n in range(24)
        ]
        assert 429 in statuses


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
@pytest.mark.parametrize("does", ["breaks off", "fails"])
def test_a_request_that_fails_takes_no_server_out(proxy, does, tmp_path):
    """And no post is sent twice, to whichever server."""
    port, backends = free_port(), [Backend(does), Backend(does)]
    with behind(proxy, tmp_path, port, [backend.port for backend in backends]):
        url = f"https://localhost:{port}"
        for n in range(6):
            for method in ("POST", "PUT", "DELETE", "GET"):
                path = f"/api/tables/{n:032x}/{method.lower()}"
                answer = httpx.request(method, url + path, verify=False, timeout=60)
                assert answer.status_code in (500, 502)
                assert httpx.get(f"{url}/well", verify=False, timeout=60).text == "ok"
        got = backends[0].got + backends[1].got
        assert [n for name, n in got.items() if name.startswith("POST")] == [1] * 6
    for backend in backends:
        backend.close()


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_what_servers_say_that_are_unwell_is_read(proxy, tmp_path):
    """As that the disk is full, of all at once: the proxy says nothing instead."""
    port, backends = free_port(), [Backend("is unwell"), Backend("is unwell")]
    with behind(proxy, tmp_path, port, [backend.port for backend in backends]):
        time.sleep(2.5)  # Caddy has looked again
        for path in (*paths(), "/"):
            answer = httpx.get(f"https://localhost:{port}{path}", verify=False, timeout=60)
            assert (answer.status_code, answer.text) == (503, "ok"), path
    for backend in backends:
        backend.close()


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_a_post_for_a_server_that_is_gone_comes_to_the_other_once(proxy, tmp_path):
    """Caddy's retries have no body (caddyserver/caddy#7546): there it may take a health check."""
    port, backends = free_port(), [Backend(), Backend()]
    with behind(proxy, tmp_path, port, [backend.port for backend in backends]):
        backends[0].close()
        tried = 0
        for n in range(8):
            status = 502
            while status == 502:
                path = f"https://localhost:{port}/api/tables/{n:032x}/actions/{tried}"
                status = httpx.post(path, content=b"{}", verify=False, timeout=60).status_code
                tried += 1
                assert tried < 5000
            assert status == 200
        posts = [n for name, n in backends[1].got.items() if name.startswith("POST")]
        assert posts == [1] * 8
        assert proxy == "caddy" or tried == 8
    backends[1].close()


TARGETS = [
    f"GET https://localhost/table/{SECRET} HTTP/1.1",
    f"GET http://localhost/sit/{SECRET}?x={SECRET} HTTP/1.1",
    f"GET HTTPS://a:{SECRET}@localhost/table/{SECRET} HTTP/1.1",
    f"GET https://localhost?{SECRET} HTTP/1.1",
    f"OPTIONS *{SECRET} HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    f"CONNECT {SECRET}:443 HTTP/1.1",
    f"GET //table/{SECRET} HTTP/1.1",
    f"GET /%74able/{SECRET} HTTP/1.1",
    f"GET /%2Ftable%2F{SECRET} HTTP/1.1",
    f"GET /table%0a/{SECRET} HTTP/1.1",
    f"GET /./table/../{SECRET} HTTP/1.1",
    f"GET table/{SECRET} HTTP/1.1",
    f"GET {SECRET} HTTP/1.1",
    f"GET /?{SECRET} HTTP/1.1",
    f"GET /table/{SECRET} HTTP/9.9",
    f"GET /table/{SECRET} {SECRET}",
    f"{SECRET} /table/{SECRET} HTTP/1.1",
]
HEADERS = [
    f"Referer: https://localhost/table/{SECRET}",
    f"Cookie: proa={SECRET}",
    f"Authorization: Bearer {SECRET}",
    f"Location: /table/{SECRET}",
    f"Origin: https://localhost/{SECRET}",
    f"X-Original-URL: /table/{SECRET}",
    f"X-Forwarded-For: {SECRET}",
    f"User-Agent: {SECRET}",
]


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_no_form_of_a_request_gets_a_secret_into_a_log(proxy, tmp_path):
    port, backends = free_port(), [Backend(), Backend()]
    with behind(proxy, tmp_path, port, [backend.port for backend in backends]) as logs:

        def ask(target: str) -> None:
            head = "\r\n".join([target, "Host: localhost", *HEADERS, "", ""])
            with spoken(port, head.encode()) as connection:
                connection.settimeout(5)
                answered(connection)

        with ThreadPoolExecutor(len(TARGETS)) as pool:
            list(pool.map(ask, TARGETS))
            for backend in backends:
                backend.close()
            list(pool.map(ask, TARGETS))
        text = until_written(logs, "/table")
    assert SECRET not in text
    assert SECRET not in text.replace("\\", "")


def until_written(logs: list[Path], what: str) -> str:
    """Return the content of the logs a moment after they contain ``what``."""
    for _ in range(600):
        if what in "".join(log.read_text(encoding="utf-8") for log in logs):
            break
        time.sleep(0.1)
    time.sleep(1)
    text = "".join(log.read_text(encoding="utf-8") for log in logs)
    assert what in text
    return text


def test_no_form_of_a_request_gets_a_secret_into_our_own_log(tmp_path, caplog):
    """Nor with the level at which most is told."""
    caplog.set_level("DEBUG")
    with Server(tmp_path / "data", "https://localhost") as server:
        for target in TARGETS:
            head = "\r\n".join([target, "Host: localhost", *HEADERS, "", ""])
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
                connection.sendall(head.encode())
                with contextlib.suppress(OSError):
                    connection.recv(65536)
    told = [json.dumps(record.__dict__, default=str) for record in caplog.records]
    ours = [line for line in told if '"name": "proa' in line or '"name": "uvicorn' in line]
    assert any("/table/{table_id}" in line for line in ours)
    assert not [line for line in ours if SECRET in line]
