"""What a GPU plays, and how fast: ``python benchmarks/gpu.py [--game tahiti] [--write]``.

First the same games as the processor: steps with masks, lists and observations, then to the end.
Then speeds by CUDA events, for the table of ``docs/performance.md`` (``--write``), and Pgx's
backgammon beside them if it is installed. It runs in a source tree without installing, and ends
after ``--seconds``, leaving out what is not measured by then. With ``NUMBA_ENABLE_CUDASIM=1`` it
goes through all of it with tiny numbers, whose speeds mean nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np  # noqa: E402
from timing import machine  # noqa: E402

import proa  # noqa: E402
from proa.engine.core.game import Game  # noqa: E402
from proa.engine.errors import ProaError  # noqa: E402
from proa.engine.vector.batch import Batch  # noqa: E402
from proa.games import GAMES  # noqa: E402
from proa.precompile import STUDY  # noqa: E402

try:
    from proa.engine.vector import gpu
except ProaError as error:
    sys.exit(str(error))
from numba import cuda  # noqa: E402

PAGE = ROOT / "docs" / "performance.md"
MARK = "<!-- from here on: python benchmarks/gpu.py --write -->\n"
SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
EQUAL, STEPS = (2, 2) if SIMULATED else (10_000, 60)
"""How many games are compared, and after how many steps they are played to the end."""
WHOLE = 2 if SIMULATED else 131_072
SIZES = (1, 2) if SIMULATED else (4096, 65_536, 262_144)
ROUNDS, SPREAD = (1, 1) if SIMULATED else (5, 20)
ORDERS = ("C", "F")
"""The orders of arrays: a game's numbers side by side, or each number of all games."""
PGX = 32_768
HEAVY = (*(f"step {order}" for order in ORDERS), "play_randomly")
"""The kernels that take longest to compile: each in a process of its own."""
SAME = "equal"
COMPILING = 0.6
"""The share of the time that compiling may take."""


