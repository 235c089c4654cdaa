"""Matches between bots: many games, rotated seats, the same result on any number of threads."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.bots import bot_named
from proa.bots.bot import SLICE, Bot
from proa.engine.core import position_functions
from proa.engine.core.chance import key_from_seed
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed, as_word, checked_seed
from proa.engine.errors import BadOption
from proa.engine.processors import usable_processors
from proa.engine.vector import playouts
from proa.engine.vector.threads import in_order
from proa.records import Decision, Record

PART = 256
"""Random games that a thread plays at a time."""
CONFIDENCE = 1.96
"""Standard deviations of the 95 % interval."""


@dataclass(frozen=True)
class Result:
    """The result of a match. Entrant i is ``bots[i]``, at any seat."""

    game: str
    players: int
    seed: Seed
    bots: tuple[str, ...]
    decisions: NDArray[np.int64]
    """``[games]``, without chance."""
    scores: NDArray[np.int64]
    """``[games, entrants]``"""
    returns: NDArray[np.float64]
    """``[games, entrants]``: 1/k for each of k winners."""
    seconds: float

    def win_intervals(self) -> list[tuple[float, float]]:
        """Return the 95 % interval of each entrant's share of the victories."""
        n = len(self.returns)
        return [wilson_interval(float(wins), n) for wins in self.returns.sum(axis=0)]

    def to_json(self) -> dict[str, Any]:
        """Return the result as one JSON object."""
        games, decisions = len(self.decisions), int(self.decisions.sum())
        return {
            "game": self.game,
            "players": self.players,
            "games": games,
            "seed": self.seed,
            "bots": list(self.bots),
            "decisions": decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(decisions / self.seconds),
            "games_per_second": round(games / self.seconds, 2),
            "mean_scores": [round(x, 3) for x in self.scores.mean(axis=0).tolist()],
            "win_shares": [round(x, 4) for x in self.returns.mean(axis=0).tolist()],
            "win_intervals": [[round(x, 4) for x in pair] for pair in self.win_intervals()],
            "mean_decisions": round(decisions / games, 2),
        }


def wilson_interval(wins: float, n: int) -> tuple[float, float]:
    """Return the 95 % interval of the true share, for ``wins`` in ``n`` games.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    share, z2 = wins / n, CONFIDENCE**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    spread = share * (1 - share) / n + z2 / (4 * n * n)
    half = CONFIDENCE * math.sqrt(spread) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: Seed,
    bots: Sequence[str],
    tick: Callable[[int], None] = lambda n: None,
    threads: int | None = None,
) -> Result:
    """Play a match; ``bots`` names one bot, or one for each seat (:func:`proa.bots.bot_named`).

    In game g entrant i sits at seat (i + g) modulo players. ``tick`` gets the number of games that
    have just ended. Raises :class:`BadOption`.
    """
    entrants, seed = _entrants(bots, players), checked_seed(seed)
    if games < 1:
        raise BadOption("a match needs at least one game, not {n}", n=games)
    game.check_players(players)
    threads = threads or usable_processors()
    only_random = _are_random(entrants)
    _load(game, players, [] if only_random else entrants)
    began = time.perf_counter()
    if only_random:
        played = _random_games(game, players, games, seed, tick, threads)
    else:
        played = _games(game, entrants, games, seed, tick, threads)
    seconds = time.perf_counter() - began
    decisions, scores, returns = played
    seats = (np.arange(players) + np.arange(games)[:, None]) % players
    return Result(
        game=game.name,
        players=players,
        seed=seed,
        bots=tuple(entrant.name for entrant in entrants),
        decisions=decisions,
        scores=np.take_along_axis(scores, seats, axis=1),
        returns=np.take_along_axis(returns, seats, axis=1),
        seconds=seconds,
    )


def units_of_match(game: Game, players: int, bots: Sequence[str]) -> list[str]:
    """Return the modules whose compiled functions :func:`simulate` needs for these bots."""
    entrants = _entrants(bots, players)
    return [playouts.__name__] if _are_random(entrants) else units_of_bots(game, players, entrants)


def units_of_bots(game: Game, players: int, bots: Iterable[Bot]) -> list[str]:
    """Return the modules whose compiled functions games between bots need."""
    units = [unit for bot in bots for unit in bot.units(game, players)]
    return [*dict.fromkeys([position_functions.__name__, *units])]


def _are_random(bots: Sequence[Bot]) -> bool:
    return all(bot.name == "random" for bot in bots)


def _entrants(bots: Sequence[str], players: int) -> list[Bot]:
    if len(bots) not in (1, players):
        raise BadOption(
            "there are {n} bots for {players} seats; name one, or one for each seat",
            n=len(bots),
            players=players,
        )
    made = [bot_named(name) for name in bots]
    return made * players if len(made) == 1 else made


def _load(game: Game, players: int, thinking: Sequence[Bot]) -> None:
    """Load or compile all code of a match beforehand, so that this time is not measured."""
    if not thinking:
        _random_games(game, players, 1, 0, lambda n: None, 1)
        return
    opening = game.start(players, seed=0)
    information_state = game.information_state(opening, opening.to_move)
    for bot in thinking:
        bot.begin(information_state, 0).step(0)
    game.play(opening, information_state.legal_actions()[0])
    game.scores(opening)


Outcome = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
"""Decisions ``[games]``, scores and returns ``[games, seats]``."""


def _random_games(
    game: Game, players: int, games: int, seed: Seed, tick: Callable[[int], None], threads: int
) -> Outcome:
    play, capacity = game.compiled[playouts.play_whole], game.spec.capacity
    stream = np.uint64(np.random.default_rng(_dice(seed)).integers(2**63))
    decisions = np.zeros(games, np.int64)
    scores = np.zeros((games, players), np.int64)
    returns = np.zeros((games, players), np.float64)

    def part(first: int) -> int:
        last = min(first + PART, games)
        results = (decisions[first:last], scores[first:last], returns[first:last])
        states, actions = np.zeros(last - first, game.spec.state), np.zeros(capacity, np.int32)
        play(game.rules, states, players, stream, first, actions, *results)
        return last - first

    for played in in_order(part, range(0, games, PART), threads):
        tick(played)
    return decisions, scores, returns


def _games(
    game: Game,
    entrants: Sequence[Bot],
    games: int,
    seed: Seed,
    tick: Callable[[int], None],
    threads: int,
) -> Outcome:
    players = len(entrants)
    decisions = np.zeros(games, np.int64)
    scores = np.zeros((games, players), np.int64)
    returns = np.zeros((games, players), np.float64)
    stop = Event()

    def play(number: int) -> None:
        opening, dice = game.start(players, key=_key_of(seed, number)), _dice_of(seed, number)
        line = list(play_on(game, opening, _seated(entrants, number), dice, stop))
        last = line[-1].after
        decisions[number] = len(line)
        scores[number], returns[number] = game.scores(last), game.returns(last)

    for _ in in_order(play, range(games), min(threads, games), stop):
        tick(1)
    return decisions, scores, returns


def _seated(entrants: Sequence[Bot], number: int) -> list[Bot]:
    """Return the bot at each seat in one game of a match."""
    players = len(entrants)
    return [entrants[(seat - number) % players] for seat in range(players)]


def _key_of(seed: Seed, number: int) -> NDArray[np.uint64]:
    return key_from_seed(f"match {seed!s}, game {number}")


def _dice_of(seed: Seed, number: int) -> list[int]:
    return [_dice(seed), number]


def _dice(seed: Seed) -> int:
    return as_word(seed) % 2**63


class Stopped(Exception):
    """Nobody waits for a game any more."""


class Played(NamedTuple):
    """One decision of a game between bots."""

    seat: int
    action: int
    outcomes: list[str]
    after: Position


def play_on(
    game: Game,
    position: Position,
    bots: Sequence[Bot],
    seed: Sequence[int],
    stop: Event | None = None,
) -> Iterator[Played]:
    """Let bots, one per seat, play to the end; chance is drawn from the position's key."""
    rng = np.random.default_rng(list(seed))
    while not position.is_over:
        seat = position.to_move
        look, choice = (int(number) for number in rng.integers(2**63, size=2))
        action = _chosen(bots[seat], game.information_state(position, seat, look), choice, stop)
        position, outcomes = game.play_with_outcomes(position, action)
        yield Played(seat, action, outcomes, position)


