"""Hints: who may use them, what they say, and that everybody learns of them."""

from __future__ import annotations

import asyncio

import pytest

import proa
from proa.engine.messages import text
from proa.games import GAMES
from proa.review.hints import hint, sentence
from proa.server.bots import hints
from proa.server.bots.worker_pool import SearchPool
from proa.server.config.settings import Settings
from server.site import AtRandom, running

pytestmark = pytest.mark.anyio


async def asked(site, *seats, **more):
    """Return the player at a table who has a choice, after lone answers."""
    players = await site.begun(*seats, **more)
    for _ in range(200):
        await site.bots_are_idle()
        for player in filter(None, players):
            codes = await player.codes()
            if len(codes) > 1:
                return player, players
            if codes:
                await player.play()
    raise AssertionError("nobody has a choice")


async def test_a_hint_against_bots_is_told_to_everybody(site):
    me, _ = await asked(site, "me", "bot", "bot")
    seen = await me.view()
    given = await me.post("hint", frame=seen["frame"])
    assert given.status_code == 200, given.text
    found = given.json()
    assert found["code"] in await me.codes()
    assert found["sentence"]
    assert found["frame"] == seen["frame"] + 1
    again = await me.post("hint", frame=seen["frame"])
    assert again.json() == found
    table = await site.tables.load(me.table)
    async with site.client(table.row.watch) as client:
        log = (await client.get(f"/api/tables/{me.table}/log")).json()
    assert [entry["sentences"] for entry in log if entry["kind"] == "hint"] == [
        ["Hina uses a hint."]
    ]
    assert (await me.play(found["code"])).status_code == 200


async def test_against_people_only_where_the_table_allows_it(site):
    me, others = await asked(site, "me", "me", "me")
    frame = (await me.view())["frame"]
    assert not (await me.get()).json()["may_hint"]
    refused = await me.post("hint", frame=frame)
    assert refused.status_code == 403
    me, others = await asked(site, "me", "me", "me", hints=True)
    assert (await me.get()).json()["may_hint"]
    assert (await me.post("hint", frame=(await me.view())["frame"])).status_code == 200
    other = next(player for player in others if player is not me)
    frame = (await other.view())["frame"]
    refused = await other.post("hint", frame=frame)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")


async def test_spectators_and_outdated_frames_get_no_hint(site):
    me, _ = await asked(site, "me", "bot", "bot")
    table = await site.tables.load(me.table)
    async with site.client(table.row.watch) as client:
        answer = await client.post(f"/api/tables/{me.table}/hint", json={"frame": 0})
        assert answer.status_code == 403
    answer = await me.post("hint", frame=(await me.view())["frame"] + 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


async def test_a_page_shows_the_hint_beside_the_question(site):
    async with site.browser() as browser:
        form = {"game": "toy", "who0": "me", "who1": "bot", "who2": "bot", "level": "easy"}
        page = await browser.post("/tables", data=form)
        place = page.url.path
        table_id = place.rpartition("/")[2]
        await browser.post(f"{place}/ready", data={"nonce": "00"})
        for _ in range(200):
            await site.bots_are_idle()
            table = await site.tables.load(table_id)
            codes = table.game.codes(table.playing.position())
            frame = str(len(table.playing.frames(0)) - 1)
            if len(codes) > 1:
                break
            await browser.post(f"{place}/act", data={"frame": frame, "code": codes[0]})
        assert "Give me a hint" in (await browser.get(place)).text
        shown = await browser.post(f"{place}/hint", data={"frame": frame})
        assert 'id="hinted"' in shown.text
        assert "uses a hint." in shown.text


class Busy(AtRandom):
    async def hint(self, *_):
        await asyncio.Event().wait()


async def test_a_hint_has_a_deadline(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "DEADLINE", 0.0)
    async with running(Settings(tmp_path / "data"), Busy()) as site:
        me, _ = await asked(site, "me", "bot", "bot")
        frame = (await me.view())["frame"]
        answer = await me.post("hint", frame=frame)
        assert answer.status_code == 503
        assert "Retry-After" in answer.headers
        assert (await me.view())["frame"] == frame


@pytest.mark.parametrize("name", GAMES)
def test_the_same_knowledge_gives_the_same_hint(name):
    game = proa.game(name)
    position = game.start(game.players[0], seed=3)
    while len(game.codes(position)) < 2:
        position = game.play(position, game.codes(position)[0])
    seat = position.to_move
    found = [
        hint(game.information_state(one, seat, seed))
        for one, seed in ((position, 1), (game.resample(position, seat, 17), 2))
    ]
    assert found[0] == found[1]
    assert found[0].code in game.codes(position)
    assert game.label(position, found[0].code) in text(sentence(position, found[0]))


async def test_the_pool_gives_hints(toy):
    pool = SearchPool(workers=1)
    position = toy.start(3, seed=3)
    state = toy.information_state(position, position.to_move)
    try:
        async with asyncio.timeout(60):
            assert await pool.hint(toy, None, state) == hint(state)
    finally:
        await pool.close()
