"""The searching bot: slices, seeds, what it finds, and what it must not know."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import proa
from bots.twins import Twins
from proa.bots import bot_named, forward, guided_search, playouts, search_arrays, tree
from proa.bots.bot import RandomBot
from proa.bots.levels import LEVELS, Level
from proa.bots.search import ExpertBot, Search, SearchBot
from proa.engine.core import verbs
from proa.engine.core.fields import twin_of
from proa.engine.core.position import Position
from proa.engine.core.search_settings import NETWORK, SCORES, STEP, SearchSettings, Strength
from proa.engine.errors import BadOption
from proa.games import GAMES, spec
from proa.games.tahiti.state import BID


def _midgame(toy, seed=3, decisions=4):
    position = toy.start(3, seed=seed)
    for _ in range(decisions):
        position = toy.play(position, toy.codes(position)[-1])
    return position


def _search(position, simulations=300, seed=1, settings=None):
    information_state = position.game.information_state(position, position.to_move, seed=9)
    return Search(information_state, seed, simulations, settings or SearchSettings())


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


def _stepped(position, milliseconds, **more):
    search = _search(position, **more)
    while not search.step(milliseconds):
        pass
    return search


def test_slices_of_time_never_change_the_result(position):
    found = [_stepped(position, milliseconds).visits() for milliseconds in (0.01, 0.5, 1000)]
    assert found[0] == found[1] == found[2]


def test_a_step_goes_on_where_the_search_only_looks_whether_to_end(position):
    search, steps = _search(position), 1
    while not search.step(60_000):
        steps += 1
    assert steps <= 2  # the first is short: how fast it is has to be found out


@pytest.mark.parametrize("name", GAMES)
def test_a_search_ends_as_soon_as_the_rest_cannot_change_its_action(name):
    game = proa.game(name)
    position = game.start(game.players[0], seed=5)
    saved = []
    while not position.is_over and len(saved) < 20:
        information_state = game.information_state(position, position.to_move, seed=9)
        settings = replace(ExpertBot(300).default_settings(information_state), halving=False)
        stepped, whole = (Search(information_state, 1, 300, settings) for _ in range(2))
        while not stepped.step(1000):
            pass
        whole.run(300)
        position = game.play(position, whole.action())
        if not whole.visits()[whole.action()]:
            continue
        assert stepped.action() == whole.action()
        *_, second, most = sorted(stepped.visits().values())
        saved.append(300 - sum(stepped.visits().values()))
        assert not saved[-1] or most - second > saved[-1]
    assert max(saved) > 50
    assert min(saved) < 50


def test_a_loose_search_uses_all_its_simulations(position):
    information_state = position.game.information_state(position, position.to_move, seed=9)
    search = Search(information_state, 1, 300, SearchSettings(), looseness=0.1)
    while not search.step(1000):
        pass
    assert sum(search.visits().values()) == 300


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
    bots = [RandomBot(), SearchBot(60), ExpertBot(60), LEVELS["easy"].bot, LEVELS["steady"].bot]
    differing = 0
    for seed in range(12):
        true = _midgame(toy, seed, decisions=seed)
        if true.is_over:
            continue
        seat = true.to_move
        other = toy.resample(true, seat, seed + 100)
        differing += true != other
        for bot in bots:
            chosen = [bot.choose(toy.information_state(one, seat, 4), 8) for one in (true, other)]
            assert chosen[0] == chosen[1]
    assert differing > 8


@pytest.mark.parametrize("name", ["random", "easy", "steady", "search:30", "expert:30"])
def test_every_bot_plays_legally_to_the_end(toy, name):
    bot = bot_named(name)
    position = toy.start(3, seed=2)
    while not position.is_over:
        action = bot.choose(toy.information_state(position, position.to_move, 1), 2)
        position = toy.play(position, action)


@pytest.mark.parametrize("name", ["random", "search:30"])
def test_bots_refuse_to_decide_for_who_is_not_to_move(toy, name):
    position = _midgame(toy)
    with pytest.raises(BadOption, match="has nothing to decide"):
        bot_named(name).choose(toy.information_state(position, (position.to_move + 1) % 3), 1)


def test_the_tree_fills_its_arrays_exactly(toy):
    """One node a simulation at most, so arrays of one more never overflow."""
    search = _search(_midgame(toy), 500)
    search.run(500)
    nodes = search._tree.nodes
    assert search._tree.counts[search_arrays.SIZE] <= len(nodes) == 501
    assert nodes[0, search_arrays.VISITS] == 500
    assert (search._scratch.child_of == 0).all()


KEPT = {"toy": "7dea21372e47380f", "tahiti": "179b9e366b703eec"}


def test_the_search_that_knows_nothing_stays_as_it_is(position):
    """Strength is measured against it over the years: the same simulations for ever."""
    search = _search(position)
    search.run(300)
    found = hashlib.sha256(repr(search.visits()).encode()).hexdigest()[:16]
    assert found == KEPT[position.game.name]


def test_who_knows_a_game_looks_at_what_it_keeps():
    game = proa.game("tahiti")
    position = game.start(2, seed=5)
    while position.fields.phase != BID:
        position = game.play(position, game.codes(position)[0])
    knowing = _search(position, settings=SearchSettings(guided=True))
    assert {game.code(action) for action in knowing.visits()} <= {"pass", "bid:1"}
    assert len(_search(position).visits()) > 10


def test_a_look_ahead_may_end_where_a_round_is_over():
    """No simulation of Bora Bora goes past the first round, and choices that are none are no nodes;
    what is worth most there counts, not the points alone."""
    game = proa.game("borabora")
    position = game.start(2, seed=1)
    while position.fields.round == 0 or len(game.codes(position)) < 3:
        position = game.play(position, game.codes(position)[0])
    search = _search(position, settings=SearchSettings(guided=True, lean=0.5, cut=True, scale=12))
    for _ in range(60):
        search.run(1)
        after = twin_of(search._states[1:])
        assert (after.round, verbs.is_quiet(game.tables, after)) == (2, True)
        values = np.zeros(2)
        verbs.evaluate(game.tables, after, values)
        assert search._scratch.evaluations.tolist() == pytest.approx(values.tolist())


@pytest.mark.parametrize("settings", [SearchSettings(), SearchSettings(guided=True)])
def test_points_are_the_same_in_a_search(settings):
    """Also where code is compiled together with what looks at them: a set was counted wrong there,
    and the first jewelry scored as the sixth."""
    game, rng = proa.game("borabora"), np.random.default_rng(3)
    position = game.start(2, seed=3)
    while not position.is_over:
        if rng.random() < 0.2 and len(game.codes(position)) > 1:
            search = _search(position, settings=settings)
            search.run(1)
            if not settings.guided:
                found = game.scores(Position(game, search._states[1:].copy()))
                assert search._scratch.totals.tolist() == found
            else:
                values = np.zeros(2)
                verbs.evaluate(game.tables, twin_of(search._states[1:]), values)
                assert search._scratch.evaluations.tolist() == pytest.approx(values.tolist())
        position = game.play(position, str(rng.choice(game.codes(position))))


def test_what_a_game_prefers_is_drawn_more_often():
    sums, rng = np.cumsum([1.0, 2.0, 5.0]), np.array([4], np.uint64)
    with np.errstate(over="ignore"):
        drawn = np.bincount([playouts.by_odds(rng, 3, sums) for _ in range(8000)]) / 1000
    assert drawn == pytest.approx([1, 2, 5], rel=0.1)


def test_a_game_that_tells_nothing_is_searched_by_its_points(toy):
    position = _midgame(toy)
    search = _search(position, settings=SearchSettings(guided=True))
    search.run(300)
    assert set(search.visits()) == set(toy.legal_actions(position))
    rules, state, values = toy.tables, position.fields, np.zeros(3)
    verbs.evaluate(rules, state, values)
    assert values.tolist() == toy.scores(position)
    assert verbs.is_quiet(rules, state) == (position.to_move != verbs.CHANCE)
    actions = np.array(toy.legal_actions(position), np.int32)
    assert verbs.prune(rules, state, actions, len(actions)) == len(actions)
    weights = np.ones(len(actions))
    verbs.score_actions(rules, state, actions, len(actions), weights)
    assert (weights == 0).all()


def test_values_are_shares(toy):
    search = _search(_midgame(toy), 500)
    search.run(500)
    made = int(search._tree.counts[search_arrays.SIZE])
    visits = search._tree.nodes[:made, search_arrays.VISITS]
    means = search._tree.values[:made] / visits[:, None]
    assert (means >= 0).all()
    assert (means <= 1).all()


@pytest.mark.parametrize(
    "settings",
    [
        SearchSettings(),
        SearchSettings(guided=True, picks=3, horizon=6, picks_by=STEP, order_by=SCORES),
        SearchSettings(guided=True, picks_by=SCORES, order_by=STEP, scale=20),
        SearchSettings(guided=True, picks=2, lean=0.5, cut=True),
    ],
)
def test_the_search_runs_the_same_in_python(settings):
    """On twins, where an index out of bounds or a value out of range raises."""
    game = proa.game("tahiti")
    position = game.play(game.start(2, seed=5), "yacht:3")
    compiled, plain = _search(position, 25, 1, settings), _search(position, 25, 1, settings)
    compiled.run(25)
    guidance = None
    if settings.guided:
        guidance = search_arrays.Guidance(Twins([twin_of(plain._states[:1])]), *plain._guidance[1:])
    with np.errstate(over="ignore"):
        for _ in range(25):
            states = Twins([twin_of(plain._states[:1]) for _ in range(2)])
            common = (plain._rng, plain._knobs, plain._tree, plain._scratch, guidance)
            tree.run(game.tables, states, plain._seat, 1, *common)
    assert plain._tree.nodes.tolist() == compiled._tree.nodes.tolist()
    assert np.allclose(plain._tree.values, compiled._tree.values)


RISING = [
    (game, players)
    for game in map(spec, GAMES)
    for players in range(game.players[0], game.players[1] + 1)
]


@pytest.mark.parametrize(("game", "players"), RISING, ids=lambda one: getattr(one, "name", one))
def test_levels_rise(game, players):
    assert set(game.analysis.levels.get(players, {})) <= set(LEVELS)
    strengths = [level.strength_in(game, players) for level in LEVELS.values()]
    assert len(strengths) == 5
    searches = [strength for strength in strengths if strength.simulations != NETWORK]
    assert searches[-2:] == strengths[-2:]
    for weaker, stronger in pairwise(searches):
        needs_fewer = stronger.prior and not weaker.prior
        assert weaker.simulations <= stronger.simulations or needs_fewer
        assert weaker.looseness >= stronger.looseness
        assert weaker != stronger
    assert strengths[-1].looseness == 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_levels_load_what_they_think_with_beforehand(name, level):
    game = proa.game(name)
    for players in range(game.players[0], game.players[1] + 1):
        strength = LEVELS[level].strength_in(game.spec, players)
        searches = strength.simulations != NETWORK
        used = [guided_search] * searches + [forward] * (not searches or strength.prior)
        assert bot_named(level).units(game, players) == tuple(unit.__name__ for unit in used)


@pytest.mark.parametrize(
    ("strength", "name"),
    [(Strength(NETWORK), "learned"), (Strength(60, prior=True), "prior:60")],
)
def test_a_level_may_use_a_network(monkeypatch, strength, name):
    game = proa.game("tahiti")
    opening = game.start(3, seed=1)
    known = game.information_state(opening, opening.to_move, seed=9)
    monkeypatch.setattr(Level, "strength_in", lambda *_: strength)
    keen, network = LEVELS["keen"].bot, bot_named(name)
    assert keen.choose(known, 4) == network.choose(known, 4)
    assert keen.units(game, 3) == network.units(game, 3)
    assert keen.version_in(game) == network.version_in(game) != keen.version


@pytest.mark.parametrize("strength", [Strength(NETWORK), Strength(60, prior=True)])
def test_a_level_searches_where_the_network_does_not_fit_the_edition(
    monkeypatch, tmp_path, strength
):
    monkeypatch.setattr(Level, "strength_in", lambda *_: strength)
    steady = LEVELS["steady"]
    standard = (spec("tahiti").folder / "components.toml").read_text(encoding="utf-8")
    edition = tmp_path / "rich.toml"
    edition.write_text(standard.replace("stash = 10", "stash = 15"), encoding="utf-8")
    game = proa.game("tahiti", edition)
    opening = game.start(3, seed=1)
    known = game.information_state(opening, opening.to_move, seed=9)
    usual = ExpertBot(steady.strength.simulations, looseness=steady.strength.looseness)
    assert steady.bot.choose(known, 4) == usual.choose(known, 4)
    assert steady.bot.units(game, 3) == usual.units(game, 3)
    assert steady.bot.version_in(game) == steady.bot.version


def test_a_loose_search_gives_what_is_nearly_best_and_nothing_else(position):
    information_state = position.game.information_state(position, position.to_move, seed=9)
    given = set()
    for seed in range(20):
        search = Search(information_state, 1, 300, SearchSettings(), looseness=0.1)
        search._seed = seed
        search.run(300)
        given.add(search.action())
    values, visits = search.values(), search.visits()
    best = max(visits, key=visits.get)
    assert len(given) > 1
    assert all(values[action].mean >= values[best].mean - 0.1 for action in given)
    assert all(visits[action] * 20 >= visits[best] for action in given)


def test_the_value_of_each_choice_has_an_interval(position):
    search = _search(position, 400)
    before = search.values()
    assert all(value == (0.5, 0, 1, 0) for value in before.values())
    search.run(400)
    values = search.values()
    assert {a: v.simulations for a, v in values.items()} == search.visits()
    assert next(iter(values)) == search.action()
    tried = [value for value in values.values() if value.simulations]
    assert all(0 <= value.low < value.mean < value.high <= 1 for value in tried)
    once = [value.high - value.low for value in tried if value.simulations == 1]
    most = tried[0].high - tried[0].low
    assert all(most < width for width in once)
    root = search._tree.values[0, position.to_move] / 400
    assert np.isclose(sum(v.mean * v.simulations for v in tried) / 400, root)


def test_the_expected_line_can_be_played(position):
    search = _search(position, 2000, settings=SearchSettings(growth=0.2))
    search.run(2000)
    game, line = position.game, search.line(search.action())
    assert line[0] == search.action()
    assert len(line) > 2
    after = position
    for action in line:
        while after.to_move == verbs.CHANCE and action not in game.legal_actions(after):
            after = game.play(after, game.legal_actions(after)[0], chance=False)
        if action not in game.legal_actions(after):
            assert position.game.name == "toy"  # hidden cards may not allow it here
            break
        after = game.play(after, action, chance=False)
        if after.is_over:
            assert action == line[-1]
            break
    untried = next((a for a, v in search.values().items() if not v.simulations), None)
    assert untried is None or search.line(untried) == [untried]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "clever",
            "there is no bot 'clever'; the bots are random, search:N, expert:N, learned:FILE, ",
        ),
        ("", "there is no bot ''"),
        ("random:3", "there is no bot 'random:3'"),
        ("search:", "search needs a number of simulations between 1 and 10000000, not ''"),
        ("search:0", "search needs a number of simulations"),
        ("expert:0", "expert needs a number of simulations between 1 and 10000000, not '0'"),
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
    assert bot_named("expert:70").name == "expert:70"
    assert bot_named("keen").name == "keen"
