"""How many simulations a review gives each event."""

from __future__ import annotations

import time
from collections.abc import Callable

FIRST = 160
"""Simulations before their speed is known."""
FEWEST = 32
AIM, END = 0.9, 0.95
"""The parts of the time that all events should take, and after which no event is valued: the rest
is for the candidates."""


class Pace:
    """The same number of simulations for each event."""

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations

    def of_event(self, done: int, total: int) -> int:
        """Return the simulations of the next event, after ``done`` of ``total``; 0: leave it."""
        return self.simulations

    def has_time(self) -> bool:
        """Return whether a candidate may be valued once more."""
        return True

    def rest(self) -> None:
        """Let others go first; called often."""


class Budget(Pace):
    """As many simulations as a time of one core allows, but at most so many for each event."""

    def __init__(
        self,
        seconds: float,
        simulations: int,
        rest: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        """The time that passes in ``rest`` does not count."""
        super().__init__(simulations)
        self._seconds = seconds
        self._rest = rest
        self._clock = clock
        self._began = clock()
        self._given = 0

    def rest(self) -> None:
        """Let others go first."""
        before = self._clock()
        self._rest()
        self._began += self._clock() - before

    def of_event(self, done: int, total: int) -> int:
        """Return as many as leave time for the other events; 0 when the time is over."""
        spent = self._spent()
        if spent >= END * self._seconds:
            return 0
        if spent <= 0 or not self._given:
            chosen = min(FIRST, self.simulations)
        else:
            share = (AIM * self._seconds - spent) / (total - done)
            chosen = max(FEWEST, min(self.simulations, int(share * self._given / spent)))
        self._given += chosen
        return chosen

    def has_time(self) -> bool:
        """Return whether time is left."""
        return self._spent() < self._seconds

    def _spent(self) -> float:
        return self._clock() - self._began
