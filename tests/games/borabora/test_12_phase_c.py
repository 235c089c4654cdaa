"""Chapters 12, 14 and 15: status track, jewelry, tasks."""

from __future__ import annotations

import pytest

from proa.games.borabora.state import BUY, NEW_TASK, PLACE, TASK


@pytest.fixture
def end_of_b(scene):
    """Return a maker of scenes in the last turn of phase B; playing "no" leads to phase C."""

    def make(players=3):
        s = scene(players).phase("men and women", turn=players - 1)
        return s.persons(players - 1, man=["build-c"]).seat(players - 1, god_tiles=1)

    return make


@pytest.fixture
def after_b(end_of_b, play):
    """Return a function that plays a scene until status and temple are scored."""

    def through(s):
        last = len(s.seats) - 1
        s.persons(last, man=["shell-c"])
        return play(s.load(), "no")

    return through


@pytest.mark.rule("BB-12.2", "BB-12.4", "BB-12.5", "BB-12.6")
def test_status_scores_and_the_new_turn_order(end_of_b, after_b, points, me):
    s = end_of_b(4)
    s.seat(0, status_steps=0).seat(1, status_steps=6).seat(2, status_steps=6)
    s.set(status_order=[2, 1, 0, 3])
    position = after_b(s)
    assert [points(position, "status", seat) for seat in range(4)] == [0, 4, 4, 0]
    assert list(position.fields.order) == [2, 1, 0, 3]
    assert list(position.fields.status) == [2, 1, 0, 3]
    assert [me(position, seat).steps for seat in range(4)] == [0] * 4


@pytest.mark.rule("BB-12.3")
def test_a_marker_stays_on_the_last_space(scene, play, me, points):
    s = scene(4).action("helper", left=3).persons(0, man=["land-c", "water-c"])
    s.seat(0, status_steps=18).seat(1, status_steps=19).set(status_order=[1, 0, 2, 3])
    position = play(s.load(), "tattoo:3")
    assert me(position).steps == 19
    assert list(position.fields.status) == [0, 1, 2, 3]
    assert me(play(position, "tattoo:3")).steps == 19


@pytest.mark.rule("BB-12.3")
def test_who_can_not_move_any_more_does_not_climb_the_pile(scene, play):
    s = scene(4).action("helper", left=1).persons(0, man=["land-c"])
    s.seat(0, status_steps=19).seat(1, status_steps=19).set(status_order=[1, 0, 2, 3])
    assert list(play(s.load(), "tattoo:3").fields.status) == [1, 0, 2, 3]


@pytest.mark.rule("BB-12.6", "BB-14.1")
def test_jewelry_in_the_new_turn_order(end_of_b, after_b):
    s = end_of_b(3)
    for seat in range(3):
        s.seat(seat, shells=6)
    s.seat(1, status_steps=2).set(status_order=[1, 0, 2])
    position = after_b(s)
    assert position.fields.phase == BUY
    assert position.to_move == 1


@pytest.mark.rule("BB-14.1", "BB-14.2", "BB-14.3", "BB-14.4", "BB-17.5")
def test_buying_one_tile(scene, play, codes, me, points):
    s = scene(3).phase("jewelry", round=2).seat(0, shells=4).seat(1, shells=3)
    position = s.load()  # round 2: bracelets at 1, 3, 4 and 6 shells
    assert codes(position) == ["no", "buy:1", "buy:2", "buy:3"]
    bought = play(position, "buy:3")
    assert me(bought).shells == 0
    assert points(bought, "jewelry") == 6
    assert bought.to_move == 1
    assert codes(bought) == ["no", "buy:1", "buy:2"]
    declined = play(position, "no")
    assert me(declined).shells == 4
    assert declined.to_move == 1


@pytest.mark.rule("BB-14.2")
def test_who_can_not_pay_is_not_asked(scene, play):
    s = scene(3).phase("jewelry", round=3).seat(0, shells=2).seat(1, shells=1)
    position = s.load()  # earrings from 2 shells
    assert play(position, "no").fields.phase == TASK


@pytest.mark.rule("BB-14.5")
def test_jewelry_left_over_leaves_the_game(scene, play):
    s = scene(2).phase("jewelry", turn=1, round=1).seat(1, shells=1)
    position = play(s.load(), "no")
    assert list(position.fields.jewelry[:4]) == [-1] * 4
    assert -1 not in position.fields.jewelry[4:]


def tasks(scene, players=3, **fields):
    """Return a scene in which seat 0 handles a task."""
    return scene(players).phase("task").seat(0, **fields)


@pytest.mark.rule("BB-15.1", "BB-15.2", "BB-15.7")
def test_completing_a_task(scene, play, codes, points, me):
    position = tasks(scene, tasks=["T31", "T32", "T45"], offerings=4, shells=5).load()
    assert codes(position) == ["complete:T31", "complete:T32"]
    position = play(position, "complete:T31")
    assert points(position, "tasks") == 6
    assert me(position).done == 1 << 30
    assert list(me(position).task) == [31, 44, -1]
    assert position.to_move == 1


