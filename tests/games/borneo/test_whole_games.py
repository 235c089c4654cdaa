"""Whole games: counted line by line, replayed for each release, and valid with every option."""

import numpy as np
import pytest

import proa
from games.borneo.conservation import conserved
from games.conformance import TwinGame, sampled, walk
from proa import records
from proa.arena.matches import play_game
from proa.engine.core.verbs import CHANCE, OVER
from proa.engine.vector.batch import Batch


def lines(game, position, depth):
    """Return how many lines of ``depth`` decisions start from a position, chance included."""
    if depth == 0 or position.is_over:
        return 1
    codes = game.codes(position)
    if depth == 1:
        return len(codes)
    return sum(lines(game, game.play(position, code, chance=False), depth - 1) for code in codes)


@pytest.fixture
def turn(scene):
    """Return a position in which seat 0, behind merchants of seats 1 and 2 in red, may fight
    there."""
    setting = scene().row("red", "1a 2a 0a").row("yellow", "0b 1b 2b").row("green", "2c 0c 1c")
    setting.hand(0, "RRR/Y pepper", "YYY/R pepper", "GGG/B pepper")
    setting.hand(1, "RRR/G cloves", "RRR/B cloves")
    return setting.hand(2, "GGG/R nutmeg").harbor("H01").harbor("H05").harbor("H09").load()


def test_lines_of_play_are_counted(game, turn):
    """Neither or three merchants: 4. Then 3 shipments, thrice 3 moves, and 2 attacks in red (green
    shows on one card only): 14. Then 3 + 9 + 9 + 9 times 3, less where two red cards attack: 40.
    Then 54 cards to draw after each of 9 shipments, 3 harbors after each of 27, and 4 attacks to be
    committed: 571. Then 53 cards or 54, and against the 4 attacks 3 answers of seat 1, 1 of seat
    2: 30,140."""
    assert [lines(game, turn, depth) for depth in range(1, 6)] == COUNTS


COUNTS = [4, 14, 40, 571, 30140]


def test_lines_by_first_decision(game, turn, play):
    divided = {code: lines(game, play(turn, code), 3) for code in game.codes(turn)}
    assert divided == DIVIDED
    assert sum(divided.values()) == COUNTS[3]


DIVIDED = {"pass": 486, "merchant:red:3": 31, "merchant:yellow:1": 27, "merchant:green:2": 27}


def test_set_up_lines_are_counted(game, play):
    """Three seats, then 60 cards, 59, ...; the seats place nine merchants in four rows."""
    start = game.start(3, seed=1, chance=False)
    assert lines(game, start, 3) == 3 * 60 * 59
    placing = game.start(3, seed=1)
    assert [lines(game, placing, depth) for depth in range(1, 6)] == PLACEMENTS


PLACEMENTS = [4, 16, 64, 192, 672]


def steadily(game, players, seed):
    """Play a game by a fixed rule: another choice each time."""
    position = game.start(players, seed=seed)
    number = 0
    while not position.is_over:
        codes = game.codes(position)
        position = game.play(position, codes[(7 * number + seed) % len(codes)])
        number += 1
    return number, position


GOLDEN = {
    (3, 1, "matching", "off"): (293, [32, 15, 33], "e0ebd6a0838ac78f"),
    (4, 2, "matching", "off"): (269, [23, 24, 15, 6], "67346defb125745a"),
    (5, 3, "matching", "off"): (238, [25, 3, 11, 18, 16], "0f9393607aa34115"),
    (3, 4, "any", "off"): (277, [12, 17, 44], "55c85e64adecab63"),
    (3, 5, "matching", "on"): (285, [35, 11, 15], "9175b9c6e0badb8e"),
}


@pytest.mark.parametrize("case", GOLDEN, ids=str)
def test_games_of_old_end_as_they_did(case):
    """A change here alters stored replays: the rules version must rise with it."""
    players, seed, keep, fourth = case
    game = proa.game("borneo", keep=keep, fourth=fourth)
    number, position = steadily(game, players, seed)
    assert (number, game.scores(position), position.digest) == GOLDEN[case]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_records_replay_to_the_same_digests(game, players):
    record = play_game(game, players, 5, ["random"])
    document = records.parse(records.file_text(records.to_json(record)))
    steps = list(records.replay(records.verify(document)))
    assert steps[-1].before.is_over
    assert len(steps) > 100


OPTIONS = [({"keep": "any"}, 3), ({"keep": "any"}, 5), ({"fourth": "on"}, 3)]
each_option = pytest.mark.parametrize(("options", "players"), OPTIONS, ids=str)


@each_option
@pytest.mark.rule("BO-14.2", "BO-14.3")
def test_games_with_options_are_sound_and_end(options, players):
    game = proa.game("borneo", **options)
    batch = Batch(game, players, 300, seed=players)
    for step in range(2000):
        running = batch.to_move() != OVER
        _, counts = batch.legal()
        assert (counts[running] >= 1).all()
        conserved(game, batch.states)
        if not running.any():
            return
        batch.play_randomly(step, most=1)
    pytest.fail("a game does not end")


@each_option
def test_the_twin_plays_the_same_with_options(options, players):
    game = proa.game("borneo", **options)
    twin = None
    for position, code in walk(game, players, seed=37):
        twin = twin or TwinGame(game, position)
        assert twin.record() == position.record().tobytes()
        if code is not None:
            assert twin.legal() == game.legal_actions(position)
            twin.call("apply", game.action(code))


@each_option
def test_nobody_peeks_with_options(options, players):
    game = proa.game("borneo", **options)
    differing = 0
    for number, true in enumerate(sampled(game, players, seed=38, every=7)):
        for seat in range(players if not true.is_over else 0):
            imagined = game.resample(true, seat, number)
            hidden = [p.fields.player[(seat + 1) % players].hand for p in (true, imagined)]
            differing += hidden[0] != hidden[1] and true.fields.deck != imagined.fields.deck
            assert game.view(true, seat) == game.view(imagined, seat)
            seen = [game.observation(position, seat) for position in (true, imagined)]
            assert (seen[0] == seen[1]).all()
            if true.to_move == seat:
                assert game.codes(true) == game.codes(imagined)
            elif imagined.to_move not in (CHANCE, OVER):
                assert game.codes(imagined)
    assert differing > 50


def test_every_position_reached_passes_its_own_check(game):
    """Whatever is reached by playing can be written down and read back."""
    for seed in range(3):
        for position in sampled(game, 3 + seed, seed=40 + seed, every=1):
            assert game.load(game.dump(position)) == position


def test_games_are_as_long_as_is_known(game):
    """Thirty to forty turns in all, ten harbors, the end by harbors (random players)."""
    batch = Batch(game, 4, 2000, seed=3)
    batch.play_randomly(seed=3)
    assert 30 < batch.states["turn"].mean() < 42
    assert (batch.states["harbor_deck"] == 0).mean() > 0.9
    assert (batch.scores() >= 0).all()
    assert np.isclose(batch.returns().sum(axis=1), 1).all()
