"""Deals: the luck of a game under a name, so that it stays the same after other choices.

A game draws its own chance from one stream, where one more card shifts all later dice. Here every
event of chance has a stream of its own, named by the game
(:attr:`proa.engine.core.game_spec.AnalysisSpec.event`), and every outcome waits in it for a time of
its own. The outcome with the shortest time happens. An outcome that stays possible keeps its time.
So a pile comes out in one fixed order, and a card that went elsewhere changes only its own draw.
"""

from __future__ import annotations

import math
from collections import Counter
from hashlib import blake2b

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.verbs import CHANCE


class Deal:
    """The luck of one game; another deal with the same seed has the same luck."""

    def __init__(self, game: Game, seed: str) -> None:
        self._game = game
        self._seed = seed
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._numbers: Counter[tuple[str | int, ...]] = Counter()

    def start(self, players: int) -> Position:
        """Return the position of the first decision."""
        return self.settle(self._game.start(players, seed=self._seed, chance=False))

    def play(self, position: Position, action: int) -> Position:
        """Return the position after a decision and the chance that follows."""
        return self.settle(self._game.play(position, action, chance=False))

    def settle(self, position: Position) -> Position:
        """Play chance until a seat decides."""
        while position.to_move == CHANCE:
            outcome = self.outcome(position)
            position = self._game.play(position, outcome, chance=False)
        return position

    def outcome(self, position: Position) -> str:
        """Return the code of the next outcome, drawn by the weights."""
        event = self._event(position)
        outcomes = self._game.outcomes(position)
        return min(outcomes, key=lambda code: self._time(event, code) / outcomes[code])

    def _event(self, position: Position) -> str:
        """Return the name of the event that is due, with its number among those of that name."""
        called = self._game.spec.analysis.event
        name = called(position.fields) if called else ()
        self._numbers[name] += 1
        return " ".join(map(str, (*name, self._numbers[name])))

    def _time(self, event: str, code: str) -> float:
        """Return how long an outcome of weight 1 waits: an exponential time, so that each outcome
        comes first with a probability in proportion to its weight."""
        return -math.log(self.share(event, code))

    def share(self, *name: object) -> float:
        """Return a number in (0, 1] that depends only on the name."""
        return (self.number(*name) + 1) / 2**64

    def number(self, *name: object) -> int:
        """Return a 64-bit number that depends only on the name."""
        text = "/".join(map(str, name)).encode()
        return int.from_bytes(blake2b(text, digest_size=8, key=self._key).digest(), "little")
