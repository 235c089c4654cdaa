"""Chapter 16: paying for Gods; Blue, White, Red and Yellow (Green: chapter 11)."""

from __future__ import annotations

import pytest

GODS = ("blue", "white", "red", "green", "yellow")


@pytest.fixture
def red(scene, play):
    """Seat 0 is asked about a Red God for CB (fish 3), with these means to pay."""

    def make(**means):
        s = scene(4).seat(0, regions=["CM"], **means).action("expand", path="land", limit=2)
        return play(s.load(), "region:CB", "hut:normal", "no")

    return make


@pytest.mark.rule("BB-16.1", "BB-16.3", "BB-16.4", "BB-16.5")
def test_three_ways_to_pay(red, codes, play, me, points):
    hand = {"red": 2, "green": 2, "blue": 1}
    position = red(offerings=1, god_tiles=1, hand=hand)
    assert codes(position) == ["no", "pay:card", "pay:pair-red", "pay:pair-green", "pay:tile"]
    card = play(position, "pay:card")
    assert list(me(card).hand) == [1, 0, 1, 2, 0]
    assert (me(card).offerings, me(card).god_tiles) == (0, 1)
    assert list(card.fields.discard) == [0, 0, 1, 0, 0]
    pair = play(position, "pay:pair-green")
    assert list(me(pair).hand) == [1, 0, 2, 0, 0]
    assert (me(pair).offerings, me(pair).god_tiles) == (0, 1)
    assert list(pair.fields.discard) == [0, 0, 0, 2, 0]
    tile = play(position, "pay:tile")
    assert list(me(tile).hand) == [1, 0, 2, 2, 0]
    assert (me(tile).offerings, me(tile).god_tiles) == (1, 0)
    assert sum(tile.fields.discard) == 0
    assert all(points(after, "red") == 3 for after in (card, pair, tile))


@pytest.mark.rule("BB-16.2")
def test_no_card_without_an_offering(red, codes):
    assert red(offerings=0, hand={"red": 3}).to_move == 1  # not even asked
    assert codes(red(offerings=0, god_tiles=1, hand={"red": 3})) == ["no", "pay:tile"]


@pytest.mark.rule("BB-16.1", "BB-1.25")
def test_whether_it_is_asked_depends_on_open_facts_only(red, codes):
    assert codes(red(offerings=1, hand={"blue": 1})) == ["no"]
    assert codes(red(offerings=1, hand={"blue": 1, "white": 1})) == ["no"]
    assert red(offerings=1, hand={}).to_move == 1


@pytest.mark.rule("BB-16.6")
def test_the_discard_pile_becomes_the_draw_pile(game, scene, play, codes):
    hands = {"white": 12, "red": 11, "green": 11, "yellow": 11}
    s = scene(2).seat(1, hand=hands).set(discard_pile={"blue": 9, "red": 0})
    s.seat(0, hand={"blue": 2}).set(open_cards={"blue": 1, "red": 1, "green": 1, "yellow": 1})
    position = s.action("helper", left=2).load()
    assert sum(position.fields.deck) == 0
    assert "card:deck" in codes(position)
    position = play(position, "card:deck")
    assert game.outcomes(position) == {"god:blue": 9}
    assert sum(position.fields.discard) == 0


@pytest.mark.rule("BB-16.7")
def test_no_card_when_both_piles_are_empty(game, scene, play, codes, me):
    hands = {"blue": 9, "white": 12, "red": 11, "green": 11, "yellow": 11}
    s = scene(2).seat(1, hand=hands, offerings=1).seat(0, hand={"blue": 2}, offerings=1)
    s.set(open_cards={"blue": 1, "red": 1, "green": 1, "yellow": 1})
    position = s.action("helper", left=4).load()
    assert codes(position, "card") == ["card:blue", "card:red", "card:green", "card:yellow"]
    position = play(position, "card:blue")
    assert position.to_move == 0  # the row is not refilled
    assert sum(position.fields.row) == 3
    # As soon as a card is discarded, the row is filled again with it.
    s.seat(0, regions=["CM"]).action("expand", path="land", limit=2)
    position = play(s.load(), "region:CB", "hut:normal", "no")
    position = play(position, "pay:pair-blue")
    assert game.outcomes(position) == {"god:blue": 2}
    position = play(position, "god:blue")
    assert list(position.fields.row) == [2, 0, 1, 1, 1]
    assert position.to_move == 1
    assert sum(position.fields.deck) == 1


@pytest.mark.rule("BB-16.8", "BB-16.9", "BB-16.10")
def test_blue_lets_a_die_lie_on_a_lower_one(scene, play, codes, me):
    s = scene(4).placed(1, ("temple", 2)).seat(0, dice=[2, 4, 5], offerings=2, hand={"blue": 1})
    position = s.load()
    assert codes(position, "place:temple") == [f"place:temple-{value}" for value in (2, 4, 5)]
    position = play(position, "place:temple-4")
    assert codes(position) == ["pay:card"]  # begun, so it must be paid
    position = play(position, "pay:card", "temple:4", "offering", "shell")
    assert position.fields.lowest[5] == 2
    # The next die must beat the lowest, not the last.
    next_one = scene(4).placed(1, ("temple", 4)).placed(2, ("temple", 2)).seat(0, dice=[1, 2, 3])
    assert codes(next_one.load(), "place:temple") == ["place:temple-1"]
    # Every such die needs a Blue God of its own.
    s = scene(4).placed(1, ("temple", 2)).seat(0, dice=[2, 4, 5], dice_on=[None, "temple", None])
    assert codes(s.load(), "place:temple") == []


