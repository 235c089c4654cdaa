"""Scenes of Tahiti: positions set up in words of the rule book."""

from __future__ import annotations

import copy

import pytest

import proa

COLOURS = ("white", "blue", "green", "black")


@pytest.fixture(scope="session")
def game():
    """Return the standard edition."""
    return proa.game("tahiti")


class Scene:
    """A position being set up: the sea by square, the seats by keyword; loading counts the rest."""

    def __init__(self, game, players=3):
        self.game = game
        self.document = copy.deepcopy(game.dump(game.start(players, seed=1, chance=False)))
        self.position = self.document["position"]
        self.position.update(phase="roll", to_decide=0, first_player=0, roller=0)
        self.seats = self.position["seats"]
        for seat in range(players):
            self.seats[seat]["yacht_at"] = 0

    def set(self, **fields):
        """Set fields of the position."""
        self.position.update(fields)
        return self

    def seat(self, seat, **fields):
        """Set fields of a seat."""
        self.seats[seat].update(fields)
        return self

    def sea(self, **squares):
        """Put pairs on squares: ``BB="blue 0"`` is a blue pearl on a boat of seat 0."""
        for square, pair in squares.items():
            colour, seat = pair.split()
            self.position["pearls"][square] = colour
            self.position["boats"][square] = int(seat)
        return self

    def auction(self, die=3, roller=0, speaker=0, **fields):
        """Start an auction for ``die``."""
        return self.set(phase="bid", die=die, roller=roller, to_decide=speaker, **fields)

    def load(self):
        """Return the position, with boats at hand and supply counted from the rest."""
        tables = self.game.tables
        for i, seat in enumerate(self.seats[: self.position["players"]]):
            out = sum(boat == i for boat in self.position["boats"].values())
            out += seat["boat_waits_at"] >= 0
            seat["boats_at_hand"] = tables.boats - out
            seat.pop("pairs", None)
        for i, colour in enumerate(COLOURS):
            out = sum(pearl == colour for pearl in self.position["pearls"].values())
            out += sum(seat["pearl"] == colour for seat in self.seats)
            self.position["supply"][colour] = tables.pearls[i] - out
        return self.game.load(self.document)


@pytest.fixture
def scene(game):
    """Return a maker of scenes: ``scene(players=3)``."""

    def make(players=3):
        return Scene(game, players)

    return make


def play(position, *codes):
    """Play decisions and outcomes one by one, chance by its codes."""
    for code in codes:
        position = position.game.play(position, code, chance=False)
    return position


@pytest.fixture(name="play")
def _play():
    return play
