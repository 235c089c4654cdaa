"""Sending notices to real receivers on this machine."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from post_office import post_office
from proa.server.config.settings import Settings
from proa.server.notices import channels, outgoing, sender
from proa.server.notices.push import application_key
from proa.server.notices.sender import MOST_TRIES, Sender, backoff
from proa.server.store.rows import NoticeSettings
from proa.server.store.schema import holders
from proa.server.store.store import Store
from server.notices.accounts import add_account, channel_of
from server.notices.receivers import Browser, receiving
from server.rows import write
from server.site import Player, Site, running
from server.store.test_notices import moved, opened, outbox_of
from waiting import until

pytestmark = pytest.mark.anyio
HERE = ("127.0.0.1",)
OFF_THE_CURVE = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        tmp_path / "data", notices_after=0, notice_networks=HERE, public_url="https://proa.example"
    )


@pytest.fixture
async def store(settings):
    """Return an open store whose notices are due at once."""
    settings.data_dir.mkdir()
    assert settings.key  # it exists from the first page on
    made = Store(settings.database)
    made.notices_after = 0.0
    await made.open()
    yield made
    await made.close()


async def send_due(store: Store, settings: Settings) -> int:
    """Send all that is due now; return the number of posts."""
    one, sent = Sender(store, settings), 0
    while post := await store.claim_post(one._owner, 60):
        await one.send(post)
        sent += 1
    return sent


async def test_a_browser_is_told_and_can_read_it(store, settings):
    async with receiving() as receiver:
        browser = Browser(receiver)
        add_account(store, "bela")
        await channel_of(store, "bela", "push", browser.endpoint, **browser.keys)
        await moved(store, await opened(store, "anna", "bela"), 1)
        assert await send_due(store, settings) == 1
        assert await send_due(store, settings) == 0
        [message] = browser.messages(settings.key)
    about = message["notification"]
    assert (about["title"], about["body"]) == ("It's your turn", "Papeete (Toy)")
    assert about["navigate"] == "https://proa.example/table/t1"
    assert message["web_push"] == 8030


async def test_several_tables_are_one_notice(store, settings):
    async with receiving() as receiver:
        browser = Browser(receiver)
        add_account(store, "bela", language="ru")
        await channel_of(store, "bela", "push", browser.endpoint, **browser.keys)
        for n in range(3):
            await moved(store, await opened(store, "anna", "bela", id=f"t{n}"), 1)
        assert await send_due(store, settings) == 1
        [message] = browser.messages(settings.key)
    assert "3" in message["notification"]["title"]
    assert message["notification"]["body"].count("\n") == 2
    assert message["notification"]["navigate"] == "https://proa.example/"


async def test_a_subscription_that_is_gone_is_removed_and_the_others_are_told(store, settings):
    """One revoked subscription must not silence the others."""
    async with receiving() as gone, receiving() as receiver:
        add_account(store, "bela")
        for at, status in ((gone, 410), (gone, 404), (receiver, 201)):
            at.status = status
            browser = Browser(at, str(status))
            await channel_of(store, "bela", "push", browser.endpoint, **browser.keys)
        await moved(store, await opened(store, "anna", "bela"), 1)
        assert await send_due(store, settings) == 3
        assert len(browser.messages(settings.key)) == 1
    assert [one.target for one in await store.channels("bela")] == [browser.endpoint]


async def test_what_fails_is_tried_again_later_and_for_good_it_is_listed(
    store, settings, monkeypatch, caplog
):
    """A push service that refuses with 403 for ever gets MOST_TRIES requests, not one an hour."""
    clock = [store.now()]
    monkeypatch.setattr(store, "now", lambda: clock[0])
    async with receiving() as receiver:
        receiver.status = 403
        browser = Browser(receiver)
        add_account(store, "bela")
        await channel_of(store, "bela", "push", browser.endpoint, **browser.keys)
        await moved(store, await opened(store, "anna", "bela"), 1)
        for tries in range(1, MOST_TRIES + 1):
            assert await send_due(store, settings) == 1
            assert await send_due(store, settings) == 0
            [channel] = await store.channels("bela")
            assert channel.reason == "status 403"
            assert len(receiver.received) == tries
            clock[0] += 8 * 3600
        assert await send_due(store, settings) == 0
        assert [one[1:3] for one in await store.failed_notices("bela")] == [("turn", "Papeete")]
        assert browser.endpoint not in caplog.text


async def test_a_channel_that_works_again_is_no_longer_failing(store, settings, monkeypatch):
    clock = [store.now()]
    monkeypatch.setattr(store, "now", lambda: clock[0])
    async with receiving() as receiver:
        receiver.status = 503
        receiver.headers = {"Retry-After": "7200"}
        add_account(store, "bela")
        await channel_of(store, "bela", target=receiver.url, secret="s")
        await moved(store, await opened(store, "anna", "bela"), 1)
        await send_due(store, settings)
        assert (await store.channels("bela"))[0].failing_since is not None
        clock[0] += 7100
        assert await send_due(store, settings) == 0
        clock[0] += 200
        receiver.status = 200
        assert await send_due(store, settings) == 1
    assert (await store.channels("bela"))[0].failing_since is None
    assert await outbox_of(store) == []


def test_the_pauses_grow_and_differ():
    pauses = [backoff(tries) for tries in range(MOST_TRIES)]
    assert 45 <= pauses[0] <= 75
    assert all(pause <= 1.25 * sender.LONGEST for pause in pauses)
    assert backoff(3) != backoff(3)


async def test_a_webhook_can_check_who_sent_it(store, settings):
    async with receiving() as receiver:
        add_account(store, "bela")
        await channel_of(store, "bela", target=f"{receiver.url}/hook?x=1", secret="word")
        await moved(store, await opened(store, "anna", "bela"), 1)
        await send_due(store, settings)
        [(path, headers, body)] = receiver.received
    assert path == "/hook"
    at, _, mac = headers["Proa-Signature"].partition(",v1=")
    signed = at.removeprefix("t=").encode() + b"." + body
    assert hmac.new(b"word", signed, hashlib.sha256).hexdigest() == mac
    [notice] = receiver.documents[0]["notices"]
    assert notice == {
        "kind": "turn",
        "table": "t1",
        "name": "Papeete",
        "game": "toy",
        "url": "https://proa.example/table/t1",
    }


async def test_a_letter_that_is_sent_again_has_the_same_id(store, settings, monkeypatch):
    clock = [store.now()]
    monkeypatch.setattr(store, "now", lambda: clock[0])
    async with receiving() as receiver:
        add_account(store, "bela")
        await channel_of(store, "bela", target=receiver.url, secret="word")
        table = await opened(store, "anna", "bela")
        for number, status in ((1, 500), (1, 200), (3, 200)):
            receiver.status = status
            if number > len(receiver.received):
                table = await moved(store, await moved(store, table, 0, number - 1), 1, number)
            elif not receiver.received:
                table = await moved(store, table, 1, 1)
            await send_due(store, settings)
            clock[0] += 3600
        ids = [document["id"] for document in receiver.documents]
    assert len(ids) == 3
    assert ids[0] == ids[1] != ids[2]


async def test_a_mail_has_a_way_to_end_the_mails(store, settings):
    with post_office() as office:
        long = f"https://{'a-long-name.' * 6}proa.example"
        settings = replace(settings, public_url=long, **office.settings)
        add_account(store, "bela", "bela@example.org", "ru")
        channel = await channel_of(store, "bela", "mail", "")
        await moved(store, await opened(store, "anna", "bela", name="Папеэте\u2028x"), 1)
        await send_due(store, settings)
        office.refuses = "550 no such user"
        await moved(store, await opened(store, "anna", "bela", id="t2"), 1)
        await send_due(store, settings)
    [(_, mail)] = office.came
    off = f"{long}/notices/off/{channel.id}"
    assert mail["To"] == "bela@example.org"
    assert mail["List-Unsubscribe"].strip() == f"<{off}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text = mail.get_content()
    assert off in text
    assert f"{long}/table/t1" in text
    assert f"List-Unsubscribe: <{off}>\r\n".encode() in office.raw[0]
    assert "Папеэте" in mail["Subject"]
    assert (await store.channels("bela"))[0].reason == "mail"


async def test_a_mail_to_an_account_without_an_address_fails(store, settings):
    add_account(store, "bela")
    await channel_of(store, "bela", "mail", "")
    await moved(store, await opened(store, "anna", "bela"), 1)
    await send_due(store, replace(settings, mail_host="127.0.0.1", mail_from="proa@proa.example"))
    assert (await store.channels("bela"))[0].reason == "no mail"
    await send_due(store, settings)


async def test_a_chat_service_is_told_through_apprise(store, settings):
    async with receiving() as receiver:
        receiver.status = 200
        add_account(store, "bela")
        at = receiver.url.removeprefix("http://")
        await channel_of(store, "bela", "chat", f"ntfy://{at}/turns")
        await moved(store, await opened(store, "anna", "bela", name="@everyone"), 1)
        await send_due(store, settings)
        [document] = receiver.documents
    assert document["topic"] == "turns"
    assert document["title"] == "It's your turn"
    assert "https://proa.example/table/t1" in document["message"]
    assert "@everyone" not in document["message"]


@pytest.mark.parametrize("scheme", ["ntfy", "ntfys"])
async def test_a_chat_service_can_not_be_in_another_network(store, settings, scheme):
    async with receiving() as receiver:
        add_account(store, "bela")
        at = receiver.url.removeprefix("http://127.0.0.1")
        for n, host in enumerate(("localhost", "2130706433")):
            target = f"{scheme}://{host}{at}/atopic/{n}"
            await channel_of(store, "bela", "chat", target)
        await moved(store, await opened(store, "anna", "bela"), 1)
        assert await send_due(store, replace(settings, notice_networks=())) == 2
        assert receiver.received == []
    assert {one.reason for one in await store.channels("bela")} <= {"network", "chat"}


async def test_a_chat_service_does_not_follow_redirects(store, settings):
    async with receiving() as receiver, receiving() as target:
        receiver.status, receiver.headers = 307, {"Location": target.url}
        add_account(store, "bela")
        at = receiver.url.removeprefix("http://")
        await channel_of(store, "bela", "chat", f"ntfy://{at}/turns")
        await moved(store, await opened(store, "anna", "bela"), 1)
        await send_due(store, settings)
        assert len(receiver.received) == 1
        assert target.received == []


async def test_nothing_is_sent_in_quiet_hours(store, settings, monkeypatch):
    clock = [1_700_000_000.0]  # 22:13 UTC
    monkeypatch.setattr(store, "now", lambda: clock[0])
    async with receiving() as receiver:
        add_account(store, "bela", time_zone="Europe/Moscow")  # 01:13
        await channel_of(store, "bela", target=receiver.url, secret="s")
        await store.set_notice_settings("bela", NoticeSettings(23 * 60, 7 * 60))
        await moved(store, await opened(store, "anna", "bela"), 1)
        assert await send_due(store, settings) == 1
        clock[0] += 5 * 3600
        assert await send_due(store, settings) == 0
        clock[0] += 3600
        assert receiver.received == []
        assert await send_due(store, settings) == 1
        assert len(receiver.received) == 1


async def test_kinds_that_are_not_wanted_are_not_sent(store, settings):
    async with receiving() as receiver:
        add_account(store, "bela")
        await channel_of(store, "bela", target=receiver.url, secret="s")
        await store.set_notice_settings("bela", NoticeSettings(silent=("over",)))
        table = await opened(store, "anna", "bela")
        await moved(store, table, None, status="over")
        await send_due(store, settings)
        assert receiver.received == []
    assert await outbox_of(store) == []


async def test_notices_of_a_game_that_is_not_installed_are_sent(store, settings):
    async with receiving() as receiver:
        add_account(store, "bela")
        await channel_of(store, "bela", target=receiver.url, secret="s")
        await moved(store, await opened(store, "anna", "bela", game="gone"), 1)
        await send_due(store, settings)
        assert receiver.documents[0]["text"] == "Papeete"


async def test_without_the_libraries_the_channel_says_so(store, settings, monkeypatch):
    monkeypatch.setattr(channels, "installed", lambda kind: False)
    add_account(store, "bela")
    await channel_of(store, "bela", secret="s")
    await moved(store, await opened(store, "anna", "bela"), 1)
    await send_due(store, settings)
    assert (await store.channels("bela"))[0].reason == "missing"


async def test_keys_of_no_use_are_no_error_of_the_server(store, settings, caplog):
    add_account(store, "bela")
    for n, keys in enumerate(({}, {"p256dh": "x"}, {"p256dh": "é", "auth": ""}, OFF_THE_CURVE)):
        await channel_of(store, "bela", "push", f"https://push.example/{n}", **keys)
    await moved(store, await opened(store, "anna", "bela"), 1)
    assert await send_due(store, settings) == 4
    assert {one.reason for one in await store.channels("bela")} == {"unusable"}


async def test_a_machine_without_the_key_signs_nothing_with_another(store, settings, tmp_path):
    async with receiving() as receiver:
        browser = Browser(receiver)
        add_account(store, "bela")
        await channel_of(store, "bela", "push", browser.endpoint, **browser.keys)
        await moved(store, await opened(store, "anna", "bela"), 1)
        elsewhere = Settings(tmp_path / "elsewhere", notice_networks=HERE)
        assert await send_due(store, elsewhere) == 1
        assert receiver.received == []
    assert not elsewhere.key_file.exists()
    assert (await store.channels("bela"))[0].reason == "missing"


def test_the_push_key_follows_from_the_key_of_the_cookies(settings):
    assert application_key(settings.key) == application_key(settings.key)
    assert application_key(b"k" * 32) != application_key(settings.key)
    assert len(application_key(settings.key)) == 87


# -- the whole server --------------------------------------------------------------------------


async def given(site: Site, player: Player, account_id: str) -> None:
    """Give a player's seat to an account too."""
    row = {"table_id": player.table, "seat": player.seat, "holder": account_id}
    write(site.tables.store, sa.insert(holders).values(row))