class TimeIsUp(Exception):
    """What is not measured yet is left out."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise :class:`TimeIsUp` inside, and end it, after so long."""

    def ring(*_: object) -> None:
        raise TimeIsUp

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TimeIsUp:
        print("time is up: the rest is left out", flush=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def milliseconds(action: Callable[[], object], again: Callable[[], object] = lambda: None) -> float:
    """The median time that an action takes on the device; ``again`` prepares each round."""
    rounds = []
    for _ in range(ROUNDS + 1):  # the first one compiles
        again()
        begin, end = cuda.event(), cuda.event()
        begin.record()
        action()
        end.record()
        end.synchronize()
        rounds.append(begin.elapsed_time(end))
    return float(np.median(rounds[1:]))


# -- compiling -------------------------------------------------------------------------------


def compile_all(names: Sequence[str], most: float) -> dict[str, float]:
    """Compile all games for the processor and the GPU side by side, for ``most`` seconds, to be
    read from the cache; the seconds that each game's kernels took."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(Path(__file__).resolve()), "--compile"]
    began = time.monotonic()
    workers = [
        (name, subprocess.Popen([*command, f"{name}:{kernel}"], env=environment))
        for name in names
        for kernel in (*HEAVY, STUDY)
    ]
    seconds = dict.fromkeys(names, 0.0)
    waiting = list(workers)
    while waiting and time.monotonic() - began < most:
        time.sleep(0.1)
        for name, worker in list(waiting):
            if worker.poll() is not None:
                seconds[name] = time.monotonic() - began
                waiting.remove((name, worker))
    for name, worker in waiting:
        print(f"{name}: compiling takes too long", flush=True)
        worker.kill()
    return seconds


def compile_one(what: str) -> None:
    """Compile a heavy kernel of a game with all that a game needs to begin, or the processor's."""
    name, _, kernel = what.partition(":")
    game = proa.game(name)
    if kernel == STUDY:
        game.compiled.load(STUDY)
        return
    if kernel == "play_randomly":
        _games(game, 1).play_randomly(1, most=1)
    else:
        games = _games(game, 1, order=kernel[-1])
        games.step(_chosen(games, np.random.default_rng(1)))


def _games(game: Game, n: int, **wishes: Any) -> Any:
    return gpu.Games(game, game.players[1], n, seed=1, **wishes)


def _chosen(games: Any, rng: np.random.Generator) -> Any:
    """A legal action of each game, at random."""
    counts, legal = games.counts.copy_to_host(), games.legal.copy_to_host()
    picks = (rng.random(len(games)) * counts).astype(np.int64)
    return cuda.to_device(legal[np.arange(len(games)), picks].astype(np.int64))


# -- equality --------------------------------------------------------------------------------


def compared(game: Game) -> str:
    """Whether the GPU plays what the processor plays: ``equal``, or what differs first."""
    found = {order: _compared(game, order) for order in ORDERS}
    return next((f"order {o}: {result}" for o, result in found.items() if result != SAME), SAME)


def _compared(game: Game, order: str) -> str:
    games = _games(game, EQUAL, order=order)
    batch = Batch(game, game.players[1], EQUAL, seed=1)
    rng = np.random.default_rng(1)
    for step in range(STEPS):
        if found := _difference(games, batch):
            return f"step {step}: {found} differ"
        chosen = _chosen(games, rng)
        if games.step(chosen):
            return f"step {step}: legal actions were refused"
        batch.step(chosen.copy_to_host())
    decisions = games.play_randomly(seed=2).copy_to_host()
    if not np.array_equal(decisions, batch.play_randomly(2)):
        return "random games differ"
    found = _difference(games, batch)
    return f"at the end: {found} differ" if found else SAME


def _difference(games: Any, batch: Batch) -> str:
    """Return the names of the arrays that differ; empty if all are equal."""
    seats, (legal, counts) = games.seats.copy_to_host(), batch.legal()
    masks = np.zeros((len(batch), len(batch.game.all_codes)), np.bool_)
    listed = np.arange(legal.shape[1]) < counts[:, None]
    masks[np.nonzero(listed)[0], legal[listed]] = True
    running = seats >= 0
    seen = batch.observations(np.maximum(seats, 0))[running]
    pairs = {
        "seats": (seats, batch.to_move()),
        "counts": (games.counts.copy_to_host(), counts),
        "lists": (games.legal.copy_to_host()[listed], legal[listed]),
        "masks": (games.masks.copy_to_host(), masks),
        "observations": (games.observations.copy_to_host()[running], seen),
        "positions": (games.records().view("u1"), batch.states.view("u1")),
    }
    return next((name for name, pair in pairs.items() if not np.array_equal(*pair)), "")


# -- speed -----------------------------------------------------------------------------------

Row = tuple[str, str]
"""What was measured, and the figure."""


def rows(game: Game, compiling: float) -> Iterator[Row]:
    """Every row of a game's column, as it is measured."""
    yield "same games as the processor", compared(game)
    yield "compiling, s", f"{compiling:.0f}"
    for name, measure in _measures(game):
        yield name, measure()


def _measures(game: Game) -> Iterator[tuple[str, Callable[[], str]]]:
    name = f"whole random games, M decisions/s, {WHOLE:,} games"
    yield name, lambda: _whole_games(game)
    steps: dict[str, tuple[float, float]] = {}

    def step(order: str, n: int, **wishes: Any) -> str:
        took = _step(game, n, order=order, **wishes)
        steps.setdefault(f"{order} {n}", took)
        return f"{n / took[0] / 1e3:.1f}"

    def observing(order: str) -> str:
        whole, observed = steps[f"{order} {SIZES[-1]}"]
        return f"{observed:.1f} of {whole:.1f}"

    for order in ORDERS:
        for n in SIZES if order == ORDERS[0] else SIZES[-1:]:
            name = f"a step with masks and float32 observations, M decisions/s, {n:,} games"
            yield f"{name}, order {order}", partial(step, order, n)
        name = f"of a step at {SIZES[-1]:,} games, ms, filling masks and observations"
        yield f"{name}, order {order}", partial(observing, order)
        for output, wishes in {
            "int8 observations": {"dtype": "int8"},
            "masks": {"observe": False},
        }.items():
            name = f"a step with {output}, M decisions/s, {SIZES[-1]:,} games, order {order}"
            yield name, partial(step, order, SIZES[-1], **wishes)
    for kernel in ("play_randomly", "step", "observe_rows", "observe_columns"):
        yield f"registers, local bytes a thread: {kernel}", partial(_memory, game, kernel)


def _whole_games(game: Game) -> str:
    games = _games(game, WHOLE)
    decisions = cuda.to_device(np.zeros(WHOLE, np.int64))
    all_of_them = cuda.to_device(np.ones(WHOLE, np.bool_))

    def begin() -> None:
        anew = (games._empty, games._seeds, games._rounds, all_of_them, games._worths)
        games._run("begin_again", games.states, *anew)

    def play() -> None:
        games._run("play_randomly", games.states, np.uint64(1), 0, 2**62, decisions)

    took = milliseconds(play, begin)
    return f"{decisions.copy_to_host().sum() / took / 1e3:,.0f}"


def _step(game: Game, n: int, **wishes: Any) -> tuple[float, float]:
    """Return the milliseconds of a step with observations, and of observing alone."""
    games, numbers = _games(game, n, again=True, **wishes), count(1)
    chosen, picked = cuda.to_device(np.zeros(n, np.int64)), cuda.jit(pick)

    def choose() -> None:
        picked[-(-n // 64), 64](games.legal, games.counts, next(numbers), chosen)

    for _ in range(SPREAD):  # games are at different decisions
        choose()
        games.step(chosen)
    return milliseconds(lambda: games.step(chosen), choose), milliseconds(games._observe)


def pick(legal: Any, counts: Any, number: Any, chosen: Any) -> None:
    """A kernel: pick a legal action of each game."""
    i = cuda.grid(1)
    if i < len(chosen) and counts[i] > 0:
        chosen[i] = legal[i, (number * 7919 + i * 104_729) % counts[i]]


def _memory(game: Game, kernel: str) -> str:
    ready = gpu.kernels_of(game, game.players[1]).ready[kernel]
    if SIMULATED:
        return "none"
    registers = max(ready.get_regs_per_thread().values())
    return f"{registers}, {max(ready.get_local_mem_per_thread().values()):,}"


def pgx() -> str:
    """Millions of decisions a second of Pgx's backgammon, if it is installed."""
    try:
        import jax
        import pgx as peer
    except ImportError:
        return "not installed"
    env = peer.make("backgammon")
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state = begin(jax.random.split(jax.random.PRNGKey(1), PGX))
    keys = jax.random.split(jax.random.PRNGKey(2), PGX)
    rounds = []
    for _ in range(ROUNDS + 1):
        actions = state.legal_action_mask.argmax(axis=1)
        jax.block_until_ready(actions)
        began = time.perf_counter()
        state = jax.block_until_ready(step(state, actions, keys))
        rounds.append(time.perf_counter() - began)
    return f"{PGX / np.median(rounds[1:]) / 1e6:.1f} (a step, {PGX:,} games)"


def page(about: str, columns: dict[str, dict[str, str]], peer: str) -> str:
    """The chapter of docs/performance.md."""
    titles = [proa.game(name).spec.title for name in columns]
    names = dict.fromkeys(name for column in columns.values() for name in column)
    lines = [
        "## On a GPU",
        "",
        f"Measured by `python benchmarks/gpu.py --write` on "
        f"{time.strftime('%Y-%m-%d', time.gmtime())}: {about}. Most players; medians of {ROUNDS} "
        f"by CUDA events. {EQUAL:,} games of each were compared with the processor's after each "
        f"of {STEPS} steps and at the end. Pgx's backgammon, M decisions/s: {peer}.",
        "",
        f"| | {' | '.join(titles)} |",
        "|---|" + "--:|" * len(titles),
        *(f"| {n} | {' | '.join(c.get(n, '') for c in columns.values())} |" for n in names),
    ]
    return "\n".join(lines) + "\n"


def _about() -> str:
    device = "CUDA's simulator" if SIMULATED else cuda.get_current_device().name
    return f"{device.decode() if isinstance(device, bytes) else device}; {machine()}"


def main() -> None:
    """Compare, measure and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--seconds", type=float, default=170, help="end after so long")
    parser.add_argument("--write", action="store_true", help="keep them in docs/performance.md")
    parser.add_argument("--compile", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.compile:
        compile_one(arguments.compile)
        return
    began, names = time.monotonic(), [arguments.game] if arguments.game else [*GAMES]
    try:
        gpu.check_gpu()
    except ProaError as error:
        sys.exit(str(error))
    about = _about()
    print(about, flush=True)
    compiling = dict.fromkeys(names, 0.0)
    if not SIMULATED:
        compiling = compile_all(names, arguments.seconds * COMPILING)
    columns: dict[str, dict[str, str]] = {name: {} for name in names}
    peer = "not measured"
    with at_most(arguments.seconds - (time.monotonic() - began)):
        for name in names:
            for row, figure in rows(proa.game(name), compiling[name]):
                columns[name][row] = figure
                print(f"{name}: {row}: {figure}", flush=True)
        peer = peer if SIMULATED else pgx()
    chapter = page(about, columns, peer)
    print(f"\n{chapter}")
    print(json.dumps(columns))
    if arguments.write:
        write(chapter)
    differing = [name for name in names if next(iter(columns[name].values()), SAME) != SAME]
    if differing:
        sys.exit(f"the GPU plays other games: {', '.join(differing)}")


def write(chapter: str) -> None:
    """Put the chapter at the end of docs/performance.md, in place of an earlier one."""
    others, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(f"{others.rstrip()}\n\n{MARK}\n{chapter}", encoding="utf-8")


if __name__ == "__main__":
    main()
