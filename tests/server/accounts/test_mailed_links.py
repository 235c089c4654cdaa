"""Mailed links and recovery codes: each opens its own account, once, in time."""

from __future__ import annotations

import asyncio
import re

import pytest

from post_office import post_office
from proa.server.config.settings import Settings
from proa.server.store import schema, ways_in
from server.accounts.person import ADDRESS, Person, account_of, mailing, rows
from server.site import running

pytestmark = pytest.mark.anyio


async def test_a_mailed_link_makes_an_account_and_opens_it(tmp_path):
    with post_office() as office:
        async with running(mailing(tmp_path, office)) as site:
            async with Person(site) as hina:
                page = await hina.post("mail", address=f" {ADDRESS} ")
                assert ADDRESS in page.text
                link = office.link()
                for _ in range(2):  # what opens links in mails changes nothing
                    assert (await hina.browser.head(link)).status_code == 200
                    assert "Make the account" in (await hina.browser.get(link)).text
                assert (await hina.browser.post(link, data={"name": "admin"})).status_code == 422
                await hina.browser.post(link, data={"name": "Hinano"})
                assert await hina.name() == "Hinano"
                assert (await hina.browser.post(link, data={"name": "X"})).status_code == 404
                assert (await hina.post("mail-address/remove")).status_code == 409
            async with Person(site) as elsewhere:
                await elsewhere.post("mail", address=ADDRESS.upper())
                link = office.link(2)
                assert "Sign in as Hinano?" in (await elsewhere.browser.get(link)).text
                await elsewhere.browser.post(link)
                assert await elsewhere.name() == "Hinano"
                assert (await elsewhere.browser.post(link)).status_code == 404


async def test_nobody_learns_whether_an_address_has_an_account(tmp_path):
    with post_office() as office:
        async with running(mailing(tmp_path, office)) as site, Person(site) as hina:
            await hina.post("mail", address=ADDRESS)
            await hina.browser.post(office.link(), data={"name": "Hinano"})
            async with Person(site) as thief:
                known = await thief.post("mail", address=ADDRESS)
                unknown = await thief.post("mail", address="nobody@example.org")
            office.link(3)
            assert known.status_code == unknown.status_code
            assert known.text.replace(ADDRESS, "") == unknown.text.replace("nobody@example.org", "")
            mails = [mail for _, mail in office.came[1:]]
            texts = [re.sub(r"[0-9a-f]{32}", "", mail.get_content()) for mail in mails]
            assert texts[0] == texts[1]
            assert mails[0]["Subject"] == mails[1]["Subject"]


async def test_a_link_is_for_fifteen_minutes(tmp_path, monkeypatch):
    monkeypatch.setattr(ways_in, "LINK", -1.0)
    with post_office() as office:
        async with running(mailing(tmp_path, office)) as site, Person(site) as hina:
            await hina.post("mail", address=ADDRESS)
            link = office.link()
            assert (await hina.browser.get(link)).status_code == 404
            assert (await hina.browser.post(link, data={"name": "Hinano"})).status_code == 404


async def test_no_strangers_address_is_taken_by_its_owners_click(tmp_path):
    """A thief adds Hina's address to an account of theirs: her click on the link does nothing."""
    with post_office() as office:
        async with (
            running(mailing(tmp_path, office)) as site,
            Person(site) as thief,
            Person(site) as hina,
        ):
            await thief.sign_up("Thief")
            await thief.post("mail", address=ADDRESS)
            link = office.link()
            assert (await hina.browser.get(link)).status_code == 403
            assert (await hina.browser.post(link)).status_code == 403
            await hina.sign_up("Hinano")
            assert (await hina.browser.post(link)).status_code == 403
            assert rows(site, schema.mail_addresses) == []
            # until then the address opens nothing: it was never verified
            await hina.post("sign-out")
            await hina.post("mail", address=ADDRESS)
            page = await hina.browser.get(office.link(2))
            assert "Make the account" in page.text


async def test_an_address_has_one_account(tmp_path):
    with post_office() as office:
        async with (
            running(mailing(tmp_path, office)) as site,
            Person(site) as hina,
            Person(site) as teva,
        ):
            for number, person in enumerate((hina, teva)):
                await person.sign_up(("Hinano", "Tevanui")[number])
                await person.post("mail", address=ADDRESS)
            links = [office.link(1), office.link(2)]
            assert (await hina.browser.post(links[0])).status_code == 200
            assert (await teva.browser.post(links[1])).status_code == 409
            [row] = rows(site, schema.mail_addresses)
            assert row.account_id == account_of(site, "Hinano")
            assert (await hina.post("mail-address/remove")).status_code == 200
            assert rows(site, schema.mail_addresses) == []


