"""The PettingZoo environment passes PettingZoo's tests, and rewards go to the right seats."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from proa.engine.errors import BadOption, IllegalAction
from proa.engine.vector.rewards import REWARDS
from proa.envs import VERSIONS, pettingzoo
from proa.envs.pettingzoo import SeatsEnv

each_game = pytest.mark.parametrize("name", [*VERSIONS, "toy"])


@each_game
def test_the_api(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent)")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # not its turn
        api_test(pettingzoo.env(name), num_cycles=300)


@each_game
def test_seeds(name):
    seed_test(lambda: pettingzoo.env(name), num_cycles=100)


@each_game
def test_the_parallel_form(name):
    parallel_api_test(turn_based_aec_to_parallel(pettingzoo.env(name)), num_cycles=300)


def test_the_benchmark(monkeypatch, capsys):
    """It runs for five seconds by the clock; this one takes a second a look."""
    monkeypatch.setattr("time.time", itertools.count().__next__)
    performance_benchmark(pettingzoo.env("tahiti"))
    assert "turns per second" in capsys.readouterr().out


def played(env, seed, actions=None):
    """Play a random game; return every seat's transitions, (reward, terminated) each, and its
    actions."""
    env.reset(seed=seed)
    choose = np.random.default_rng(seed)
    transitions = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        transitions[agent].append((reward, terminated))
        legal = np.flatnonzero(seen["action_mask"])
        assert (legal.size == 0) == terminated
        env.step(None if terminated else int(choose.choice(legal)))
    return transitions


@pytest.mark.parametrize("reward", REWARDS)
@each_game
def test_rewards_add_up_and_every_seat_sees_the_end(name, reward):
    env = pettingzoo.env(name, reward=reward)
    transitions = played(env, seed=3)
    episodes = env.unwrapped._episodes
    game, last = episodes.game, episodes.position
    totals = game.scores(last)
    leads = [total - max(totals[:i] + totals[i + 1 :]) for i, total in enumerate(totals)]
    expected = game.returns(last) if reward == "share" else leads
    for agent, worth in zip(env.possible_agents, expected, strict=True):
        rewards = [reward for reward, _ in transitions[agent]]
        assert [terminated for _, terminated in transitions[agent][-2:]] == [False, True]
        assert sum(rewards) == pytest.approx(worth)
        if reward != "gains":
            assert not any(rewards[:-1])


def test_a_reward_is_what_came_since_ones_own_last_decision():
    """Others' moves pay a seat too, at its next turn."""
    env = SeatsEnv("tahiti", players=3, reward="gains")
    env.reset(seed=5)
    choose = np.random.default_rng(5)
    due = dict.fromkeys(env.possible_agents, 0.0)
    seen_late = 0
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        assert reward == pytest.approx(due[agent])
        due[agent] = 0.0
        if terminated:
            env.step(None)
            continue
        env.step(int(choose.choice(np.flatnonzero(seen["action_mask"]))))
        for other, gained in env.rewards.items():
            due[other] += gained
            seen_late += other != agent and gained != 0
    assert seen_late


def test_a_seed_holds_for_all_games_that_follow():
    env, again = (pettingzoo.env("borneo", players=3) for _ in range(2))
    first = played(env, seed=3)
    env.reset()
    follows = env.last()[0]["observation"]
    assert played(again, seed=3) == first
    again.reset()
    assert again.last()[0]["observation"].tolist() == follows.tolist()
    env.reset()
    assert env.unwrapped._episodes.position != again.unwrapped._episodes.position


def test_what_is_not_legal_ends_the_game_at_its_players_cost():
    env = pettingzoo.env("tahiti", players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    ends = {}
    for other in env.agent_iter():
        ends[other] = env.last()[1:3]
        env.step(None)
    assert ends == {a: (-1 if a == agent else 0, True) for a in env.possible_agents}
    bare = SeatsEnv("tahiti", players=3)
    bare.reset(seed=1)
    assert bare.agent_selection == agent
    with pytest.raises(IllegalAction, match="can't be played now"):
        bare.step(illegal)


def test_names_and_pictures():
    env = pettingzoo.env("tahiti", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert str(env) == "tahiti_v2"
    assert "Tahiti, 2 players" in env.render()


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"players": 7}, "Tahiti is for 2 to 4 players, not 7"),
        ({"reward": "gold"}, "there is no reward 'gold'; the rewards are share, lead, gains"),
        ({"tide": "wild"}, "has no option tide"),
    ],
)
def test_wrong_wishes_are_refused(wishes, sentence):
    with pytest.raises(BadOption, match=sentence):
        pettingzoo.env("tahiti", **wishes)


def test_nothing_goes_on_before_a_reset_or_after_an_end():
    env = SeatsEnv("tahiti")
    for use in (lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            use()
    played(env, seed=1)
    with pytest.raises(ResetNeeded):
        env.step(None)


def test_seeds_of_every_type_and_size():
    def first(seed):
        env = pettingzoo.env("borneo")
        env.reset(seed=seed)
        return env.observe("seat_0")["observation"].tolist()

    assert first(np.int64(7)) == first(7)
    assert first(2**100) == first(2**100) != first(7)
    assert first("seven") == first("seven") != first(b"seven")
    assert first(-1) == first(-1) != first(1)
    for wrong in (1.5, True):
        with pytest.raises(BadOption, match="a seed must be a whole number, a string or bytes"):
            first(wrong)


def test_players_left_out_are_the_fewest():
    assert pettingzoo.env("tahiti").possible_agents == ["seat_0", "seat_1"]


@pytest.mark.parametrize("action", [-1, 10**6, 0.5, "roll"])
def test_an_action_is_one_of_the_space(action):
    env = pettingzoo.env("tahiti")
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    bare = SeatsEnv("tahiti")
    bare.reset(seed=1)
    with pytest.raises((BadOption, IllegalAction), match=r"whole number|has no action"):
        bare.step(action)


def test_the_mode_human_prints_by_itself(capsys):
    env = pettingzoo.env("tahiti", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.startswith("Tahiti, 2 players")
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert capsys.readouterr().out.startswith("Tahiti, 2 players")
    with pytest.raises(BadOption, match="render_mode must be ansi, human or None"):
        pettingzoo.env("tahiti", render_mode="rgb_array")
