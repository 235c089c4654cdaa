"""The plan of a run: which games, how many tables, which guests."""

from __future__ import annotations

from dataclasses import dataclass

from load.hosted_server import Guests


@dataclass(frozen=True)
class Plan:
    """The parameters of one run."""

    games: tuple[str, ...]
    """The tables play these in turn."""
    tables: int
    party: Guests
    bots_at: int = 0
    processes: int = 1
    database: str = ""
    port: int = 0
    pace: float = 3.0
    warmup: float = 5.0
    seconds: float = 60.0
    whole_games: int | None = None
    """Play so many whole games at each table instead, from the start."""
    reloads: float = 0.05
    seed: int = 1

    def named(self) -> list[str]:
        """Return the game of each table."""
        return [self.games[number % len(self.games)] for number in range(self.tables)]
