"""A hint: what the search would play, and how much better that is than the next best choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed
from proa.engine.messages import Message, say
from proa.review.results import Estimate
from proa.review.values import POINTS, Valuer, estimate_of

SIMULATIONS = 8_000
GAIN = 1_600
"""Simulations of the comparison with the next best choice."""
SEED: Seed = "hint"
"""Always the same: the same knowledge gives the same hint, however often a seat asks."""
LONGEST_LINE = 4


@dataclass(frozen=True)
class Hint:
    """What to play, and why."""

    code: str
    second: str
    """The next best choice."""
    gain: Estimate
    """How many points more the choice is worth than the next best one."""
    line: tuple[str, ...]
    """What the seat itself would go on to play, as far as that can be foreseen."""

    def to_json(self) -> dict[str, Any]:
        """Return the hint as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Hint:
        """Return the hint of such an object."""
        return cls(
            document["code"],
            document["second"],
            Estimate(**document["gain"]),
            tuple(document["line"]),
        )


def hint(information_state: InformationState, rest: Callable[[], None] = lambda: None) -> Hint:
    """Return a hint for a seat that has several choices, from what the seat knows alone.

    ``rest`` is called often, so that others can go first.
    """
    game = information_state.game
    position = Position(game, information_state.record())
    valuer = Valuer(game, information_state.players, GAIN, SEED, rest)
    found = valuer.find_best(position, SIMULATIONS)
    gain = valuer.gain(position, found.second, found.best, 1.0)
    return Hint(
        game.code(found.best),
        game.code(found.second),
        estimate_of(gain[:, POINTS]),
        tuple(_own_part(position, found.line)),
    )


def _own_part(position: Position, line: Sequence[int]) -> Iterator[str]:
    """Yield the codes after the first that the seat itself plays before chance or another seat."""
    game, seat = position.game, position.to_move
    for number, action in enumerate(line[: LONGEST_LINE + 1]):
        if position.to_move != seat or action not in game.legal_actions(position):
            return
        if number:
            yield game.code(action)
        position = game.play(position, action, chance=False)


def sentence(position: Position, found: Hint) -> Message:
    """Return the hint in one sentence; the seat is to move in this position."""
    label = position.game.spec.texts.label
    best, second = (
        label(position.game, position, position.game.action(code))
        for code in (found.code, found.second)
    )
    if found.gain.low > 0:
        return say(
            "Best: {best}. Worth about {points} points more than the next best: {second}.",
            best=best,
            points=f"{found.gain.mean:.1f}",
            second=second,
        )
    return say("Best: {best}. Perhaps just as good: {second}.", best=best, second=second)
