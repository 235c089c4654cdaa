"""The bots that one can ask to a table: the levels, and what installed packages offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from proa.bots.bot import Bot
from proa.bots.levels import LEVELS, Level
from proa.bots.names import bot_named, offered
from proa.engine import outside
from proa.engine.errors import BadOption


@dataclass(frozen=True)
class Guest:
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
def company() -> Mapping[str, Level | Guest]:
    """All of them by name, the levels first; what can't be used is told in the log."""
    found: dict[str, Level | Guest] = {**LEVELS}
    for name, offer in offered().items():
        try:
            found[name] = Guest(name, bot_named(name))
        except BadOption as error:
            outside.tell_bad(offer, error)
    return found


def companions(game: str) -> dict[str, Level | Guest]:
    """Those that play a game."""
    return {name: one for name, one in company().items() if one.bot.game in ("", game)}
