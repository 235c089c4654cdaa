"""The bots that a guest can invite to a table: the levels, and those of installed packages."""

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
    """A bot of an installed package, under the name that the package gives it."""

    name: str
    bot: Bot

    @property
    def label(self) -> str:
        """Return the name, which is the same in every language."""
        return self.name

    @property
    def actor(self) -> str:
        """Return bot and version, for logs."""
        return f"{self.bot.name} {self.bot.version}"


@cache
def roster() -> Mapping[str, Level | BotEntry]:
    """Return all of them by name, the levels first; bots that fail to load are logged."""
    found: dict[str, Level | BotEntry] = {**LEVELS}
    for name, offer in offered().items():
        try:
            found[name] = BotEntry(name, bot_named(name))
        except BadOption as error:
            plugins.log_bad_plugin(offer, error)
    return found


def roster_for(game: str) -> dict[str, Level | BotEntry]:
    """Return those that play a game."""
    return {name: one for name, one in roster().items() if one.bot.game in ("", game)}
