"""Access control: each test tries to get in."""

from __future__ import annotations

import json
import logging
import re
import stat
from dataclasses import replace

import httpx
import pytest
import sqlalchemy as sa

from proa.server.config.settings import Settings
from proa.server.http.security import COOKIE, cookie_name, signed
from server.site import Player, Site, play_to_end, running

pytestmark = pytest.mark.anyio
SCRIPT = "<script>alert(1)</script>"
HERE = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
TOKEN = re.compile(r"[0-9a-f]{32}")


async def begun_in_browser(site: Site, browser: httpx.AsyncClient, **form: str) -> str:
    """Return the path of a table that a browser has opened for itself alone, and begun."""
    answer = await browser.post("/tables", data={**HERE, **form})
    assert answer.status_code == 200, answer.text
    door = str(answer.url.path)
    await browser.post(f"{door}/ready", data={"nonce": "00"})
    return door


# -- in another's name -----------------------------------------------------------------------


async def test_a_token_plays_its_own_seat_only(any_site):
    players = await any_site.begun("me", "me", "me")
    table = await any_site.tables.load(players[0].table)
    turn = table.row.turn
    thief = players[(turn + 1) % 3]
    code = table.game.codes(table.playing.position())[0]
    async with any_site.client(thief.token) as client:
        path = f"/api/tables/{table.id}"
        for query in ({"seat": turn}, {"seat": 99}, {"seat": -1}):
            seen = await client.get(f"{path}/view", params=query)
            assert seen.status_code == 403
            body = {"frame": 0, "codes": [code]}
            assert (
                await client.post(f"{path}/actions", params=query, json=body)
            ).status_code == 403
    other = await any_site.begun("me", "me", "me")
    async with any_site.client(other[0].token) as client:
        assert (await client.get(f"{path}/view")).status_code == 404


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "0" * 500, "' OR 1=1 --"])
async def test_no_entry_without_a_token(any_site, token):
    players = await any_site.begun("me", "me", "me")
    async with any_site.client(token) as client:
        answer = await client.get(f"/api/tables/{players[0].table}/view")
        assert answer.status_code in (401, 404)


async def test_tables_that_are_not_mine_look_like_tables_that_do_not_exist(any_site):
    players = await any_site.begun("me", "me", "me")
    async with any_site.client("0" * 32) as client, any_site.browser() as browser:
        for door in (f"/api/tables/{players[0].table}/view", f"/table/{players[0].table}"):
            nobody = door.replace(players[0].table, "f" * 32)
            asker = client if door.startswith("/api") else browser
            mine, none = await asker.get(door), await asker.get(nobody)
            assert (mine.status_code, none.status_code) == (404, 404)
            assert mine.text.replace(players[0].table, "f" * 32) == none.text


async def test_a_forged_cookie_is_nobodys(any_site):
    async with any_site.browser() as browser:
        door = await begun_in_browser(any_site, browser)
        good = browser.cookies[cookie_name(any_site.settings.key)]
    guest, _, signature = good.partition(".")
    forged = [
        f"{guest}.{'0' * 64}",
        f"{guest}.{signature[:-1]}{'0' if signature[-1] != '0' else '1'}",
        guest,
        f"{guest}.",
        signed(guest, b"another key"),
        f"{guest}.ж",
        "",
    ]
    for value in forged:
        async with any_site.browser() as thief:
            answer = await thief.get(
                door, headers={"Cookie": f"{cookie_name(any_site.settings.key)}={value}".encode()}
            )
            assert answer.status_code == 404, value
    async with any_site.browser() as owner:
        assert (await owner.get(door, headers={"Cookie": f"{COOKIE}={good}"})).status_code == 200


async def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path):
    settings = Settings(tmp_path / "data", public_url="https://proa.example")
    async with running(settings) as site, site.browser() as browser:
        answer = await browser.get("/", headers={"Host": "proa.example"})
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/"))
        mode = stat.S_IMODE((settings.data_dir / "cookie.key").stat().st_mode)
        assert mode == 0o600
        assert len(settings.key) == 32


async def test_cookies_count_for_nothing_at_the_api(site):
    async with site.browser() as browser:
        door = await begun_in_browser(site, browser)
        answer = await browser.get(f"/api/tables/{door.rpartition('/')[2]}/view?seat=0")
        assert answer.status_code == 401


async def test_whoever_has_left_gets_in_no_more(any_site):
    players = await any_site.begun("me", "me", "me")
    await players[1].post("resign", level="easy")
    answer = await players[1].get("view")
    assert answer.status_code == 404


