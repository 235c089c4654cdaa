"""The Python API: starting, playing, questions, options, refusals in sentences."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

import proa
from proa.bots import bot_named
from proa.engine.core import shared_views
from proa.engine.core.game import Game
from proa.engine.core.position import Position, cached
from proa.engine.core.strategies import lines, positions
from proa.engine.core.verbs import CHANCE, OVER
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.messages import text


@pytest.fixture
def start(toy):
    return toy.start(3, seed=1)


def _play_out(game, position):
    while not position.is_over:
        position = game.play(position, game.codes(position)[-1])
    return position


# -- starting --------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game(toy):
    assert toy.start(3, seed=7) == toy.start(3, seed=7)
    assert toy.start(3, seed=7) != toy.start(3, seed=8)
    assert toy.start(3) != toy.start(3)


def test_a_key_may_be_given(toy):
    key = np.array([1, 2], np.uint64)
    assert toy.start(3, key=key) == toy.start(3, key=key)


def test_the_opening_tells_its_outcomes(toy, start):
    position, outcomes = toy.start_with_outcomes(3, seed=1)
    assert position == start
    waiting = toy.start(3, seed=1, chance=False)
    assert waiting.to_move == CHANCE
    for code in outcomes:
        waiting = toy.play(waiting, code, chance=False)
    assert waiting == start


@pytest.mark.parametrize("players", [2, 4, 0, -1, True, "3", 3.0])
def test_a_wrong_number_of_players_is_refused(toy, players):
    with pytest.raises(BadOption, match="Toy is for 3 players, not"):
        toy.start(players)


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("chess", {}, "there is no game 'chess'; the games are tahiti, "),
        (["toy"], {}, "there is no game ['toy']; the games are tahiti, "),
        ("toy", {"wind": "strong"}, "Toy has no option wind; its options are tide"),
        ("toy", {"tide": "low"}, "tide: must be one of wild, calm, not 'low'"),
        ("toy", {"tide": ["calm"]}, "tide: must be one of wild, calm, not ['calm']"),
    ],
)
def test_unknown_games_and_options_are_refused(name, options, sentence):
    with pytest.raises(BadOption) as caught:
        proa.game(name, **options)
    assert str(caught.value).startswith(sentence)


def test_options_change_the_rules_and_the_identity(toy):
    calm = proa.game("toy", tide="calm")
    assert calm.options == {"tide": "calm"}
    assert toy.options == {"tide": "wild"}
    waiting = calm.start(3, seed=1).fields
    assert waiting.tide == 3
    assert calm.start(3, seed=1) != toy.start(3, seed=1)


# -- playing ---------------------------------------------------------------------------------


def test_playing_leaves_the_old_position(toy, start):
    before = start.record()
    after = toy.play(start, "draw")
    assert after != start
    assert start.record() == before


def test_a_list_of_legal_actions_is_ones_own(toy, start):
    legal = toy.legal_actions(start)
    legal.clear()
    assert toy.legal_actions(start) != []
    assert toy.play(start, toy.legal_actions(start)[0]) != start


def test_long_runs_of_chance_are_told_whole(monkeypatch):
    """Compiled code tells only so many outcomes at once."""
    expected = proa.game("toy").start_with_outcomes(3, seed=1)
    assert len(expected[1]) > 2
    for most in (1, len(expected[1])):
        monkeypatch.setattr("proa.engine.core.turns.MOST_DRAWN", most)
        assert proa.game("toy").start_with_outcomes(3, seed=1) == expected


def test_a_copy_of_a_position_is_itself(start):
    assert copy.deepcopy([start])[0] is start


def test_a_record_is_a_copy_and_fields_are_only_read(toy, start):
    record = start.record()
    record["tide"] = 9
    with pytest.raises(AttributeError, match="only read"):
        start.fields.deck[0] = 99
    assert start.fields.tide != 9
    assert start == toy.start(3, seed=1)
    assert toy.dump(start) == toy.dump(toy.start(3, seed=1))


def test_actions_are_numbers_or_codes(toy, start):
    assert toy.play(start, toy.action("draw")) == toy.play(start, "draw")
    assert toy.play(start, np.int32(0)) == toy.play(start, "draw")
    assert [toy.code(action) for action in toy.legal_actions(start)] == toy.codes(start)


def test_chance_waits_when_told_to(toy, start):
    waiting = toy.play(start, "draw", chance=False)
    assert waiting.to_move == CHANCE
    weights = toy.outcomes(waiting)
    assert list(weights) == toy.codes(waiting)
    assert sum(weights.values()) == sum(waiting.fields.deck)
    settled, outcomes = toy.settle(waiting)
    assert settled == toy.play(start, "draw")
    assert toy.play_with_outcomes(start, "draw")[1] == outcomes
    chosen = toy.play(waiting, toy.codes(waiting)[0], chance=False)
    assert chosen.to_move == CHANCE  # the tide


def test_there_are_outcomes_only_for_chance(toy, start):
    assert toy.outcomes(start) == {}


@settings(max_examples=30)
@given(line=lines(proa.game("toy"), 3))
def test_a_line_is_its_decisions_one_by_one(line):
    start, codes = line
    game = start.game
    position = start
    for code in codes:
        position = game.play(position, code)
    assert game.line(start, codes).record() == position.record()


@pytest.mark.parametrize(
    ("codes", "sentence"),
    [
        (["draw", "lay"], "decision 2: ‹lay› can't be played now; legal are draw, "),
        (["jump"], "‹jump› is not a code of Toy"),
    ],
)
def test_a_line_stops_at_what_can_not_be_played(toy, start, codes, sentence):
    with pytest.raises(IllegalAction) as caught:
        toy.line(start, codes)
    assert str(caught.value).startswith(sentence)


def test_illegal_actions_are_refused_in_sentences(toy, start):
    def refused(position, action):
        with pytest.raises(IllegalAction) as caught:
            toy.play(position, action)
        return str(caught.value)

    assert refused(start, "jump") == "‹jump› is not a code of Toy"
    assert refused(start, "lay").startswith("‹lay› can't be played now; legal are draw, ")
    choosing = toy.play(start, toy.codes(start)[1])
    assert refused(choosing, "draw") == "‹draw› can't be played now: you are choosing cards"
    assert refused(_play_out(toy, start), "draw") == "‹draw› can't be played: the game is over"


@pytest.mark.parametrize("action", [10_000, -1, 1.0, True, None, [0]])
def test_what_is_no_action_is_refused(toy, start, action):
    for ask in (toy.play, toy.label, lambda position, given: toy.code(given)):
        with pytest.raises(IllegalAction, match=r"Toy has no action .*; give a code"):
            ask(start, action)
    with pytest.raises(IllegalAction, match="is not a code of Toy"):
        toy.action(action)


def test_the_end(toy, start):
    last = _play_out(toy, start)
    assert last.is_over
    assert last.to_move == OVER
    assert toy.legal_actions(last) == []
    assert toy.settle(last) == (last, [])
    assert sum(toy.returns(last)) == 1


# -- positions -------------------------------------------------------------------------------


def test_equality_and_digest_leave_key_and_counter_out(toy, start):
    document = toy.dump(start)
    document["key"], document["counter"] = ["0" * 16, "1" * 16], 77
    other = toy.load(document)
    assert other == start
    assert hash(other) == hash(start)
    assert other.digest == start.digest
    assert len(start.digest) == 16
    assert toy.play(start, "draw").digest != start.digest


def test_positions_of_different_games_differ(toy, start):
    assert start != proa.game("tahiti").start(3, seed=1)
    assert start != "position"
    assert start == Game(toy.spec).start(3, seed=1)


def test_what_is_worked_out_once_is_so_for_each_position(toy, start):
    asked = []

    @cached
    def mover(game, position):
        asked.append(position)
        return position.to_move

    after = toy.play(start, toy.codes(start)[0])
    assert [mover(toy, p) for p in (start, after, start)] == [
        p.to_move for p in (start, after, start)
    ]
    assert asked == [start, after]
    assert pickle.loads(pickle.dumps(start)) == start


def test_a_position_is_described_in_either_language(toy):
    tahiti = proa.game("tahiti")
    shown = tahiti.describe(tahiti.start(3, seed=1), "ru").splitlines()
    assert shown[0].startswith("Таити, 3 игрока. ")
    assert shown[-1].startswith("  можно: yacht:0, yacht:1, ")
    with pytest.raises(IllegalAction) as refused:
        tahiti.action("fly")
    assert text(refused.value.message, "ru") == "‹fly› – не код игры Таити"


def test_games_sights_and_positions_show_themselves(toy, start):
    assert repr(toy) == "proa.game('toy', tide='wild')"
    assert repr(toy.information_state(start, 2)) == f"<what seat 2 knows of a position of {toy!r}>"
    shown = repr(start)
    assert shown.startswith("Toy, 3 players. ")
    assert "legal: draw, " in shown


@pytest.mark.parametrize("seat", [-3, 3, 99, "1", 1.0, None])
def test_seats_that_do_not_exist_are_refused(toy, start, seat):
    for ask in (toy.sheet, toy.observation, toy.information_state, toy.view):
        with pytest.raises(BadOption, match="there is no seat"):
            ask(start, seat)
    with pytest.raises(BadOption, match="there is no seat"):
        toy.resample(start, seat, 1)


@pytest.mark.parametrize("number", [np.int8(1), np.int64(1), np.uint8(1)])
def test_numbers_may_be_those_of_numpy(toy, start, number):
    assert toy.play(start, toy.codes(start)[number]) == toy.play(start, toy.legal_actions(start)[1])
    assert toy.view(start, number) == toy.view(start, 1)
    assert toy.sheet(start, number) == toy.sheet(start, 1)
    assert toy.resample(start, 0, number).record() == toy.resample(start, 0, 1).record()
    assert toy.start(np.int64(3), seed=number) == start


ASKING = {
    "play": lambda game, position: game.play(position, 0),
    "settle": lambda game, position: game.settle(position),
    "line": lambda game, position: game.line(position, []),
    "legal_actions": lambda game, position: game.legal_actions(position),
    "codes": lambda game, position: game.codes(position),
    "outcomes": lambda game, position: game.outcomes(position),
    "sheet": lambda game, position: game.sheet(position, 0),
    "scores": lambda game, position: game.scores(position),
    "returns": lambda game, position: game.returns(position),
    "observation": lambda game, position: game.observation(position, 0),
    "resample": lambda game, position: game.resample(position, 0, 1),
    "sight": lambda game, position: game.information_state(position, 0),
    "label": lambda game, position: game.label(position, 0),
    "view": lambda game, position: game.view(position),
    "story": lambda game, position: game.story(position, 0, position),
    "describe": lambda game, position: game.describe(position),
    "dump": lambda game, position: game.dump(position),
}


@pytest.mark.parametrize("ask", ASKING.values(), ids=ASKING)
def test_positions_of_other_games_are_refused(toy, start, ask):
    """Compiled rules would read another game's fields, or past another edition's tables."""
    for game in (proa.game("tahiti"), proa.game("toy", tide="calm")):
        with pytest.raises(BadOption, match=r"the position belongs to proa\.game\('toy'"):
            ask(game, start)
    with pytest.raises(BadOption, match="a position is needed, not 7"):
        ask(toy, 7)


@pytest.mark.parametrize("seed", [1.5, [1], True])
def test_what_is_no_seed_is_refused(toy, start, seed):
    for ask in (lambda: toy.start(3, seed=seed), lambda: toy.resample(start, 0, seed)):
        with pytest.raises(BadOption, match="a seed must be a whole number, a string or"):
            ask()


@pytest.mark.parametrize("seed", [np.int64(7), 2**63 + 5, 2**100, -1, "seven", b"seven"])
def test_seeds_of_every_kind_are_taken(toy, start, seed):
    assert toy.start(3, seed=seed).record() == toy.start(3, seed=seed).record()
    assert toy.resample(start, 0, seed).record() == toy.resample(start, 0, seed).record()
    assert toy.resample(start, 0, seed).record() != toy.resample(start, 0, 0).record()
    information_state = toy.information_state(start, 0)
    for name in ("random", "search:5", "easy"):
        bot = bot_named(name)
        assert bot.choose(information_state, seed) == bot.choose(information_state, seed)
    assert toy.start(3, seed=np.int64(7)).record() == toy.start(3, seed=7).record()


@pytest.mark.parametrize("key", [[1, 2], np.zeros(3, np.uint64), np.zeros(2, np.int64), "key"])
def test_what_is_no_key_is_refused(toy, key):
    with pytest.raises(BadOption, match="a key must be a NumPy array of two uint64, not"):
        toy.start(3, key=key)


def test_unknown_languages_are_refused(toy, start):
    for ask in (lambda: toy.label(start, "draw", "xx"), lambda: toy.describe(start, "xx")):
        with pytest.raises(BadOption, match="there is no language 'xx'; the languages are en, ru"):
            ask()


def test_games_and_positions_may_be_sent_to_other_processes(toy, start):
    calm = proa.game("toy", tide="calm")
    assert pickle.loads(pickle.dumps(calm)).identity == calm.identity
    sent = pickle.loads(pickle.dumps(start))
    assert sent.record() == start.record()
    assert toy.play(sent, "draw") == toy.play(start, "draw")
    assert copy.deepcopy(start) == start
    assert copy.deepcopy(toy) is toy


def test_what_is_sent_brings_its_edition_along(toy, tmp_path, monkeypatch):
    """Whatever happens to the file, and wherever it is read."""
    text = (toy.spec.folder / "components.toml").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(text.replace("rounds = 4", "rounds = 2"), encoding="utf-8")
    game = proa.game("toy", edition="mine.toml", tide="calm")
    sent = pickle.dumps((game, game.start(3, seed=1)))
    (tmp_path / "mine.toml").write_text(text.replace("rounds = 4", "rounds = 3"), encoding="utf-8")
    for _ in range(2):
        opened, position = pickle.loads(sent)
        assert opened.identity == position.game.identity == game.identity
        assert repr(opened) == repr(game)
        assert (opened.edition, opened.tables.rounds) == ("mine", 2)
        assert position == game.start(3, seed=1)
        (tmp_path / "mine.toml").unlink(missing_ok=True)
        (tmp_path / "elsewhere").mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / "elsewhere")


def test_a_game_of_another_package_is_known_where_it_is_sent(start):
    """A worker that was spawned has made none known."""
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).digest)"
    tests = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(start),
        env=os.environ | {"PYTHONPATH": tests},
        capture_output=True,
        check=False,
    )
    assert done.stdout.decode().strip() == start.digest, done.stderr


def test_what_another_version_has_pickled_is_refused(toy, start, monkeypatch):
    sent = pickle.dumps(start)
    monkeypatch.setattr(type(toy), "identity", ("toy", 99, "0" * 16, ()))
    with pytest.raises(BadDocument, match=r"belongs to toy, rules version \d+, .*, but here"):
        pickle.loads(sent)
    monkeypatch.undo()
    other = Position(toy, np.zeros(1, [("players", "i1")]))
    with pytest.raises(BadDocument, match="is no position of toy as it is here"):
        pickle.loads(pickle.dumps(other))


# -- showing ---------------------------------------------------------------------------------


def test_only_the_mover_is_shown_actions(toy, start):
    assert [a["code"] for a in toy.view(start, 0)["actions"]] == toy.codes(start)
    for viewer in (1, 2, SPECTATOR):
        view = toy.view(start, viewer)
        assert view["actions"] == view["greyed"] == []
    assert toy.view(start, ALL)["actions"]


def test_greyed_choices_are_not_legal(toy, start):
    choosing = toy.play(start, toy.codes(start)[1])
    greyed = toy.view(choosing, 0)["greyed"]
    assert [choice["code"] for choice in greyed] == ["draw"]
    assert "draw" not in toy.codes(choosing)


@settings(max_examples=30)
@given(position=positions(proa.game("toy")))
def test_observations_have_their_names(position):
    game = position.game
    for seat in range(3):
        seen = game.observation(position, seat)
        assert seen.dtype == np.float32
        assert len(seen) == len(game.observation_names())
        assert np.isfinite(seen).all()


def test_the_first_lines_of_the_documentation_run():
    import doctest

    from proa.engine.core import game

    result = doctest.testmod(game)
    assert result.attempted > 0
    assert result.failed == 0
    assert isinstance(proa.game("toy").start(3), Position)


# -- what many are told ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["toy", "tahiti", "borneo", "borabora"])
def test_what_all_are_told_is_one_object_and_what_one_is_told_is_theirs(name, toy):
    """A section is everybody's only where it says the same to who watches."""
    game = toy if name == "toy" else proa.game(name)
    position = game.start(max(3, game.players[0]), seed=5)
    public = shared_views.sections(game, position, SPECTATOR)
    assert public == game.sections(position, SPECTATOR)
    theirs = []
    for viewer in (*range(position.players), ALL):
        sections = shared_views.sections(game, position, viewer)
        assert sections == game.sections(position, viewer)
        for section in sections:
            is_public = any(section is one for one in public)
            assert is_public == (dict(section) in game.sections(position, SPECTATOR))
            theirs += [] if is_public else [section]
    assert theirs
    assert len({id(section) for section in theirs}) == len(theirs)


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_what_all_are_told_is_put_together_once(name):
    game = proa.game(name)
    position = game.start(3, seed=5)
    first, second = (game.sections(position, seat) for seat in (0, 1))
    assert sum(any(one is other for other in second) for one in first) > len(first) / 2
