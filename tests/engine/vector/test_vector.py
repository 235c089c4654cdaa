"""Many games for learners: each call returns what single positions would."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import time
from contextlib import suppress

import numpy as np
import pytest

import proa
from interrupting import ctrl_c_after
from proa.engine.core.verbs import OVER
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.vector.arrays import ALIGNMENT
from proa.engine.vector.policies import policy
from proa.engine.vector.vector import Vector

N = 23
TOLD = ("observations", "masks", "seats", "counts", "rewards", "done")


def told(games):
    """Return the results of a step, and the positions, as bytes."""
    return [getattr(games, name).tobytes() for name in (*TOLD, "states", "ended")]


def chosen(games, rng):
    """Return a legal action of each game, any number where no seat decides."""
    picks = (rng.random(len(games)) * games.counts).astype(int)
    return games.legal[np.arange(len(games)), picks]


def check(game, games, singles):
    for i, single in enumerate(singles):
        assert games.position(i).record() == single.record()
        assert games.seats[i] == single.to_move
        legal = game.legal_actions(single)
        assert games.legal[i, : games.counts[i]].tolist() == legal
        assert np.flatnonzero(games.masks[i]).tolist() == legal
        if not single.is_over:
            seen = game.observation(single, single.to_move)
            assert games.observations[i].tolist() == seen.tolist()


@pytest.mark.parametrize("name", ["toy", "tahiti"])
def test_games_go_as_single_ones_do(name):
    game = proa.game(name)
    games = Vector(game, 3, N, seed=1, again=False, reward="gains")
    singles = [game.start(3, key=key) for key in games.states["key"]]
    paid = np.zeros((N, 3))
    rng = np.random.default_rng(1)
    while not all(single.is_over for single in singles):
        check(game, games, singles)
        actions = chosen(games, rng)
        running = [not single.is_over for single in singles]
        singles = [
            single if single.is_over else game.play(single, int(action))
            for single, action in zip(singles, actions, strict=True)
        ]
        games.step(actions)
        paid += games.rewards
        ended = [was and single.is_over for was, single in zip(running, singles, strict=True)]
        assert (games.done & running).tolist() == ended
    check(game, games, singles)
    assert (games.seats == OVER).all()
    totals = np.array([game.scores(single) for single in singles])
    leads = [row[s] - max(np.delete(row, s)) for row in totals for s in range(3)]
    assert paid.ravel().tolist() == leads
    assert [games.ended_position(i) for i in range(N)] == singles


@pytest.mark.parametrize("reward", ["share", "lead", "gains"])
def test_games_begin_anew_when_they_end(toy, reward):
    games = Vector(toy, 3, N, seed=2, reward=reward)
    first = games.states["key"].copy()
    paid, finished = np.zeros((N, 3)), 0
    rng = np.random.default_rng(2)
    for _ in range(100):
        games.step(chosen(games, rng))
        paid += games.rewards
        assert (games.seats >= 0).all()
        for i in np.flatnonzero(games.done):
            end = games.ended_position(int(i))
            assert end.is_over
            scores = toy.scores(end)
            leads = [s - max(scores[:k] + scores[k + 1 :]) for k, s in enumerate(scores)]
            expected = toy.returns(end) if reward == "share" else leads
            assert paid[i] == pytest.approx(expected)
            paid[i] = 0
            finished += 1
    assert finished > N
    assert (games.states["key"] != first).all()


@pytest.mark.parametrize("threads", [2, 3, 40])
def test_threads_change_nothing(toy, threads):
    one, several = (Vector(toy, 3, N, seed=3, threads=t) for t in (1, threads))
    rng = np.random.default_rng(3)
    for _ in range(30):
        assert told(one) == told(several)
        actions = chosen(one, rng)
        one.step(actions)
        several.step(actions)
    one.step_randomly(50)
    several.step_randomly(50)
    assert told(one) == told(several)


def test_a_seed_is_one_of_a_game(toy):
    games = Vector(toy, 3, N, seed=4)
    games.step_randomly(9)
    before = told(games)
    which = np.arange(N) % 2 == 0
    games.reset(which, seeds=np.full(N, 7))
    assert len({games.position(i) for i in np.flatnonzero(which)}) == 1
    assert len({tuple(key) for key in games.states["key"][which].tolist()}) == 1
    assert not games.done[which].any()
    assert not games.rewards[which].any()
    others = Vector(toy, 3, N, seed=4)
    others.step_randomly(9)
    assert told(others) == before
    assert games.states[~which].tobytes() == others.states[~which].tobytes()
    alone = Vector(toy, 3, 1)
    alone.reset(seeds=[7])
    assert alone.position(0).record() == games.position(0).record()
    assert told(Vector(toy, 3, N, seed=5)) != told(Vector(toy, 3, N, seed=4))


def test_one_seat_learns_and_the_others_play_at_random(toy):
    games = Vector(toy, 3, N, seed=5, learner=1, reward="gains")
    rng = np.random.default_rng(5)
    paid, finished = np.zeros((N, 3)), 0
    for _ in range(60):
        assert (games.seats == 1).all()
        assert (games.counts > 0).all()
        games.step(chosen(games, rng))
        paid += games.rewards
        for i in np.flatnonzero(games.done):
            scores = toy.scores(games.ended_position(int(i)))
            leads = [s - max(scores[:k] + scores[k + 1 :]) for k, s in enumerate(scores)]
            assert paid[i].tolist() == leads
            paid[i] = 0
            finished += 1
    assert finished > N
    seen = games.last_observations(np.ones(N, int))
    assert seen[0].tolist() == toy.observation(games.ended_position(0), 1).tolist()


def test_games_may_begin_from_scenes(toy):
    scenes = [toy.start(3, seed=seed) for seed in (1, 2)]
    scenes = [toy.play(scene, toy.legal_actions(scene)[0]) for scene in scenes]
    games = Vector(toy, 3, 200, scenes=scenes)
    found = [games.position(i) for i in range(200)]
    assert set(found) == set(scenes)
    assert 60 < sum(one == scenes[0] for one in found) < 140
    assert len({tuple(key) for key in games.states["key"].tolist()}) == 200


def test_copies_and_files_go_on_the_same(toy, tmp_path):
    games = Vector(toy, 3, N, seed=6, reward="gains")
    games.step_randomly(9)
    games.save(tmp_path / "games.npz")
    copied = games.copy()
    loaded = Vector(toy, 3, N, seed=7, reward="gains", threads=2)
    loaded.load(tmp_path / "games.npz")
    assert told(copied) == told(loaded) == told(games)
    for other in (games, copied, loaded):
        other.step_randomly(70)
    assert told(copied) == told(loaded) == told(games)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize(
    "made", [Vector.copy, copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))]
)
def test_copies_go_on_the_same(toy, made, again, threads):
    """Also if some games are over, which show what was seen before the end."""
    scenes = [toy.start(3, seed=1)]
    wishes = {"reward": "gains", "scenes": scenes, "buffers": 2, "others": last, "learner": 0}
    games = Vector(toy, 3, N, seed=6, again=again, threads=threads, **wishes)
    games.step_randomly(9)
    copied = made(games)
    assert (copied.seed, copied.reward, copied.again) == (6, "gains", again)
    assert told(copied) == told(games)
    rng = np.random.default_rng(1)
    for _ in range(20):
        actions = chosen(games, rng)
        games.step(actions)
        before = told(copied)
        copied.step(actions)
        assert told(copied) == told(games)
        assert before != told(copied) or not (games.seats >= 0).any()
    copied.reset()
    assert copied.states.tobytes() != games.states.tobytes()


def test_a_policy_that_no_other_process_has_is_not_sent(toy):
    @policy
    def inside(observation, legal, count, seat, number):
        return 0

    games = Vector(toy, 3, N, learner=0, others=inside)
    with pytest.raises(BadOption, match=r"<locals>.inside can't be sent to another process"):
        pickle.dumps(games)
    assert told(copy.deepcopy(games)) == told(games)


def test_files_of_other_games_are_refused(toy, tmp_path):
    path = tmp_path / "games.npz"
    games = Vector(toy, 3, N)
    with pytest.raises(BadDocument, match="contains no games"):
        games.load(path)
    path.write_bytes(b"no games")
    with pytest.raises(BadDocument, match="contains no games"):
        games.load(path)
    games.save(path)
    with pytest.raises(BadDocument, match="positions of another game or edition"):
        Vector(proa.game("toy", tide="calm"), 3, N).load(path)
    with pytest.raises(BadDocument, match="another number of games"):
        Vector(toy, 3, N + 1).load(path)


def test_damaged_files_are_refused(toy, tmp_path):
    path = tmp_path / "games.npz"
    games = Vector(toy, 3, 2, seed=1)
    games.save(path)
    whole, before = path.read_bytes(), told(games)
    for end in range(0, len(whole), 61):
        path.write_bytes(whole[:end])
        with pytest.raises(BadDocument, match="contains no games"):
            games.load(path)
    for at in range(0, len(whole), 61):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        with suppress(BadDocument):  # some bytes mean nothing
            games.load(path)
        assert told(games) == before
    path.write_bytes(whole)
    with np.load(path) as file:
        arrays = dict(file)
    for name, array in (("rounds", np.zeros(2)), ("dice", np.zeros(3, "u8")), ("states", [1.5])):
        np.savez(path, **(arrays | {name: array}))
        with pytest.raises(BadDocument, match=r"contains no games: |another number of games"):
            games.load(path)
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(BadDocument, match="contains no games"):
        games.load(path)


def test_without_a_seed_every_vector_has_its_own_chance(toy):
    one, two = Vector(toy, 3, N), Vector(toy, 3, N)
    assert one.seed != two.seed
    assert told(one) != told(two)
    assert told(Vector(toy, 3, N, seed=one.seed)) == told(one)


@pytest.mark.parametrize("seed", [np.int64(7), 2**63 + 5, 2**100, -1, "seven", b"seven"])
def test_seeds_of_every_kind_are_taken_everywhere(toy, seed):
    made, again = Vector(toy, 3, N, seed=seed), Vector(toy, 3, N, seed=seed)
    assert told(made) == told(again) != told(Vector(toy, 3, N, seed=0))
    made.reset(seeds=[seed] * N)
    again.reset(seeds=[0] * N)
    assert told(made) != told(again)


@pytest.mark.parametrize("seed", [1.5, True, [1]])
def test_what_is_no_seed_is_refused_with_the_same_sentence(toy, seed):
    sentence = "a seed must be a whole number, a string or bytes, not"
    with pytest.raises(BadOption, match=sentence):
        Vector(toy, 3, N, seed=seed)
    with pytest.raises(BadOption, match=sentence):
        Vector(toy, 3, N).reset(seeds=[seed] * N)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_threads_live_on_in_a_fork(toy):
    games = Vector(toy, 3, N, seed=3, threads=2)
    games.step_randomly()
    child = os.fork()
    if not child:
        games.step_randomly()
        os._exit(0)
    end = time.monotonic() + 60
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the child waits for threads that it has not")
        time.sleep(0.01)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("wishes", [{}, {"again": False, "buffers": 2}, {"dtype": "int8"}])
def test_long_calls_end_with_ctrl_c_in_a_whole_state(toy, threads, wishes):
    """Each game has made as many decisions, and everything told is of them."""
    games = Vector(toy, 3, N, seed=12, threads=threads, **wishes)
    with ctrl_c_after(0.5):
        games.step_randomly(10**12)
    stopped = told(games.copy())
    assert told(games) == stopped
    if wishes.get("again", True):
        counters = Vector(toy, 3, N, seed=12, **wishes)
        played = _decisions_until(counters, games)
        assert played > 0
    games.step_randomly(3)


def _decisions_until(games, goal):
    """How many decisions lead from the start to where other games stand."""
    played = 0
    goal_states = goal.states.tobytes()
    seen = (goal._games.rounds.tolist(), goal_states)
    while (games._games.rounds.tolist(), games.states.tobytes()) != seen:
        assert (games._games.rounds <= goal._games.rounds).all()
        games.step_randomly()
        played += 1
    return played


@pytest.mark.parametrize("wishes", [{}, {"again": False}, {"again": False, "buffers": 2}])
def test_slices_of_long_calls_change_nothing(toy, monkeypatch, wishes):
    from proa.engine.vector import vector

    whole = Vector(toy, 3, N, seed=13, **wishes)
    whole.step_randomly(70)
    monkeypatch.setattr(vector, "FIRST_SLICE", 1)
    monkeypatch.setattr(vector, "GROWTH", 1.5)
    monkeypatch.setattr(vector, "SLICE", 1e-9)
    sliced = Vector(toy, 3, N, seed=13, **wishes)
    sliced.step_randomly(70)
    assert told(sliced) == told(whole)


def test_what_is_not_legal_changes_nothing(toy):
    games = Vector(toy, 3, N, seed=8, threads=2)
    before = told(games)
    actions = games.legal[:, 0].copy()
    actions[N - 1] = toy.action("lay")
    with pytest.raises(IllegalAction, match=f"lay can't be played in game {N - 1}"):
        games.step(actions)
    actions[3] = -1
    with pytest.raises(IllegalAction, match="-1 can't be played in game 3"):
        games.step(actions)
    assert told(games) == before


def test_every_legal_action_is_taken_and_no_other():
    """At the end of long lists, too, nor one left over from a longer list or one with its bits."""
    game, rng, longest = proa.game("tahiti"), np.random.default_rng(8), 0
    games = Vector(game, 4, 64, seed=8)
    rows = np.arange(64)
    for _ in range(60):
        legal, counts = games.legal.copy(), games.counts.copy()
        actions = legal[rows, counts - 1].astype(np.int64)
        i, longest = rng.integers(64), max(longest, counts.max())
        left_over = legal[i, counts[i] : counts[i] + 3].tolist()
        for wrong in {actions[i] + 2**32, *left_over} - {*legal[i, : counts[i]].tolist()}:
            with pytest.raises(IllegalAction, match=f"in game {i} of"):
                games.step(np.where(rows == i, wrong, actions))
        games.step(actions if rng.random() < 0.5 else chosen(games, rng))
    assert longest > 16


def test_arrays_are_shared_and_last(toy):
    games = Vector(toy, 3, N)
    kept = {name: getattr(games, name) for name in TOLD}
    shared = np.from_dlpack(games.observations)
    games.step_randomly(3)
    for name, array in kept.items():
        assert getattr(games, name) is array
        assert array.ctypes.data % ALIGNMENT == 0
    assert shared.ctypes.data == games.observations.ctypes.data
    for name in ("seats", "legal", "counts"):  # a wrong list would let anything be played
        with pytest.raises(ValueError, match="read-only"):
            getattr(games, name)[0] = 0
        shared = np.from_dlpack(getattr(games, name))
        assert not shared.flags.writeable
        assert shared.ctypes.data == getattr(games, name).ctypes.data


def test_observations_can_be_left_out(toy):
    seeing, blind = (Vector(toy, 3, N, seed=1, observe=observe) for observe in (True, False))
    for games in (seeing, blind):
        games.step_randomly(20)
    assert blind.observations.shape == (N, 0)
    assert told(seeing)[1:] == told(blind)[1:]


def test_masks_can_be_left_out(toy):
    whole, bare = (Vector(toy, 3, N, seed=1, mask=mask) for mask in (True, False))
    for games in (whole, bare):
        games.step_randomly(20)
    assert bare.masks.shape == bare.copy().masks.shape == (N, 0)
    assert (bare.legal == whole.legal).all()
    bare.masks = whole.masks
    assert told(bare) == told(whole)


@policy
def last(observation, legal, count, seat, number):
    """Choose the last action."""
    return count - 1


@policy
def by_what_is_seen(observation, legal, count, seat, number):
    """Choose by everything that a policy gets."""
    total = number
    for i in range(40):
        total += np.uint64(observation[i] * (i + 1))
    return (total + np.uint64(legal[0] + seat)) % np.uint64(count)


@policy
def beyond(observation, legal, count, seat, number):
    """Return an invalid index."""
    return count


@policy
def raising(observation, legal, count, seat, number):
    """An error."""
    if seat == 1:
        raise ValueError("seat 1 is not mine")
    return 0


@policy
def dividing(observation, legal, count, seat, number):
    """A division by zero."""
    return 0 // (1 - seat)


@policy
def halved(observation, legal, count, seat, number):
    """What lies between two choices."""
    return 0.5 if seat == 1 else 0


def test_a_policy_decides_in_the_compiled_loop(toy):
    one, two = (Vector(toy, 3, N, seed=9, threads=t) for t in (1, 2))
    for _ in range(30):
        chosen_last = one.legal[np.arange(N), one.counts - 1]
        one.step(chosen_last)
        two.step_by(last)
        assert told(one) == told(two)


def test_a_policy_is_given_what_the_seat_knows(toy):
    one, two = (Vector(toy, 3, N, seed=9, threads=t) for t in (1, 2))
    one.step_by(by_what_is_seen, 20)
    for _ in range(20):
        two.step_by(by_what_is_seen)
    for name in ("observations", "masks", "seats", "states"):
        assert getattr(one, name).tobytes() == getattr(two, name).tobytes()


def test_a_policy_plays_for_those_who_do_not_learn(toy):
    games = Vector(toy, 3, N, seed=10, learner=0, others=last, again=False)
    singles = [games.position(i) for i in range(N)]
    while (games.seats == 0).any():
        actions = np.where(games.seats == 0, games.legal[:, 0], 0)
        for i in np.flatnonzero(games.seats == 0):
            singles[i] = toy.play(singles[i], int(actions[i]))
            while singles[i].to_move > 0:
                singles[i] = toy.play(singles[i], toy.legal_actions(singles[i])[-1])
        games.step(actions)
        assert [games.position(i).record() for i in range(N)] == [s.record() for s in singles]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_policy_that_chooses_what_there_is_not(toy, threads):
    games = Vector(toy, 3, N, threads=threads)
    before = games.states.tobytes()
    with pytest.raises(BadOption, match="the policy chose an illegal action in game 0"):
        games.step_by(beyond)
    assert games.states.tobytes() == before
    with pytest.raises(BadOption, match="the policy chose an illegal action in game"):
        Vector(toy, 3, N, learner=2, others=beyond, threads=threads)
    with pytest.raises(BadOption, match=r"a policy must be made by proa\.engine\.vector\.policies"):
        games.step_by(max)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("at_fault", "sentence"),
    [
        (raising, "the policy raised an error in game"),
        (dividing, "the policy raised an error in game"),
        (halved, "the policy returned a number that is not whole in game"),
    ],
)
def test_a_policy_that_fails_is_told_with_its_game(toy, at_fault, sentence, threads):
    games = Vector(toy, 3, N, seed=1, threads=threads)
    while 1 not in games.seats or (games.seats == 1).all():
        games.step_randomly()
    asked, before = np.flatnonzero(games.seats == 1), games.states.copy()
    with pytest.raises(BadOption, match=f"{sentence} {asked[0]}(,|$)"):
        games.step_by(at_fault)
    assert games.states[asked].tobytes() == before[asked].tobytes()
    assert (games.seats[asked] == 1).all()
    with pytest.raises(BadOption, match=sentence):
        games.step_by(at_fault, 10**9)
    with pytest.raises(BadOption, match=sentence):
        Vector(toy, 3, N, learner=2, others=at_fault, threads=threads)


def test_sets_of_arrays_take_turns(toy):
    plain = Vector(toy, 3, N, seed=11, again=False)
    taking_turns = Vector(toy, 3, N, seed=11, again=False, buffers=3)
    kept = []
    rng = np.random.default_rng(11)
    for step in range(60):
        assert told(plain) == told(taking_turns)
        arrays = {
            name: getattr(taking_turns, name) for name in ("observations", "masks", "rewards")
        }
        kept.append((arrays, {name: array.copy() for name, array in arrays.items()}))
        for old, copies in kept[-3:]:
            assert all((old[name] == copies[name]).all() for name in old)
        if step % 20 == 13:
            which = np.arange(N) % 2 == 0
            for games in (plain, taking_turns):
                games.reset(which, seeds=np.full(N, step))
        else:
            actions = chosen(plain, rng)
            for games in (plain, taking_turns):
                games.step(actions)
    sets = {id(arrays["observations"]) for arrays, _ in kept}
    assert len(sets) == 3
    for arrays, _ in kept:
        assert all(array.ctypes.data % ALIGNMENT == 0 for array in arrays.values())


@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_torch_shares_the_arrays(toy, dtype):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed here")
    games = Vector(toy, 3, N, dtype=dtype)
    shared = {name: torch.from_dlpack(getattr(games, name)) for name in ("observations", "masks")}
    games.step_randomly(5)
    for name, tensor in shared.items():
        assert tensor.data_ptr() == getattr(games, name).ctypes.data
        assert tensor.tolist() == getattr(games, name).tolist()


def test_jax_keeps_what_another_set_holds(toy):
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    games = Vector(toy, 3, N, buffers=2)
    seen, before = jax.dlpack.from_dlpack(games.observations), games.observations.copy()
    games.step_randomly()
    assert (np.asarray(seen) == before).all()


def test_the_door_by_name():
    games = proa.vector("tahiti", players=4, n=3, seed=1, threads=2, tie="chest")
    assert len(games) == 3
    assert games.game.options["tie"] == "chest"
    assert repr(games).startswith("<3 games of proa.game('tahiti'")


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"n": 0}, "n must be a whole number of at least 1, not 0"),
        ({"threads": 0}, "threads must be a whole number of at least 1, not 0"),
        ({"seed": 0.5}, "a seed must be a whole number, a string or bytes, not 0.5"),
        ({"reward": "gold"}, "there is no reward 'gold'"),
        ({"learner": 3}, "seats must be from 0 to 2"),
        ({"others": "keen"}, "a policy must be made by"),
        ({"buffers": 0}, "buffers must be a whole number of at least 1, not 0"),
        ({"scenes": ["start"]}, "scene 0 is not a position of"),
        ({"players": 9}, "players, not 9"),
    ],
)
def test_wrong_wishes_are_refused(toy, wishes, sentence):
    with pytest.raises(BadOption, match=sentence):
        Vector(toy, **({"players": 3, "n": 5} | wishes))


def test_scenes_that_are_over_are_refused(toy):
    games = Vector(toy, 3, 1, again=False)
    games.step_randomly(200)
    with pytest.raises(BadOption, match="scene 0 must be for 3 players, and not finished"):
        Vector(toy, 3, 5, scenes=[games.position(0)])


@pytest.mark.parametrize("numbers", [[0], [0.0] * N, [0, [1]], "first", None])
def test_there_must_be_one_number_a_game(toy, numbers):
    games = Vector(toy, 3, N)

    def reset(given):
        games.reset(seeds=[0] if given is None else given)

    for ask in (games.step, games.last_observations, reset):
        with pytest.raises(BadOption, match=f"must be {N} whole numbers, one for each game"):
            ask(np.array(numbers) if numbers == [0.0] * N else numbers)
    with pytest.raises(BadOption, match=f"must be {N} booleans"):
        games.reset(np.zeros(N))
