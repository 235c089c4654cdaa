"""What holds for every game: each is played by its registered name, the toy too."""

from __future__ import annotations

import importlib
import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import proa
from durations import slow_but
from games import conformance
from games.conformance import TwinGame, sampled, viewers, walk
from proa.engine.core import shared_views
from proa.engine.core.verbs import CHANCE, OVER
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES, localize, text
from proa.engine.vector.batch import Batch
from proa.games import GAMES

PLAYERS = {name: proa.game(name).players for name in GAMES}
CASES = [(name, n) for name, (low, high) in PLAYERS.items() for n in range(low, high + 1)]
HIDING = {name for name in GAMES if name != "tahiti"}
"""The games with hidden hands."""

each_game = pytest.mark.parametrize("name", list(GAMES))
each_case = pytest.mark.parametrize(("name", "players"), CASES)


def conserved(name):
    """Return the game's own check of its pieces over an array of positions, if it has one."""
    try:
        return importlib.import_module(f"games.{name}.conservation").conserved
    except ModuleNotFoundError:
        return lambda game, states: None


def play_soundly(name, players, games, seed):
    """Play random games to their ends; after every decision a player or chance can go on, and no
    piece is lost."""
    game, check = proa.game(name), conserved(name)
    batch = Batch(game, players, games, seed, threads=2)
    changed = np.ones(games, bool)
    for step in range(conformance.LONGEST):
        movers = batch.to_move()
        running = movers != OVER
        actions, counts = batch.legal()
        assert (counts[running] >= 1).all()
        assert (counts[~running] == 0).all()
        assert (movers < players).all()
        listed = np.arange(game.spec.capacity - 1) + 1 < counts[:, None]
        assert (np.diff(actions, axis=1)[listed] > 0).all(), "legal actions must ascend"
        check(game, batch.states[changed] if running.any() else batch.states)
        if not running.any():
            break
        changed = running
        batch.play_randomly(seed * 7919 + step, most=1)
    assert (batch.to_move() == OVER).all(), "a game does not end"
    assert np.allclose(batch.returns().sum(axis=1), 1)
    return batch


@each_case
def test_random_games_are_sound_and_end(name, players):
    play_soundly(name, players, games=2000, seed=players)


@pytest.mark.release
@each_case
def test_very_many_random_games_are_sound_and_end(name, players):
    for part in range(50):
        play_soundly(name, players, games=2000, seed=1000 + part)


