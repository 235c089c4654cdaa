"""The rules as CUDA kernels: translated without a GPU, and played by CUDA's simulator."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import proa
from proa.engine.errors import BadOption
from proa.games import GAMES

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here (the extra gpu)")
from numba import cuda

ROOT = Path(__file__).resolve().parents[3]
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("tahiti", "borneo", "borabora")]
SIMULATED = """
import sys
import numpy as np
import proa
from proa.games import GAMES
from proa.engine.core.game import Game
from proa.engine.errors import BadOption
from proa.engine.vector import gpu
from proa.engine.vector.batch import Batch

GAMES.offer("toy", "toy:SPEC")
game, n, order = proa.game(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
players = game.players[1]
games = gpu.Games(game, players, n, seed=1, order=order)
for array in (games.observations, games.masks, games.legal):
    assert array.copy_to_host().flags[f"{order}_CONTIGUOUS"]
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
    legal, masks = games.legal.copy_to_host(), games.masks.copy_to_host()
    for i, count in enumerate(counts):
        assert legal[i, :count].tolist() == actions[i, :count].tolist()
        assert np.flatnonzero(masks[i]).tolist() == actions[i, :count].tolist()
    chosen = actions[np.arange(n), rng.integers(counts)].astype(np.int64)
    assert games.step(gpu.cuda.to_device(chosen)) == 0
    batch.step(chosen)
    assert games.records().tobytes() == batch.states.tobytes()
some = np.where(np.arange(n) % 2, -1, games.legal.copy_to_host()[:, 0]).astype(np.int64)
assert games.step(gpu.cuda.to_device(some)) == n // 2
assert games.refused.copy_to_host().tolist() == [bool(i % 2) for i in range(n)]
some[1::2] = games.legal.copy_to_host()[1::2, 0]
some[::2] = -1
assert games.step(gpu.cuda.to_device(some)) == n - n // 2
batch.step(batch.legal()[0][:, 0])
assert games.records().tobytes() == batch.states.tobytes()
for wrong in (some, [0] * n, some[:-1], some.astype("i4"), some.astype("f8"), some[:, None]):
    device = wrong if wrong is some or isinstance(wrong, list) else gpu.cuda.to_device(wrong)
    try:
        games.step(device)
    except BadOption as error:
        assert str(error).startswith(f"actions must be an array of {n} int64 on the GPU, one for")
    else:
        raise AssertionError(wrong)
assert games.records().tobytes() == batch.states.tobytes()
small, blind = (gpu.Games(game, players, n, seed=1, order=order, **wish) for wish in (
    {"dtype": "int8"}, {"observe": False}))
first = Batch(game, players, n, seed=1)
seen = first.observations(np.maximum(small.seats.copy_to_host(), 0), "int8")
assert small.observations.dtype == np.int8
assert small.observations.copy_to_host().tolist() == seen.tolist()
moves = gpu.cuda.to_device(first.legal()[0][:, 0].astype(np.int64))
first.step(first.legal()[0][:, 0])
for other in (small, blind):
    assert other.step(moves) == 0
    assert other.records().tobytes() == first.states.tobytes()
    assert other.masks.copy_to_host().sum(axis=1).tolist() == first.legal()[1].tolist()
assert blind.observations.size == 1
decisions = games.play_randomly(seed=2)
assert decisions.copy_to_host().tolist() == batch.play_randomly(2).tolist()
assert games.records().tobytes() == batch.states.tobytes()
assert not games.masks.copy_to_host().any()
assert gpu.Games(game, players, 1)._kernels is games._kernels
assert gpu.Games(Game(game.spec), players, 1)._kernels is games._kernels
"""
ANEW = """
import sys
import numpy as np
import proa
from proa.games import GAMES
from proa.engine.core.rng import next_number, seeded
from proa.engine.core.position import Position
from proa.engine.vector import gpu

GAMES.offer("toy", "toy:SPEC")
game, n = proa.game("toy"), 3
games = gpu.Games(game, 3, n, seed=1, again=True, reward="lead")
seeds, rounds, finished = games.records()["key"][:, 0].copy(), [1] * n, 0
assert gpu.Games(game, 3, n).seed != gpu.Games(game, 3, n).seed
while finished < 5:
    before = games.records()
    seats, actions = games.seats.copy_to_host(), games.legal.copy_to_host()[:, 0].astype(np.int64)
    assert (seats >= 0).all()
    assert games.step(gpu.cuda.to_device(actions)) == 0
    done, rewards, after = games.done.copy_to_host(), games.rewards.copy_to_host(), games.records()
    for i in np.flatnonzero(done):
        finished += 1
        position = game.play(Position(game, before[i : i + 1].copy()), int(actions[i]))
        scores = game.scores(position)
        leads = [s - max(scores[:k] + scores[k + 1 :]) for k, s in enumerate(scores)]
        assert position.is_over and rewards[i].tolist() == leads
        with np.errstate(over="ignore"):
            numbers = np.array([seeded(np.uint64(seeds[i]), np.uint64(rounds[i]))], np.uint64)
            key = np.array([next_number(numbers), next_number(numbers)], np.uint64)
        rounds[i] += 1
        assert after[i : i + 1].tobytes() == game.start(3, key=key).record().tobytes()
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


class Device:
    """What there is not here."""

    compute_capability = (8, 0)


@pytest.mark.parametrize("name", ["toy", *SLOW])
def test_all_kernels_become_code_of_a_device(name, monkeypatch):
    import numba.cuda.dispatcher as dispatcher
    from numba import cuda, from_dtype, types

    from proa.engine.vector import gpu

    monkeypatch.setattr(dispatcher, "get_current_device", Device)
    game = proa.game(name)
    kernels = gpu.Kernels(game, game.players[1])
    whole, real, short = types.int64, types.float32, types.int32

    def several(kind, axes=1, order="C"):
        return types.Array(kind, axes, order)

    records = [from_dtype(gpu.aligned(dtype)) for dtype in (game.rules.dtype, game.spec.state)]
    both = [*map(several, records)]
    wholes, flags = several(whole), several(types.boolean)
    worths = several(types.float64, 2)

    def taken(order):
        legal, masks, numbers, scaled = (
            several(kind, 2, order) for kind in (short, types.boolean, types.int8, real)
        )
        told = (*both, wholes, wholes, legal, masks, numbers, types.boolean)
        return {
            "play_randomly": (*both, types.uint64, whole, whole, wholes),
            "begin": (*both, whole),
            "observe_rows" if order == "C" else "observe_columns": told,
            "scale": (numbers, several(real), scaled),
            "step": (
                *(*both, wholes, wholes, wholes, legal, whole, worths),
                *(several(real, 2), flags, flags, wholes),
            ),
            "begin_again": (
                *(*both, both[1], several(types.uint64), several(types.uint64)),
                *(flags, worths),
            ),
        }

    assert {*taken("C"), *taken("F")} == set(kernels.plain)
    for kernel, arguments in {*taken("C").items(), *taken("F").items()}:
        code, _ = cuda.compile_ptx(kernels.plain[kernel], arguments, cc=(8, 0))
        assert ".visible .entry" in code


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("toy", 11),
        *(pytest.param(*case.values, 24, marks=pytest.mark.slow) for case in SLOW),
        *(pytest.param(*case.values, 100, marks=pytest.mark.release) for case in SLOW),
    ],
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_simulated_games_are_those_of_the_processor(name, games, order):
    _simulate(SIMULATED, name, str(games), order)


