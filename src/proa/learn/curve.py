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
    """The policy's cross-entropy on what it learns from, as a mean over the epoch."""
    policy: float
    """The same on the others."""
    share: float
    """Cross-entropy of the shares of the victory."""
    lead: float
    """Squared error of the leads, in the unit of :data:`proa.bots.networks.POINTS`."""
    points: float
    """Squared error of the points by source, in the same unit."""
    agreement: float
    """The share of choices in which it would choose as the teacher did."""

    def to_json(self) -> dict[str, Any]:
        """Return the numbers by name."""
        return asdict(self)
