"""The chat in pages, and its moderation: mute, report, delete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proa.server.config.settings import Settings
from proa.server.tables import chat
from server.site import Player, running

pytestmark = pytest.mark.anyio


def talking(folder: Path, database: str = "", **limits):
    return running(Settings(folder / "data", database, **limits))


async def numbers(player: Player, **query) -> list[int]:
    return [line["number"] for line in (await player.get("chat", **query)).json()]


async def test_a_page_brings_the_newest_lines_and_older_ones_are_a_link_away(tmp_path, database):
    """Three thousand lines came with each page."""
    limits = {"chat_lines_a_page": 5, "chat_lines_a_table": 12}
    async with talking(tmp_path, database, **limits) as site:
        (player, *_) = await site.begun("me", "me", "me")
        for n in range(1, 21):
            await player.post("chat", text=f"line {n}.")
        assert await numbers(player) == [16, 17, 18, 19, 20]
        assert await numbers(player, before=16) == [11, 12, 13, 14, 15]
        assert await numbers(player, before=11) == [9, 10]  # the table keeps no more
        assert await numbers(player, after=17) == [18, 19, 20]
        assert await numbers(player, after=1) == [9, 10, 11, 12, 13]
        watch = (await site.tables.load(player.table)).row.watch
        async with site.browser() as browser:
            page = (await browser.get(f"/watch/{watch}/chat")).text
            assert page.count("data-line") == 5
            assert f"/watch/{watch}/chat?before=16" in page
            older = (await browser.get(f"/watch/{watch}/chat?before=16")).text
            assert "line 15." in older
            assert "line 16." not in older


async def test_whom_one_has_muted_one_does_not_hear_the_others_do(tmp_path, database):
    async with talking(tmp_path, database) as site:
        first, second, third = await site.begun("me", "me", "me")
        await second.post("chat", text="shouting")
        await third.post("chat", text="whispering")
        assert (await first.post("chat/1/mute")).status_code == 200
        assert (await first.post("chat/1/mute")).status_code == 200
        await second.post("chat", text="shouting on")
        heard = (await first.get("chat")).json()
        assert [line["text"] for line in heard] == ["", "whispering", ""]
        assert [line["muted"] for line in heard] == [True, False, True]
        assert "shouting" in (await third.get("chat")).text
        assert (await first.post("chat/3/unmute")).status_code == 200
        assert "shouting on" in (await first.get("chat")).text


async def test_a_muted_persons_words_are_in_no_page(tmp_path):
    async with talking(tmp_path) as site, site.browser() as reader, site.browser() as speaker:
        (player, *_) = await site.begun("me", "me", "me", watchers_chat=True)
        door = f"/watch/{(await site.tables.load(player.table)).row.watch}"
        for browser in (reader, speaker):
            await browser.get(door)
        await speaker.post(f"{door}/chat", data={"text": "SHOUT", "name": "Vaea"})
        await reader.post(f"{door}/chat", data={"text": "mine", "name": "Rua"})
        page = (await reader.get(door)).text
        assert "SHOUT" in page
        assert "/chat/1/mute" in page
        assert "/chat/2/mute" not in page  # oneself
        assert "/delete" not in page
        page = (await reader.post(f"{door}/chat/1/mute")).text
        assert "SHOUT" not in page
        assert "/chat/1/unmute" in page
        assert "SHOUT" in (await speaker.get(door)).text


async def test_a_spectator_under_a_players_name_is_called_a_spectator(tmp_path):
    async with talking(tmp_path) as site, site.browser() as watcher:
        (player, *_) = await site.begun("me", "me", "me", watchers_chat=True)
        loaded = await site.tables.load(player.table)
        door, name = f"/watch/{loaded.row.watch}", loaded.seats[player.seat].name
        await watcher.get(door)
        await player.post("chat", text="mine")
        await watcher.post(f"{door}/chat", data={"text": "not mine", "name": name})
        page = (await watcher.get(f"{door}/chat")).text
        own, theirs = re.findall(r"<li id=\"line-.*?</li>", page, re.DOTALL)
        shown = f'<b><bdi translate="no">{name}</bdi></b>'
        assert shown in own
        assert "(spectator)" not in own
        assert f'{shown} <span class="quiet">(spectator)</span>' in theirs


async def test_the_host_of_the_table_deletes_a_line_and_nobody_else_does(tmp_path, database):
    async with talking(tmp_path, database) as site:
        opened = await site.open("me", "friend", "friend")
        host = Player(site, opened["table"], 0, opened["token"])
        players = [host]
        async with site.client() as client:
            for seat in opened["seats"][1:]:
                path = f"/api/invitations/{seat['invite']}"
                token = (await client.post(path, json={"nonce": "00"})).json()["token"]
                players.append(Player(site, opened["table"], seat["seat"], token))
        await host.post("ready", nonce="00")
        await players[1].post("chat", text="regretted")
        assert (await players[2].post("chat/1/delete")).status_code == 403
        before = (await players[2].get("news")).json()["chat"]
        assert (await host.post("chat/1/delete")).status_code == 200
        assert (await players[2].get("news")).json()["chat"] > before  # so that pages ask again
        assert (await players[2].get("chat")).json() == []
        assert (await host.post("chat/1/delete")).status_code == 404
        await players[1].post("chat", text="anew")
        assert len(await numbers(host)) == 1


async def test_a_report_is_kept_once(tmp_path, database):
    async with talking(tmp_path, database) as site:
        first, second, _ = await site.begun("me", "me", "me")
        await second.post("chat", text="rude")
        for _ in range(2):
            assert (await first.post("chat/1/report")).status_code == 200
        (report,) = await site.tables.store.reported()
        assert (report.text, report.times) == ("rude", 1)


@pytest.mark.parametrize("what", ["mute", "unmute", "report"])
async def test_nothing_is_to_be_done_about_oneself_or_about_nothing(tmp_path, what):
    async with talking(tmp_path, mutes_a_guest=1) as site:
        first, second, third = await site.begun("me", "me", "me")
        for player in (first, second, third):
            await player.post("chat", text="Ia orana")
        assert (await first.post(f"chat/1/{what}")).status_code == 422
        assert (await first.post(f"chat/9/{what}")).status_code == 404
        assert (await first.post("chat/1/shout")).status_code == 422
        if what == "mute":
            assert (await first.post("chat/2/mute")).status_code == 200
            assert (await first.post("chat/3/mute")).json()["limit"] == "mutes_a_guest"


async def test_who_said_it_is_told_to_nobody(tmp_path):
    async with talking(tmp_path) as site, site.browser() as browser:
        await browser.post(
            "/tables", data={"game": "toy", "who0": "me", "who1": "friend", "who2": "friend"}
        )
        opened = await site.begun("me", "me", "me", watchers_chat=True)
        door = f"/watch/{(await site.tables.load(opened[0].table)).row.watch}"
        await browser.post(f"{door}/chat", data={"text": "hello", "name": "Vaea"})
        (line,) = await site.tables.store.chat(opened[0].table)
        assert len(line.holder) == 32
        for answer in (await opened[0].get("chat"), await browser.get(door)):
            assert "hello" in answer.text
            assert line.holder not in answer.text


async def test_a_ready_made_line_is_read_in_each_ones_language(tmp_path, database):
    async with talking(tmp_path, database) as site:
        first, second, _ = await site.begun("me", "me", "me")
        assert (await first.post("chat", phrase="luck")).status_code == 201
        (line,) = (await second.get("chat")).json()
        assert (line["phrase"], line["text"]) == ("luck", "Good luck!")
        async with site.client(second.token) as client:
            client.headers["Accept-Language"] = "ru"
            (line,) = (await client.get(f"/api/tables/{second.table}/chat")).json()
        assert line["text"] == "Удачи!"
        for wrong in ({"phrase": "rude"}, {"phrase": "luck", "text": "and more"}, {}):
            assert (await first.post("chat", **wrong)).status_code == 422
        watch = (await site.tables.load(first.table)).row.watch
        async with site.browser() as browser:
            browser.headers["Accept-Language"] = "ru"
            assert "Удачи!" in (await browser.get(f"/watch/{watch}/chat")).text


async def test_every_ready_made_line_is_offered(tmp_path):
    async with talking(tmp_path) as site:
        async with site.browser() as browser:
            form = {"game": "toy", "who0": "me", "who1": "here", "who2": "here"}
            table = await browser.post("/tables", data=form)
            await browser.post(f"{table.url.path}/ready", data={"nonce": "0c"})
            page = (await browser.get(f"{table.url.path}/chat")).text
        offered = dict(re.findall(r'name="phrase" value="(\w+)" formnovalidate>([^<]+)<', page))
        assert offered == {key: said["say"] for key, said in chat.PHRASES.items()}


async def test_a_blocked_guest_can_not_sit_down_at_ones_tables(tmp_path, database):
    """Blocking also mutes; it ends with unblocking. Others' tables are open to them."""
    async with (
        talking(tmp_path, database) as site,
        site.browser() as host,
        site.browser() as rude,
        site.browser() as other,
    ):
        first = await host.post("/tables", data={"game": "toy", "who0": "me"} | friends())
        await rude.post(await link(site, first), data={"name": "Rude", "nonce": "0a"})
        await rude.post(f"{first.url.path}/chat", data={"text": "shouting"})
        answer = await host.post(f"{first.url.path}/chat/1/block")
        assert answer.status_code == 200
        assert "shouting" not in (await host.get(f"{first.url.path}/chat")).text
        second = await host.post("/tables", data={"game": "toy", "who0": "me"} | friends())
        refused = await rude.post(await link(site, second), data={"name": "Rude"})
        assert refused.status_code == 403
        assert "want to play with you" in refused.text
        elsewhere = await other.post("/tables", data={"game": "toy", "who0": "me"} | friends())
        answer = await rude.post(await link(site, elsewhere), data={"name": "Rude"})
        assert answer.status_code == 200
        await host.post(f"{first.url.path}/chat/1/unblock")
        answer = await rude.post(await link(site, second), data={"name": "Rude"})
        assert answer.status_code == 200


def friends() -> dict[str, str]:
    return {"who1": "friend", "who2": "friend"}


async def link(site, opened) -> str:
    """Return the path of an open invitation to a table."""
    table = await site.tables.load(opened.url.path.rsplit("/", 1)[1])
    return next(f"/sit/{place.invite}" for place in table.seats if place.invite)
