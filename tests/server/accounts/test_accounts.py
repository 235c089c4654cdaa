"""Accounts by passkeys: signing up and in, several devices, sessions, recovery codes."""

from __future__ import annotations

import re

import httpx
import pytest

from authenticator import Authenticator
from proa.server.config.settings import Settings
from proa.server.store import schema
from server.accounts.person import Person, account_of, rows
from server.site import running

pytestmark = pytest.mark.anyio


async def test_an_account_is_made_and_opened_again(any_site):
    async with Person(any_site) as hina:
        assert await hina.name() == ""
        page = await hina.sign_up("Hinano")
        assert page.status_code == 200, page.text
        assert await hina.name() == "Hinano"
        table = await hina.open("me", "bot", "bot")
        await hina.post("sign-out")
        assert await hina.name() == ""
        assert (await hina.browser.get(f"/table/{table}")).status_code == 404
        await hina.sign_in()
        assert await hina.name() == "Hinano"
        assert (await hina.browser.get(f"/table/{table}")).status_code == 200
        [(row, _)] = await any_site.tables.store.tables_of(account_of(any_site, "Hinano"))
        assert row.id == table


async def test_a_passkey_that_names_no_user_signs_in(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        await hina.post("sign-out")
        options = await hina.ask("sign-in")
        await hina.post("sign-in", credential=hina.key.get(options, names_user=False))
        assert await hina.name() == "Hinano"


async def test_the_guest_comes_back_after_signing_out(site):
    async with Person(site) as hina:
        table = await hina.open("me", "bot", "bot")
        await hina.sign_up("Hinano")
        assert (await hina.browser.get(f"/table/{table}")).status_code == 404
        await hina.post("sign-out")
        assert (await hina.browser.get(f"/table/{table}")).status_code == 200


async def test_a_second_device_opens_the_same_account(site):
    async with Person(site) as laptop, Person(site) as phone:
        await laptop.sign_up("Hinano")
        [code, *others] = await laptop.codes()
        assert len(others) == 9
        await phone.post("recover", code=code.upper().replace("-", " "))
        assert await phone.name() == "Hinano"
        options = await phone.ask("passkeys")
        assert [key["id"] for key in options["excludeCredentials"]]
        await phone.post("passkeys", credential=phone.key.create(options), label="Phone")
        page = (await laptop.browser.get("/account")).text
        assert "<b>Phone</b>" in page
        assert "9 recovery codes" in page
        await phone.post("sign-out")
        await phone.sign_in()
        assert await phone.name() == "Hinano"

        assert (await laptop.post("recover", code=code)).status_code == 404
        await laptop.codes()
        assert (await laptop.post("recover", code=others[0])).status_code == 404


async def test_passkeys_are_renamed_and_removed_but_not_the_last(any_site):
    async with Person(any_site) as hina:
        await hina.sign_up("Hinano")
        first = hina.key
        hina.key = Authenticator()
        options = await hina.ask("passkeys")
        await hina.post("passkeys", credential=hina.key.create(options), label="Phone")
        page = (await hina.browser.get("/account")).text
        keys = list(dict.fromkeys(re.findall(r'name="passkey" value="(.+?)"', page)))
        assert len(keys) == 2
        await hina.post("passkeys/rename", passkey=keys[1], label="Old phone")
        assert "<b>Old phone</b>" in (await hina.browser.get("/account")).text
        assert (await hina.post("passkeys/remove", passkey=keys[1])).status_code == 200
        refused = await hina.post("passkeys/remove", passkey=keys[0])
        assert (refused.status_code, "only way" in refused.text) == (409, True)
        await hina.post("sign-out")
        refused = await hina.sign_in()
        assert (refused.status_code, "remove it from your device" in refused.text) == (404, True)
        hina.key = first
        assert (await hina.sign_in()).status_code == 200


async def test_sessions_end_one_by_one_and_all_at_once(any_site):
    async with Person(any_site) as laptop, Person(any_site) as phone, Person(any_site) as tablet:
        await laptop.sign_up("Hinano")
        for person in (phone, tablet):
            person.key = laptop.key
            await person.sign_in()
        page = (await laptop.browser.get("/account")).text
        sessions = re.findall(r'name="session" value="(\w+)"', page)
        assert len(sessions) == 2
        await laptop.post("sessions/end", session=sessions[0])
        assert sorted([await phone.name(), await tablet.name()]) == ["", "Hinano"]
        await laptop.post("sign-out-everywhere")
        assert [await one.name() for one in (laptop, phone, tablet)] == ["", "", ""]
        assert rows(any_site, schema.sessions) == []


async def test_secrets_are_stored_as_hashes(site):
    async with Person(site) as hina:
        await hina.sign_up("Hinano")
        [code, *_] = await hina.codes()
        session = next(value for name, value in hina.browser.cookies.items() if "account" in name)
        for table in (schema.sessions, schema.recovery_codes, schema.challenges):
            stored = repr(rows(site, table))
            assert session not in stored
            assert code not in stored
            assert code.replace("-", "") not in stored


async def test_the_cookie_is_for_this_host_and_no_script(tmp_path):
    settings = Settings(tmp_path / "data", public_url="https://proa.example")
    async with running(settings) as site:
        browser = site.browser()
        browser.base_url = "https://proa.example"
        headers = {"Sec-Fetch-Site": "same-origin"}
        await browser.get("/account")
        asked = await browser.post(
            "/account/passkeys/ask", data={"name": "Hinano"}, headers=headers
        )
        key = Authenticator("https://proa.example")
        browser.follow_redirects = False
        credential = key.create(asked.json())
        answer = await browser.post("/account/passkeys", data={"credential": credential})
        assert answer.status_code == 303, answer.text
        [cookie] = [c for c in answer.headers.get_list("set-cookie") if "account" in c]
        assert cookie.startswith("__Host-proa-account-")
        for part in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/"):
            assert part in cookie
        name, _, value = cookie.partition(";")[0].partition("=")
        # a sibling domain can plant a cookie without the prefix, which signs nobody in
        planted = {"cookie": f"{name.removeprefix('__Host-')}={value}"}
        async with site.browser() as other:
            other.base_url = "https://proa.example"
            assert "Sign out" not in (await other.get("/account", headers=planted)).text
            mine = {"cookie": f"{name}={value}"}
            assert "Sign out" in (await other.get("/account", headers=mine)).text


@pytest.mark.parametrize(
    ("public_url", "base", "works"),
    [
        ("", "http://localhost:8000", True),
        ("", "http://127.0.0.1:8000", False),
        ("", "http://192.168.1.7:8000", False),
        ("https://proa.example", "https://proa.example", True),
        ("https://proa.example:443", "https://proa.example", True),
        ("https://proa.example", "http://localhost", False),
        ("https://192.0.2.7", "https://192.0.2.7", False),
        ("http://proa.example", "http://proa.example", False),
    ],
)
async def test_passkeys_work_at_names_that_are_secure(tmp_path, public_url, base, works):
    settings = Settings(tmp_path / "data", public_url=public_url)
    async with running(settings) as site, site.browser() as browser:
        browser.base_url = base
        page = (await browser.get("/account")).text
        assert ("Sign in with a passkey" in page) is works
        assert ("Passkeys" in page and "at this address" in page) is not works
        asked = await browser.post("/account/passkeys/ask", data={"name": "Hinano"})
        assert asked.status_code == (200 if works else 409)
        if works:
            assert asked.json()["rp"]["id"] == httpx.URL(base).host
