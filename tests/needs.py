"""Programs that the machine needs for all tests. Without one, some tests are skipped, and the
summary says which."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """Return the path of a Chromium: the one in ``PROA_CHROMIUM``, else the system's."""
    return os.environ.get("PROA_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


def shell() -> str | None:
    """Return the path of a Chromium without windows: it renders the same pages in half the time."""
    return os.environ.get("PROA_CHROMIUM") or shutil.which("chromium-headless-shell") or chromium()


def postgresql() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@dataclass(frozen=True)
class Need:
    """A program of the system that some tests need."""

    name: str
    find: Callable[[], object]
    required: str
    """The environment variable that makes a missing program a failure."""
    package: str
    """The package's name in Debian, Ubuntu and Homebrew."""

    def path(self) -> Any:
        """Return the program's path. If it is missing, skip the test, or fail it if it is
        required."""
        found = self.find()
        if found is None and os.environ.get(self.required):
            pytest.fail(f"{self.name} is required here ({self.required}), but there is none")
        if found is None:
            pytest.skip(f"needs {self.name}")
        return found


def server_program(name: str) -> str | None:
    """Return the path of a program that may be in a folder that only root searches."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


CHROMIUM = Need("Chromium", chromium, "PROA_REQUIRE_BROWSER", "chromium")
SHELL = replace(CHROMIUM, find=shell)
POSTGRESQL = Need("PostgreSQL", postgresql, "PROA_REQUIRE_POSTGRES", "postgresql")
CADDY = Need("Caddy", partial(server_program, "caddy"), "PROA_REQUIRE_PROXIES", "caddy")
NGINX = Need("nginx", partial(server_program, "nginx"), "PROA_REQUIRE_PROXIES", "nginx")
OPENSSL = Need("OpenSSL", partial(server_program, "openssl"), "PROA_REQUIRE_PROXIES", "openssl")
NEEDS = (CHROMIUM, POSTGRESQL, CADDY, NGINX, OPENSSL)


def report(skipped: dict[str, int]) -> list[str]:
    """Return lines about skipped tests, the missing programs and the command that installs them."""
    missing = [need for need in NEEDS if need.find() is None]
    if not missing:
        return []
    install = "brew install" if sys.platform == "darwin" else "sudo apt-get install"
    lines = [
        f"{need.name} is missing here; {n} tests of this run were skipped for want of it."
        if (n := skipped.get(need.name, 0))
        else f"{need.name} is missing here; tests that need it are skipped."
        for need in missing
    ]
    packages = " ".join(need.package for need in missing)
    return [*lines, f"To run them too: {install} {packages} && make test"]
