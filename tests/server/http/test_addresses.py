"""One machine, several addresses: a browser stores the cookies of each separately."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
import sqlalchemy as sa

from proa.server.config.settings import Settings
from proa.server.tables import devices
from proa.server.tokens import guest_id_of_token
from server.config.test_urls import HOME, has  # noqa: F401
from server.site import running

pytestmark = pytest.mark.anyio
FORM = {
    "game": "toy",
    "name": "Hina",
    "who0": "me",
    "who1": "friend",
    "who2": "bot",
    "level": "easy",
}
OPENS = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
LINK = re.compile(r"https?://[^/\"<]+(/(?:bring|rejoin)/[0-9a-f]{32})")


class At:
    """A browser at one address of a server, with its own cookies there."""

    def __init__(self, site, origin: str, client: str = "127.0.0.1") -> None:
        transport = httpx.ASGITransport(site.app, raise_app_exceptions=False, client=(client, 1))
        headers = {"Sec-Fetch-Site": "same-origin"}
        self._browser = httpx.AsyncClient(transport=transport, base_url=origin, headers=headers)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self._browser.get(path, headers=headers)

    async def post(self, path: str, **form: str) -> httpx.Response:
        return await self._browser.post(path, data=form)

    async def open_table(self, **form: str) -> str:
        answer = await self.post("/tables", **{**FORM, **form})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]


@pytest.fixture
async def home(tmp_path, has):  # noqa: F811
    """Run a server for a home network."""
    has(HOME)
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site:
        yield site


# -- one name for one machine ----------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8123", "http://[::1]:8123"])
async def test_a_new_guest_who_opens_a_number_is_led_to_the_name(home, origin):
    browser = At(home, origin)
    for path in ("/", "/rules/tahiti?x=%D0%B6&y=1", f"/table/{'0' * 32}", f"/sit/{'0' * 32}"):
        answer = await browser.get(path, **OPENS)
        assert answer.status_code == 307
        assert answer.headers["location"] == f"http://localhost:8123{path}"
        assert answer.headers["cache-control"] == "no-store, no-transform"
        assert "set-cookie" not in answer.headers
    there = At(home, "http://localhost:8123")
    assert (await there.get("/", **OPENS)).status_code == 200


async def test_programs_forms_and_other_hosts_are_answered_where_they_ask(home):
    number = At(home, "http://127.0.0.1:8123")
    assert (await number.get("/")).status_code == 200, "a program"
    assert (await number.get("/api/games", **OPENS)).status_code == 200
    assert (await number.get("/static/table.css", **OPENS)).status_code != 307
    lan = At(home, "http://192.168.1.5:8123", "192.168.1.77")
    assert (await lan.get("/", **OPENS)).status_code == 200


async def test_behind_a_proxy_nobody_is_led_away(tmp_path):
    async with running(Settings(tmp_path, public_url="https://proa.example")) as site:
        assert (await At(site, "http://127.0.0.1:8000").get("/", **OPENS)).status_code == 200


async def test_who_has_seats_at_the_number_keeps_them_there(home):
    old = At(home, "http://127.0.0.1:8123")
    door = await old.open_table()
    for path in (door, "/"):
        answer = await old.get(path, **OPENS)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


# -- a table at another address --------------------------------------------------------------


async def test_a_table_says_at_which_address_it_was_begun(home):
    door = await At(home, "http://127.0.0.1:8123").open_table()
    for origin in ("http://localhost:8123", "http://192.168.1.5:8123"):
        answer = await At(home, origin, "192.168.1.5").get(door)
        assert answer.status_code == 404
        assert f'href="http://127.0.0.1:8123{door}"' in answer.text
        assert "“Continue on another device”" in answer.text
        assert "Hina" not in answer.text
    russian = await At(home, "http://localhost:8123").get(door, **{"Accept-Language": "ru"})
    assert "открыли по другому адресу: http://127.0.0.1:8123" in russian.text


async def test_a_spectator_of_the_same_computer_reads_it_too(home):
    door = await At(home, "http://localhost:8123").open_table()
    table = await home.tables.load(door.rpartition("/")[2])
    watch = f"/watch/{table.row.watch}"
    here = await At(home, "http://192.168.1.5:8123", "192.168.1.5").get(watch)
    assert "begun at http://localhost:8123" in here.text
    for origin, client in (
        ("http://localhost:8123", "127.0.0.1"),
        ("http://192.168.1.5:8123", "192.168.1.77"),
    ):
        there = await At(home, origin, client).get(watch)
        assert there.status_code == 200
        assert "begun at" not in there.text


@pytest.mark.parametrize("client", ["192.168.1.77", "203.0.113.9"])
async def test_others_learn_nothing_of_what_they_can_not_open(home, client):
    """It looks like a table that does not exist, as ever."""
    door = await At(home, "http://localhost:8123").open_table()
    lan = At(home, "http://192.168.1.5:8123", client)
    nobody = door.replace(door.rpartition("/")[2], "f" * 32)
    mine, none = await lan.get(door), await lan.get(nobody)
    assert (mine.status_code, none.status_code) == (404, 404)
    assert mine.text.replace(door, nobody) == none.text


@pytest.mark.parametrize("begun", ["http://203.0.113.66", "http://10.66.66.66:8123"])
async def test_nobody_is_sent_to_an_address_that_is_not_the_servers(home, begun):
    """Whoever opens a table may claim any number as the server's."""
    door = await At(home, begun, "203.0.113.66").open_table()
    answer = await At(home, "http://localhost:8123").get(door)
    assert answer.status_code == 404
    assert begun not in answer.text


