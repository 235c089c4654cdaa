"""Chapters 9 and 10: what everyone knows, options and editions."""

import json

import pytest

import proa
from proa.engine.core.view_types import SPECTATOR

BID = {"phase": "bid", "die": 3, "to_decide": 0, "roller": 0}

SMALL = """
board = {size = 3}
track = {letters = ["A", "B"], pearls = ["white", "blue"]}
die = {faces = [0, 1, 2]}
pearls = {white = 2, blue = 2}
players = {boats = 4, money = 3, stash = 10}
"""


@pytest.mark.rule("TA-9.1")
def test_only_the_throws_to_come_are_hidden(game, scene):
    position = scene().sea(BB="blue 0").seat(1, cash=9, chest=4).load()
    other = game.resample(position, seat=2, seed=5)
    assert other == position
    assert other.record()["key"].tolist() != position.record()["key"].tolist()


@pytest.mark.rule("TA-9.2", "TA-10.1")
def test_the_page_prints_totals_of_others_only_if_agreed(game, scene):
    setting = scene().seat(1, cash=4242, chest=3131)
    screened = json.dumps(game.view(setting.load(), 0))
    assert "4242" not in screened
    assert "3131" not in screened
    assert "4242" in json.dumps(game.view(setting.load(), 1))
    assert "4242" not in json.dumps(game.view(setting.load(), SPECTATOR))
    names = game.observation_names()
    observed = game.observation(setting.load(), 0)
    assert observed[names.index("cash: left 1")] == pytest.approx(127 / 20)  # the most it tells
    open_game = proa.game("tahiti", money="open")
    setting.document["options"] = dict(open_game.options)
    assert "4242" in json.dumps(open_game.view(open_game.load(setting.document), 0))


@pytest.mark.rule("TA-9.3")
def test_everybody_may_see_who_holds_which_pearl(game, scene):
    position = scene().seat(1, pearl="green").load()
    names = game.observation_names()
    assert game.observation(position, 0)[names.index("pearl: left 1, green")] == 1
    assert "green" in json.dumps(game.view(position, SPECTATOR))


@pytest.mark.rule("TA-10.3")
def test_a_small_edition_keeps_every_rule(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    small = proa.game("tahiti", path)
    assert small.edition == "small"
    position = small.start(2, seed=4)
    played = 0
    while not position.is_over:
        position = small.play(position, small.codes(position)[-1])
        played += 1
    assert 0 < played < 500
    assert sum(small.returns(position)) == pytest.approx(1)


@pytest.mark.rule("TA-10.4")
def test_an_edition_has_no_more_players_than_colours(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    with pytest.raises(proa.BadOption, match="for 2 players"):
        proa.game("tahiti", path).start(3)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("size = 3", "size = 4", "board.size: must be odd"),
        ("size = 3", "size = 99", "board.size: must be between 3 and 9, not 99"),
        ("size = 3", "sise = 3", "board.size: is missing"),
        ("white = 2, ", "", "pearls: needs at least two colours"),
        ("white = 2", "white = 1", "pearls.white: must be between 2 and 60"),
        ("white = 2", "white = 9", "only 8 squares"),
        ('"A", "B"', '"A", "Q"', r"track.letters\[1\]: must be one of A, B"),
        ('"white", "blue"]', '"white"]', "track.pearls: must have 2 entries"),
        ('"white", "blue"]', '"white", "green"]', "there are no green pearls"),
        ("0, 1, 2", "0, 0", "die.faces: needs at least one side with a number"),
        ("money = 3", "money = -3", "players.money: must be between"),
        ("money = 3", 'money = "3"', "players.money: must be a whole number"),
        ("money = 3", "money = 3, luck = 1", "unknown name 'luck'"),
        ("board =", "board", "not a TOML file"),
    ],
)
def test_a_bad_edition_is_refused_with_file_key_and_reason(tmp_path, old, new, sentence):
    path = tmp_path / "odd.toml"
    path.write_text(SMALL.replace(old, new))
    with pytest.raises(proa.BadDocument, match=sentence) as refused:
        proa.game("tahiti", path)
    assert "odd.toml" in str(refused.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"supply": {"white": 5}}, "white pearls in all"),
        ({"phase": "dance"}, "position.phase: must be one of"),
        ({"pearls": {"MM": "white"}, "boats": {"MM": 0}}, "the island"),
        ({"pearls": {"AA": "white"}}, "AA must have both a boat and a pearl"),
        ({"pearls": {"ZZ": "white"}}, "position.pearls: unknown name 'ZZ'"),
        ({"roller": 3}, "there is no seat 3"),
        ({"die": "x"}, "position.die: must be a whole number"),
        ({"phase": "bid"}, "die: the die can't show 0"),
        (BID | {"passed": [3], "first_passer": 3}, "there is no seat 3 with 3 players"),
        (BID | {"passed": [0], "first_passer": 0}, "has passed or made the last bid"),
        (BID | {"bid": 2}, "bid and bidder must be given together"),
        (BID | {"bid": 99, "bidder": 1}, "bid: is more than the bidder's cash"),
        (
            BID | {"bid": 2, "bidder": 1, "passed": [1], "first_passer": 1},
            "bidder: can't have passed",
        ),
        (
            BID | {"passed": [2], "first_passer": 1},
            "first_passer: must be one of those who have passed",
        ),
        (BID | {"first_passer": 1}, "first_passer: must be one of those who have passed"),
    ],
)
def test_an_impossible_position_is_refused(game, scene, change, sentence):
    setting = scene()
    setting.load()
    setting.position.update(change)
    with pytest.raises(proa.BadDocument, match=sentence):
        game.load(setting.document)


@pytest.mark.rule("TA-2.7")
def test_everybody_must_be_able_to_take_a_starting_pearl(scene):
    white = dict.fromkeys(("AA", "AB", "AC", "AD", "AE", "AF"), "white 0")
    assert scene(4).set(phase="first player").load()
    with pytest.raises(proa.BadDocument, match="supply: too few colours are left"):
        scene(4).sea(**white).set(phase="first player").load()
    with pytest.raises(proa.BadDocument, match="taken after all yachts are placed"):
        scene().seat(1, pearl="blue").set(phase="yacht").load()
    taking = {"phase": "starting pearl", "first_player": 1, "to_decide": 2}
    assert scene().seat(1, pearl="blue").set(**taking).load()
    with pytest.raises(proa.BadDocument, match="first player first"):
        scene().seat(0, pearl="blue").set(**taking).load()
