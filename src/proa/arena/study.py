"""What many games of a bot against itself teach: who wins by seat, what first choices are worth,
and where winners have their points from.

``proa study`` makes a page of it (:mod:`proa.web.study`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.arena.matches import play_games
from proa.arena.statistics import Interval, mean_interval, share_interval
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed
from proa.engine.messages import Message, text
from proa.records import Record, replay

CHOICES = 3
"""First choices of each seat, at different questions."""
HORIZON = 80
"""Decisions of a game among which first choices are looked for."""
RARE = 0.02
"""Questions and answers that come less often than this are left out."""
FEWEST = 5
"""Nor is anything said of what came less often than this."""
MOST_QUESTIONS = 8
MOST_ANSWERS = 10


class Answer(NamedTuple):
    """An answer to an opening question, and how those who gave it did."""

    label: Message
    times: int
    share: float
    """Of the wins."""
    interval: Interval
    lead: float
    """Mean points ahead of the best other seat."""


class Opening(NamedTuple):
    """A question of the opening, and its answers, the most frequent first."""

    ask: Message
    times: int
    answers: list[Answer]


class Source(NamedTuple):
    """Mean points from one source."""

    heading: Message
    winners: float
    others: float
    more: float
    """How much more winners have."""
    interval: Interval


@dataclass
class _Asked:
    """What was answered to one question."""

    ask: Message
    moves: int = 0
    answers: dict[str, tuple[Message, list[tuple[float, float]]]] = field(default_factory=dict)

    @property
    def given(self) -> int:
        return sum(len(results) for _, results in self.answers.values())


class Study:
    """The results of games in which every seat is played by the same bot."""

    def __init__(self, game: Game, players: int, bot: str, seed: Seed) -> None:
        self.game, self.players, self.bot, self.seed = game, players, bot, seed
        self.decisions: list[int] = []
        self._returns: list[list[float]] = []
        self._scores: list[list[int]] = []
        self._sheets: list[list[list[int]]] = []
        self._asked: dict[str, _Asked] = {}

    def add(self, record: Record) -> None:
        """Add a finished game."""
        choices: dict[tuple[int, str], tuple[int, Position, str]] = {}
        for step in replay(record):
            if step.code and step.number <= HORIZON:
                self._note(choices, step.before, step.code, step.number)
        last, seats = step.after, range(self.players)
        returns, scores = self.game.returns(last), self.game.scores(last)
        for (seat, _), (at, position, code) in choices.items():
            lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
            self._count(position, code, at, (returns[seat], lead))
        self.decisions.append(len(record.decisions))
        self._returns.append(returns)
        self._scores.append(scores)
        self._sheets.append([[*self.game.sheet(last, seat).values()] for seat in seats])

    def _note(
        self,
        choices: dict[tuple[int, str], tuple[int, Position, str]],
        position: Position,
        code: str,
        at: int,
    ) -> None:
        """Remember a decision if it is among the first choices of its seat."""
        seat = position.to_move
        known = sum(other == seat for other, _ in choices)
        if known == CHOICES or len(self.game.legal_actions(position)) < 2:
            return
        row = self.game.spec.questions.visible_row(position.fields, seat)
        if row is not None:
            choices.setdefault((seat, row.code), (at, position, code))

    def _count(self, position: Position, code: str, at: int, result: tuple[float, float]) -> None:
        texts = self.game.spec.texts
        ask = texts.ask(self.game, position, position.to_move)
        label = texts.label(self.game, position, self.game.action(code))
        asked = self._asked.setdefault(text(ask), _Asked(ask))
        asked.moves += at
        asked.answers.setdefault(text(label), (label, []))[1].append(result)

    # -- what was found --------------------------------------------------------------------

    @property
    def games(self) -> int:
        return len(self.decisions)

    @property
    def parity(self) -> float:
        """Return the share of wins among equals."""
        return 1 / self.players

    @property
    def seats(self) -> list[tuple[float, Interval]]:
        """Return the share of wins of each seat, and its interval."""
        shares = np.array(self._returns)
        return [(float(one.mean()), share_interval(one, self.parity)) for one in shares.T]

    @property
    def scores(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the scores of winners, and of the others."""
        scores, won = np.array(self._scores), np.array(self._returns) > 0
        return scores[won], scores[~won]

    @property
    def sources(self) -> list[Source]:
        """Return the mean points from each source, of winners and of others."""
        sheets, first = np.array(self._sheets, np.float64), np.array(self._returns) > 0
        decided = ~first.all(axis=1)
        if not decided.any():
            return []
        winners, others = (
            (sheets * one[:, :, None]).sum(axis=1)[decided] / one.sum(axis=1)[decided, None]
            for one in (first, ~first)
        )
        return [
            Source(
                heading,
                float(won.mean()),
                float(lost.mean()),
                more := float((won - lost).mean()),
                mean_interval(won - lost) or (more, more),
            )
            for (_, heading), won, lost in zip(
                self.game.spec.texts.sources, winners.T, others.T, strict=True
            )
        ]

    @property
    def openings(self) -> list[Opening]:
        """Return the questions of the opening in the order of the game, without those that are
        rare or nearly always answered in one way."""
        fewest = max(FEWEST, RARE * self.games)
        often = [one for one in self._asked.values() if one.given >= fewest]
        often = sorted(often, key=lambda one: one.given, reverse=True)[:MOST_QUESTIONS]
        return [
            Opening(one.ask, one.given, answers)
            for one in sorted(often, key=lambda one: one.moves / one.given)
            if len(answers := self._answers(one)) > 1
        ]

    def _answers(self, asked: _Asked) -> list[Answer]:
        fewest = max(FEWEST, RARE * asked.given)
        given = sorted(asked.answers.values(), key=lambda answer: -len(answer[1]))[:MOST_ANSWERS]
        return [
            Answer(
                label,
                len(results),
                float(shares.mean()),
                share_interval(shares, self.parity),
                float(leads.mean()),
            )
            for label, results in given
            if len(results) >= fewest
            for shares, leads in [np.array(results, np.float64).T]
        ]

    def to_json(self) -> dict[str, Any]:
        """Return what was found as one JSON object."""
        return {
            "game": self.game.name,
            "players": self.players,
            "bot": self.bot,
            "seed": self.seed,
            "games": self.games,
            "mean_decisions": _short(float(np.mean(self.decisions))),
            "mean_scores": [_short(float(one.mean())) if len(one) else None for one in self.scores],
            "seat_shares": [_short(share) for share, _ in self.seats],
            "seat_intervals": [_pair(interval) for _, interval in self.seats],
            "sources": [
                {
                    "source": text(one.heading),
                    "winners": _short(one.winners),
                    "others": _short(one.others),
                    "interval": _pair(one.interval),
                }
                for one in self.sources
            ],
            "openings": [
                {
                    "question": text(opening.ask),
                    "games": opening.times,
                    "answers": [
                        {
                            "answer": text(one.label),
                            "games": one.times,
                            "win_share": _short(one.share),
                            "interval": _pair(one.interval),
                            "lead": _short(one.lead),
                        }
                        for one in opening.answers
                    ],
                }
                for opening in self.openings
            ],
        }


def study(
    game: Game,
    players: int,
    games: int,
    seed: Seed,
    bot: str,
    tick: Callable[[int], None] = lambda n: None,
) -> Study:
    """Let a bot play itself and return what the games teach; ``tick`` gets the number of games that
    have just ended. Raises :class:`~proa.engine.errors.BadOption`."""
    found = Study(game, players, bot, seed)
    played: Generator[Record] = play_games(game, players, games, seed, [bot])
    with closing(played):
        for record in played:
            found.add(record)
            tick(1)
    return found


def _short(value: float) -> float:
    return round(value, 4)


def _pair(interval: Interval) -> list[float]:
    return [_short(bound) for bound in interval]
