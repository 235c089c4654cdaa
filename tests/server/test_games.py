"""Rules that have to be compiled first: the server goes on answering meanwhile."""

from __future__ import annotations

import gc
import threading

import pytest

from proa.engine.cache import Doors
from proa.engine.errors import NoCache
from proa.server import games
from proa.web import samples

pytestmark = pytest.mark.anyio
FORM = {"game": "toy", "who0": "me", "who1": "bot", "who2": "bot", "level": "easy"}


@pytest.fixture
def compiled(monkeypatch):
    """Set when the compiler, which here takes as long as it is told to, has finished."""
    finished = threading.Event()

    def slow(work):
        def wait(*arguments):
            assert finished.wait(60)
            return work(*arguments)

        return wait

    for name in ("_ready", "_sampled"):
        monkeypatch.setattr(games, name, slow(getattr(games, name)))
    monkeypatch.setattr(games, "PATIENCE", 0.05)
    yield finished
    finished.set()


async def test_a_page_says_that_rules_are_being_compiled_and_comes_back(compiled, site):
    async with site.browser() as browser:
        for path in ("/", "/new", "/rules/tahiti"):
            waiting = await browser.get(path)
            assert waiting.status_code == 503
            assert "being compiled" in waiting.text
            assert waiting.headers["refresh"] == waiting.headers["retry-after"] == "5"
            assert (await browser.get("/settings")).status_code == 200
        compiled.set()
        while (await browser.get("/")).status_code != 200:
            continue


async def test_a_table_is_opened_when_its_rules_are_compiled(compiled, site):
    async with site.browser() as browser:
        refused = await browser.post("/tables", data=FORM)
        assert refused.status_code == 503
        assert "refresh" not in refused.headers  # it would ask again with GET
        assert (await browser.get("/settings")).status_code == 200
        compiled.set()
        while (opened := await browser.post("/tables", data=FORM)).status_code == 503:
            continue
        assert opened.status_code == 200


async def test_the_folder_of_compiled_rules_is_named_in_the_log_only(site, monkeypatch, caplog):
    def failing(self, wanted):
        raise NoCache("compiled rules can't be kept in {folder}", folder="/secret")

    for asked in ("__getitem__", "open"):
        monkeypatch.setattr(Doors, asked, failing)
    samples.sample.cache_clear()
    async with site.browser() as browser:
        for answer in (await browser.post("/tables", data=FORM), await browser.get("/")):
            assert answer.status_code == 503
            assert "can&#39;t be compiled here" in answer.text
            assert "/secret" not in answer.text
    assert "/secret" in caplog.text


async def test_editions_and_options_are_opened_once(site):
    opened = await site.tables.games.open("toy", "standard", {"tide": "calm"})
    assert opened is await site.tables.games.open("toy", "standard", {"tide": "calm"})
    assert opened is not await site.tables.games.open("toy", "standard", {})


async def test_compiled_code_is_spared_the_garbage_collector(site):
    await site.tables.games.open("toy", "standard", {})
    frozen = gc.get_freeze_count()
    assert frozen > 0
    await site.tables.games.open("toy", "standard", {"tide": "calm"})  # nothing new was loaded
    assert gc.get_freeze_count() <= frozen
