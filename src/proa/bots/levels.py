"""How strong a bot people play against: named levels.

All play soundly, by the search that asks what the game tells of itself. Weaker ones think less, or
are less choosy: they give any answer that is nearly as good as the best they found, never one they
see is bad.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proa.bots.search import ExpertBot, Search
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.information_state import InformationState
from proa.engine.core.search_settings import Strength
from proa.engine.messages import Message, say


@dataclass(frozen=True)
class Level:
    """One level: its name, what people call it, and how strong it plays where the game says nothing
    else (``AnalysisSpec.levels``)."""

    name: str
    label: Message
    strength: Strength

    @property
    def bot(self) -> LevelBot:
        """The bot that plays it."""
        return LevelBot(self)

    @property
    def actor(self) -> str:
        """Bot and version, for logs."""
        return f"{self.bot.name} {self.bot.version}"

    def strength_in(self, spec: GameSpec, players: int) -> Strength:
        """How strong it plays a game of so many."""
        return spec.analysis.levels.get(players, {}).get(self.name, self.strength)


class LevelBot(ExpertBot):
    """The search that knows the game, as strong as a level says."""

    version = 2

    def __init__(self, level: Level) -> None:
        super().__init__(level.strength.simulations)
        self.name = level.name
        self.level = level
        self.budget = "as the game says"

    def begin(self, information_state: InformationState, seed: int) -> Search:
        """A search that has not run yet."""
        strength = self.level.strength_in(information_state.game.spec, information_state.players)
        settings = self.default_settings(information_state)
        return Search(information_state, seed, strength.simulations, settings, strength.looseness)


LEVELS = {
    level.name: level
    for level in (
        Level("easy", say("Easy"), Strength(400, 0.10)),
        Level("steady", say("Steady"), Strength(400, 0.04)),
        Level("keen", say("Keen"), Strength(2_000, 0.01)),
        Level("master", say("Master"), Strength(8_000)),
        Level("merciless", say("Merciless"), Strength(40_000)),
    )
}
"""The levels by name, in rising strength."""
MEASURED = json.loads(Path(__file__).with_name("ratings.json").read_text(encoding="utf-8"))
RATINGS: Mapping[str, Mapping[str, int]] = MEASURED["games"]
"""How strong levels were in matches, by game and name: 1000 is the mean of the bots made by hand,
400 more are odds of ten to one. Games that were not measured are not in it; ``scripts/strength.py
--write`` writes it."""
