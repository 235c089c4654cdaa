"""Fixtures and hooks of all tests; registers the toy game like any other."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import hypothesis
import pytest

import proa
import proa.games

sys.path.insert(0, str(Path(__file__).parent))

import needs
from compiled import compile_side_by_side

proa.games.GAMES.offer("toy", "toy:SPEC")

LONGEST = (
    # without a browser
    "test_random_games_stay_within_bounds[borabora",
    "test_random_games_stay_within_bounds[borneo",
    "test_random_games_stay_within_bounds[tahiti",
    "test_a_thousand_racing_posts",
    "test_kill_9",
    "test_the_wheel_alone_is_played",
    "test_random_games_are_sound_and_end[",
    "test_nothing_that_is_sent_depends_on_what_is_hidden[bor",
    "test_everything_is_said_in_every_language[bor",
    # with one
    "test_frames_of_a_whole_game",
    "test_nothing_hides_what_is_played_with[bor",
    "test_a_whole_game_by_",
    "test_two_browsers_and_a_bot",
    "test_every_kind_of_decision_fits_every_window",
    "test_games_by_names_alone[bor",
    "test_on_a_phone_the_dock_is_enough_for_a_whole_game",
    "test_an_evening_on_a_home_network",
    "test_by_mouse",
    "test_the_board_stands_still_when_ones_turn_comes[borneo",
    "test_why_not_marks_what_the_reasons_are_about",
    "test_decisions_are_accessible",
)
"""The beginnings of the names of the longest tests, the longest first."""

hypothesis.settings.register_profile("proa", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("proa")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile what several worker processes will need, before they start."""
    processes = session.config.getoption("numprocesses", None)
    if processes and not hasattr(session.config, "workerinput"):
        compile_side_by_side(processes)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List at the end what was skipped because the machine lacks a program, and how to install
    it."""
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    skipped = {
        need.name: sum(f"needs {need.name}" in reason for reason in reasons) for need in needs.NEEDS
    }
    for line in needs.report(skipped):
        terminalreporter.write_line(line)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest tests first in each worker's part of the list; lift slow tests' limit."""
    for item in items:
        if item.get_closest_marker("slow") or item.get_closest_marker("release"):
            item.add_marker(pytest.mark.timeout(0))
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    ranks = {id(item): rank for item in items if (rank := _rank(item.name)) < len(LONGEST)}
    long = sorted((item for item in items if id(item) in ranks), key=lambda item: ranks[id(item)])
    rest = iter([item for item in items if id(item) not in ranks])
    parts = [long[worker::workers] for worker in range(workers)]
    sizes = [len(items[worker::workers]) for worker in range(workers)]
    for part, size in zip(parts, sizes, strict=True):
        part.extend(islice(rest, max(0, size - len(part))))
    items[:] = [*(item for part in parts for item in part), *rest]


def _rank(name: str) -> int:
    """Return the place of a test among the longest."""
    found = (place for place, start in enumerate(LONGEST) if name.startswith(start))
    return next(found, len(LONGEST))


@pytest.fixture(scope="session")
def toy():
    """Return the toy game, standard edition."""
    return proa.game("toy")
