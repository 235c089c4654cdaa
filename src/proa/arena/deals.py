"""Deals: the luck of a game by name, so that it stays the same after other choices.

A game draws its own chance from one stream, in which one more card shifts all later dice. Here
every event that chance decides has a stream of its own, told by what the game calls it
(:attr:`proa.engine.core.game_spec.GameSpec.event`), and every outcome waits in it for a time of its
own. The first to come happens. What stays possible keeps its time, so a pile drawn in the same
order comes out as one fixed permutation, and a card gone elsewhere changes no draw but its own.
"""

from __future__ import annotations

import math
from collections import Counter
from hashlib import blake2b

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.verbs import CHANCE


class Deal:
    """The luck of one game; another one with the same seed has the same."""

    def __init__(self, game: Game, seed: str) -> None:
        self._game = game
        self._seed = seed
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._numbers: Counter[tuple[str | int, ...]] = Counter()

    def start(self, players: int) -> Position:
        """The position in which the first decision is to be made."""
        return self.settle(self._game.start(players, seed=self._seed, chance=False))

    def play(self, position: Position, action: int) -> Position:
        """The position after a decision and the chance that follows."""
        return self.settle(self._game.play(position, action, chance=False))

    def settle(self, position: Position) -> Position:
        """Go on through chance until a seat decides."""
        while position.to_move == CHANCE:
            outcome = self.outcome(position)
            position = self._game.play(position, outcome, chance=False)
        return position

    def outcome(self, position: Position) -> str:
        """The code of what happens next, as likely as its weight."""
        event = self._event(position)
        outcomes = self._game.outcomes(position)
        return min(outcomes, key=lambda code: self._time(event, code) / outcomes[code])

    def _event(self, position: Position) -> str:
        """The name of the event that is due, with its number among those of that name."""
        called = self._game.spec.analysis.event
        name = called(position.fields) if called else ()
        self._numbers[name] += 1
        return " ".join(map(str, (*name, self._numbers[name])))

    def _time(self, event: str, code: str) -> float:
        """How long an outcome of weight 1 waits: exponential, so that the first to come of several
        is each as likely as its weight."""
        return -math.log(self.share(event, code))

    def share(self, *name: object) -> float:
        """A number above 0 and up to 1 that belongs to a name."""
        return (self.number(*name) + 1) / 2**64

    def number(self, *name: object) -> int:
        """A number of 64 bits that belongs to a name."""
        text = "/".join(map(str, name)).encode()
        return int.from_bytes(blake2b(text, digest_size=8, key=self._key).digest(), "little")
