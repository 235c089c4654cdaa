"""The cache of compiled code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import proa
from proa.engine import cache as keeping
from proa.engine import doors
from proa.engine.cache import Doors
from proa.engine.errors import NoCache
from proa.engine.sources import compiled_in

TESTS = Path(__file__).resolve().parents[1]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PROA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _doors(game):
    kind = game.kind
    return Doors(kind.name, [kind.folder], kind.rules, kind.state)


def test_a_changed_source_file_means_another_folder(tmp_path, cache):
    for number, content in enumerate(["one = 1\n", "one = 2\n", "one = 1\n"]):
        source = tmp_path / str(number)
        source.mkdir()
        (source / "rules.py").write_text(content)
        (source / "notes.txt").write_text(content)
    first, second, third = (keeping.cache_folder("x", tmp_path / str(n)) for n in range(3))
    assert first != second
    assert first == third
    assert first.parent == cache


def test_files_of_other_kinds_do_not_count(tmp_path, cache):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text("")
    (tmp_path / "b" / "components.toml").write_text("x = 1")
    assert keeping.cache_folder("x", tmp_path / "a") == keeping.cache_folder("x", tmp_path / "b")


def test_the_folder_belongs_to_what_was_imported(tmp_path, cache):
    """An edit while the process runs does not store old code under the new sources' name."""
    (tmp_path / "rules.py").write_text("one = 1\n")
    before = keeping.cache_folder("x", tmp_path)
    (tmp_path / "rules.py").write_text("one = 2\n")
    assert keeping.cache_folder("x", tmp_path) == before


def test_checked_and_unchecked_code_are_kept_apart(tmp_path, cache, monkeypatch):
    plain = keeping.cache_folder("x", tmp_path)
    monkeypatch.setattr(keeping, "BOUNDS_CHECKED", not keeping.BOUNDS_CHECKED)
    assert keeping.cache_folder("x", tmp_path) != plain


def test_code_for_another_processor_is_kept_apart(tmp_path, cache, monkeypatch):
    ours = keeping.cache_folder("x", tmp_path)
    monkeypatch.setattr(keeping.numba.config, "CPU_NAME", "generic")
    monkeypatch.setattr(keeping.numba.config, "CPU_FEATURES", "")
    generic = keeping.cache_folder("x", tmp_path)
    assert generic != ours
    other = "another processor"
    monkeypatch.setattr(keeping._host, "get_host_cpu_name", lambda: other)
    assert keeping.cache_folder("x", tmp_path) == generic
    monkeypatch.setattr(keeping.numba.config, "CPU_NAME", None)
    assert keeping.cache_folder("x", tmp_path) not in (ours, generic)


_OTHER_PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
import proa, proa.games
from proa.engine import doors
proa.games.GAMES["toy"] = "toy"
game = proa.game("toy")
compiled = game.doors[doors.mover]
print(sum(compiled.stats.cache_hits.values()), sum(compiled.stats.cache_misses.values()))
"""


def _other_process(cache):
    command = [sys.executable, "-c", _OTHER_PROCESS, str(TESTS)]
    environment = os.environ | {"PROA_CACHE": str(cache)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_a_second_process_loads_what_the_first_compiled(cache):
    assert _other_process(cache) == ["0", "1"]
    assert _other_process(cache) == ["1", "0"]


def test_what_is_compiled_is_only_read(cache, toy, monkeypatch):
    """It may lie in a container's image, where nothing can be written."""
    monkeypatch.setattr(keeping, "DOORS", [doors.mover])
    _doors(toy).compile_all()
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*")}
    monkeypatch.setattr(keeping, "FileLock", None)
    again = _doors(toy)
    assert again.is_warm()
    again.compile_all()
    assert sum(again[doors.mover].stats.cache_hits.values()) == 1
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*")} == before


def test_old_folders_are_pruned(cache):
    folders = [cache / f"toy-{n}" for n in range(5)]
    for age, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (1000 - age, 1000 - age))
    (cache / "tahiti-0").mkdir()
    gone = keeping.prune("toy", keep=folders[4])
    assert sorted(gone) == folders[2:4]
    kept = sorted(folder.name for folder in cache.iterdir())
    assert kept == ["tahiti-0", "toy-0", "toy-1", "toy-4"]


def test_pruning_without_a_cache_does_nothing(cache):
    assert keeping.prune("toy", keep=cache / "toy-0") == []


def test_compiling_all_ticks_and_marks_the_folder(cache, toy, monkeypatch):
    monkeypatch.setattr(keeping, "DOORS", [doors.mover, doors.carry_out])
    made = _doors(toy)
    assert not made.is_warm()
    ticks = []
    made.compile_all(ticks.append)
    assert ticks == ["mover", "carry_out"]
    assert made.is_warm()
    assert _doors(toy).is_warm()


def test_two_threads_may_want_the_same_door(cache, toy):
    made = _doors(toy)
    position = toy.start(3, seed=1).record()
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(made[doors.mover](toy.rules, position)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0, 0, 0, 0]


@pytest.mark.parametrize("want", [lambda game: game[doors.mover], Doors.is_warm, Doors.compile_all])
def test_a_cache_that_can_not_be_used_is_named(toy, monkeypatch, want):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    monkeypatch.setattr(Path, "is_file", _as_if_forbidden)
    with pytest.raises(NoCache, match="can't be kept in /dev/null/cache"):
        want(_doors(toy))


def _as_if_forbidden(path):
    return path.stat() is not None


def test_numbas_own_settings_stay(cache):
    import numba

    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR


def test_a_game_outside_the_package_may_lie_anywhere(tmp_path, cache):
    """Its folder is hashed by content, not by place."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(TESTS / "toy", copy, ignore=shutil.ignore_patterns("__pycache__"))
    toy_folder = proa.game("toy").kind.folder
    assert keeping.cache_folder("toy", copy) == keeping.cache_folder("toy", toy_folder)


def test_editions_and_options_of_a_game_share_their_doors():
    assert proa.game("toy").doors is proa.game("toy", tide="calm").doors
    assert proa.game("toy").doors is not proa.game("tahiti").doors


def test_only_files_that_compiled_code_can_reach_are_watched(tmp_path):
    (tmp_path / "ruled.py").write_text("@rule\ndef one():\n    return 1\n")
    (tmp_path / "plain.py").write_text("from proa.engine.compile import rule\n")
    assert compiled_in(tmp_path) == [tmp_path / "ruled.py"]
    ours = {file.name for file in compiled_in(keeping.PACKAGE / "engine")}
    assert {"doors.py", "chance.py", "rng.py", "verbs.py", "compile.py"} <= ours
    assert not ours & {"game.py", "records.py", "words.py"}
