"""The searching bot: slices, seeds, what it finds, and what it must not know."""

from __future__ import annotations

import numpy as np
import pytest

import proa
from proa.bots import bot_named, tree
from proa.bots.bot import RandomBot
from proa.bots.levels import LEVELS
from proa.bots.search import Search, SearchBot, Settings
from proa.engine import verbs
from proa.engine.errors import BadOption
from proa.engine.fields import twin_of


def _midgame(toy, seed=3, decisions=4):
    position = toy.start(3, seed=seed)
    for _ in range(decisions):
        position = toy.play(position, toy.codes(position)[-1])
    return position


def _search(position, simulations=300, seed=1, settings=None):
    sight = position.game.sight(position, position.to_move, seed=9)
    return Search(sight, seed, simulations, settings or Settings())


@pytest.fixture(params=["toy", "tahiti"])
def position(request):
    game = proa.game(request.param)
    position = game.start(3, seed=5)
    for _ in range(8):
        position = game.play(position, game.codes(position)[0])
    while len(game.codes(position)) < 2:
        position = game.play(position, game.codes(position)[0])
    return position


def test_slices_never_change_the_result(position):
    whole = _search(position)
    assert whole.run(300)
    for size in (1, 7, 299):
        sliced = _search(position)
        while not sliced.run(size):
            pass
        assert sliced.visits() == whole.visits()
        assert sliced.action() == whole.action()


def test_slices_of_time_never_change_the_result(position):
    whole = _search(position)
    whole.run(300)
    timed = _search(position)
    steps = 1
    while not timed.step(0.5):
        steps += 1
    assert steps > 1
    assert timed.visits() == whole.visits()


def test_the_same_seed_gives_the_same_decision(position):
    runs = [_search(position, seed=seed) for seed in (1, 1, 2)]
    for one in runs:
        one.run(300)
    assert runs[0].visits() == runs[1].visits()
    assert runs[0].visits() != runs[2].visits()


def test_every_simulation_is_counted(position):
    search = _search(position)
    search.run(120)
    assert sum(search.visits().values()) == 120
    search.run(10_000)
    assert sum(search.visits().values()) == 300


def test_only_legal_actions_are_searched(position):
    search = _search(position)
    search.run(300)
    assert set(search.visits()) == set(position.game.legal_actions(position))


def test_an_unfinished_search_has_an_answer(position):
    search = _search(position)
    assert search.action() in position.game.legal_actions(position)
    search.run(5)
    assert search.action() in position.game.legal_actions(position)


def test_a_lone_answer_is_not_searched(toy):
    position = toy.start(3, seed=1)
    while len(toy.codes(position)) > 1:
        position = toy.play(position, toy.codes(position)[-1])
    search = _search(position)
    assert search.step(1)
    assert search.action() == toy.legal_actions(position)[0]


def test_a_won_race_is_seen(toy):
    """The last decision of a game: the greatest sum of cards wins, nothing else matters."""
    document = toy.dump(toy.start(3, seed=1))
    counts = {str(value): 0 for value in range(1, 7)}
    scene = document["position"]
    scene |= {"phase": "deciding", "mover": 2, "turns": 11, "tide": 1}
    scene["deck"] = counts | {"1": 5, "2": 4, "3": 4, "4": 1}
    scene["open"] = counts | {"6": 2}
    scene["player"] = [
        {"hand": counts | {"4": 1}, "held": 1, "laid": 6, "pairs": 0},
        {"hand": counts | {"4": 1}, "held": 1, "laid": 6, "pairs": 0},
        {"hand": counts | {"5": 3}, "held": 3, "laid": 0, "pairs": 2},
    ]
    last = toy.load(document)
    assert set(toy.codes(last)) == {"draw", "choose:5"}
    search = _search(last, 200)
    search.run(200)
    assert toy.code(search.action()) == "choose:5"


