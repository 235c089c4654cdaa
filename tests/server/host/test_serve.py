"""Starting the server: errors are reported before it runs; a port in use is skipped."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from proa.engine.errors import BadOption
from proa.server.config.settings import Settings
from proa.server.host import serve
from server.ports import free_port
from waiting import wait_until

ROOT = Path(__file__).parents[3]


def test_the_next_free_port_is_taken_and_the_page_is_there_when_announced(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as in_use:
        port = in_use.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        server = serve.prepare(Settings(tmp_path))
        answered = []

        def look() -> None:
            answered.append(httpx.get(f"{server.address}static/tokens.css").status_code)
            server.should_exit = True

        server.run_until_stopped(lambda: threading.Thread(target=look).start())
    assert server.address != f"http://127.0.0.1:{port}/"
    assert answered == [200]


@pytest.mark.parametrize("told", ["the port", "the address for all"])
def test_a_busy_port_that_others_have_been_told_is_an_error(tmp_path, monkeypatch, told):
    with socket.create_server(("127.0.0.1", 0)) as in_use:
        port = in_use.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        named = {"port": port} if told == "the port" else {"public_url": "https://proa.example"}
        with pytest.raises(BadOption, match=f"port {port} is in use, perhaps by another proa"):
            serve.prepare(Settings(tmp_path, **named))


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    ("given", "asked"), [([], "proa play"), (["PORT=8123"], "proa play --port 8123")]
)
def test_make_names_a_port_only_if_one_was_chosen(given, asked):
    said = subprocess.run(
        ["make", "--no-print-directory", "-n", "play", *given],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip().endswith(asked)


SEVERAL = """
import multiprocessing
import sys
from pathlib import Path
from proa.server.host import serve
from proa.server.config.settings import Settings
server = serve.prepare(Settings(Path(sys.argv[2]), port=int(sys.argv[1]), processes=2))
def announce():
    pids = (child.pid for child in multiprocessing.active_children())
    print(server.address, *pids, flush=True)
server.run_until_stopped(announce)
"""


def is_alive(pid: int) -> bool:
    try:
        return b") Z" not in Path(f"/proc/{pid}/stat").read_bytes()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", ["interrupted", "its supervisor is killed"])
def test_several_processes_serve_one_port_until_they_end(tmp_path, how):
    command = [sys.executable, "-c", SEVERAL, str(free_port()), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        address, *pids = server.stdout.readline().split()
        serving = {int(pid) for pid in pids}
        assert len(serving) == 2
        if how == "interrupted":
            os.kill(serving.pop(), signal.SIGKILL)
            assert httpx.get(f"{address}static/tokens.css", timeout=60).status_code == 200
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 0
        else:
            server.kill()
        wait_until(lambda: not any(map(is_alive, serving)))
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}static/tokens.css")


def test_a_database_out_of_reach_is_named_without_its_password(tmp_path):
    pytest.importorskip("psycopg")
    with pytest.raises(BadOption, match=r"can't be opened: .*refused") as refused:
        serve.prepare(Settings(tmp_path, "postgresql://proa:secret@127.0.0.1:1/proa"))
    assert "secret" not in str(refused.value)


def test_a_key_that_is_none_is_refused(tmp_path):
    key = tmp_path / "cookie.key"
    key.touch()
    with pytest.raises(BadOption, match="is not a key") as refused:
        serve.prepare(Settings(tmp_path, port=8571))
    assert str(key) in str(refused.value)
    key.unlink()
    serve.prepare(Settings(tmp_path, port=8571))._listening.close()
    assert len(key.read_bytes()) == 32


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://localhost:"),
        ("::", "http://localhost:"),
        ("::1", "http://localhost:"),
        ("127.0.0.1", "http://localhost:"),
        ("127.0.0.2", "http://localhost:"),  # as the address of a network
    ],
)
def test_the_address_shown_is_one_that_can_be_opened(tmp_path, host, address):
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    server = serve.prepare(Settings(tmp_path, host=host, port=8571))
    assert server._listening.proto == socket.IPPROTO_TCP  # else answers wait for others to be heard
    server._listening.close()
    assert server.address.startswith(address)


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0", "::", "localhost", "127.0.0.2"])
def test_the_one_name_of_this_machine_leads_to_the_server_however_it_listens(tmp_path, host):
    """A browser tries both addresses of it."""
    if not has_ipv6():
        pytest.skip("this machine has no IPv6")
    server = serve.prepare(Settings(tmp_path, host=host, port=free_port()))
    answered = []

    def look() -> None:
        for loopback in ("127.0.0.1", "[::1]"):
            at = server.address.replace("localhost", loopback)
            answered.append(httpx.get(f"{at}healthz/live", timeout=60).status_code)
        server.should_exit = True

    server.run_until_stopped(lambda: threading.Thread(target=look).start())
    assert answered == [200, 200]


def test_where_another_program_has_the_name_another_port_is_taken(tmp_path, monkeypatch):
    """Some programs listen at ``[::1]`` only: a browser would show their page for ours."""
    if not has_ipv6():
        pytest.skip("this machine has no IPv6")
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        server = serve.prepare(Settings(tmp_path))
        assert server.address != f"http://localhost:{port}/"
        with pytest.raises(BadOption, match=f"port {port} is in use"):
            serve.prepare(Settings(tmp_path, port=port))
        behind = serve.prepare(Settings(tmp_path, port=port, public_url="https://proa.example"))
        assert not behind._beside, "a proxy asks where it was told to"
        apart = serve.prepare(Settings(tmp_path, host="127.0.0.2", port=port))
        assert apart.address == f"http://127.0.0.2:{port}/"


def test_no_text_browser_takes_over_the_terminal(monkeypatch):
    opened = []
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    monkeypatch.setattr(serve.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    serve.open_page("http://127.0.0.1:8000/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    serve.open_page("http://127.0.0.1:8000/")
    assert opened == ["http://127.0.0.1:8000/"]