def _chosen(bot: Bot, state: InformationState, seed: int, stop: Event | None) -> int:
    """Return what a bot chooses, in slices between which it can be stopped."""
    thinking, is_done = bot.begin(state, seed), False
    while not is_done:
        if stop is not None and stop.is_set():
            raise Stopped
        is_done = thinking.step(SLICE)
    return thinking.action()


def play_game(game: Game, players: int, seed: Seed, bots: Sequence[str]) -> Record:
    """One game between bots, as a record."""
    key = key_from_seed(checked_seed(seed))
    return _recorded(game, key, _entrants(bots, players), [_dice(seed)])


def play_games(
    game: Game,
    players: int,
    games: int,
    seed: Seed,
    bots: Sequence[str],
    threads: int | None = None,
) -> Generator[Record]:
    """The games of a match as records, one after the other: those of :func:`simulate`, but where
    all are random, which it plays in another way. Raises :class:`BadOption`."""
    entrants, seed = _entrants(bots, players), checked_seed(seed)
    game.check_players(players)
    _load(game, players, entrants)
    stop = Event()

    def play(number: int) -> Record:
        seated = _seated(entrants, number)
        return _recorded(game, _key_of(seed, number), seated, _dice_of(seed, number), stop)

    yield from in_order(play, range(games), threads or usable_processors(), stop)


def _recorded(
    game: Game,
    key: NDArray[np.uint64],
    seated: Sequence[Bot],
    dice: Sequence[int],
    stop: Event | None = None,
) -> Record:
    """Play a game between bots, one per seat, and return its record."""
    position, opening = game.start_with_outcomes(len(seated), key=key)
    return Record(
        game=game,
        players=len(seated),
        key=key,
        seats=[_seat_of(bot) for bot in seated],
        outcomes=tuple(opening),
        decisions=[
            Decision(one.seat, game.code(one.action), tuple(one.outcomes), one.after.digest)
            for one in play_on(game, position, seated, dice, stop)
        ],
    )


def _seat_of(bot: Bot) -> dict[str, str]:
    described = f"{bot.name} {bot.version}"
    return {"name": bot.name, "kind": "bot", "bot": described, "budget": bot.budget}
