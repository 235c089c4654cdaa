"""Borneo in the browser: every kind of decision in every window, and whole games with three, four
and five seats, by mouse, by keyboard and by touch.

The whole games have four harbors instead of twelve, so they are shorter.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import proa
import proa.games.borneo
from browser.visitor import BIG, PHONE, WINDOWS, Visitor
from browser.whole_game import ends_with_a_score_sheet, is_on, play, widest
from durations import slow_but
from proa.arena.matches import play_game
from proa.games.borneo.state import PHASES, PLACE

FEW = ("Ternate", "Run", "Aceh", "Sukadana")
EVERYWHERE = {"to", "ship", "at"}
"""Kinds of choices that occur in every game."""


def edition(site, name: str, harbors: tuple[str, ...]) -> str:
    """Put an edition with some of the harbors into the site's folder; return its name."""
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


def unseen(player: Visitor, buttons: list[Locator]) -> list[Locator]:
    """Return the buttons whose kind of choice was not taken yet; all of them if there is none."""
    kinds = {code.partition(":")[0] for code in player.taken}
    return [
        button for button in buttons if button.get_attribute("value").partition(":")[0] not in kinds
    ] or buttons


def by_mouse(player: Visitor, chance: random.Random) -> str:
    """Decide on the board if possible; ending a choice has a slightly higher weight."""
    ends = player.page.locator('#final .go[value="commit"], #choices-dock .pass').all()
    button = chance.choice(unseen(player, player.spots().all() + 2 * ends))
    code = button.get_attribute("value")
    button.click()
    return code


def by_touch(player: Visitor, chance: random.Random) -> str:
    """Decide by touch: a first tap shows the preview, the final button confirms.

    The only answer is already on that button: one tap takes it.
    """
    choices = player.page.locator('.spot:visible, #choices-dock .btn[form="act"]').all()
    if choices:
        button = chance.choice(unseen(player, choices))
        code = button.get_attribute("value")
        is_only = player.go_button().get_attribute("value") == code
        button.tap()
        if is_only:
            return code
        expect(player.go_button()).to_have_attribute("value", code)
    code = player.go_button().get_attribute("value")
    player.go_button().tap()
    return code


def by_keys(player: Visitor, chance: random.Random) -> str:
    """Decide by keys: on the board with some arrows and Enter, in the dock to end a choice."""
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


def every_card_can_be_touched(player: Visitor) -> None:
    for spot in player.page.locator("#hand .spot").all():
        box = spot.bounding_box()
        assert min(box["width"], box["height"]) >= 36


@pytest.fixture(scope="module")
def recorded():
    """Return a game of random bots, the same every time."""
    return play_game(proa.game("borneo"), 4, 2, ["random"])


@pytest.mark.parametrize(
    ("theme", "locale"), slow_but([("night", "ru")], [("noon", "en"), ("night", "ru")])
)
def test_every_kind_of_decision_fits_every_window(visit, recorded, theme, locale):
    player = visit(theme=theme, locale=locale, moves=False)
    decisions = widest(recorded, lambda state: PHASES[state.phase])
    assert set(decisions) == set(PHASES[PLACE:])
    replay = player.upload(recorded)
    for kind, (at, seat) in decisions.items():
        player.go_on(replay, at, seat)
        if theme == "noon":
            player.check()
        for size in WINDOWS:
            player.resize(size)
            assert not player.scrolls(), (kind, size)
            assert not clipped(player), (kind, size)
            if kind == "discard":
                every_card_can_be_touched(player)
        player.resize(BIG)


def clipped(player: Visitor) -> list[str]:
    """Return the parts of the dock and of a scene whose text does not fit."""
    return player.page.evaluate(
        """() => [...document.querySelectorAll(
          ".bo-scene, .duelist, #dock :is(.ask, .final, .btn)")]
        .filter((part) => part.getClientRects().length)
        .filter((part) => part.scrollHeight > part.clientHeight + 2
          || part.scrollWidth > part.clientWidth + 2
          || part.getBoundingClientRect().bottom > innerHeight)
        .map((part) => `${part.className}: ${part.textContent.trim()}`)"""
    )


def test_a_card_tapped_in_the_dock_is_not_discarded_at_once(visit, recorded):
    player = visit(size=PHONE, touch=True)
    at, seat = widest(recorded, lambda state: PHASES[state.phase])["discard"]
    player.go_on(player.upload(recorded), at, seat)
    frame, card = player.frame, player.page.locator('#choices-dock .btn[form="act"]').first
    card.tap()
    expect(player.go_button()).to_have_attribute("value", card.get_attribute("value"))
    assert player.frame == frame
    player.go_button().tap()
    player.wait_past(frame)


@pytest.mark.parametrize("seats", slow_but([4], [3, 4, 5]))
def test_by_mouse(visit, short, seats):
    locale = "ru" if seats == 5 else "en"
    player = visit(theme="night" if seats > 3 else "noon", locale=locale, painted=False)
    player.open_table("me", *["bot"] * (seats - 1), game="borneo", edition=short)
    assert play(player, by_mouse, seats) >= EVERYWHERE
    if seats < 5:
        ends_with_a_score_sheet(player, seats)


@pytest.mark.slow
def test_by_keyboard_alone(visit, short):
    player = visit(painted=False, moves=False)
    player.open_table("me", "bot", "bot", game="borneo", edition=short)
    assert play(player, by_keys, 7) >= EVERYWHERE


@pytest.mark.slow
def test_on_a_phone_by_touch(visit, short):
    player = visit(size=PHONE, touch=True, painted=False)
    player.open_table("me", "bot", "bot", game="borneo", edition=short)
    assert play(player, by_touch, 5) >= EVERYWHERE


def test_the_stores_come_when_they_are_opened(visit):
    player = visit(pace="off")
    player.open_table("me", "bot", "bot", game="borneo")
    stores = player.page.locator("#stores")
    for _ in range(2):
        assert player.wait_for_turn()
        frame = player.frame
        by_mouse(player, random.Random(frame))
        player.wait_past(frame)
    player.wait_for_turn()
    expect(stores.locator(".warehouses")).to_have_count(0)  # a frame leaves out what is shut
    player.page.locator('[popovertarget="stores"]').first.click()
    expect(stores.locator(".warehouses > li")).to_have_count(3)
    player.check()


def test_rows_drawn_for_another_window_come_when_it_has_that_size(visit):
    player = visit(pace="off")
    player.open_table("me", "bot", "bot", game="borneo")
    assert player.wait_for_turn()
    tracks = {tag: player.page.locator(f"#rows-{tag} [id^=track]") for tag in "wn"}
    frame = player.frame
    by_mouse(player, random.Random(frame))
    player.wait_past(frame)
    assert player.wait_for_turn()
    expect(tracks["w"]).to_have_count(4)
    expect(tracks["n"]).to_have_count(0)  # a frame leaves them out
    player.resize(PHONE)
    expect(tracks["n"]).to_have_count(4)
    frame = player.frame
    player.page.locator('#table button[form="act"]:enabled').last.evaluate("(b) => b.click()")
    player.wait_past(frame)
    player.wait_for_turn()
    expect(tracks["n"]).to_have_count(4)
    expect(tracks["w"]).to_have_count(0)
    player.check()
