"""The release: the wheel is built, installed alone and played; two places agree."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import proa
from interpreters import Environment, clean, interpreter
from server.ports import free_port

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOWEST, BEYOND = re.findall(r"3\.(\d+)", PROJECT["requires-python"])
SUPPORTED = [(3, minor) for minor in range(int(LOWEST), int(BEYOND))]


def test_the_version():
    assert PROJECT["version"] == proa.__version__


def test_the_python_versions():
    script = (ROOT / "scripts" / "check_python.py").read_text(encoding="utf-8")
    numbers = re.search(r"LOWEST, BEYOND = \((\d+), (\d+)\), \((\d+), (\d+)\)", script)
    lowest, beyond = ".".join(numbers.groups()[:2]), ".".join(numbers.groups()[2:])
    assert PROJECT["requires-python"] == f">={lowest},<{beyond}"
    named = {c.rpartition(" :: ")[2] for c in PROJECT["classifiers"] if "Python :: 3." in c}
    assert named == {f"3.{minor}" for _, minor in SUPPORTED}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    asked = [*pip, "download", "--quiet", "--no-deps", "-d", folder / "index", "hatchling"]
    if subprocess.run(asked, capture_output=True).returncode:
        pytest.skip("building the wheel needs a package index, and none can be reached")
    building = [*pip, "wheel", "--quiet", "--no-deps", "-w", folder, str(ROOT)]
    subprocess.run(building, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


IMPORTED = """
import importlib, importlib.util, json, pkgutil, proa
OTHERS = (".__main__", ".core.strategies")  # a program, what Hypothesis tests with
EXTRA = (
    ".migrations.", "proa.envs.", ".vector.gpu", ".vector.device_functions", ".learn.model",
    ".learn.training",
)
names = [module.name for module in pkgutil.walk_packages(proa.__path__, "proa.")]
for name in names:
    if not name.endswith(OTHERS) and not any(part in name for part in EXTRA):
        importlib.import_module(name)
extras = [name for name in ("pytest", "httpx", "psycopg") if importlib.util.find_spec(name)]
print(json.dumps({"file": proa.__file__, "modules": len(names), "extras": extras}))
"""


@pytest.mark.slow  # it compiles everything
@pytest.mark.parametrize("version", SUPPORTED, ids=lambda version: "{}.{}".format(*version))
def test_the_wheel_alone_is_played(version, wheel, tmp_path):
    python = interpreter(version)
    if python is None:
        pytest.skip("there is no Python {}.{} here".format(*version))
    fresh = Environment(tmp_path / "fresh", python)
    fresh.install(wheel)
    fresh.run("python", "-m", "pip", "check")
    seen = json.loads(fresh.run("python", "-c", IMPORTED))
    assert Path(seen["file"]).is_relative_to(fresh.folder)
    assert seen["modules"] > 100
    assert seen["extras"] == []
    won = json.loads(fresh.run("proa", "simulate", "tahiti", "--games", "3", "--json"))
    assert won["games"] == 3
    assert "TA-3.6" in fresh.run("proa", "rules", "tahiti", "TA-3.6")
    with played(fresh, "--data", str(tmp_path / "data")) as address:
        assert "Bora Bora" in httpx.get(address, timeout=300).text
        client = [sys.executable, ROOT / "examples" / "http_client.py", address, "tahiti"]
        game = subprocess.run(client, capture_output=True, text=True, check=True)
    assert "Points: [" in game.stdout


@contextmanager
def played(where: Environment, *options: str) -> Iterator[str]:
    """Run ``proa play`` and yield the server's address."""
    command = where.command("proa", "play", "--no-browser", "--port", str(free_port()), *options)
    with subprocess.Popen(
        command, cwd=where.folder, env=clean(), stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            yield re.search(r"http://\S+?(?=/? )", line).group()
        finally:
            server.terminate()
