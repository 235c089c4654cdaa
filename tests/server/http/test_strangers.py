"""Tables of others: every address that changes something answers strangers alike.

The addresses are those of the routes, so that a new one is tested as well.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import httpx
import pytest

from proa.server.api import routes as api
from proa.server.pages import routes as pages
from server.site import Site

pytestmark = pytest.mark.anyio
SAFE = {"GET", "HEAD", "OPTIONS"}
FOR_SPECTATORS = {
    "POST /api/tables/{table_id}/chat",
    "POST /api/tables/{table_id}/chat/{number}/{what}",
    "POST /api/tables/{table_id}/continue",
    "POST /api/tables/{table_id}/watch",
}
"""What spectators may do, if the table allows it or its game is over."""
FOR_HOSTS = FOR_SPECTATORS | {
    "DELETE /api/tables/{table_id}",
    "POST /api/tables/{table_id}/fill",
    "POST /api/tables/{table_id}/options",
    "POST /api/tables/{table_id}/rematch",
    "POST /api/tables/{table_id}/replace",
    "POST /table/{table_id}/chat",
    "POST /table/{table_id}/chat/{number}/{what}",
    "POST /table/{table_id}/close",
    "POST /table/{table_id}/continue",
    "POST /table/{table_id}/fill",
    "POST /table/{table_id}/options",
    "POST /table/{table_id}/rematch",
    "POST /table/{table_id}/replace",
}
"""And what the host without a seat may do."""
FIELDS = {
    "at": 0,
    "amount": None,
    "code": "pass",
    "codes": ["pass"],
    "frame": 0,
    "level": "easy",
    "name": "Manu",
    "nonce": "00",
    "on": True,
    "pace": 60,
    "place": 0,
    "seat": 0,
    "seats": [0],
    "text": "ahoy",
    "watchers_chat": True,
    "what": "ask",
}
"""Everything that a form or a body of these may contain."""


def unsafe(part: str) -> list[str]:
    """Return the methods and paths that change something, with ``part`` in the path."""
    return sorted(
        f"{method} {route.path}"
        for routes in (pages, api)
        for route in routes.ROUTES
        for method in (getattr(route, "methods", None) or set()) - SAFE
        if part in route.path
    )


AT_TABLE = unsafe("{table_id}")
AT_WATCH = unsafe("{watch}")


def test_the_addresses_are_found():
    assert len(AT_TABLE) > 30
    assert len(AT_WATCH) >= 2


class Answer(NamedTuple):
    status: int
    text: str


async def ask(client: httpx.AsyncClient, what: str, schema: dict, **places: str) -> Answer:
    """Send a request with everything that an address may accept."""
    method, path = what.split()
    for name, value in {"number": "1", "what": "mute", "step": "ask", **places}.items():
        path = path.replace(f"{{{name}}}", value)
    assert "{" not in path
    if path.startswith("/api/"):
        known = _fields_of(schema, what)
        sent = {"json": {k: v for k, v in FIELDS.items() if k in known}} if known else {}
    else:
        sent = {"data": {k: v for k, v in FIELDS.items() if v is not None}}
    answer = await client.request(method, path, follow_redirects=False, **sent)
    text = re.sub("|".join(places.values()), "ID", answer.text)
    return Answer(answer.status_code, text)


def _fields_of(schema: dict, what: str) -> set[str]:
    method, path = what.split()
    operation = schema["paths"][path.partition("?")[0]][method.lower()]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return set(schema["components"]["schemas"].get(name, {}).get("properties", {}))


async def described(site: Site) -> dict:
    async with site.client() as client:
        return (await client.get("/api/openapi.json")).json()


async def table_by_page(browser: httpx.AsyncClient, **seats: str) -> str:
    answer = await browser.post("/tables", data={"game": "toy", **seats})
    assert answer.status_code == 200, answer.text
    return answer.url.path.split("/")[2]


ALL_HERE = {"who0": "me", "who1": "here", "who2": "here"}
FRIENDS = {"who0": "me", "who1": "friend", "who2": "friend"}
NOT_THERE = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize("state", ["waiting", "running"])
async def test_no_stranger_is_told_that_there_is_a_table(site, state):
    """Nor who has tables of their own: it is for all the same as if there was none."""
    schema = await described(site)
    async with site.browser() as owner, site.browser() as stranger, site.browser() as other:
        table = await table_by_page(owner, **(FRIENDS if state == "waiting" else ALL_HERE))
        if state == "running":
            assert (await owner.post(f"/table/{table}/ready", data={})).status_code == 200
        await table_by_page(other, **FRIENDS)
        await stranger.get("/")
        elsewhere = await site.open("me", "friend", "friend")
        async with (
            site.client("1" * 32) as program,
            site.client(elsewhere["token"]) as host,
            site.client(elsewhere["seats"][0]["token"]) as player,
        ):
            for what in AT_TABLE:
                by_program = what.split()[1].startswith("/api/")
                for client in (program, host, player) if by_program else (stranger, other):
                    found = await ask(client, what, schema, table_id=table)
                    missing = await ask(client, what, schema, table_id=NOT_THERE)
                    assert found.status == 404, (what, found)
                    assert found == missing, what
        before = (await site.tables.load(table)).row.status
        assert before == state


async def test_programs_without_a_token_are_asked_for_one(site):
    schema = await described(site)
    opened = await site.open("me", "friend", "friend")
    async with site.client() as client:
        for what in AT_TABLE:
            if "/api/" in what:
                assert (await ask(client, what, schema, table_id=opened["table"])).status == 401


@pytest.mark.parametrize("state", ["waiting", "running"])
async def test_spectators_do_nothing_that_is_for_those_who_play(site, state):
    schema = await described(site)
    if state == "running":
        table = (await site.begun("me", "me", "me"))[0].table
    else:
        table = (await site.open("me", "friend", "friend"))["table"]
    before = await site.tables.load(table)
    async with site.client(before.row.watch) as watcher:
        for what in AT_TABLE:
            if "/api/" in what and what not in FOR_SPECTATORS:
                assert (await ask(watcher, what, schema, table_id=table)).status == 403, what
    after = await site.tables.load(table)
    assert (after.row, after.seats) == (before.row, before.seats)
    async with site.browser() as stranger:
        await stranger.get("/")
        for what in AT_WATCH:
            found = await ask(stranger, what, schema, watch=before.row.watch)
            missing = await ask(stranger, what, schema, watch=NOT_THERE)
            assert missing.status == 404, what
            assert found.status in (403, 404), (what, found)


async def test_who_opened_a_table_without_a_seat_plays_at_none(site):
    schema = await described(site)
    async with site.browser() as owner:
        table = await table_by_page(owner, who0="friend", who1="friend", who2="friend")
        opened = await site.open("friend", "friend", "friend")
        async with site.client(opened["token"]) as program:
            for what in sorted({*AT_TABLE} - FOR_HOSTS):
                by_program = "/api/" in what
                client, at = (program, opened["table"]) if by_program else (owner, table)
                assert (await ask(client, what, schema, table_id=at)).status == 403, what


async def test_no_address_takes_a_seat_of_another(site):
    """Who sits at one seat and names another."""
    schema = await described(site)
    players = await site.begun("me", "me", "me")
    other = (players[0].seat + 1) % 3
    async with site.client(players[0].token) as client:
        for what in AT_TABLE:
            if "/api/" in what:
                found = await ask(client, f"{what}?seat={other}", schema, table_id=players[0].table)
                assert found.status == 403, what


LINKS = ("{invite}", "{token}", "{rejoin}", "{upload_id}", "{record_id}")
GIVEN = [what for part in LINKS for what in unsafe(part)]


@pytest.mark.parametrize("what", GIVEN)
async def test_links_and_records_that_nobody_made_are_not_found(site, what):
    schema = await described(site)
    names = re.findall(r"{(\w+)}", what)
    async with site.client("1" * 32) if "/api/" in what else site.browser() as client:
        found = await ask(client, what, schema, **dict.fromkeys(names, NOT_THERE))
        assert found.status == 404, found
