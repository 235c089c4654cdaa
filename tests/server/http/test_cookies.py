"""Cookies: whatever else a browser sends, seats are kept and no page fails."""

from __future__ import annotations

import asyncio
import json
import time
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proa.server.config.settings import Settings
from proa.server.http import security
from proa.server.http.security import COOKIE, cookie_name, signed
from proa.web import pages, prefs
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
    """Return the path of a table that a browser has opened, and the browser's cookie."""
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


# -- how long they last ----------------------------------------------------------------------


def set_by(answer: httpx.Response) -> dict[str, str]:
    """Return the cookies that an answer sets, by name, each with its attributes."""
    return dict(each.split("=", 1) for each in answer.headers.get_list("set-cookie"))


async def _ask(
    site: Site, path: str, cookies: str, method: str = "GET", **headers: str
) -> httpx.Response:
    transport = httpx.ASGITransport(app=site.app, raise_app_exceptions=False)
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.request(method, path, headers={**asked, "Cookie": cookies})


@pytest.fixture
def days(monkeypatch):
    """Return a function that moves the server's clock by some days."""
    real = time.time
    return lambda n: monkeypatch.setattr(security.time, "time", lambda: real() + n * security.DAY)


async def test_who_keeps_coming_never_loses_the_seat(site, days):
    """The browser forgets what is a year old: each cookie it has is younger than that."""
    door, mine = await _opened(site)
    cookie, has_been = mine.decode(), 0
    for day in range(0, 800, 5):
        days(day)
        answer = await _ask(site, door, cookie)
        assert answer.status_code == 200
        for name, rest in set_by(answer).items():
            assert name == cookie_name(site.settings.key)
            assert f"Max-Age={365 * 24 * 3600}" in rest, "no browser keeps one over 400 days"
            cookie, has_been = f"{name}={rest.partition(';')[0]}", day
        assert day - has_been < 14
    assert has_been > 700


async def test_a_cookie_without_a_date_is_dated_once(site):
    door, mine = await _opened(site)
    guest = mine.partition(b"=")[2].partition(b".")[0].decode()
    name = cookie_name(site.settings.key)
    answer = await _ask(site, door, f"{name}={signed(guest, site.settings.key)}")
    assert answer.status_code == 200
    new = set_by(answer)[name].partition(";")[0]
    again = await _ask(site, door, f"{name}={new}")
    assert again.status_code == 200
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("wrong", [-20_000, -400, 400, 20_000])
async def test_a_clock_that_is_wrong_costs_nobody_the_seat(site, days, wrong):
    door, mine = await _opened(site)
    days(wrong)
    then = await _ask(site, door, mine.decode())
    assert then.status_code == 200
    name = cookie_name(site.settings.key)
    dated_then = set_by(then)[name].partition(";")[0]
    days(0)
    now = await _ask(site, door, f"{name}={dated_then}")
    assert now.status_code == 200
    assert f"{name}={set_by(now)[name].partition(';')[0]}" == mine.decode()