async def test_a_server_that_was_killed_in_between_sends_once(settings, monkeypatch):
    """It wrote the event and died; the next one, and another beside it, send the notice once."""
    monkeypatch.setattr(sender, "GLANCE", 0.02)
    settings = replace(settings, public_url="")
    async with receiving() as receiver:
        async with running(replace(settings, role="pages", workers=1)) as site:
            players = await site.begun("me", "me", "me")
            table = await site.tables.load(players[0].table)
            turn = table.row.turn
            after = players[(turn + 1) % 3]
            add_account(site.tables.store, "bela")
            for player in players:
                if player.seat != turn:
                    await given(site, player, "bela")
            await channel_of(site.tables.store, "bela", target=receiver.url, secret="s")
            while (await site.tables.load(after.table)).row.turn == turn:
                assert (await players[turn].play()).status_code == 200
            assert await outbox_of(site.tables.store)
        assert receiver.received == []
        async with running(settings) as site, running(settings):
            await until(lambda: receiver.received)

            async def is_empty() -> bool:
                return await outbox_of(site.tables.store) == []

            await until(is_empty)
        assert len(receiver.received) == 1
    assert receiver.documents[0]["notices"][0]["table"] == players[0].table


async def test_a_receiver_that_hangs_does_not_delay_the_others(store, settings, monkeypatch):
    monkeypatch.setattr(sender, "GLANCE", 0.02)
    monkeypatch.setattr(outgoing, "SECONDS", 60.0)
    async with receiving() as receiver:
        add_account(store, "bela")
        await channel_of(store, "bela", target=receiver.url, secret="s")
        hangs = await _silent_server()
        await channel_of(
            store,
            "bela",
            target=f"http://127.0.0.1:{hangs.sockets[0].getsockname()[1]}",
            secret="s",
        )
        await moved(store, await opened(store, "anna", "bela"), 1)
        async with Sender(store, settings).at_work():
            await until(lambda: receiver.received)
        hangs.close()


async def _silent_server():
    import asyncio

    async def hang(reader, writer):
        await reader.read()

    return await asyncio.start_server(hang, "127.0.0.1", 0)
