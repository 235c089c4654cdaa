"""Whole games of Bora Bora: by mouse with two, three and four seats, by keyboard, by touch."""

from __future__ import annotations

import random

import pytest

import proa
from browser.visitor import BIG, MIDDLE, PHONE, Visitor

EVERYWHERE = {"region", "hut", "place", "no"}
"""Kinds of choices that come up in every game."""

CHECKED = {"region", "place", "tattoo", "use", "buy", "choose", "pay"}
"""The kinds of decisions at which the page is looked over."""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The rules are compiled before anybody waits for a page."""
    proa.game("borabora").doors.compile_all()


OFFERED = """(areas) => {
  const all = [...document.querySelectorAll(areas)].flatMap((area) =>
    [...area.querySelectorAll('button[form="act"]:not(.go)')]);
  const drawn = all.filter((button) => button.getClientRects().length);
  return [drawn.map((button) => [button.id, button.value]),
    [...document.querySelectorAll(".die-pick input")].map((die) => die.value)];
}"""
"""The choices that can be seen in some areas, and the dice one may place."""


def pick(player: Visitor, chance: random.Random, areas: str, hasty: bool) -> tuple[str, str]:
    """A choice: its element and its code. The hasty go fishing and stop where they can."""
    offered, dice = player.page.evaluate(OFFERED, areas)
    if len(dice) > 1:
        player.page.locator(f".die-pick:has(#die-{chance.choice(dice)})").click()
        offered, _ = player.page.evaluate(OFFERED, areas)
    quick = [one for one in offered if one[1] == "no" or "fishing" in one[1]]
    return chance.choice(quick if quick and hasty and chance.random() < 0.6 else offered)


def by_mouse(player: Visitor, chance: random.Random, hasty: bool = False) -> str:
    """On the board itself or in the dock."""
    element, code = pick(player, chance, "#rail, #board-frame, #mine, #market, #dock", hasty)
    player.page.locator(f"#{element}").click()
    return code


def in_haste(player: Visitor, chance: random.Random) -> str:
    return by_mouse(player, chance, hasty=True)


def by_touch(player: Visitor, chance: random.Random) -> str:
    """On a phone the dock is enough: a tap shows what a choice would do, another confirms."""
    element, code = pick(player, chance, "#dock", hasty=True)
    player.page.locator(f"#{element}").tap()
    if player.go_button().get_attribute("value") == code:
        player.go_button().tap()
    return code


def by_keys(player: Visitor, chance: random.Random) -> str:
    """To the board and about it with arrows, or to the dock and on with Tab; Enter takes it."""
    keyboard = player.page.keyboard
    offered, dice = player.page.evaluate(OFFERED, "#rail, #board-frame, #mine, #market")
    if len(dice) > 1:
        keyboard.press("d")
        keyboard.press(chance.choice(("ArrowRight", "ArrowLeft")))
    if offered and chance.random() < 0.5:
        keyboard.press("b")
        for _ in range(chance.randrange(4)):
            keyboard.press(chance.choice(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")))
    else:
        keyboard.press("d")
        for _ in range(chance.randrange(5)):
            keyboard.press("Tab")
    if not is_on(player, 'button[form="act"]:not([disabled])'):
        keyboard.press("b" if offered else "d")
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
        offered, _ = player.page.evaluate(OFFERED, "#table")
        kinds = {code.partition(":")[0] for _, code in offered}
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
    assert play(player, by_mouse, 4, looking_over()) >= EVERYWHERE | {"use", "choose"}
    ends_with_a_score_sheet(player, 4)


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats_by_mouse(visit, seats):
    player = visit(theme="night", locale="en" if seats == 2 else "ru")
    player.open_table("me", *["bot"] * (seats - 1), game="borabora")
    assert play(player, in_haste, seats) >= EVERYWHERE


def test_by_keyboard_alone(visit):
    player = visit()
    player.open_table("me", "bot", game="borabora")
    assert play(player, by_keys, 7) >= {"region", "place"}


def test_on_a_phone_the_dock_is_enough(visit):
    player = visit(size=PHONE, touch=True)
    player.open_table("me", "bot", game="borabora")
    assert play(player, by_touch, 5) >= EVERYWHERE
