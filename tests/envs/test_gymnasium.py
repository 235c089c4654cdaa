"""The Gymnasium environment passes its checker; one seat learns, alone or in many games at once."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial

import gymnasium as library
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

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
    with pytest.raises(ResetNeeded):
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
        ({"render_mode": "rgb_array"}, "render_mode must be ansi, human or None, not 'rgb_array'"),
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


def test_nothing_goes_on_before_a_reset_or_after_an_end():
    env = gymnasium.make("tahiti", players=2, render_mode="ansi")
    for use in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            use()
    seen, _ = env.reset(seed=1)
    good, wrong = (int(np.flatnonzero(seen["action_mask"] == may)[0]) for may in (1, 0))
    assert env.step(wrong)[2]
    with pytest.raises(ResetNeeded):
        env.step(good)
    seen, over = env.reset(seed=1)[0], False
    while not over:
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert "wins with" in env.render()


def test_many_games_must_all_be_begun():
    env = gymnasium.make_vec("toy", num_envs=3, autoreset_mode=DISABLED)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(3, int))
    first = np.array([True, False, False])
    env.reset(options={"reset_mask": first})
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(3, int))
    seen, _ = env.reset(options={"reset_mask": ~first})
    env.step(legal(np.random.default_rng(1), seen["action_mask"]))


def test_many_games_without_a_seed_are_others_each_time():
    def first():
        env = gymnasium.make_vec("borneo", num_envs=2, autoreset_mode=DISABLED)
        for mask in ([True, False], [False, True]):
            seen, _ = env.reset(options={"reset_mask": np.array(mask)})
        return seen["observation"].tolist()

    one, other = first(), first()
    assert one[0] != other[0]
    assert one[1] != other[1]


@pytest.mark.parametrize("opponents", ["random", "search:1"])
@pytest.mark.parametrize(
    "actions",
    [
        [3.9, 0.2],
        [True, False],
        ["0", "1"],
        [[0], [1]],
        [0],
        0,
        [float("nan"), 0],
        [0, [1, 2]],
        [None, 0],
    ],
)
def test_actions_of_many_games_are_whole_numbers_one_each(opponents, actions):
    env = gymnasium.make_vec("toy", num_envs=2, opponents=opponents)
    env.reset(seed=1)
    with pytest.raises(BadOption, match="actions must be 2 whole numbers, one for each game"):
        env.step(actions)


@pytest.mark.parametrize("opponents", ["random", "search:1"])
def test_actions_may_come_in_any_list_of_whole_numbers(opponents):
    for form in (list, tuple, lambda one: one.astype(np.int32), lambda one: one.astype(np.uint8)):
        env = gymnasium.make_vec("toy", num_envs=2, opponents=opponents)
        seen, _ = env.reset(seed=1)
        given = legal(np.random.default_rng(1), seen["action_mask"])
        _, rewards, *_ = env.step(form(given))
        assert (rewards != -1).all()
        assert given.tolist() == legal(np.random.default_rng(1), seen["action_mask"]).tolist()


def test_an_action_is_a_whole_number():
    env = gymnasium.make("tahiti", illegal=None)
    for action in (3.0, True, "roll", None, np.array([3]), np.bool_(True)):
        env.reset(seed=1)
        with pytest.raises(BadOption, match="an action must be a whole number, not"):
            env.step(action)
    seen, _ = env.reset(seed=1)
    good = int(np.flatnonzero(seen["action_mask"])[0])
    for form in (np.int64, np.uint16, np.array):
        env.reset(seed=1)
        env.step(form(good))


OPENED = {
    "one": lambda: gymnasium.make("toy"),
    "many": lambda: gymnasium.make_vec("toy", num_envs=2),
    "bots": lambda: gymnasium.make_vec("toy", num_envs=2, opponents="search:1"),
}


@pytest.mark.parametrize("kind", OPENED)
def test_seeds_of_every_type_and_size(kind):
    def first(seed):
        return OPENED[kind]().reset(seed=seed)[0]["observation"].tolist()

    assert first(np.int64(7)) == first(np.uint8(7)) == first(7)
    assert first(2**100) == first(2**100)
    assert first(2**100) != first(2**100 + 1)
    if kind != "one":
        assert first([7, 2**100]) == first((np.int64(7), 2**100))
        assert first(np.array([7, 8])) == first(7)
        with pytest.raises(BadOption, match="there are 3 seeds for 2 games"):
            first([1, 2, 3])
    assert first("seven") == first("seven") != first(b"seven")
    assert first(-1) == first(-1) != first(1)
    for wrong in (1.5, True):
        with pytest.raises(BadOption, match="a seed must be a whole number, a string or bytes"):
            first(wrong)


def test_players_left_out_are_those_named_or_the_fewest():
    assert gymnasium.make("tahiti")._episodes.players == 2
    assert gymnasium.make("borneo")._episodes.players == 3
    assert gymnasium.make("tahiti", opponents=["random"] * 3)._episodes.players == 4
    assert gymnasium.make_vec("tahiti").games.players == 2


def test_the_mode_human_prints_by_itself(capsys):
    env = gymnasium.make("tahiti", render_mode="human")
    seen, _ = env.reset(seed=1)
    assert capsys.readouterr().out.startswith("Tahiti, 2 players")
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert capsys.readouterr().out.startswith("Tahiti, 2 players")
    assert env.render() is None
    capsys.readouterr()
    env = gymnasium.make("tahiti")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="choose a render_mode, ansi or human"):
        assert env.render() is None
    assert capsys.readouterr().out == ""


COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("wishes", [{}, {"threads": 2}, {"opponents": "search:2"}])
def test_copies_of_many_games_go_on_by_themselves(how, wishes):
    env = gymnasium.make_vec("toy", num_envs=4, reward="gains", **wishes)
    rng = np.random.default_rng(5)
    seen, _ = env.reset(seed=5)
    for _ in range(3):
        seen, *_ = env.step(legal(rng, seen["action_mask"]))
    kept = {name: array.copy() for name, array in seen.items()}
    other = COPIES[how](env)
    lines = []
    for each in (env, other):
        now, choose, line = kept, np.random.default_rng(6), []
        for _ in range(12):
            actions = legal(choose, now["action_mask"])
            now, rewards, over, _, _ = each.step(actions)
            told = (now["observation"], now["action_mask"], actions, rewards, over)
            line.append([one.tolist() for one in told])
        lines.append(line)
    assert lines[0] == lines[1]
    assert any(first[0] != second[0] for first, second in zip(lines[0], lines[0][1:], strict=False))


@pytest.mark.parametrize("context", ["spawn", "forkserver"])
def test_a_spawned_worker_finds_the_games(context):
    name = f"{gymnasium.__name__}:proa/tahiti-v2"
    one = partial(library.make, name, disable_env_checker=True)
    envs = AsyncVectorEnv([one, one], context=context)
    try:
        seen, _ = envs.reset(seed=1)
        envs.step(legal(np.random.default_rng(1), seen["action_mask"]))
    finally:
        envs.close()
    with pytest.raises(BadOption, match=r"gymnasium.make\('proa.envs.gymnasium:proa/tahiti-v2'\)"):
        gymnasium.make("proa/tahiti-v2")
