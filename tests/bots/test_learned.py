"""Networks: the compiled forward pass, their file, and the bot that plays by one."""

from __future__ import annotations

import io
import json
import pickle
import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import proa
from bots.untrained import untrained
from proa.bots import bot_named, forward, learned
from proa.bots.handmade import HAND
from proa.bots.learned import LearnedBot
from proa.bots.networks import (
    CARD,
    MOST_BYTES,
    Weights,
    considered_actions,
    network_bytes,
    read_network,
)
from proa.engine.errors import BadDocument, BadOption
from proa.games import GAMES


def _known(game, players, decisions=12, seed=3):
    """Return what the seat to decide knows, after some decisions."""
    position = game.start(players, seed=seed)
    for _ in range(decisions):
        position = game.play(position, game.codes(position)[-1])
    return game.information_state(position, position.to_move)


def _by_numpy(weights, seen):
    """Return the outputs in float64."""
    hidden = seen.astype(float)
    for n in (0, 2):
        hidden = np.maximum(hidden @ weights[n].astype(float) + weights[n + 1], 0)
    return hidden @ weights.heads.astype(float) + weights.heads_bias


def _model(game, width):
    from proa.learn.model import Model

    sources = len(game.spec.texts.sources)
    return Model(game.layout.size, len(game.all_codes), game.players[1], sources, width)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_code_computes_the_network(name):
    game = proa.game(name)
    network = untrained(game, width=96)
    for decisions in (0, 5, 12):
        known = _known(game, game.players[1], decisions)
        expected = _by_numpy(network.weights, known.observation())
        assert np.abs(network.outputs(known) - expected).max() < 1e-5
        assert np.ptp(expected) > 0.1


def test_compiled_code_computes_what_pytorch_does():
    torch = pytest.importorskip("torch")
    from proa.learn.model import set_weights, weights_of

    game = proa.game("borabora")
    torch.manual_seed(1)
    model = _model(game, 128)
    network = replace(untrained(game), weights=weights_of(model))
    known = _known(game, 3)
    seen = torch.from_numpy(known.observation())[None]
    with torch.no_grad():
        assert np.abs(network.outputs(known) - model(seen).numpy()[0]).max() < 1e-5
        set_weights(model, untrained(game, 128, seed=2).weights)
        other = untrained(game, 128, seed=2).outputs(known)
        assert np.abs(other - model(seen).numpy()[0]).max() < 1e-5


def test_scores_of_actions_are_those_of_pytorch():
    """Also in what the game's own scores add."""
    torch = pytest.importorskip("torch")
    from proa.learn.model import set_weights, weights_of

    game = proa.game("borneo")
    network = untrained(game)
    model = _model(game, 16)
    set_weights(model, network.weights)
    for mine, theirs in zip(weights_of(model), network.weights, strict=True):
        assert np.array_equal(mine, theirs)
    known = _known(game, 3, 30)
    actions, own = considered_actions(known)
    assert np.ptp(own) > 0.1
    scores = np.zeros((1, len(game.all_codes)), np.float32)
    scores[0, actions] = own
    seen = torch.from_numpy(known.observation())[None]
    with torch.no_grad():
        policy = model.parts(seen, torch.from_numpy(scores))[0].numpy()[0]
    assert network.scores(known) == pytest.approx({a: policy[a] for a in actions}, abs=1e-5)


def test_actions_that_a_game_prunes_have_no_score():
    game = proa.game("tahiti")
    pruned = 0
    for decisions in range(5, 40):
        known = _known(game, 3, decisions)
        scores, choices = untrained(game).scores(known), set(known.choices())
        assert scores.keys() <= choices
        pruned += len(choices - scores.keys())
    assert pruned