# -- from another any_site -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},  # another scheme
        {"Origin": "http://localhost.evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {},
    ],
    ids=str,
)
async def test_posts_of_other_sites_are_refused(site, headers):
    async with site.browser() as browser:
        door = await begun_in_browser(site, browser)
        name = cookie_name(site.settings.key)
        cookie = f"{name}={browser.cookies[name]}"
    before = await site.tables.load(door.rpartition("/")[2])
    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(app=site.app), base_url="http://localhost"
    )
    async with client:
        for path in (f"{door}/undo", f"{door}/act", f"{door}/rename", "/tables", "/settings"):
            answer = await client.post(path, headers={**headers, "Cookie": cookie})
            assert answer.status_code == 403, path
        if headers:
            body = {"game": "toy", "seats": [{"who": "me"}] * 3}
            answer = await client.post("/api/tables", json=body, headers=headers)
            assert answer.status_code == 403
    after = await site.tables.load(before.id)
    assert (after.row, after.seats) == (before.row, before.seats)


async def test_posts_of_our_own_pages_are_taken_with_either_header(site):
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}):
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=site.app), base_url="http://localhost"
        ) as client:
            answer = await client.post("/settings", data={"theme": "night"}, headers=headers)
            assert answer.status_code == 303


@pytest.mark.parametrize(
    ("public_url", "host", "origin", "status"),
    [
        ("", "192.0.2.7:8000", "http://192.0.2.7:8000", 303),  # a home network, plain http
        ("", "[2001:db8::7]:8000", "http://[2001:db8::7]:8000", 303),
        ("", "192.0.2.7:8000", "http://192.0.2.7", 403),  # another port is another server
        ("", "192.0.2.7:8000", "http://192.0.2.8:8000", 403),
        ("", "192.0.2.7:8000", "null", 403),
        ("http://proa.test:8000", "proa.test:8000", "http://proa.test:8000", 303),
        ("http://proa.test:8000", "192.0.2.7:8000", "http://192.0.2.7:8000", 303),
        ("https://proa.test/", "proa.test", "https://proa.test", 303),  # behind a proxy
        ("https://proa.test:443", "proa.test", "https://proa.test", 303),
        ("https://proa.test", "proa.test", "https://evil.test", 403),
        ("https://proa.test", "proa.test", "https://proa.test.evil.test", 403),
        ("https://proa.test", "proa.test", "null", 403),
        ("https://proa.test", "proa.test", "https://proa.test:x", 403),
    ],
)
async def test_where_a_post_comes_from_is_told_by_its_origin(
    tmp_path, public_url, host, origin, status
):
    async with running(Settings(data_dir=tmp_path / "data", public_url=public_url)) as site:
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=site.app), base_url="http://localhost"
        )
        async with client:
            headers = {"Host": host, "Origin": origin}
            answer = await client.post("/settings", data={"theme": "night"}, headers=headers)
            assert answer.status_code == status, answer.text[-300:]
            if status == 403:
                told = "(Origin: null)" if origin == "null" else "another site&#39;s page"
                assert told in answer.text
            assert "no-transform" in answer.headers["cache-control"]


async def test_a_home_network_may_call_the_machine_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Moorea.fritz.box")
    for host, names in (("0.0.0.0", 200), ("127.0.0.1", 421)):
        settings = Settings(data_dir=tmp_path / host, host=host)
        async with running(settings) as site, site.browser() as browser:
            for name in ("moorea.local:8000", "moorea.fritz.box:8000"):
                assert (await browser.get("/docs", headers={"Host": name})).status_code == names
            evil = await browser.get("/docs", headers={"Host": "evil.test"})
            assert evil.status_code == 421


async def test_nothing_changes_by_get(any_site):
    """Every address is asked for with GET; the database stays as it is."""
    async with any_site.browser() as browser:
        door = await begun_in_browser(any_site, browser)
        friend = await browser.post(
            "/tables", data={"game": "toy", "who0": "me", "who1": "friend", "who2": "friend"}
        )
        lobby = str(friend.url.path)
        table = await any_site.tables.load(door.rpartition("/")[2])
        waiting = await any_site.tables.load(lobby.rpartition("/")[2])
        before = _everything(any_site)
        values = {
            "table_id": table.id,
            "watch": table.row.watch,
            "invite": waiting.seats[1].invite,
            "token": "0" * 32,
            "rejoin": "0" * 32,
            "frame": "0",
            "at": "0",
            "game": "toy",
            "name": "table.css",
            "upload_id": "0" * 32,
            "record_id": "0" * 32,
        }
        asked = 0
        for path in _paths(any_site):
            address = path
            for name, value in values.items():
                address = address.replace(f"{{{name}}}", str(value)).replace(
                    f"{{{name}:path}}", value
                )
            if address.endswith("/stream"):
                continue
            answer = await browser.get(address, params={"seat": 0, "frame": 0})
            assert answer.status_code < 500, (address, answer.text)
            asked += 1
        assert asked > 40
    assert _everything(any_site) == before