async def test_only_pages_that_nobody_keeps_date_a_cookie_anew(site, days):
    door, mine = await _opened(site)
    cookie = mine.decode()
    days(30)
    assert "set-cookie" in (await _ask(site, door, cookie)).headers
    async with site.browser() as browser:
        form = {"game": "tahiti", "who0": "me", "who1": "friend"}
        lobby = await browser.post("/tables", data=form, headers={"Cookie": cookie})
    aid = f"{lobby.url.path}/aid"
    assert (await _ask(site, aid, cookie)).headers[
        "cache-control"
    ] == "private, max-age=3600, no-transform"
    picture = f"/pictures/{pages.picture('tahiti', 'en').version}/tahiti-en.js"
    assert "immutable" in (await _ask(site, picture, cookie)).headers["cache-control"]
    paths = ["/static/table.css", "/api/games", "/app/en.js", "/healthz", "/favicon.ico"]
    for path in [*paths, aid, picture]:
        assert "set-cookie" not in (await _ask(site, path, cookie)).headers, path
    for path in [*paths, picture]:
        assert "set-cookie" not in (await _ask(site, path, "")).headers, path
    for headers in (
        {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document"},
        {"sec_fetch_site": "cross-site", "sec_fetch_dest": "image"},
        {"hx_request": "true"},
    ):
        assert "set-cookie" not in (await _ask(site, door, cookie, **headers)).headers, headers
    refused = await _ask(site, "/settings", cookie, "POST", sec_fetch_site="cross-site")
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers


async def test_a_page_of_another_site_does_not_overwrite_a_cookie(site):
    """What it has its reader's browser ask for comes without the cookie, as from a new guest."""
    for dest in ("image", "iframe", "script", "empty"):
        headers = {"sec_fetch_site": "cross-site", "sec_fetch_dest": dest}
        assert "set-cookie" not in (await _ask(site, "/", "", **headers)).headers, dest
    followed = {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document"}
    assert "set-cookie" in (await _ask(site, "/", "", **followed)).headers


async def test_a_stream_sets_no_cookie(site, days):
    door, mine = await _opened(site)
    days(30)
    begun = asyncio.get_running_loop().create_future()

    async def send(message):
        if not begun.done():
            begun.set_result(dict(message["headers"]))

    body = b"at=" + quote(door, safe="").encode() + b"%3Fseat%3D0"
    headers = [(b"host", b"localhost"), (b"cookie", mine), (b"sec-fetch-site", b"same-origin")]
    headers.append((b"content-type", b"application/x-www-form-urlencoded"))
    scope = {"type": "http", "method": "POST", "path": "/stream", "root_path": ""}
    scope |= {"scheme": "http", "query_string": b"", "client": ("127.0.0.1", 1)}
    incoming = asyncio.Queue[dict]()
    incoming.put_nowait({"type": "http.request", "body": body})
    asked = {**scope, "headers": headers}
    stream = asyncio.create_task(site.app(asked, incoming.get, send))
    answered = await asyncio.wait_for(begun, 60)
    stream.cancel()
    assert answered[b"content-type"].startswith(b"text/event-stream")
    assert b"set-cookie" not in answered


async def test_two_pages_that_are_asked_for_at_once_agree(site, days):
    door, mine = await _opened(site)
    days(30)
    answers = await asyncio.gather(*(_ask(site, door, mine.decode()) for _ in range(5)))
    name = cookie_name(site.settings.key)
    assert len({set_by(answer)[name] for answer in answers}) == 1


async def test_settings_last_as_long_but_another_programs_are_left_alone(site, days):
    door, mine = await _opened(site)
    ours = prefs.written(Prefs(locale="ru"))
    days(30)
    answer = await _ask(site, door, f"{mine.decode()}; prefs={ours}")
    assert set_by(answer)["prefs"].startswith(f"{ours}; Path=/; Max-Age=31536000; SameSite=Lax")
    for foreign in ('{"locale":"ru"}', "1", "%7B%22consent%22%3Atrue%7D"):
        assert "prefs" not in set_by(await _ask(site, door, f"{mine.decode()}; prefs={foreign}"))
    headers = {"sec_fetch_site": "same-origin"}
    chosen = await _ask(site, "/settings", f"{mine.decode()}; prefs={ours}", "POST", **headers)
    assert set_by(chosen)["prefs"].partition(";")[0] == prefs.written(Prefs())
    assert len(chosen.headers.get_list("set-cookie")) == 2


async def test_a_new_key_leaves_the_old_cookie_alone(tmp_path):
    """Whoever puts the old key back finds everybody in their seats."""
    async with running(Settings(tmp_path)) as site:
        door, mine = await _opened(site)
    (tmp_path / "cookie.key").rename(tmp_path / "old")
    async with running(Settings(tmp_path)) as site:
        answer = await _ask(site, "/", mine.decode())
        assert set(set_by(answer)) == {cookie_name(site.settings.key)}
        assert mine.partition(b"=")[0].decode() not in set_by(answer)
    (tmp_path / "old").replace(tmp_path / "cookie.key")
    async with running(Settings(tmp_path)) as site:
        assert (await _ask(site, door, mine.decode())).status_code == 200


# -- behind TLS ------------------------------------------------------------------------------


@pytest.fixture
async def safe_site(tmp_path):
    async with running(Settings(tmp_path, public_url="https://proa.example")) as made:
        yield made


async def _ask_safely(site: Site, path: str, cookies: str, method: str = "GET") -> httpx.Response:
    headers = {"host": "proa.example", "sec_fetch_site": "same-origin"}
    return await _ask(site, path, cookies, method, **headers)


async def test_behind_tls_cookies_are_this_hosts_alone(safe_site):
    answer = await _ask_safely(safe_site, "/", "")
    chosen = await _ask_safely(safe_site, "/settings", "", "POST")
    found = {**set_by(answer), **set_by(chosen)}
    assert set(found) == {f"__Host-{cookie_name(safe_site.settings.key)}", "__Host-prefs"}
    for rest in found.values():
        attributes = {each.strip().lower() for each in rest.split(";")[1:]}
        assert {"secure", "path=/"} <= attributes
        assert not [each for each in attributes if each.startswith("domain")]


async def _opened_safely(site: Site) -> tuple[str, str]:
    """Return the path of a table that a guest has opened behind TLS, and the guest."""
    guest = "7" * 32
    name, value = cookie_name(site.settings.key), signed(guest, site.settings.key)
    transport = httpx.ASGITransport(app=site.app)
    form = {"game": "toy", "who0": "me", "who1": "here", "who2": "here"}
    headers = {"Host": "proa.example", "Origin": "https://proa.example"}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        cookie = {"Cookie": f"__Host-{name}={value}"}
        answer = await client.post("/tables", data=form, headers=headers | cookie)
    return answer.headers["location"], guest


@pytest.mark.parametrize("has_day", [True, False])
async def test_the_name_of_before_still_counts_and_goes_when_the_new_one_is_there(
    safe_site, has_day
):
    door, guest = await _opened_safely(safe_site)
    key, name = safe_site.settings.key, cookie_name(safe_site.settings.key)
    old = security.dated(guest, key, security.today()) if has_day else signed(guest, key)
    for before in (name, COOKIE):
        jar = {before: old, "prefs": prefs.written(Prefs(locale="ru"))}
        for visit in range(4):
            answer = await _ask_safely(
                safe_site, door, "; ".join(f"{k}={v}" for k, v in jar.items())
            )
            assert answer.status_code == 200
            assert '<html lang="ru"' in answer.text
            if visit > 1:
                assert "set-cookie" not in answer.headers, "it comes to rest"
            for each, rest in set_by(answer).items():
                if "Max-Age=0" in rest:
                    assert visit == 1, "not before the browser is seen to have the new one"
                    del jar[each]
                else:
                    jar[each] = rest.partition(";")[0]
        assert set(jar) == {f"__Host-{name}", "__Host-prefs"}


async def test_a_cookie_that_a_sibling_domain_plants_changes_nothing(safe_site):
    door, guest = await _opened_safely(safe_site)
    key, name = safe_site.settings.key, cookie_name(safe_site.settings.key)
    mine = f"__Host-{name}={security.dated(guest, key, security.today())}"
    mine += f"; __Host-prefs={prefs.written(Prefs(locale='ru'))}"
    theirs = security.dated("6" * 32, key, security.today())
    planted = [f"{name}={theirs}", f"{COOKIE}={theirs}", "prefs=%7B%22locale%22%3A%22en%22%7D"]
    planted.append(f"{name}=nonsense")
    for each in planted:
        for sent in (f"{each}; {mine}", f"{mine}; {each}"):
            answer = await _ask_safely(safe_site, door, sent)
            assert answer.status_code == 200, each
            assert '<html lang="ru"' in answer.text
            assert "set-cookie" not in answer.headers, each


async def test_without_tls_names_have_no_prefix(site):
    answer = await _ask(site, "/", "")
    assert not [name for name in set_by(answer) if name.startswith("__")]
    assert "Secure" not in answer.headers["set-cookie"]
