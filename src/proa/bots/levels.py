"""How strong a bot people play against: named levels, each a number of simulations."""

from __future__ import annotations

from dataclasses import dataclass

from proa.bots.bot import Bot
from proa.bots.search import SearchBot
from proa.engine.words import Message, say


@dataclass(frozen=True)
class Level:
    """One level: its name, what people call it, and what its bot may spend on a decision."""

    name: str
    label: Message
    simulations: int

    @property
    def bot(self) -> Bot:
        """The bot that plays it."""
        return SearchBot(self.simulations)

    @property
    def actor(self) -> str:
        """Bot, version and budget, for logs."""
        return f"{self.bot.name} {self.bot.version}, {self.bot.budget}"


LEVELS = {
    level.name: level
    for level in (
        Level("easy", say("Easy"), 20),
        Level("steady", say("Steady"), 200),
        Level("keen", say("Keen"), 2_000),
        Level("master", say("Master"), 20_000),
    )
}
"""The levels by name, in rising strength."""
