"""Rules that have to be compiled first: the server goes on answering meanwhile."""

from __future__ import annotations

import gc
import sys

import anyio
import pytest

from proa.engine.compiler.cache import CompilationUnit, CompiledFunctions
from proa.engine.errors import NoCache
from proa.server.games import opened_games
from server.site import Player
from waiting import until

pytestmark = pytest.mark.anyio
FORM = {"game": "toy", "who0": "me", "who1": "bot", "who2": "bot", "level": "easy"}
OVER = 1


class Cold:
    """Rules that are as far compiled as is told."""

    def __init__(self, monkeypatch) -> None:
        self.share = 0.0
        self.looks = 0
        monkeypatch.setattr(opened_games, "_loaded", set())
        monkeypatch.setattr(opened_games, "PATIENCE", 0.05)
        monkeypatch.setattr(opened_games, "PAUSE", 0.01)
        monkeypatch.setattr(CompilationUnit, "is_cached", property(self._is_kept))
        monkeypatch.setattr(CompilationUnit, "progress", property(lambda unit: self.share))

    def _is_kept(self, unit: CompilationUnit) -> bool:
        self.looks += 1
        return self.share == OVER


@pytest.fixture
def cold(site, monkeypatch):
    return Cold(monkeypatch)


async def test_pages_are_there_and_tell_how_far_the_rules_are(cold, site):
    cold.share = 0.42
    async with site.browser() as browser:
        for path in ("/", "/new?game=toy", "/rules/tahiti"):
            page = await browser.get(path)
            assert page.status_code == 200
            assert 'id="picture-tahiti" data-compiling' in page.text
            assert '<progress class="making" max="1" value="0.420">' in page.text
        assert "42% done" in (await browser.get("/")).text
        russian = await browser.get("/", headers={"Accept-Language": "ru"})
        assert "готово 42 %" in russian.text
        cold.share = OVER
        for path in ("/", "/new?game=toy", "/rules/tahiti"):
            page = await browser.get(path)
            assert "data-compiling" not in page.text.replace("[data-compiling]", "")


async def test_a_table_is_opened_at_once_and_waits_for_its_rules(cold, site):
    cold.share = 0.07
    async with site.browser() as browser:
        waiting = await browser.post("/tables", data=FORM)
        table = waiting.url.path
        assert table.startswith("/table/")
        assert waiting.status_code == 503
        assert waiting.headers["retry-after"] == "2"
        assert 'id="wait" data-compiling' in waiting.text
        assert "7%" in waiting.text
        assert (await browser.get("/settings")).status_code == 200
        cold.share = OVER
        lobby = await browser.get(table)
        assert lobby.status_code == 200
        assert "data-begin" in lobby.text


async def test_friends_are_invited_while_rules_are_compiled(cold, site):
    async with site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM | {"who1": "friend"})
        assert lobby.status_code == 200
        assert "/sit/" in lobby.text


async def test_who_is_ready_waits_until_the_game_can_begin(cold, site):
    opened = await site.open("me", "bot", "bot")
    player = Player(site, opened["table"], 0, opened["seats"][0]["token"])
    async with anyio.create_task_group() as group:
        answers = []

        async def ready():
            answers.append(await player.post("ready", nonce="0" * 64))

        group.start_soon(ready)
        since = cold.looks
        await until(lambda: answers or cold.looks > since + 10)
        assert not answers
        cold.share = OVER
    assert answers[0].status_code == 200
    table = await site.tables.load(player.table)
    assert table.row.status == "running"


async def test_who_asks_by_api_is_told_when_to_ask_again(cold, site):
    cold.share = OVER
    (player, *_) = await site.begun("me", "bot", "bot")
    cold.share = 0.5
    opened_games._loaded.clear()
    answer = await player.get("view")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert answer.json() == {
        "error": "The rules of Toy are being prepared, which happens only once: 50% done.",
        "code": "compiling",
    }


async def test_bots_wait_for_what_they_think_with(cold, site):
    assert not site.tables.games.has_bots("toy")
    cold.share = OVER
    assert site.tables.games.has_bots("toy")


async def test_the_folder_of_compiled_rules_is_named_in_the_log_only(
    cold, site, monkeypatch, caplog
):
    def failing(self, wanted):
        raise NoCache("compiled rules can't be kept in {folder}", folder="/secret")

    cold.share = OVER
    monkeypatch.setattr(CompiledFunctions, "load", failing)
    async with site.browser() as browser:
        for answer in (await browser.post("/tables", data=FORM), await browser.get("/")):
            assert answer.status_code == 503
            assert "can&#39;t be compiled here" in answer.text
            assert "/secret" not in answer.text
    assert "/secret" in caplog.text


async def test_rules_that_can_not_be_compiled_are_told_of(cold, site):
    site.tables.games._failed.add("toy")
    async with site.browser() as browser:
        answer = await browser.post("/tables", data=FORM)
        assert answer.status_code == 503
        for page in (answer, await browser.get("/new?game=toy")):
            assert "can&#39;t be compiled here" in page.text


async def test_editions_and_options_are_opened_once(site):
    opened = await site.tables.games.open("toy", "standard", {"tide": "calm"})
    assert opened is await site.tables.games.open("toy", "standard", {"tide": "calm"})
    assert opened is not await site.tables.games.open("toy", "standard", {})


async def test_a_server_looks_for_garbage_seldom_but_does(site):
    """By default it looks through all tables whenever they have grown by a quarter."""
    young, generations, old = gc.get_threshold()
    assert gc.isenabled()
    assert 700 < young < 20_000
    if sys.version_info < (3, 14):  # later ones never look through all at once
        assert 0 < generations < 50
        assert 500 < old < 10_000


async def test_compiled_code_is_spared_the_garbage_collector(site):
    await site.tables.games.open("toy", "standard", {})
    frozen = gc.get_freeze_count()
    assert frozen > 0
    await site.tables.games.open("toy", "standard", {"tide": "calm"})  # nothing new was loaded
    assert gc.get_freeze_count() <= frozen
