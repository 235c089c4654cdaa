"""Chapters 8 and 9: monopoly and shared distribution."""

import pytest

from proa.games.borneo.state import COMPANIES
from proa.games.borneo.texts.reading import coming_picks


@pytest.fixture
def completed(scene, play, s):
    """Return a maker of scenes: seat 0 lays the last card at the first harbor, with these rows and
    seats."""

    def make(harbor, *names, rows, players=3):
        setting = scene(players).set(phase="shipment").hand(0, names[-1], "GGG/B nutmeg")
        for company, merchants in rows.items():
            setting.row(company, merchants)
        position = setting.harbor(harbor, *names[:-1]).load()
        return play(position, f"ship:{s(names[-1])}", f"at:{harbor}")

    return make


def take_all(game, position, play):
    """Take the lowest card each time; return the seats that took, in order."""
    seats = []
    while position.fields.distribution.kind:
        seats.append(position.to_move)
        position = play(position, game.codes(position)[0])
    return position, seats


@pytest.mark.rule("BO-8.1", "BO-8.2", "BO-8.3", "BO-8.7")
def test_the_monopoly_at_tidore_with_six_red_flags(game, completed, play, s, words):
    position = completed("H02", "RRR/Y pepper", "RRR/G pepper", rows={"red": "1a 2a 0a"})
    distribution = words(position)["distribution"]
    assert distribution["kind"] == "monopoly"
    assert distribution["order"] == ["red"]
    assert distribution["harbor"] == "H02"
    position = play(position, f"take:{s('RRR/G pepper')}")
    assert words(position)["seats"][1]["harbors"] == ["H02"]
    position = play(position, f"take:{s('RRR/Y pepper')}")
    seats = words(position)["seats"]
    assert seats[1]["shipments"] == [s("RRR/G pepper")]
    assert seats[2]["shipments"] == [s("RRR/Y pepper")]
    assert seats[0]["shipments"] == seats[0]["harbors"] == []


@pytest.mark.rule("BO-8.4", "BO-8.8")
def test_the_choosing_begins_again_with_the_first_ranked(game, completed, play, words):
    names = ("RRR/B pepper", "YYY/G pepper", "RRR/G pepper")
    position = completed("H01", *names, rows={"red": "2a 1a"})
    position, seats = take_all(game, position, play)
    assert seats == [2, 1, 2]
    assert words(position)["seats"][2]["harbors"] == ["H01"]
    assert words(position)["seats"][1]["harbors"] == []


@pytest.mark.rule("BO-8.5", "BO-8.9")
def test_the_first_flag_on_the_last_card_breaks_a_tie(completed, words):
    names = ("RRR/Y pepper", "RRR/B pepper", "GGG/Y pepper", "GGG/B pepper")
    rows = {"red": "0a", "green": "1a"}
    position = completed("H03", *names, "GRY/B nutmeg", rows=rows)
    assert words(position)["distribution"]["order"] == ["green"]
    position = completed("H03", *names, "RGB/Y cinnamon", rows=rows)
    assert words(position)["distribution"]["order"] == ["red"]


@pytest.mark.rule("BO-8.5")
def test_it_does_not_matter_if_another_has_more_flags(completed, words):
    """Red comes to eight, green to seven; green is first on the last card."""
    names = ("RRR/Y pepper", "RYG/B pepper", "RGB/Y cinnamon", "GGG/B pepper")
    position = completed("H03", *names, "GGG/R cloves", rows={"red": "0a", "green": "1a"})
    assert words(position)["distribution"]["order"] == ["green"]


@pytest.mark.rule("BO-8.6")
def test_a_monopoly_company_without_merchants(completed, s, words):
    position = completed("H02", "RRR/Y pepper", "RRR/G pepper", rows={"red": ""})
    state = words(position)
    assert set(state["discard_pile"]) == {s("RRR/Y pepper"), s("RRR/G pepper")}
    assert not any(seat["shipments"] or seat["harbors"] for seat in state["seats"])
    assert state["open_harbors"][0] == {"harbor": None, "pile": []}
    assert "H02" not in state["harbor_deck"]
    assert state["phase"] == "new harbor"


