"""The search with a prior: what it searches, and how it is named."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import proa
from bots.untrained import untrained
from proa.bots import bot_named
from proa.bots.networks import network_bytes
from proa.bots.prior import PriorBot, likely
from proa.engine.errors import BadDocument, BadOption
from proa.games import GAMES


def _logs(*probabilities):
    return {action: math.log(p) for action, p in enumerate(probabilities)}


def test_the_likeliest_are_searched():
    assert list(likely(_logs(0.015, 0.6, 0.005, 0.38), 1000)) == [1, 3]
    assert list(likely(_logs(0.02, 0.6, 0.01, 0.37), 1000)) == [1, 3, 0]
    assert list(likely(_logs(0.25, 0.25, 0.25, 0.25), 1000)) == [0, 1, 2, 3]


def test_no_more_are_searched_than_there_are_simulations_for():
    assert list(likely(_logs(0.2, 0.3, 0.25, 0.25), 2)) == [1, 2]
    assert list(likely(_logs(0.2, 0.3, 0.25, 0.25), 1)) == [1]


def _sure_of(network, action):
    """Return the network with one action that it finds likely everywhere."""
    heads, bias = network.weights.heads.copy(), network.weights.heads_bias.copy()
    heads[:, action] = 0
    bias[action] = 50
    return replace(network, weights=network.weights._replace(heads=heads, heads_bias=bias))


def _known(game, players=3, fewest=4):
    """Return what the seat to decide knows, where it has a choice."""
    position = game.start(players, seed=3)
    while len(game.codes(position)) < fewest:
        position = game.play(position, game.codes(position)[-1])
    return game.information_state(position, position.to_move)


def test_only_what_a_network_finds_likely_is_searched():
    known = _known(proa.game("borabora"))
    for action in untrained(known.game).scores(known):
        search = PriorBot(60, _sure_of(untrained(known.game), action)).begin(known, 5)
        assert (search.step(1000), search.action()) == (True, action)
        assert list(search.values()) == [action]


@pytest.mark.parametrize("name", GAMES)
def test_with_few_simulations_the_prior_says_which_actions_get_any(name):
    game = proa.game(name)
    known = _known(game)
    visits = []
    for seed in range(8):
        search = PriorBot(4, untrained(game, seed=seed)).begin(known, 5)
        search.run(4)
        visits.append({action: n for action, n in search.visits().items() if n})
        assert set(visits[-1]) <= set(known.choices())
        assert sum(visits[-1].values()) <= 4
        assert search.action() in visits[-1]
    assert any(one != visits[0] for one in visits)


def test_as_a_level_it_may_be_loose():
    known = _known(proa.game("tahiti"))
    network = untrained(known.game)
    chosen = [
        {PriorBot(60, network, looseness).choose(known, seed) for seed in range(12)}
        for looseness in (0.0, 1.0)
    ]
    assert len(chosen[0]) < len(chosen[1])


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_legally_to_the_end_and_the_same_again(name):
    game = proa.game(name)
    actions = []
    for _ in range(2):
        bot, taken = PriorBot(12, untrained(game)), []
        position = game.start(game.players[0], seed=8)
        while not position.is_over:
            known = game.information_state(position, position.to_move, len(taken))
            taken.append(bot.choose(known, len(taken)))
            assert taken[-1] in game.legal_actions(position)
            position = game.play(position, taken[-1])
        actions.append(taken)
    assert actions[0] == actions[1]


def test_its_name_has_simulations_and_a_file(toy, tmp_path):
    network, file = untrained(toy), tmp_path / "toy.npz"
    file.write_bytes(network_bytes(network.weights, network.card))
    bot = bot_named(f"prior:70:{file}")
    assert (bot.name, bot.simulations) == (f"prior:70:{file}", 70)
    assert bot.version == bot_named(f"learned:{file}").version
    assert bot_named("prior").name == "prior:2000"
    assert bot_named("prior:70").version == bot_named("learned").version
    assert len(set(bot.units(toy, 3))) == 2
    with pytest.raises(BadOption, match="prior needs a number of simulations"):
        bot_named("prior:many")
    with pytest.raises(BadDocument, match="none: can't be read"):
        bot_named(f"prior:70:{tmp_path / 'none'}")


def test_without_a_network_it_refuses(toy):
    bot = bot_named("prior:70")
    for ask in (
        lambda: bot.check_game(toy),
        lambda: bot.units(toy, 3),
        lambda: bot.begin(_known(toy, fewest=2), 1),
    ):
        with pytest.raises(BadOption, match="no network comes with Toy"):
            ask()
    few = PriorBot(70, untrained(toy, players=[2]))
    with pytest.raises(BadOption, match="the network is for 2 players, not 3"):
        few.begin(_known(toy, fewest=2), 1)


def test_probabilities_are_those_of_the_choices(toy):
    known = _known(toy, fewest=2)
    prior = PriorBot(70, untrained(toy))._prior(known)
    assert np.exp(list(prior.values())).sum() == pytest.approx(1)
