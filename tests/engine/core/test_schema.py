"""Positions as JSON: what is written is read back, and refusals name path and reason."""

from __future__ import annotations

import contextlib
import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proa
from proa.engine.core import schema
from proa.engine.core.strategies import positions
from proa.engine.errors import BadDocument


@pytest.fixture
def document(toy):
    position = toy.start(3, seed=4)
    return toy.dump(toy.play(position, toy.codes(position)[1]))


def _refused(toy, document):
    with pytest.raises(BadDocument) as caught:
        toy.load(document)
    return str(caught.value)


def _changed(document, path, value):
    changed = copy.deepcopy(document)
    inside = changed
    for name in path[:-1]:
        inside = inside[name]
    if value is None:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return changed


def test_a_position_survives_json(toy, document):
    loaded = toy.load(json.loads(json.dumps(document)))
    assert toy.dump(loaded) == document


@given(position=positions(proa.game("tahiti")))
def test_any_position_survives_json(position):
    game = position.game
    loaded = game.load(json.loads(json.dumps(game.dump(position))))
    assert loaded.record().tobytes() == position.record().tobytes()


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["game"], "chess", "game: must be 'toy', not 'chess'"),
        (["game"], None, "the document: 'game' is missing"),
        (["rules_version"], 99, "rules_version: must be 1, not 99"),
        (["edition_hash"], "0", "edition_hash: must be "),
        (["options"], {"tide": "calm"}, "options: must be "),
        (["wind"], 1, "the document: unknown name 'wind'; known names are game, "),
        (["position"], None, "the document: 'position' is missing"),
        (["position"], [], "position: must be an object, not []"),
        (["position", "wind"], 1, "position: unknown name 'wind'; known names are "),
        (["position", "tide"], None, "position: 'tide' is missing"),
        (["position", "tide"], "high", "position.tide: must be a whole number, not 'high'"),
        (["position", "tide"], True, "position.tide: must be a whole number, not True"),
        (["position", "tide"], 1.5, "position.tide: must be a whole number, not 1.5"),
        (["position", "tide"], -1, "position.tide: must be between 0 and 9, not -1"),
        (["position", "phase"], "lunch", "position.phase: must be one of dealing, "),
        (["position", "phase"], ["end"], "position.phase: must be one of dealing, "),
        (["position", "player"], [], "position.player: must be a list of 3"),
        (["position", "player", 1], 7, "position.player[1]: must be an object, not 7"),
        (["position", "player", 2, "hand", "9"], 1, "position.player[2].hand: unknown name '9'"),
        (["position", "player", 0, "hand", "1"], "x", "position.player[0].hand.1: must be a whole"),
        (["position", "deck", "1"], 0, "position: there are "),
        (["key"], [], "key: must be a list of 2"),
        (["key"], ["0", "1"], "key[0]: must be 16 hexadecimal digits, not '0'"),
        (["key", 1], "-000000000000001", "key[1]: must be 16 hexadecimal digits"),
        (["key", 1], "0x00000000000001", "key[1]: must be 16 hexadecimal digits"),
        (["counter"], -1, "counter: must be between 0 and "),
        (["counter"], "7", "counter: must be a whole number, not '7'"),
    ],
)
def test_refusals_name_path_and_reason(toy, document, path, value, sentence):
    assert _refused(toy, _changed(document, path, value)).startswith(sentence)


@pytest.mark.parametrize("junk", [None, 7, "position", [], [1]])
def test_what_is_no_object_is_refused(toy, junk):
    assert _refused(toy, junk) == "a position must be a JSON object"


@given(
    junk=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=8,
    ),
    data=st.data(),
)
def test_junk_anywhere_is_refused_or_taken_never_worse(junk, data):
    toy = proa.game("toy")
    document = toy.dump(toy.start(3, seed=1))
    names = ["phase", "mover", "turns", "tide", "deck", "open", "chosen", "player"]
    path = ["position", data.draw(st.sampled_from(names))]
    with contextlib.suppress(BadDocument):
        toy.load(_changed(document, path, junk))


def test_key_and_counter_may_be_left_out(toy, document):
    del document["key"], document["counter"]
    first, second = toy.load(document), toy.load(document)
    assert first == second
    assert first.fields.key != second.fields.key
    assert first.fields.counter == 0


def test_a_dump_without_secrets_has_neither_key_nor_counter(toy):
    document = toy.dump(toy.start(3, seed=4), secret=False)
    assert not {"key", "counter"} & set(document)


WORDS = ("red", "green", "blue")


@pytest.mark.parametrize(
    ("part", "value", "written"),
    [
        (schema.Number(1, 9), 3, 3),
        (schema.Truth(), 1, True),
        (schema.Hex(), 2**64 - 1, "ffffffffffffffff"),
        (schema.Word(WORDS), 2, "blue"),
        (schema.Word(WORDS, first=5), 5, "red"),
        (schema.Word(WORDS, none=-1), -1, None),
        (schema.Word(lambda rules: WORDS), 1, "green"),
        (schema.Flags(WORDS), 0b101, ["red", "blue"]),
        (schema.Counts(WORDS), [1, 0, 4], {"red": 1, "green": 0, "blue": 4}),
        (schema.Rows(schema.Number(), 2, rest=-1, size=4), [3, 4, -1, -1], [3, 4]),
        (schema.Rows(schema.Number(), lambda rules: 1, size=2), [3, 0], [3]),
        (
            schema.Pairs(schema.Number(), WORDS, empty=-1, size=4),
            [7, -1, 8, -1],
            {"red": 7, "blue": 8},
        ),
    ],
)
def test_every_part_reads_what_it_writes(part, value, written):
    assert part.write(value, None) == written
    assert part.read(written, "x", None) == value


@pytest.mark.parametrize(
    ("part", "json", "sentence"),
    [
        (schema.Truth(), 1, "x: must be true or false, not 1"),
        (schema.Word(WORDS), None, "x: must be one of red, green, blue, not None"),
        (schema.Flags(WORDS), "red", "x: must be a list, not 'red'"),
        (schema.Flags(WORDS), ["red", 3], "x[1]: must be one of red, green, blue, not 3"),
        (schema.Counts(WORDS, 4), {"red": 5}, "x.red: must be between 0 and 4, not 5"),
        (schema.Counts(WORDS), [], "x: must be an object, not []"),
        (
            schema.Pairs(schema.Number(), WORDS),
            {"pink": 1},
            "x: unknown name 'pink'; known names are red, ",
        ),
        (schema.Pairs(schema.Number(), WORDS), 3, "x: must be an object, not 3"),
        (schema.Rows(schema.Number(), 2), [1], "x: must be a list of 2"),
    ],
)
def test_every_part_refuses_with_its_path(part, json, sentence):
    with pytest.raises(BadDocument) as caught:
        part.read(json, "x", None)
    assert str(caught.value).startswith(sentence)


def test_groups_rename_and_leave_out():
    part = schema.group(
        optional=["n"], names={"kind": "class"}, kind=schema.Number(), n=schema.Number()
    )
    assert part.read({"class": 1}, "", None) == {"kind": 1}
    with pytest.raises(BadDocument, match="unknown name 'kind'; known names are class, n"):
        part.read({"kind": 1}, "", None)
    with pytest.raises(BadDocument, match="the document: 'class' is missing"):
        part.read({}, "", None)