def test_the_forward_pass_is_the_same_in_python():
    rng = np.random.default_rng(1)
    numbers = rng.normal(size=7).astype(np.float32)
    weights, bias = rng.normal(size=(7, 5)).astype("f4"), rng.normal(size=5).astype("f4")
    out = np.empty(5, np.float32)
    forward.hidden_layer(numbers, weights, bias, out)
    assert out == pytest.approx(np.maximum(numbers @ weights + bias, 0), abs=1e-6)
    assert out.min() == 0 < out.max()


# -- the file --------------------------------------------------------------------------------


def _written(path, network, **changed):
    path.write_bytes(network_bytes(network.weights, {**network.card, **changed}))
    return path


def test_a_network_comes_back_from_its_file(toy, tmp_path):
    network = untrained(toy, strength=None)
    found = read_network(_written(tmp_path / "toy.npz", network))
    assert found.card == network.card
    for mine, theirs in zip(network.weights, found.weights, strict=True):
        assert theirs.dtype == np.float32
        assert theirs == pytest.approx(mine, rel=1e-3, abs=1e-6)  # stored as float16
    again = _written(tmp_path / "again.npz", found)
    assert again.read_bytes() == (tmp_path / "toy.npz").read_bytes()


class _Trap:
    def __reduce__(self):
        return pytest.fail, ("a file of weights was executed",)


def _arrays(network, **changed):
    card = np.frombuffer(json.dumps(network.card).encode(), np.uint8)
    return {CARD: card, **network.weights._asdict(), **changed}


def _npz(save=np.savez, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


def _bad_files(game):
    network = untrained(game)
    heads = network.weights.heads
    return {
        "empty": b"",
        "text": b"not a network",
        "pickle": pickle.dumps(_Trap()),
        "pickled array": _npz(**_arrays(network, first=np.array([_Trap()], object))),
        "compressed": _npz(np.savez_compressed, **_arrays(network)),
        "no card": _npz(**network.weights._asdict()),
        "a card that is no object": _npz(**_arrays(network, card=np.frombuffer(b"[]", np.uint8))),
        "a card that is no JSON": _npz(**_arrays(network, card=np.frombuffer(b"{", np.uint8))),
        "a matrix too small": _npz(**_arrays(network, second=network.weights.second[:-1])),
        "outputs too few": _npz(
            **_arrays(network, heads=heads[:, :-1], heads_bias=network.weights.heads_bias[:-1])
        ),
        "too few weights of scores": _npz(
            **_arrays(network, score_weights=network.weights.score_weights[:-1])
        ),
        "infinite weights of scores": _npz(
            **_arrays(network, score_weights=network.weights.score_weights * np.inf)
        ),
        "not finite": _npz(**_arrays(network, heads=np.full_like(heads, np.nan))),
        "half": network_bytes(network.weights, network.card)[:-900],
        "too large": b"\0" * (MOST_BYTES + 1),
    }


def test_what_is_no_network_is_refused(toy, tmp_path):
    for name, content in _bad_files(toy).items():
        file = tmp_path / f"{name}.npz"
        file.write_bytes(content)
        with pytest.raises(BadDocument) as caught:
            read_network(file)
        assert str(caught.value) == f"{file}: is not a network of proa", name


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadDocument, match=r"none\.npz: can't be read: No such file"):
        bot_named(f"learned:{tmp_path / 'none.npz'}")


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "borneo"}, "the network is for borneo, not for toy"),
        ({"layout": "0" * 16}, "for other observations, actions or points than Toy has here"),
        ({"actions": "0" * 16}, "for other observations, actions or points than Toy has here"),
    ],
)
def test_a_network_of_something_else_is_refused(toy, tmp_path, changed, sentence):
    bot = bot_named(f"learned:{_written(tmp_path / 'toy.npz', untrained(toy), **changed)}")
    for ask in (
        lambda: bot.check_game(toy),
        lambda: bot.units(toy, 3),
        lambda: bot.begin(_known(toy, 3), 1),
    ):
        with pytest.raises(BadOption, match=sentence):
            ask()


