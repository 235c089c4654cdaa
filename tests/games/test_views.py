"""Views match their types: the schema describes everything that programs get."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, NotRequired

import jsonschema
import jsonschema_rs
import pytest
from typing_extensions import TypedDict

import proa
from games.conformance import viewers, walk
from proa.engine.core import view_schema
from proa.engine.core.view_types import ALL, Line, View
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
    assert schema["properties"]["board"] == schema["properties"]["last"] == {}
    assert schema["properties"]["actions"]["items"] == {"$ref": "#/$defs/Choice"}


class Leaf(TypedDict):
    """A node of a tree."""

    name: Message
    of: NotRequired[Leaf]


class Tree(TypedDict):
    leaves: list[Leaf]
    names: dict[str, int | None]


def test_types_become_schemas():
    told = replace(spec("toy"), view=View[Line, Tree, Any])
    whole = view_schema.document(told)
    jsonschema.Draft202012Validator.check_schema(whole)
    tree = jsonschema.Draft202012Validator({"$defs": whole["$defs"], "$ref": "#/$defs/Tree"})
    good = {"leaves": [{"name": "a", "of": {"name": "b"}}], "names": {"c": None}}
    assert tree.is_valid(good)
    for bad in (
        {**good, "roots": 1},
        {"leaves": []},
        {"leaves": [{"of": {"name": "b"}}], "names": {}},
        {"leaves": [], "names": {"c": "d"}},
        {"leaves": [{"name": say("a")}], "names": {}},
    ):
        assert not tree.is_valid(bad), bad
