"""Compiling before rules are needed, and the messages when that fails."""

from __future__ import annotations

import subprocess

import pytest

import proa
from proa import precompile
from proa.cli.compiling import compile_rules
from proa.engine.compiler import cache as keeping
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.core import position_functions
from proa.engine.core.verbs import look_up
from proa.engine.vector import playouts
from proa.precompile import BOTS, LEARNED, STUDY, TABLE


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Use a separate cache, and two compilation units of one quick function each."""
    monkeypatch.setenv("PROA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(keeping, "COMPILED_FUNCTIONS", [position_functions.mover, playouts.movers])
    open_game = proa.game

    def opened(name):
        game = open_game(name)
        kind = game.spec
        game._compiled = CompiledFunctions(
            kind.name, look_up(kind.verbs), kind.components.tables, kind.state
        )
        return game

    monkeypatch.setattr(proa, "game", opened)


def test_a_game_is_cold_until_it_is_warmed(quick):
    (game,) = precompile.not_compiled(["toy"], [TABLE, STUDY])
    shares = []
    precompile.compile_units(game, [TABLE], shares.append)
    assert shares[-1] == 1
    assert precompile.not_compiled(["toy"], [TABLE]) == []
    (game,) = precompile.not_compiled(["toy"], [TABLE, STUDY])
    precompile.compile_units(game, [TABLE, STUDY], shares.append)
    assert shares[-1] == 1
    assert precompile.not_compiled(["toy"], [TABLE, STUDY]) == []


def test_tables_need_what_their_levels_think_with():
    """A level with a network, as *steady* in Tahiti, must not compile it at its first turn."""
    assert precompile.table_units(proa.game("tahiti")) == [TABLE, BOTS, LEARNED]
    assert precompile.table_units(proa.game("borabora")) == [TABLE, BOTS, LEARNED]
    assert precompile.table_units(proa.game("borneo")) == [TABLE, BOTS]


def test_what_is_compiled_is_told_with_its_use_and_nothing_is_told_twice(quick, capsys):
    game = proa.game("toy")
    compile_rules(game, [TABLE])
    compile_rules(game, [TABLE, STUDY])
    compile_rules(game, [TABLE, STUDY])
    assert capsys.readouterr().err.splitlines() == [
        f"Compiling the rules of Toy for {uses} (first time only) ..."
        for uses in ("tables", "many games at once")
    ]


def test_a_folder_that_can_not_be_written_is_named(quick, monkeypatch):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    with pytest.raises(proa.BadOption, match="can't be stored in /dev/null/cache: Not a directory"):
        precompile.compile_units(proa.game("toy"))


def test_a_failure_in_another_process_is_told(monkeypatch):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    with pytest.raises(proa.ProaError, match="can't be stored in /dev/null/cache: Not a directory"):
        precompile.compile_in_parallel(["tahiti"])


def test_who_stops_waiting_leaves_nobody_compiling(monkeypatch, tmp_path):
    monkeypatch.setenv("PROA_CACHE", str(tmp_path))
    started = []

    class Worker(subprocess.Popen):
        def communicate(self, *given, **options):
            if not started:
                started.append(self)
                raise KeyboardInterrupt
            return super().communicate(*given, **options)

    monkeypatch.setattr(precompile.subprocess, "Popen", Worker)
    with pytest.raises(KeyboardInterrupt):
        precompile.compile_in_parallel(["borabora"])
    (worker,) = started
    worker.wait(5)
