"""Records: what is written replays to the same positions, and what does not fit is refused."""

from __future__ import annotations

import copy
import json
import random

import jsonschema
import numpy as np
import pytest

import proa
from proa import records
from proa.records import Decision, Record


def played(game, players, seed):
    """Return a whole game of random decisions as a record's document."""
    position, outcomes = game.start_with_outcomes(players, seed)
    record = Record(game, players, key=position.record()["key"][0], outcomes=tuple(outcomes))
    choose = random.Random(seed)
    while not position.is_over:
        seat, code = position.to_move, choose.choice(game.codes(position))
        position, drawn = game.play_with_outcomes(position, code)
        record.decisions.append(Decision(seat, code, tuple(drawn), position.digest))
    return records.to_json(record), position


@pytest.fixture(scope="module")
def document():
    return played(proa.game("tahiti"), 3, 5)[0]


@pytest.mark.parametrize("name", ["tahiti", "toy"])
def test_a_record_replays_to_the_same_end(name):
    game = proa.game(name)
    document, last = played(game, 3, 11)
    jsonschema.validate(document, json.loads(records.SCHEMA.read_text()))
    again = records.parse(records.file_text(document))
    assert again == document
    record = records.verify(again)
    assert records.final_position(record) == last
    assert document["result"]["scores"] == game.scores(last)


def test_the_file_has_one_decision_a_line(document):
    text = records.file_text(document)
    assert sum('"code"' in line for line in text.splitlines()) == len(document["actions"])


def test_without_a_key_outcomes_are_taken_as_entered(document):
    entered = copy.deepcopy(document)
    del entered["start"]["key"]
    assert records.verify(entered).key is None


def test_a_record_may_start_from_a_position(document):
    game = proa.game("tahiti")
    steps = list(records.replay(records.from_json(document)))
    middle = steps[40].before
    record = Record(game, 3, key=middle.record()["key"][0], position=game.dump(middle))
    record.decisions = [Decision(s.seat, s.code, s.outcomes, s.after.digest) for s in steps[40:-1]]
    assert records.verify(records.to_json(record)).position is not None


def changed(document, path, value):
    copied = copy.deepcopy(document)
    target = copied
    for key in path[:-1]:
        target = target[key]
    if value is None:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return copied


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["format"], 2, "format: 2; this proa reads 1"),
        (["game"], "atlantis", "there is no game 'atlantis'"),
        (["rules_version"], 99, "rules_version: is 99"),
        (["edition_hash"], "0" * 16, "edition_hash: played with other components"),
        (["edition"], "house", "its edition file must be given"),
        (["options", "money"], "none", "money: must be one of"),
        (["players"], 7, "players: must be between 2 and 4"),
        (["actions", 3, "code"], "fly:1", r"actions\[3\]: .fly:1. is not a code"),
        (["actions", 3, "code"], "bid:9", r"actions\[3\]: .bid:9. can't be played now"),
        (["actions", 3, "seat"], 9, r"actions\[3\].seat: must be between 0 and 2"),
        (["actions", 9, "digest"], "0" * 16, r"actions\[9\]: leads to"),
        (["actions", 5, "outcomes"], ["roll:1"] * 3, r"actions\[5\].outcomes: the key gives"),
        (["outcomes"], ["first:0", "first:0"], "outcomes: the key gives"),
        (["result", "scores"], [1, 2, 3], "result: is"),
        (["seats"], [{"name": "x" * 41, "kind": "bot"}] * 3, "longer than 40"),
        (["seats"], [{"name": "x", "kind": ["bot"]}] * 3, "kind: must be one of person, bot, not"),
        (["seats"], [{"name": 7, "kind": "bot"}] * 3, r"seats\[0\].name: must be a string, not 7"),
        (["seats"], [{"name": "x", "kind": "bot", "bot": [1]}] * 3, r"bot: must be a string"),
        (["seats"], [{"name": "x", "kind": "bot", "budget": 200}] * 3, r"budget: must be a string"),
        (["start", "key"], ["zz", "zz"], r"start.key\[0\]: must be 16 hexadecimal"),
        (["result"], None, "'result' is missing"),
        (["luck"], 1, "unknown name 'luck'"),
        (
            ["actions", 3, "luck"],
            1,
            r"actions\[3\]: unknown name 'luck'; known names are seat, code",
        ),
        (["actions", 3, "code"], 7, r"actions\[3\].code: must be a string, not 7"),
        (["actions", 5, "outcomes"], ["a", 1], r"actions\[5\].outcomes\[1\]: must be a string"),
        (["actions", 9, "digest"], "x", r"actions\[9\].digest: must be 16 hexadecimal digits"),
        (["options", "money"], 1, "options.money: must be a string, not 1"),
        (["result", "over"], 1, "result.over: must be true or false, not 1"),
        (["start", "key"], ["0" * 16], "start.key: must be a list of 2 entries"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(document, path, value, sentence):
    with pytest.raises(proa.ProaError, match=sentence):
        records.verify(changed(document, path, value))


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "nonsense", "[" * 100_000, r'"\ud800"'])
def test_what_is_not_json_is_refused(text):
    with pytest.raises(proa.BadDocument, match="not JSON"):
        records.parse(text)


@pytest.mark.parametrize("value", [np.int64(3), {3}])
def test_values_that_no_json_has_are_refused(document, value):
    with pytest.raises(proa.BadDocument, match="not JSON"):
        records.from_json({**document, "players": value})


@pytest.mark.parametrize("document", [None, [], "x", 7, {}, {"format": 1}])
def test_what_is_no_record_is_refused(document):
    with pytest.raises(proa.BadDocument):
        records.from_json(document)


def test_a_missing_outcome_is_noticed(document):
    entered = copy.deepcopy(document)
    del entered["start"]["key"]
    entered["outcomes"] = []
    with pytest.raises(proa.BadDocument, match="a chance outcome is missing"):
        records.verify(entered)
