"""Whole games of Bora Bora: by mouse with two, three and four seats, by keyboard, by touch."""

from __future__ import annotations

import random

import pytest

import proa
from browser.visitor import BIG, MIDDLE, PHONE, Visitor

EVERYWHERE = {"region", "hut", "place", "no", "use"}
"""Kinds of choices that come up in every game."""

CHECKED = {"region", "place", "tattoo", "use", "buy", "choose", "pay"}
"""The kinds of decisions at which the page is looked over."""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The rules are compiled before anybody waits for a page."""
    proa.game("borabora").doors.compile_all()


def choices(player: Visitor):
    """The places on the table that can be clicked now."""
    return player.spots().all() or player.page.locator("#choices-dock .btn:visible").all()


def choose_a_die(player: Visitor, chance: random.Random) -> None:
    """Where there are dice to place, any of them."""
    dice = player.page.locator(".die-pick").all()
    if len(dice) > 1:
        chance.choice(dice).click()


def by_mouse(player: Visitor, chance: random.Random) -> str:
    """Mostly on the board itself; some choices, like stopping, are in the dock alone."""
    choose_a_die(player, chance)
    dock = player.page.locator('#choices-dock .btn[form="act"]:visible').all()
    button = chance.choice(choices(player) + dock)
    code = button.get_attribute("value")
    button.click()
    return code


def by_touch(player: Visitor, chance: random.Random) -> str:
    """On a phone the dock is enough: a tap shows what a choice would do, another confirms."""
    choose_a_die(player, chance)
    button = chance.choice(player.page.locator('#choices-dock .btn[form="act"]:visible').all())
    code = button.get_attribute("value")
    button.tap()
    if player.go_button().get_attribute("value") == code:
        player.go_button().tap()
    return code


def by_keys(player: Visitor, chance: random.Random) -> str:
    """To the board and about it with arrows, or to the dock and on with Tab; Enter takes it."""
    keyboard = player.page.keyboard
    if player.page.locator(".die-pick").count() > 1:
        keyboard.press("d")
        keyboard.press(chance.choice(("ArrowRight", "ArrowLeft")))
    if player.spots().count() and chance.random() < 0.7:
        keyboard.press("b")
        for _ in range(chance.randrange(4)):
            keyboard.press(chance.choice(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")))
    else:
        keyboard.press("d")
        for _ in range(chance.randrange(5)):
            keyboard.press("Tab")
    if not is_on(player, 'button[form="act"]:not([disabled])'):
        keyboard.press("b" if player.spots().count() else "d")
    code = player.page.evaluate("() => document.activeElement.value")
    keyboard.press("Enter")
    return code


def is_on(player: Visitor, selector: str) -> bool:
    asked = "(selector) => document.activeElement.matches(selector)"
    return player.page.evaluate(asked, selector)


def play(player: Visitor, decide, seed: int, look=None) -> set[str]:
    """Play to the end; the kinds of choices taken. ``look`` is called at each decision."""
    chance, taken = random.Random(seed), set()
    while player.wait_for_turn():
        frame = player.frame
        if look:
            look(player)
        taken.add(decide(player, chance).partition(":")[0])
        player.wait_past(frame)
    return taken


def looking_over():
    """At the first decision of some kinds: accessible, and at home in every window."""
    seen = set()

    def look(player: Visitor) -> None:
        buttons = player.page.locator('button[form="act"][value]').all()
        kinds = {(button.get_attribute("value") or "").partition(":")[0] for button in buttons}
        fresh = (kinds & CHECKED) - seen
        if not fresh:
            return
        seen.update(fresh)
        player.check()
        for width, height in (MIDDLE, PHONE, BIG):
            player.page.set_viewport_size({"width": width, "height": height})
            assert not player.scrolls(), fresh
        nothing_is_cut_off(player)

    return look


def nothing_is_cut_off(player: Visitor) -> None:
    """In a large window no part of the table has more in it than it shows."""
    for part in ("#rail", "#mine", "#market", "#dock"):
        more = player.page.locator(part).evaluate(
            "(part) => [part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth]"
        )
        assert max(more) <= 1, (part, more)


def ends_with_a_score_sheet(player: Visitor, seats: int) -> None:
    player.page.get_by_role("link", name="Score sheet").click()
    player.page.get_by_role("heading", name="Score sheet").wait_for()
    totals = [int(t) for t in player.page.locator(".sheet summary .t").all_inner_texts()]
    assert len(totals) == seats
    for seat in range(seats):
        sources = player.page.locator(".sheet details").nth(seat).locator(".source .num")
        assert sum(map(int, sources.all_text_contents())) == totals[seat]


def test_four_seats_by_mouse(visit):
    player = visit()
    player.open_table("me", "bot", "bot", "bot", game="borabora")
    assert play(player, by_mouse, 4, looking_over()) >= EVERYWHERE
    ends_with_a_score_sheet(player, 4)


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats_by_mouse(visit, seats):
    player = visit(theme="night", locale="en" if seats == 2 else "ru")
    player.open_table("me", *["bot"] * (seats - 1), game="borabora")
    assert play(player, by_mouse, seats) >= EVERYWHERE


def test_by_keyboard_alone(visit):
    player = visit()
    player.open_table("me", "bot", game="borabora")
    assert play(player, by_keys, 7) >= {"region", "place"}


def test_on_a_phone_the_dock_is_enough(visit):
    player = visit(size=PHONE, touch=True)
    player.open_table("me", "bot", game="borabora")
    assert play(player, by_touch, 5) >= EVERYWHERE