# -- 9. shared distribution ------------------------------------------------------------------

EXAMPLE = ("YYY/R pepper", "RRR/Y pepper", "GYB/R pepper", "RYG/B pepper")


@pytest.mark.rule("BO-9.1")
def test_the_player_of_the_last_shipment_takes_the_harbor(game, completed, words):
    position = completed("H02", *EXAMPLE, rows={"yellow": "1a"})
    assert words(position)["seats"][0]["harbors"] == ["H02"]
    assert position.to_move == 1


@pytest.mark.rule("BO-9.2", "BO-9.3", "BO-9.10", "BO-9.6")
def test_the_shared_distribution_of_the_example(game, completed, play, words, visible):
    """Five yellow flags, four red, two green and two blue: yellow, red, green, blue."""
    rows = {"yellow": "1a 1b 1c 2b", "red": "2a 2c", "green": "0a 3c", "blue": "3a 0b 0c 3b"}
    position = completed("H02", *EXAMPLE, rows=rows, players=4)
    assert words(position)["distribution"]["order"] == ["yellow", "red", "green", "blue"]
    assert visible(position, 0) == {"red": 4, "yellow": 5, "green": 2, "blue": 2}
    position, seats = take_all(game, position, play)
    assert seats == [1, 2, 0, 3]
    assert [len(seat["shipments"]) for seat in words(position)["seats"]] == [1, 1, 1, 1]


BLUE_UNSEEN = ("RYG/B pepper", "YYY/R pepper", "RRR/Y pepper", "GGG/Y pepper")
"""Five yellow flags, four red, four green, and no blue one."""


@pytest.mark.rule("BO-9.4", "BO-9.5", "BO-9.6", "BO-9.7", "BO-9.8", "BO-9.11")
def test_companies_without_a_merchant_of_the_rank_are_skipped(game, completed, play, words):
    """Yellow has two merchants, red one, green none: yellow, red, yellow, and yellow again. Blue,
    where all others stand, shows no flag."""
    rows = {"yellow": "2a 1a", "red": "0a", "green": ""}
    position = completed("H02", *BLUE_UNSEEN, rows=rows)
    assert words(position)["distribution"]["order"] == ["yellow", "red", "green"]
    picks = [(COMPANIES[pick.company], pick.place) for pick in coming_picks(position.fields)]
    assert picks == [("yellow", 0), ("red", 0), ("yellow", 1), ("yellow", 0)]
    position, seats = take_all(game, position, play)
    assert seats == [2, 0, 1, 2]
    assert len(words(position)["companies"]["blue"]) == 6


@pytest.mark.rule("BO-9.3")
def test_the_lower_flag_of_the_last_card_is_read_last(completed, words):
    """What is covered isn't read at all, and the lower flag of the last card after its top line."""
    names = ("YYY/G pepper", "BBB/R pepper", "RRR/Y pepper")
    position = completed("H01", *names, rows={"red": "0a"})
    assert words(position)["distribution"]["order"] == ["yellow", "blue", "red"]
    names = ("YYY/R pepper", "BBB/R pepper", "GYB/R pepper")
    position = completed("H01", *names, rows={"red": "0a"})
    assert words(position)["distribution"]["order"] == ["yellow", "blue", "green", "red"]
    names = ("GGG/Y pepper", "BYR/G cinnamon", "RYG/B pepper")
    position = completed("H01", *names, rows={"red": "0a"})
    assert words(position)["distribution"]["order"] == ["green", "blue", "yellow", "red"]


@pytest.mark.rule("BO-9.9")
def test_without_any_merchant_the_shipments_are_discarded(completed, s, words):
    rows = {"yellow": "", "red": "", "green": ""}
    state = words(completed("H02", *BLUE_UNSEEN, rows=rows))
    assert set(state["discard_pile"]) == set(map(s, BLUE_UNSEEN))
    assert state["seats"][0]["harbors"] == ["H02"]
    assert state["phase"] == "new harbor"
