"""The Gymnasium environment passes its checker; one seat learns, alone or in many games at once."""

from __future__ import annotations

import warnings

import gymnasium as library
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import proa
from proa.bots.bot import RandomBot
from proa.engine.errors import BadOption, IllegalAction
from proa.envs import VERSIONS, gymnasium

SAME, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.DISABLED


def legal(rng, masks):
    """Return a legal action of each row."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in np.atleast_2d(masks)])


@pytest.mark.parametrize("name", [*VERSIONS, "toy"])
def test_the_checker(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "(?s).*(infinity|spec|Not able)")
        check_env(gymnasium.make(name), skip_render_check=True)


def test_against_a_search(toy):
    env = gymnasium.make("tahiti", players=3, opponents="search:5")
    seen, _ = env.reset(seed=1)
    for _ in range(3):
        seen, *_ = env.step(int(legal(np.random.default_rng(1), seen["action_mask"])[0]))
        assert env.action_masks().tolist() == seen["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize("reward", ["share", "lead", "gains"])
@pytest.mark.parametrize("seat", [0, 2])
def test_whole_games_of_a_seat(reward, seat):
    env = gymnasium.make("toy", seat=seat, reward=reward, opponents=["random", RandomBot()])
    rng = np.random.default_rng(2)
    for seed in range(5):
        seen, over, paid = env.reset(seed=seed)[0], False, 0.0
        while not over:
            assert env._episodes.position.to_move == seat
            seen, gained, over, cut, _ = env.step(int(legal(rng, seen["action_mask"])[0]))
            assert seen in env.observation_space
            assert seen["action_mask"].any()
            assert not cut
            assert over or reward == "gains" or not gained
            paid += gained
        game, last = env._episodes.game, env._episodes.position
        scores = game.scores(last)
        lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
        assert paid == pytest.approx(game.returns(last)[seat] if reward == "share" else lead)


def test_what_is_not_legal_ends_the_game_or_is_refused():
    env = gymnasium.make("tahiti", players=2)
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "can't be played now" in info["illegal"]
    env = gymnasium.make("tahiti", players=2, illegal=None)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="can't be played now"):
        env.step(wrong)


def test_the_registry():
    env = library.make("proa/tahiti-v2", players=4, render_mode="ansi", disable_env_checker=True)
    env.reset(seed=1)
    assert "Tahiti, 4 players" in env.render()
    games = library.make_vec(
        "proa/tahiti-v2", 5, vectorization_mode="vector_entry_point", players=3
    )
    assert games.metadata["autoreset_mode"] == SAME
    assert games.reset(seed=1)[0]["observation"].shape[0] == 5


def test_many_games_of_a_seat_begin_anew_in_the_same_step():
    env = gymnasium.make_vec("toy", num_envs=7, seat=1, reward="gains")
    rng = np.random.default_rng(3)
    seen, _ = env.reset(seed=3)
    paid, finished = np.zeros(7), 0
    for _ in range(60):
        assert seen in env.observation_space
        assert seen["action_mask"].any(axis=1).all()
        seen, gained, over, cut, infos = env.step(legal(rng, seen["action_mask"]))
        paid += gained
        assert not cut.any()
        assert ("final_obs" in infos) == over.any()
        for i in np.flatnonzero(over):
            end, game = env.games.ended_position(int(i)), env.games.game
            assert infos["_final_obs"].tolist() == over.tolist()
            final = infos["final_obs"]["observation"][i]
            assert final.tolist() == game.observation(end, 1).tolist()
            assert infos["final_obs"]["action_mask"][i].all()
            scores = game.scores(end)
            assert paid[i] == scores[1] - max(scores[0], scores[2])
            paid[i] = 0
            finished += 1
    assert finished > 7


def test_many_games_of_a_seat_wait_until_they_are_reset():
    env = gymnasium.make_vec("toy", num_envs=7, autoreset_mode=DISABLED)
    rng = np.random.default_rng(4)
    seen, _ = env.reset(seed=4)
    over = np.zeros(7, bool)
    while not over.any():
        seen, _, over, _, infos = env.step(legal(rng, seen["action_mask"]))
        assert infos == {}
    assert seen["action_mask"][over].all()
    with pytest.raises(library.error.ResetNeeded):
        env.step(np.zeros(7, int))
    again, _ = env.reset(options={"reset_mask": over})
    assert (again["observation"][~over] == seen["observation"][~over]).all()
    assert (again["observation"][over] != seen["observation"][over]).any(axis=1).all()
    env.step(legal(rng, again["action_mask"]))


def test_seeds_of_many_games():
    def first(**given):
        seen = gymnasium.make_vec("borneo", num_envs=3, players=3).reset(**given)[0]
        return seen["observation"].tolist()

    assert first(seed=5) == first(seed=[5, 6, 7])
    assert first(seed=6)[:2] == first(seed=5)[1:]
    assert first() != first()


def test_many_games_with_one_that_is_not_legal():
    env = gymnasium.make_vec("toy", num_envs=4)
    seen, _ = env.reset(seed=6)
    actions = legal(np.random.default_rng(6), seen["action_mask"])
    actions[2] = int(np.flatnonzero(seen["action_mask"][2] == 0)[0])
    _, rewards, over, _, _ = env.step(actions)
    assert (over.tolist(), rewards[2]) == ([False, False, True, False], -1.0)
    strict = gymnasium.make_vec("toy", num_envs=4, illegal=None)
    strict.reset(seed=6)
    with pytest.raises(IllegalAction, match="in game 2"):
        strict.step(actions)


def test_many_games_against_bots_that_think_are_gymnasiums_own():
    env = gymnasium.make_vec("toy", num_envs=2, opponents="search:5", autoreset_mode=SAME)
    assert isinstance(env, SyncVectorEnv)
    seen, _ = env.reset(seed=1)
    env.step(legal(np.random.default_rng(1), seen["action_mask"]))


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"players": 7}, "Tahiti is for 2 to 4 players, not 7"),
        ({"players": 3, "seat": 3}, "seats must be from 0 to 2"),
        ({"players": 3, "opponents": ["random"]}, "name one opponent, or 2"),
        ({"opponents": "nobody"}, "nobody"),
        ({"illegal": "no"}, "illegal must be a number or None, not 'no'"),
    ],
)
def test_wrong_wishes_are_refused(wishes, sentence):
    with pytest.raises(BadOption, match=sentence):
        gymnasium.make("tahiti", **wishes)


def test_a_game_that_begins_in_the_next_step_is_refused():
    with pytest.raises(BadOption, match="finished games restart in the same step or when"):
        gymnasium.make_vec("toy", autoreset_mode=AutoresetMode.NEXT_STEP)


def test_versions_are_of_the_games_as_they_are():
    """When one of these changes, raise the game's number in ``VERSIONS``."""
    games = {name: proa.game(name) for name in VERSIONS}
    assert {
        name: (game.spec.rules_version, len(game.all_codes), game.layout.hash)
        for name, game in games.items()
    } == {
        "tahiti": (1, 399, "524109708867d290"),
        "borneo": (1, 548, "1e32f490f132c2c6"),
        "borabora": (1, 647, "6369317f022a6f01"),
    }
