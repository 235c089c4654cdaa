"""The cache of compiled code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import proa
from proa.engine.compiler import cache as compile_cache
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.core import position_functions
from proa.engine.core.verbs import look_up
from proa.engine.errors import NoCache
from proa.engine.vector import playouts
from proa.precompile import STUDY, TABLE

TESTS = Path(__file__).resolve().parents[2]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PROA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def one_function(monkeypatch, toy):
    """Return a compilation unit of one quick function; the toy itself has all of them."""
    toy.compiled.load(TABLE)
    monkeypatch.setattr(compile_cache, "COMPILED_FUNCTIONS", [position_functions.mover])


def _compiled_functions(game):
    spec = game.spec
    return CompiledFunctions(spec.name, look_up(spec.verbs), spec.components.tables, spec.state)


def folder_of(name, *sources):
    return compile_cache.cache_folder(name, sources)


def test_a_changed_source_file_means_another_folder(tmp_path, cache):
    for number, content in enumerate(["one = 1\n", "one = 2\n", "one = 1\n"]):
        source = tmp_path / str(number)
        source.mkdir()
        (source / "rules.py").write_text(content)
        (source / "notes.txt").write_text(content)
    first, second, third = (folder_of("x", tmp_path / str(n)) for n in range(3))
    assert first != second
    assert first == third
    assert first.parent == cache


def test_an_account_without_a_home_has_to_name_a_folder(monkeypatch):
    def homeless(*_):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(compile_cache, "user_cache_path", homeless)
    monkeypatch.delenv("PROA_CACHE", raising=False)
    with pytest.raises(NoCache, match="set PROA_CACHE to a folder"):
        compile_cache.cache_root()


def test_files_of_other_kinds_do_not_count(tmp_path, cache):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text("")
    (tmp_path / "b" / "components.toml").write_text("x = 1")
    assert folder_of("x", tmp_path / "a") == folder_of("x", tmp_path / "b")


def test_the_folder_belongs_to_what_was_imported(tmp_path, cache):
    """An edit while the process runs does not store old code under the new sources' name."""
    (tmp_path / "rules.py").write_text("one = 1\n")
    before = folder_of("x", tmp_path)
    (tmp_path / "rules.py").write_text("one = 2\n")
    assert folder_of("x", tmp_path) == before


def test_checked_and_unchecked_code_are_kept_apart(tmp_path, cache, monkeypatch):
    plain = folder_of("x", tmp_path)
    monkeypatch.setattr(compile_cache, "BOUNDS_CHECKED", not compile_cache.BOUNDS_CHECKED)
    assert folder_of("x", tmp_path) != plain


def test_code_for_another_processor_is_kept_apart(tmp_path, cache, monkeypatch):
    ours = folder_of("x", tmp_path)
    monkeypatch.setattr(compile_cache.numba.config, "CPU_NAME", "generic")
    monkeypatch.setattr(compile_cache.numba.config, "CPU_FEATURES", "")
    generic = folder_of("x", tmp_path)
    assert generic != ours
    other = "another processor"
    monkeypatch.setattr(compile_cache._host, "get_host_cpu_name", lambda: other)
    assert folder_of("x", tmp_path) == generic
    monkeypatch.setattr(compile_cache.numba.config, "CPU_NAME", None)
    assert folder_of("x", tmp_path) not in (ours, generic)


def test_what_is_compiled_is_only_read(cache, toy, monkeypatch, one_function):
    """It may lie in a container's image, where nothing can be written."""
    _compiled_functions(toy).load(TABLE)
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*")}
    monkeypatch.setattr(compile_cache, "FileLock", None)
    monkeypatch.setattr(compile_cache, "compile_together", None)
    again = _compiled_functions(toy)
    assert again.is_cached(TABLE)
    assert again[position_functions.mover](toy.rules, toy.start(3, seed=1).record()) == 0
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*")} == before


_OTHER_PROCESS = """
import sys
sys.path.insert(0, sys.argv[1])
import proa, proa.games
from proa.engine.compiler import cache
from proa.engine.core import position_functions
proa.games.GAMES.offer("toy", "toy:SPEC")
cache.COMPILED_FUNCTIONS[:] = [position_functions.begin, position_functions.turn]
compiled = []
together = cache.compile_together
def noted(*given, **options):
    compiled.append(given)
    return together(*given, **options)
cache.compile_together = noted
position = proa.game("toy").start(3, seed=1, chance=False)
print(len(compiled), position.to_move, "numba.np.linalg" in sys.modules, flush=True)
"""


