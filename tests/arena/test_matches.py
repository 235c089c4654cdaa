"""Matches: rotation, seeds, threads, and the content of a result."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import proa
from interrupting import ctrl_c_after
from proa.arena import matches
from proa.arena.matches import play_game, simulate, wilson_interval
from proa.engine.compiler.cache import CompiledFunctions
from proa.engine.core.game import Game
from proa.engine.core.verbs import look_up
from proa.engine.errors import BadOption
from proa.records import from_json, replay, to_json, verify
from toy.components import Tables
from toy.state import State

TABLE, STUDY = "proa.engine.core.position_functions", "proa.engine.vector.playouts"
GUIDED, TREE = "proa.bots.guided_search", "proa.bots.tree"
KEYS = {
    "game", "players", "games", "seed", "bots", "decisions", "seconds", "decisions_per_second",
    "games_per_second", "mean_scores", "win_shares", "mean_decisions", "win_intervals",
}  # fmt: skip


def _facts(result):
    document = result.to_json()
    return {k: v for k, v in document.items() if "second" not in k}


@pytest.mark.parametrize("bots", [["random"], ["easy", "random", "random"]])
def test_threads_change_nothing(toy, bots):
    results = [simulate(toy, 3, 8, 5, bots, threads=threads) for threads in (1, 2, 5)]
    assert _facts(results[0]) == _facts(results[1]) == _facts(results[2])


def test_seeds_matter(toy):
    assert _facts(simulate(toy, 3, 8, 5, ["random"])) != _facts(simulate(toy, 3, 8, 6, ["random"]))


def test_the_result_as_json(toy):
    document = json.loads(json.dumps(simulate(toy, 3, 40, 5, ["random"]).to_json()))
    assert set(document) == KEYS
    assert document["bots"] == ["random"] * 3
    assert sum(document["win_shares"]) == pytest.approx(1, abs=1e-3)
    assert document["decisions"] == pytest.approx(40 * document["mean_decisions"], abs=1)


def test_decisions_do_not_count_chance(toy):
    result = simulate(toy, 3, 50, 5, ["random"])
    # twelve turns, each one decision or a few cards chosen and laid; never dealing or tides
    assert (result.decisions >= 12).all()
    assert (result.decisions <= 12 * 4).all()


def test_a_better_bot_wins_wherever_it_is_named():
    """Entrants keep their place in the result while their seats rotate."""
    game = proa.game("tahiti")
    for place in range(2):
        bots = ["random", "random"]
        bots[place] = "search:60"
        result = simulate(game, 2, 8, 5, bots)
        assert result.to_json()["win_shares"][place] > 0.7
        assert result.returns.sum(axis=1).tolist() == [1.0] * 8


@pytest.mark.parametrize(
    ("bots", "units"),
    [
        (["random"], {STUDY}),
        (["search:9", "random", "random"], {TABLE, TREE}),
        (["easy"], {TABLE, GUIDED}),
        (["expert:9", "search:9", "random"], {TABLE, GUIDED, TREE}),
    ],
)
def test_a_match_needs_no_other_compiled_code_than_it_says(toy, bots, units):
    """Compiling takes a minute, so commands compile what these bots need."""
    game = Game(toy.spec)
    game._compiled = CompiledFunctions(toy.name, look_up(toy.spec.verbs), Tables.dtype, State.dtype)
    assert set(matches.units_of_match(game, 3, bots)) == units
    simulate(game, 3, 2, 1, bots)
    assert {function.unit for function in game._compiled._loaded} == units


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_match_whose_bots_think_for_hours(threads):
    game = proa.game("tahiti")
    simulate(game, 2, 1, 1, ["search:5"])
    with ctrl_c_after(1):
        simulate(game, 2, 9, 1, ["search:9000000"], threads=threads)


@pytest.mark.parametrize("bots", [["random"], ["easy", "random", "random"]])
def test_loading_compiled_code_is_not_timed(toy, bots, monkeypatch):
    game = Game(toy.spec)
    game._compiled = CompiledFunctions(toy.name, look_up(toy.spec.verbs), Tables.dtype, State.dtype)
    loaded = []

    def clock():
        loaded.append(len(game.compiled._loaded))
        return len(loaded)

    monkeypatch.setattr(matches, "time", SimpleNamespace(perf_counter=clock))
    assert simulate(game, 3, 2, 1, bots).seconds == 1
    assert loaded[0] == loaded[-1] > 0


def test_ticks_count_the_games(toy):
    for bots in (["random"], ["easy"]):
        ticks = []
        simulate(toy, 3, 7, 5, bots, tick=ticks.append)
        assert sum(ticks) == 7


@pytest.mark.parametrize(
    ("players", "games", "bots", "sentence"),
    [
        (3, 0, ["random"], "a match needs at least one game, not 0"),
        (3, 5, ["random", "random"], "there are 2 bots for 3 seats"),
        (3, 5, [], "there are 0 bots for 3 seats"),
        (9, 5, ["random"], "Toy is for 3 players, not 9"),
        (3, 5, ["clever"], "there is no bot 'clever'"),
    ],
)
def test_wrong_matches_are_refused(toy, players, games, bots, sentence):
    with pytest.raises(BadOption) as caught:
        simulate(toy, players, games, 1, bots)
    assert str(caught.value).startswith(sentence)


def test_a_recorded_game_replays(toy):
    record = play_game(toy, 3, 4, ["easy", "random", "random"])
    document = json.loads(json.dumps(to_json(record)))
    verify(document)
    steps = list(replay(from_json(document)))
    assert steps[-1].after.is_over
    assert [seat["kind"] for seat in document["seats"]] == ["bot"] * 3
    assert to_json(play_game(toy, 3, 4, ["easy", "random", "random"])) == to_json(record)


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals_of_the_textbooks(wins, n, low, high):
    assert wilson_interval(wins, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.release
@pytest.mark.parametrize(
    ("name", "players", "least"),
    [("tahiti", 4, 0.95), ("borneo", 3, 0.90), ("borabora", 2, 0.95)],
)
def test_one_search_beats_random_bots(name, players, least):
    """2,000 simulations a decision, seats rotated, 200 games."""
    bots = ["search:2000"] + ["random"] * (players - 1)
    result = simulate(proa.game(name), players, 200, 1, bots)
    assert result.to_json()["win_shares"][0] >= least
