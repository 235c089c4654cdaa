"""A page sends an unanswered post once more: the second post changes nothing and gets the answer of
the first."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from proa.server.http import event_streams
from proa.server.tables import access
from server.site import Site, play_to_end
from server.tables.test_premoves import auction, played, stand, turn_of

pytestmark = pytest.mark.anyio
NONCE = "cd" * 32


def numbers(page: str) -> list[str]:
    return re.findall(r'data-line="(\d+)"', page)


async def test_what_was_played_again_is_not_refused(site):
    (first, *_) = players = await site.begun("me", "me", "me")
    for _ in range(60):
        table = await site.tables.load(first.table)
        player = players[table.row.turn]
        await player.play((await player.codes())[0])
        if (seen := await player.view())["undo"]:
            break
    await player.post("undo", frame=seen["frame"])
    frame = (await player.view())["frame"]
    answers = [await player.post("redo", frame=frame) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert (await player.post("redo", frame=answers[0].json()["frame"])).status_code == 409


async def test_what_was_answered_beforehand_and_is_given_by_now_is_not_refused(site):
    first, second, third = await auction(site)
    frame = (await second.view())["frame"]
    await stand(second, "pass")
    await first.play("bid:1")
    table = await turn_of(third)
    assert played(table)[-1] == (second.seat, "standing", "pass")
    again = await second.put("standing", frame=frame, code="pass")
    assert again.status_code == 200, again.text
    assert not again.json()["said"]
    refused = await third.put("standing", frame=frame, code="no such thing")
    assert refused.status_code == 422


async def seated(site: Site, **options):
    """Return a browser with a seat at a toy game that has begun, and the table's path."""
    browser = site.browser()
    form = {
        "game": "toy",
        "who0": "me",
        "who1": "bot",
        "who2": "bot",
        "name": "Hina",
        "level": "easy",
    }
    form |= options
    path = (await browser.post("/tables", data=form)).url.path
    await browser.post(f"{path}/ready", data={"nonce": "00"})
    return browser, path


async def test_a_line_of_chat_is_said_once_after_what_was_shown(any_site):
    browser, path = await seated(any_site)
    part = {"HX-Request": "true"}

    async def say(text: str, **more: int) -> list[str]:
        answer = await browser.post(f"{path}/chat", data={"text": text, **more}, headers=part)
        assert answer.status_code == 200
        return numbers(answer.text)

    assert await say("Ahoy", after=0) == ["1"]
    assert await say("Ahoy", after=0) == ["1"]
    assert await asyncio.gather(*(say("Land", after=1) for _ in range(5))) == [["1", "2"]] * 5
    assert await say("Ahoy", after=2) == ["1", "2", "3"]  # somebody means it
    assert await say("Ahoy") == ["1", "2", "3", "4"]  # as without scripts
    assert (await browser.post(f"{path}/chat", data={"text": "x", "after": -1})).status_code == 422
    for _ in range(2):
        gone = await browser.post(f"{path}/chat/4/delete", headers=part)
        assert gone.status_code == 200
        assert numbers(gone.text) == ["1", "2", "3"]
    await browser.aclose()


async def test_a_seat_that_was_taken_is_not_refused_to_who_took_it(site):
    opened = await site.open("me", "friend", "friend")
    invite = opened["seats"][1]["invite"]
    async with site.browser() as browser, site.browser() as other:
        for _ in range(2):
            answer = await browser.post(f"/sit/{invite}", data={"name": "Teva", "nonce": NONCE})
            assert answer.status_code == 200
            assert answer.url.path == f"/table/{opened['table']}"
        late = await other.post(f"/sit/{invite}", data={"name": "Teva", "nonce": NONCE})
        assert late.status_code == 404
        without = await browser.post(f"/sit/{invite}", data={"name": "Teva"})
        assert without.status_code == 404
    assert (await site.tables.load(opened["table"])).names.count("Teva") == 1


async def test_an_amount_may_come_beside_the_button(site):
    """Without scripts the button can't say it."""
    browser, path = await seated(site, game="tahiti")
    async with asyncio.timeout(20):
        while True:
            table = await site.tables.load(path.rpartition("/")[2])
            page = (await browser.get(path)).text
            codes = re.findall(r'form="act" name="code" value="([^"]+)"', page)
            bids = [code for code in codes if code.startswith("bid:")]
            if bids:
                break
            if codes:
                frame = len(table.playing.frames(0)) - 1
                await browser.post(f"{path}/act", data={"frame": frame, "code": codes[0]})
            await asyncio.sleep(0.02)
    more = int(bids[0].partition(":")[2]) + 1
    frame = len(table.playing.frames(0)) - 1
    bid = {"frame": frame, "code": bids[0], "kind": "bid", "amount": str(more)}
    assert (await browser.post(f"{path}/act", data={**bid, "amount": "x"})).status_code == 422
    assert (await browser.post(f"{path}/act", data=bid)).is_success
    table = await site.tables.load(path.rpartition("/")[2])
    assert (0, "person", f"bid:{more}") in played(table)
    await browser.aclose()


async def test_answers_say_what_time_it_is(site):
    browser, path = await seated(site)
    for what in ("news", "view/0", "view/0/beat"):
        answer = await browser.get(f"{path}/{what}", headers={"HX-Request": "true"})
        assert float(answer.headers["Proa-Now"]) == pytest.approx(time.time(), abs=5)
    watch = (await site.tables.load(path.rpartition("/")[2])).row.watch
    answer = await browser.get(f"/watch/{watch}/view/0", headers={"HX-Request": "true"})
    assert float(answer.headers["Proa-Now"]) == pytest.approx(time.time(), abs=5)
    await browser.aclose()


async def test_all_that_a_stream_says_to_a_page_says_when_it_was_sent(site, monkeypatch):
    (player, *_) = await site.begun("me", "me", "me")
    table = await site.tables.load(player.table)
    place = {f"/watch/{table.row.watch}": access.spectator_access(table, "somebody")}
    stream = event_streams.stream_of_all(site.tables, site.tables.live, place, "")
    first = await anext(stream.body_iterator)
    sign = stream.ping_message_factory().encode().decode()
    for said in (first["comment"], sign.lstrip(": ").strip()):
        assert float(said.removeprefix("now ")) == pytest.approx(time.time(), abs=5)
    await stream.body_iterator.aclose()


async def test_playing_on_from_a_step_opens_one_table(any_site):
    """As long as its game has not begun."""
    players = await any_site.begun("me", "me", "me")
    await play_to_end(players)
    file = (await players[0].get("record")).content
    browser = any_site.browser()
    path = (await browser.post("/records", files={"file": ("record.json", file)})).url.path
    step = {"at": "4", "place": "1", "level": "easy"}

    async def go_on(**more: str) -> str:
        answer = await browser.post(f"{path}/continue", data=step | more)
        assert answer.status_code == 200, answer.text
        return str(answer.url.path)

    first, second = await asyncio.gather(go_on(), go_on())
    assert first == second == await go_on()
    others = {await go_on(at="5"), await go_on(place="2"), await go_on(level="steady")}
    assert len(others - {first}) == 3
    await browser.post(f"{first}/ready", data={"nonce": "00"})
    assert await go_on() not in {first, *others}