async def test_another_port_is_no_other_address(home):
    """Cookies are shared by the ports of a host."""
    door = await At(home, "http://localhost:9000").open_table()
    answer = await At(home, "http://localhost:8123").get(door)
    assert "9000" not in answer.text


# -- bringing seats along --------------------------------------------------------------------


async def test_an_old_visitor_brings_all_tables_along(home):
    old, new = At(home, "http://127.0.0.1:8123"), At(home, "http://localhost:8123")
    doors = [await old.open_table(title=f"Atoll {n}") for n in range(3)]
    assert "http://127.0.0.1:8123" in (await new.get("/")).text, "where they are"
    front = (await old.get("/")).text
    assert "http://localhost:8123" in front
    assert 'action="/bring"' in front
    offered = await old.post("/bring")
    path = LINK.search(offered.text)[1]
    assert f'href="http://localhost:8123{path}"' in offered.text
    for _ in range(3):  # and as often as a scanner of mails likes
        shown = await new.get(path)
        assert shown.status_code == 200
        assert "Atoll 1" in shown.text
    for door in doors:
        assert (await new.get(door)).status_code == 404, "nothing has been taken yet"
    assert (await new.post(path)).headers["location"] == "/"
    for door in doors:
        assert (await new.get(door)).status_code == 200
        assert (await old.get(door)).status_code == 200, "as with another device"
    assert "Atoll 2" in (await new.get("/")).text
    assert (await new.post(f"{doors[0]}/fill", place="1", level="easy")).status_code == 303, (
        "whoever opened a table stays its host"
    )
    for used in (await new.get(path), await new.post(path), await old.get(path)):
        assert used.status_code == 404
        assert "has been used, or it is too old" in used.text


async def test_who_brings_tables_along_keeps_those_that_are_there(home):
    old, new = At(home, "http://127.0.0.1:8123"), At(home, "http://localhost:8123")
    begun, here = await old.open_table(), await new.open_table()
    path = LINK.search((await old.post("/bring")).text)[1]
    await new.post(path)
    for door in (begun, here):
        assert (await new.get(door)).status_code == 200
    assert (await old.get(here)).status_code == 404, "who made the link gets nothing by it"


async def test_of_two_who_use_a_link_at_once_one_gets_the_seats(home):
    old = At(home, "http://127.0.0.1:8123")
    door = await old.open_table()
    path = LINK.search((await old.post("/bring")).text)[1]
    guests = [At(home, "http://localhost:8123") for _ in range(4)]
    answers = await asyncio.gather(*(guest.post(path) for guest in guests))
    assert sorted(answer.status_code for answer in answers) == [303, 404, 404, 404]
    looks = [(await guest.get(door)).status_code for guest in guests]
    assert sorted(looks) == [200, 404, 404, 404]


async def test_the_newest_link_is_the_only_one(home):
    old, new = At(home, "http://127.0.0.1:8123"), At(home, "http://localhost:8123")
    await old.open_table()
    first, second = [LINK.search((await old.post("/bring")).text)[1] for _ in range(2)]
    assert (await new.post(first)).status_code == 404
    assert (await new.post(second)).status_code == 303


