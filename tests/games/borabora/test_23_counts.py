"""The number of positions after some steps from fixed positions, by first action.

Decisions and outcomes of chance both count as steps. The numbers of one step and the smaller ones
of two can be derived from the rule book; the larger ones detect unintended changes of the rules.
"""

from __future__ import annotations

import pytest

from games.conformance import TwinGame


def count(game, position, steps):
    """Return the number of lines of ``steps`` steps."""
    if steps == 0 or position.is_over:
        return 1
    if steps == 1:
        return len(game.codes(position))
    return sum(
        count(game, game.play(position, code, chance=False), steps - 1)
        for code in game.codes(position)
    )


def divide(game, position, steps):
    """Return the number of lines by their first action."""
    return {
        code: count(game, game.play(position, code, chance=False), steps - 1)
        for code in game.codes(position)
    }


def opening(scene):
    """Two players, dice 2 and 5 for seat 0, a God tile in hand."""
    return scene(2).seat(0, dice=[2, 5, 5], dice_on=[None, None, "fishing"], god_tiles=1)


def helper(scene):
    """Four Helper points, a man and a woman to shift down."""
    return scene(2).persons(0, man=["land-b"], woman=["god-c"]).action("helper", left=4)


def people(scene):
    """Phase B with a Green God: a pathfinder, building materials, two women for points."""
    s = scene(2).phase("men and women").seat(0, regions=["CM"], offerings=1, hand={"green": 1})
    return s.persons(0, man=["land-a", "material-a"], woman=["points-a", "points-b"])


def last_tasks(scene):
    """Final tasks: one complete, one for a Yellow God, one out of reach."""
    s = scene(2).phase("final tasks", round=6).seat(0, tasks=["T31", "T32", "T45"], shells=4)
    return s.seat(0, offerings=4, god_tiles=1)


def test_the_opening_by_its_first_decision(game, scene):
    position = opening(scene).load()
    either = ("land", "water", "woman", "man", "helper", "temple", "fishing")
    wanted = {f"place:{tile}-{die}" for tile in either for die in (2, 5)}
    # By water the nearest region takes a 4: the 2 is offered because a White God can be paid.
    assert divide(game, position, 1) == dict.fromkeys(wanted, 1)
    asked = {"place:water-2": 1, "place:fishing-2": 14, "place:fishing-5": 14}
    assert divide(game, position, 2) == {code: asked.get(code, 2) for code in wanted}
    assert count(game, position, 3) == 262


def test_the_helper_by_its_first_trade(game, scene):
    position = helper(scene).load()
    opened = {f"card:{god}": 5 for god in ("blue", "white", "red", "green", "yellow")}
    materials = {f"material:{material}": 4 for material in ("sand", "wood", "stone")}
    dear = {"card:deck": 5, "offering": 15, "move": 15} | opened | materials
    cheap = {"shells:3": 14, "tattoo:2": 14, "point": 15}
    assert divide(game, position, 2) == {"no": 21} | cheap | dear
    assert count(game, position, 3) == 1262
    assert count(game, position, 4) == 10342


def test_phase_b_by_its_first_use(game, scene):
    position = people(scene).load()
    uses = {"use:woman-points": 2, "use:man-land": 2, "use:man-material": 2}
    assert divide(game, position, 2) == {"no": 3} | uses
    assert count(game, position, 3) == 26
    assert count(game, position, 6) == 3471


def test_the_last_tasks_by_the_first_one(game, scene):
    position = last_tasks(scene).load()
    assert divide(game, position, 2) == {"complete:T31": 2, "yellow:T32": 1}


@pytest.mark.parametrize("start", [opening, helper, people, last_tasks])
def test_rules_that_python_calls_count_the_same(game, scene, start):
    position = start(scene).load()
    for code in game.codes(position):
        after = game.play(position, code, chance=False)
        twin = TwinGame(game, position)
        twin.call("apply", game.action(code))
        assert twin.record() == after.record().tobytes()
        assert len(twin.legal()) == count(game, after, 1)
