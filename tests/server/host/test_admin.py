"""The commands with which a host manages a running server."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from proa import cli
from proa.engine.errors import BadOption
from proa.server.host import admin
from proa.server.tables import cleanup
from server.site import Player, Site
from waiting import until

pytestmark = pytest.mark.anyio
STRANGER = "203.0.113.5"


@pytest.fixture(autouse=True)
def _looks(request, monkeypatch) -> None:
    """Make the server's periodic checks run only when a test asks for them, so that none is
    late."""
    is_asked = "by_itself" in request.node.name
    monkeypatch.setattr(cleanup, "GLANCE", 0.1 if is_asked else 3600)


async def on(site: Site, what, *asked, **more):
    """Run a command beside the running server, and let the server notice it."""
    found = await asyncio.to_thread(what, site.settings, *asked, **more)
    await cleanup.load_bans(site.tables)
    return found


async def talked(site: Site) -> tuple[list[Player], str, str]:
    """Return the players of a table where a line was sent and reported, the table, and the line's
    author."""
    players = await site.begun("me", "me", "me", watchers_chat=True)
    await players[1].post("chat", text="rude")
    await players[0].post("chat/1/report")
    place = (await site.tables.load(players[0].table)).seats[1]
    return players, players[0].table, place.holders[0]


async def test_tables_are_listed_and_shown_without_what_gives_a_seat(any_site):
    players, table_id, speaker = await talked(any_site)
    waiting = await any_site.open("me", "friend", "friend")
    listed = await on(any_site, admin.tables, 10)
    assert {row["table"] for row in listed} == {table_id, waiting["table"]}
    (row,) = (row for row in listed if row["table"] == table_id)
    assert (row["status"], row["here"], row["reports"], row["talk"]) == ("running", 3, 1, 1)
    assert row["from"] == "127.0.0.1"
    shown = await on(any_site, admin.show, table_id[:8])
    assert shown["chat"][0] | {"at": 0} == {
        "line": 1,
        "who": speaker,
        "name": "Teva",
        "text": "rude",
        "at": 0,
    }
    (report,) = await on(any_site, admin.reports)
    assert (report["text"], report["who"], report["times"]) == ("rude", speaker, 1)
    told = json.dumps([listed, shown, report, await on(any_site, admin.show, waiting["table"])])
    found = await any_site.tables.load(waiting["table"])
    secrets = [found.row.watch, found.row.server_part, waiting["token"]]
    secrets += [seat.invite for seat in found.seats if seat.invite]
    secrets += [player.token for player in players]
    assert not [secret for secret in secrets if secret in told]


async def test_a_table_is_closed_whatever_its_state(any_site):
    players, table_id, _ = await talked(any_site)
    assert await on(any_site, admin.close, table_id[:10]) == table_id
    assert (await players[0].get("view")).status_code == 404
    with pytest.raises(BadOption, match="nothing here is called"):
        await on(any_site, admin.show, table_id)


async def test_a_line_is_deleted(any_site):
    players, table_id, _ = await talked(any_site)
    await on(any_site, admin.delete, table_id, 1)
    assert (await players[2].get("chat")).json() == []
    with pytest.raises(BadOption, match="there is no line 1"):
        await on(any_site, admin.delete, table_id, 1)


async def test_somebody_is_muted_until_it_is_lifted(any_site):
    players, _, speaker = await talked(any_site)
    assert await on(any_site, admin.ban, "mute", speaker[:12], 2.0, lift=False) == speaker
    refused = await players[1].post("chat", text="again")
    assert refused.status_code == 403
    assert "muted you in the chat. Time left: 2 days." in refused.json()["error"]
    assert refused.headers["retry-after"]
    assert (await players[1].get("chat")).status_code == 200  # may listen, and play
    assert (await players[2].post("chat", text="calm")).status_code == 201
    (bar,) = await on(any_site, admin.bans)
    assert (bar["who"], bar["what"]) == (speaker, "mute")
    await on(any_site, admin.ban, "mute", speaker[:8], None, lift=True)
    assert (await players[1].post("chat", text="sorry")).status_code == 201


async def test_somebody_is_shut_out_until_it_is_lifted(any_site):
    players, _, speaker = await talked(any_site)
    await on(any_site, admin.ban, "block", speaker, None, lift=False)
    for answer in (await players[1].get("view"), await players[1].post("rename", name="X")):
        assert answer.status_code == 403
        assert "blocked you" in answer.json()["error"]
    assert (await players[2].get("view")).status_code == 200
    await on(any_site, admin.ban, "block", speaker, None, lift=True)
    assert (await players[1].get("view")).status_code == 200


async def test_who_only_bears_the_watch_link_is_shut_out_by_the_name_that_is_shown(any_site):
    players, table_id, _ = await talked(any_site)
    watch = (await any_site.tables.load(table_id)).row.watch
    one = Player(any_site, table_id, -1, watch)
    assert (await one.post("chat", text="boo")).status_code == 201
    (*_, line) = (await on(any_site, admin.show, table_id))["chat"]
    await on(any_site, admin.ban, "block", line["who"], None, lift=False)
    assert (await one.get("view")).status_code == 403
    assert (await players[0].get("view")).status_code == 200
    async with any_site.client(watch, address=STRANGER) as other:
        assert (await other.get(f"/api/tables/{table_id}/view")).status_code == 200


async def test_a_guest_is_shut_out_by_page_in_their_language(any_site):
    async with any_site.browser() as browser:
        browser.headers["Accept-Language"] = "ru"
        await browser.post(
            "/tables", data={"game": "toy", "who0": "me", "who1": "friend"} | {"who2": "friend"}
        )
        (row,) = await on(any_site, admin.tables, 10)
        await on(any_site, admin.ban, "block", row["by"], None, lift=False)
        answer = await browser.get("/")
        assert answer.status_code == 403
        assert "закрыл вам вход" in answer.text


@pytest.mark.parametrize("named", ["2001:db8:1:2::7", "2001:db8:1:2::/64"])
async def test_an_address_is_shut_out_with_its_household(any_site, named):
    assert await on(any_site, admin.ban, "block", named, None, lift=False) == "2001:db8:1:2::/64"
    async with any_site.browser("2001:db8:1:2:aaaa::1") as browser:
        assert (await browser.get("/")).status_code == 403
    async with any_site.browser("2001:db8:1:3::1") as neighbour:
        assert (await neighbour.get("/")).status_code == 200
    await on(any_site, admin.ban, "block", named, None, lift=True)
    async with any_site.browser("2001:db8:1:2:aaaa::1") as browser:
        assert (await browser.get("/")).status_code == 200


async def test_a_running_server_knows_by_itself_and_ends_streams(any_site, monkeypatch):
    players, table_id, speaker = await talked(any_site)
    live, tables = any_site.tables.live, any_site.tables
    with live.subscribe(table_id) as bell:
        await asyncio.to_thread(admin.ban, any_site.settings, "block", speaker, None, lift=False)

        async def is_refused() -> bool:
            return (await players[1].get("news")).status_code != 200

        await until(is_refused)
        assert bell.is_set()  # streams look up who they serve
    assert tables.bans.learn(await tables.store.bans()) is False


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("abc", "neither an address nor the start of a name"),
        ("%", "neither an address nor"),
        ("ffffffff", "nothing here is called ffffffff"),
    ],
)
async def test_whom_nobody_knows_is_not_barred(site, named, why):
    with pytest.raises(BadOption, match=why):
        await on(site, admin.ban, "block", named, None, lift=False)


async def test_the_commands(site, monkeypatch, capsys):
    _, table_id, speaker = await talked(site)
    monkeypatch.setenv("PROA_LANG", "en")

    async def run(line: str) -> str:
        command = ["proa", "admin", *line.split(), "--data", str(site.settings.data_dir)]
        monkeypatch.setattr(sys, "argv", command)
        with pytest.raises(SystemExit) as ended:
            await asyncio.to_thread(cli.main)
        shown = capsys.readouterr()
        assert ended.value.code in (0, None), shown.err
        return shown.out

    heading, table = (await run("list")).splitlines()
    assert heading.startswith("touched\ttable\tgame\tstatus")
    assert f"\t{table_id}\ttoy\trunning\t3\t1\t1\t" in table
    assert json.loads(await run("list --json"))[0]["table"] == table_id
    assert f"{speaker}\tTeva\trude" in await run("list --reports")
    assert await run("list --barred") == "None.\n"
    assert "status: running" in await run(f"show {table_id}")
    assert f"{speaker} is muted" in await run(f"mute {speaker} --days 1")
    assert f"{speaker} is unblocked" in await run(f"mute {speaker} --lift")
    assert f"{STRANGER} is blocked" in await run(f"block {STRANGER}")
    assert f"block\t{STRANGER}" in await run("list --barred")
    assert "deleted" in await run(f"delete {table_id} 1")
    assert f"Table {table_id} is gone" in await run(f"close {table_id[:6]}")


# -- reports beside the log, and acts with reasons -------------------------------------------


async def test_what_was_reported_is_shown_beside_the_log(any_site):
    players, table_id, speaker = await talked(any_site)
    await players[2].post("chat", phrase="hello")
    await players[2].post("chat/2/report")  # nobody reports their own lines
    await players[0].post("chat/2/report")
    found = await on(any_site, admin.timeline, table_id)
    assert [one["at"] for one in found] == sorted(one["at"] for one in found)
    assert found[0]["text"] == "The game begins."
    rude, hello = [one for one in found if one["line"]]
    assert (rude["text"], rude["who"], rude["reported"]) == ("Teva: rude", speaker, 1)
    assert (hello["text"], hello["reported"]) == ("Moana: Hello!", 1)
    assert {one["text"] for one in await on(any_site, admin.reports)} == {"rude", "Hello!"}


async def test_the_log_of_a_running_game_shows_the_host_no_hands(any_site):
    players, table_id, _ = await talked(any_site)
    spectator = Player(any_site, table_id, -1, (await any_site.tables.load(table_id)).row.watch)
    seen = [said for one in (await spectator.get("log")).json() for said in one["sentences"]]
    found = await on(any_site, admin.timeline, table_id)
    assert [one["text"] for one in found if not one["line"]] == seen
    assert players


async def test_acts_are_kept_with_their_reasons(any_site):
    _, table_id, speaker = await talked(any_site)
    await on(any_site, admin.ban, "mute", speaker, 2.0, lift=False, why="rude")
    await on(any_site, admin.ban, "mute", speaker, None, lift=True, why="said sorry")
    await on(any_site, admin.delete, table_id, 1, "rude")
    await on(any_site, admin.close, table_id, "asked for")
    found = await on(any_site, admin.acts)
    assert sorted((one["what"], one["whom"], one["why"]) for one in found) == [
        ("close", table_id, "asked for"),
        ("delete", table_id, "rude"),
        ("mute", speaker, "rude"),
        ("unmute", speaker, "said sorry"),
    ]
