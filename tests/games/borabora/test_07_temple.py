"""Chapter 7: placing priests; 13: scoring the temple."""

from __future__ import annotations

import pytest

from proa.games.borabora.state import PEOPLE


@pytest.mark.rule("BB-7.1", "BB-1.15")
def test_spaces_up_to_the_die(scene, codes, play, me):
    position = scene(4).seat(0, dice=[4, 4, 4]).load()
    position = play(position, "place:temple-4")
    assert codes(position) == [f"temple:{value}" for value in (1, 2, 3, 4)]
    position = play(position, "temple:4")
    assert list(position.fields.temple) == [-1, -1, 0, -1, -1, -1]
    assert me(position).priests == 3


@pytest.mark.rule("BB-7.2")
def test_priests_are_pushed_up_to_the_first_gap(scene, play):
    s = scene(4).set(temple=[None, 1, 2, None, 3, None]).action("temple", limit=6)
    position = play(s.load(), "temple:5")
    assert list(position.fields.temple) == [-1, 0, 1, 2, 3, -1]
    position = play(s.load(), "temple:6")
    assert list(position.fields.temple) == [0, 1, 2, -1, 3, -1]


@pytest.mark.rule("BB-7.3")
def test_the_last_priest_drops_out(scene, play, me):
    s = scene(4).set(temple=[None, None, 1, 1, 2, 3]).action("temple", limit=6)
    position = play(s.load(), "temple:4")
    assert list(position.fields.temple) == [-1, -1, 0, 1, 1, 2]
    assert me(position, 3).priests == 4
    own = scene(4).set(temple=[None, None, None, None, None, 0]).action("temple", limit=1)
    position = play(own.load(), "temple:1")
    assert me(position).priests == 3


@pytest.mark.rule("BB-7.4", "BB-10.1")
def test_a_priest_brings_a_fire_bonus(scene, play, codes):
    position = play(scene(4).action("temple", limit=1).load(), "temple:1")
    assert "offering" in codes(position)
    assert codes(play(position, "offering")) == ["status", "shell"]


@pytest.mark.rule("BB-7.5")
def test_a_priest_in_supply_is_needed(scene, codes):
    s = scene(4).set(temple=[0, 0, 0, 0, None, None])
    assert codes(s.load(), "place:temple") == []


@pytest.mark.rule("BB-7.6")
def test_priests_stay(scene, game):
    position = scene(2).set(temple=[0, None, 1, None, None, 0]).load()
    while position.fields.round == 1:
        position = game.play(position, next(c for c in game.codes(position) if "temple" not in c))
    assert list(position.fields.temple) == [0, -1, 1, -1, -1, 0]


def assessed(scene, play, game, players=3, **fields):
    """Return the position after scoring status and temple of a round, when all seats end phase
    B."""
    s = scene(players).phase("men and women", turn=players - 1, **fields)
    for seat in range(players):
        s.persons(seat, man=[f"status-{'abc'[seat]}"])
    s.phase("men and women", turn=players - 1, **fields)
    position = s.load()
    position = play(position, "no")
    assert position.fields.phase != PEOPLE
    return position


@pytest.mark.rule("BB-13.1")
@pytest.mark.parametrize(("round_", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_every_priest_scores(scene, play, game, points, round_, worth):
    temple = [0, 1, None, 0, None, 0]
    position = assessed(scene, play, game, round=round_, temple=temple)
    assert [points(position, "temple", seat) for seat in range(3)] == [3 * worth, worth, 0]


@pytest.mark.rule("BB-13.2")
def test_most_priests_take_the_god_tile(scene, play, game, me):
    position = assessed(scene, play, game, temple=[0, 1, None, 1, None, None])
    assert [me(position, seat).god_tiles for seat in range(3)] == [0, 1, 0]
    assert position.fields.god_tiles == 5


@pytest.mark.rule("BB-13.3")
def test_in_a_tie_the_priest_furthest_to_the_left(scene, play, game, me):
    position = assessed(scene, play, game, temple=[2, 1, 1, 0, 0, None])
    assert [me(position, seat).god_tiles for seat in range(3)] == [0, 1, 0]
    position = assessed(scene, play, game, temple=[0, 1, 1, 0, None, None])
    assert [me(position, seat).god_tiles for seat in range(3)] == [1, 0, 0]


@pytest.mark.rule("BB-13.4")
def test_an_empty_temple_loses_its_god_tile(scene, play, game, me):
    position = assessed(scene, play, game)
    assert position.fields.god_tiles == 5
    assert [me(position, seat).god_tiles for seat in range(3)] == [0, 0, 0]
