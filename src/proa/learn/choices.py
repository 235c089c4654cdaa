"""Choices of a teacher, and how the games ended: what a network learns from.

Each game has its own number and with it its own chance, so the choices are the same however often
the work was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.arena.matches import play_on
from proa.bots import bot_named
from proa.bots.bot import Bot
from proa.bots.networks import actions_hash, considered_actions
from proa.engine.core.chance import key_from_seed
from proa.engine.core.game import Game
from proa.engine.core.observation import INT8
from proa.engine.core.position import Position
from proa.engine.core.seeds import as_word
from proa.engine.errors import BadDocument
from proa.engine.vector.saved_games import DAMAGED
from proa.engine.vector.threads import in_order
from proa.learn.files import check_identity, replace_file

GAMES = 16
"""Games of a file."""
FORM = 4
"""Increase it when the files change."""
MOST_SCORE = 60_000.0
"""Larger scores would be infinite in the files."""


class Choices(NamedTuple):
    """Choices, one in each row. Seats are counted from the one that chose; those that nobody has
    are zero."""

    observations: NDArray[np.int8]
    considered: NDArray[np.uint8]
    """A bit for each legal action that the game does not prune."""
    scores: NDArray[np.float16]
    """The game's own scores of them."""
    actions: NDArray[np.int16]
    """The action chosen."""
    players: NDArray[np.int8]
    shares: NDArray[np.float32]
    """``[row, seat]``: the share of the victory at the end of the game."""
    leads: NDArray[np.float32]
    """``[row, seat]``: the points ahead of the best other seat at the end."""
    points: NDArray[np.float32]
    """``[row, source]``: the points at the end of the seat that chose."""

    def at(self, rows: NDArray[np.int64]) -> Choices:
        """Return some rows."""
        picked: list[Any] = [array[rows] for array in self]
        return Choices(*picked)


class Taken(NamedTuple):
    """What the teacher plays in a position, and what the game considers there."""

    position: Position
    action: int
    considered: NDArray[np.int32]
    scores: NDArray[np.float64]

    @property
    def is_choice(self) -> bool:
        """Return whether a network could choose it among others."""
        return len(self.considered) > 1 and self.action in self.considered