@pytest.mark.rule("BB-16.11", "BB-16.12")
def test_white_makes_the_die_act_as_a_6(scene, play, codes):
    s = scene(4).seat(0, dice=[3, 4, 5], offerings=1, hand={"white": 1}).placed(1, ("helper", 4))
    position = s.load()
    assert codes(position, "place:helper") == ["place:helper-3"]  # its own value must be lower
    position = play(position, "place:helper-3")
    assert codes(position) == ["no", "pay:card"]
    strong = play(position, "pay:card")
    assert strong.fields.question[0].b == 6
    assert strong.fields.lowest[4] == 3
    assert play(position, "no").fields.question[0].b == 3


@pytest.mark.rule("BB-16.13", "BB-16.18", "BB-16.14", "BB-16.16")
def test_example_blue_white_and_red_on_the_water_path(scene, play, codes, me, points, regions):
    hand = {"blue": 1, "white": 1, "red": 1}
    s = scene(4).placed(1, ("water", 1)).seat(0, dice=[3, 3, 3], regions=["CM"], hand=hand)
    position = play(s.seat(0, offerings=3).load(), "place:water-3")
    assert codes(position) == ["pay:card"]  # Blue
    position = play(position, "pay:card")
    assert codes(position) == ["pay:card"]  # White
    position = play(position, "pay:card")
    assert codes(position) == ["region:EB", "region:SP"]
    position = play(position, "region:SP", "hut:normal", "no", "pay:card")
    assert points(position, "red") == 5
    assert me(position).offerings == 0
    assert sum(me(position).hand) == 0
    assert regions(position) == ["CM", "SP"]
    assert position.fields.lowest[1] == 1
    assert list(me(position).die) == [3, 3, 3]
    assert position.to_move == 2


@pytest.mark.rule("BB-16.13", "BB-3.9")
def test_blue_is_paid_so_that_white_can_be_paid_too(scene, play, codes):
    # Three whites and one blue: paying Blue with a pair of white leaves one white.
    s = scene(4).placed(1, ("water", 1)).seat(0, dice=[3, 3, 3], regions=["CM"], offerings=2)
    position = play(s.seat(0, hand={"blue": 1, "white": 2}).load(), "place:water-3")
    assert codes(position) == ["pay:card"]  # a pair of white would leave nothing for White
    position = play(s.seat(0, hand={"blue": 1, "white": 3}).load(), "place:water-3")
    assert codes(position) == ["pay:card", "pay:pair-white"]


@pytest.mark.rule("BB-16.12", "BB-9.3")
def test_white_is_not_offered_where_it_changes_nothing(scene, play):
    s = scene(4).seat(0, dice=[3, 6, 6], god_tiles=1)
    helper = play(s.load(), "place:helper-6")
    assert helper.fields.question[helper.fields.depth - 1].b == 6
    assert play(s.load(), "place:fishing-3").to_move == 1


@pytest.mark.rule("BB-16.14", "BB-16.15", "BB-16.17")
def test_red_scores_once_and_leaves_the_fish(red, play, points, codes):
    position = red(offerings=2, hand={"red": 2})
    position = play(position, "pay:card")
    assert points(position, "red") == 3
    assert position.to_move == 1  # not asked a second time
    assert position.fields.fish[3] == 7  # angelfish-b, still there
    others = position.game.dump(position)["position"]["fish"]["CB"]
    assert others == "angelfish-b"


@pytest.mark.rule("BB-16.8")
def test_each_god_at_its_time_only(scene, play, codes):
    every = dict.fromkeys(GODS, 1)
    # Phase A without anything to expand, block or strengthen: no God is asked for.
    s = scene(4).seat(0, dice=[6, 6, 6], offerings=5, hand=every)
    position = play(s.load(), "place:temple-6")
    assert codes(position, "pay") == []
    # Phase B: Green, and Red when expanding.
    s = scene(4).phase("men and women").seat(0, offerings=5, hand=every, regions=["CM"])
    position = s.persons(0, man=["land-a"]).load()
    position = play(position, "use:man-land")
    assert codes(position) == ["no", "pay:card"]
    position = play(position, "no", "region:CB", "hut:normal", "no")
    assert codes(position) == ["no", "pay:card"]
    # Phase C: Yellow only.
    s = scene(4).phase("task").seat(0, offerings=3, hand=every, tasks=["T31"], shells=6)
    assert codes(s.load(), "yellow") == []  # four offerings less the one that pays
    s = scene(4).phase("jewelry").seat(0, offerings=5, hand=every, shells=6)
    assert all(not code.startswith("pay") for code in codes(s.load()))


