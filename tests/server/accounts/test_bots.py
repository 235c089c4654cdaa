"""Bot accounts: programs that play under a marked name."""

from __future__ import annotations

import re

import pytest

from proa.server.store import schema
from server.accounts.person import Person, account_of, rows
from server.site import Player, Site

pytestmark = pytest.mark.anyio


async def token_of(person: Person, name: str) -> str:
    """Make a bot account; return its token."""
    page = await person.post("bots", name=name)
    found = re.search(r"proa-bot-[0-9a-f]{32}", page.text)
    assert found, page.text
    return found[0]


def names_at(site: Site, table: str) -> list[str]:
    found = [row for row in rows(site, schema.seats) if row.table_id == table]
    return [row.name for row in sorted(found, key=lambda row: row.seat)]


async def test_a_bot_account_plays_a_game_under_a_marked_name(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        token = await token_of(hina, "Manutea")
    seats = [{"who": "me", "name": "Not a bot"}, {"who": "friend"}, {"who": "bot", "level": "easy"}]
    async with any_site.client(token) as client:
        answer = await client.post("/api/tables", json={"game": "toy", "seats": seats})
        opened = answer.json()
        assert opened["token"] == opened["seats"][0]["token"] == token
        table = opened["table"]
        invite = opened["seats"][1]["invite"]
        sat = await any_site.client().post(f"/api/invitations/{invite}", json={"name": "Teva"})
        players = [
            Player(any_site, table, 0, token),
            Player(any_site, table, 1, sat.json()["token"]),
        ]
        assert (await players[0].post("rename", name="Teva")).status_code == 403
        assert (await players[0].post("device")).status_code == 403  # its holder could rename it
        assert names_at(any_site, table)[:2] == ["BOT Manutea", "Teva"]
        assert [one["id"] for one in (await client.get("/api/tables")).json()] == [table]
        for player in players:
            assert (await player.post("ready", nonce="00")).status_code == 200
        assert (await players[0].view())["frame"] == 0


async def test_a_bot_accepts_an_invitation(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        token = await token_of(hina, "Manutea")
    opened = await site.open("me", "friend", "bot")
    async with site.client(token) as client:
        invite = opened["seats"][1]["invite"]
        answer = await client.post(f"/api/invitations/{invite}", json={"name": "Not a bot"})
        assert answer.json()["token"] == token
    assert names_at(site, opened["table"])[1] == "BOT Manutea"


async def test_a_token_is_a_secret_that_dies_with_its_bot_or_owner(any_site):
    async with Person(any_site) as hina, Person(any_site) as thief:
        await hina.sign_up("Hinano")
        await thief.sign_up("Thief")
        first, second = [await token_of(hina, name) for name in ("Manutea", "Tiareura")]
        assert first not in repr(rows(any_site, schema.account_tokens))
        assert (await hina.post("bots", name="manutea")).status_code == 409
        bot = account_of(any_site, "BOT Manutea")
        assert (await thief.post("bots/remove", bot=bot)).status_code == 404
        assert bot not in (await thief.browser.get("/account")).text
        seats = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
        tables = []
        for token in (first, second):
            async with any_site.client(token) as client:
                answer = await client.post("/api/tables", json={"game": "toy", "seats": seats})
                tables.append(answer.json()["table"])
        await hina.post("bots/remove", bot=bot)
        await hina.post("delete", name="Hinano")
        for token, table in zip((first, second), tables, strict=True):
            async with any_site.client(token) as client:
                for path in (f"/api/tables/{table}", "/api/tables", "/api/stream"):
                    answer = await client.get(path)
                    assert (answer.status_code, answer.json()["code"]) == (401, "no_token")
                again = await client.post("/api/tables", json={"game": "toy", "seats": seats})
                assert again.status_code == 401
        assert [row.name for row in rows(any_site, schema.accounts)] == ["Thief"]


async def test_a_bots_token_opens_no_page(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        token = await token_of(hina, "Manutea")
    async with site.browser() as browser:
        browser.headers["Authorization"] = f"Bearer {token}"
        assert "Sign out" not in (await browser.get("/account")).text
        assert (await browser.get("/account/export")).status_code == 403
