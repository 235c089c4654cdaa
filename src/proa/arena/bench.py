"""The speed of a game on this machine: random play, listing legal actions at each decision."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from proa.engine.core.game import Game
from proa.engine.messages import say, text
from proa.engine.vector import playouts
from proa.engine.vector.batch import Batch
from proa.engine.vector.playouts import NO_LIMIT

ROUNDS = 5
FREE = 0.9
"""A smaller share of the time means that the machine is busy."""
SECONDS = 0.4
"""How long a round plays, about."""


@dataclass(frozen=True)
class Speed:
    """The speed of random play on one core."""

    game: str
    title: str
    players: int
    decisions_per_game: float
    rounds: tuple[float, ...]
    """Nanoseconds per decision of each round, chance included."""
    record_bytes: int
    share: float = 1.0
    """The part of the time for which a core played: below 1 if other work took turns with it."""

    @property
    def nanoseconds(self) -> float:
        """Return the median of the rounds."""
        return statistics.median(self.rounds)

    def to_json(self) -> dict[str, Any]:
        """Return the measurement as one JSON object."""
        return {
            "game": self.game,
            "players": self.players,
            "nanoseconds_per_decision": round(self.nanoseconds, 1),
            "fastest": round(min(self.rounds), 1),
            "slowest": round(max(self.rounds), 1),
            "games_per_second": round(1e9 / (self.nanoseconds * self.decisions_per_game)),
            "decisions_per_game": round(self.decisions_per_game, 1),
            "record_bytes": self.record_bytes,
            "processor_share": round(self.share, 3),
        }

    def in_words(self, locale: str = "en") -> str:
        """Return the measurement as a sentence."""
        message = say(
            "{title}, {players} players: {ns} ns per decision, {games} random games per second "
            "on one core; a position takes {bytes} bytes.",
            title=say(self.title),
            players=self.players,
            ns=f"{self.nanoseconds:.1f}",
            games=f"{self.to_json()['games_per_second']:,}",
            bytes=self.record_bytes,
        )
        if self.share >= FREE:
            return text(message, locale)
        busy = say(
            "This machine is busy with other work: the measurement had a core for {share} of the "
            "time, so the figures are too low. Measure again when nothing else runs.",
            share=f"{self.share:.0%}",
        )
        return f"{text(message, locale)} {text(busy, locale)}"


def measure(game: Game, players: int) -> Speed:
    """Measure random play."""
    Batch(game, players, 1, seed=0).play_randomly(0)  # compiles
    trial = Batch(game, players, 256, seed=0)
    began = time.perf_counter()
    decisions = trial.play_randomly(0)
    games = int(SECONDS * len(trial) / (time.perf_counter() - began)) + 1
    began, worked = time.perf_counter(), time.thread_time()
    rounds = tuple(_round(game, players, games, number) for number in range(ROUNDS))
    worked, passed = time.thread_time() - worked, time.perf_counter() - began
    return Speed(
        game=game.name,
        title=game.spec.title,
        players=players,
        decisions_per_game=float(decisions.mean()),
        rounds=rounds,
        record_bytes=game.spec.state.itemsize,
        share=min(1.0, worked / passed),
    )


def _round(game: Game, players: int, games: int, seed: int) -> float:
    """Return the nanoseconds per decision over whole random games on one core."""
    states = Batch(game, players, games, seed).states
    actions = np.zeros(game.spec.capacity, np.int32)
    decisions = np.zeros(games, np.int64)
    play = game.compiled[playouts.play_randomly]
    began = time.perf_counter()
    play(game.rules, states, np.uint64(seed), 0, NO_LIMIT, actions, decisions)
    return (time.perf_counter() - began) * 1e9 / float(decisions.sum())
