"""Chapter 1: components."""

import pytest

import proa
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import line_letters


@pytest.mark.rule("TA-1.1")
@pytest.mark.parametrize("players", [1, 5])
def test_is_for_two_to_four(game, players):
    with pytest.raises(proa.BadOption, match="2 to 4 players"):
        game.start(players)
    assert game.players == (2, 4)


@pytest.mark.rule("TA-1.2", "TA-1.3")
def test_the_sea_has_49_squares_and_the_island_in_the_middle(game):
    assert len(square_names(game.tables.size)) == 49
    assert square_names(game.tables.size)[game.tables.island] == "MM"
    offered = {s for line in range(7) for s in game.tables.reach[line][:] if line != 3}
    assert game.tables.island not in offered


@pytest.mark.rule("TA-1.4", "TA-1.5")
def test_squares_are_named_by_row_then_column(game):
    assert line_letters(7) == tuple("ABCMDEF")
    assert line_letters(3) == tuple("AMB")
    names = square_names(7)
    assert names[0] == "AA"
    assert names[6 * 7 + 2] == "FC"
    assert names[2 * 7 + 3] == "CM"


@pytest.mark.rule("TA-1.6", "TA-1.7")
def test_the_track_runs_through_six_letters_twice_with_four_colours(game):
    tables = game.tables
    lines = line_letters(7)
    letters = [lines[letter] for letter in tables.space_letter[: tables.spaces]]
    assert "".join(letters) == "ABCDEFABCDEF"
    assert list(tables.space_pearl[:12]) == [0, 1, 2, 3] * 3
    whites = {
        letter
        for letter, pearl in zip(letters, tables.space_pearl[:12], strict=False)
        if pearl == 0
    }
    assert whites == {"A", "C", "E"}


@pytest.mark.rule("TA-1.8")
def test_the_die_has_two_blanks_and_1_to_4(game, scene):
    assert game.outcomes(scene().load()) == {
        "roll:blank": 2,
        "roll:1": 1,
        "roll:2": 1,
        "roll:3": 1,
        "roll:4": 1,
    }


@pytest.mark.rule("TA-1.9", "TA-1.10", "TA-1.11", "TA-1.12")
def test_pearls_boats_yachts_and_disc(game):
    fields = game.start(4, seed=1, chance=False).fields
    assert list(fields.supply) == [6, 6, 6, 6]
    assert [player.boats for player in fields.player] == [15] * 4
    assert game.dump(game.start(2))["position"]["marker_disc"] in ("dollar", "chest")


@pytest.mark.rule("TA-1.13")
def test_only_amounts_of_money_matter(game):
    assert isinstance(game.dump(game.start(2))["position"]["seats"][0]["cash"], int)
