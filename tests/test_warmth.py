"""Compiling before the rules are wanted, and what is said when that fails."""

from __future__ import annotations

import multiprocessing

import pytest

import proa
from proa import warmth
from proa.engine import cache as keeping
from proa.engine import compile as compiling
from proa.engine import doors
from proa.engine.cache import Doors


@pytest.fixture
def one_door(monkeypatch, tmp_path):
    """A cache of its own and one quick door to compile; gives the games opened then."""
    monkeypatch.setenv("PROA_CACHE", str(tmp_path / "cache"))
    warmth.doors_to_compile()  # imports every module with doors
    for module in (keeping, compiling):
        monkeypatch.setattr(module, "DOORS", [doors.mover])

    open_game = proa.game

    def opened(name):
        game = open_game(name)
        kind = game.kind
        game._doors = Doors(kind.name, [kind.folder], kind.rules, kind.state)
        return game

    monkeypatch.setattr(proa, "game", opened)


def test_a_game_is_cold_until_it_is_warmed(one_door):
    (game,) = warmth.cold(["toy"])
    ticks = []
    warmth.warm(game, lambda: ticks.append(1))
    assert len(ticks) == warmth.doors_to_compile() == 1
    assert warmth.cold(["toy"]) == []


def test_a_folder_that_can_not_be_written_is_named(one_door, monkeypatch):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    with pytest.raises(proa.BadOption, match="can't be kept in /dev/null/cache: Not a directory"):
        warmth.warm(proa.game("toy"))


def test_a_failure_in_another_process_is_told(monkeypatch):
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    with pytest.raises(proa.ProaError, match="can't be kept in /dev/null/cache: Not a directory"):
        warmth.warm_side_by_side(["tahiti"])


def test_who_stops_waiting_leaves_nobody_compiling(monkeypatch, tmp_path):
    monkeypatch.setenv("PROA_CACHE", str(tmp_path))

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        warmth.warm_side_by_side(["borabora"], stop)
    (worker,) = multiprocessing.active_children()
    worker.join(5)
    assert not worker.is_alive()
