"""The rules as CUDA kernels: translated without a GPU, and played by CUDA's simulator."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import proa
from proa.engine.errors import BadOption
from proa.games import GAMES

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here (the extra gpu)")

SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("tahiti", "borneo", "borabora")]
SIMULATED = """
import sys
import numpy as np
import proa
from proa.games import GAMES
from proa.engine.vector import gpu
from proa.engine.vector.batch import Batch

GAMES.offer("toy", "toy:SPEC")
game, n = proa.game(sys.argv[1]), int(sys.argv[2])
players = game.players[1]
games = gpu.Games(game, players, n, seed=1)
batch = Batch(game, players, n, seed=1)
assert games.records().tobytes() == batch.states.tobytes()
rng = np.random.default_rng(1)
for _ in range(5):
    seats, counts = games.seats.copy_to_host(), games.counts.copy_to_host()
    actions, numbers = batch.legal()
    assert seats.tolist() == batch.to_move().tolist()
    assert counts.tolist() == numbers.tolist()
    seen = batch.observations(np.maximum(seats, 0))
    assert games.observations.copy_to_host().tolist() == seen.tolist()
    assert games.masks.copy_to_host().sum(axis=1).tolist() == counts.tolist()
    chosen = actions[np.arange(n), rng.integers(counts)].astype(np.int64)
    assert games.step(gpu.cuda.to_device(chosen)) == 0
    batch.step(chosen)
    assert games.records().tobytes() == batch.states.tobytes()
assert games.step(gpu.cuda.to_device(np.full(n, -1))) == n
assert games.records().tobytes() == batch.states.tobytes()
decisions = games.play_randomly(seed=2)
assert decisions.copy_to_host().tolist() == batch.play_randomly(2).tolist()
assert games.records().tobytes() == batch.states.tobytes()
assert not games.masks.copy_to_host().any()
"""


SIZE = 3


def _twice(out):
    numbers = np.zeros(2 * SIZE + len((4, 5)), np.int64)
    other = np.empty(SIZE, np.int64)
    for i in range(SIZE):
        numbers[2 * i] += i
        other[i] += 1
    out[0] = len(numbers) * 1000 + numbers.sum() * 100 + other.sum()


def _of_the_position(out):
    numbers = np.zeros(len(out), np.int64)
    out[0] = len(numbers)


def _of_an_unknown_name(out):
    numbers = np.zeros(NO_SUCH_NAME, np.int64)  # noqa: F821
    out[0] = len(numbers)


def _of_two_axes(out):
    numbers = np.zeros((SIZE, SIZE), np.int64)
    out[0] = len(numbers)


def _of_a_fraction(out):
    numbers = np.zeros(SIZE / 2, np.int64)
    out[0] = len(numbers)


def _without_a_type(out):
    numbers = np.zeros(SIZE)
    out[0] = len(numbers)


def _without_a_name(out):
    out[0] = np.zeros(SIZE, np.int64).sum()


def _with_an_annotation(out):
    numbers: object = np.zeros(SIZE, np.int64)
    out[0] = len(numbers)


def _of_ones(out):
    numbers = np.ones(SIZE, np.int64)
    out[0] = len(numbers)


REFUSED = [
    *(_of_the_position, _of_an_unknown_name, _of_two_axes, _of_a_fraction),
    *(_without_a_type, _without_a_name, _with_an_annotation, _of_ones),
]


def test_constants_give_the_size_of_an_array(toy, monkeypatch):
    """numba-cuda takes literals only."""
    from proa.engine.vector import gpu

    class Local:
        @staticmethod
        def array(size, dtype):
            return np.full(size, 7, dtype)

    monkeypatch.setattr(gpu.cuda, "local", Local)
    out = [0]
    gpu.Translator(toy).kernel(_twice)(out)
    assert out == [8 * 1000 + (0 + 1 + 2) * 100 + 3]
    names = gpu.Translator(toy).kernel(_twice).__code__.co_names
    assert "SIZE" in names  # only the sizes of arrays are replaced
    assert "zeros" not in names


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.__name__.strip("_"))
def test_other_arrays_are_refused_with_file_and_line(toy, rule):
    from proa.engine.vector import gpu

    with pytest.raises(BadOption) as refusal:
        gpu.Translator(toy).kernel(rule)
    assert str(refusal.value).startswith(f"{__file__}:{rule.__code__.co_firstlineno + 1}: a GPU")
    assert "np." in str(refusal.value)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_is_translated(name):
    from proa.engine.vector import gpu

    game = proa.game(name)
    assert {*gpu.Kernels(game, game.players[1]).plain} >= {"begin", "step", "play_randomly"}


@pytest.mark.parametrize("name", ["toy", *SLOW])
def test_all_kernels_become_code_of_a_device(name, monkeypatch):
    import numba.cuda.dispatcher as dispatcher
    from numba import cuda, from_dtype, types

    from proa.engine.vector import gpu

    class Device:
        compute_capability = (8, 0)

    monkeypatch.setattr(dispatcher, "get_current_device", Device)
    game = proa.game(name)
    kernels = gpu.Kernels(game, game.players[1])
    whole, real, short = types.int64, types.float32, types.int32

    def several(kind, axes=1):
        return types.Array(kind, axes, "C")

    records = [from_dtype(gpu.aligned(dtype)) for dtype in (game.rules.dtype, game.spec.state)]
    both = [*map(several, records)]
    wholes, flags = several(whole), several(types.boolean)
    numbers, legal = several(types.int8, 2), several(short, 2)
    taken = {
        "play_randomly": (*both, types.uint64, whole, whole, wholes),
        "begin": (*both, whole),
        "observe_each": (*both, wholes, wholes, legal, several(types.boolean, 2), numbers),
        "scale": (numbers, several(real), several(real, 2)),
        "step": (
            *(*both, wholes, wholes, wholes, legal, whole),
            *(several(types.float64, 2), several(real, 2), flags, wholes),
        ),
    }
    assert set(taken) == set(kernels.plain)
    for kernel, arguments in taken.items():
        code, _ = cuda.compile_ptx(kernels.plain[kernel], arguments, cc=(8, 0))
        assert ".visible .entry" in code


@pytest.mark.parametrize(
    ("name", "games"), [("toy", 3), *(pytest.param(*p.values, 100, marks=p.marks) for p in SLOW)]
)
def test_simulated_games_are_those_of_the_processor(name, games):
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", SIMULATED, name, str(games)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
