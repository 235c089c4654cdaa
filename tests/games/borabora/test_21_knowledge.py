"""What is hidden and what is known: God cards in hand (BB-1.25, BB-1.26)."""

from __future__ import annotations

import pytest

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import text


def known(position, seat=0):
    """Return the publicly known cards of a hand."""
    return list(position.fields.player[seat].known)


@pytest.mark.rule("BB-1.26", "BB-6.11")
def test_open_cards_taken_are_known_until_they_are_paid(scene, play):
    s = scene(3).phase("men and women").seat(0, hand={"red": 1}, offerings=2, regions=["CM"])
    s.persons(0, man=["god-a"], woman=["land-a"])
    position = play(s.load(), "use:man-god", "no", "card:red", "god:blue")
    assert known(position) == [0, 0, 1, 0, 0]
    position = play(position, "use:woman-land", "no", "region:CB", "hut:normal", "no", "pay:card")
    assert list(position.fields.player[0].hand) == [0, 0, 1, 0, 0]
    assert known(position) == [0] * 5  # the known one went first


@pytest.mark.rule("BB-1.26")
def test_a_pair_takes_known_cards_first(scene, play):
    s = scene(3).seat(0, hand={"white": 3}, known_cards={"white": 1}, offerings=1)
    s.seat(0, regions=["CM"]).action("expand", path="land", limit=2)
    position = play(s.load(), "region:CB", "hut:normal", "no", "pay:pair-white")
    assert list(position.fields.player[0].hand) == [0, 1, 0, 0, 0]
    assert known(position) == [0] * 5


SHOWN = [
    ("T11", {"blue": 3, "red": 1}, {}, [2, 0, 0, 0, 0]),
    ("T11", {"blue": 3}, {"blue": 3}, [3, 0, 0, 0, 0]),
    ("T10", {"blue": 3, "red": 4}, {"red": 2}, [0, 0, 3, 0, 0]),
    ("T10", {"blue": 3, "red": 4}, {}, [3, 0, 0, 0, 0]),
    ("T16", dict.fromkeys(("blue", "white", "red", "green", "yellow"), 1), {}, [1, 1, 1, 1, 0]),
    (
        "T16",
        dict.fromkeys(("blue", "white", "red", "green", "yellow"), 1),
        {"yellow": 1},
        [1, 1, 1, 0, 1],
    ),
]


@pytest.mark.rule("BB-1.26", "BB-15.9")
@pytest.mark.parametrize(("task", "hand", "before", "after"), SHOWN)
def test_cards_shown_for_a_task_are_known(scene, play, task, hand, before, after):
    s = scene(3).phase("task").seat(0, tasks=[task], hand=hand, known_cards=before)
    position = play(s.load(), f"complete:{task}")
    assert known(position) == after
    assert sum(position.fields.player[0].hand) == sum(hand.values())


@pytest.mark.rule("BB-1.26", "BB-16.30")
def test_with_yellow_fewer_cards_are_shown(scene, play):
    s = scene(3).phase("task").seat(0, tasks=["T10"], hand={"yellow": 1, "red": 2}, offerings=1)
    position = play(s.load(), "yellow:T10", "pay:card")
    assert known(position) == [0, 0, 2, 0, 0]


@pytest.mark.rule("BB-1.25", "BB-1.26")
def test_samples_keep_what_is_known_and_own(game, scene):
    s = scene(3).seat(0, hand={"red": 2, "blue": 1}).seat(1, hand={"green": 3, "white": 2})
    s.seat(1, known_cards={"green": 2})
    position = s.load()
    hands = set()
    for seed in range(60):
        sample = game.resample(position, 0, seed).fields
        assert list(sample.player[0].hand) == [1, 0, 2, 0, 0]
        assert sum(sample.player[1].hand) == 5
        assert sample.player[1].hand[3] >= 2
        assert list(sample.player[1].known) == [0, 0, 0, 2, 0]
        hands.add(tuple(sample.player[1].hand))
    assert len(hands) > 10


def means(**fields):
    return {"offerings": 2, "god_tiles": 0, **fields}


