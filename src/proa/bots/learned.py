"""The bot of a trained network alone: one look at the observation and at the game's own scores of
actions, no search."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Self

from proa import games
from proa.bots import forward
from proa.bots.bot import Bot, ImmediateChoice
from proa.bots.networks import PLACE, Network, read_network
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.errors import BadOption

_read = cache(read_network)


class LearnedBot(Bot):
    """Plays the action with the highest score of a network: the one in a file, or the game's
    own."""

    name = "learned"
    budget = "no search"

    def __init__(self, network: Network | None = None) -> None:
        self._network = network
        self._checked: tuple[Game, Network] | None = None
        self.version = network.number if network else _version()
        if network:
            self.name = f"{type(self).name}:{network.place}"

    @classmethod
    def of(cls, *budget: str) -> Self:
        """Return the bot with the network in a file, whose path follows the name; raise
        :class:`~proa.engine.errors.BadDocument` if there is none."""
        return cls(read_network(Path(":".join(budget)))) if budget else cls()

    def version_in(self, game: Game) -> int:
        """Return the number of the network for the game."""
        return self.network_for(game).number

    def check_game(self, game: Game) -> None:
        """Raise :class:`BadOption` if it has no network for the game."""
        self.network_for(game)

    def units(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the module of the forward pass; raise :class:`BadOption` for a game or number of
        players that its network doesn't know."""
        self.network_for(game).check_players(players)
        return (forward.__name__,)

    def begin(self, information_state: InformationState, seed: int) -> ImmediateChoice:
        """Choose; the seed changes nothing."""
        network = self.network_for(information_state.game)
        network.check_players(information_state.players)
        scores = network.scores(information_state)
        return ImmediateChoice(max(scores, key=scores.__getitem__))

    def network_for(self, game: Game) -> Network:
        """Return the network for a game, checked once; raise :class:`BadOption` without one."""
        if self._checked is None or self._checked[0] is not game:
            network = self._network or _shipped(game)
            network.check(game)
            self._checked = game, network
        return self._checked[1]


@cache
def _version() -> int:
    """Return a number that distinguishes the networks that come with proa, all together."""
    shipped = sorted(Path(games.__file__).parent.glob(f"*/{PLACE}"))
    numbers = ",".join(str(_read(file).number) for file in shipped)
    return int.from_bytes(blake2b(numbers.encode(), digest_size=4).digest(), "big")


def _shipped(game: Game) -> Network:
    """Return the network that comes with a game."""
    file = game.spec.folder / PLACE
    if not file.is_file():
        raise BadOption(
            "no network comes with {game}; train one with `proa train` and name its file, as in "
            "learned:FILE",
            game=game.title,
        )
    return _read(file)
