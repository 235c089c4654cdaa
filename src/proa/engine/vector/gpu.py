"""The rules as CUDA kernels; needs the extra ``gpu``.

numba-cuda compiles the same rule functions a second time. Random games draw from the same streams
as :meth:`proa.engine.vector.batch.Batch.play_randomly`, so they are the same games.

>>> games = gpu.Games(proa.game("tahiti"), players=4, n=65536, seed=1)
>>> games.play_randomly(seed=1)
>>> games.step(actions)  # an array on the device, for example of CuPy or PyTorch
>>> torch.from_dlpack(games.observations), games.masks, games.rewards, games.done, games.seats

Arrays stay on the device and have ``__cuda_array_interface__``, with which CuPy, PyTorch and JAX
read them without a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.cache import cache_folder, remove_old
from proa.engine.compiler.source_hashes import reachable, source_files_of
from proa.engine.core import seeds as seeding
from proa.engine.core import verbs
from proa.engine.core.fields import record_of, twin_of
from proa.engine.core.game import Game
from proa.engine.core.observation import FLOAT32, check_dtype
from proa.engine.core.seeds import Seed
from proa.engine.errors import BadOption
from proa.engine.vector import device_functions, playouts
from proa.engine.vector.batch import check_whole
from proa.engine.vector.device_functions import SIMULATED, Translator, cuda
from proa.engine.vector.kernels import KERNELS, TOGETHER, WARP
from proa.engine.vector.rewards import reward_number

THREADS = 64
"""Threads per block: few, because games differ in length and a block waits for its slowest."""


def aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a record's type for the device: fields at multiples of their sizes."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.dtype((aligned(inner), shape))
    if dtype.fields is None:
        return dtype
    return np.dtype([(name, aligned(field[0])) for name, field in dtype.fields.items()], align=True)


# -- the games -------------------------------------------------------------------------------


class Kernels:
    """The kernels of a game for a number of players: compiled when first run, and then kept on disk
    like other compiled code."""

    def __init__(self, game: Game, players: int) -> None:
        translator, constants = Translator(game), _constants(game, players)
        self.plain = {kernel.__name__: translator.kernel(kernel, **constants) for kernel in KERNELS}
        self.ready = {name: cuda.jit(kernel) for name, kernel in self.plain.items()}
        if not SIMULATED:
            self._keep(kernels_folder(game, players))

    def _keep(self, folder: Path) -> None:
        """Have numba-cuda store in a folder what it compiles. Its own key knows only the kernel's
        file, the folder's name all that the kernel reaches."""
        with _numba_folder(folder):
            for kernel in self.ready.values():
                try:
                    kernel.enable_caching()
                except (RuntimeError, OSError):  # the folder can't be written
                    return
        remove_old(folder.name.rpartition("-")[0], keep=folder)

    def run(self, name: str, threads: int, *arguments: Any) -> None:
        """Run a kernel with so many threads."""
        self.ready[name][-(-threads // THREADS), THREADS](*arguments)

    def run_warps(self, name: str, warps: int, shared: int, *arguments: Any) -> None:
        """Run a kernel with so many warps, each with so many bytes of shared memory."""
        self.ready[name][warps, WARP, 0, shared](*arguments)


def _constants(game: Game, players: int) -> dict[str, Any]:
    """Return what the kernels of a game must know when they are compiled."""
    action = np.int16 if len(game.all_codes) <= 2**15 else np.int32
    return {"CAPACITY": game.spec.capacity, "PLAYERS": players, "ACTION": np.dtype(action)}


def check_gpu() -> None:
    """Raise :class:`BadOption` unless there is a GPU that can be used, or its simulator."""
    if not SIMULATED and not cuda.is_available():
        raise BadOption(
            "no CUDA GPU can be used here; with a driver of CUDA 13, pip install 'numba-cuda[cu13]'"
        )


def kernels_folder(game: Game, players: int) -> Path:
    """Return the cache folder of the kernels of a game for a number of players."""
    parts = reachable(KERNELS, verbs.look_up(dict(game.spec.verbs)))
    sources = [*source_files_of(parts), Path(device_functions.__file__), Path(__file__)]
    constants = "-".join(map(str, _constants(game, players).values()))
    return cache_folder(f"{game.name}-gpu-{constants}", sources)


@contextmanager
def _numba_folder(folder: Path) -> Iterator[None]:
    """Let numba-cuda take this folder for caches that are made meanwhile."""
    from numba.cuda.core import config as cuda_config

    before, cuda_config.CACHE_DIR = cuda_config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        cuda_config.CACHE_DIR = before


_known: dict[Any, Kernels] = {}


def kernels_of(game: Game, players: int) -> Kernels:
    """Return the kernels of a game for a number of players, translated and compiled once in a
    process: editions and options share them."""
    key = game.compiled, *_constants(game, players).values()
    if key not in _known:
        _known[key] = Kernels(game, players)
    return _known[key]


class _Empty:
    """An empty record for the simulator, a new one each time: assignment does not copy twins."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._dtype = dtype

    def __getitem__(self, index: int) -> Any:
        return twin_of(np.zeros(1, self._dtype))


class Games:
    """``n`` games on the device, each with chance from its own key."""

    def __init__(
        self,
        game: Game,
        players: int,
        n: int,
        *,
        seed: Seed | None = None,
        reward: str = "share",
        again: bool = False,
        observe: bool = True,
        dtype: str = FLOAT32,
        order: Literal["C", "F"] = "C",
    ) -> None:
        """Begin them: the same ``seed`` gives the same chance; left out, they have their own, which
        :attr:`seed` tells. ``reward`` is one of :mod:`proa.engine.vector.rewards`. With ``again`` a
        game that :meth:`step` ends is begun anew at once. Without ``observe`` there are no
        observations; their ``dtype`` is float32, or int8, which takes a fifth of the memory.
        ``order`` is NumPy's, of the arrays with a row for each game: ``C`` keeps a row together,
        ``F`` each number of all games. Values and shapes are the same.

        Raises :class:`~proa.engine.errors.BadOption`.
        """
        game.check_players(players)
        check_whole("n", n, 1)
        check_dtype(dtype)
        if order not in ("C", "F"):
            raise BadOption("order must be C or F, not {value}", value=repr(order))
        check_gpu()
        self.game = game
        self.players = players
        self.seed = seeding.fresh_seed() if seed is None else seeding.checked_seed(seed)
        self.again = again
        self._reward = reward_number(reward)
        self._kernels = kernels_of(game, players)
        self._n = n
        self._has_rows = order == "C"
        self._rules = records_to_device(game.rules)
        states = np.zeros(n, game.spec.state)
        chance = np.random.default_rng(seeding.as_number(self.seed))
        states["key"] = chance.integers(2**64, size=(n, 2), dtype="u8")
        self.states = records_to_device(states)
        empty = np.zeros(1, game.spec.state)
        self._empty = _Empty(game.spec.state) if SIMULATED else records_to_device(empty)
        self._seeds = _device(states["key"][:, 0].copy())
        self._rounds = _device(np.ones(n, np.uint64))
        self._factors = cuda.to_device(game.layout.factors)
        self.seats = _device(np.zeros(n, np.int64))
        self.counts = _device(np.zeros(n, np.int64))
        self.legal = _device(np.zeros((n, game.spec.capacity), np.int32, order))
        self.masks = _device(np.zeros((n, len(game.all_codes)), np.bool_, order))
        self._is_observed = observe
        self._is_scaled = observe and dtype == FLOAT32
        size = (n, game.layout.size)
        self.numbers = _device(np.zeros(size if observe else (1, 1), np.int8, order))
        self.observations = self.numbers
        if self._is_scaled:
            self.observations = _device(np.zeros(size, np.float32, order))
        self.rewards = _device(np.zeros((n, players), np.float32))
        self.done = _device(np.zeros(n, np.bool_))
        self.refused = _device(np.zeros(n, np.bool_))
        self._worths = _device(np.zeros((n, players), np.float64))
        self._run("begin", self.states, players)
        self._observe()

    def __len__(self) -> int:
        return self._n

    def play_randomly(self, seed: Seed, most: int = playouts.NO_LIMIT) -> Any:
        """Play all games at random, each to its end or for ``most`` decisions; their numbers.

        Game i draws from the stream i of ``seed``, as in :meth:`Batch.play_randomly`.
        """
        stream = np.uint64(seeding.as_word(seed))
        check_whole("most", most, 0)
        decisions = _device(np.zeros(len(self), np.int64))
        self._run("play_randomly", self.states, stream, 0, most, decisions)
        self._observe()
        return decisions

    def step(self, chosen: Any) -> int:
        """Play one decision in each game, an int64 array on the device; finished games ignore it.

        Illegal actions are not played; returns in how many games this happened.
        """
        bad = _device(np.zeros(1, np.int64))
        told = (self.seats, self.counts, self.legal, self._reward, self._worths)
        out = (self.rewards, self.done, self.refused, bad)
        self._run("step", self.states, self._checked(chosen), *told, *out)
        if self.again:
            anew = (self._empty, self._seeds, self._rounds, self.done, self._worths)
            self._run("begin_again", self.states, *anew)
        self._observe()
        return int(bad.copy_to_host()[0])

    def _checked(self, chosen: Any) -> Any:
        """Return actions as an array of the device; a kernel would read past a shorter one."""
        if hasattr(chosen, "__cuda_array_interface__"):
            chosen = cuda.as_cuda_array(chosen)
        if (
            not cuda.devicearray.is_cuda_ndarray(chosen)
            or chosen.shape != (len(self),)
            or chosen.dtype != np.int64
            or not chosen.is_c_contiguous()
        ):
            raise BadOption(
                "actions must be an array of {n} int64 on the GPU, one for each game, not {value}",
                n=len(self),
                value=_described(chosen),
            )
        return chosen

    def records(self) -> NDArray[Any]:
        """Return the positions, copied from the device."""
        return records_from_device(self.states, self.game.spec.state)

    def _observe(self) -> None:
        told = (self.seats, self.counts, self.legal, self.masks, self.numbers, self._is_observed)
        if self._has_rows:
            warps, shared = -(-len(self) // TOGETHER), TOGETHER * self.numbers.shape[1]
            arguments = (self._rules, self.states, *told)
            self._kernels.run_warps("observe_rows", warps, shared, *arguments)
        else:
            self._run("observe_columns", self.states, *told)
        if self._is_scaled:
            threads = len(self) * self.game.layout.size
            self._kernels.run("scale", threads, self.numbers, self._factors, self.observations)

    def _run(self, name: str, *arguments: Any) -> None:
        self._kernels.run(name, len(self), self._rules, *arguments)


def _described(value: Any) -> str:
    """Return what somebody gave instead of an array of the device."""
    if not hasattr(value, "dtype"):
        return repr(value)[:80]
    place = "on the GPU" if cuda.devicearray.is_cuda_ndarray(value) else "not on the GPU"
    return f"{value.dtype} {tuple(value.shape)}, {place}"


def _device(array: NDArray[Any]) -> Any:
    return cuda.to_device(array)


def records_to_device(records: NDArray[Any]) -> Any:
    """Copy records to the device. The simulator, which is Python, gets their twins, because sums of
    NumPy numbers would overflow their types."""
    if SIMULATED:
        return [twin_of(record) for record in records]
    return cuda.to_device(records.astype(aligned(records.dtype)))


def records_from_device(records: Any, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return a copy of records from the device."""
    if SIMULATED:
        return np.concatenate([record_of(twin) for twin in records])
    found: NDArray[Any] = records.copy_to_host().astype(dtype)
    return found
