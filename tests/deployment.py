"""The files in deploy/, read and run without containers: the same commands, the same files."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import yaml

import needs
from server.cluster import Cluster
from server.ports import free_port
from waiting import wait_until

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SERVERS = ("pages-1", "pages-2", "searches")
PORT = "8000"
"""The port of each container's server."""


def compose(**environment: str) -> dict[str, Any]:
    """Return ``compose.yaml`` with its variables replaced."""

    def value(found: re.Match[str]) -> str:
        return environment[found["name"]]

    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    filled = re.sub(r"\$\{(?P<name>\w+)(:\?[^}]*)?\}", value, text)
    read: dict[str, Any] = yaml.safe_load(filled)
    return read


def image_environment() -> dict[str, str]:
    """Return the environment variables that the image sets."""
    last = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2]
    (set_there,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", last, re.MULTILINE)
    return dict(pair.split("=", 1) for pair in set_there.replace("\\\n", " ").split())


def program(name: str) -> str:
    """Return the path of a program, by its package; skip the test if it is missing."""
    (need,) = (need for need in needs.NEEDS if need.package == name)
    path: str = need.path()
    return path


class Composition:
    """The database, the servers and Caddy as in ``compose.yaml``, each on its own port.

    ``url`` is the address of Caddy, ``addresses`` are those of the servers.
    """

    def __init__(self, folder: Path, cluster: Cluster, site: str) -> None:
        self.folder = folder
        self.url = f"https://{site}"
        self.ports = {name: free_port() for name in SERVERS}
        self._cluster = cluster
        self._services = compose(PROA_SITE=site)["services"]
        self._deploy = folder / "deploy"
        self._running = ExitStack()
        shutil.copytree(DEPLOY, self._deploy, ignore=shutil.ignore_patterns("secrets", ".env"))
        subprocess.run(["sh", self._deploy / "secrets.sh"], check=True)

    def __enter__(self) -> Composition:
        with self._running:
            self._make_roles()
            subprocess.run(**self._process("migrate"), check=True)
            for name in SERVERS:
                self._running.enter_context(process(**self._process(name)))
            for name in SERVERS:
                until_well(f"http://127.0.0.1:{self.ports[name]}/healthz")
            self._running = self._running.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    @contextmanager
    def caddy(self, program: str) -> Iterator[Path]:
        """Run Caddy in front of the servers; yield the path of its log."""
        log = self.folder / "caddy.log"
        service = self._services["caddy"]
        environment = {name: self._here(value) for name, value in service["environment"].items()}
        with caddy(program, self._deploy / "Caddyfile", environment, log):
            until_well(f"{self.url}/healthz")
            yield log

    def _make_roles(self) -> None:
        """Run what PostgreSQL's container runs once, in the order of the names."""
        address = self._cluster.empty_database()
        environment = {
            **os.environ,
            "SECRETS": str(self._deploy / "secrets"),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(self._cluster.port),
            "PGUSER": "postgres",
            "PGPASSWORD": self._cluster.password,
            "PATH": f"{self._cluster.programs}{os.pathsep}{os.environ['PATH']}",
        }
        for file in sorted((self._deploy / "postgresql").iterdir()):
            psql = ["psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--quiet", address, "-f"]
            command = ["sh", file] if file.suffix == ".sh" else [*psql, file]
            subprocess.run(command, env=environment, check=True, capture_output=True)

    def _process(self, name: str) -> dict[str, Any]:
        """Return the command and the environment of a service, with paths and ports of this
        machine."""
        service = self._services[name]
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("PROA_DATA")},
            **{key: self._here(value) for key, value in service["environment"].items()},
            "PROA_DATA_DIR": str(self.folder / "data"),
            "PROA_HOST": "127.0.0.1",
            "PROA_TRUSTED_PROXIES": "127.0.0.1",
            "PROA_PORT": str(self.ports.get(name, PORT)),
        }
        return {"args": [sys.executable, "-m", "proa", *service["command"]], "env": environment}

    def _here(self, value: str) -> str:
        value = value.replace("@database/", f"@127.0.0.1:{self._cluster.port}/")
        value = value.replace("/run/secrets", str(self._deploy / "secrets"))
        for name, port in self.ports.items():
            value = value.replace(f"{name}:{PORT}", f"127.0.0.1:{port}")
        return value


@contextmanager
def process(**how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process, end it, and check that it ends well."""
    with subprocess.Popen(**how) as running:
        try:
            yield running
        finally:
            running.send_signal(signal.SIGTERM)
            assert running.wait(60) in (0, -signal.SIGTERM)


def until_well(address: str) -> None:
    """Wait until an address is answered with 200."""
    wait_until(lambda: is_up(address), 300)


def is_up(address: str) -> bool:
    """Return whether an address is answered with 200."""
    try:
        return httpx.get(address, verify=False, timeout=10).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def caddy(
    program: str, caddyfile: Path, environment: Mapping[str, str], log: Path
) -> Iterator[None]:
    """Run Caddy with the shipped file, on its own port and with its own certificates."""
    own = ["admin off", "skip_install_trust", "auto_https disable_redirects"]
    own.append(f"http_port {free_port()}")
    text = caddyfile.read_text(encoding="utf-8")
    assert text.count("admin off") == 1
    here = log.with_suffix(".Caddyfile")
    here.write_text(text.replace("admin off", "\n".join(own)), encoding="utf-8")
    home = {"HOME": str(log.parent), "XDG_DATA_HOME": str(log.parent)}
    command = [program, "run", "--adapter", "caddyfile", "--config", str(here)]
    with (
        log.open("wb") as out,
        process(args=command, env={**os.environ, **home, **environment}, stdout=out, stderr=out),
    ):
        yield


@contextmanager
def nginx(program: str, folder: Path, port: int, upstreams: list[int]) -> Iterator[Path]:
    """Run nginx with the shipped file for a site called localhost; yield the folder of its logs."""
    folder.mkdir()
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        r"    listen \[::\].*\n": "",
        r"listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        r"listen 80;": f"listen 127.0.0.1:{free_port()};",
        r"/etc/letsencrypt/live/proa\.example/": f"{folder}/",
        r"/var/log/nginx/": f"{folder}/",
        r"root /var/lib/proa/www": f"root {folder}/www",
        r"proa\.example": "localhost",
        r"127\.0\.0\.1:8001": f"127.0.0.1:{upstreams[0]}",
        r"127\.0\.0\.1:8002": f"127.0.0.1:{upstreams[1]}",
    }.items():
        text, count = re.subn(old, new, text)
        assert count, old
    (folder / "site.conf").write_text(text, encoding="utf-8")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/error.log info; daemon off;\n"
        + ("user root;\n" if os.geteuid() == 0 else "")
        + f"events {{}}\nhttp {{\n{temporary}access_log {folder}/others.log;\n"
        f"include {folder}/site.conf;\n}}\n",
        encoding="utf-8",
    )
    make_certificate(folder)
    with process(args=[program, "-p", str(folder), "-c", str(folder / "nginx.conf")]):
        yield folder


def make_certificate(folder: Path) -> None:
    """Make ``privkey.pem`` and ``fullchain.pem`` for localhost."""
    command = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
