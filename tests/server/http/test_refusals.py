"""Refusals of the API: always JSON, with a sentence in the reader's language, as described."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from proa.server.config.settings import Settings
from proa.server.http.validation_errors import SENTENCES
from server.site import running

pytestmark = pytest.mark.anyio
JSON = {"Content-Type": "application/json"}
ORDER = {"game": "toy", "seats": [{"who": "me"}] * 3}
REFUSED: list[tuple[int, str, str, dict[str, Any]]] = [
    (404, "GET", "/api", {}),
    (404, "GET", "/api/", {}),
    (404, "GET", "/api/nothing", {}),
    (404, "GET", "/api/tables/x/nothing", {}),
    (404, "GET", "/api/tables/", {}),
    (404, "GET", "/api/invitations/x", {}),
    (404, "GET", "/api/records/x/replay/0", {}),
    (405, "PUT", "/api/tables", {}),
    (405, "OPTIONS", "/api/tables", {}),
    (405, "BREW", "/api/games", {}),
    (405, "POST", "/api/openapi.json", {}),
    (400, "POST", "/api/tables", {"content": b"\xff", "headers": JSON}),
    (400, "POST", "/api/tables", {"content": b"[" * 200_000, "headers": JSON}),
    (401, "GET", "/api/tables", {}),
    (401, "GET", "/api/tables", {"headers": {"Authorization": "Basic x"}}),
    (403, "POST", "/api/tables", {"json": ORDER, "headers": {"Origin": "http://evil.example"}}),
    (403, "POST", "/api/nothing", {"headers": {"Sec-Fetch-Site": "cross-site"}}),
    (413, "POST", "/api/tables", {"content": b"x" * 999_999, "headers": JSON}),
    (413, "POST", "/api/records", {"content": b"x" * 999_999}),
    (421, "GET", "/api/games", {"headers": {"Host": "evil.example"}}),
    (421, "GET", "/api/nothing", {"headers": {"Host": "["}}),
    (422, "POST", "/api/tables", {"content": b"{", "headers": JSON}),
    (422, "POST", "/api/tables", {"content": b"{}", "headers": {"Content-Type": "text/plain"}}),
    (422, "POST", "/api/tables", {"json": {}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "extra": 1}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "game": 7}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "game": "x" * 99}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "seats": {}}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "seats": [{"who": "you"}]}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "seats": [{"who": "me"}] * 11}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "pace": 1.5}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "pace": 2**40}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "options": []}}),
    (422, "POST", "/api/tables", {"json": {**ORDER, "watchers_chat": "perhaps"}}),
    (422, "POST", "/api/tables", {"json": {"game": "go", "seats": [{"who": "me"}]}}),
]  # fmt: skip


@pytest.mark.parametrize(("status", "method", "path", "sent"), REFUSED)
async def test_refusals_are_json_in_the_readers_language(site, status, method, path, sent):
    said = {}
    async with site.client() as client:
        for locale in ("en", "ru"):
            headers = {**sent.get("headers", {}), "Accept-Language": locale, "HX-Request": "true"}
            answer = await client.request(method, path, **{**sent, "headers": headers})
            assert answer.status_code == status
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert {"error", "code"} <= set(answer.json()) <= {"error", "code", "limit"}
            said[locale] = answer.json()["error"]
    assert not re.search("[а-я]", said["en"])
    assert re.search("[а-я]", said["ru"])
    if status == 405:
        assert answer.headers["allow"]
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_failures_are_json_as_well(site, monkeypatch):
    async def fails(*_):
        raise ZeroDivisionError

    async def is_away(*_):
        raise OperationalError("", {}, Exception())

    async with site.client("0" * 32) as client:
        for failing, status in ((fails, 500), (is_away, 503)):
            monkeypatch.setattr(site.tables.store, "table", failing)
            answer = await client.get("/api/tables/x/view", headers={"Accept-Language": "ru"})
            assert answer.status_code == status
            assert re.search("[а-я]", answer.json()["error"])
            assert answer.headers["content-type"] == "application/json"
            assert "content-security-policy" in answer.headers


async def test_a_body_of_which_no_more_is_read_is_named_with_its_limit(tmp_path, caplog):
    """Announced or not, by program or form; the log stays calm."""

    async def endless():
        while True:
            yield b"x" * 10_000

    settings = replace(Settings(tmp_path / "data"), upload_bytes=30_000)
    async with running(settings) as site, site.client() as client, site.browser() as browser:
        for content in (b"x" * 60_000, endless()):
            answer = await client.post("/api/tables", content=content, headers=JSON)
            assert answer.status_code == 413
            assert answer.json()["limit"] == "upload_bytes"
            assert "at most 30000 bytes" in answer.json()["error"]
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for path in ("/tables", "/settings", "/records"):
            for content in (b"x" * 60_000, endless()):
                answer = await browser.post(path, content=content, headers=form)
                assert answer.status_code == 413, path
                assert "at most 30000 bytes" in answer.text
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_every_refusal_is_described(site):
    """Also those that come from the doors; validation errors have no form of their own."""
    async with site.client() as client:
        described = (await client.get("/api/openapi.json")).json()
    assert "HTTPValidationError" not in str(described)
    problem = {"$ref": "#/components/schemas/Problem"}
    for operations in described["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            assert set(answers) >= {str(status) for status, *_ in REFUSED} | {"500", "503"}
            for status, answer in answers.items():
                if int(status) >= 400:
                    assert answer["content"]["application/json"]["schema"] == problem


def test_every_way_to_be_wrong_has_its_sentence():
    """Whatever Pydantic may find in what this API takes."""
    from pydantic import TypeAdapter, ValidationError

    from proa.server.api import bodies

    models = [
        m for m in vars(bodies).values() if isinstance(m, type) and issubclass(m, bodies.Body)
    ]
    nonsense = [None, 7, -(2**40), 1.5, "x" * 3000, "\ud800", [], [[]] * 200, {}, float("nan")]
    found = set()
    for model in models:
        for field in model.model_fields:
            for value in nonsense:
                try:
                    TypeAdapter(model).validate_python({field: value})
                except ValidationError as error:
                    found |= {one["type"] for one in error.errors()}
    assert found <= set(SENTENCES)
    assert len(found) > 10
