"""The OpenSpiel adapter passes its checks, and OpenSpiel's algorithms run on our games."""

from __future__ import annotations

import copy
import importlib
import pickle
from functools import cache

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, expected_game_score, ismcts, mcts

import proa
from proa.engine.core.verbs import CHANCE
from proa.engine.errors import BadOption
from proa.envs import VERSIONS, openspiel

openspiel.register("toy")
PLAYERS = {name: proa.game(name).players for name in [*VERSIONS, "toy"]}
CASES = sorted({(name, n) for name, ends in PLAYERS.items() for n in ends})
each_case = pytest.mark.parametrize(("name", "players"), CASES)

TINY_TAHITI = """
board.size = 3
track = { letters = ["A", "B"], pearls = ["white", "blue"] }
die.faces = [1]
pearls = { white = 2, blue = 2 }
players = { boats = 4, money = 2, stash = 0 }
"""
TINY_TOY = """
hand = 1
most = 2
rounds = 1
tides = 1
pair = 2
cards = { 1 = 2, 2 = 1, 3 = 1, 4 = 0, 5 = 0, 6 = 0 }
"""


@pytest.fixture
def tiny(tmp_path):
    """Return a function that opens a game in an edition small enough to search completely."""

    def opened(name, text, **wishes):
        path = tmp_path / "tiny.toml"
        path.write_text(text, encoding="utf-8")
        return openspiel.load(name, edition=str(path), **wishes)

    return opened


def walked(game, seed, most=10_000):
    """Yield the states of a random game."""
    choose = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and most:
        yield state
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(choose.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(choose.choice(state.legal_actions())))
        most -= 1
    yield state


@each_case
def test_random_games(name, players, capfd):
    game = openspiel.load(name, players=players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_games_are_known_by_name():
    game = pyspiel.load_game("proa_tahiti(players=4,tie=chest)")
    assert (game.num_players(), game.proa.options["tie"]) == (4, "chest")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert game.utility_sum() == 1.0


def test_points_are_a_game_of_zero_sum_for_two():
    game = openspiel.load("tahiti", players=2, reward="lead")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    *_, last = walked(game, seed=1)
    ours, theirs = game.proa.scores(last.position)
    assert last.returns() == [ours - theirs, theirs - ours]


def test_chance_is_told_with_its_odds():
    game = openspiel.load("borneo", players=3)
    seen = 0
    for state in walked(game, seed=2):
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            weights = game.proa.outcomes(state.position)
            codes = [game.proa.code(outcome) for outcome, _ in state.chance_outcomes()]
            assert codes == list(weights)
            seen += 1
        elif not state.is_terminal():
            other = (state.current_player() + 1) % 3
            assert state.legal_actions(other) == []
            assert state.legal_actions() == game.proa.legal_actions(state.position)
    assert seen


def test_copies_go_their_own_ways():
    *_, state = walked(openspiel.load("tahiti", players=2), seed=3, most=6)
    before = state.information_state_string(0)
    for other in (state.clone(), copy.deepcopy(state)):
        assert other.position is state.position
        other.apply_action(other.legal_actions()[0])
        assert state.information_state_string(0) == before
        assert other.information_state_string(0) != before


def test_states_can_be_sent(capfd):
    *_, state = walked(openspiel.load("toy"), seed=3, most=9)
    imagined = state.resample_from_infostate(1, lambda: 0.5)
    imagined.apply_action(imagined.legal_actions()[0])
    for sent in (state, imagined):
        arrived = pickle.loads(pickle.dumps(sent))
        for seat in range(3):
            told = arrived.information_state_string(seat)
            assert told == sent.information_state_string(seat)


def test_states_can_be_sent_after_a_reload():
    *_, state = walked(openspiel.load("toy"), seed=3, most=9)
    imagined = state.resample_from_infostate(1, lambda: 0.5)
    importlib.reload(openspiel)
    openspiel.register("toy")
    for sent in (state, imagined):
        arrived = pickle.loads(pickle.dumps(sent))
        assert type(arrived) is openspiel.SpielState
        assert arrived.information_state_string(0) == sent.information_state_string(0)


@each_case
def test_what_a_seat_imagines_it_cannot_tell_from_the_truth(name, players):
    game = openspiel.load(name, players=players)
    numbers = np.random.default_rng(4)
    differ = 0
    for number, state in enumerate(walked(game, seed=4)):
        if number % 29 or state.is_terminal():
            continue
        for seat in range(players):
            imagined = state.resample_from_infostate(seat, numbers.random)
            for ask in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(imagined, ask)(seat) == getattr(state, ask)(seat)
            differ += imagined.position != state.position
            with pytest.raises(BadOption, match="has no history, because its seat doesn't know"):
                imagined.history()  # which would tell what was hidden
    assert differ or name == "tahiti"


@pytest.mark.parametrize("asked", ["history", "full_history", "history_str", "move_number"])
def test_an_imagined_state_has_no_history(asked):
    *_, state = walked(openspiel.load("tahiti", players=2), seed=3, most=8)
    assert getattr(state, asked)()
    imagined = state.resample_from_infostate(0, lambda: 0.5)
    later = imagined.clone()
    later.apply_action(later.legal_actions()[0])
    for one in (imagined, later, imagined.clone(), pickle.loads(pickle.dumps(later))):
        with pytest.raises(BadOption, match=rf"{asked}\(\): a state from resample"):
            getattr(one, asked)()


def test_a_seat_remembers_what_it_saw_and_nothing_else():
    game = openspiel.load("toy")
    *_, state = walked(game, seed=5, most=3)
    dealt = [code for code in map(game.proa.code, state.history()) if code.startswith("card:")]
    assert len(dealt) == 3
    for seat in range(3):
        told = state.information_state_string(seat).partition(" | ")[0]
        assert dealt[seat] in told.split()
        assert len([code for code in told.split() if code == "card:?"]) == 2


def test_search_of_information_sets():
    game = openspiel.load("borneo", players=3)
    *_, state = walked(game, seed=6, most=40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng = np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), uct_c=1.0, max_simulations=5, random_state=rng
    )
    assert bot.step(state) in state.legal_actions()


