"""What a review finds, as data classes, and as JSON (schema: ``schemas/review.json``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from proa import records
from proa.engine.core import forms
from proa.engine.core.schema import Schema, refuse

FORMAT = 1
VERSIONS = {False: 2, True: 3}
"""Of the computation, with hidden and with open cards: stored reviews of other versions are made
again."""
SCHEMA = records.SCHEMA.with_name("review.json")
DIGITS = 4
Cause = Literal["luck", "choice", "others"]
CAUSES: tuple[Cause, ...] = ("luck", "choice", "others")


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """Return whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Value:
    """What a position or an event is worth to a seat, judged by what the seat knows."""

    points: Estimate
    """Expected points ahead of the best other seat at the end."""
    wins: Estimate
    """The chance to win; each of k winners has 1/k."""


@dataclass(frozen=True)
class Change:
    """What an event brought a seat, and why it counts as it does."""

    cause: Cause
    value: Value


@dataclass(frozen=True)
class Event:
    """A decision or an outcome, and the value of the position before it."""

    step: int
    """The number of the decision in the record; outcomes have that of the decision before them."""
    seat: int
    """Who decided; -1 is chance."""
    code: str
    before: tuple[Value, ...]
    """By seat."""
    changes: tuple[Change | None, ...]
    """By seat; None where the seat's value did not change, or no change could be measured."""


@dataclass(frozen=True)
class Decision:
    """A decision that may have cost its seat something."""

    step: int
    seat: int
    code: str
    best: str
    """What the search would have played."""
    line: tuple[str, ...]
    """How the search expects the game to go on from there, beginning with ``best``."""
    cost: Value
    """How much more ``best`` is worth than what was played."""
    is_mistake: bool
    """Whether the whole interval of the cost in points is above zero."""


@dataclass(frozen=True)
class Seat:
    """A seat's game: ``start`` and the three sums after it give ``result``."""

    start: Value
    """Before the first decision."""
    luck: Value
    choice: Value
    """What its own decisions brought, against the best: hardly ever above zero."""
    others: Value
    """What the others' decisions brought, and what no estimate explains."""
    result: Value
    decisions: int
    """How often it had a choice."""
    error: Estimate
    """Points lost in a decision, on average."""


@dataclass(frozen=True)
class Review:
    """A whole game, looked back on."""

    format: int
    game: str
    players: int
    digest: str
    """Of the game's last position: that of the last decision in the record that this is about."""
    open_cards: bool
    """Whether every seat was judged as if it had seen all cards."""
    simulations: int
    """Of each estimate, on average."""
    unjudged: int
    """Events that there was no time for: they count as the others' part."""
    seats: tuple[Seat, ...]
    costliest: tuple[Decision, ...]
    """The decisions that cost most points, the costliest first; each was valued by a search that
    had no part in finding it."""
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the review as a JSON object."""
        document: dict[str, Any] = _rounded(forms.adapter(Review).dump_python(self, mode="json"))
        return document


def from_json(document: Any) -> Review:
    """Return the review of a JSON object; raise :class:`~proa.engine.errors.BadDocument`."""
    review: Review = forms.read(Review, document)
    if review.format != FORMAT:
        raise refuse(
            "format", "{theirs}; this proa reads {ours}", theirs=review.format, ours=FORMAT
        )
    return review


def schema() -> Schema:
    """Return the JSON Schema of reviews."""
    return forms.schema(Review, "A game, looked back on")


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list) else value