def _paths(site: Site) -> list[str]:
    return sorted({route.path for route in site.app.routes})


def _everything(site: Site) -> list[list]:
    with sa.create_engine(site.tables.store.url).connect() as connection:
        names = sa.inspect(connection).get_table_names()
        return [connection.execute(sa.text(f"SELECT * FROM {n}")).all() for n in sorted(names)]


# -- under another name ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "proa.example:x", "[::", "a b"]
)
async def test_a_foreign_host_is_refused(site, host):
    async with site.client() as client:
        for path in ("/", "/api/games", "/table/x"):
            answer = await client.get(path, headers={"Host": host})
            assert answer.status_code == 421, path
            assert "set-cookie" not in answer.headers
        # the styles of the page that says so: the same for everybody, nobody's secret
        assert (await client.get("/static/table.css", headers={"Host": host})).status_code == 200


async def test_our_own_hosts_are_answered(tmp_path):
    settings = Settings(tmp_path / "data", public_url="https://proa.example")
    async with running(settings) as site, site.client() as client:
        for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:80", "proa.example"):
            assert (await client.get("/api/levels", headers={"Host": host})).status_code == 200


# -- what people write -----------------------------------------------------------------------


async def test_scripts_in_names_and_chat_are_shown_as_text(any_site):
    async with any_site.browser() as browser:
        door = await begun_in_browser(any_site, browser, name=SCRIPT, title=SCRIPT, name1='"><i>x')
        await browser.post(f"{door}/screen", data={"place": "0"})
        await browser.post(f"{door}/chat?seat=0", data={"text": SCRIPT, "name": SCRIPT})
        table = await any_site.tables.load(door.rpartition("/")[2])
        for path in ("/", door, f"{door}?seat=0", f"{door}/chat?seat=0", f"{door}/log?seat=0"):
            page = (await browser.get(path)).text
            assert "alert(1)" in page or path.endswith("log?seat=0"), path
            assert SCRIPT not in page
            assert '"><i>x' not in page
        watch = (await browser.get(f"/watch/{table.row.watch}")).text
        assert SCRIPT not in watch


async def test_scripts_in_an_uploaded_record_are_shown_as_text(any_site):
    players = await any_site.begun("me", "me", "me")
    await play_to_end(players)
    document = (await players[0].get("record")).json()
    document["seats"][0]["name"] = SCRIPT
    async with any_site.browser() as browser:
        file = {"file": (SCRIPT, json.dumps(document))}
        page = await browser.post("/records", files=file)
        assert page.status_code == 200
        assert SCRIPT not in page.text
        assert "&lt;script&gt;" in page.text
        document["actions"][0]["code"] = SCRIPT
        refused = await browser.post("/records", files={"file": ("r", json.dumps(document))})
        assert refused.status_code == 422
        assert SCRIPT not in refused.text


async def test_pages_hold_no_inline_script_or_style_and_say_so(site):
    async with site.browser() as browser:
        door = await begun_in_browser(site, browser)
        for path in ("/", "/new", "/settings", "/rules/tahiti", door, f"{door}?seat=0", "/nowhere"):
            answer = await browser.get(path)
            policy = answer.headers["content-security-policy"]
            sources = dict(part.split(None, 1) for part in policy.split("; "))
            assert sources.pop("img-src") == "'self' data:"
            assert sources.pop("default-src") == "'self'"  # Firefox asks it of rel=prefetch
            assert set(sources.values()) == {"'none'", "'self'"}
            assert sources["object-src"] == sources["frame-src"] == "'none'"
            assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text), path
            assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text), path
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert not re.search(r"""(src|href)=["']?(https?:)?//""", answer.text), path


