"""Whole games of Borneo: by mouse with three, four and five seats, by keyboard, by touch.

They have six or four harbors instead of twelve, so that they are over sooner.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

import proa.games.borneo
from browser.visitor import BIG, MIDDLE, PHONE, Visitor

FEW = ("Ternate", "Run", "Aceh", "Sukadana")
SOME = (*FEW, "Tidore", "Banda")
CHECKED = ("to", "ship", "at", "take")
"""The kinds of decisions at which the page is looked over."""


def edition(site, name: str, harbors: tuple[str, ...]) -> str:
    """Put an edition with some of the harbors into the site's folder; its name."""
    text = (Path(proa.games.borneo.__file__).parent / "components.toml").read_text("utf-8")
    before, *rest = text.split("[[harbors]]")
    *_, after = rest[-1].partition("[[missions]]")
    kept = [one.partition("[[missions]]")[0] for one in rest if one.split('"')[1] in harbors]
    parts = [before, *("[[harbors]]" + one for one in kept), "[[missions]]", after]
    (site.editions / f"{name}.toml").write_text("".join(parts), encoding="utf-8")
    return name


@pytest.fixture(scope="module")
def short(site):
    return edition(site, "short", FEW)


@pytest.fixture(scope="module")
def middle(site):
    return edition(site, "middle", SOME)


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
    if choices:
        button = chance.choice(choices)
        code = button.get_attribute("value")
        button.tap()
        expect(player.go_button()).to_have_attribute("value", code)
    code = player.go_button().get_attribute("value")
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


def test_three_seats_by_mouse(visit, middle):
    player = visit()
    player.open_table("me", "bot", "bot", game="borneo", edition=middle)
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
