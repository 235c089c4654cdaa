"""Whole games of Borneo: by mouse with three, four and five seats, by keyboard, by touch.

The game of three is the standard one; the others have four harbors and are over sooner.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import proa.games.borneo
from browser.visitor import BIG, MIDDLE, PHONE, Visitor

FEW_HARBORS = ("Ternate", "Run", "Aceh", "Sukadana")
CHECKED = ("to", "ship", "at", "take")
"""The kinds of decisions at which the page is looked over."""


@pytest.fixture(scope="module")
def short(site):
    """The name of an edition with four harbors of three cards."""
    text = (Path(proa.games.borneo.__file__).parent / "components.toml").read_text("utf-8")
    before, *rest = text.split("[[harbors]]")
    *_, after = rest[-1].partition("[[missions]]")
    kept = [one for one in rest if any(f'"{name}"' in one for name in FEW_HARBORS)]
    harbors = "".join("[[harbors]]" + one.partition("[[missions]]")[0] for one in kept)
    edition = f"{before}{harbors}[[missions]]{after}"
    (site.editions / "short.toml").write_text(edition, encoding="utf-8")
    return "short"


def by_mouse(player: Visitor, chance: random.Random) -> str:
    """On the board where it can be; what ends a choice weighs a little more."""
    ends = player.page.locator('#final .go[value="commit"], #choices-dock .pass').all()
    button = chance.choice(player.spots().all() + 2 * ends)
    code = button.get_attribute("value")
    button.click()
    return code


def by_touch(player: Visitor, chance: random.Random) -> str:
    """A first tap shows what it would do, the button at the thumb confirms."""
    choices = player.page.locator('.spot:visible, #choices-dock .btn[form="act"]').all()
    button = chance.choice(choices or [player.go_button()])
    code = button.get_attribute("value")
    button.tap()
    if player.go_button().get_attribute("value") == code:
        player.go_button().tap()
    return code


def by_keys(player: Visitor, chance: random.Random) -> str:
    """To the board, some arrows, Enter; to the dock where a choice is ended."""
    keyboard = player.page.keyboard
    ends = player.page.locator('#final .go[value="commit"], #choices-dock .pass').count()
    if player.spots().count() and not (ends and chance.random() < 0.5):
        keyboard.press("b")
        for _ in range(chance.randrange(4)):
            keyboard.press(chance.choice(("ArrowLeft", "ArrowRight", "ArrowDown")))
    else:
        keyboard.press("d")
        while not is_on(player, 'button[form="act"]:not([disabled])'):
            keyboard.press("Tab")
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
        kind = player.page.locator('button[form="act"]').last.get_attribute("value") or ""
        codes = player.page.locator('#choices-dock button[form="act"]').all()
        kind = (codes[0].get_attribute("value") if codes else kind).partition(":")[0]
        full_hand = kind == "discard" and len(codes) >= 7
        if kind in seen or not (kind in CHECKED or full_hand):
            return
        seen.add(kind)
        player.check()
        for width, height in (MIDDLE, PHONE, BIG):
            player.page.set_viewport_size({"width": width, "height": height})
            assert not player.scrolls(), kind
            if full_hand:
                every_card_can_be_touched(player)

    return look


def every_card_can_be_touched(player: Visitor) -> None:
    for spot in player.page.locator("#hand .spot").all():
        box = spot.bounding_box()
        assert min(box["width"], box["height"]) >= 36


def ends_with_a_score_sheet(player: Visitor, seats: int) -> None:
    player.page.get_by_role("link", name="Score sheet").click()
    player.page.get_by_role("heading", name="Score sheet").wait_for()
    totals = [int(t) for t in player.page.locator(".sheet summary .t").all_inner_texts()]
    assert len(totals) == seats
    for seat in range(seats):
        sources = player.page.locator(".sheet details").nth(seat).locator(".source .num")
        assert sum(map(int, sources.all_text_contents())) == totals[seat]


def test_three_seats_by_mouse(visit):
    player = visit()
    player.open_table("me", "bot", "bot", game="borneo")
    taken = play(player, by_mouse, 3, looking_over())
    assert taken >= {"to", "merchant", "ship", "at", "take", "discard"}
    ends_with_a_score_sheet(player, 3)


@pytest.mark.parametrize("seats", [4, 5])
def test_more_seats_by_mouse(visit, short, seats):
    player = visit(theme="night", locale="en" if seats == 4 else "ru")
    player.open_table("me", *["bot"] * (seats - 1), game="borneo", edition=short)
    assert play(player, by_mouse, seats) >= {"to", "ship", "at"}
    if seats == 4:
        ends_with_a_score_sheet(player, seats)


def test_by_keyboard_alone(visit, short):
    player = visit()
    player.open_table("me", "bot", "bot", game="borneo", edition=short)
    assert play(player, by_keys, 7) >= {"to", "ship", "at"}


def test_on_a_phone_by_touch(visit, short):
    player = visit(size=PHONE, touch=True)
    player.open_table("me", "bot", "bot", game="borneo", edition=short)
    assert play(player, by_touch, 5) >= {"to", "ship", "at"}