@pytest.mark.rule("BB-3.9", "BB-1.25")
def test_a_mover_who_is_bound_to_a_god_can_pay_in_every_sample(game, scene, play, codes):
    blue = scene(3).placed(1, ("temple", 1)).seat(0, dice=[3, 3, 3], **means(hand={"blue": 1}))
    both = scene(3).placed(1, ("land", 1)).seat(0, dice=[1, 1, 1], regions=["CM"])
    both.seat(0, **means(hand={"blue": 1, "white": 1}))
    green = scene(3).phase("men and women").persons(0, man=["shell-a", "offering-a"])
    green.seat(0, **means(offerings=1, hand={"green": 1, "red": 1}))
    equal = scene(3).phase("task").seat(0, tasks=["T10"], **means(offerings=1))
    colours = scene(3).phase("task").seat(0, tasks=["T16"], **means(offerings=1))
    colours.seat(0, hand={"yellow": 2, "red": 1, "blue": 1})
    bound = [
        play(blue.load(), "place:temple-3"),
        play(both.load(), "place:land-1"),
        play(both.load(), "place:land-1", "pay:card"),
        play(green.load(), "use:man-shell", "no", "use:man-offering"),
        play(equal.seat(0, hand={"yellow": 1, "red": 2}).load(), "yellow:T10"),
        play(colours.load(), "yellow:T16"),
    ]
    for position in bound:
        assert position.to_move == 0
        assert not codes(position, "no")
        for seed in range(40):
            sample = game.resample(position, 1, seed)
            assert all(code.startswith("pay:") for code in codes(sample))
            assert codes(sample)


@pytest.mark.rule("BB-1.25")
def test_a_card_drawn_is_told_to_its_owner_only(game, scene, play):
    position = play(scene(3).action("helper", left=2).load(), "card:deck")
    after = play(position, "god:green")
    action = game.action("god:green")
    shown = {viewer: game.spec.texts.code_for(game, position, action, viewer) for viewer in (0, 1)}
    assert shown == {0: "god:green", 1: "god:?"}
    assert game.spec.texts.code_for(game, position, action, SPECTATOR) == "god:?"
    assert game.spec.texts.code_for(game, position, action, ALL) == "god:green"
    for viewer, green in ((0, True), (1, False), (SPECTATOR, False)):
        told = " ".join(text(m) for m in game.story(position, action, after, viewer))
        assert ("Green" in told) == green
    opened = play(scene(3).action("helper", left=2).load(), "card:red")
    assert game.spec.texts.code_for(game, opened, action, 1) == "god:green"


@pytest.mark.rule("BB-1.25")
def test_progress_of_card_tasks_is_hidden_with_the_hand(game, scene):
    s = scene(2).seat(0, tasks=["T10"], hand={"red": 2})
    position = s.load()

    def progress(viewer):
        sections = game.view(position, viewer)["sections"]
        lines = [line for section in sections for line in section["lines"]]
        return next(line["progress"] for line in lines if line.get("task") == "T10")

    assert progress(0) == [[2, 3]]
    assert progress(1) == [[None, 3]]


@pytest.mark.rule("BB-1.25", "BB-1.26")
def test_what_reveals_ends_undo(game, scene, play):
    reveals = game.spec.texts.reveals
    s = scene(3).seat(0, regions=["CM"], offerings=2, hand={"red": 3}, god_tiles=1)
    position = s.seat(0, known_cards={"red": 1}).action("expand", path="land", limit=2).load()
    assert not reveals(game, position, game.action("region:CB"))
    asked = play(position, "region:CB", "hut:normal", "no")
    assert not reveals(game, asked, game.action("no"))
    assert not reveals(game, asked, game.action("pay:tile"))
    assert not reveals(game, asked, game.action("pay:card"))  # that card was known
    assert reveals(game, asked, game.action("pay:pair-red"))
    task = scene(3).phase("task").seat(0, tasks=["T10", "T31"], hand={"red": 3}, offerings=4)
    assert reveals(game, task.load(), game.action("complete:T10"))
    assert not reveals(game, task.load(), game.action("complete:T31"))
    seen = task.seat(0, known_cards={"red": 3}).load()
    assert not reveals(game, seen, game.action("complete:T10"))
    drawing = play(scene(3).action("helper", left=2).load(), "card:deck")
    assert reveals(game, drawing, game.action("god:red"))
