"""Seams: a phase B that nobody can use, a God tile paid and won at once, odd documents."""

from __future__ import annotations

from pathlib import Path

import pytest

import proa
from proa.engine import messages
from proa.games.borabora.board.marks import marks
from proa.games.borabora.state import TASK, TILES

STANDARD = Path(proa.__file__).parent / "games" / "borabora" / "components.toml"


def told(game, before, code, after):
    """What everybody is told of a decision, in English."""
    return " ".join(messages.text(line, "en") for line in game.story(before, code, after))


@pytest.fixture
def last_die(scene):
    """Nobody has a person or a shell; the last die of phase A is about to be placed."""
    s = scene(2).set(turn=5, temple=[None, 1, None, None, 0, None])
    s.seat(0, dice=[2, 3, 5], dice_on=["fishing"] * 3)
    s.seat(1, dice=[2, 3, 5], dice_on=["fishing", "fishing", None], status_steps=2)
    return s.set(status_order=[1, 0]).load()


@pytest.mark.rule("BB-12.2", "BB-12.6", "BB-13.1", "BB-13.2", "BB-13.3")
def test_phase_c_is_told_even_if_nobody_had_anything_to_use_in_phase_b(game, last_die, play):
    after = play(last_die, "place:fishing-5")
    assert after.fields.phase == TASK
    text = told(game, last_die, "place:fishing-5", after)
    sentences = ("Status track, points", "The new turn order", "Temple, points", "takes a God tile")
    assert all(sentence in text for sentence in sentences)
    found = marks(game, last_die, after, 0).data
    assert found["scored"] == {"status": [0, 2], "temple": [1, 1], "tile": 1}


@pytest.mark.rule("BB-13.2")
def test_a_god_tile_won_is_told_even_if_the_same_decision_paid_with_one(game, scene, play):
    s = scene(2).phase("men and women", turn=1).set(temple=[None] * 5 + [1])
    s.persons(1, man=["points-a"]).seat(1, god_tiles=1)
    before = play(s.load(), "use:man-points")
    after = play(before, "pay:tile")
    assert after.fields.player[1].god_tiles == before.fields.player[1].god_tiles == 1
    assert "has the most priests and takes a God tile" in told(game, before, "pay:tile", after)


@pytest.mark.rule("BB-13.4")
def test_an_empty_temple_is_told(game, scene, play):
    s = scene(2).phase("men and women", turn=1).persons(1, man=["points-a"])
    before = s.load()
    after = play(before, "use:man-points")
    assert "the God tile is removed from the game" in told(game, before, "use:man-points", after)
    assert marks(game, before, after, 0).data["scored"]["tile"] is None


@pytest.mark.rule("BB-11.6")
@pytest.mark.parametrize("kind", ["land", "water", "woman", "man", "build", "move", "god"])
def test_no_edition_makes_a_type_strong_enough_for_the_impossible(tmp_path, kind):
    lines = STANDARD.read_text(encoding="utf-8").splitlines()
    i = next(i for i, line in enumerate(lines) if line.startswith(f"{kind} = {{ alone"))
    lines[i] = f"{kind} = {{ alone = [2, 4, 7], doubled = [4, 6, 7] }}"
    path = tmp_path / "strong.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(proa.BadDocument, match=rf"persons\.power\.{kind}"):
        proa.game("borabora", path)


@pytest.mark.rule("BB-18.3")
@pytest.mark.parametrize(("one", "other"), [("man", "woman"), ("water", "land")])
def test_a_die_on_a_combined_tile_counts_for_both_actions(game, scene, codes, one, other):
    position = scene(2).set(turn=1).seat(0, dice_on=[one, None, None]).load()
    assert position == scene(2).set(turn=1).seat(0, dice_on=[other, None, None]).load()
    assert position.fields.lowest[TILES.index(other)] == 2
    assert f"place:{one}-2" not in codes(position)
    assert f"place:{other}-2" not in codes(position)
    assert game.load(game.dump(position)) == position


@pytest.mark.rule("BB-13.2", "BB-13.4")
def test_a_god_tile_lies_ready_for_every_round_to_come(scene):
    with pytest.raises(proa.BadDocument, match="god_tiles_at_temple: must be at least 5"):
        scene(2).set(round=2, god_tiles_at_temple=4).load()
    assert scene(2).set(round=2, god_tiles_at_temple=5).load()
