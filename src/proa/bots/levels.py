"""Levels: bots of named strength.

All play soundly, with the guided search or, where a game says so, with its network, in the search
or alone. Weaker levels run fewer simulations, or accept any answer that is nearly as good as the
best they found, but never a clearly bad one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proa.bots.bot import Bot, Thinker
from proa.bots.learned import LearnedBot
from proa.bots.prior import PriorBot
from proa.bots.search import ExpertBot
from proa.engine.core.game import Game
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.information_state import InformationState
from proa.engine.core.search_settings import NETWORK, Strength
from proa.engine.errors import BadOption
from proa.engine.messages import Message, say


@dataclass(frozen=True)
class Level:
    """One level: its name, its label, and its strength where the game defines no other
    (``AnalysisSpec.levels``)."""

    name: str
    label: Message
    strength: Strength

    @property
    def bot(self) -> LevelBot:
        """Return the bot that plays at this level."""
        return LevelBot(self)

    @property
    def actor(self) -> str:
        """Return bot and version, for logs."""
        return f"{self.bot.name} {self.bot.version}"

    def strength_in(self, spec: GameSpec, players: int) -> Strength:
        """Return the strength in a game with so many players."""
        return spec.analysis.levels.get(players, {}).get(self.name, self.strength)


class LevelBot(Bot):
    """Plays with the strength of a level: the guided search, the game's network, or both."""

    version = 2
    budget = "as the game says"

    def __init__(self, level: Level) -> None:
        self.name = level.name
        self.level = level

    def version_in(self, game: Game) -> int:
        """Return a number that changes with the network where the level uses one."""
        low, high = game.players
        bots = [self.bot_in(game, players) for players in range(low, high + 1)]
        found = (bot.version_in(game) for bot in bots if isinstance(bot, LearnedBot | PriorBot))
        return next(found, self.version)

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the modules of the search, of the network, or of both."""
        return self.bot_in(game, players).units(game, players)

    def begin(self, information_state: InformationState, seed: int) -> Thinker:
        """Start to think."""
        bot = self.bot_in(information_state.game, information_state.players)
        return bot.begin(information_state, seed)

    def bot_in(self, game: Game, players: int) -> Bot:
        """Return the bot that plays at this level in a game with so many players: a plain search in
        an edition that the game's network was not trained for."""
        bot = _bot(self.level.strength_in(game.spec, players))
        try:
            bot.check_game(game)
        except BadOption:
            return _bot(self.level.strength)
        return bot


@cache
def _bot(strength: Strength) -> Bot:
    if strength.simulations == NETWORK:
        return LearnedBot()
    search = PriorBot if strength.prior else ExpertBot
    return search(strength.simulations, looseness=strength.looseness)


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
"""The levels by name, weakest first."""
MEASURED = json.loads(Path(__file__).with_name("ratings.json").read_text(encoding="utf-8"))
RATINGS: Mapping[str, Mapping[str, int]] = MEASURED["games"]
"""Measured strength of levels, by game and name: 1000 is the mean of the handmade bots, and 400
more mean odds of ten to one. Games without measurement are missing. ``scripts/strength.py --write``
writes the file."""