def yellow(scene, task, **fields):
    """A scene in which seat 0 has one task left and deals with it."""
    return scene(3).phase("task").seat(0, tasks=[task], **fields)


@pytest.mark.rule("BB-16.29", "BB-16.31")
def test_example_two_wood_for_three(scene, codes, play, points):
    s = yellow(scene, "T34", materials_on_spaces=["2", "7"], god_tiles=1)
    position = play(s.load(), "yellow:T34", "pay:tile")
    assert points(position, "tasks") == 4
    one = yellow(scene, "T34", materials_on_spaces=["2"], god_tiles=1)
    assert codes(one.load()) == ["surrender:T34"]


@pytest.mark.rule("BB-16.32")
def test_example_eight_regions_for_nine(scene, codes):
    eight = ["CF", "CP", "CM", "CB", "EF", "EB", "SF", "SP"]
    assert codes(yellow(scene, "T08", regions=eight, god_tiles=1).load())[0] == "yellow:T08"
    assert codes(yellow(scene, "T08", regions=eight[1:], god_tiles=1).load()) == ["surrender:T08"]


@pytest.mark.rule("BB-16.33")
def test_example_four_islands_one_of_man_and_woman_one_of_man_and_tile(scene, codes):
    four = ["CM", "EF", "SF", "NB"]
    assert codes(yellow(scene, "T09", regions=four, god_tiles=1).load())[0] == "yellow:T09"
    assert codes(yellow(scene, "T09", regions=four[:3], god_tiles=1).load()) == ["surrender:T09"]
    one = yellow(scene, "T01", god_tiles=1).persons(0, man=["god-a"])
    assert codes(one.load())[0] == "yellow:T01"
    assert codes(yellow(scene, "T01", god_tiles=1).load()) == ["surrender:T01"]
    first = yellow(scene, "T06", god_tiles=1)  # seat 0 has turn order tile 1
    assert codes(first.load())[0] == "yellow:T06"
    man = yellow(scene, "T06", god_tiles=1).persons(0, man=["god-a"])
    man.set(turn_order=[1, 0, 2], status_order=[1, 0, 2], turn=1)
    assert codes(man.load())[0] == "yellow:T06"


@pytest.mark.rule("BB-16.30")
def test_what_is_paid_no_longer_counts(scene, codes, play):
    # Three offerings for four: one of them would pay, so only the God tile helps.
    s = yellow(scene, "T31", offerings=3, god_tiles=1, hand={"yellow": 1})
    position = play(s.load(), "yellow:T31")
    assert codes(position) == ["pay:tile"]
    # Two God tiles: one pays, one is left of two.
    position = yellow(scene, "T30", god_tiles=1, offerings=1, hand={"yellow": 1}).load()
    assert codes(play(position, "yellow:T30")) == ["pay:card"]
    # Three equal cards: three are complete; with two yellow ones, paying leaves one.
    position = yellow(scene, "T10", offerings=1, hand={"yellow": 2}).load()
    assert codes(position) == ["surrender:T10"]
    position = yellow(scene, "T10", offerings=1, hand={"yellow": 1, "blue": 2}).load()
    assert codes(play(position, "yellow:T10")) == ["pay:card"]


@pytest.mark.rule("BB-16.28", "BB-16.34")
def test_one_yellow_god_in_a_round(scene, codes, play):
    s = scene(3).phase("task").seat(0, tasks=["T31", "T32", "T45"], shells=3, offerings=2)
    s.seat(0, god_tiles=3)
    assert codes(s.load(), "yellow") == []  # two short of each: two Yellow Gods never add up
    s.seat(0, shells=4, offerings=3)
    position = play(s.load(), "yellow:T32", "pay:tile")
    assert position.to_move == 1


def no_gods(position):
    """The seats that may say beforehand that they play no Gods in this turn."""
    row = position.game.spec.questions.premoves["no-gods"]
    tables, fields = position.game.tables, position.fields
    return [n for n in range(position.players) if row.occasion(tables, fields, n) is not None]


def test_no_gods_in_ones_own_turn_if_one_could_seem_to_pay(red, scene, play):
    position = red(offerings=1, hand={"blue": 1, "red": 1})
    assert no_gods(position) == [0]
    row = position.game.spec.questions.premoves["no-gods"]
    assert position.game.code(row.answer(position.game.tables, position.fields, 0)) == "no"
    assert no_gods(play(position, "no")) == []
    assert no_gods(scene(2).seat(1, god_tiles=1).load()) == []
    assert no_gods(scene(2).seat(0, god_tiles=1).load()) == [0]


def test_two_turns_of_a_seat_are_two_occasions(scene):
    found = set()
    for turn in (0, 2):
        position = scene(2).seat(0, god_tiles=1).set(turn=turn).load()
        row = position.game.spec.questions.premoves["no-gods"]
        found.add(row.occasion(position.game.tables, position.fields, 0))
    assert len(found) == 2
