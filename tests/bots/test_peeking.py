"""No bot sees what its seat may not: the same choice wherever the seat sees the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import proa
from bots.untrained import untrained
from proa.bots import bot_named
from proa.bots.handmade import HAND
from proa.bots.learned import LearnedBot
from proa.bots.levels import LEVELS, Level
from proa.bots.prior import PriorBot
from proa.games import GAMES

SIMULATIONS = 40
"""Of a level's search, so that it takes milliseconds."""


def _bots(game):
    """Return a bot of each kind that plays the game."""
    hand = [name for name, place in HAND.items() if f".{game.name}:" in place]
    names = ["random", f"search:{SIMULATIONS}", f"expert:{SIMULATIONS}", *LEVELS, *hand]
    network = untrained(game)
    return [*map(bot_named, names), LearnedBot(network), PriorBot(SIMULATIONS, network)]


def _pairs(game, n):
    """Yield positions in which the seat to decide has a choice, each with one that it can't tell
    apart."""
    choose, found = random.Random(11), 0
    players = range(game.players[0], game.players[1] + 1)
    while found < n:
        position = game.start(choose.choice(players), seed=choose.randrange(2**32))
        while not position.is_over and found < n:
            if len(game.codes(position)) > 1 and choose.random() < 0.05:
                found += 1
                other = game.resample(position, position.to_move, choose.randrange(2**32))
                yield position, other
            position = game.play(position, choose.choice(game.codes(position)))


def _ask_all(game, n, monkeypatch):
    strength_in = Level.strength_in

    def few(self, spec, players):
        strength = strength_in(self, spec, players)
        return replace(strength, simulations=min(strength.simulations, SIMULATIONS))

    monkeypatch.setattr(Level, "strength_in", few)
    bots, differing = _bots(game), 0
    for position, other in _pairs(game, n):
        seat = position.to_move
        differing += position.record() != other.record()  # in Tahiti only by the coming throws
        for bot in bots:
            chosen = {
                bot.choose(game.information_state(one, seat, 4), 8) for one in (position, other)
            }
            assert len(chosen) == 1, (bot.name, game.codes(position))
    assert differing > n / 2


@pytest.mark.parametrize("name", GAMES)
def test_bots_choose_the_same_wherever_their_seat_sees_the_same(name, monkeypatch):
    _ask_all(proa.game(name), 6, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_bots_choose_the_same_at_200_positions(name, monkeypatch):
    _ask_all(proa.game(name), 200, monkeypatch)


@pytest.mark.parametrize("name", GAMES)
def test_a_network_sees_nothing_else(name):
    """Its scores are the same at both positions, not only its choice."""
    game = proa.game(name)
    network = untrained(game)
    for position, other in _pairs(game, 20):
        seat = position.to_move
        one, two = (
            network.scores(game.information_state(each, seat, seed))
            for seed, each in enumerate((position, other))
        )
        assert one == two