def test_bots_choose_the_same_wherever_the_seat_sees_the_same(toy):
    """The peek test: positions that differ in all that is hidden, same bot seed, same choice."""
    bots = [RandomBot(), SearchBot(60), LEVELS["easy"].bot, LEVELS["steady"].bot]
    differing = 0
    for seed in range(12):
        true = _midgame(toy, seed, decisions=seed)
        if true.is_over:
            continue
        seat = true.to_move
        other = toy.resample(true, seat, seed + 100)
        differing += true != other
        for bot in bots:
            chosen = [bot.choose(toy.sight(one, seat, 4), 8) for one in (true, other)]
            assert chosen[0] == chosen[1]
    assert differing > 8


@pytest.mark.parametrize("name", ["random", "easy", "steady", "search:30"])
def test_every_bot_plays_legally_to_the_end(toy, name):
    bot = bot_named(name)
    position = toy.start(3, seed=2)
    while not position.is_over:
        action = bot.choose(toy.sight(position, position.to_move, 1), 2)
        position = toy.play(position, action)


@pytest.mark.parametrize("name", ["random", "search:30"])
def test_bots_refuse_to_decide_for_who_is_not_to_move(toy, name):
    position = _midgame(toy)
    with pytest.raises(BadOption, match="has nothing to decide"):
        bot_named(name).choose(toy.sight(position, (position.to_move + 1) % 3), 1)


def test_the_tree_fills_its_arrays_exactly(toy):
    """One node a simulation at most, so arrays of one more never overflow."""
    search = _search(_midgame(toy), 500)
    search.run(500)
    nodes = search._tree.nodes
    assert search._tree.counts[tree.SIZE] <= len(nodes) == 501
    assert nodes[0, tree.VISITS] == 500
    assert (search._scratch.child_of == 0).all()


def test_values_are_shares(toy):
    search = _search(_midgame(toy), 500)
    search.run(500)
    made = int(search._tree.counts[tree.SIZE])
    visits = search._tree.nodes[:made, tree.VISITS]
    means = search._tree.values[:made] / visits[:, None]
    assert (means >= 0).all()
    assert (means <= 1).all()


def test_the_search_runs_the_same_in_python():
    """On twins, where an index out of bounds or a value out of range raises."""
    game = proa.game("tahiti")
    position = game.play(game.start(2, seed=5), "yacht:3")
    compiled, plain = _search(position, 25), _search(position, 25)
    compiled.run(25)
    with np.errstate(over="ignore"):
        for _ in range(25):
            state, rng = twin_of(plain._states[:1]), plain._rng
            verbs.resample(game.tables, state, plain._seat, rng)
            common = (plain._tree, plain._scratch, plain._knobs)
            depth = tree.walk_down(game.tables, state, rng, *common)
            decisions = tree.roll_out(game.tables, state, rng, *common)
            tree.evaluate(game.tables, state, *common)
            tree.carry_back(plain._tree, plain._scratch, depth, decisions)
    assert plain._tree.nodes.tolist() == compiled._tree.nodes.tolist()
    assert np.allclose(plain._tree.values, compiled._tree.values)


def test_levels_rise():
    simulations = [level.simulations for level in LEVELS.values()]
    assert simulations == sorted(simulations)
    assert all(level.actor.startswith("search") for level in LEVELS.values())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("clever", "there is no bot 'clever'; there are random, search, search:N and easy, "),
        ("", "there is no bot ''"),
        ("random:3", "there is no bot 'random:3'"),
        ("search:", "search needs a number of simulations from 1 to 10000000, not ''"),
        ("search:0", "search needs a number of simulations"),
        ("search:-5", "search needs a number of simulations"),
        ("search:1e3", "search needs a number of simulations"),
        ("search:99999999999", "search needs a number of simulations"),
    ],
)
def test_unknown_bots_are_refused(name, sentence):
    with pytest.raises(BadOption) as caught:
        bot_named(name)
    assert str(caught.value).startswith(sentence)


def test_bots_have_names():
    assert bot_named("random").name == "random"
    assert bot_named("search").name == "search:2000"
    assert bot_named("search:70").budget == "70 simulations"
    assert bot_named("keen").name == "search:2000"
