"""A single client can't exhaust the server: rates and caps by guest and by address."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from proa.engine.messages import text
from proa.server.config.settings import Settings
from proa.server.durations import rounded
from proa.server.http.rate_limits import KINDS
from proa.server.store.schema import tables
from proa.server.tables import cleanup
from server.http.limited_server import serving
from server.site import Site, play_to_end, running

pytestmark = pytest.mark.anyio
FORM = {"game": "toy", "name": "Hina", "who0": "me", "who1": "friend", "who2": "friend"}
ORDER = {"game": "toy", "seats": [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]}
STRANGER, NEIGHBOUR = "203.0.113.5", "203.0.113.6"


def limited(folder: Path, database: str = "", **limits):
    return running(Settings(folder / "data", database, **limits), rates=True)


async def opened(client: httpx.AsyncClient, times: int) -> list[httpx.Response]:
    """Return the answers to opening tables in a row, by form or by API."""
    if "Sec-Fetch-Site" in client.headers:
        return [await client.post("/tables", data=FORM) for _ in range(times)]
    return [await client.post("/api/tables", json=ORDER) for _ in range(times)]


def statuses(answers: list[httpx.Response]) -> list[int]:
    return [answer.status_code for answer in answers]


# -- opening tables --------------------------------------------------------------------------


async def test_one_anonymous_client_does_not_fill_the_house(tmp_path, database):
    """As it was attacked: a program without a token, over HTTP."""
    async with limited(tmp_path, database, tables_an_address=4, tables_in_all=8) as site:
        async with site.client(address=STRANGER) as stranger:
            answers = await opened(stranger, 30)
        assert statuses(answers) == [201] * 4 + [429] * 26
        assert "4 tables are open from your address" in answers[-1].json()["error"]
        assert answers[-1].json()["limit"] == "tables_an_address"
        assert int(answers[-1].headers["retry-after"]) > 0
        async with site.browser(NEIGHBOUR) as neighbour:
            assert statuses(await opened(neighbour, 2)) == [200, 200]


async def test_addresses_that_nobody_has_are_counted_too(tmp_path):
    rates = {"look_rate_an_address": "5/hour", "post_rate_an_address": "3/hour"}
    async with limited(tmp_path, **rates) as site:
        async with site.browser(STRANGER) as stranger:
            found = [await stranger.get(f"/nothing/{n}") for n in range(8)]
            assert statuses(found) == [404] * 5 + [429] * 3
            wrong = [await stranger.post("/rules/tahiti") for _ in range(5)]
            assert statuses(wrong) == [405] * 3 + [429] * 2
        async with site.client(address=STRANGER) as stranger:
            answer = await stranger.get("/api/nothing")
            assert answer.status_code == 429
            assert answer.json()["limit"] == "look_rate_an_address"
        async with site.browser(NEIGHBOUR) as neighbour:
            assert (await neighbour.get("/nothing")).status_code == 404


@pytest.mark.parametrize(
    ("status", "method", "path", "headers"),
    [
        (421, "GET", "/api/games", {"Host": "evil.example"}),
        (421, "GET", "/", {"Host": "evil.example"}),
        (403, "POST", "/tables", {"Origin": "http://evil.example"}),
        (403, "POST", "/api/nothing", {"Sec-Fetch-Site": "cross-site"}),
        (200, "GET", "/api/openapi.json", {}),
        (404, "GET", "/api/tables/", {}),
        (404, "GET", "/watch/x/view/0", {}),
    ],
)
async def test_who_is_turned_away_at_the_door_is_counted_and_shut_out_too(
    tmp_path, status, method, path, headers
):
    kind = "look" if method == "GET" else "post"
    async with limited(tmp_path, **{f"{kind}_rate_an_address": "2/hour"}) as site:
        async with site.client(address=STRANGER) as stranger:
            found = [await stranger.request(method, path, headers=headers) for _ in range(3)]
            assert statuses(found) == [status, status, 429]
            assert int(found[-1].headers["retry-after"]) > 0
        await site.tables.store.ban(STRANGER, "block", None)
        await cleanup.load_bans(site.tables)
        async with site.client(address=STRANGER) as stranger:
            answer = await stranger.request(method, path, headers=headers)
            assert answer.status_code == 403
            assert "has blocked you" in answer.text
        async with site.client(address=NEIGHBOUR) as neighbour:
            answer = await neighbour.request(method, path, headers=headers)
            assert answer.status_code == status


async def test_a_full_house_says_when_to_come_back(tmp_path):
    async with limited(tmp_path, tables_in_all=1) as site, site.browser() as browser:
        assert statuses(await opened(browser, 1)) == [200]
        (answer,) = await opened(browser, 1)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0


async def test_dropping_cookies_does_not_pass_the_limits_of_the_address(tmp_path):
    limits = {"opening_rate_a_guest": "2/hour", "opening_rate_an_address": "5/hour"}
    async with limited(tmp_path, **limits) as site:
        async with site.browser(STRANGER) as faithful:
            await faithful.get("/")
            assert statuses(await opened(faithful, 4)) == [200, 200, 429, 429]
        answers = []
        for _ in range(4):
            async with site.browser(STRANGER) as forgetful:
                answers += await opened(forgetful, 1)
        assert 429 in statuses(answers)
        assert statuses(answers)[-1] == 429
        async with site.browser(NEIGHBOUR) as neighbour:
            assert statuses(await opened(neighbour, 1)) == [200]


@pytest.mark.parametrize("host", ["2001:db8:1:2::{n:x}", "::ffff:203.0.113.7"])
async def test_the_addresses_of_one_household_are_one(tmp_path, host):
    async with limited(tmp_path, opening_rate_an_address="3/hour") as site:
        answers = []
        for n in range(1, 6):
            async with site.client(address=host.format(n=n)) as client:
                answers += await opened(client, 1)
        assert statuses(answers) == [201] * 3 + [429] * 2
        async with site.client(address="2001:db8:1:3::1") as neighbour:
            assert statuses(await opened(neighbour, 1)) == [201]


async def test_rematches_fill_nothing_either(tmp_path):
    async with limited(tmp_path, tables_an_address=1) as site:
        players = await site.begun("me", "me", "me")
        await play_to_end(players)
        await site.open("me", "friend", "friend")
        answer = await players[0].post("rematch")
        assert (answer.status_code, answer.json()["limit"]) == (429, "tables_an_address")


async def test_a_school_behind_one_address_plays(tmp_path):
    """Thirty browsers that each open a table and look at it, as fast as they can."""
    async with limited(tmp_path) as site:

        async def pupil() -> int:
            async with site.browser(STRANGER) as browser:
                await browser.get("/")
                answer = (await opened(browser, 1))[0]
                for _ in range(10):
                    answer = await browser.get(answer.url)
                return answer.status_code

        assert await asyncio.gather(*(pupil() for _ in range(30))) == [200] * 30


# -- everything else that costs --------------------------------------------------------------


async def asked(site: Site, kind: str, client: httpx.AsyncClient, table: dict) -> httpx.Response:
    """Send a request of a kind."""
    at = f"/api/tables/{table['table']}"
    match kind:
        case "look":
            return await client.get("/api/games")
        case "post":
            return await client.post(f"{at}/rename", json={"name": "Hina"})
        case "opening":
            return (await opened(client, 1))[0]
        case "upload":
            return await client.post("/api/records", content=b"{}")
        case "chat":
            return await client.post(f"{at}/chat", json={"text": "Ia orana"})
        case "undo":
            return await client.post(f"{at}/undo", json={"frame": 0})
        case "try":
            return await client.post(f"{at}/try", json={"frame": 0, "codes": []})
        case "hint":
            return await client.post(f"{at}/hint", json={"frame": 0})
        case "review":
            return await client.post(f"{at}/review")
        case "replay":
            return await client.get(f"{at}/record")
        case "notice":
            return await client.post("/api/notices/channels", json={"kind": "mail"})
        case "invitation":
            return await client.get(f"/api/invitations/{'0' * 32}")
    raise AssertionError(kind)


BY_PAGE = {"account": "recover", "mail": "mail"}
"""The kinds that only pages ask for."""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in BY_PAGE])
@pytest.mark.parametrize("whose", ["a_guest", "an_address"])
async def test_whatever_costs_has_a_rate(tmp_path, kind, whose):
    name = f"{kind}_rate_{whose}"
    async with limited(tmp_path, **{name: "3/hour"}) as site:
        table = await site.open("me", "friend", "friend")
        async with site.client(table["token"], address=STRANGER) as client:
            answers = [await asked(site, kind, client, table) for _ in range(5)]
            assert 429 not in statuses(answers[:3])
            for refused in answers[3:]:
                assert refused.status_code == 429
                assert refused.json()["limit"] == name
                assert 0 < int(refused.headers["retry-after"]) <= 1200
                assert "at most 3 per 1" in refused.json()["error"]
        async with site.client("another token", address=STRANGER) as client:
            again = await asked(site, kind, client, table)
            assert (again.status_code == 429) is (whose == "an_address")


@pytest.mark.parametrize("kind", BY_PAGE)
@pytest.mark.parametrize("whose", ["a_guest", "an_address"])
async def test_signing_in_has_a_rate(tmp_path, kind, whose):
    form = {"code": "x", "address": "hina@example.org"}
    async with limited(tmp_path, **{f"{kind}_rate_{whose}": "3/hour"}) as site:
        for is_other in (False, True):
            async with site.browser(STRANGER) as browser:
                await browser.get("/account")
                page = f"/account/{BY_PAGE[kind]}"
                answers = [await browser.post(page, data=form) for _ in range(5)]
                is_full = is_other and whose == "an_address"
                assert [status == 429 for status in statuses(answers)] == [
                    is_full or n > 2 for n in range(5)
                ]
                assert not is_full or "per address" in answers[0].text


async def test_responses_to_programs_say_what_is_left(tmp_path):
    async with limited(tmp_path, look_rate_a_guest="5/minute") as site:
        async with site.client("token", address=STRANGER) as client:
            for left in (4, 3):
                headers = (await client.get("/api/games")).headers
                assert '"look_rate_a_guest";q=5;w=60' in headers["ratelimit-policy"]
                assert f'"look_rate_a_guest";r={left};t=' in headers["ratelimit"]
        async with site.browser(STRANGER) as browser:
            assert "ratelimit" not in (await browser.get("/settings")).headers


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Too many requests: opening tables"),
        ("ru", "Слишком часто: открытие столов. Предел с одного адреса: 1, время: 1 час"),
    ],
)
async def test_a_page_says_it_in_the_readers_language(tmp_path, language, sentence):
    async with limited(tmp_path, opening_rate_an_address="1/hour") as site, site.browser() as b:
        b.headers["Accept-Language"] = language
        answer = (await opened(b, 2))[1]
        assert answer.status_code == 429
        assert sentence in answer.text.replace("\xa0", " ")
        assert 3500 < int(answer.headers["retry-after"]) <= 3600
        part = await b.post("/tables", data=FORM, headers={"HX-Request": "true"})
        assert sentence in part.text.replace("\xa0", " ")


async def test_a_rate_can_be_off(tmp_path):
    async with limited(tmp_path, look_rate_a_guest="off", look_rate_an_address="off") as site:
        async with site.client(address=STRANGER) as client:
            answers = [await client.get("/api/games") for _ in range(50)]
        assert set(statuses(answers)) == {200}


async def test_uploads_from_one_address_are_so_many(tmp_path):
    async with limited(tmp_path, uploads_an_address=2, upload_rate_an_address="off") as site:
        players = await site.begun("me", "me", "me")
        await play_to_end(players)
        record = (await players[0].get("record")).content
        async with site.client(address=STRANGER) as client:
            answers = [await client.post("/api/records", content=record) for _ in range(3)]
            assert statuses(answers) == [201, 201, 429]
            assert answers[-1].json()["limit"] == "uploads_an_address"
        async with site.client(address=NEIGHBOUR) as client:
            assert (await client.post("/api/records", content=record)).status_code == 201


async def test_streams_by_guest_by_address_and_in_all(tmp_path):
    """Over HTTP, through a proxy that says who asks."""
    limits = {"streams_a_guest": 3, "streams_an_address": 5, "streams_in_all": 7}
    async with serving(tmp_path, trusted_proxies=("127.0.0.1",), **limits) as port:
        address = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            three_seats = {"game": "toy", "seats": [{"who": "me"}] * 3}
            table = (await client.post("/api/tables", json=three_seats)).json()
            tokens = [seat["token"] for seat in table["seats"]]

            async def stream(token: str, address: str) -> httpx.Response:
                headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": address}
                request = client.build_request(
                    "GET", f"/api/tables/{table['table']}/stream", headers=headers
                )
                return await client.send(request, stream=True)

            going = [await stream(tokens[0], STRANGER) for _ in range(4)]
            assert statuses(going) == [200, 200, 200, 429]
            going += [await stream(tokens[1], STRANGER) for _ in range(3)]
            assert statuses(going[4:]) == [200, 200, 429]
            going += [await stream(tokens[2], NEIGHBOUR) for _ in range(3)]
            assert statuses(going[7:]) == [200, 200, 503]
            for refused, limit in ((3, "a_guest"), (6, "an_address"), (9, "in_all")):
                await going[refused].aread()
                assert going[refused].json()["limit"] == f"streams_{limit}"
                assert going[refused].headers["retry-after"]
            for answer in going:
                await answer.aclose()


async def undone(player) -> httpx.Response:
    """Play an action that can be undone, and undo it."""
    seen = await player.view()
    table = await player.site.tables.load(player.table)
    for code in await player.codes():
        after = table.playing.fork()
        after.play(code, "person", 0.0)
        if after.undoable(player.seat):
            await player.play(code)
            return await player.post("undo", frame=(await player.view())["frame"])
    raise AssertionError(seen)


async def test_taking_back_ends_some_time(tmp_path, database):
    """In a turn and in a game; and a game's log grows no further by it, redo included."""
    async with limited(tmp_path, database, undos_a_turn=3, undos_a_game=4) as site:
        players = await site.begun("me", "me", "me")

        async def mover():
            return players[(await site.tables.load(players[0].table)).row.turn]

        first = await mover()
        answers = [await undone(first) for _ in range(4)]
        assert statuses(answers) == [200] * 3 + [409]
        assert answers[-1].json()["limit"] == "undos_a_turn"
        assert "undone 3 times in this turn" in answers[-1].json()["error"]
        for _ in range(50):
            await (await mover()).play()
            if await mover() != first:
                break
        assert (await undone(await mover())).status_code == 200
        for _ in range(50):
            await (await mover()).play()
            if await mover() == first:
                break
        answers = [await undone(first) for _ in range(2)]
        assert statuses(answers) == [200, 409]
        assert answers[-1].json()["limit"] == "undos_a_game"