async def test_frames_carry_no_headers_that_only_pages_need(site):
    async with site.browser() as browser:
        door = await begun_in_browser(site, browser)
        answer = await browser.get(f"{door}/view/0", headers={"HX-Request": "true"})
        ours = {name for name in answer.headers if name not in ("date", "server", "content-length")}
        assert ours <= {
            "content-type",
            "content-encoding",
            "vary",
            "content-security-policy",
            "x-content-type-options",
            "cache-control",
            "proa-now",
        }
        assert answer.headers["content-security-policy"] == "default-src 'none'"
        assert answer.headers["cache-control"] == "no-store, no-transform"
        whole = await browser.get(f"{door}/view/0")
        assert "default-src 'self'" in whole.headers["content-security-policy"]


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\n/x"],
)
async def test_settings_lead_back_to_this_server_only(site, back):
    async with site.browser() as browser:
        answer = await browser.post("/settings", data={"back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"
        assert back not in (await browser.get("/settings", params={"back": back})).text


# -- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edition",
    ["../secret", "/etc/passwd", "..", "a/b", "a\\b", "x" * 41, "A", "", "é", "secret.toml"],
)
async def test_editions_are_asked_for_by_name_only(tmp_path, edition):
    data = tmp_path / "data"
    (data / "editions").mkdir(parents=True)
    (data / "secret.toml").write_text("a = 1")
    async with running(Settings(data)) as site, site.client() as client:
        order = {"game": "toy", "seats": [{"who": "me"}] * 3, "edition": edition}
        answer = await client.post("/api/tables", json=order)
        assert answer.status_code == 422
        assert str(tmp_path) not in answer.text


@pytest.mark.parametrize(
    "name",
    [
        "../pages.py",
        "%2e%2e/pages.py",
        "..%2fpages.py",
        "/etc/passwd",
        "games/toy/rules.py",
        5000 * "a",
    ],
)
async def test_static_files_are_ours_only(site, name):
    async with site.client() as client:
        assert (await client.get(f"/static/{name}")).status_code == 404


async def test_what_is_too_large_is_refused(tmp_path):
    settings = replace(Settings(tmp_path / "data"), upload_bytes=10_000)

    async def chunks():
        for _ in range(100):
            yield b"x" * 1000

    async with running(settings) as site, site.browser() as browser, site.client() as client:
        large = "x" * 40_000
        assert (await browser.post("/records", files={"file": ("r", large)})).status_code == 413
        assert (await client.post("/api/records", content=large)).status_code == 413
        assert (await client.post("/api/records", content=chunks())).status_code == 413
        assert (await browser.post("/tables", content=chunks())).status_code in (400, 413, 422)


# -- secrets ---------------------------------------------------------------------------------


async def test_no_token_is_written_to_the_log(any_site, caplog):
    caplog.set_level(logging.DEBUG)
    async with any_site.browser() as browser:
        door = await begun_in_browser(any_site, browser)
        table_id = door.rpartition("/")[2]
        table = await any_site.tables.load(table_id)
        await browser.get(f"/watch/{table.row.watch}")
        await browser.get(f"/sit/{'1' * 32}")
        await browser.get(f"/rejoin/{'2' * 32}")
        await browser.get(f"/table/{'3' * 32}/view/x")
        await browser.post(f"{door}/act?seat=0", data={"frame": "x", "code": "4" * 32})
    players = await any_site.begun("me", "friend", "bot")
    async with any_site.client(players[0].token) as client:
        await client.get(f"/api/tables/{players[0].table}/view")
        await client.get(f"/api/invitations/{'5' * 32}")
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("proa", "uvicorn"))]
    assert len(ours) > 8
    assert not any(TOKEN.search(line) for line in ours), ours
    assert any("/table/{table_id}" in line for line in ours)


async def test_a_running_game_gives_out_neither_record_nor_position_nor_seed(any_site):
    players = await any_site.begun("me", "me", "me")
    table = await any_site.tables.load(players[0].table)
    secrets = [table.row.server_part]
    secrets += [f"{int(half):016x}" for half in table.playing.key]
    secrets += [step.event.digest for step in table.playing.steps]
    paths = ["", "view", "log", "news", "chat", "record", "replay/0", "view?frame=0"]
    async with any_site.client(players[0].token) as client:
        texts = [
            (await client.get(f"/api/tables/{table.id}/{path}".rstrip("/"))).text for path in paths
        ]
    async with any_site.browser() as browser:
        for path in ("", "/fair", "/log", "/end", "/record", "/replay", "/news", "/chat"):
            texts.append((await browser.get(f"/watch/{table.row.watch}{path}")).text)
    for text in texts:
        assert not any(secret in text for secret in secrets)


async def test_spectators_learn_no_address_but_their_own(any_site):
    opened = await any_site.open("me", "friend", "friend")
    table = await any_site.tables.load(opened["table"])
    watch = Player(any_site, table.id, -1, opened["watch"])
    invites = [seat["invite"] for seat in opened["seats"] if seat["invite"]]
    async with any_site.browser() as browser:
        page = (await browser.get(f"/watch/{table.row.watch}")).text
    for text in (page, (await watch.get()).text):
        assert not any(invite in text for invite in invites)
        assert table.id not in text
        assert opened["token"] not in text
    for path in ("actions", "undo", "resign", "device", "rename", "options", "fill"):
        body = {"frame": 0, "codes": ["x"], "level": "easy", "name": "x", "seat": 1}
        fields = {
            "actions": ("frame", "codes"),
            "undo": ("frame",),
            "resign": ("level",),
            "rename": ("name",),
            "fill": ("seat", "level"),
        }.get(path, ())
        answer = await watch.post(path, **{field: body[field] for field in fields})
        assert answer.status_code == 403, path