def best_values(game, position, seat):
    """Return what a seat gets at best against seats that play at random."""

    @cache
    def value(position):
        if position.is_over:
            return game.returns(position)[seat]
        if position.to_move == CHANCE:
            weights = game.outcomes(position)
            odds = {code: weight / sum(weights.values()) for code, weight in weights.items()}
        else:
            codes = game.codes(position)
            odds = dict.fromkeys(codes, 1 / len(codes))
        after = {code: value(game.play(position, code, chance=False)) for code in odds}
        if position.to_move == seat:
            return max(after.values())
        return sum(odds[code] * after[code] for code in odds)

    return value(position)


def test_an_exact_best_response_with_all_in_the_open(tiny):
    """From near the end of a tiny Tahiti, against the same found by our own rules."""
    game = tiny("tahiti", TINY_TAHITI, players=2, money="open")
    states = [state.clone() for state in walked(game, seed=7)]
    start = states[-6]
    for seat in range(2):
        found = best_response.BestResponsePolicy(
            game, seat, policy.UniformRandomPolicy(game), start
        )
        assert found.value(start) == pytest.approx(best_values(game.proa, start.position, seat))


def test_an_exact_best_response_with_hidden_hands(tiny):
    """All of a tiny game: what the best response is worth is what it wins when it is played."""
    game = tiny("toy", TINY_TOY)
    uniform = policy.UniformRandomPolicy(game)
    start = game.new_initial_state()
    by_chance = expected_game_score.policy_value(start, [uniform] * 3)
    for seat in range(3):
        found = best_response.BestResponsePolicy(game, seat, uniform)
        policies = [found if other == seat else uniform for other in range(3)]
        won = expected_game_score.policy_value(game.new_initial_state(), policies)[seat]
        assert found.value(start) == pytest.approx(won)
        assert won > by_chance[seat]
        assert won <= best_values(game.proa, start.position, seat)  # which looks into their hands


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"players": 7}, "Tahiti is for 2 to 4 players, not 7"),
        ({"reward": "gains"}, "in OpenSpiel, rewards are share or lead, not 'gains'"),
        ({"tide": "wild"}, "has no option tide"),
    ],
)
def test_wrong_wishes_are_refused(wishes, sentence):
    with pytest.raises(BadOption, match=sentence):
        openspiel.load("tahiti", **wishes)
