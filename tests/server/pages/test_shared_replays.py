"""Replays that anybody can open by a link, and the picture of the end of a game."""

from __future__ import annotations

import re

import pytest

from proa.server.config.settings import Settings
from proa.server.http.security import COOKIE, signed
from proa.server.pages import shared_replays
from proa.server.tables.replays import Replays
from proa.server.tables.shared_replays import open_shared, public_names
from proa.server.tokens import guest_id_of_token
from server.site import Player, Site, play_to_end, running

pytestmark = pytest.mark.anyio
UNKNOWN = "0" * 32


def browser_of(site: Site, player: Player):
    """Return a browser with the seat of a player."""
    browser = site.browser()
    cookie = signed(guest_id_of_token(player.token), site.settings.key)
    browser.headers["Cookie"] = f"{COOKIE}={cookie}"
    return browser


async def shared(site: Site, *seats: str) -> tuple[list[Player], str]:
    """Return the players of a finished game, and the link that the first of them made."""
    players = await site.begun(*(seats or ("me", "me", "me")))
    await play_to_end(players)
    async with browser_of(site, players[0]) as browser:
        answer = await browser.post(f"/table/{players[0].table}/share")
        assert answer.url.path == f"/table/{players[0].table}/end"
        return players, re.search(r"/shared/[0-9a-f]{32}", answer.text)[0]


async def test_anybody_can_open_a_shared_replay_and_step_through_it(site):
    _, link = await shared(site)
    async with site.browser() as stranger:
        page = await stranger.get(link)
        assert page.status_code == 200
        assert f'data-replay="{link}/replay"' in page.text
        step = await stranger.get(f"{link}/replay/1")
        assert 'id="replay-step" data-at="1"' in step.text
        for answer in (page, step):
            assert "no-store" in answer.headers["cache-control"]
            assert "noindex" in answer.headers["x-robots-tag"]


async def test_what_is_computed_for_a_shared_replay_is_computed_once(site):
    players, link = await shared(site)
    replays = Replays(site.tables)
    token = link.rpartition("/")[2]
    one, other = [await open_shared(site.tables, replays, token, "en") for _ in range(2)]
    assert one.history is other.history
    assert one.turns is other.turns
    table = await site.tables.load(players[0].table)
    assert replays.of_table(table).names == table.names != one.names


async def test_it_tells_nothing_of_the_table_and_no_name_of_people(site):
    players, link = await shared(site)
    table = await site.tables.load(players[0].table)
    secrets = [table.id, table.row.watch, *(place.nonce for place in table.seats), *table.names]
    async with browser_of(site, players[1]) as talker:
        await talker.post(f"/table/{table.id}/chat", data={"text": "palm wine", "last": "0"})
    async with site.browser() as stranger:
        for path in ("", "/replay/0", "/replay/3"):
            text = (await stranger.get(link + path)).text
            assert "Seat 2" in text
            assert [secret for secret in [*secrets, "palm wine"] if secret in text] == []
        in_russian = await stranger.get(link, headers={"Accept-Language": "ru"})
        assert "Место 2" in in_russian.text


async def test_who_agrees_is_named_and_may_change_their_mind(site):
    players, link = await shared(site)
    naming = f"/table/{players[1].table}/share/name"
    async with browser_of(site, players[1]) as teva, site.browser() as stranger:
        await teva.post(naming, data={"named": "1"})
        text = (await stranger.get(link)).text
        assert "Teva" in text
        assert "Hina" not in text
        await teva.post(naming)
        assert "Teva" not in (await stranger.get(link)).text


async def test_usual_names_of_bots_are_shown_and_others_are_not(site):
    """A bot may have the name of the person whose seat it took over."""
    players = await site.begun("me", "me", "me")
    async with browser_of(site, players[2]) as browser:
        await browser.post(f"/table/{players[2].table}/rename", data={"name": "Ivanova"})
        await browser.post(f"/table/{players[2].table}/resign", data={"level": "easy"})
    await site.bots_are_idle()
    table = await site.tables.load(players[0].table)
    assert (table.seats[2].kind, table.names[2]) == ("bot", "Ivanova")
    assert public_names(table, {0}, "en") == ["Hina", "Seat 2", "Seat 3"]


