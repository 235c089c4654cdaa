"""The progress of tasks, as a viewer may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.game_spec import ALL
from proa.games.borabora.components import Tables
from proa.games.borabora.rules import requirements
from proa.games.borabora.rules.requirements import amount
from proa.games.borabora.state import State

if TYPE_CHECKING:
    from proa.games.borabora.state import Game

_CARDS = (requirements.GOD_CARDS, requirements.EQUAL_CARDS, requirements.CARD_COLOURS)


def sees_hand(game: Game, seat: int, viewer: int) -> bool:
    """Return whether a viewer sees a hand: God cards are hidden from others (BB-1.25), except with
    the option (BB-20.3)."""
    return bool(viewer in (seat, ALL) or game.tables.open_hands)


Found = list[tuple[int | None, int]]
"""What a seat has and what is needed, for each requirement."""


def progress(rules: Tables, state: State, seat: int, task: int, sees: bool) -> Found:
    """Return what a seat has and needs for each requirement; ``has`` is None if it depends on a
    hidden hand."""
    found: Found = []
    for need in rules.task[task].need[: rules.task[task].needs]:
        hidden = need.what in _CARDS and not sees
        has = None if hidden else amount(rules, state, seat, need.what, need.which)
        found.append((has, need.count))
    return found