@pytest.mark.rule("BB-15.8", "BB-15.9")
def test_a_minimum_and_nothing_is_given_up(scene, play, me, codes):
    position = tasks(scene, tasks=["T31", "T45", "T08"], offerings=7).load()
    position = play(position, "complete:T31")
    assert me(position).offerings == 7
    less = tasks(scene, tasks=["T31", "T45", "T08"], offerings=3).load()
    assert codes(less, "complete") == []


@pytest.mark.rule("BB-15.3", "BB-16.30")
def test_with_a_yellow_god_four_points(scene, play, codes, points, me):
    s = tasks(scene, tasks=["T32", "T45", "T08"], shells=4, offerings=1, hand={"yellow": 1})
    position = s.load()
    assert codes(position) == ["yellow:T32", "surrender:T08", "surrender:T32", "surrender:T45"]
    position = play(position, "yellow:T32")
    assert codes(position) == ["pay:card"]
    position = play(position, "pay:card")
    assert points(position, "tasks") == 4
    assert me(position).done == 1 << 31
    assert me(position).shells == 4
    assert position.fields.discard[4] == 1


@pytest.mark.rule("BB-15.4")
def test_a_complete_task_must_be_scored(scene, codes):
    s = tasks(scene, tasks=["T31", "T32", "T45"], offerings=4)
    assert codes(s.load()) == ["complete:T31"]
    # Or another one with a Yellow God.
    s = tasks(scene, tasks=["T31", "T32", "T45"], offerings=4, shells=4, god_tiles=1)
    assert codes(s.load()) == ["complete:T31", "yellow:T32"]


@pytest.mark.rule("BB-15.5", "BB-15.6")
def test_yellow_is_optional_and_a_task_may_be_surrendered(scene, play, codes, points, me):
    s = tasks(scene, tasks=["T31", "T32", "T08"], offerings=3, god_tiles=1)
    position = s.load()
    assert codes(position) == ["yellow:T31", "surrender:T08", "surrender:T31", "surrender:T32"]
    position = play(position, "surrender:T08")
    assert points(position, "tasks") == 0
    assert me(position).done == 0
    assert list(me(position).task) == [30, 31, -1]
    gone = position.fields.parrots | sum(1 << t for t in position.fields.offer if t >= 0)
    assert not gone >> 7 & 1


@pytest.mark.rule("BB-15.10")
def test_new_tasks_in_the_new_turn_order(scene, play, codes, me):
    s = scene(3).phase("task", turn=2).set(turn_order=[2, 0, 1], status_order=[2, 0, 1])
    s.seat(0, tasks=["T22", "T31"]).seat(2, tasks=["T24", "T33"]).seat(1, tasks=["T25", "T38"])
    position = play(s.load(), "surrender:T25")
    assert position.fields.phase == NEW_TASK
    assert position.to_move == 2
    assert codes(position) == ["choose:T49", "choose:T50", "choose:T51", "choose:T52", "choose:T53"]
    position = play(position, "choose:T51")
    assert list(me(position, 2).task) == [23, 32, 50]
    assert position.to_move == 0
    assert codes(position) == ["choose:T49", "choose:T50", "choose:T52", "choose:T53"]


@pytest.mark.rule("BB-15.12", "BB-15.13", "BB-15.14")
def test_a_new_round(scene, game, play):
    s = scene(2).phase("new task", turn=1).seat(1, tasks=["T22", "T32"])
    position = s.load()
    before = position.fields
    position = play(position, "choose:T49")
    assert position.fields.round == 2
    assert {*position.fields.display[0], *position.fields.display[1]} == {-1}
    assert set(position.fields.offer) == {-1}
    while position.fields.phase != PLACE:
        position = play(position, game.codes(position)[0])
    assert -1 not in {*position.fields.display[0], *position.fields.display[1]}
    assert not {*position.fields.display[0]} & {*before.display[0]}
    assert sum(task >= 0 for task in position.fields.offer) == 4
    assert not {*position.fields.offer} & {*before.offer} - {-1}


@pytest.mark.rule("BB-15.13")
def test_the_piles_are_large_enough(game):
    for players in (2, 3, 4):
        tasks = 2 * players + 6 * (players + 2)
        assert tasks <= 60 - game.tables.cranes.bit_count()


@pytest.mark.rule("BB-15.15", "BB-19.1")
def test_turn_order_tile_1_is_that_of_the_new_order(end_of_b, after_b, codes, play):
    s = end_of_b(3)
    for seat in (0, 1):
        s.persons(seat, man=[f"god-{'ab'[seat]}"]).seat(seat, tasks=["T06", "T45"][: 1 + seat])
    s.seat(0, tasks=["T45"]).seat(1, tasks=["T06"], status_steps=1).set(status_order=[1, 0, 2])
    position = after_b(s)
    assert position.to_move == 1
    assert codes(position) == ["complete:T06"]