async def test_a_withdrawn_link_is_as_unknown_as_one_that_never_was(site):
    players, link = await shared(site)
    async with browser_of(site, players[0]) as maker, browser_of(site, players[1]) as other:
        await other.post(f"/table/{players[0].table}/share/withdraw")
        async with site.browser() as stranger:
            assert (await stranger.get(link)).status_code == 200  # only the maker can
            await maker.post(f"/table/{players[0].table}/share/withdraw")
            for path in ("", "/replay/1", "/en.png", "/ru.png", "/xx.png"):
                gone = await stranger.get(link + path)
                never = await stranger.get(f"/shared/{UNKNOWN}{path}")
                assert gone.status_code == never.status_code == 404
                assert gone.text.replace(link, "") == never.text.replace(f"/shared/{UNKNOWN}", "")
            form = {"at": "1", "place": "0", "level": "easy"}
            assert (await stranger.post(f"{link}/continue", data=form)).status_code == 404
        again = await maker.post(f"/table/{players[0].table}/share")
        assert link not in again.text  # a new link, not the old one


async def test_a_link_is_made_once_for_a_seat_and_only_its_player_sees_it(site):
    players, link = await shared(site)
    share = f"/table/{players[0].table}/share"
    async with browser_of(site, players[0]) as maker, browser_of(site, players[1]) as other:
        assert link in (await maker.post(share)).text
        assert "/shared/" not in (await other.get(f"/table/{players[0].table}/end")).text
        others = re.search(r"/shared/\w{32}", (await other.post(share)).text)[0]
        assert others != link
        watch = (await site.tables.load(players[0].table)).row.watch
        async with site.browser() as stranger:
            end = await stranger.get(f"/watch/{watch}/end")
            assert "share" not in end.text.split("</head>")[1]


async def test_nothing_is_shared_while_the_game_goes_on(site):
    players = await site.begun("me", "me", "me")
    async with browser_of(site, players[0]) as browser:
        for path in ("share", "share/withdraw", "share/name"):
            answer = await browser.post(f"/table/{players[0].table}/{path}")
            assert answer.status_code == 409, path
    assert await site.tables.store.token_of_replay(players[0].table, 0) is None


async def test_the_link_unfolds_with_the_picture(site):
    _, link = await shared(site)
    async with site.browser() as crawler:
        page = (await crawler.get(link)).text
        image = re.search(r'property="og:image" content="(.*?)"', page)[1]
        assert image == f"http://localhost{link}/en.png"
        picture = await crawler.get(image)
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
        size = [int.from_bytes(picture.content[at : at + 4]) for at in (16, 20)]
        assert size == [1200, 630]


async def test_a_picture_is_drawn_once_for_its_names_and_language(site, monkeypatch):
    drawn = []

    def draw(game, locale, names, values):
        drawn.append((locale, *names))
        return b"picture"

    monkeypatch.setattr(shared_replays, "end_picture", draw)
    players, link = await shared(site)
    async with site.browser() as crawler, browser_of(site, players[0]) as maker:
        for _ in range(2):
            await crawler.get(f"{link}/en.png")
        await maker.post(f"/table/{players[0].table}/share/name", data={"named": "1"})
        await crawler.get(f"{link}/en.png")
    assert drawn == [("en", "Seat 1", "Seat 2", "Seat 3"), ("en", "Hina", "Seat 2", "Seat 3")]


async def test_drawing_pictures_has_the_rate_of_replays(tmp_path):
    settings = Settings(tmp_path, replay_rate_an_address="2/minute")
    async with running(settings, rates=True) as site:
        players, link = await shared(site)
        async with site.browser("10.0.0.9") as crawler:
            for locale in ("en", "ru", "en"):
                assert (await crawler.get(f"{link}/{locale}.png")).status_code == 200
            async with browser_of(site, players[0]) as maker:
                await maker.post(f"/table/{players[0].table}/share/name", data={"named": "1"})
            assert (await crawler.get(f"{link}/ru.png")).status_code == 429


async def test_one_can_play_on_from_a_shared_replay(site):
    _, link = await shared(site)
    async with site.browser() as stranger:
        form = {"at": "1", "place": "1", "level": "easy"}
        answer = await stranger.post(f"{link}/continue", data=form, follow_redirects=False)
        table = await site.tables.load(answer.headers["location"].rpartition("/")[2])
        assert table.names == ["Rua", "Seat 2", "Moana"]
