"""Lessons at tables: the script plays, takes only its answers, and is kept where it was left."""

from __future__ import annotations

import html
import re

import pytest

from proa.engine.messages import text
from proa.games import spec
from proa.server.tables import script

pytestmark = pytest.mark.anyio
LESSON = spec("tahiti").lesson
PART = {"HX-Request": "true"}


async def begun(site):
    """Return a browser at Tahiti's lesson, the lesson's page and its path."""
    browser = site.browser()
    page = await browser.post("/lessons", data={"game": "tahiti"})
    assert page.status_code == 200, page.text
    return browser, page.text, page.url.path


async def table_at(site, path: str):
    return await site.tables.load(path.rpartition("/")[2])


async def answers(browser, path: str, code: str):
    """Answer the newest frame with a code."""
    frame = (await browser.get(f"{path}/news")).json()["frame"]
    data = {"frame": frame, "code": code}
    return await browser.post(f"{path}/act", data=data, headers=PART)


def said(page: str) -> str:
    found = re.search(r'id="lesson-text"[^>]*>([^<]*)', page)
    assert found
    return found[1].strip()


def step(page: str) -> str:
    found = re.search(r"<small>(\d+ of \d+)</small>", page)
    assert found
    return found[1]


async def finished(site):
    browser, _, path = await begun(site)
    for one in LESSON.steps:
        answer = await answers(browser, path, one.answers.split()[0])
        assert answer.status_code == 200
    return browser, path


async def test_the_script_plays_until_it_asks(site):
    _, page, path = await begun(site)
    table = await table_at(site, path)
    assert table.row.turn == LESSON.seat
    actors = {one.event.actor for one in table.playing.steps[1:]}
    assert actors == {script.ACTOR}
    assert step(page) == f"1 of {len(LESSON.steps)}"
    assert "bots" not in said(page)


async def test_another_answer_is_explained_and_not_played(site):
    browser, page, path = await begun(site)
    before = await table_at(site, path)
    for code in ("pass", "bid:3"):
        answer = await answers(browser, path, code)
        shown = re.search(r'class="refused" role="alert">([^<]*)', answer.text)
        values = LESSON.values(0, before.playing.position())
        assert shown
        assert html.unescape(shown[1]) == text({**LESSON.steps[0].why, **values})
        assert step(answer.text) == step(page)
    after = await table_at(site, path)
    assert after.row.last == before.row.last


async def test_while_the_script_plays_the_last_sentence_stays(site):
    browser, page, path = await begun(site)
    first = (await browser.get(f"{path}/news")).json()["frame"]
    await answers(browser, path, LESSON.steps[0].answers)
    later = (await browser.get(f"{path}/view/{first + 1}", headers=PART)).text
    assert said(later) == said(page)
    assert "show-me" not in later


async def test_the_right_answer_leads_to_the_next_step(site):
    browser, _, path = await begun(site)
    await answers(browser, path, LESSON.steps[0].answers)
    page = (await browser.get(path)).text
    assert step(page) == f"2 of {len(LESSON.steps)}"
    assert (await table_at(site, path)).row.turn == LESSON.seat


async def test_it_is_kept_where_it_was_left(site):
    browser, _, path = await begun(site)
    await answers(browser, path, LESSON.steps[0].answers)
    front = (await browser.get("/")).text
    assert "Continue the lesson" in front
    offered = re.findall(r'name="game" value="(\w+)"[^>]* data-lesson', front)
    assert offered == ["borneo", "borabora"]  # the others'
    again = await browser.post("/lessons", data={"game": "tahiti"})
    assert again.url.path == path
    assert step(again.text).startswith("2 ")


async def test_at_the_end_one_plays_on_at_an_ordinary_table(site):
    browser, path = await finished(site)
    page = (await browser.get(path)).text
    assert "Play on" in page
    refused = await answers(browser, path, "pass")
    assert "The lesson ends here." in refused.text
    was = await table_at(site, path)
    answer = await browser.post(f"{path}/play-on")
    table = await table_at(site, answer.url.path)
    assert not script.is_lesson(table.seats)
    assert table.row.start == table.game.dump(was.playing.position(), secret=False)
    assert table.row.server_part != was.row.server_part
    again = await browser.post(f"{path}/play-on")
    assert again.url.path == answer.url.path
    assert path not in (await browser.get("/")).text


async def test_it_can_be_taken_again_after_its_end(site):
    browser, path = await finished(site)
    await browser.post(f"{path}/play-on")
    again = await browser.post("/lessons", data={"game": "tahiti"})
    assert again.url.path != path
    assert step(again.text).startswith("1 ")
    assert (await browser.get(path)).status_code == 404


async def test_it_can_be_skipped_at_any_step(site):
    browser, page, path = await begun(site)
    assert "Skip the lesson" in page
    answer = await browser.post(f"{path}/play-on")
    assert not script.is_lesson((await table_at(site, answer.url.path)).seats)


async def test_only_its_learner_reads_it(site):
    _, _, path = await begun(site)
    table = await table_at(site, path)
    other = site.browser()
    page = await other.get(f"/watch/{table.row.watch}")
    assert page.status_code == 200
    assert "lesson-text" not in page.text
    assert (await other.post(f"{path}/play-on")).status_code == 404


async def test_it_takes_no_premoves(site):
    browser, page, path = await begun(site)
    assert 'form="stand"' not in page
    frame = (await browser.get(f"{path}/news")).json()["frame"]
    data = {"frame": frame, "code": "up-to:5"}
    answer = await browser.post(f"{path}/stand", data=data)
    assert answer.status_code == 422


async def test_a_game_without_a_lesson_has_none(site):
    browser = site.browser()
    assert (await browser.post("/lessons", data={"game": "toy"})).status_code == 404
    assert (await browser.post("/lessons", data={"game": "none"})).status_code == 422
