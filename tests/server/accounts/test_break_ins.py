"""Attempts to get into an account, or to look like its owner, that all fail."""

from __future__ import annotations

import json
import re

import pytest

from authenticator import Authenticator
from proa.server.pages.account import router
from proa.server.store import schema, ways_in
from server.accounts.person import Person, account_of, rows
from server.site import Site

pytestmark = pytest.mark.anyio


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
