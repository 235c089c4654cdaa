"""Lessons, played as a newcomer does: from the front page to a game against bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import BIG, PHONE, Visitor
from browser.whole_game import is_on
from durations import slow_but
from proa.games import GAMES, spec

LESSONS = [name for name in GAMES if spec(name).lesson]


def begin(visitor: Visitor, game: str) -> None:
    """Begin a game's lesson on the front page."""
    visitor.go("/")
    visitor.page.locator(f'input[name="game"][value="{game}"]').check(force=True)
    visitor.page.locator("#learn").click()
    visitor.table.wait_for()


def buttons(visitor: Visitor, code: str) -> Locator:
    """Return what answers with a code, on the board and in the dock, where it is shown."""
    return visitor.page.locator(f'button[form="act"][value="{code}"]:not(#show-me):visible')


def step_to(visitor: Visitor, code: str, step: Callable[[str], None]) -> None:
    """Step to the amount of a code, if it has one; ``step`` takes the sign on the button."""
    kind, _, amount = code.partition(":")
    field = visitor.page.locator(f'#stepper[data-kind="{kind}"] [type=number]')
    if field.count():
        more = int(amount) - int(field.input_value())
        for _ in range(abs(more)):
            step("+" if more > 0 else "-")


def stepper(visitor: Visitor, sign: str) -> Locator:
    return visitor.page.locator(f'#stepper [data-step="{"1" if sign == "+" else "-1"}"]')


def by_mouse(visitor: Visitor, code: str) -> None:
    step_to(visitor, code, lambda sign: stepper(visitor, sign).click())
    buttons(visitor, code).first.click()


def by_touch(visitor: Visitor, code: str) -> None:
    """Tap a choice, and the final button where a first tap only shows what would happen."""
    step_to(visitor, code, lambda sign: stepper(visitor, sign).tap())
    button = buttons(visitor, code).first
    shows = button.evaluate(
        "(it) => !it.matches('#final *') && ('tip' in it.dataset || !!it.closest('.choice'))"
    )
    button.tap()
    if shows:
        visitor.page.locator(f'#final .go[value="{code}"]').tap()


TOWARDS = """(code) => {
  const spots = [...document.querySelectorAll(`.spot[value="${code}"]`)];
  const spot = spots.find((one) => one.getClientRects().length);
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [[x, y], [toX, toY]] = [document.activeElement, spot].map(middle);
  const ways = [["ArrowRight", toX - x], ["ArrowLeft", x - toX],
    ["ArrowDown", toY - y], ["ArrowUp", y - toY]];
  return ways.filter(([, far]) => far > 4).sort((a, b) => b[1] - a[1]).map(([key]) => key);
}"""
"""The arrow keys that lead to a choice on the board, the longest way first."""


def by_keys(visitor: Visitor, code: str) -> None:
    """Go to a choice by the shortcuts, the arrow keys and Tab, and take it with Enter."""
    press, chosen = visitor.page.keyboard.press, f'[value="{code}"]'
    step_to(visitor, code, press)
    on_board = visitor.page.locator(f".spot{chosen}:visible").count()
    press("b" if on_board else "d")
    for _ in range(30):
        if is_on(visitor, chosen):
            break
        before = visitor.page.evaluate_handle("() => document.activeElement")
        for key in visitor.page.evaluate(TOWARDS, code) if on_board else ["Tab"]:
            press(key)
            if not before.evaluate("(one) => one === document.activeElement"):
                break
    assert is_on(visitor, chosen), code
    press("Enter")


def by_names(visitor: Visitor, code: str) -> None:
    """Take the choice that the lesson names, by its name alone."""
    press = visitor.page.keyboard.press
    step_to(visitor, code, press)
    named = re.search("[“«](.+)[”»]", visitor.page.locator("#lesson-text").inner_text())
    for button in visitor.page.locator('#table button[form="act"]:visible').all():
        name = button.get_attribute("aria-label") or button.inner_text()
        says_so = named and name and (named[1] in name or name in named[1])
        if says_so if named else button.get_attribute("value") == code:
            break
    else:
        raise AssertionError(f"no button has the name {named}")
    button.focus()
    press("Enter")


WAYS = {"mouse": by_mouse, "keys": by_keys, "touch": by_touch, "names": by_names}


def plays(visitor: Visitor, game: str, way: str) -> None:
    """Answer each step of the lesson by one's own hand."""
    steps = spec(game).lesson.steps
    for number, step in enumerate(steps, 1):
        expect(visitor.page.locator("#lesson small")).to_contain_text(str(number))
        visitor.page.locator("#show-me").wait_for()
        visitor.wait_for_turn()
        visitor.catch_up()
        assert not visitor.scrolls(), number
        frame = visitor.frame
        WAYS[way](visitor, step.answers.split()[0])
        visitor.wait_past(frame)
    visitor.page.locator("#play-on.go").wait_for()


@pytest.mark.parametrize(
    ("game", "way", "size", "locale"),
    slow_but(
        [
            *[(game, "mouse", BIG, "en") for game in LESSONS],
            ("tahiti", "keys", BIG, "ru"),
            ("tahiti", "touch", PHONE, "ru"),
            ("tahiti", "names", PHONE, "en"),
        ],
        product(LESSONS, WAYS, (BIG, PHONE), ("en", "ru")),
    ),
)
def test_a_lesson_leads_to_a_game_against_bots(visit, game, way, size, locale):
    visitor = visit(size=size, locale=locale, touch=way == "touch", guide="on", moves=False)
    begin(visitor, game)
    visitor.check()
    plays(visitor, game, way)
    visitor.check()
    visitor.page.locator("#play-on").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator("#lesson")).to_have_count(0)
    for said in ("#aid", "#guide"):  # the lesson said it
        expect(visitor.page.locator(said)).to_be_hidden()


def test_another_answer_is_explained_where_the_lesson_speaks(visit):
    visitor = visit(size=PHONE, moves=False)
    begin(visitor, "tahiti")
    frame = visitor.frame
    by_mouse(visitor, "pass")
    visitor.page.locator("#lesson .refused").wait_for()
    assert visitor.frame == frame
    assert not visitor.scrolls()
    visitor.check()
    visitor.page.locator("#show-me").click()
    visitor.wait_past(frame)
    expect(visitor.page.locator("#lesson .refused")).to_have_count(0)


def test_a_lesson_is_left_and_found_again(visit):
    visitor = visit(moves=False)
    begin(visitor, "tahiti")
    frame = visitor.frame
    visitor.page.locator("#show-me").click()
    visitor.wait_past(frame)
    visitor.go("/")
    learn = visitor.page.locator("#learn")
    expect(learn).to_be_hidden()
    visitor.page.locator('input[name="game"][value="borneo"]').check(force=True)
    expect(learn).to_be_visible()  # one lesson does not hide those of other games
    visitor.page.get_by_text("Continue the lesson").click()
    expect(visitor.page.locator("#lesson small")).to_contain_text("2 of")


def test_help_offers_the_lesson(visit):
    visitor = visit(guide="on", moves=False)
    visitor.open_table("me", "bot", "bot")
    aid = visitor.page.locator("#aid")
    expect(aid.locator("#aim")).to_be_visible()  # a first game says its aim, and no more
    expect(aid.locator("dl").first).to_be_hidden()
    aid.get_by_role("button", name="To the table").click()
    visitor.page.locator("#aid-button").click()
    expect(aid.locator("dl").first).to_be_visible()
    aid.get_by_role("button", name="Take the lesson").click()
    visitor.page.locator("#lesson").wait_for()