def _simulate(program, *arguments):
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def test_games_that_end_are_begun_anew_if_asked():
    _simulate(ANEW)


@pytest.mark.parametrize(
    ("lacking", "sentence"),
    [
        ("raise ModuleNotFoundError", "this needs numba-cuda, which is not installed: pip"),
        ("numpy.no_such_function", r"can't be imported with NumPy .* \(AttributeError: .*pip"),
    ],
)
def test_numba_cuda_that_can_not_be_used_is_told(tmp_path, lacking, sentence):
    (tmp_path / "numba_cuda.py").write_text(f"import numpy\n{lacking}\n")
    program = (
        "import sys, proa; sys.path.insert(0, sys.argv[1]); sys.modules.pop('numba_cuda', None)\n"
        "try: from proa.engine.vector import gpu\nexcept proa.BadOption as error: print(error)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert re.search(sentence, done.stdout), done.stderr


@pytest.mark.skipif(cuda.is_available(), reason="there is a GPU here")
def test_without_a_gpu_a_sentence_tells_what_is_needed(toy):
    from proa.engine.vector import gpu

    with pytest.raises(BadOption, match=r"no CUDA GPU can be used here; .*numba-cuda\[cu13\]"):
        gpu.Games(toy, 3, 1)


@pytest.mark.parametrize("order", ["A", "c", None, 0])
def test_another_layout_of_rows_is_refused(toy, order):
    from proa.engine.vector import gpu

    with pytest.raises(BadOption, match=f"order must be C or F, not {order!r}"):
        gpu.Games(toy, 3, 4, order=order)


def test_kernels_lie_in_a_folder_for_what_they_are_made_of(toy, tmp_path, monkeypatch):
    from proa.engine.vector import gpu

    monkeypatch.setenv("PROA_CACHE", str(tmp_path))
    folders = {gpu.kernels_folder(game, 3) for game in (toy, proa.game("tahiti"))}
    folders.add(gpu.kernels_folder(proa.game("tahiti"), 4))
    assert len(folders) == 3
    assert gpu.kernels_folder(proa.game("toy", tide="calm"), 3) in folders
    for kernel in gpu.Kernels(toy, 3).ready.values():
        assert Path(kernel.stats.cache_path).is_relative_to(gpu.kernels_folder(toy, 3))


def test_kernels_that_were_compiled_are_read_from_disk(toy, tmp_path, monkeypatch):
    """Without a GPU nothing can be loaded onto one; all else is as with it."""
    from numba import from_dtype, types
    from numba.cuda import codegen, dispatcher

    from proa.engine.vector import gpu

    monkeypatch.setenv("PROA_CACHE", str(tmp_path))
    monkeypatch.setattr(dispatcher, "get_current_device", Device)
    monkeypatch.setattr(dispatcher._Kernel, "bind", lambda kernel: None)
    monkeypatch.setattr(codegen.CUDACodeLibrary, "_ensure_cc", lambda library, cc: (8, 0))
    monkeypatch.setattr(codegen.JITCUDACodegen, "magic_tuple", lambda made: (8, 0))
    records = [from_dtype(gpu.aligned(each)) for each in (toy.rules.dtype, toy.spec.state)]
    taken = (*(types.Array(each, 1, "C") for each in records), types.int64)
    counts = []
    for _ in range(2):
        begin = gpu.Kernels(toy, 3).ready["begin"]
        begin.compile(taken)
        counts.append([sum(c.values()) for c in (begin.stats.cache_hits, begin.stats.cache_misses)])
    assert counts == [[0, 1], [1, 0]]


def test_the_benchmark_goes_through_all_in_the_simulator(tmp_path):
    """From a source tree, without an installation."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": ""}
    command = [sys.executable, str(ROOT / "benchmarks" / "gpu.py"), "--game", "tahiti"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-3000:]
    rows = json.loads(done.stdout.splitlines()[-1])["tahiti"]
    assert rows["same games as the processor"] == "equal"
    assert len(rows) == 16
    assert "| | Tahiti |" in done.stdout


def test_the_benchmark_says_that_there_is_no_gpu():
    if cuda.is_available():
        pytest.skip("there is a GPU here")
    command = [sys.executable, str(ROOT / "benchmarks" / "gpu.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("no CUDA GPU can be used here")
