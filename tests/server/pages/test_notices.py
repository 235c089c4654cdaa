"""The page of notices: adding, trying and removing channels, and their settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from post_office import post_office
from proa.server.config.settings import Settings
from proa.server.notices import channels, sender
from proa.server.store.outbox import KINDS
from proa.server.store.rows import NoticeSettings
from server.accounts.person import Person
from server.accounts.test_accounts import account_of
from server.notices.accounts import add_account, channel_of
from server.notices.receivers import Browser, receiving
from server.site import Site, running
from waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path, monkeypatch):
    """Run an application that may send to this machine, at once."""
    monkeypatch.setattr(sender, "GLANCE", 0.02)
    settings = Settings(tmp_path / "data", notices_after=0, notice_networks=("127.0.0.1",))
    async with running(settings) as made:
        yield made


async def post(person: Person, what: str, **fields):
    return await person.browser.post(f"/notices/{what}", data=fields)


async def channels_of(site: Site, name: str):
    return await site.tables.store.channels(account_of(site, name))


async def test_a_guest_is_sent_to_the_account(site):
    async with Person(site) as guest:
        page = await guest.browser.get("/notices")
        assert 'href="/account"' in page.text
        assert "<form" not in page.text
        for what in ("push", "mail", "webhook", "chat", "try", "remove", "settings"):
            answer = await post(
                guest, what, endpoint="https://push.example/1", url="https://a.example", channel="1"
            )
            assert answer.status_code == 403, what


async def test_a_browser_is_told_that_it_is_its_turn(site):
    """From the click to the message that the browser decrypts."""
    async with receiving() as service, Person(site) as hina, Person(site) as teva:
        hinas = Browser(service)
        await hina.sign_up("Hinano")
        page = await hina.browser.get("/notices")
        assert re.search(r'data-key="[\w-]{87}"', page.text)
        page = await post(hina, "push", endpoint=hinas.endpoint, **hinas.keys)
        assert page.status_code == 200
        assert f'data-endpoint="{hinas.endpoint}"' in page.text
        table_id = await hina.open("me", "friend", "bot")
        table = await site.tables.load(table_id)
        await hina.browser.post(f"/table/{table_id}/ready", data={"nonce": "00"})
        answer = await teva.browser.post(
            f"/sit/{table.seats[1].invite}", data={"name": "Teva", "nonce": "01"}
        )
        assert answer.status_code == 200, answer.text
        await until(lambda: service.received)
        [message] = hinas.messages(site.settings.key)[:1]
        assert message["notification"]["navigate"].endswith(f"/table/{table_id}")
        seen = json.dumps(hinas.messages(site.settings.key))
        assert table.row.watch not in seen


async def test_ways_to_be_told_are_tried_and_removed(site):
    async with receiving() as receiver, Person(site) as hina:
        await hina.sign_up("Hinano")
        page = await post(hina, "webhook", url=f" {receiver.url}/hook ")
        [channel] = await channels_of(site, "Hinano")
        assert channel.keys["secret"] in page.text
        page = await post(hina, "try", channel=channel.id)
        assert "It is sent." in page.text
        assert receiver.documents[0]["notices"] == []
        receiver.status = 500
        page = await post(hina, "try", channel=channel.id)
        assert "It answered with status 500." in page.text
        assert "Fails" in page.text
        assert 'href="/notices"' in (await hina.browser.get("/")).text
        receiver.status = 200
        await post(hina, "try", channel=channel.id)
        assert 'href="/notices"' not in (await hina.browser.get("/")).text
        await post(hina, "remove", channel=channel.id)
        assert await channels_of(site, "Hinano") == []


async def test_what_was_not_sent_for_good_is_listed(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        me, store = account_of(site, "Hinano"), site.tables.store
        channel = await channel_of(store, me, secret="s")
        await store.note_channel(channel.id, "status 404")
        page = await hina.browser.get("/notices", headers={"Accept-Language": "ru"})
        assert "404" in page.text
        assert "status" not in page.text.lower().replace('role="status"', "")


async def test_a_channel_of_another_account_is_not_there(site):
    add_account(site.tables.store, "other")
    theirs = await channel_of(site.tables.store, "other", secret="their-secret")
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        for what in ("try", "remove"):
            for channel in (theirs.id, "0" * 32, "\0", ""):
                assert (await post(hina, what, channel=channel)).status_code in (404, 422)
        assert "their-secret" not in (await hina.browser.get("/notices")).text
    assert await site.tables.store.channels("other") == [theirs]


@pytest.mark.parametrize(
    "fields",
    [
        {"quiet_from": "25:00", "quiet_until": "1:00"},
        {"quiet_from": "22:00"},
        {"quiet_until": "x"},
        {"wait": "-1"},
        {"wait": "9" * 8},
        {"wait": "٣"},
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"time_zone": "\0"},
    ],
)
async def test_times_that_are_none_are_refused(site, fields):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        assert (await post(hina, "settings", **fields)).status_code == 422


async def test_times_are_stored_and_shown(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        fields = {"quiet_from": "22:30", "quiet_until": "07:05", "time_zone": "Europe/Riga"}
        page = await post(hina, "settings", wait="900", kind=["turn", "over"], **fields)
        assert page.status_code == 200
        for value in fields.values():
            assert f'value="{value}"' in page.text
        me = account_of(site, "Hinano")
        found = await site.tables.store.notice_settings(me)
        assert found == NoticeSettings(22 * 60 + 30, 7 * 60 + 5, 900, ("began", "joined"))
        assert (await site.tables.store.account(me)).time_zone == "Europe/Riga"
        page = await post(hina, "settings", kind=list(KINDS))
        assert await site.tables.store.notice_settings(me) == NoticeSettings()


async def test_a_number_of_ways_is_the_most(tmp_path):
    settings = Settings(tmp_path / "data", channels_an_account=2)
    async with running(settings) as site, Person(site) as hina:
        await hina.sign_up("Hinano")
        for n in range(3):
            page = await post(hina, "webhook", url=f"https://hooks.example/{n}")
        assert page.status_code == 409
        assert len(await channels_of(site, "Hinano")) == 2
        page = await post(hina, "webhook", url="https://hooks.example/1")
        assert page.status_code == 200  # it is there already


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("webhook", {"url": "https://10.0.0.1/"}),
        ("webhook", {"url": "http://example.org/"}),
        ("webhook", {"url": "https://u:p@example.org/"}),
        ("webhook", {"url": "javascript:alert(1)"}),
        ("push", {"endpoint": "https://[::ffff:127.0.0.1]/"}),
        ("push", {"endpoint": "https://push.example/", "p256dh": "x", "auth": "y"}),
        ("chat", {"url": "json://example.org"}),
        ("chat", {"url": "file:///etc/passwd"}),
        ("chat", {"url": "ntfy://example.org/x"}),
        ("chat", {"url": "discord://1/2?template=/etc/passwd"}),
        ("chat", {"url": "ntfys://example.org/x?verify=no"}),
        ("chat", {"url": "ntfys://"}),
        ("chat", {"url": "ntfys://[::1"}),
        ("chat", {"url": "mailto://a:b@example.org"}),
        ("chat", {"url": "ntfys://example.org/x, json://example.org"}),
        ("mail", {}),
    ],
)
async def test_targets_of_no_use_are_refused(tmp_path, what, fields):
    async with running(Settings(tmp_path / "data")) as site, Person(site) as hina:
        await hina.sign_up("Hinano")
        answer = await post(hina, what, **fields)
        assert answer.status_code in (409, 422), answer.text
        assert await channels_of(site, "Hinano") == []


async def test_an_address_of_a_chat_service_is_not_shown_again(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        page = await post(hina, "chat", url="ntfys://user:secret-word@ntfy.example/topic-word")
        assert "ntfy" in page.text
        for word in ("secret-word", "topic-word"):
            assert word not in page.text


async def test_without_the_libraries_the_page_says_what_is_missing(site, monkeypatch):
    monkeypatch.setattr(channels, "installed", lambda kind: False)
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        page = await hina.browser.get("/notices")
        assert page.text.count("proa[notices]") == 3
        assert (await post(hina, "webhook", url="https://hooks.example")).status_code == 409


async def test_mails_end_by_one_click_and_not_by_a_look(tmp_path, monkeypatch):
    """A scanner opens every link; a mail provider posts without a cookie or an origin."""
    monkeypatch.setattr(sender, "GLANCE", 0.02)
    with post_office() as office:
        settings = Settings(tmp_path / "data", public_url="http://localhost", **office.settings)
        async with running(settings) as site, Person(site) as hina:
            await hina.sign_up("Hinano")
            me, store = account_of(site, "Hinano"), site.tables.store
            assert await store.set_address(me, "hina@example.org")
            page = await post(hina, "mail")
            assert page.status_code == 200
            [channel] = await channels_of(site, "Hinano")
            await post(hina, "try", channel=channel.id)
            [(_, mail)] = office.came
            off = mail["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost")
            async with site.client() as provider:
                assert "button" in (await provider.get(off)).text
                assert (await provider.head(off)).status_code in (200, 405)
                assert await channels_of(site, "Hinano") == [channel]
                form = {"List-Unsubscribe": "One-Click"}
                hostile = {"Origin": "https://evil.example"}
                assert (await provider.post(off, data=form, headers=hostile)).status_code == 403
                answer = await provider.post(off, data=form, follow_redirects=False)
                assert answer.status_code == 200
                assert await channels_of(site, "Hinano") == []
                assert (await provider.post(off, data=form)).status_code == 200
                assert (await provider.get(off)).status_code == 200


async def test_other_posts_still_need_our_own_page(site):
    async with site.client() as stranger:
        for what in ("push", "settings", "remove", "off"):
            assert (await stranger.post(f"/notices/{what}")).status_code in (403, 404)


async def test_an_account_takes_its_ways_along_and_is_told_nothing_when_deleted(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        await post(hina, "webhook", url="https://hooks.example")
        [channel] = await channels_of(site, "Hinano")
        exported = (await hina.browser.get("/account/export")).json()
        assert [one["target"] for one in exported["notices"]] == ["https://hooks.example"]
        await hina.post("delete", name="Hinano")
        assert await site.tables.store.channel(channel.id) is None