def _other_process(cache):
    command = [sys.executable, "-c", _OTHER_PROCESS, str(TESTS)]
    environment = os.environ | {"PROA_CACHE": str(cache)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_processes_that_want_the_same_compile_it_once(cache):
    """Whoever comes later, at once or afterwards, plays with what the first compiled, and brings
    nothing along that compiling alone needs: that would take half a second."""
    both = [_other_process(cache) for _ in range(2)]
    said = sorted(process.communicate()[0].split() for process in both)
    said.append(_other_process(cache).communicate()[0].split())
    assert [(compiled, has_all) for compiled, _, has_all in said] == [
        ("0", "False"),
        ("1", "True"),
        ("0", "False"),
    ]
    assert len({mover for _, mover, _ in said}) == 1


@pytest.mark.parametrize("setting", ["OPT", "LOOP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"])
def test_code_compiled_with_other_settings_is_kept_apart(tmp_path, cache, monkeypatch, setting):
    usual = folder_of("x", tmp_path)
    changed = not getattr(compile_cache.numba.config, setting)
    monkeypatch.setattr(compile_cache.numba.config, setting, changed)
    assert folder_of("x", tmp_path) != usual


@pytest.mark.parametrize(
    "damage", [lambda code: b"", lambda code: code[:-9], lambda code: code[:99] + b"?" + code[100:]]
)
def test_damaged_code_is_compiled_again(cache, toy, one_function, damage, caplog):
    _compiled_functions(toy).load(TABLE)
    (file,) = cache.glob("*/code")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    made = _compiled_functions(toy)
    assert not made.is_cached(TABLE)
    assert made.unit(TABLE).progress == 0
    assert made[position_functions.mover](toy.rules, toy.start(3, seed=1).record()) == 0
    assert made.is_cached(TABLE)
    (told,) = caplog.messages
    assert told == f"compiled rules in {file} are damaged; they are compiled again"
    assert len(file.read_bytes()) == len(whole)


def test_code_that_is_deleted_before_it_is_read_is_compiled_again(
    cache, toy, one_function, monkeypatch
):
    _compiled_functions(toy).load(TABLE)
    (file,) = cache.glob("*/code")
    read = compile_cache._read

    def deleted(path):
        monkeypatch.setattr(compile_cache, "_read", read)
        shutil.rmtree(file.parent)
        return read(path)

    made = _compiled_functions(toy)
    assert made.is_cached(TABLE)
    monkeypatch.setattr(compile_cache, "_read", deleted)
    assert made[position_functions.mover](toy.rules, toy.start(3, seed=1).record()) == 0
    assert file.is_file()


def _aged(folder, seconds):
    folder.mkdir(parents=True)
    then = time.time() - seconds
    os.utime(folder, (then, then))
    return folder


def test_old_folders_are_pruned(cache):
    day = compile_cache.FRESH
    folders = [_aged(cache / f"toy-{n}", 2 * day + n) for n in range(5)]
    _aged(cache / "tahiti-0", 3 * day)
    gone = compile_cache.remove_old("toy", keep=folders[4])
    assert sorted(gone) == folders[2:4]
    kept = sorted(folder.name for folder in cache.iterdir())
    assert kept == ["tahiti-0", "toy-0", "toy-1", "toy-4"]


def test_fresh_folders_are_not_pruned(cache):
    """Others may compile with other settings at the same time."""
    folders = [_aged(cache / f"toy-{n}", n) for n in range(9)]
    assert compile_cache.remove_old("toy", keep=folders[0]) == []
    assert len([*cache.iterdir()]) == 9


def test_folders_that_are_written_to_are_not_pruned(cache):
    folders = [_aged(cache / f"toy-{n}", 2 * compile_cache.FRESH + n) for n in range(5)]
    with compile_cache._lock_of(folders[3]):
        assert compile_cache.remove_old("toy", keep=folders[0]) == [folders[4]]
    assert compile_cache.remove_old("toy", keep=folders[0]) == [folders[3]]


def test_a_folder_that_vanishes_meanwhile_is_no_error(cache, monkeypatch):
    folders = [_aged(cache / f"toy-{n}", 2 * compile_cache.FRESH + n) for n in range(5)]
    age = compile_cache._age

    def age_of_what_vanishes(folder):
        shutil.rmtree(folder, ignore_errors=True)
        return age(folder)

    monkeypatch.setattr(compile_cache, "_age", age_of_what_vanishes)
    assert compile_cache.remove_old("toy", keep=folders[0]) == []


_WITHOUT_COMPILER = """
import proa
try:
    proa.game("tahiti").start(3, seed=1)
except proa.BadOption as error:
    print(error)
"""


def test_numba_that_is_told_not_to_compile_is_refused():
    command = [sys.executable, "-c", _WITHOUT_COMPILER]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout.startswith("NUMBA_DISABLE_JIT is set, but the rules of games"), done.stderr


def test_what_was_compiled_before_there_were_units_goes(cache):
    kept = {"toy-table-0123456789abcdef", "toytown-0123456789abcdef", "toy-notes"}
    for name in {"toy-0123456789abcdef", *kept}:
        (cache / name).mkdir(parents=True)
    assert compile_cache.remove_undivided("toy") == [cache / "toy-0123456789abcdef"]
    assert {folder.name for folder in cache.iterdir()} == kept
    assert compile_cache.remove_undivided("toy") == []


def test_pruning_without_a_cache_does_nothing(cache):
    assert compile_cache.remove_old("toy", keep=cache / "toy-0") == []


_MEASURING = """
import json, sys
sys.path.insert(0, sys.argv[1])
import proa, proa.games
from proa.engine.compiler.cache import CompiledFunctions
from proa.precompile import TABLE
proa.games.GAMES.offer("toy", "toy:SPEC")
made = proa.game("toy").compiled
seen = [(0, made.unit(TABLE).progress, made.is_cached(TABLE))]
made.load(TABLE, lambda share: seen.append((share, made.unit(TABLE).progress, False)))
print(json.dumps([*seen, (1, made.unit(TABLE).progress, made.is_cached(TABLE))]))
"""


def test_compiling_tells_how_far_it_is(cache):
    """To who compiles, and to others by the folder."""
    command = [sys.executable, "-c", _MEASURING, str(TESTS)]
    seen = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    shares = [share for share, _, _ in seen]
    assert len(shares) > 20
    assert shares == sorted(shares)
    for share, told_to_others, _ in seen:
        assert told_to_others == pytest.approx(share, abs=0.001)
    assert [warm for _, _, warm in seen] == [False] * (len(seen) - 1) + [True]


def test_a_unit_is_compiled_without_the_others(cache, toy, one_function, monkeypatch):
    monkeypatch.setattr(
        compile_cache, "COMPILED_FUNCTIONS", [position_functions.mover, playouts.movers]
    )
    made = _compiled_functions(toy)
    made.load(TABLE)
    assert made.is_cached(TABLE)
    assert not made.is_cached(STUDY)


def test_a_function_takes_what_it_says_and_nothing_else(cache, toy, one_function):
    made = _compiled_functions(toy)[position_functions.mover]
    with pytest.raises(TypeError, match="No matching definition"):
        made(toy.rules, np.zeros(1))


def test_two_threads_may_want_the_same_function(cache, toy, one_function):
    made = _compiled_functions(toy)
    position = toy.start(3, seed=1).record()
    results = []
    threads = [
        threading.Thread(
            target=lambda: results.append(made[position_functions.mover](toy.rules, position))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "want",
    [
        lambda game: game[position_functions.mover],
        lambda game: game.is_cached(TABLE),
        lambda g: g.load(TABLE),
    ],
)
def test_a_cache_that_can_not_be_used_is_named(toy, monkeypatch, want):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    monkeypatch.setattr(Path, "is_file", _as_if_forbidden)
    with pytest.raises(NoCache, match="can't be stored in /dev/null/cache"):
        want(_compiled_functions(toy))


def _as_if_forbidden(path):
    return path.stat() is not None


def test_numbas_own_settings_stay(cache):
    import numba

    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR


def test_a_game_outside_the_package_may_lie_anywhere(tmp_path, cache):
    """Its folder is hashed by content, not by place."""
    copy = tmp_path / "elsewhere"
    shutil.copytree(TESTS / "toy", copy, ignore=shutil.ignore_patterns("__pycache__"))
    toy_folder = proa.game("toy").spec.folder
    assert folder_of("toy", copy) == folder_of("toy", toy_folder)


def test_editions_and_options_of_a_game_share_their_compiled_functions():
    assert proa.game("toy").compiled is proa.game("toy", tide="calm").compiled
    assert proa.game("toy").compiled is not proa.game("tahiti").compiled