async def test_options_are_not_changed_for_ever(tmp_path):
    async with limited(tmp_path, options_a_game=3) as site:
        (host, *_) = await site.begun("me", "me", "me")
        answers = [await host.post("options", pace=60 + n) for n in range(5)]
        assert statuses(answers) == [200] * 3 + [409] * 2
        assert answers[-1].json()["limit"] == "options_a_game"


async def test_tables_that_nobody_came_to_go_by_themselves(tmp_path, database):
    async with limited(tmp_path, database) as site:
        store = site.tables.store
        hours = {"empty": 13, "fresh": 11, "visited": 13, "forgotten": 15 * 24, "played": 15 * 24}
        opened = {}
        for name in hours:
            opened[name] = await site.open("me", "friend", "bot")
        async with site.client() as friend:
            for name in ("visited", "forgotten", "played"):
                invite = opened[name]["seats"][1]["invite"]
                await friend.post(f"/api/invitations/{invite}", json={"nonce": "00"})
            headers = {"Authorization": f"Bearer {opened['played']['token']}"}
            at = f"/api/tables/{opened['played']['table']}"
            await friend.post(f"{at}/ready", json={"nonce": "00"}, headers=headers)

        def grow_old() -> None:
            with store.writing() as connection:
                for name, age in hours.items():
                    is_it = tables.c.id == opened[name]["table"]
                    touched = store.now() - age * 3600
                    connection.execute(sa.update(tables).where(is_it).values(touched=touched))

        await store._run(store._writers, grow_old)
        with site.tables.live.subscribe(opened["empty"]["table"]) as bell:
            await cleanup.close_unused(site.tables)
            assert bell.is_set()
        left = {name for name in hours if await store.table(opened[name]["table"])}
        assert left == {"fresh", "visited", "played"}
        async with site.browser() as late:
            gone = opened["empty"]
            page = await late.get(f"/table/{gone['table']}")
            assert "Tables that wait too long for players are closed." in page.text
            page = await late.get(f"/sit/{gone['seats'][1]['invite']}")
            assert "used or withdrawn, or its table is closed." in page.text


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.2, "1 second"), (59, "59 seconds"), (61, "2 minutes"), (3600, "1 hour"), (7201, "3 hours")],
)
def test_times_are_rounded_up(seconds, told):
    assert text(rounded(seconds)) == told
