"""What bots of each level lose per decision, to compare a player's error with.

``scripts/level_errors.py`` measures it in games of a level against itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proa.bots.levels import LEVELS
from proa.review.results import Estimate

MEASURED = Path(__file__).with_name("level_errors.json")


@dataclass(frozen=True)
class LevelErrors:
    """The points lost per decision by level, measured with a number of players."""

    players: int
    levels: dict[str, Estimate]
    """By name, weakest first."""


def level_errors(game: str, players: int) -> LevelErrors | None:
    """Return what is measured of a game, with the closest number of players; None: nothing is."""
    games: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))["games"]
    measured = games.get(game)
    if not measured:
        return None
    closest = min(measured, key=lambda number: abs(int(number) - players))
    levels = {
        name: Estimate(*measured[closest][name]["points"])
        for name in LEVELS
        if name in measured[closest]
    }
    return LevelErrors(int(closest), levels)