def test_a_number_of_players_that_it_does_not_know_is_refused(toy):
    bot = LearnedBot(untrained(toy, players=[2, 4]))
    bot.check_game(toy)
    for ask in (lambda: bot.units(toy, 3), lambda: bot.begin(_known(toy, 3), 1)):
        with pytest.raises(BadOption, match="the network is for 2, 4 players, not 3"):
            ask()


def test_a_game_without_a_network_of_its_own_says_so(toy):
    with pytest.raises(BadOption, match="no network comes with Toy; train one with `proa train`"):
        bot_named("learned").check_game(toy)


# -- the networks that come with games -------------------------------------------------------

OWN = [name for name in GAMES if name != "toy"]


@pytest.mark.parametrize("name", OWN)
def test_a_game_brings_a_network_that_plays_it(name):
    game, bot = proa.game(name), bot_named("learned")
    bot.check_game(game)
    card = bot.network_for(game).card
    for players in card["players"]:
        position = game.start(players, seed=4)
        while not position.is_over:
            known = game.information_state(position, position.to_move)
            position = game.play(position, bot.choose(known, 0))
    assert {"teacher", "games", "choices", "steps", "seconds", "agreement"} <= set(card)
    assert {row["against"] for row in card["strength"]} == {
        hand for hand, place in HAND.items() if f".{name}:" in place
    }


def test_the_version_is_that_of_the_networks_that_come_with_games(monkeypatch):
    version = learned._version.__wrapped__()
    assert version == bot_named("learned").version
    monkeypatch.setattr(learned, "PLACE", "ai/none.npz")
    assert version != learned._version.__wrapped__()


# -- the bot ---------------------------------------------------------------------------------


def test_it_plays_the_legal_action_with_the_highest_score(toy, tmp_path):
    network = untrained(toy)
    bot = bot_named(f"learned:{_written(tmp_path / 'toy.npz', network)}")
    position, forbidden = toy.start(3, seed=2), 0
    while not position.is_over:
        known = toy.information_state(position, position.to_move, 1)
        scores = read_network(tmp_path / "toy.npz").scores(known)
        action = bot.choose(known, 2)
        legal = toy.legal_actions(position)
        assert set(scores) == set(legal)
        assert scores[action] == max(scores.values())
        forbidden += int(network.outputs(known)[: len(toy.all_codes)].argmax()) not in legal
        position = toy.play(position, action)
    assert forbidden


@pytest.mark.parametrize("name", ["learned", "prior:50"])
def test_only_the_seat_to_move_is_answered(name):
    game, bot = proa.game("tahiti"), bot_named(name)
    position = game.start(2, seed=1)
    with pytest.raises(BadOption, match="nothing to decide"):
        bot.begin(game.information_state(position, 1 - position.to_move), 1)
    while not position.is_over:
        position = game.play(position, game.codes(position)[0])
    with pytest.raises(BadOption, match="nothing to decide"):
        bot.begin(game.information_state(position, 0), 1)


def test_networks_have_versions(toy, tmp_path):
    one, two = (LearnedBot(untrained(toy, seed=seed)) for seed in (1, 2))
    assert one.version != two.version
    assert one.version == LearnedBot(untrained(toy, seed=1)).version
    assert one.name == "learned:untrained.npz"


def test_weights_are_in_the_order_of_the_layers():
    assert Weights._fields[::2] == ("first", "second", "heads", "score_weights")


def test_a_network_for_the_benchmark_is_one_for_its_game(monkeypatch):
    benchmarks = Path(__file__).parents[2] / "benchmarks"
    monkeypatch.syspath_prepend(benchmarks)
    benchmark = runpy.run_path(str(benchmarks / "network.py"))
    game = proa.game("borneo")
    network = benchmark["network"](game, 8)
    network.check(game)
    known = game.information_state(game.start(5, seed=1), 0, seed=9)
    assert len(network.outputs(known)) == len(LearnedBot().network_for(game).outputs(known))