@pytest.mark.skipif(os.environ.get("PROA_BOUNDSCHECK") == "1", reason="runs them already")
@pytest.mark.parametrize(
    "games",
    [
        "test_random_games_are_sound_and_end",
        pytest.param("test_very_many_random_games_are_sound_and_end", marks=pytest.mark.release),
    ],
)
@pytest.mark.parametrize("name", slow_but(["toy"], GAMES))
def test_random_games_stay_within_bounds(name, games):
    """The same games with every index checked, in a process of its own."""
    environment = os.environ | {"PROA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", __file__]
    command += ["-m", "", "-k", f"{games} and {name}-"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


@each_case
def test_sheets_add_up_to_scores(name, players):
    game = proa.game(name)
    for position in sampled(game, players, seed=21, every=17):
        sheets = [game.sheet(position, seat) for seat in range(players)]
        assert game.scores(position) == [sum(sheet.values()) for sheet in sheets]


@each_case
def test_the_twin_plays_the_same_step_by_step(name, players):
    game = proa.game(name)
    twin = None
    for position, code in walk(game, players, seed=31):
        twin = twin or TwinGame(game, position)
        assert twin.record() == position.record().tobytes()
        assert twin.call("to_move") == position.to_move
        if code is None:
            break
        assert twin.legal() == game.legal_actions(position)
        if position.to_move == CHANCE:
            weights = np.zeros(game.spec.capacity, np.int64)
            total = twin.call("outcomes", weights)
            assert weights[weights > 0].tolist() == list(game.outcomes(position).values())
            assert total == weights.sum()
        twin.call("apply", game.action(code))
    totals, shares = np.zeros(players, np.int64), np.zeros(players)
    twin.call("scores", totals)
    twin.call("returns", shares)
    assert totals.tolist() == game.scores(position)
    assert shares.tolist() == game.returns(position)


@each_case
def test_the_twin_observes_and_resamples_the_same(name, players):
    game = proa.game(name)
    for position in sampled(game, players, seed=32, every=23):
        for seat in range(players):
            seen = np.zeros(game.layout.size, np.int8)
            twin = TwinGame(game, position)
            twin.call("observe", seat, seen)
            assert seen.tolist() == game.observation(position, seat, "int8").tolist()
            twin.call("resample", seat, np.array([5], np.uint64))
            again = game.resample(position, seat, 5)
            assert twin.record() == again.record().tobytes()


@each_game
def test_draw_is_distributed_as_outcomes_say(name):
    game = proa.game(name)
    if "draw" not in game.spec.verbs:
        pytest.skip("the engine's own draw is used")
    draw = game.spec.verbs["draw"]
    numbers = np.random.default_rng(41).integers(2**64, size=4000, dtype="u8")
    tried = set()
    for position, _ in walk(game, game.players[1], seed=41):
        kind = tuple(game.codes(position)[:1]) if position.to_move == CHANCE else None
        if kind is None or kind in tried or len(tried) == 12:
            continue
        tried.add(kind)
        weights = game.outcomes(position)
        drawn = [game.code(int(draw(game.tables, position.fields, n))) for n in numbers]
        assert set(drawn) <= set(weights)
        for code, weight in weights.items():
            share = weight / sum(weights.values())
            spread = (len(numbers) * share * (1 - share)) ** 0.5
            assert abs(drawn.count(code) - len(numbers) * share) <= 5 * spread + 1, code
    assert tried


@each_case
def test_positions_survive_a_dump_in_json(name, players):
    game = proa.game(name)
    for position in sampled(game, players, seed=51, every=11):
        document = json.loads(json.dumps(game.dump(position)))
        loaded = game.load(document)
        assert loaded == position
        assert loaded.record().tobytes() == position.record().tobytes()
        assert "key" not in game.dump(position, secret=False)


@each_case
def test_the_same_key_replays_the_same_game(name, players):
    game = proa.game(name)
    choose = random.Random(61)
    start = position = game.start(players, seed=61)
    codes = []
    while not position.is_over:
        codes.append(choose.choice(game.codes(position)))
        position = game.play(position, codes[-1])
    assert game.line(start, codes) == position
    assert game.line(start, codes).record().tobytes() == position.record().tobytes()


# -- what viewers see ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"),
    slow_but([(name, most) for name, (_, most) in PLAYERS.items()], CASES),
)
def test_everything_is_said_in_every_language(name, players):
    game = proa.game(name)
    names = [f"N{seat}" for seat in range(players)]
    for position, code in walk(game, players, seed=71):
        seen = game.view(position, max(position.to_move, SPECTATOR))
        for locale in LOCALES:
            view = localize(seen, locale, names)
            assert view["ask"]
            json.dumps(view)
            if code is not None:
                label = game.label(position, code, locale)
                assert label
                assert "{" not in label
        if code is None:
            break
        after = game.play(position, code, chance=False)
        for viewer in viewers(position):
            for message in game.story(position, code, after, viewer):
                told = {locale: text(message, locale, names) for locale in LOCALES}
                assert all(told.values())
                assert "{" not in "".join(told.values())


def numbers_in(value):
    """Yield all numbers of nested JSON, messages included."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each)
    elif not isinstance(value, str | None):
        yield value


@each_game
def test_what_is_shown_and_told_is_in_plain_numbers_and_writes_nothing(name):
    """Views ask rules with twins, which refuse to be written; rules answer in Python's numbers."""
    game, players = proa.game(name), PLAYERS[name][1]
    with pytest.raises(AttributeError, match="only read"):
        game.start(players, seed=1).fields.players = 1
    with pytest.raises(AttributeError, match="only read"):
        game.tables.boats = 1
    for number, (position, code) in enumerate(walk(game, players, seed=72)):
        before = position.record().tobytes()
        told = []
        if number % 12 == 0:
            told = [game.view(position, viewer) for viewer in viewers(position)]
        if code is not None and number % 4 == 0:
            after = game.play(position, code, chance=False)
            told += [game.story(position, code, after, viewer) for viewer in viewers(position)]
        assert {type(found) for found in numbers_in(told)} <= {int, bool}
        assert position.record().tobytes() == before


@each_case
def test_a_viewer_who_is_told_nothing_sees_nothing_change(name, players):
    """Frames count by ``code_for``: None exactly when nothing a viewer may see has changed."""
    game = proa.game(name)
    for number, (position, code) in enumerate(walk(game, players, seed=81)):
        if code is None or number % 3:
            continue
        after = game.play(position, code, chance=False)
        for viewer in (SPECTATOR, *range(players)):
            told = game.spec.texts.code_for(game, position, game.action(code), viewer)
            if told is None:
                assert game.view(position, viewer) == game.view(after, viewer)
                assert game.story(position, code, after, viewer) == []


