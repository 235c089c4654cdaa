"""Views match their types: the schema describes everything that programs get."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Annotated, NotRequired, Required, TypedDict

import jsonschema
import jsonschema_rs
import pytest

import proa
from games.conformance import viewers, walk
from proa.engine.core import view_schema
from proa.engine.core.game_spec import ALL
from proa.engine.core.view_schema import Schemas
from proa.engine.messages import Message, localize, say
from proa.games import GAMES, OURS, spec
from proa.server.tables.table_view import changed

OPTIONS = {
    "tahiti": {"money": "open"},
    "borneo": {"keep": "any"},
    "borabora": {"hands": "open", "status": "alternative", "ring": "off"},
}
"""Other options than the usual ones."""


def steps_of_games(name):
    """Yield every step of a game with the fewest players, and some of one with the most, with other
    options.

    Each comes with the step before it.
    """
    low, high = spec(name).players
    for players, options, every in ((low, {}, 1), (high, OPTIONS.get(name, {}), 5)):
        game = proa.game(name, **options)
        steps = [None, *(position for position, _ in walk(game, players, seed=players))]
        yield from [(game, *pair) for pair in pairwise(steps)][::every]


def shown(game, before, position, viewer):
    """Return a view as programs get it, with what the last event changed."""
    view = game.view(position, viewer)
    if before is not None:
        view["last"] = changed(game.spec.board.marks(game, before, position, viewer))
    return json.loads(json.dumps(localize(view, "en")))


@pytest.mark.parametrize("name", list(GAMES))
def test_every_view_is_as_its_schema_says(name):
    check = jsonschema_rs.validator_for(proa.game(name).view_schema())
    for game, before, position in steps_of_games(name):
        for viewer in {*viewers(position), ALL}:
            view = shown(game, before, position, viewer)
            assert check.is_valid(view), (viewer, [*check.iter_errors(view)][:3])


def objects(schema):
    """Yield every object that a schema describes."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("name", OURS)
def test_our_views_are_told_whole(name):
    for found in objects(proa.game(name).view_schema()):
        assert found.get("additionalProperties", True) is not True, found


def test_what_a_game_does_not_tell_is_open():
    schema = proa.game("toy").view_schema()
    assert schema["properties"]["board"] == schema["properties"]["last"] == view_schema.OPEN
    assert schema["properties"]["actions"]["items"] == {"$ref": "#/$defs/Choice"}


class Leaf(TypedDict):
    """A node of a tree."""

    name: Message
    of: NotRequired[Leaf]


class Tree(TypedDict):
    leaves: list[Leaf]
    names: dict[str, int | None]


def test_types_become_schemas():
    schemas = Schemas()
    assert schemas.of(Tree) == {"$ref": "#/$defs/Tree"}
    assert jsonschema.Draft202012Validator.check_schema(schemas.named["Tree"]) is None
    whole = {"$defs": schemas.named, **schemas.of(Tree)}
    good = {"leaves": [{"name": "a", "of": {"name": "b"}}], "names": {"c": None}}
    jsonschema.validate(good, whole)
    for bad in (
        {**good, "roots": 1},
        {"leaves": []},
        {"leaves": [{"of": {"name": "b"}}], "names": {}},
        {"leaves": [], "names": {"c": "d"}},
        {"leaves": [{"name": say("a")}], "names": {}},
    ):
        assert not jsonschema.Draft202012Validator(whole).is_valid(bad), bad


def test_marks_of_types_are_passed_over():
    schemas = Schemas()
    schemas.of(TypedDict("Marked", {"a": Required[Annotated[int, "boats"]], "b": int}, total=False))
    assert schemas.named["Marked"]["properties"]["a"] == {"type": "integer"}
    assert schemas.named["Marked"]["required"] == ["a"]


def test_types_that_no_json_has_are_refused():
    with pytest.raises(TypeError, match="no type of JSON"):
        Schemas().of(set[int])
    schemas = Schemas()
    schemas.of(Leaf)
    with pytest.raises(TypeError, match="two types are called Leaf"):
        schemas.of(TypedDict("Leaf", {"name": str}))
