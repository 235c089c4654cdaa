"""Every test is run by exactly one of the commands that the Makefile offers."""

from __future__ import annotations

import re
import subprocess
import tomllib
from itertools import chain, combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMMANDS = ("test", "test-slow", "test-release")
DURATIONS = ("slow", "release")
"""The markers by which commands select tests."""
MARKERS = [*chain.from_iterable(combinations(DURATIONS, n) for n in range(3))]


def runs(command: str) -> list[str]:
    """Return the lines in which a command of the Makefile starts pytest."""
    done = subprocess.run(
        ["make", "--dry-run", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [line for line in done.stdout.splitlines() if "bin/pytest " in line]


def selects(run: str, markers: tuple[str, ...], *, browser: bool) -> bool:
    """Return whether a run of pytest includes tests with these markers."""
    (expression,) = re.findall(r'-m "([^"]*)"', run)
    if "--ignore=tests/browser" in run and browser:
        return False
    if re.search(r" tests/browser\b", run) and not browser:
        return False
    return bool(eval(expression, {name: name in markers for name in DURATIONS}))


@pytest.mark.parametrize("browser", [False, True])
@pytest.mark.parametrize("markers", MARKERS)
def test_one_command_runs_each_test(markers, browser):
    found = [
        (command, run)
        for command in COMMANDS
        for run in runs(command)
        if selects(run, markers, browser=browser)
    ]
    assert len(found) == 1
    long = "release" in markers or (browser and markers)
    expected = "test-release" if long else "test-slow" if markers else "test"
    assert found[0][0] == expected


def test_plain_pytest_runs_what_make_test_runs():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    (chosen,) = re.findall(r"-m '([^']*)'", options["ini_options"]["addopts"])
    assert all(f'-m "{chosen}"' in run for run in runs("test"))


def test_markers_of_other_names_choose_nothing():
    """What the commands choose by are the markers above, and all of these are declared."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    declared = {marker.partition(":")[0] for marker in options["ini_options"]["markers"]}
    assert declared >= set(DURATIONS)
    for command in COMMANDS:
        for run in runs(command):
            (expression,) = re.findall(r'-m "([^"]*)"', run)
            assert set(re.findall(r"[a-z]+", expression)) - {"and", "or", "not"} <= set(DURATIONS)
            assert " -k " not in run
