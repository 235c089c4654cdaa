"""The bot of a trained network alone: one look at the observation, no search."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Self

from proa.bots import forward
from proa.bots.bot import Bot, ImmediateChoice
from proa.bots.networks import SHIPPED, Network, read_network
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.errors import BadOption

_read = cache(read_network)


class LearnedBot(Bot):
    """Plays the action with the highest score of a network: the one in a file, or the game's
    own."""

    name = "learned"
    version = 1
    budget = "no search"

    def __init__(self, network: Network | None = None) -> None:
        self._network = network
        self._checked: tuple[Game, Network] | None = None
        if network:
            self.name = f"{type(self).name}:{network.place}"
            self.version = network.number

    @classmethod
    def of(cls, *budget: str) -> Self:
        """Return the bot with the network in a file, whose path follows the name; raise
        :class:`~proa.engine.errors.BadDocument` if there is none."""
        return cls(read_network(Path(":".join(budget)))) if budget else cls()

    def check_game(self, game: Game) -> None:
        """Raise :class:`BadOption` if it has no network for the game."""
        self._network_for(game)

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the module of the forward pass; raise :class:`BadOption` for a game or number of
        players that its network doesn't know."""
        self._network_for(game).check_players(players)
        return (forward.__name__,)

    def begin(self, information_state: InformationState, seed: int) -> ImmediateChoice:
        """Choose; the seed changes nothing."""
        network = self._network_for(information_state.game)
        network.check_players(information_state.players)
        scores = network.outputs(information_state)
        return ImmediateChoice(max(information_state.choices(), key=scores.__getitem__))

    def _network_for(self, game: Game) -> Network:
        """Return the network for a game, checked once."""
        if self._checked is None or self._checked[0] is not game:
            network = self._network or _shipped(game)
            network.check(game)
            self._checked = game, network
        return self._checked[1]


def _shipped(game: Game) -> Network:
    """Return the network that comes with a game."""
    file = game.spec.folder / "ai" / SHIPPED
    if not file.is_file():
        raise BadOption(
            "no network comes with {game}; train one with `proa train` and name its file, as in "
            "learned:FILE",
            game=game.title,
        )
    return _read(file)
