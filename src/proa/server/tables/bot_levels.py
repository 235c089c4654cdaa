"""Levels of the bots at a table."""

from __future__ import annotations

from proa.bots import levels
from proa.bots.roster import roster_for
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import BOT
from proa.server.tables.table import Table


def bot_level(name: str, game: str) -> str:
    """Return the name of a bot level, or of a bot that plays the game; refuse others."""
    if name not in roster_for(game):
        known = ", ".join(roster_for(game))
        raise Refusal(422, say("There is no bot of that level. Levels: {known}.", known=known))
    return name


def level_at(table: Table) -> str:
    """Return the level of the bots at a table; the middle one if there are none."""
    at_table = [s.level for s in table.seats if s.kind == BOT and s.level in levels.LEVELS]
    return at_table[0] if at_table else list(levels.LEVELS)[len(levels.LEVELS) // 2]
