"""Invalid data at every address, in every place where data may be sent: it is refused as such.

A refusal is never a server error (5xx), on neither kind of database.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
import sqlalchemy as sa
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.types import Message, Receive

from proa.server.pages.frames import FRAMES
from proa.server.store.schema import metadata
from server.accounts.person import sign_up
from server.site import Site

pytestmark = pytest.mark.anyio
NONSENSE = [
    "\0",
    "toy\0",
    "x" * 5000,
    "9" * 5000,
    "99999999999999999999",
    "-1",
    "NaN",
    "",
    "../../x",
    "\ud800",
    "\U0010ffff٣\u202e",
    "%00%ff",
]
SCREAMS = [{}, [], None, True, 1e300, float("nan"), float("inf"), 10**30, [[]], {"\0": "\0"}]
"""JSON values that are not texts."""


async def test_nonsense_about_frames_is_refused_as_nonsense(any_site):
    """They say themselves what they ask, so they are asked here."""
    async with any_site.browser() as browser:
        form = {"game": "toy", "who0": "me", "who1": "here", "who2": "here"}
        opened = await browser.post("/tables", data=form)
        await browser.post(f"{opened.url.path}/ready", data={"nonce": "00"})
        table = await any_site.tables.load(opened.url.path.rpartition("/")[2])
        values = {"table_id": table.id, "watch": table.row.watch, "frame": "0"}
        for route in FRAMES:
            usual = route.path.format_map(values)
            assert (await browser.get(usual)).status_code == 200
            wrong = [f"{usual}?seat={quote(text, errors='surrogatepass')}" for text in NONSENSE]
            for name in route.param_convertors:
                for text in filter(None, NONSENSE):
                    named = {**values, name: quote(text, safe="", errors="surrogatepass")}
                    wrong.append(route.path.format_map(named))
            for address in wrong:
                answer = await browser.get(address, follow_redirects=False)
                at_home = "seat=" in address and route.path.startswith("/watch")
                assert 400 <= answer.status_code < 500 or at_home, address[:80]


async def test_nonsense_is_refused_as_nonsense(any_site):
    """One place after another holds nonsense; all others what is right."""
    right = await _right(any_site)
    failed, asked = [], 0
    async with any_site.client(right["token"]) as client, any_site.browser() as browser:
        browser.cookies = right["cookies"]
        for route in _routes(any_site):
            asker = client if route.path.startswith("/api/") else browser
            for request in _requests(asker, route, right):
                answer = await asker.send(request, follow_redirects=False)
                asked += 1
                if answer.status_code >= 500:
                    failed.append((request.method, request.url.raw_path[:80], request.content[:80]))
                elif answer.status_code >= 400 and asker is client:
                    assert answer.json()["error"], request.url
    assert asked > 1500
    assert failed == []


@pytest.mark.parametrize("word", ["a\0b", "x" * 300, "é" * 32])
async def test_an_address_that_can_not_be_is_none(any_site, word):
    """The same sentence as for any other address that nobody has."""
    paths = ["/table/{}", "/watch/{}", "/sit/{}", "/rejoin/{}", "/records/{}", "/rules/{}"]
    paths += ["/api/tables/{}", "/api/invitations/{}", "/static/{}", "/{}"]
    paths += ["/api/records/{}/replay/0", "/table/{}/view/0", "/watch/{}/chat"]
    async with any_site.client("0" * 32) as client:
        for path in paths:
            answer = await client.get(path.format(quote(word)))
            nobody = await client.get(path.format("0" * 32))
            assert answer.status_code == nobody.status_code == 404, path
            if path.startswith("/api/"):
                assert answer.json() == nobody.json(), path


FORM = ["game", "edition", "name", "title", "pace", "watchers_chat", "who0", "level0", "name1"]
FORM += ["option_x", "option_\0", "theme", "locale", "back"]


@pytest.mark.parametrize("path", ["/tables", "/settings", "/records"])
async def test_nonsense_in_forms_is_refused_as_nonsense(any_site, path):
    """Forms that are read by hand, in both ways to write them, in charsets of no use."""
    right = {"game": "toy", "who0": "me", "who1": "bot", "level1": "easy", "who2": "friend"}
    async with any_site.browser() as browser:
        for field in [*FORM, "\0", "file"]:
            for nonsense in NONSENSE:
                form = {**right, field: nonsense}
                await _not_failed(browser, path, urlencode(form, errors="surrogatepass"), FORM_TYPE)
        for charset in ("utf-16", "unicode_escape", "punycode", "hex", "no-such", "\xff"):
            for name in ("title", "file"):
                part = f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
                body = part.encode() + b"\\ud800\\x00\xff\r\n--b--\r\n"
                media = f"multipart/form-data; boundary=b; charset={charset}"
                await _not_failed(browser, path, body, media)
        for media in ("", "text/plain", "multipart/form-data", "application/json", "x" * 9000):
            await _not_failed(browser, path, b"\0\xff" * 99, media)


FORM_TYPE = "application/x-www-form-urlencoded"


async def _not_failed(
    browser: httpx.AsyncClient, path: str, content: bytes | str, media: str
) -> None:
    headers = {"Content-Type": media.encode("latin-1")}
    answer = await browser.post(path, content=content, headers=headers, follow_redirects=False)
    assert answer.status_code < 500 or "too many tables" in answer.text, (content, media)


@pytest.mark.parametrize(
    "name", ["Authorization", "Accept-Language", "Host", "Range", "If-None-Match", "Last-Event-ID"]
)
async def test_nonsense_in_headers_is_refused_as_nonsense(any_site, name):
    values = [b"\xff\xfe\0", b"Bearer \xd0\xb6", b"Bearer " + b"x" * 9000, b"", b"," * 5000]
    values += [b"bytes=-99999999999999999999", b"bytes=9-1,2-1", b"[::1", b"\xf0\x9f\x8f\x9d"]
    async with any_site.client() as client:
        for path in ("/", "/table/x", "/static/base.css", "/api/tables", "/api/tables/x/view"):
            for value in values:
                answer = await client.get(path, headers={name.encode(): value})
                assert answer.status_code < 500, (path, value)


@pytest.mark.parametrize(
    "media", ["application/json", FORM_TYPE, "multipart/form-data; boundary=b", "text/plain"]
)
async def test_a_client_that_goes_away_in_the_middle_is_no_fault(site, media):
    """Nothing is written, and nothing is raised that a log would show."""
    right = await _right(site)
    before = await _rows(site)
    sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in right["cookies"].jar)
    headers = {
        "host": "localhost",
        "sec-fetch-site": "same-origin",
        "content-type": media,
        "content-length": "5000",
        "authorization": f"Bearer {right['token']}",
        "cookie": sent,
    }
    values = {**right, **dict.fromkeys(("rejoin", "record_id", "upload_id"), "0")}
    for route in _routes(site):
        is_api = route.path.startswith("/api/")
        values["table_id"] = right["table_id"][is_api]
        has_body = route.dependant.body_params or route.path in BY_HAND
        if has_body and "POST" in route.methods and (is_api or "form" in media):
            path = route.path.format_map(defaultdict(lambda: "0", values))
            scope = {
                "type": "http",
                "method": "POST",
                "path": path,
                "raw_path": path.encode(),
                "query_string": b"seat=0",
                "headers": [(n.encode(), v.encode()) for n, v in headers.items()],
                "scheme": "http",
                "server": ("localhost", 80),
                "client": ("127.0.0.1", 1),
            }
            await site.app(scope, _broken_off(), _unread)
    assert await _rows(site) == before


BY_HAND = ("/tables", "/settings", "/records", "/api/records")
"""Addresses whose bodies are parsed without a model."""


def _broken_off() -> Receive:
    """Return a client that sends the beginning of an upload and disconnects."""
    part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="r"\r\n\r\nx'
    messages = iter([{"type": "http.request", "body": part, "more_body": True}])

    async def receive() -> Message:
        return next(messages, {"type": "http.disconnect"})

    return receive


async def _unread(message: Message) -> None:
    pass


async def _rows(site: Site) -> list[Any]:
    with sa.create_engine(site.tables.store.url).connect() as connection:
        names = [name for name in metadata.tables if name != "beats"]
        return [connection.execute(sa.text(f"SELECT * FROM {name}")).all() for name in names]


async def _right(site: Site) -> dict[str, Any]:
    """Return valid data: values by the names of parameters."""
    seats = [{"who": "me", "name": n} for n in ("A", "B", "C")]
    async with site.client() as client, site.browser() as browser:
        opened = (await client.post("/api/tables", json={"game": "toy", "seats": seats})).json()
        await sign_up(browser, "Hinano")
        form = {"game": "toy", "who0": "me", "who1": "here", "who2": "friend"}
        answer = await browser.post("/tables", data=form)
        mine = await site.tables.load(str(answer.url.path).rpartition("/")[2])
        return {
            "table_id": {True: opened["table"], False: mine.id},
            "watch": mine.row.watch,
            "invite": mine.seats[2].invite,
            "token": opened["token"],
            "cookies": browser.cookies,
            "frame": 0,
            "at": 0,
            "seat": 0,
            "place": 2,
            "level": "easy",
            "codes": ["x"],
            "code": "x",
            "game": "toy",
            "text": "Ia ora na",
            "name": "Hina",
            "seats": seats,
            "nonce": "00",
            "wait": 0,
        }


def _routes(site: Site) -> list[APIRoute]:
    found = [route for route in site.app.routes if route not in FRAMES]
    assert all(isinstance(route, APIRoute) for route in found), "a kind that is not tried here"
    assert len(found) > 60
    # Those that end what the others need come last; streams do not end.
    last = [r for r in found if "DELETE" in r.methods or r.path.endswith(("/close", "/resign"))]
    streams = [r for r in found if r.path.endswith("/stream")]
    return [r for r in found if r not in last and r not in streams] + last


def _requests(
    client: httpx.AsyncClient, route: APIRoute, right: dict[str, Any]
) -> Iterator[httpx.Request]:
    """Yield one request for every invalid value in every place of a route."""
    is_api = route.path.startswith("/api/")
    places = _places(route.dependant)
    model = next((m for m in places["body"].values() if _is_model(m)), None)
    fields = list(model.model_fields) if model else list(places["body"])
    values = dict(right, table_id=right["table_id"][is_api], record_id="0", upload_id="0")
    for kind, names in ("path", places["path"]), ("query", places["query"]), ("body", fields):
        for name in names:
            for nonsense in NONSENSE + (SCREAMS if kind == "body" and model else []):
                if kind == "path" and nonsense == "\ud800":
                    continue
                sent = {**values, name: nonsense}
                path = route.path.replace(":path", "")
                for part in places["path"]:
                    path = path.replace(f"{{{part}}}", quote(str(sent.get(part, "0")), safe=""))
                asked = {n: sent[n] for n in places["query"] if n in sent and n != "locale"}
                query = urlencode(asked, errors="surrogatepass")
                body = {field: sent[field] for field in fields if field in sent}
                for method in route.methods:
                    address = f"{path}?{query}" if kind == "query" else path
                    yield _request(client, method, address, body, is_json=is_api)


def _request(
    client: httpx.AsyncClient, method: str, address: str, body: dict[str, Any], *, is_json: bool
) -> httpx.Request:
    if not body or method == "GET":
        return client.build_request(method, address)
    if is_json:
        content, media = json.dumps(body), "application/json"
    else:
        content = urlencode(body, errors="surrogatepass")
        media = "application/x-www-form-urlencoded"
    headers = {"Content-Type": media}
    return client.build_request(method, address, content=content, headers=headers)


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _places(dependant: Dependant) -> dict[str, dict[str, Any]]:
    """Return the names of a route's parameters, by the place where they are sent."""
    found: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "body": {}}
    for kind in found:
        for parameter in getattr(dependant, f"{kind}_params"):
            found[kind][parameter.alias] = parameter.field_info.annotation
    for inner in dependant.dependencies:
        for kind, names in _places(inner).items():
            found[kind] = {**names, **found[kind]}
    return found