async def test_of_two_who_use_a_link_at_once_one_gets_in(tmp_path):
    with post_office() as office:
        async with (
            running(mailing(tmp_path, office)) as site,
            Person(site) as hina,
            Person(site) as thief,
        ):
            await hina.post("mail", address=ADDRESS)
            link = office.link()
            both = await asyncio.gather(
                *(
                    one.browser.post(link, data={"name": name})
                    for one, name in ((hina, "Hinano"), (thief, "Another"))
                )
            )
            assert sorted(answer.status_code for answer in both) == [200, 404]
            assert len(rows(site, schema.accounts)) == len(rows(site, schema.sessions)) == 1


async def test_of_two_who_use_a_recovery_code_at_once_one_gets_in(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        code = (await hina.codes())[0]
    async with Person(any_site) as hina, Person(any_site) as thief:
        both = await asyncio.gather(*(one.post("recover", code=code) for one in (hina, thief)))
        assert sorted(answer.status_code for answer in both) == [200, 404]


async def test_a_link_to_a_former_address_opens_nothing(tmp_path):
    """Somebody else may have the mailbox by now."""
    with post_office() as office:
        async with (
            running(mailing(tmp_path, office)) as site,
            Person(site) as hina,
            Person(site) as heir,
        ):
            await hina.sign_up("Hinano")
            await hina.post("mail", address=ADDRESS)
            await hina.browser.post(office.link(1))
            await heir.post("mail", address=ADDRESS)
            link = office.link(2)
            assert "Sign in as Hinano?" in (await heir.browser.get(link)).text
            await hina.post("mail", address="new@example.org")
            await hina.browser.post(office.link(3))
            assert "Hinano" not in (await heir.browser.get(link)).text
            await heir.browser.post(link, data={"name": "Heiress"})
            assert await heir.name() == "Heiress"


async def test_a_secret_of_one_kind_is_none_of_another(tmp_path):
    with post_office() as office:
        async with running(mailing(tmp_path, office)) as site, Person(site) as hina:
            table = await hina.open("me", "friend", "bot")
            page = (await hina.browser.get(f"/table/{table}")).text
            invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
            await hina.browser.post(f"/table/{table}/ready", data={"nonce": "00"})
            device = (await hina.browser.post(f"/table/{table}/device")).text
            rejoin = re.search(r"/rejoin/([0-9a-f]{32})", device)[1]
            await hina.post("mail", address=ADDRESS)
            mailed = office.link().rpartition("/")[2]
            ways = ("sit", "rejoin", "bring", "account/mail", "notices/off", "watch")
            own = {invite: "sit", rejoin: "rejoin", mailed: "account/mail"}
            async with Person(site) as thief:
                for secret, its_way in own.items():
                    for way in ways:
                        for answer in (
                            await thief.browser.get(f"/{way}/{secret}"),
                            await thief.browser.post(f"/{way}/{secret}", data={"name": "Thief"}),
                        ):
                            is_open = answer.status_code == 200 and way != "notices/off"
                            assert not is_open or way == its_way, (way, answer.text)
                    assert (await thief.post("recover", code=secret)).status_code == 404
                    async with site.client(secret) as client:
                        assert (await client.get("/api/tables")).json() == []


async def test_links_lead_to_the_public_address_whatever_the_request_says(tmp_path):
    with post_office() as office:
        settings = Settings(tmp_path / "data", public_url="https://proa.example", **office.settings)
        async with running(settings) as site, site.client() as client:
            headers = {"Host": "6.6.6.6", "X-Forwarded-Host": "evil.example"}
            headers |= {"Sec-Fetch-Site": "same-origin"}
            form = {"address": ADDRESS}
            answer = await client.post("/account/mail", data=form, headers=headers)
            assert answer.status_code == 200
            office.link()
            [(_, mail)] = office.came
            assert "https://proa.example/account/mail/" in mail.get_content()
            assert "6.6.6.6" not in str(mail)


async def test_without_mail_nothing_is_sent_and_the_page_offers_none(site):
    async with Person(site) as hina:
        assert "Mail me a link" not in (await hina.browser.get("/account")).text
        assert (await hina.post("mail", address=ADDRESS)).status_code == 409


async def test_one_recipient_gets_few_mails(tmp_path):
    with post_office() as office:
        more = {"mail_rate_a_recipient": "2/hour", "mail_rate_a_guest": "off"}
        async with (
            running(mailing(tmp_path, office, **more), rates=True) as site,
            Person(site) as hina,
            Person(site) as thief,
        ):
            answers = [
                await person.post("mail", address=address)
                for person in (hina, thief)
                for address in (ADDRESS, ADDRESS.upper())
            ]
            assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
            assert (await hina.post("mail", address="b@example.org")).status_code == 200


async def test_a_mail_that_is_not_taken_is_logged_without_its_address(tmp_path, caplog):
    with post_office() as office:
        office.refuses = "554 no hina@example.org here"
        async with running(mailing(tmp_path, office)) as site, Person(site) as hina:
            assert (await hina.post("mail", address=ADDRESS)).status_code == 200
    assert "a mail was not taken" in caplog.text
    assert ADDRESS not in caplog.text
