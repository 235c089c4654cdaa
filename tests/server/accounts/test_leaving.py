"""What remains when an account is deleted, what its export holds, and who sees its id."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa

from post_office import post_office
from proa.server.accounts import bots, leaving
from proa.server.errors import Refusal
from proa.server.store import schema
from proa.server.store.tables import Change
from proa.server.tables import opening, replacements
from proa.server.tokens import hashed
from server.accounts.person import ADDRESS, Person, account_of, mailing, rows
from server.site import running

pytestmark = pytest.mark.anyio


async def test_what_an_account_leaves_behind_has_a_pseudonym(any_site):
    async with Person(any_site) as hina, Person(any_site) as teva:
        await hina.sign_up("Hinano")
        me = account_of(any_site, "Hinano")
        await hina.open("me", "friend", "bot")  # waits for a friend, so it is closed
        played = await hina.open("me", "bot", "bot")
        await hina.browser.post(f"/table/{played}/ready", data={"nonce": "00"})
        await hina.browser.post(f"/table/{played}/chat", data={"text": "Ia orana"})
        theirs = await teva.open("me", "friend", "bot")
        page = (await teva.browser.get(f"/table/{theirs}")).text
        invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
        await hina.browser.post(f"/sit/{invite}", data={"name": "Hinano", "nonce": "00"})
        assert (await hina.post("delete", name="Hinano")).status_code == 200

        tables = {row.id: row for row in rows(any_site, schema.tables)}
        assert set(tables) == {played, theirs}
        seats = {(row.table_id, row.seat): row for row in rows(any_site, schema.seats)}
        assert seats[played, 0].kind == "bot"
        assert re.fullmatch(r"Player [0-9a-f]{4}", seats[played, 0].name)
        assert seats[theirs, 1].kind == "open"
        stored = repr([rows(any_site, table) for table in schema.metadata.sorted_tables])
        assert me not in stored
        assert "Ia orana" not in stored
        assert "Hinano" not in stored


async def test_a_deleted_account_leaves_all_its_games(any_site, monkeypatch):
    monkeypatch.setattr(leaving, "MOST", 1)
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        played = {await hina.open("me", "bot", "bot") for _ in range(2)}
        for table in played:
            await hina.browser.post(f"/table/{table}/ready", data={"nonce": "00"})
        await hina.post("delete", name="Hinano")
        seats = [row for row in rows(any_site, schema.seats) if row.seat == 0]
        assert {row.table_id for row in seats} == played
        assert [row.kind for row in seats] == ["bot", "bot"]


async def test_links_to_replays_end_with_the_account_that_made_them(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        store, table = any_site.tables.store, await hina.open("me", "bot", "bot")
        found = await any_site.tables.load(table)
        await store.commit(found.row, found.seats, Change(table={"status": "over"}))
        await store.share_replay(table, 0, "0" * 32)
        await store.share_replay(table, 1, "1" * 32)
        await store.name_seat(table, 0, True)
        await hina.post("delete", name="Hinano")
        assert await store.shared_replay("0" * 32) is None
        assert await store.shared_replay("1" * 32) == table
        assert await store.named_seats(table) == set()


async def test_finished_games_stay_under_one_pseudonym(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        me, tables = account_of(any_site, "Hinano"), any_site.tables
        played = [await hina.open("me", "bot", "bot") for _ in range(2)]
        for table in played:
            found = await tables.load(table)
            over = {"status": "over"}
            await tables.store.commit(found.row, found.seats, Change(table=over))
        await hina.post("delete", name="Hinano")
        seats = [row for row in rows(any_site, schema.seats) if row.seat == 0]
        assert len({row.name for row in seats}) == 1
        assert re.fullmatch(r"Player [0-9a-f]{4}", seats[0].name)
        holders = {row.holder for row in rows(any_site, schema.holders)}
        assert len(holders) == 1
        assert me not in holders


@pytest.mark.parametrize("ends", [False, True])
async def test_a_seat_given_up_before_the_deletion_gets_the_pseudonym(any_site, ends):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        table = await hina.open("me", "bot", "bot")
        await hina.browser.post(f"/table/{table}/ready", data={"nonce": "00"})
        await replacements.resign(any_site.tables, table, 0, "steady")
        if ends:
            found = await any_site.tables.load(table)
            over = Change(table={"status": "over"})
            await any_site.tables.store.commit(found.row, found.seats, over)
        assert "Hinano" in {row.name for row in rows(any_site, schema.seats)}
        await hina.post("delete", name="Hinano")
        names = {row.seat: row.name for row in rows(any_site, schema.seats)}
        assert re.fullmatch(r"Player [0-9a-f]{4}", names[0])
        stored = repr([rows(any_site, each) for each in schema.metadata.sorted_tables])
        assert "Hinano" not in stored


async def test_nobody_inherits_the_name_of_a_seat_given_up(any_site):
    """Neither who sits down there without a name, nor a bot at the next table."""
    async with Person(any_site) as hina, Person(any_site) as teva:
        await hina.sign_up("Hinano")
        tables, table = any_site.tables, await hina.open("me", "bot", "bot")
        await hina.browser.post(f"/table/{table}/ready", data={"nonce": "00"})
        await replacements.resign(tables, table, 0, "steady")
        found = await tables.load(table)
        invited = Change(seats={0: {"invite": "1" * 32}})
        await tables.store.commit(found.row, found.seats, invited)
        await teva.browser.post(f"/sit/{'1' * 32}", data={"name": "", "nonce": "00"})
        names = {row.seat: row.name for row in rows(any_site, schema.seats)}
        assert len(set(names.values()) - {"Hinano"}) == 3

        second = await teva.open("me", "friend", "bot")
        await teva.browser.post(f"/table/{second}/ready", data={"nonce": "00"})
        page = (await teva.browser.get(f"/table/{second}")).text
        invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
        await hina.browser.post(f"/sit/{invite}", data={"name": "Hinano", "nonce": "00"})
        await replacements.resign(tables, second, 1, "steady")
        found = await tables.load(second)
        await tables.store.commit(found.row, found.seats, Change(table={"status": "over"}))
        (host,) = found.seats[0].holders
        await opening.rematch(tables, second, host)
        assert len(rows(any_site, schema.tables)) == 3
        await hina.post("delete", name="Hinano")
        assert "Hinano" not in {row.name for row in rows(any_site, schema.seats)}


async def test_a_seat_with_a_new_players_name_is_not_renamed(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        tables, table = any_site.tables, await hina.open("me", "bot", "bot")
        await hina.browser.post(f"/table/{table}/ready", data={"nonce": "00"})
        await replacements.resign(tables, table, 0, "steady")
        found = await tables.load(table)
        new = Change(seats={0: {"name": "Teva"}}, holders={0: ["0" * 32]})
        await tables.store.commit(found.row, found.seats, new)
        await hina.post("delete", name="Hinano")
        assert {row.seat: row.name for row in rows(any_site, schema.seats)}[0] == "Teva"


async def test_an_export_has_what_is_ones_own(tmp_path):
    with post_office() as office:
        async with (
            running(mailing(tmp_path, office)) as site,
            Person(site) as hina,
            Person(site) as teva,
        ):
            await hina.sign_up("Hinano")
            await hina.post("mail", address=ADDRESS)
            await hina.browser.post(office.link())
            table = await hina.open("me", "friend", "bot")
            page = (await hina.browser.get(f"/table/{table}")).text
            invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
            await teva.browser.post(f"/sit/{invite}", data={"name": "Teva", "nonce": "00"})
            await hina.browser.post(f"/table/{table}/chat", data={"text": "Ia orana"})
            await teva.browser.post(f"/table/{table}/chat", data={"text": "Maruru"})
            answer = await hina.browser.get("/account/export")
            assert "attachment" in answer.headers["content-disposition"]
            found = answer.json()
            assert found["name"] == "Hinano"
            assert found["mail_address"] == ADDRESS
            assert [line["text"] for line in found["chat"]] == ["Ia orana"]
            assert [one["seats"] for one in found["tables"]] == [[{"seat": 0, "name": "Hinano"}]]
            assert found["tables"][0]["record"] is None
            for hidden in ("Maruru", "Teva", account_of(site, "Hinano")):
                assert hidden not in answer.text


async def test_an_export_says_that_it_leaves_out_older_tables(any_site, monkeypatch):
    monkeypatch.setattr(leaving, "MOST", 1)
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        for expected in (False, True):
            newest = await hina.open("me", "bot", "bot")
            found = (await hina.browser.get("/account/export")).json()
            assert [one["table"] for one in found["tables"]] == [newest]
            assert found["has_older_tables"] is expected


async def test_a_bot_made_during_the_deletion_goes_too(any_site):
    """It was not yet there when the account's bots were removed one by one."""
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        me, store = account_of(any_site, "Hinano"), any_site.tables.store
        _, token = await bots.create(any_site.tables, me, "Late")
        await store.remove_account(me, "0" * 32, "Player 1")
        assert await store.account_of_token(hashed(token)) is None
        assert rows(any_site, schema.accounts) == []
        with pytest.raises(Refusal):
            await bots.create(any_site.tables, me, "Later")