@dataclass(frozen=True)
class Teaching:
    """Which bot is asked in which games. The same one always makes the same choices."""

    game: Game
    players: tuple[int, ...]
    teacher: str
    seed: int = 0
    part: float = 1.0
    """The part of the choices that is kept, drawn at random."""
    played_by: str = ""
    """The bot that plays all seats; empty: the teacher. A pupil that plays itself is taught what to
    do where it really gets to (DAgger: Ross, Gordon and Bagnell, 2011)."""

    @cached_property
    def seats(self) -> int:
        """Return the most seats of the game: columns of shares and leads."""
        return self.game.players[1]

    @cached_property
    def sources(self) -> int:
        """Return the number of the game's sources of points: columns of points."""
        return len(self.game.spec.texts.sources)

    @cached_property
    def bots(self) -> tuple[Bot, ...]:
        """Return the teacher, and the bot that plays if it is another one."""
        return tuple(bot_named(name) for name in (self.teacher, self.played_by) if name)

    def check(self) -> None:
        """Raise :class:`~proa.engine.errors.BadOption` if it can't be played."""
        for players in self.players:
            self.game.check_players(players)
        for bot in self.bots:
            bot.check_game(self.game)

    def identity(self) -> dict[str, Any]:
        """Return all that the choices depend on."""
        return {
            "form": FORM,
            "game": self.game.name,
            "rules_version": self.game.spec.rules_version,
            "edition_hash": self.game.edition_hash,
            "options": dict(self.game.options),
            "layout": self.game.layout.hash,
            "actions": actions_hash(self.game),
            "players": list(self.players),
            "teacher": _without_folder(self.teacher),
            "played_by": _without_folder(self.played_by),
            "versions": [bot.version_in(self.game) for bot in self.bots],
            "seed": self.seed,
            "part": self.part,
        }

    def play(self, number: int, stop: Event | None = None) -> Choices:
        """Play a game and return its choices among actions that the game does not prune; forced
        answers are none."""
        game, players = self.game, self.players[number % len(self.players)]
        position = game.start(players, key=key_from_seed(f"train {self.seed}, game {number}"))
        teacher, player = self.bots[0], self.bots[-1]
        dice = [as_word(self.seed) % 2**63, number]
        keep_rng, teacher_rng = (np.random.default_rng([*dice, which]) for which in (1, 2))
        taken: list[Taken] = []
        for one in play_on(game, position, [player] * players, dice, stop):
            if len(game.legal_actions(position)) > 1 and keep_rng.random() < self.part:
                known = game.information_state(position, position.to_move, number)
                considered = considered_actions(known)
                action = one.action
                if self.played_by and len(considered[0]) > 1:
                    action = teacher.choose(known, int(teacher_rng.integers(2**63)))
                taken.append(Taken(position, action, *considered))
            position = one.after
        return self._rows([one for one in taken if one.is_choice], position)

    def _rows(self, taken: Sequence[Taken], end: Position) -> Choices:
        n, game = len(taken), self.game
        returns, scores = game.returns(end), game.scores(end)
        sheets = [[*game.sheet(end, seat).values()] for seat in range(end.players)]
        leads = [points - max(scores[:k] + scores[k + 1 :]) for k, points in enumerate(scores)]
        masks = np.zeros((n, len(game.all_codes)), np.bool_)
        rows = Choices(
            observations=np.zeros((n, game.layout.size), np.int8),
            considered=np.zeros((n, (len(game.all_codes) + 7) // 8), np.uint8),
            scores=np.zeros((n, len(game.all_codes)), np.float16),
            actions=np.array([one.action for one in taken], np.int16),
            players=np.full(n, len(scores), np.int8),
            shares=np.zeros((n, self.seats), np.float32),
            leads=np.zeros((n, self.seats), np.float32),
            points=np.zeros((n, self.sources), np.float32),
        )
        for row, one in enumerate(taken):
            seat = one.position.to_move
            masks[row, one.considered] = True
            rows.scores[row, one.considered] = np.clip(one.scores, -MOST_SCORE, MOST_SCORE)
            rows.observations[row] = game.observation(one.position, seat, INT8)
            rows.shares[row, : len(scores)] = np.roll(returns, -seat)
            rows.leads[row, : len(scores)] = np.roll(leads, -seat)
            rows.points[row] = sheets[seat]
        rows.considered[:] = np.packbits(masks, axis=1)
        return rows


def _without_folder(name: str) -> str:
    """Return the name of a bot, of a network's file its last part alone: cards are published."""
    return ":".join(Path(part).name for part in name.split(":"))


class ChoiceFiles:
    """A folder of choices, in files of ``GAMES`` games each."""

    def __init__(self, folder: Path, teaching: Teaching, games: int) -> None:
        """``games`` are the fewest; files are whole. Raise :class:`BadDocument` if the folder holds
        the choices of another teaching."""
        teaching.check()
        check_identity(folder / "choices.json", teaching.identity())
        self.teaching = teaching
        self._files = [folder / f"{n:06}.npz" for n in range(-(-games // GAMES))]

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self._files)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return GAMES * len(self)

    def generate(self, threads: int, tick: Callable[[int], None] = lambda n: None) -> None:
        """Play the games that are missing; ``tick`` gets the number of games that are there."""
        missing = [n for n, file in enumerate(self._files) if not file.exists()]
        tick(GAMES * (len(self) - len(missing)))
        numbers = [GAMES * n + k for n in missing for k in range(GAMES)]
        stop = Event()
        played: Iterator[Choices] = in_order(
            lambda number: self.teaching.play(number, stop), numbers, threads, stop
        )
        with closing(played):  # type: ignore[type-var]
            for n in missing:
                parts = []
                for _ in range(GAMES):
                    parts.append(next(played))
                    tick(1)
                replace_file(self._files[n], _packed(joined(parts)))

    def rows(self, number: int) -> int:
        """Return the number of choices in a file."""
        return len(_arrays(self._files[number], ["actions"])[0])

    def read(self, numbers: Sequence[int]) -> Choices:
        """Return the choices of some files, in that order."""
        return joined([Choices(*_arrays(self._files[n], Choices._fields)) for n in numbers])


def joined(parts: Sequence[Choices]) -> Choices:
    """Return the rows of all parts, one after the other."""
    return Choices(*map(np.concatenate, zip(*parts, strict=True)))


def _packed(choices: Choices) -> bytes:
    file = BytesIO()
    np.savez_compressed(file, **choices._asdict())
    return file.getvalue()


def _arrays(file: Path, names: Sequence[str]) -> list[NDArray[Any]]:
    try:
        with np.load(file, allow_pickle=False) as found:
            return [found[name] for name in names]
    except DAMAGED:
        why = "{file}: can't be read; delete it, and its games are played again"
        raise BadDocument(why, file=file) from None
