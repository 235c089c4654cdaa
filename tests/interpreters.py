"""The Python interpreters of this machine, and virtual environments made with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

RUNNING = sys.version_info[:2]
_ASKED = "import ensurepip, sys, venv; print(*sys.version_info[:2])"


def interpreter(version: tuple[int, int]) -> str | None:
    """Return a Python of this version that runs and can make virtual environments, or None."""
    for candidate in _candidates(version):
        asked = subprocess.run([candidate, "-I", "-c", _ASKED], capture_output=True, text=True)
        if asked.returncode == 0 and asked.stdout.split() == [str(part) for part in version]:
            return candidate
    return None


def _candidates(version: tuple[int, int]) -> Iterator[str]:
    if version == RUNNING:
        yield sys.executable
    name = f"python{version[0]}.{version[1]}"
    if found := shutil.which(name):
        yield found
    for root in (os.environ.get("PYENV_ROOT"), "~/.pyenv"):
        if root:
            versions = Path(root).expanduser() / "versions"
            yield from map(str, versions.glob(f"{version[0]}.{version[1]}*/bin/{name}"))


class Environment:
    """A fresh virtual environment; programs in it can't see the source tree."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self._scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([python, "-I", "-m", "venv", folder], check=True)

    def install(self, *what: str | Path) -> None:
        """Install packages with all their dependencies."""
        self.run("python", "-m", "pip", "install", "--quiet", "--no-compile", *map(str, what))

    def command(self, program: str, *arguments: str) -> list[str]:
        """Return the command line of one of its programs."""
        return [str(self._scripts / program), *arguments]

    def run(self, program: str, *arguments: str) -> str:
        """Run one of its programs, check that it succeeds, and return what it printed."""
        command = self.command(program, *arguments)
        done = subprocess.run(
            command, cwd=self.folder, env=clean(), capture_output=True, text=True, encoding="utf-8"
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def clean() -> dict[str, str]:
    """Return the environment variables without those that lead Python to other code."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**env, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1", "PROA_LANG": "en"}