async def test_a_link_is_too_old_after_a_quarter_of_an_hour(any_site):
    old, new = At(any_site, "http://127.0.0.1"), At(any_site, "http://localhost")
    door = await old.open_table()
    path = LINK.search((await old.post("/bring")).text)[1]
    with sa.create_engine(any_site.tables.store.url).begin() as connection:
        (until,) = connection.execute(sa.text("SELECT until FROM moves")).scalars()
        assert 890 < until - any_site.tables.now() <= 900
        connection.execute(sa.text("UPDATE moves SET until = until - 901"))
    assert (await new.get(path)).status_code == 404
    assert (await new.post(path)).status_code == 404
    assert (await new.get(door)).status_code == 404


async def test_brought_seats_are_played_and_those_left_meanwhile_are_not(any_site):
    players = await any_site.begun("me", "me", "me")
    store = any_site.tables.store
    guest_id = guest_id_of_token(players[0].token)
    token = await devices.offer_move(any_site.tables, guest_id)
    await players[0].post("resign", level="easy")
    await devices.move(any_site.tables, token, "7" * 32)
    found = await store.table(players[0].table)
    assert not [place for place in found[1] if "7" * 32 in place.holders]
    token = await devices.offer_move(any_site.tables, found[1][1].holders[0])
    await devices.move(any_site.tables, token, "7" * 32)
    after = await store.table(players[0].table)
    assert after[1][1].holders == tuple(sorted([*found[1][1].holders, "7" * 32]))
    assert after[0].people == found[0].people + 1
    again = await devices.offer_move(any_site.tables, found[1][1].holders[0])
    await devices.move(any_site.tables, again, "7" * 32)  # has it already
    assert (await store.table(players[0].table))[1][1].holders == after[1][1].holders


@pytest.mark.parametrize("what", ["bring", "rejoin"])
async def test_a_link_is_used_by_a_page_of_ours_alone(home, what):
    old = At(home, "http://127.0.0.1:8123")
    door = await old.open_table()
    made = "/bring" if what == "bring" else f"{door}/device"
    path = LINK.search((await old.post(made)).text)[1]
    new = At(home, "http://localhost:8123")
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:8123", "Sec-Fetch-Site": "cross-site"},
    ):
        answer = await new._browser.post(path, headers=headers)
        assert answer.status_code == 403
    for method in ("HEAD", "OPTIONS"):
        await new._browser.request(method, path)
    assert (await new.get(door)).status_code == 404
    assert (await new.post(path)).status_code == 303
    assert (await new.get(door)).status_code == 200


async def test_one_who_has_left_nothing_at_the_number_is_led_on(home):
    old = At(home, "http://127.0.0.1:8123")
    await old.post("/settings", theme="night")
    answer = await old.get("/", **OPENS)
    assert answer.status_code == 307
    assert answer.headers["location"] == "http://localhost:8123/"


async def test_tables_of_before_are_found_though_nobody_wrote_down_where(home):
    """Older tables have no address: what `proa play` opened was the number."""
    old = At(home, "http://127.0.0.1:8123")
    await old.open_table()
    with sa.create_engine(home.tables.store.url).begin() as connection:
        connection.execute(sa.text("UPDATE tables SET origin = ''"))
    assert "http://127.0.0.1:8123" in (await At(home, "http://localhost:8123").get("/")).text
    friend = At(home, "http://192.168.1.5:8123", "192.168.1.77")
    assert "127.0.0.1" not in (await friend.get("/")).text


async def test_a_house_that_moves_to_the_internet_takes_its_guests_along(tmp_path):
    async with running(Settings(tmp_path)) as site:
        old = At(site, "http://localhost:8000")
        door = await old.open_table()
        cookies = old._browser.cookies
    settings = Settings(tmp_path, public_url="https://proa.example")
    async with running(settings) as site:
        old, new = (
            At(site, "http://localhost:8000"),
            At(site, "https://proa.example", "203.0.113.9"),
        )
        old._browser.cookies = cookies
        offered = await old.post("/bring")
        path = LINK.search(offered.text)[1]
        assert f"https://proa.example{path}" in offered.text
        await new.post(path)
        assert (await new.get(door)).status_code == 200
