"""The slices of an observation, and its two forms."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import proa
from proa.engine.compiler.intrinsics import row_of
from proa.engine.core.observation import Layout, Slice
from proa.engine.core.observation_rules import MOST, away, clip, left_of, write_one_hot, write_set
from proa.engine.errors import BadOption
from proa.engine.vector.batch import Batch
from proa.engine.vector.vector import Vector

SEA = Slice("sea", (("a", "b"), ("1", "2", "3")), "how deep it is", 4.0)
WIND = Slice("wind", (), "how strong it is")


def test_a_layout_names_and_finds_its_numbers():
    layout = Layout([WIND, SEA])
    assert layout.size == 7
    assert layout.names() == ["wind", *(f"sea: {x}, {y}" for x in "ab" for y in "123")]
    assert layout["sea"] is layout[1] is SEA
    assert (SEA.shape, WIND.shape, SEA.size, WIND.size) == ((2, 3), (), 6, 1)
    assert layout.place("sea") == slice(1, 7)
    assert layout.factors.tolist() == [1.0] + 6 * [0.25]
    many = np.arange(14.0).reshape(2, 7)
    assert layout.part("sea", many).tolist() == [[[1, 2, 3], [4, 5, 6]], [[8, 9, 10], [11, 12, 13]]]
    assert np.shares_memory(layout.part("sea", many), many)
    assert layout.part("wind", many).tolist() == [0, 7]
    with pytest.raises(BadOption, match="no slice 'moon'; it has wind, sea"):
        layout.place("moon")
    with pytest.raises(ValueError, match="one name"):
        Layout([WIND, WIND])


def test_a_hash_tells_layouts_apart():
    others = [[SEA, WIND], [WIND], [WIND, Slice("sea", SEA.axes, SEA.meaning, 5.0)]]
    assert len({Layout(slices).hash for slices in ([WIND, SEA], *others)}) == 4
    assert Layout([WIND, SEA]).hash == Layout([WIND, SEA]).hash


def test_a_game_prints_its_table():
    lines = repr(proa.game("tahiti").layout).splitlines()
    assert lines[0].startswith("573 numbers")
    assert "board                    7x7x8        /1     pearl and boat on each square" in lines[-1]


def test_what_rules_tell_with():
    out = np.zeros(8, np.int8)
    assert write_set(0b101, 3, 1, out) == 4
    assert write_one_hot(1, 3, 4, out) == 7
    assert write_one_hot(-1, 1, 7, out) == 8
    assert out.tolist() == [0, 1, 0, 1, 0, 1, 0, 0]
    assert (clip(300), clip(5)) == (MOST, 5)
    position = proa.game("tahiti").start(3, seed=1).fields
    assert [left_of(position, 2, places) for places in range(3)] == [2, 0, 1]
    assert [away(position, 2, other) for other in (2, 0, 1)] == [0, 1, 2]


def test_compiled_code_tells_sets_of_every_size_alike():
    @numba.njit
    def compiled(things, n, out):
        return write_set(things, n, 1, row_of(out))

    for n in range(1, 64):
        for things in (0x5A5A_F00F_1234_8765, 2**n - 1):
            plain, fast = np.full((2, n + 2), 7, np.int8)
            assert write_set(things, n, 1, plain) == compiled(things, n, fast) == n + 1
            assert fast.tolist() == plain.tolist()


def test_all_forms_tell_the_same(toy):
    games = [Vector(toy, 3, 9, seed=1, dtype=dtype) for dtype in ("float32", "int8")]
    scaled, whole = games
    for _ in range(30):
        for each in games:
            each.step_randomly()
        assert whole.observations.dtype == np.int8
        assert scaled.observations.tolist() == (whole.observations * toy.layout.factors).tolist()
        position = whole.position(4)
        for dtype, each in zip(("float32", "int8"), games, strict=True):
            seen = toy.observation(position, position.to_move, dtype)
            assert seen.dtype == each.observations.dtype
            assert seen.tolist() == each.observations[4].tolist()
            assert each.last_observations(np.zeros(9, int)).dtype == seen.dtype
    batch = Batch(toy, 3, 4, seed=1)
    seats = np.zeros(4, int)
    assert batch.observations(seats, "int8").dtype == np.int8
    both = batch.observations(seats), batch.observations(seats, "int8") * toy.layout.factors
    assert both[0].tolist() == both[1].tolist()


def test_other_forms_are_refused(toy):
    position = toy.start(3, seed=1)
    asks = (
        lambda: toy.observation(position, 0, "float64"),
        lambda: Batch(toy, 3, 1, seed=1).observations(np.zeros(1, int), "float64"),
        lambda: Vector(toy, 3, 1, dtype="float64"),
        lambda: toy.information_state(position, 0).observation("float64"),
    )
    for ask in asks:
        with pytest.raises(
            BadOption, match="the observation types are float32 / int8, not 'float64'"
        ):
            ask()


def test_outcomes_as_numbers_with_probabilities(toy):
    waiting = toy.start(3, seed=1, chance=False)
    numbers, odds = toy.odds(waiting)
    weights = toy.outcomes(waiting)
    assert [toy.code(number) for number in numbers] == list(weights)
    assert odds.tolist() == [weight / sum(weights.values()) for weight in weights.values()]
    assert toy.odds(toy.start(3, seed=1))[0] == []
