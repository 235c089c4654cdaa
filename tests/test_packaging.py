"""What stands in two places says the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import proa

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version():
    assert PROJECT["version"] == proa.__version__


def test_the_python_versions():
    script = (ROOT / "scripts" / "check_python.py").read_text(encoding="utf-8")
    numbers = re.search(r"LOWEST, BEYOND = \((\d+), (\d+)\), \((\d+), (\d+)\)", script)
    lowest, beyond = ".".join(numbers.groups()[:2]), ".".join(numbers.groups()[2:])
    assert PROJECT["requires-python"] == f">={lowest},<{beyond}"
