"""The bots that one can ask to a table: the levels, and what installed packages offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from proa.bots.bot import Bot
from proa.bots.levels import LEVELS, Level
from proa.bots.names import bot_named, offered
from proa.engine.core import plugins
from proa.engine.errors import BadOption


@dataclass(frozen=True)
class BotEntry:
    """A bot of an installed package, under the name by which it is offered."""

    name: str
    bot: Bot

    @property
    def label(self) -> str:
        """What people call it, in every language."""
        return self.name

    @property
    def actor(self) -> str:
        """Bot and version, for logs."""
        return f"{self.bot.name} {self.bot.version}"


@cache
def roster() -> Mapping[str, Level | BotEntry]:
    """All of them by name, the levels first; what can't be used is told in the log."""
    found: dict[str, Level | BotEntry] = {**LEVELS}
    for name, offer in offered().items():
        try:
            found[name] = BotEntry(name, bot_named(name))
        except BadOption as error:
            plugins.log_bad_plugin(offer, error)
    return found


def roster_for(game: str) -> dict[str, Level | BotEntry]:
    """Those that play a game."""
    return {name: one for name, one in roster().items() if one.bot.game in ("", game)}
