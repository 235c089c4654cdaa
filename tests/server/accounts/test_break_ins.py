"""Attempts to get into an account, or to look like its owner, that all fail."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
import sqlalchemy as sa

from authenticator import Authenticator
from post_office import post_office
from proa.server.accounts import leaving
from proa.server.config.settings import Settings
from proa.server.pages.account import router
from proa.server.store import schema, ways_in
from proa.server.store.tables import Change
from server.accounts.person import Person, account_of, rows
from server.site import Site, running

pytestmark = pytest.mark.anyio
ADDRESS = "hina@example.org"


def mailing(folder: Path, office, **more) -> Settings:
    """Return the settings of a server that sends mail."""
    return Settings(folder / "data", public_url="http://localhost", **office.settings, **more)


# -- passkeys ----------------------------------------------------------------------------------


async def test_a_challenge_works_once(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        credential = hina.key.get(await hina.ask("sign-in"))
        assert (await hina.post("sign-in", credential=credential)).status_code == 200
        await hina.post("sign-out")
        assert (await hina.post("sign-in", credential=credential)).status_code == 422
        assert await hina.name() == ""


async def test_a_challenge_is_for_one_browser(site):
    async with Person(site) as hina, Person(site) as thief:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        credential = hina.key.get(await hina.ask("sign-in"))
        assert (await thief.post("sign-in", credential=credential)).status_code == 422
        assert await thief.name() == ""


async def test_a_challenge_is_for_five_minutes(site, monkeypatch):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        monkeypatch.setattr(ways_in, "CHALLENGE", -1.0)
        assert (await hina.sign_in()).status_code == 422


async def test_a_challenge_is_for_one_purpose(site):
    """What was signed to sign in makes no account, and adds nothing to one; nor the other way."""
    async with Person(site) as hina:
        options = await hina.ask("passkeys", name="Hinano")
        sign_in = {**await hina.ask("sign-in"), "user": options["user"], "rp": options["rp"]}
        assert (await hina.post("passkeys", credential=hina.key.create(sign_in))).status_code == 422
        await hina.sign_up("Hinano")
        add = {**await hina.ask("passkeys"), "rpId": "localhost"}
        assert (await hina.post("sign-in", credential=hina.key.get(add))).status_code == 422


async def test_a_passkey_is_added_to_the_account_that_asked(site):
    """One who gets another person's browser to sign adds nothing to that person's account."""
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        credential = Authenticator().create(await hina.ask("passkeys"))
        await hina.post("sign-out")
        assert (await hina.post("passkeys", credential=credential)).status_code == 403
        assert len(rows(site, schema.passkeys)) == 1


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost", "http://localhost:1"]
)
async def test_what_another_sites_page_had_signed_is_refused(site, origin):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        hina.key.origin = origin
        assert (await hina.sign_in()).status_code == 422
        hina.key = Authenticator(origin)
        assert (await hina.sign_up("Teva Nui")).status_code == 422


async def test_a_copied_passkey_is_noticed_by_its_count(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        await hina.sign_in()
        hina.key.count -= 1
        assert (await hina.sign_in()).status_code == 422


async def test_a_passkey_that_counts_nothing_signs_in_again_and_again(site):
    """Passkeys that several devices share always say 0."""
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        for _ in range(2):
            await hina.post("sign-out")
            hina.key.count = -1
            assert (await hina.sign_in()).status_code == 200
            assert await hina.name() == "Hinano"


async def test_a_second_question_does_not_end_the_first(site):
    """A page that asks again while a person looks for their key, or a second tab."""
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        first, _ = await hina.ask("sign-in"), await hina.ask("sign-in")
        answer = await hina.post("sign-in", credential=hina.key.get(first))
        assert answer.status_code == 200


async def test_another_key_or_user_is_refused(site):
    async with Person(site) as hina, Person(site) as thief:
        await hina.sign_up("Hinano")
        await thief.sign_up("Thief")
        await hina.post("sign-out")
        theirs = json.loads(thief.key.get(await hina.ask("sign-in")))
        named = {**theirs, "id": (own := hina_id(hina)), "rawId": own}
        assert (await hina.post("sign-in", credential=json.dumps(named))).status_code == 422
        hina.key.user = thief.key.user
        assert (await hina.sign_in()).status_code == 422


def hina_id(hina: Person) -> str:
    return json.loads(hina.key.get({"rpId": "localhost", "challenge": ""}))["id"]


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "{",
        "[]",
        "null",
        '{"response": {"clientDataJSON": ""}}',
        '{"response": {"clientDataJSON": "bnVsbA"}}',
        '{"id": "\\u0000", "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiIn0"}}',
        "[" * 20_000,
    ],
)
async def test_no_form_of_nonsense_is_a_failure(any_site, credential):
    async with Person(any_site) as hina:
        for what in ("sign-in", "passkeys"):
            assert (await hina.post(what, credential=credential)).status_code == 422


async def test_signed_nonsense_is_no_failure_either(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        for change in (
            {"id": "\0"},
            {"id": ["x"]},
            {"rawId": 7},
            {"type": {}},
            {"response": {"authenticatorData": "!"}},
            {"response": {"signature": None}},
            {"response": {"userHandle": {}}},
        ):
            sent = json.loads(hina.key.get(await hina.ask("sign-in")))
            own = change.get("response")
            sent = {**sent, **({"response": {**sent["response"], **own}} if own else change)}
            answer = await hina.post("sign-in", credential=json.dumps(sent))
            assert answer.status_code in (404, 422), (change, answer.text)


# -- sessions ----------------------------------------------------------------------------------


async def test_a_planted_session_is_not_the_one_after_signing_in(site):
    """Session fixation: the secret of before opens nothing afterwards."""
    async with Person(site) as hina, Person(site) as thief:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        await thief.sign_up("Thief")
        [(name, planted)] = [(n, v) for n, v in thief.browser.cookies.items() if "account" in n]
        hina.browser.cookies.set(name, planted, domain="localhost.local")
        assert await hina.name() == "Thief"
        await hina.sign_in()
        assert await hina.name() == "Hinano"
        assert hina.browser.cookies.get(name, domain="localhost.local") != planted
        assert await thief.name() == ""


async def test_a_deleted_accounts_sessions_end_at_once(any_site):
    async with Person(any_site) as laptop, Person(any_site) as phone:
        await laptop.sign_up("Hinano")
        phone.key = laptop.key
        await phone.sign_in()
        table = await phone.open("me", "bot", "bot")
        assert (await laptop.post("delete", name="hinano")).status_code == 422
        assert (await laptop.post("delete", name="Hinano")).status_code == 200
        assert [await one.name() for one in (laptop, phone)] == ["", ""]
        assert (await phone.browser.get(f"/table/{table}")).status_code == 404
        assert (await phone.sign_in()).status_code == 404
        for each in (schema.sessions, schema.passkeys, schema.recovery_codes, schema.accounts):
            assert rows(any_site, each) == []


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://x.example"}]
)
async def test_no_other_sites_page_does_anything(site, headers):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        hina.browser.headers.pop("Sec-Fetch-Site")
        for route in router.routes:
            if "POST" in route.methods:
                path = route.path.replace("{token}", "0" * 32)
                answer = await hina.browser.post(path, data={"name": "Hinano"}, headers=headers)
                assert answer.status_code == 403, path
        assert await hina.name() == "Hinano"


async def test_nobody_acts_for_an_account_without_a_session(site):
    async with Person(site) as stranger:
        for route in router.routes:
            path = route.path.replace("{token}", "0" * 32)
            form = dict.fromkeys(
                ("name", "code", "passkey", "label", "session", "address"), "x@y.zz"
            )
            for method in route.methods:
                answer = await stranger.browser.request(
                    method, path, **({"data": form} if method == "POST" else {})
                )
                assert answer.status_code in (200, 403, 404, 409, 422), path
                if answer.status_code == 200:
                    assert path == "/account" or path.endswith("/ask")


# -- names -------------------------------------------------------------------------------------


async def test_names_that_look_alike_are_one(any_site):
    async with Person(any_site) as hina, Person(any_site) as thief:
        await hina.sign_up("Limes")
        for name in (
            "Limes",
            "limes",
            "LIMES",
            "Iimes",
            "1imes",
            "Limеs",
            "Li\u00admes",
            " Limes ",
        ):
            asked = await thief.browser.post("/account/passkeys/ask", data={"name": name})
            assert asked.status_code == 409, name
        await thief.sign_up("Other")
        assert (await thief.post("name", name="Limеs")).status_code == 409
        assert await thief.name() == "Other"
        assert (await hina.post("name", name="LIMES")).status_code == 200
        assert await hina.name() == "LIMES"
        assert (await hina.post("name", name="Lemons")).status_code == 200
        assert (await thief.post("name", name="Limes")).status_code == 200


async def test_of_two_who_want_a_name_at_once_one_gets_it(any_site):
    async with Person(any_site) as hina, Person(any_site) as teva:
        first, second = [await one.ask("passkeys", name="Manutea") for one in (hina, teva)]
        assert (await hina.post("passkeys", credential=hina.key.create(first))).status_code == 200
        late = await teva.post("passkeys", credential=teva.key.create(second))
        assert (late.status_code, await teva.name()) == (409, "")


@pytest.mark.parametrize(
    "name",
    ["admin", "Аdmin", "PROA", "Guest", "steady", "Hina", "Moana", "Player 3f2a", "Bot Manu", "a",
     "админ", "12", "#1", "\u200b", ""],
)  # fmt: skip
async def test_names_that_mislead_are_refused(site, name):
    async with Person(site) as hina:
        asked = await hina.browser.post("/account/passkeys/ask", data={"name": name})
        assert asked.status_code == 422, asked.text


# -- mail --------------------------------------------------------------------------------------


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


# -- seats -------------------------------------------------------------------------------------


def holder_of(site: Site, table: str, seat: int) -> list[str]:
    found = rows(site, schema.holders)
    return [row.holder for row in found if (row.table_id, row.seat) == (table, seat)]


async def test_seats_move_by_choice(any_site):
    async with Person(any_site) as hina:
        first, second = [await hina.open("me", "bot", "bot") for _ in range(2)]
        await hina.browser.post(f"/table/{first}/chat", data={"text": "Ia orana"})
        await hina.browser.post(f"/table/{second}/chat", data={"text": "Maruru"})
        await hina.sign_up("Hinano")
        page = (await hina.browser.get("/account")).text
        assert f"{first}.0" in page
        await hina.post("seats", seat=[f"{first}.0"])
        me = account_of(any_site, "Hinano")
        assert holder_of(any_site, first, 0) == [me]
        assert holder_of(any_site, second, 0) != [me]
        assert {row.table_id: row.holder == me for row in rows(any_site, schema.chat)} == {
            first: True,
            second: False,
        }
        assert (await hina.browser.get(f"/table/{first}")).status_code == 200
        assert (await hina.browser.get(f"/table/{second}")).status_code == 404
        await hina.post("sign-out")
        assert (await hina.browser.get(f"/table/{first}")).status_code == 404
        assert (await hina.browser.get(f"/table/{second}")).status_code == 200


async def test_the_seats_of_a_shared_screen_stay(any_site):
    async with Person(any_site) as hina:
        table = await hina.open("me", "here", "bot")
        await hina.sign_up("Hinano")
        assert "stays here" in (await hina.browser.get("/account")).text
        refused = await hina.post("seats", seat=[f"{table}.0", f"{table}.1"])
        assert refused.status_code == 409
        assert account_of(any_site, "Hinano") not in holder_of(any_site, table, 0)


async def test_nobody_moves_a_seat_that_is_not_theirs(any_site):
    async with Person(any_site) as hina, Person(any_site) as thief:
        table = await hina.open("me", "bot", "bot")
        before = holder_of(any_site, table, 0)
        await thief.sign_up("Thief")
        for key, status in (
            (f"{table}.0", 409),
            (f"{table}.1", 409),
            (f"{table}.0 ", 422),
            ("\0.0", 422),
            ("x", 422),
            (f"{table}.99999", 422),
        ):
            assert (await thief.post("seats", seat=key)).status_code == status, key
        assert holder_of(any_site, table, 0) == before


async def test_an_account_never_gets_a_second_seat_at_a_table(site):
    """Two people at one laptop: one plays by account, the other as its guest."""
    async with Person(site) as hina:
        table = await hina.open("me", "friend", "bot")
        page = (await hina.browser.get(f"/table/{table}")).text
        invite = re.search(r"/sit/([0-9a-f]{32})", page)[1]
        await hina.sign_up("Hinano")
        await hina.browser.post(f"/sit/{invite}", data={"nonce": "00"})
        assert (await hina.post("seats", seat=f"{table}.0")).status_code == 409
        assert len(set(holder_of(site, table, 0) + holder_of(site, table, 1))) == 2


async def test_links_that_a_guest_made_end_when_the_seat_has_moved(any_site):
    """A link for another device, and the one that brings all seats of a browser."""
    async with Person(any_site) as hina, Person(any_site) as thief:
        table = await hina.open("me", "friend", "bot")
        device = (await hina.browser.post(f"/table/{table}/device")).text
        links = [re.search(r"/rejoin/[0-9a-f]{32}", device)[0]]
        brought = (await hina.browser.post("/bring")).text
        links += [re.search(r"/bring/[0-9a-f]{32}", brought)[0]]
        await hina.sign_up("Hinano")
        await hina.post("seats", seat=f"{table}.0")
        before = holder_of(any_site, table, 0)
        for link in links:
            await thief.browser.post(link)
            assert (await thief.browser.get(f"/table/{table}")).status_code == 404, link
        assert holder_of(any_site, table, 0) == before
        assert (await any_site.tables.load(table)).row.host in before


async def test_an_invitation_that_an_account_used_opens_nothing(any_site):
    async with Person(any_site) as hina, Person(any_site) as teva, Person(any_site) as thief:
        table = await hina.open("me", "friend", "bot")
        page = (await hina.browser.get(f"/table/{table}")).text
        link = re.search(r"/sit/[0-9a-f]{32}", page)[0]
        await teva.sign_up("Tevanui")
        sat = {"name": "Teva", "nonce": "ab" * 32}
        for _ in range(2):
            assert (await teva.browser.post(link, data=sat)).status_code == 200
        for who in (thief, hina):
            if who is thief:
                await thief.sign_up("Thief")
            assert (await who.browser.post(link, data=sat)).status_code == 404
        await teva.post("sign-out")
        assert (await teva.browser.post(link, data=sat)).status_code == 404
        assert holder_of(any_site, table, 1) == [account_of(any_site, "Tevanui")]


async def test_who_was_muted_stays_muted(any_site):
    async with Person(any_site) as hina, Person(any_site) as loud:
        table = await loud.open("me", "bot", "bot")
        await loud.sign_up("Loudly")
        store = any_site.tables.store
        [guest] = holder_of(any_site, table, 0)
        await store.mute("0" * 32, guest, 5)
        await loud.post("seats", seat=f"{table}.0")
        assert account_of(any_site, "Loudly") in await store.muted("0" * 32)
        assert hina


# -- what remains ------------------------------------------------------------------------------


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
