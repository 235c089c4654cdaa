"""Lessons, played as a newcomer does: from the front page to a game against bots."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import BIG, PHONE, Visitor
from proa.games import GAMES, spec

LESSONS = [name for name in GAMES if spec(name).lesson]


def begin(visitor: Visitor, game: str) -> None:
    """Begin a game's lesson on the front page."""
    visitor.go("/")
    visitor.page.locator(f'input[name="game"][value="{game}"]').check(force=True)
    visitor.page.locator("#learn").click()
    visitor.table.wait_for()


def amount(visitor: Visitor, code: str) -> Locator:
    """Set the dock's stepper to the amount of a code, and return the button that sends it."""
    visitor.page.locator("#stepper input[type=number]").fill(code.partition(":")[2])
    return visitor.go_button()


def choice(visitor: Visitor, code: str) -> Locator:
    """Return what answers with a code: on the board or in the dock, where it is shown."""
    found = visitor.page.locator(f'button[form="act"][value="{code}"]:not(#show-me):visible')
    return found.first if found.count() else amount(visitor, code)


def by_mouse(visitor: Visitor, code: str) -> None:
    choice(visitor, code).click()


def by_keys(visitor: Visitor, code: str) -> None:
    button = choice(visitor, code)
    button.focus()
    visitor.page.keyboard.press("Enter")


def by_touch(visitor: Visitor, code: str) -> None:
    """Tap a choice, and the final button where a first tap only shows what would happen."""
    button = choice(visitor, code)
    shows = button.evaluate(
        "(it) => !it.matches('#final *') && ('tip' in it.dataset || !!it.closest('.choice'))"
    )
    button.tap()
    if shows:
        visitor.page.locator(f'#final .go[value="{code}"]').tap()


def plays(visitor: Visitor, game: str, answer) -> None:
    """Answer each step of the lesson by one's own hand."""
    steps = spec(game).lesson.steps
    for number, step in enumerate(steps, 1):
        expect(visitor.page.locator("#lesson small")).to_have_text(f"{number} of {len(steps)}")
        visitor.page.locator("#show-me").wait_for()
        visitor.wait_for_turn()
        visitor.catch_up()
        assert not visitor.scrolls()
        frame = visitor.frame
        answer(visitor, step.answers.split()[0])
        visitor.wait_past(frame)
    visitor.page.locator("#play-on.go").wait_for()


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_played_by_mouse_to_a_game_against_bots(visit, game):
    visitor = visit(size=BIG, guide="on", moves=False)
    begin(visitor, game)
    visitor.check()
    plays(visitor, game, by_mouse)
    visitor.check()
    visitor.page.locator("#play-on").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator("#lesson")).to_have_count(0)
    expect(visitor.page.locator("#aid")).to_be_hidden()  # the lesson said it


def test_a_lesson_is_played_by_keys(visit):
    visitor = visit(size=BIG, moves=False)
    begin(visitor, "tahiti")
    plays(visitor, "tahiti", by_keys)


def test_a_lesson_is_played_by_touch(visit):
    visitor = visit(size=PHONE, touch=True, moves=False)
    begin(visitor, "tahiti")
    visitor.check()
    plays(visitor, "tahiti", by_touch)


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
    expect(visitor.page.locator("#learn")).to_have_count(0)
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
