"""Cookies: whatever else a browser sends, nobody loses their seat and no page fails."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proa.server.config.settings import Settings
from proa.server.doors.guard import COOKIE, cookie_name, signed
from proa.web import prefs
from proa.web.prefs import Prefs
from server.site import Site, running

pytestmark = pytest.mark.anyio
FOREIGN = [
    b'other={"a":1}',
    b"a/b=1",
    b"a b=1",
    b"novalue",
    b"=nameless",
    b";;;",
    b'open="',
    b"\xff\xfe=\xd0\xb6",
    b"big=" + b"x" * 60_000,
    b"proa=another program's",
    b"proa-00000000=another server's",
    b"proa=" + b"0" * 32 + b"." + b"0" * 64,
]


async def _opened(site: Site) -> tuple[str, bytes]:
    """The path of a table that a browser has opened, and the browser's cookie."""
    async with site.browser() as browser:
        form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
        answer = await browser.post("/tables", data=form)
        assert answer.status_code == 200
        name = cookie_name(site.settings.key)
        return str(answer.url.path), f"{name}={browser.cookies[name]}".encode()


async def _visit(site: Site, door: str, *cookies: bytes) -> httpx.Response:
    transport = httpx.ASGITransport(app=site.app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.get(door, headers=[(b"Cookie", cookie) for cookie in cookies])


@pytest.mark.parametrize("foreign", FOREIGN, ids=range(len(FOREIGN)))
async def test_a_foreign_cookie_does_not_cost_the_seat(site, foreign):
    door, mine = await _opened(site)
    for sent in (
        [foreign + b"; " + mine],
        [mine + b"; " + foreign],
        [foreign, mine],
        [mine, foreign],
    ):
        answer = await _visit(site, door, *sent)
        assert answer.status_code == 200, sent
        assert "set-cookie" not in answer.headers, sent


async def test_any_cookie_headers_leave_the_seat_and_the_page(site):
    door, mine = await _opened(site)
    crumb = st.one_of(
        st.binary(max_size=80),
        st.sampled_from(FOREIGN),
        st.builds(lambda value: b"prefs=" + value, st.binary(max_size=80)),
        st.builds(lambda value: b"proa=" + value, st.binary(max_size=80)),
    )
    crumbs = st.lists(st.tuples(st.booleans(), crumb), max_size=6)

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(before=crumbs, after=crumbs)
    def check(before, after):
        headers = [b""]
        for is_new, crumb in [*before, (True, mine), *after]:
            if is_new:
                headers.append(crumb)
            else:
                headers[-1] += b"; " + crumb
        answer = asyncio.run_coroutine_threadsafe(_visit(site, door, *headers), loop).result()
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers

    loop = asyncio.get_running_loop()
    await asyncio.to_thread(check)


async def test_two_servers_on_one_host_leave_each_other_their_guests(tmp_path):
    """A browser sends the cookies of a host to all of its ports."""
    async with (
        running(Settings(tmp_path / "one")) as one,
        running(Settings(tmp_path / "two")) as two,
    ):
        jar = httpx.Cookies()
        doors = []
        for site in (one, two):
            door, cookie = await _opened(site)
            name, _, value = cookie.decode().partition("=")
            jar.set(name, value)
            doors.append((site, door))
        assert len(jar) == 2
        for site, door in doors:
            sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar.jar)
            assert (await _visit(site, door, sent.encode())).status_code == 200


async def test_the_cookie_by_its_old_name_still_counts(site):
    door, mine = await _opened(site)
    guest = mine.partition(b"=")[2].partition(b".")[0].decode()
    old = f"{COOKIE}={signed(guest, site.settings.key)}".encode()
    answer = await _visit(site, door, old)
    assert answer.status_code == 200
    assert mine.decode() in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "value",
    [
        "[" * 50_000,
        "%7B" * 9000,
        quote('{"theme": {"a": 1}}'),
        quote('{"locale": 1e999}'),
        "1" * 9999,
        quote("[" * 20_000),
    ],
    ids=range(6),
)
async def test_broken_settings_are_ignored(site, value):
    for door in ("/", "/settings", "/nothing"):
        answer = await _visit(site, door, f"prefs={value}".encode())
        assert answer.status_code in (200, 404)
        assert "<html" in answer.text


async def test_settings_are_found_beside_those_of_another_program(site):
    ours = prefs.written(Prefs(locale="ru"))
    theirs = quote(json.dumps(["consent"]))
    answer = await _visit(site, "/settings", f"prefs={theirs}; prefs={ours}".encode())
    assert '<html lang="ru"' in answer.text
