"""The rules as CUDA kernels: translated without a GPU, and played by CUDA's simulator."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import proa

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here (the extra gpu)")

SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("tahiti", "borneo", "borabora")]
SIMULATED = """
import sys
import numpy as np
import proa
from proa.games import GAMES
from proa.engine import gpu
from proa.engine.batch import Batch

GAMES.offer("toy", "toy:KIND")
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


@pytest.mark.parametrize("name", ["toy", *SLOW])
def test_all_kernels_become_code_of_a_device(name, monkeypatch):
    import numba.cuda.dispatcher as dispatcher
    from numba import cuda, from_dtype, types

    from proa.engine import gpu

    class Device:
        compute_capability = (8, 0)

    monkeypatch.setattr(dispatcher, "get_current_device", Device)
    game = proa.game(name)
    kernels = gpu.Kernels(game, game.players[1])
    whole, real, short = types.int64, types.float32, types.int32

    def several(kind, axes=1):
        return types.Array(kind, axes, "C")

    records = [from_dtype(gpu.aligned(dtype)) for dtype in (game.rules.dtype, game.kind.state)]
    both = [*map(several, records)]
    wholes, flags = several(whole), several(types.boolean)
    numbers, legal = several(types.int8, 2), several(short, 2)
    taken = {
        "play_randomly": (*both, types.uint64, whole, whole, wholes),
        "begin": (*both, whole),
        "tell": (*both, wholes, wholes, legal, several(types.boolean, 2), numbers),
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