def pairs(name, players, seed, every=9):
    """Yield positions that a seat can't tell apart: (game, seat, true, imagined)."""
    game = proa.game(name)
    for number, position in enumerate(sampled(game, players, seed, every)):
        for seat in range(players):
            if not position.is_over:
                yield game, seat, position, game.resample(position, seat, number)


@each_case
def test_the_peek_test(name, players):
    """What a seat is shown, told and asked is the same in every position it can't tell apart."""
    differing = 0
    for game, seat, true, imagined in pairs(name, players, seed=91):
        differing += true != imagined
        assert true.record()["key"].tolist() != imagined.record()["key"].tolist()
        assert game.view(true, seat) == game.view(imagined, seat)
        seen = game.observation(true, seat)
        assert seen.tolist() == game.observation(imagined, seat).tolist()
        assert true.to_move == imagined.to_move
        if true.to_move == seat:
            assert game.codes(true) == game.codes(imagined)
        for seed in (1, 2):
            again = game.resample(imagined, seat, seed)
            assert game.resample(true, seat, seed).record().tobytes() == again.record().tobytes()
    assert differing > 0 or name not in HIDING


@each_case
def test_what_is_drawn_for_all_is_made_of_nothing_hidden(name, players):
    """Positions that not even a seat can tell apart are one, masked; their views are public."""
    for game, _, true, imagined in pairs(name, players, seed=95, every=23):
        masked = [game.spec.board.mask(game, position) for position in (true, imagined)]
        assert masked[0].record().tobytes() == masked[1].record().tobytes()
        assert masked[0].record()["key"].tolist() != true.record()["key"].tolist()
        common = {"guide": None, "hint": None, "previews": {}}
        public = game.spec.board.public(game, masked[1])
        assert shared_views.public_board(game, true) == common | dict(public)


@each_case
def test_stories_peek_no_more_than_views(name, players):
    """An event that shows nothing hidden is told alike in positions a seat can't tell apart."""
    for game, seat, true, imagined in pairs(name, players, seed=92):
        both = set(game.codes(true)) & set(game.codes(imagined))
        for code in sorted(both)[:6]:
            action = game.action(code)
            if game.spec.texts.reveals(game, true, action):
                continue
            tales = []
            for position in (true, imagined):
                after = game.play(position, code, chance=False)
                shown = game.spec.texts.code_for(game, position, action, seat)
                tales.append((shown, game.story(position, code, after, seat)))
            assert tales[0] == tales[1], code


@each_case
def test_bots_peek_no_more_than_views(name, players):
    from proa.bots import bot_named

    bots = [bot_named("random"), bot_named("search:40")]
    for game, seat, true, imagined in pairs(name, players, seed=93, every=37):
        if true.to_move != seat:
            continue
        for bot in bots:
            choices = {
                bot.choose(game.information_state(p, seat, seed=4), seed=5)
                for p in (true, imagined)
            }
            assert len(choices) == 1


@each_case
def test_after_the_end_all_is_shown(name, players):
    game = proa.game(name)
    last = sampled(game, players, seed=94, every=1000)[-1]
    assert game.view(last, ALL)["actions"] == []
    assert repr(last)


@each_case
def test_what_a_game_tells_bots_is_sound(name, players):
    """Actions that are kept are legal ones, at least one; worths and weights are numbers."""
    game = proa.game(name)
    for position in sampled(game, players, seed=11, every=9):
        twin, values = TwinGame(game, position), np.full(players, np.nan)
        twin.call("evaluate", values)
        assert np.isfinite(values).all()
        assert twin.call("is_quiet") in (True, False)
        if position.to_move < 0:
            continue
        legal = game.legal_actions(position)
        actions = np.zeros(game.spec.capacity, np.int32)
        actions[: len(legal)] = legal
        n = twin.call("prune", actions, len(legal))
        kept = actions[:n].tolist()
        assert n >= 1
        assert sorted(set(kept) & set(legal)) == kept
        weights = np.full(game.spec.capacity, np.nan)
        twin.call("score_actions", actions, n, weights)
        assert np.isfinite(weights[:n]).all()
        assert twin.state == position.fields
