"""What the picture of the aim shows: numbers of the edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.games.borneo.components import EACH_GOOD
from proa.games.borneo.state import GOODS

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def examples(game: Game) -> dict[str, Any]:
    """Return the flags of the easiest monopoly, and the smallest mission with its goods."""
    tables = game.tables
    mission = min(range(tables.mission_kinds), key=lambda kind: len(_goods(game, kind)))
    return {
        "flags": min(tables.monopoly_number[: tables.harbors]),
        "goods": _goods(game, mission),
        "points": tables.mission_points[mission],
    }


def _goods(game: Game, kind: int) -> list[str]:
    """The goods that a mission demands (BO-1.13)."""
    is_each = game.tables.mission_goods[kind] == EACH_GOOD
    return list(GOODS if is_each else GOODS[:1]) * game.tables.mission_number[kind]
