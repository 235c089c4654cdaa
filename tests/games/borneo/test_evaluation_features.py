"""Borneo's evaluation features at the start of a turn, and the evaluation."""

from __future__ import annotations

import numpy as np
import pytest

import proa
from proa.engine.core.fields import writable
from proa.games.borneo.ai import evaluation
from proa.games.borneo.ai.evaluation_features import (
    NAMES,
    begins_turn,
    evaluation_features,
    to_come,
)
from proa.games.borneo.rules.sets import bit
from proa.games.borneo.state import COMPANY, MISSION


@pytest.fixture
def game():
    return proa.game("borneo")


@pytest.fixture
def opening(game):
    """Return the first turn, with merchants in every company."""
    position = game.start(3, seed=4)
    while position.fields.turn == 0:
        position = game.play(position, game.codes(position)[0])
    return position


def has(game, state, seat=0):
    found = np.zeros(len(NAMES))
    evaluation_features(game.tables, state, seat, 0, found)
    return dict(zip(NAMES, found, strict=True))


def cards(game, good, n):
    """Return ``n`` single shipments of a good."""
    tables = game.tables
    single = [c for c in range(tables.shipments) if tables.good[c] == good and tables.worth[c] == 1]
    return sum(bit(card) for card in single[:n])


def test_missions_count_by_the_part_that_is_there(game, opening):
    state = writable(opening.fields)
    assert has(game, state)["missions of one good, nearly had"] == 0
    state.player[0].shipments = cards(game, 0, 3)
    three = has(game, state)
    state.player[0].shipments = cards(game, 0, 4)
    four = has(game, state)
    assert four["most of one good"] == 4
    assert 0 < three["missions of one good, nearly had"] < four["missions of one good, nearly had"]
    assert (three["best mission that can be had"], four["best mission that can be had"]) == (0, 4)
    for kind in range(game.tables.mission_kinds):
        state.stack[kind] = 0
    gone = has(game, state)
    assert gone["best mission that can be had"] == gone["missions of one good, begun"] == 0


def test_places_are_counted_by_rank(game, opening):
    state = writable(opening.fields)
    for seat in range(3):
        found = has(game, state, seat)
        assert sum(found[f"{rank} places"] for rank in ("first", "second", "third", "fourth")) == 3
    firsts = sum(has(game, state, seat)["first places"] for seat in range(3))
    assert firsts == sum(row.length > 0 for row in state.row)


def test_a_look_ahead_may_end_when_a_turn_begins(game, opening):
    position, seen = opening, set()
    while not position.is_over:
        fields = position.fields
        assert begins_turn(fields) == (fields.phase in (MISSION, COMPANY) and not fields.chances)
        assert 0 <= to_come(fields) <= 1
        seen.add((begins_turn(fields), fields.chances > 0))
        position = game.play(position, game.codes(position)[-1])
    assert seen >= {(True, False), (False, False)}


def test_worth_is_points_and_what_is_to_come(game, opening):
    state, values = writable(opening.fields), np.zeros(3)
    evaluation.evaluate(game.tables, state, values)
    before = values.copy()
    state.player[0].shipments = cards(game, 1, 4)
    evaluation.evaluate(game.tables, state, values)
    assert values[0] > before[0] + 2
    assert values[1:] == pytest.approx(before[1:])
