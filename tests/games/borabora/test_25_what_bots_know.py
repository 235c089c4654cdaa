"""Bora Bora's evaluation features at the end of a round, and the scores of actions."""

from __future__ import annotations

import numpy as np
import pytest

import proa
from proa.engine.core.verbs import CHANCE
from proa.games.borabora.ai.evaluation import WEIGHTS, evaluate, is_quiet
from proa.games.borabora.ai.evaluation_features import NAMES, evaluation_features
from proa.games.borabora.ai.policy import BY_ROUND, ODDS, SCORE_WEIGHT_BY_NAME
from proa.games.borabora.ai.score_actions import score_action, score_actions
from proa.games.borabora.ai.weights import TO_COME
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import FIRST_CHANCE, QUESTIONS, ROUNDS


def has(position, seat=0):
    """Return the features of a seat by name."""
    found = np.full(len(NAMES), np.nan)
    evaluation_features(position.game.tables, position.fields, seat, found)
    return dict(zip(NAMES, found.tolist(), strict=True))


def some(found, *names):
    return {name: found[name] for name in names}


def rounds(game, players, seed):
    """Yield the positions of a random game between two rounds, before chance, and the last one."""
    rng = np.random.default_rng(seed)
    position = game.start(players, seed=seed)
    while not position.is_over:
        code = rng.choice(game.codes(position))
        position = game.play(position, str(code), chance=False)
        if is_quiet(game.tables, position.fields):
            yield position
        if position.to_move == CHANCE:
            position = game.settle(position)[0]


def test_the_weights_are_those_of_the_numbers():
    assert [*TO_COME] == [*NAMES]
    assert len(set(NAMES)) == len(NAMES)
    assert {len(by_round) for by_round in TO_COME.values()} == {ROUNDS - 1}
    assert WEIGHTS.shape == (ROUNDS - 1, len(NAMES))
    assert np.abs(WEIGHTS).max() < 20


def test_men_and_women_are_told_by_what_they_can_do(scene):
    place = scene().persons(
        0,
        woman=("land-a", "land-c", "build-b"),
        man=("build-c", "shell-a"),
        shifted=("man shell-a",),
    )
    found = has(place.load())
    assert some(found, "women", "men", "shells on women", "status symbols on men") == {
        "women": 3,
        "men": 2,
        "shells on women": 1 + 3 + 2,
        "status symbols on men": 3,
    }
    assert some(found, "women shifted", "men shifted", "equal persons") == {
        "women shifted": 0,
        "men shifted": 1,
        "equal persons": 1,
    }
    assert found["types of women after the first"] == 1
    assert found["types of men after the first"] == 1
    kinds = {name.rpartition(" ")[2]: n for name, n in found.items() if "sexes with" in name}
    assert {kind: n for kind, n in kinds.items() if n} == {"land": 1, "build": 2, "shell": 1}


def test_land_and_water_lead_to_regions(scene):
    """From CM: by land CB (2) and CP (4), by water EB (4) and SP (5)."""
    found = has(scene().seat(0, regions=["CM"]).load())
    assert some(found, "regions", "islands", "fish of building spaces") == {
        "regions": 1,
        "islands": 1,
        "fish of building spaces": 1,
    }
    reach = [found[f"regions in reach by {p}, {v}"] for p in ("land", "water") for v in (2, 4, 6)]
    assert reach == [1, 2, 2, 0, 1, 2]
    assert found["fish in reach by 6"] == 3 + 3 + 5 + 5


def test_materials_make_sites(scene):
    """Spaces 1, 2 and 6 lie side by side; a building stands on 11 and 12."""
    place = scene().seat(0, materials_on_spaces=["1", "2", "6", "8"], buildings={"2": "11-12"})
    found = has(place.load())
    names = ("materials on the board", "a site", "sites after the first", "buildings")
    assert [found[name] for name in names] == [4, 1, 1, 1]
    assert found["lowest building left"] == 0
    assert found["ceremony spaces beyond six"] == 0


