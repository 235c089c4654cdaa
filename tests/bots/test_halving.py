"""Sequential halving: what is left, in which turns, and by which numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import proa
from bots.twins import Twins
from proa.bots import guided_search, search_arrays
from proa.bots.halving import Halving
from proa.bots.search import ExpertBot, Search
from proa.engine.core.fields import twin_of
from proa.engine.core.search_settings import SearchSettings

HALVING = SearchSettings(guided=True, explore=0.1, picks=2, lean=0.5, cut=True, halving=True)


@pytest.fixture(scope="module")
def position():
    """Return a position of Bora Bora with eight choices or more."""
    game = proa.game("borabora")
    position = game.start(3, seed=5)
    while len(game.codes(position)) < 8:
        position = game.play(position, game.codes(position)[0])
    return position


def _search(position, simulations=400, settings=HALVING, looseness=0.0):
    information_state = position.game.information_state(position, position.to_move, seed=9)
    return Search(information_state, 1, simulations, settings, looseness)


def _halved(actions, simulations):
    """Return how many simulations each action gets, if actions with higher numbers are better."""
    halving = Halving(range(actions), simulations)
    given = dict.fromkeys(range(actions), 0)
    while not halving.is_done:
        turns = halving.turns(simulations)
        for action in halving.left.tolist():
            given[action] += turns
        simulations -= turns * len(halving.left)
        halving.count(turns, {action: float(action) for action in given}, simulations)
    return halving, given, simulations


@pytest.mark.parametrize("actions", [2, 3, 5, 8, 13, 40])
@pytest.mark.parametrize("simulations", [250, 300, 10_000])
def test_the_best_is_left_and_all_simulations_are_given(actions, simulations):
    halving, given, spare = _halved(actions, simulations)
    assert halving.left.tolist() == [actions - 1]
    assert 0 <= spare < 2
    shares = [given[action] for action in range(actions)]
    assert shares == sorted(shares)
    assert shares[0] >= 1
    assert shares[-1] == shares[-2]


def test_each_round_has_a_like_part_of_the_simulations():
    _, given, _ = _halved(8, 2_400)
    assert [given[action] for action in range(8)] == [100] * 4 + [300] * 2 + [700] * 2


def test_what_is_too_little_for_halving_is_told():
    assert Halving.is_possible(8, 24)
    assert not Halving.is_possible(8, 23)
    assert Halving.is_possible(1, 0)


def test_of_equals_the_first_stays():
    halving = Halving([7, 3, 5], 60)
    halving.count(halving.turns(60), dict.fromkeys((7, 3, 5), 0.5), 30)
    assert halving.left.tolist() == [7, 3]
    assert halving.best({7: 0.5, 3: 0.5, 5: 0.9}) == 7


def test_a_prior_decides_first_and_results_later():
    means = {1: 0.5, 2: 0.52}
    for simulations, best in ((20, 1), (20_000, 2)):
        halving = Halving([1, 2], simulations, {1: math.log(0.9), 2: math.log(0.1)})
        halving.count(halving.turns(simulations), means, 0)
        assert halving.left.tolist() == [best]


def test_before_any_simulation_the_prior_decides():
    assert Halving([1, 2], 20, {1: -2.0, 2: -0.1}).best({}) == 2


def test_a_search_gives_its_simulations_to_what_is_left(position):
    search = _search(position)
    assert search.run(400)
    visits = sorted(search.visits().values())
    assert len(set(visits)) > 2
    assert visits[-1] == visits[-2]
    assert sum(visits) in (399, 400)
    values = search.values()
    best, second = list(values.values())[:2]
    assert next(iter(values)) == search.action()
    assert best.simulations == second.simulations
    assert best.mean >= second.mean


def test_slices_never_change_the_result(position):
    whole = _search(position)
    whole.run(400)
    for size in (1, 7, 150):
        sliced = _search(position)
        while not sliced.run(size):
            assert sliced.action() in sliced.visits()
        assert (sliced.visits(), sliced.action()) == (whole.visits(), whole.action())
    stepped = _search(position)
    while not stepped.step(0.2):
        pass
    assert stepped.visits() == whole.visits()


def test_with_few_simulations_a_search_goes_by_its_bounds(position):
    few, by_bounds = _search(position, 20), _search(position, 20, replace(HALVING, halving=False))
    few.run(20)
    by_bounds.run(20)
    assert few.visits() == by_bounds.visits()
    assert few.action() == by_bounds.action()


def test_a_loose_search_gives_one_that_is_nearly_best(position):
    search = _search(position, looseness=0.05)
    search.run(400)
    values = search.values()
    least = next(iter(values.values())).mean - 0.05
    given = set()
    for seed in range(20):
        search._seed = seed
        given.add(search.action())
    assert len(given) > 1
    assert all(values[action].mean >= least for action in given)


def test_a_turn_has_the_same_number_for_all(monkeypatch):
    """And the next turn another: hands and dice are alike where two choices are compared."""
    seen = []

    def simulated(rules, states, seat, rng, *rest):
        seen.append((int(rng[0]), int(rest[-1])))
        rng[0] += 1  # as one that draws would

    monkeypatch.setattr(guided_search, "simulate_once", simulated)
    rng, alike = np.array([4], np.uint64), np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        left = np.array([5, 6, 9], np.int32)
        guided_search.simulate_in_turns(None, None, 0, 2, rng, None, None, None, None, left, alike)
    numbers = [number for number, _ in seen]
    assert [action for _, action in seen] == [5, 6, 9] * 2
    assert numbers == [numbers[0]] * 3 + [numbers[3]] * 3
    assert numbers[0] != numbers[3]


def test_halving_runs_the_same_in_python(position):
    """On twins, where an index out of bounds or a value out of range raises."""
    turns = 3
    compiled, plain = _search(position), _search(position)
    left = compiled._halving.left
    compiled._run(turns, left)
    guidance = search_arrays.Guidance(Twins([twin_of(plain._states[:1])]), *plain._guidance[1:])
    common = (plain._rng, plain._knobs, plain._tree, plain._scratch, guidance)
    states = Twins([twin_of(plain._states[:1]) for _ in range(2)])
    with np.errstate(over="ignore"):
        guided_search.simulate_in_turns(
            position.game.tables, states, plain._seat, turns, *common, left, plain._alike
        )
    assert plain._tree.nodes.tolist() == compiled._tree.nodes.tolist()
    assert np.allclose(plain._tree.values, compiled._tree.values)


def test_the_search_that_knows_bora_bora_halves():
    game = proa.game("borabora")
    position = game.start(2, seed=1)
    information_state = game.information_state(position, position.to_move, seed=9)
    assert ExpertBot(300).default_settings(information_state).halving
