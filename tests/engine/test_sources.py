"""What the key of the compile cache is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

import proa
from proa.engine.cache import Doors
from proa.engine.linking import counting
from proa.engine.reach import reachable
from proa.engine.sources import reached_by, source_hash
from proa.warmth import ALL, BOTS, TABLE

ROOT = Path(proa.__file__).parent


@pytest.mark.parametrize("name", ["tahiti", "toy"])
def test_rules_count_and_pages_do_not(name):
    verbs = proa.game(name).kind.verbs.values()
    reached = {path.name for path in reached_by(verbs)}
    assert {"position.py", "actions.py", "observe.py"} <= reached
    assert {"rules.py", "flow.py"} & reached
    words = {"view.py", "sections.py", "labels.py", "data.py", "story.py"}
    assert not (words | {"dump.py", "__init__.py"}) & reached


def reached(name: str, wing: str) -> set[str]:
    game = proa.game(name)
    parts = reachable((door.function for door in game.doors.wing(wing).doors), game.kind.verbs)
    return {path.relative_to(ROOT).as_posix() for path in reached_by(parts)}


@pytest.mark.parametrize("wing", ALL)
def test_a_wing_is_made_of_what_its_doors_can_call_and_of_no_words_or_pages(wing):
    ours = reached("borabora", wing)
    assert {"engine/linking.py", "engine/compile.py", "engine/rng.py"} <= ours
    assert {"games/borabora/rules/course.py", "games/borabora/position.py"} <= ours
    assert not [path for path in ours if {"words", "board", "server"} & {*path.split("/")}]


def test_what_bots_think_with_is_apart_from_what_tables_play_with():
    assert "bots/tree.py" in reached("tahiti", BOTS)
    assert "bots/tree.py" not in reached("tahiti", TABLE)
    assert "games/tahiti/study/observe.py" in reached("tahiti", TABLE)
    assert "games/tahiti/study/observe.py" not in reached("tahiti", BOTS)


def test_everything_that_is_compiled_is_reachable(toy, monkeypatch, tmp_path):
    """Else a file could change and what was compiled of it would stay."""
    monkeypatch.setenv("PROA_CACHE", str(tmp_path))
    doors = Doors(toy.name, toy.kind.verbs, toy.kind.components.tables, toy.kind.state)
    compiled = set()
    with counting(compiled.add):
        doors.open(TABLE)
    ours = {function for function in compiled if not function.__module__.startswith("numba.")}
    parts = reachable((door.function for door in doors.wing(TABLE).doors), toy.kind.verbs)
    assert ours <= parts


def test_a_file_counts_by_name_and_content(tmp_path):
    hashes = set()
    for folder, name, content in (("a", "x.py", "1"), ("b", "x.py", "2"), ("c", "y.py", "1")):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / name
        path.write_text(content)
        hashes.add(source_hash(path))
    assert len(hashes) == 3
