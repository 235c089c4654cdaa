"""Rules compiled beside the server: once, by any of its processes."""

from __future__ import annotations

import asyncio
import logging

import pytest

import proa
from proa.engine.compiler.cache import CompilationUnit
from proa.server.games import precompile
from waiting import until

pytestmark = pytest.mark.anyio


class Shop:
    """A compiler of games that is as quick as the test says."""

    def __init__(self, monkeypatch, tmp_path) -> None:
        monkeypatch.setenv("PROA_CACHE", str(tmp_path))
        monkeypatch.setattr(precompile, "TURN", 0.01)
        monkeypatch.setattr(precompile, "REST", 0.01)
        monkeypatch.setattr(precompile, "_compile_elsewhere", self.compile)
        monkeypatch.setattr(
            CompilationUnit,
            "is_cached",
            property(lambda unit: unit.name.partition("-")[0] in self.done),
        )
        self.done: set[str] = set()
        self.begun: list[str] = []
        self.going = asyncio.Event()
        self.why = ""

    async def compile(self, name: str) -> str:
        self.begun.append(name)
        await self.going.wait()
        if not self.why:
            self.done.add(name)
        return self.why


@pytest.fixture
def games():
    return [proa.game(name) for name in ("tahiti", "borneo", "borabora")]


@pytest.fixture
def shop(monkeypatch, tmp_path):
    return Shop(monkeypatch, tmp_path)


async def test_the_first_game_comes_first_and_then_the_largest(shop, games, monkeypatch):
    monkeypatch.setattr(precompile, "usable_processors", lambda: 2)
    async with precompile.keep_compiled(games, set()):
        await until(lambda: len(shop.begun) == 2)
        shop.going.set()
        await until(lambda: len(shop.done) == 3)
    assert shop.begun == ["tahiti", "borabora", "borneo"]


async def test_servers_that_share_a_folder_compile_once(shop, games, monkeypatch):
    turn, turns = precompile._compile_lock, []
    monkeypatch.setattr(precompile, "_compile_lock", lambda: turns.append(1) or turn())
    async with precompile.keep_compiled(games, set()), precompile.keep_compiled(games, set()):
        await until(lambda: shop.begun and len(turns) >= 4)  # the other looks again and again
        shop.going.set()
        await until(lambda: not any(map(_compiles, asyncio.all_tasks())))
    assert len(shop.done) == 3
    assert len(shop.begun) == 3


def _compiles(task) -> bool:
    """Return whether a task compiles rules."""
    return task.get_coro().__name__ == "_warm"


async def test_who_dies_leaves_the_rest_to_others(shop, games):
    first = precompile.keep_compiled(games, set())
    await first.__aenter__()
    await until(lambda: shop.begun)
    async with precompile.keep_compiled(games, set()):
        began = len(shop.begun)
        await first.__aexit__(None, None, None)
        shop.going.set()
        await until(lambda: len(shop.done) == 3)
    assert len(shop.begun) > began


async def test_what_fails_is_logged_and_tried_again(shop, games, caplog):
    caplog.set_level(logging.ERROR)
    failed: set[str] = set()
    shop.why, _ = "memory ran short", shop.going.set()
    async with precompile.keep_compiled(games[:1], failed):
        await until(lambda: len(shop.begun) > 2)
        assert failed == {"tahiti"}
        shop.why = ""
        await until(lambda: not failed)
    assert "the rules of tahiti can't be compiled: memory ran short" in caplog.text
    assert shop.done == {"tahiti"}


async def test_a_game_is_compiled_by_a_process_of_its_own(monkeypatch):
    """One that can't keep what it compiles says why in one line."""
    monkeypatch.setenv("PROA_CACHE", "/dev/null/cache")
    why = await precompile._compile_elsewhere("toy")
    assert why.startswith("compiled rules can't be stored in /dev/null/cache: Not a directory")
