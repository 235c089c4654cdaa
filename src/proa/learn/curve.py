"""The course of a training: how well the network did after each epoch."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Point:
    """The results after an epoch, on choices of games that it does not learn from."""

    epoch: int
    steps: int
    seconds: float
    """The time spent on training so far."""
    trained: float
    """The loss on what it learns from, as a mean over the epoch."""
    loss: float
    """The loss on the others: the sum of the next three, the last two with their weights."""
    policy: float
    share: float
    lead: float
    agreement: float
    """The share of choices in which it would choose as the teacher did."""

    def to_json(self) -> dict[str, Any]:
        """Return the numbers by name."""
        return asdict(self)
