"""The API against its own description: no input causes a server error."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import hypothesis
import jsonschema
import pytest
import schemathesis
import uvicorn

from proa.games import GAMES
from proa.server.config.settings import Settings
from proa.server.errors import Code
from server.ports import free_port
from server.site import AtRandom, create_app

HEADERS = {"Accept-Language": "en"}


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[str]:
    """Run a server in a thread; yield its address."""
    port = free_port()
    most = dict.fromkeys(("tables_in_all", "tables_an_address", "tables_a_guest"), 10**6)
    settings = Settings(tmp_path_factory.mktemp("data"), rates=False, **most)
    app = create_app(settings, AtRandom())
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def table(served) -> tuple[str, str]:
    """Return a running table and the token of one of its seats."""
    with httpx.Client(base_url=f"{served}/api", timeout=120) as client:
        order = {"game": "toy", "seats": [{"who": "me"}] * 3}
        opened = client.post("/tables", json=order).json()
        for seat in opened["seats"]:
            headers = {"Authorization": f"Bearer {seat['token']}"}
            client.post(f"/tables/{opened['table']}/ready", json={}, headers=headers)
    return opened["table"], opened["token"]


OPERATIONS = {
    found.ok().label: found.ok()
    for found in schemathesis.openapi.from_dict(
        create_app(Settings(Path("described")), AtRandom()).openapi()
    ).get_all_operations()
    if not found.ok().path.endswith("/stream")
}


@pytest.mark.parametrize("label", OPERATIONS)
def test_nothing_fails_whatever_is_sent(label, served, table):
    """As somebody with a seat, at their own table."""
    table_id, token = table

    @hypothesis.settings(max_examples=8, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(case=OPERATIONS[label].as_strategy())
    def send(case: schemathesis.Case) -> None:
        if "table_id" in case.path_parameters and case.method != "DELETE":
            case.path_parameters["table_id"] = table_id
        if "wait" in (case.query or {}):
            case.query["wait"] = 0
        headers = {**HEADERS, "Authorization": f"Bearer {token}"}
        answer = case.call(base_url=served, headers=headers)
        assert answer.status_code < 500, (label, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["error"]

    send()


def test_operations_have_short_names_and_a_tag_and_say_what_they_answer():
    described = create_app(Settings(Path("described")), AtRandom()).openapi()
    operations = [way for ways in described["paths"].values() for way in ways.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert {"play", "undo", "view", "open_table"} <= set(names)
    assert {tag for operation in operations for tag in operation["tags"]} == {
        "tables",
        "playing",
        "people",
        "records",
        "notices",
    }
    for operation in operations:
        done = next(a for status, a in operation["responses"].items() if status.startswith("2"))
        schema = done.get("content", {}).get("application/json", {}).get("schema", {})
        is_open = schema.get("additionalProperties") and "properties" not in schema
        assert not is_open, operation["operationId"]


def test_what_programs_go_by_is_told():
    """Every code is in the description and in the guide."""
    described = create_app(Settings(Path("described")), AtRandom()).openapi()
    codes = described["components"]["schemas"]["Code"]["enum"]
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "api.md").read_text("utf-8")
    assert set(codes) == {code.value for code in Code}
    assert not [code for code in codes if f"`{code}`" not in guide]


def test_views_are_told_by_the_game(served, table):
    """Each game's is there with all its parts, and what is answered is like that."""
    described = create_app(Settings(Path("described")), AtRandom()).openapi()
    schemas = described["components"]["schemas"]
    told = {one["$ref"].rpartition("/")[2] for one in schemas["View"]["anyOf"]}
    assert told == {f"{game}.View" for game in GAMES}
    wanted = set(re.findall(r"#/components/schemas/([\w.-]+)", json.dumps(described)))
    assert not wanted - set(schemas)
    table_id, token = table
    headers = {**HEADERS, "Authorization": f"Bearer {token}"}
    seen = httpx.get(f"{served}/api/tables/{table_id}/view", headers=headers).json()
    jsonschema.validate(seen, {**described, "$ref": "#/components/schemas/FrameView"})
    as_toy = {**described, "$ref": "#/components/schemas/toy.View"}
    jsonschema.validate(seen["view"], as_toy)
    assert not jsonschema.Draft202012Validator(as_toy).is_valid({**seen["view"], "more": 1})
