"""The parts of the compile cache's key."""

from __future__ import annotations

from pathlib import Path

import pytest

import proa
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.compiler.linking import count_compiled
from proa.engine.compiler.source_hashes import reachable, source_files_of, source_hash
from proa.engine.core.verbs import look_up
from proa.games import OURS
from proa.precompile import ALL, BOTS, LEARNED, TABLE

ROOT = Path(proa.__file__).parent


@pytest.mark.parametrize("name", ["tahiti", "toy"])
def test_rules_count_and_pages_do_not(name):
    verbs = proa.game(name).spec.verbs.values()
    paths = source_files_of(verbs)
    reached = {path.name for path in paths}
    assert {"state.py", "actions.py", "observe.py"} <= reached
    assert {"rules.py", "flow.py"} & reached
    assert not {"texts", "board", "documents"} & {path.parent.name for path in paths}
    assert "__init__.py" not in reached


def reached(name: str, unit: str) -> set[str]:
    game = proa.game(name)
    parts = reachable(
        (each.function for each in game.compiled.unit(unit).functions), look_up(game.spec.verbs)
    )
    return {path.relative_to(ROOT).as_posix() for path in source_files_of(parts)}


@pytest.mark.parametrize("unit", ALL)
def test_a_unit_is_made_of_what_its_functions_can_call_and_of_no_texts_or_pages(unit):
    ours = reached("borabora", unit)
    assert {
        "engine/compiler/linking.py",
        "engine/compiler/compile.py",
        "games/borabora/state.py",
    } <= ours
    if unit != LEARNED:  # which sees, and plays nothing
        assert {"engine/core/rng.py", "games/borabora/rules/flow.py"} <= ours
    assert not [path for path in ours if {"texts", "board", "server"} & {*path.split("/")}]


@pytest.mark.parametrize("unit", ALL)
@pytest.mark.parametrize("name", OURS)
def test_no_sentence_of_a_game_is_in_the_key_of_a_unit(name, unit):
    """Else an edit of a label would compile the rules again."""
    files = {path for path in reached(name, unit) if path.startswith("games/")}
    assert f"games/{name}/components.py" in files
    assert f"games/{name}/messages.py" not in files
    assert not [path for path in files if ".refuse(" in (ROOT / path).read_text(encoding="utf-8")]


def test_what_bots_think_with_is_apart_from_what_tables_play_with():
    assert "bots/tree.py" in reached("tahiti", BOTS)
    assert "bots/tree.py" not in reached("tahiti", TABLE)
    assert "games/tahiti/ai/observe.py" in reached("tahiti", TABLE)
    assert "games/tahiti/ai/observe.py" not in reached("tahiti", BOTS)


def test_everything_that_is_compiled_is_reachable(toy, monkeypatch, tmp_path):
    """Else a file could change and what was compiled of it would stay."""
    monkeypatch.setenv("PROA_CACHE", str(tmp_path))
    functions = CompiledFunctions(
        toy.name, look_up(toy.spec.verbs), toy.spec.components.tables, toy.spec.state
    )
    compiled = set()
    with count_compiled(compiled.add):
        functions.load(TABLE)
    ours = {function for function in compiled if not function.__module__.startswith("numba.")}
    parts = reachable(
        (each.function for each in functions.unit(TABLE).functions), look_up(toy.spec.verbs)
    )
    assert ours <= parts


def test_a_file_counts_by_name_and_content(tmp_path):
    hashes = set()
    for folder, name, content in (("a", "x.py", "1"), ("b", "x.py", "2"), ("c", "y.py", "1")):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / name
        path.write_text(content)
        hashes.add(source_hash(path))
    assert len(hashes) == 3


def test_a_file_of_numbers_counts_with_the_module_that_has_its_name(tmp_path):
    """Else bots would go on with the weights of before a fit."""
    hashes = set()
    for number, weights in enumerate((None, "{}", "[]")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "weights.py").write_text("")
        if weights:
            (folder / "weights.json").write_text(weights)
        hashes |= {source_hash(folder / "weights.py"), source_hash(folder)}
    assert len(hashes) == 3


def test_every_data_file_of_a_bot_belongs_to_a_module():
    files = [*ROOT.glob("games/*/ai/*.json")]
    assert {file.name for file in files} >= {"weights.json", "policy.json"}
    assert [file for file in files if not file.with_suffix(".py").exists()] == []