def test_gods_tasks_and_jewelry_are_counted(scene):
    place = scene().seat(
        0,
        offerings=4,
        hand={"red": 2, "blue": 1},
        shells=6,
        jewelry=["necklace-a"],
        tasks=["T31", "T32", "T30"],
        god_tiles=1,
    )
    found = has(place.set(round=2).load())
    names = ("God cards, up to four", "offerings, up to three", "offerings beyond three")
    assert [found[name] for name in (*names, "Gods that can be paid")] == [3, 3, 1, 3]
    assert [found[f"{god} cards"] for god in ("blue", "red")] == [1, 2]
    assert [found["shells, up to four"], found["shells beyond four"]] == [4, 2]
    assert [found["jewelry"], found["no round without jewelry"]] == [1, 1]
    assert [found["complete tasks"], found["tasks that lack 1"]] == [2, 1]
    assert found["least that the last task lacks"] == 1


def test_priests_stand_from_the_right(scene):
    found = has(scene().set(temple=[0, 1, None, 0, None, None]).load())
    names = ("priests in the temple", "first priest, from the right", "last priest, from the right")
    assert [found[name] for name in (*names, "most priests")] == [2, 6, 3, 1]


@pytest.mark.parametrize("players", [2, 4])
def test_a_seat_has_the_same_wherever_it_sees_the_same(game, players):
    differing = 0
    for position in rounds(game, players, seed=players):
        for seat in range(players):
            other = game.resample(position, seat, 7)
            differing += other != position
            assert has(other, seat) == has(position, seat)
    assert differing > 3


@pytest.mark.parametrize("players", [2, 3])
def test_rounds_are_judged_when_they_are_over(game, players):
    positions = [*rounds(game, players, seed=players)]
    assert len(positions) == ROUNDS
    for over, position in enumerate(positions, 1):
        values = np.zeros(players)
        evaluate(game.tables, position.fields, values)
        for seat, points in enumerate(game.scores(position)):
            to_come = 0.0
            if over < ROUNDS:
                found = has(position, seat).values()
                to_come = sum(w * n for w, n in zip(WEIGHTS[over - 1], found, strict=True))
            assert values[seat] == pytest.approx(points + to_come)


def liked(position):
    """Return the choices, the one with the highest score first."""
    state, actions = position.fields, position.game.legal_actions(position)
    me, kind = state.player[state.mover], top(state).kind
    told = [score_action(position.game.tables, state, me, kind, action) for action in actions]
    order = np.argsort(-np.array(told), kind="stable")
    return [position.game.code(actions[i]) for i in order]


def test_what_is_near_is_liked_first(scene):
    done = scene().phase("task").seat(0, tasks=["T31", "T32", "T08"], offerings=4, shells=1)
    assert liked(done.load())[0] == "complete:T31"
    given_up = scene().phase("task").seat(0, tasks=["T31", "T32", "T08"], offerings=3)
    assert liked(given_up.load())[0] == "surrender:T08"
    helper = scene().action("helper", left=5).persons(0, woman=("land-a", "land-c"))
    assert liked(helper.load())[:2] == ["shells:3", "shells:1"]
    assert liked(scene().load())[-1] == "place:fishing-5"


def test_what_is_tried_first_adds_to_the_liking_what_long_thought_chose(scene):
    """By the question and the round."""
    position = scene().action("helper", left=5).load()
    state, actions = position.fields, np.array(position.game.legal_actions(position), np.int32)
    weights = np.full(len(actions), np.nan)
    score_actions(position.game.tables, state, actions, len(actions), weights)
    me, number = state.player[state.mover], SCORE_WEIGHT_BY_NAME["helper"]
    for action, weight in zip(actions.tolist(), weights, strict=True):
        of_round = BY_ROUND[position.game.code(action)][state.round - 1]
        liked = score_action(position.game.tables, state, me, top(state).kind, action)
        assert weight == pytest.approx(number * liked + of_round)


def test_long_thought_knows_of_every_question_and_of_no_other_action():
    game = proa.game("borabora")
    assert [*SCORE_WEIGHT_BY_NAME] == [*QUESTIONS[:FIRST_CHANCE]]
    assert set(BY_ROUND) < set(game.all_codes)
    assert {len(by_round) for by_round in BY_ROUND.values()} == {ROUNDS}
    assert ODDS[3, game.action("place:temple-4")] == BY_ROUND["place:temple-4"][3]