async def test_ids_of_accounts_are_in_no_answer_to_others(site):
    async with Person(site) as hina, Person(site) as teva:
        await hina.sign_up("Hinano")
        me = account_of(site, "Hinano")
        table = await hina.open("me", "friend", "bot")
        page = (await hina.browser.get(f"/table/{table}")).text
        invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
        await teva.browser.post(f"/sit/{invite}", data={"name": "Teva", "nonce": "00"})
        await hina.browser.post(f"/table/{table}/chat", data={"text": "Ia orana"})
        for person in (hina, teva):
            for path in ("", "/lobby", "/chat", "/news"):
                answer = await person.browser.get(f"/table/{table}{path}")
                assert me not in answer.text
            assert me not in (await person.browser.get("/account")).text


@pytest.mark.parametrize("table", ["accounts", "sessions", "passkeys", "chat", "mutes", "reports"])
async def test_every_look_at_accounts_has_an_index(site, table):
    """SQLite says which statements would read a whole table."""
    statements: list[str] = []

    def note(connection, cursor, statement, parameters, context, many):
        if statement.split(None, 1)[0] in ("SELECT", "UPDATE", "DELETE"):
            statements.append((statement, parameters))

    store = site.tables.store
    for engine in (store._autocommit, store._writer):
        sa.event.listen(engine, "before_cursor_execute", note)
    async with Person(site) as hina:
        played = await hina.open("me", "bot", "bot")
        await hina.sign_up("Hinano")
        await hina.browser.get("/account")
        await hina.post("seats", seat=f"{played}.0")
        await hina.browser.get("/account/export")
        await hina.codes()
        await hina.post("delete", name="Hinano")
    with store.reading() as connection:
        for statement, parameters in statements:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            for row in plan:
                assert not re.match(rf"SCAN {table}\b(?! USING)", row.detail), statement
