"""Our games compared with other projects': ``python benchmarks/peers.py [--write]``.

The others are installed into an environment of their own (``--folder``, reused the next time). All
are measured there in one process: every round measures each figure once, one after the other, so
that other load on the machine affects all equally. Figures are medians, with the slowest and the
fastest round. ``--write`` writes docs/performance.md and its picture.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
DOCS = ROOT / "docs"
PACKAGES = ("open_spiel", "catanatron", "pgx", "rlcard", "pettingzoo[classic]", "gymnasium")
DECISION, COPY, BATCH, GAMES, SEARCH = "decision", "copy", "batch", "games", "search"
SIMULATIONS = 1000
LEARNERS = "<!-- from here on: python benchmarks/vector.py --write -->"
HEADINGS = {
    DECISION: ("One decision from Python", "µs"),
    COPY: ("A copy of a position", "µs"),
    BATCH: ("Many games, a decision of each at a call", "thousand decisions a second"),
    GAMES: ("Whole random games", "games a second"),
    SEARCH: (f"Decisions searched, {SIMULATIONS:,} simulations each", "decisions a second"),
}
MEANING = {
    DECISION: "Ask whose turn it is, get the list (or mask) of legal actions, draw one at random "
    "in Python, play it. Chance counts in the time, not as a decision.",
    COPY: "A position to play on from without changing the first. proa's positions never change, "
    "so a copy copies the record's bytes.",
    BATCH: "1,024 games on one thread, with actions chosen beforehand; finished games restart. "
    "proa returns legal lists, masks, rewards and float32 observations; Pgx, compiled by XLA for "
    "the CPU, masks, rewards and observations.",
    GAMES: "The fastest way of each project to play at random to the end on one thread. Games "
    "differ in length, so compare only orders of magnitude.",
    SEARCH: "One of ten decisions with a choice in a random game. proa's bots see what a seat may "
    "know; a simulation plays some decisions and evaluates the position (`expert` with the game's "
    "own evaluation). OpenSpiel's C++ plays at random to the end (MCTS where nothing is hidden, "
    "ISMCTS in hearts). So this compares decisions, not simulations.",
}


class Measure(NamedTuple):
    """A figure of one project: ``once`` returns the value of one round."""

    what: str
    who: str
    once: Callable[[], float]


def spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that ``work`` took, and its result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def per(play: Callable[[], int], seconds: float = 0.25) -> float:
    """Return microseconds per item that ``play`` counts."""
    total, count = 0.0, 0
    while total < seconds:
        took, n = spent(play)
        total, count = total + took, count + n
    return total / count * 1e6


def rate(play: Callable[[], int], seconds: float = 0.25) -> float:
    """Return items per second that ``play`` counts."""
    return 1e6 / per(play, seconds)


# -- ours ------------------------------------------------------------------------------------


def ours(names: Sequence[str]) -> Iterator[Measure]:
    """Yield the figures of our games, and of Tahiti through PettingZoo."""
    import numpy as np

    import proa
    from proa.engine.vector import playouts
    from proa.envs import pettingzoo

    for name in names:
        game = proa.game(name)
        players, choose = game.players[1], random.Random(1)

        def play(game: Any = game, players: int = players, choose: Any = choose) -> int:
            position, n = game.start(players, seed=choose.getrandbits(60)), 0
            while not position.is_over:
                position = game.play(position, choose.choice(game.legal_actions(position)))
                n += 1
            return n

        title = f"proa: {game.spec.title}, {players} players"
        yield Measure(DECISION, title, lambda play=play: per(play))  # type: ignore[misc]
        position = game.start(players, seed=1)
        yield Measure(
            COPY,
            title,
            lambda p=position: per(lambda: len([p.record() for _ in range(2000)])),  # type: ignore[misc]
        )
        yield Measure(BATCH, title, _our_batch(proa.vector(name, players, 1024, seed=1), np))
        states = np.zeros(256, game.spec.state)
        buffers = (
            np.zeros(game.spec.capacity, np.int32),
            np.zeros(256, np.int64),
            np.zeros((256, players), np.int64),
            np.zeros((256, players)),
        )
        play_whole = game.compiled[playouts.play_whole]

        def whole(
            game: Any = game,
            states: Any = states,
            buffers: Any = buffers,
            play_whole: Any = play_whole,
        ) -> int:
            states[:] = np.zeros(1, states.dtype)
            seed = np.uint64(random.getrandbits(60))
            play_whole(game.rules, states, buffers[2].shape[1], seed, 0, *buffers)
            return len(states)

        yield Measure(GAMES, title, lambda whole=whole: rate(whole))  # type: ignore[misc]
        yield from _our_searches(game, players)
    env = pettingzoo.env("tahiti", players=4)
    yield Measure(DECISION, "proa: Tahiti by PettingZoo", lambda: per(_zoo_game(env, np)))


def _our_searches(game: Any, players: int) -> Iterator[Measure]:
    from proa.bots import bot_named

    samples: list[Any] = []
    choose = random.Random(1)
    while len(samples) < 20:
        position = game.start(players, seed=choose.getrandbits(60))
        while not position.is_over:
            legal = game.legal_actions(position)
            if len(legal) > 1 and choose.random() < 0.1:
                samples.append(
                    game.information_state(position, position.to_move, choose.getrandbits(60))
                )
            position = game.play(position, choose.choice(legal))
    samples = choose.sample(samples, 20)
    for name in (f"search:{SIMULATIONS}", f"expert:{SIMULATIONS}"):
        bot, who = bot_named(name), f"proa: {game.spec.title}, {players} players, `{name}`"

        def decide(bot: Any = bot) -> int:
            return len([bot.choose(one, 1) for one in samples])

        yield Measure(SEARCH, who, lambda decide=decide: rate(decide))  # type: ignore[misc]


def _our_batch(games: Any, np: Any) -> Callable[[], float]:
    rows, draw = np.arange(len(games)), np.random.default_rng(1)

    def once() -> float:
        took, steps = 0.0, 40
        for _ in range(steps):
            picks = (draw.random(len(games)) * games.counts).astype(np.int64)
            actions = games.legal[rows, picks].astype(np.int64)
            took += spent(lambda actions=actions: games.step(actions))[0]  # type: ignore[misc]
        return len(games) * steps / took / 1e3

    return once


# -- other projects ----------------------------------------------------------------------------


def open_spiel() -> Iterator[Measure]:
    import pyspiel

    for name in ("hearts", "maedn", "backgammon"):
        game, choose = pyspiel.load_game(name), random.Random(1)

        def play(game: Any = game, choose: Any = choose) -> int:
            state, n = game.new_initial_state(), 0
            while not state.is_terminal() and n < 2000:
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choose.choices(outcomes, odds)[0])
                else:
                    state.apply_action(choose.choice(state.legal_actions()))
                    n += 1
            return n

        yield Measure(DECISION, f"OpenSpiel: {name}", lambda play=play: per(play))  # type: ignore[misc]
        state = game.new_initial_state()
        yield Measure(
            COPY,
            f"OpenSpiel: {name}",
            lambda s=state: per(lambda: len([s.clone() for _ in range(2000)])),  # type: ignore[misc]
        )
        yield Measure(
            GAMES,
            f"OpenSpiel: {name}",
            lambda play=play: rate(lambda: min(play(), 1)),  # type: ignore[misc]
        )
        yield _their_search(name, game)


def _their_search(name: str, game: Any) -> Measure:
    import pyspiel

    states: list[Any] = []
    state, choose = game.new_initial_state(), random.Random(1)
    while len(states) < 3:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, odds)[0])
        else:
            legal = state.legal_actions()
            if len(legal) > 1 and choose.random() < 0.1:
                states.append(state.clone())
            state.apply_action(choose.choice(legal))
    random_ends = pyspiel.RandomRolloutEvaluator(1, 1)
    hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    bot: Any = (
        pyspiel.ISMCTSBot(1, random_ends, 2.0, SIMULATIONS)
        if hides
        else pyspiel.MCTSBot(game, random_ends, 2.0, SIMULATIONS, 1000, False, 1, False)
    )
    who = f"OpenSpiel: {name}, {type(bot).__name__.removesuffix('Bot')}"
    return Measure(SEARCH, who, lambda: rate(lambda: len([bot.step(one) for one in states])))


def catanatron() -> Iterator[Measure]:
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def new() -> Any:
        return Game([RandomPlayer(colour) for colour in colours])

    def play() -> int:
        game = new()
        game.play()
        state = game.state
        return len(getattr(state, "action_records", None) or state.actions)

    game = new()
    yield Measure(DECISION, "Catanatron, 4 players", lambda: per(play))
    yield Measure(
        COPY, "Catanatron, 4 players", lambda: per(lambda: len([game.copy() for _ in range(100)]))
    )
    yield Measure(GAMES, "Catanatron, 4 players", lambda: rate(lambda: min(play(), 1)))


def pgx() -> Iterator[Measure]:
    import jax
    import jax.numpy as jnp
    import pgx as library

    env, n, steps = library.make("backgammon"), 1024, 20
    one, step = jax.vmap(env.init), jax.vmap(env.step)

    @jax.jit
    def several(state: Any, keys: Any) -> Any:
        def body(state: Any, key: Any) -> Any:
            chosen, chance, fresh = jax.random.split(key, 3)
            odds = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(chosen, odds, axis=-1)
            state = step(state, action, jax.random.split(chance, n))
            new = one(jax.random.split(fresh, n))
            over = state.terminated | state.truncated

            def pick(a: Any, b: Any) -> Any:
                return jnp.where(over.reshape((-1,) + (1,) * (a.ndim - 1)), a, b)

            return jax.tree_util.tree_map(pick, new, state), state.rewards

        return jax.lax.scan(body, state, keys)

    state = one(jax.random.split(jax.random.PRNGKey(1), n))
    keys = jax.random.split(jax.random.PRNGKey(2), steps)

    def once() -> float:
        took, _result = spent(lambda: jax.block_until_ready(several(state, keys)))
        return n * steps / took / 1e3

    yield Measure(BATCH, "Pgx: backgammon (draws its actions too)", once)


def rlcard() -> Iterator[Measure]:
    import rlcard as library

    for name in ("uno", "gin-rummy"):
        env, choose = library.make(name), random.Random(1)

        def play(env: Any = env, choose: Any = choose) -> int:
            state, _ = env.reset()
            n = 0
            while not env.is_over():
                state, _ = env.step(choose.choice([*state["legal_actions"]]))
                n += 1
            return n

        yield Measure(DECISION, f"RLCard: {name}", lambda play=play: per(play))  # type: ignore[misc]
        yield Measure(GAMES, f"RLCard: {name}", lambda play=play: rate(lambda: min(play(), 1)))  # type: ignore[misc]


def pettingzoo() -> Iterator[Measure]:
    import numpy as np
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    for module in (connect_four_v3, tictactoe_v3):
        env = module.env()
        name = module.__name__.rpartition(".")[2]
        play = _zoo_game(env, np)
        yield Measure(DECISION, f"PettingZoo: {name}", lambda play=play: per(play))  # type: ignore[misc]


def _zoo_game(env: Any, np: Any) -> Callable[[], int]:
    choose = random.Random(1)

    def play() -> int:
        env.reset(seed=choose.getrandbits(30))
        n = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(choose.choice(np.flatnonzero(seen["action_mask"]))))
                n += 1
        return n

    return play


# -- measuring -------------------------------------------------------------------------------


def measured(rounds: int, names: Sequence[str]) -> dict[str, Any]:
    """Return all figures, round by round, and the conditions of the measurement."""
    from timing import _calibration

    missing: list[str] = []
    measures = list(ours(names))
    for maker in (open_spiel, catanatron, pgx, rlcard, pettingzoo):
        try:
            measures += list(maker())
        except ImportError as error:
            missing.append(f"{maker.__name__} ({error})")
    values: dict[str, dict[str, list[float]]] = {what: {} for what in HEADINGS}
    calibration = []
    load = os.getloadavg()[0]
    _calibration(1)
    for each in measures:
        each.once()  # warm up
    for _ in range(rounds):
        calibration.append(spent(lambda: _calibration(5_000_000))[0] / 5e6 * 1e9)
        for each in measures:
            values[each.what].setdefault(each.who, []).append(each.once())
    return {
        "values": values,
        "missing": missing,
        "rounds": rounds,
        "calibration": calibration,
        "load": load,
        "machine": _machine(),
        "versions": _versions(),
    }


def _machine() -> str:
    try:
        output = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or platform.machine()
    wanted = ("Model name", "CPU(s)", "L1d cache", "L2 cache", "L3 cache")
    lines = [line.split(":", 1) for line in output.splitlines() if ":" in line]
    return "; ".join(f"{k.strip()} {v.strip()}" for k, v in lines if k.strip() in wanted)


def _versions() -> str:
    names = ("numpy", "numba", "open_spiel", "catanatron", "pgx", "jax", "rlcard", "pettingzoo")
    found = []
    for name in names:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join([f"Python {platform.python_version()}", *found])


# -- writing ---------------------------------------------------------------------------------


def written(result: dict[str, Any]) -> str:
    """Return the page for docs."""
    calibration = statistics.median(result["calibration"])
    lines = [
        "# Performance beside others",
        "",
        "This page is for you if you choose a library for research: what proa's operations cost"
        " beside those of other projects.",
        "",
        f"Measured by `make performance` on {time.strftime('%Y-%m-%d', time.gmtime())}: "
        f"{result['machine']}. {result['versions']}. Calibration (a dependent shift, xor and "
        f"multiply) {calibration:.2f} ns; load when it began {result['load']:.1f}"
        + (
            "."
            if result["load"] < 0.5
            else ": others worked on the machine, so the figures are too slow."
        )
        + f" Median of {result['rounds']} rounds, in which all figures take turns, with the"
        " slowest and the fastest.",
        "",
        "The games differ in length, choices and hidden information. The figures show the cost of"
        " working with each, not which game is better made. Most of proa's are compiled loops"
        " called from Python; OpenSpiel's are C++, Pgx's XLA, the others' Python.",
        "",
        "![One decision from Python, by project](pictures/performance.svg)",
    ]
    for what, (heading, unit) in HEADINGS.items():
        lines += ["", f"## {heading}", "", MEANING[what], "", f"| | {unit} | |", "|---|--:|---|"]
        rows = result["values"][what].items()
        for who, values in sorted(rows, key=lambda row: not row[0].startswith("proa")):
            middle = statistics.median(values)
            spread = f"{_short(min(values))} to {_short(max(values))}"
            lines.append(f"| {who} | {_short(middle)} | {spread} |")
    if result["missing"]:
        lines += ["", f"Could not be measured: {', '.join(result['missing'])}."]
    return "\n".join(lines) + "\n"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def drawn(result: dict[str, Any]) -> str:
    """Return bars of the time of a decision from Python, on a logarithmic scale."""
    from math import log10

    medians = {who: statistics.median(v) for who, v in result["values"][DECISION].items()}
    ordered = sorted(medians.items(), key=lambda row: row[1])
    low, high = log10(0.5), log10(max(medians.values()) * 2)

    def x(value: float) -> float:
        return 230 + 480 * (max(log10(value), low) - low) / (high - low)

    height = 26 * len(ordered) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="760" height="{height}" fill="#fffdf6"/>',
    ]
    for power in range(int(high) + 1):
        at = x(10**power)
        parts += [
            f'<line x1="{at:.0f}" x2="{at:.0f}" y1="8" y2="{height - 24}" stroke="#d9d2bd"/>',
            f'<text x="{at:.0f}" y="{height - 8}" text-anchor="middle" fill="#555">'
            f"{10**power:,} µs</text>",
        ]
    for i, (who, value) in enumerate(ordered):
        y = 10 + 26 * i
        colour = "#1f7a8c" if who.startswith("proa") else "#b9a77a"
        parts += [
            f'<text x="222" y="{y + 14}" text-anchor="end" fill="#222">{who}</text>',
            f'<rect x="230" y="{y}" width="{x(value) - 230:.0f}" height="18" fill="{colour}"/>',
            f'<text x="{x(value) + 5:.0f}" y="{y + 14}" fill="#222">{_short(value)}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def prepared(folder: Path) -> Path:
    """Return the Python of an environment with proa and the others."""
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"Installing {', '.join(PACKAGES)} into {folder} ...", flush=True)
        venv.create(folder, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-e", str(ROOT)], check=True)
        for package in PACKAGES:
            if subprocess.run([*pip, package], check=False).returncode:
                print(f"{package} can't be installed and is left out", flush=True)
    return python


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--games", default="tahiti,borneo,borabora", help="which of ours")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        sys.path.insert(0, str(HERE))
        given.inside.write_text(json.dumps(measured(given.rounds, given.games.split(","))))
        return
    python = prepared(given.folder.resolve())
    figures = given.folder.resolve() / "figures.json"
    command = [str(python), str(HERE / "peers.py"), "--inside", str(figures)]
    subprocess.run([*command, "--rounds", str(given.rounds), "--games", given.games], check=True)
    result = json.loads(figures.read_text())
    page = written(result)
    print(page)
    if given.write:
        file = DOCS / "performance.md"
        _, mark, learners = file.read_text(encoding="utf-8").partition(LEARNERS)
        rest = f"\n{mark}{learners}" if mark else ""
        file.write_text(page + rest, encoding="utf-8")
        (DOCS / "pictures" / "performance.svg").write_text(drawn(result), encoding="utf-8")


if __name__ == "__main__":
    main()
