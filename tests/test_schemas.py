"""The published JSON Schemas match what the code reads and writes."""

from __future__ import annotations

import copy
import json
import runpy
import tomllib
from pathlib import Path

import jsonschema
import pytest

import proa
from proa import records
from proa.engine.core.editions import Reader
from proa.engine.errors import BadDocument
from proa.games import GAMES, OURS, spec

ROOT = Path(__file__).parents[1]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "schemas.py"))
FOLDER = SCRIPT["FOLDER"]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.json"))
each_game = pytest.mark.parametrize("name", list(GAMES))


def takes(schema, document) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(document)


def edition(name):
    path = proa.game(name).spec.folder / "components.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_the_published_files_are_current():
    made = {path: SCRIPT["written"](schema) for path, schema in SCRIPT["made"]()}
    assert {*made} == {*FOLDER.iterdir()}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "python scripts/schemas.py writes them"
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_records_are_as_their_schema_says(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    schema = json.loads(records.SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    for name in ("game", "actions", "result"):
        assert not takes(schema, {key: value for key, value in document.items() if key != name})
    assert not takes(schema, {**document, "luck": 1})
    assert not takes(schema, {**document, "seats": [{"name": "x" * 41, "kind": "bot"}]})


@pytest.mark.parametrize("path", GOLDEN[::3], ids=lambda path: path.stem)
def test_positions_of_whole_games_are_as_their_schema_says(path):
    record = records.from_json(json.loads(path.read_text(encoding="utf-8")))
    schema = record.game.position_schema()
    for step in list(records.replay(record))[::17]:
        document = json.loads(json.dumps(record.game.dump(step.after)))
        jsonschema.validate(document, schema)
    assert not takes(schema, {**document, "luck": 1})
    document["position"]["luck"] = 1
    assert not takes(schema, document)


DRAWN = [name for name in OURS if spec(name).board.sample]


@pytest.mark.parametrize("name", DRAWN)
def test_sample_positions_are_as_their_schema_says(name):
    game = proa.game(name)
    path = game.spec.folder / game.spec.board.sample
    jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), game.position_schema())


@each_game
def test_editions_are_as_their_schema_says(name):
    schema, content = proa.game(name).edition_schema(), edition(name)
    jsonschema.validate(content, schema)
    assert not takes(schema, {**content, "luck": 1})
    for key in content:
        assert not takes(schema, {k: v for k, v in content.items() if k != key})


@each_game
def test_what_editions_may_not_be_is_refused_by_schema_and_code(name):
    """Each number of an edition far out of bounds, one at a time."""
    game = proa.game(name)
    schema, content = game.edition_schema(), edition(name)
    found = 0
    for path in list(numbers(content))[::5]:
        changed = copy.deepcopy(content)
        inside = changed
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = 10**6
        if takes(schema, changed):
            continue  # a key that the code checks by itself
        found += 1
        reader = Reader(changed, "edition.toml")
        with pytest.raises(BadDocument):
            game.spec.components.read(reader, game.options)
    assert found


def numbers(value, path=()):
    """Yield the paths of all numbers in JSON."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list):
            yield from numbers(item, (*path, key))
        elif isinstance(item, int) and not isinstance(item, bool):
            yield (*path, key)


def test_what_depends_on_other_keys_is_left_to_the_code():
    """Another edition may have other sizes: the schema of the standard one takes it."""
    content = edition("tahiti")
    content["board"]["size"] = 5
    content["pearls"] = {"white": 5, "blue": 5, "green": 5}
    content["track"] = {"letters": ["A", "D"], "pearls": ["white", "blue"]}
    assert takes(proa.game("tahiti").edition_schema(), content)
    content = edition("toy")
    content["hand"], content["most"] = 1, 2
    assert takes(proa.game("toy").edition_schema(), content)
    content = edition("borabora")
    content["tasks"]["T01"]["needs"] = [{"what": "terrain", "which": "beach", "count": 2}]
    assert takes(proa.game("borabora").edition_schema(), content)
