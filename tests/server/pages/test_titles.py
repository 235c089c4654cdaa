"""What pages are called, and what of a table its links tell elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from server.site import play_to_end

pytestmark = pytest.mark.anyio


def title(page: str) -> str:
    return unescape(re.search(r"<title>(.*?)</title>", page)[1])


def told(page: str, name: str) -> str:
    """What a page tells other sites."""
    return unescape(re.search(rf'<meta property="og:{name}" content="(.*?)">', page)[1])


async def test_a_title_names_the_others_and_whose_turn_it_is(site):
    players = await site.begun("me", "me", "me")
    async with site.browser() as browser:
        watch = (await site.tables.load(players[0].table)).row
        page = (await browser.get(f"/watch/{watch.watch}")).text
        mover = ["Hina", "Teva", "Moana"][watch.turn]
        assert title(page) == f"{mover} to move · Toy: Hina, Teva, Moana, proa"
        await play_to_end(players)
        page = (await browser.get(f"/watch/{watch.watch}")).text
        assert re.match(r"(\w+ won|shared victory) · Toy: Hina, Teva, Moana, proa", title(page))


async def test_an_invitation_names_who_invites(site):
    async with site.browser() as host, site.browser() as friend:
        form = {"game": "tahiti", "who0": "me", "who1": "friend", "name": "Hina"}
        lobby = await host.post("/tables", data=form)
        invite = re.search(r"/sit/\w+", lobby.text)[0]
        page = (await friend.get(invite)).text
        assert "<h1>Hina invites you to Tahiti</h1>" in page
        assert told(page, "title") == "Hina invites you to Tahiti"
        assert told(page, "description").startswith("Bid for each roll")
        picture = told(page, "image")
        assert re.fullmatch(r"http://localhost/static/\w+/games/tahiti/board/portrait.jpg", picture)
        found = await friend.get(picture)
        assert found.headers["content-type"] == "image/jpeg"
        assert len(found.content) > 20_000


async def test_ones_tables_name_opponents_day_and_result(site):
    async with site.browser() as browser:
        form = {
            "game": "toy",
            "who0": "me",
            "who1": "here",
            "who2": "bot",
            "level": "easy",
            "name": "Hina",
        }
        table = (await browser.post("/tables", data=form)).url.path
        await browser.post(f"{table}/ready", data={"nonce": "00"})
        row = (await site.tables.load(table.rpartition("/")[2])).row
        found = await site.tables.store.tables_of(row.host)
        assert await site.tables.store.endings([row.id]) == {}
        assert [one.id for one, *_ in found] == [row.id]
        [entry] = entries(table, (await browser.get("/")).text)
        names = [seat.name for seat in (await site.tables.load(row.id)).seats]
        assert f"Toy with {names[2]}" in entry
        day = datetime.fromtimestamp(row.touched, UTC).date().isoformat()
        assert f'<time datetime="{day}"' in entry
        assert "Your turn" in entry or f"Waiting for {names[2]}" in entry


def entries(table: str, page: str) -> list[str]:
    """What one's list of tables says of one of them."""
    return [
        unescape(one) for one in re.findall(r"<li><a href=(.*?)</li>", page, re.S) if table in one
    ]


async def test_a_finished_table_says_who_won(site):
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    async with site.client(players[0].token) as client:
        listed = (await client.get("/api/tables")).json()
    [table] = [one for one in listed if one["id"] == players[0].table]
    loaded = await site.tables.load(players[0].table)
    returns = loaded.game.returns(loaded.playing.position())
    names = [p.name for p, share in zip(loaded.seats, returns, strict=True) if share > 0]
    assert table["winners"] == names
    assert table["touched"] > 1e9
    assert [seat["me"] for seat in table["seats"]] == [True, False, False]


async def test_the_site_says_what_it_is_as_an_application(site):
    async with site.browser() as browser:
        about = (await browser.get("/app/ru.webmanifest")).json()
        assert about["lang"] == "ru"
        assert "Южных морей" in about["description"]
        for icon in about["icons"]:
            assert (await browser.get(icon["src"])).status_code == 200
        worker = await browser.get("/app/en.js")
        assert worker.headers["service-worker-allowed"] == "/"
        assert "default-src 'self'" in worker.headers["content-security-policy"]
        for path in re.findall(r'"(/[^"]+)"', worker.text.splitlines()[1]):
            assert (await browser.get(path)).status_code == 200, path
        assert not browser.cookies
        assert (await browser.get("/app/xx.js")).status_code == 404
