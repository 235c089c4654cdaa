"""Batches: many positions, the same results on any number of threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import proa
from proa.engine.core.verbs import OVER
from proa.engine.errors import BadOption, IllegalAction
from proa.engine.vector.batch import CHUNK, Batch

N = 2 * CHUNK + 7


def _bytes(batch):
    return batch.states.tobytes()


def test_threads_change_nothing(toy):
    one, two = (Batch(toy, 3, N, seed=1, threads=threads) for threads in (1, 3))
    assert _bytes(one) == _bytes(two)
    assert one.play_randomly(5).tolist() == two.play_randomly(5).tolist()
    assert _bytes(one) == _bytes(two)
    assert one.scores().tolist() == two.scores().tolist()


def test_batches_may_run_in_threads_of_the_caller(toy):
    expected = Batch(toy, 3, N, seed=1).play_randomly(5)
    found = []

    def play():
        found.append(Batch(toy, 3, N, seed=1, threads=2).play_randomly(5))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one.tolist() == expected.tolist() for one in found)


def test_seeds_matter(toy):
    assert _bytes(Batch(toy, 3, 9, seed=1)) != _bytes(Batch(toy, 3, 9, seed=2))
    batches = [Batch(toy, 3, 9, seed=1) for _ in range(2)]
    batches[0].play_randomly(1)
    batches[1].play_randomly(2)
    assert _bytes(batches[0]) != _bytes(batches[1])


def test_a_batch_steps_as_single_positions_do(toy):
    batch = Batch(toy, 3, 30, seed=3)
    singles = [batch.position(i) for i in range(len(batch))]
    picks = np.random.default_rng(1)
    while not all(single.is_over for single in singles):
        actions, counts = batch.legal()
        movers = batch.to_move()
        chosen = np.zeros(len(batch), np.int32)
        for i, single in enumerate(singles):
            assert movers[i] == single.to_move
            assert actions[i, : counts[i]].tolist() == toy.legal_actions(single)
            if not single.is_over:
                chosen[i] = actions[i, picks.integers(counts[i])]
                singles[i] = toy.play(single, int(chosen[i]))
        batch.step(chosen)
        for i, single in enumerate(singles):
            assert batch.position(i).record() == single.record()
    assert (batch.to_move() == OVER).all()
    assert batch.scores().tolist() == [toy.scores(single) for single in singles]
    assert batch.returns().tolist() == [toy.returns(single) for single in singles]


def test_observations_are_those_of_single_positions(toy):
    batch = Batch(toy, 3, 20, seed=3)
    batch.play_randomly(1, most=4)
    seats = np.arange(20) % 3
    seen = batch.observations(seats)
    for i in range(20):
        assert seen[i].tolist() == toy.observation(batch.position(i), int(seats[i])).tolist()


def test_random_play_stops_after_the_most(toy):
    batch = Batch(toy, 3, 50, seed=3)
    assert (batch.play_randomly(1, most=2) == 2).all()
    assert (batch.to_move() >= 0).all()
    batch.play_randomly(2)
    assert (batch.to_move() == OVER).all()
    assert (batch.play_randomly(3) == 0).all()


def test_random_play_takes_every_legal_action_equally_often(toy):
    batch = Batch(toy, 3, 4000, seed=3)
    batch.states[:] = batch.states[0]
    start = batch.position(0)
    legal = toy.legal_actions(start)
    batch.play_randomly(1, most=1)
    ended = batch.states["turns"] == 1
    taken = {"draw": int(ended.sum())}
    for code in toy.codes(start)[1:]:
        value = int(code.removeprefix("choose:"))
        taken[code] = int((~ended & (batch.states["chosen"][:, value - 1] == 1)).sum())
    assert sum(taken.values()) == len(batch)
    assert len(legal) > 2
    assert all(abs(n / len(batch) - 1 / len(legal)) < 0.03 for n in taken.values())


def test_an_illegal_action_is_named(toy):
    batch = Batch(toy, 3, N, seed=3)
    chosen = batch.legal()[0][:, 0].copy()
    chosen[CHUNK + 2] = toy.action("lay")
    with pytest.raises(IllegalAction, match=f"lay can't be played in game {CHUNK + 2} of the"):
        batch.step(chosen)


def test_games_that_are_over_take_no_actions():
    game = proa.game("tahiti")
    batch = Batch(game, 2, 5, seed=1)
    batch.play_randomly(1)
    before = _bytes(batch)
    batch.step(np.zeros(5, np.int32))
    assert _bytes(batch) == before


def test_a_wrong_number_of_players_is_refused(toy):
    with pytest.raises(BadOption, match="players"):
        Batch(toy, 7, 5, seed=1)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"n": -1}, "n must be a whole number of at least 0, not -1"),
        ({"n": 2.0}, "n must be a whole number of at least 0, not 2.0"),
        ({"seed": 0.5}, "a seed must be a whole number, a string or bytes, not 0.5"),
        ({"seed": None}, "a seed must be a whole number, a string or bytes, not None"),
        ({"threads": 0}, "threads must be a whole number of at least 1, not 0"),
    ],
)
def test_wrong_batches_are_refused(toy, wrong, sentence):
    with pytest.raises(BadOption) as caught:
        Batch(toy, 3, **({"n": 5, "seed": 1} | wrong))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("numbers", [[0], [0.0] * 5, [[0] * 5], [0, [1]], "first", None])
def test_there_must_be_one_number_a_game(toy, numbers):
    """Compiled code would read past a shorter array."""
    batch = Batch(toy, 3, 5, seed=1)
    for name, ask in (("actions", batch.step), ("seats", batch.observations)):
        with pytest.raises(BadOption, match=f"{name} must be 5 whole numbers, one for each game"):
            ask(numbers)


@pytest.mark.parametrize("action", [-1, 10_000, 2**32])
def test_numbers_of_no_action_are_refused(toy, action):
    with pytest.raises(IllegalAction, match=f"{action} can't be played in game 0"):
        Batch(toy, 3, 5, seed=1).step(np.full(5, action))


@pytest.mark.parametrize("index", [-1, 5, 0.0])
def test_games_that_a_batch_does_not_have_are_refused(toy, index):
    with pytest.raises(BadOption, match=f"there is no game {index} in a batch of 5"):
        Batch(toy, 3, 5, seed=1).position(index)


@pytest.mark.parametrize("seat", [-1, 3])
def test_seats_that_do_not_exist_are_refused(toy, seat):
    with pytest.raises(BadOption, match="seats must be from 0 to 2"):
        Batch(toy, 3, 5, seed=1).observations([0, 0, seat, 0, 0])


def test_an_empty_batch_is_a_batch(toy):
    batch = Batch(toy, 3, 0, seed=1)
    batch.step([])
    assert batch.play_randomly(1).shape == (0,)
    assert batch.scores().shape == (0, 3)
    assert repr(batch) == f"<0 positions of {toy!r}, 3 players>"
