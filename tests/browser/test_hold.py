"""The end of a turn is held back for a moment, only in the page."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor


def newest(visitor: Visitor) -> int:
    """Return the number of the newest frame on the server."""
    path, _, query = visitor.page.url.partition("?")
    news = visitor.page.request.get(f"{path}/news?{query}".rstrip("?"))
    return news.json()["frame"]


def choosing(visit, hold: str) -> Visitor:
    """Return a visitor who is to place the first yacht, which ends the turn; two people share the
    screen."""
    visitor: Visitor = visit(hold=hold)
    visitor.open_table("me", "here", game="tahiti", option_money="open", name1="Teva")
    visitor.wait_for_turn()
    return visitor


def test_it_can_be_taken_back_and_nobody_knows(visit):
    visitor = choosing(visit, "step")
    page, before = visitor.page, newest(visitor)
    visitor.spots().first.click()
    expect(page.locator("#table[data-held]")).to_have_count(1)
    expect(page.locator("#ask")).to_have_text("End your turn, or undo.")
    visitor.check()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#table[data-mine]")).to_have_count(1)
    visitor.spots().first.click()
    expect(page.locator("#table[data-held]")).to_have_count(1)  # before that there is nothing back
    page.keyboard.press("u")
    expect(page.locator("#table[data-mine]")).to_have_count(1)
    assert newest(visitor) == before
    visitor.spots().first.click()
    page.get_by_role("button", name="End turn").click()
    page.wait_for_url("**seat=*")
    assert newest(visitor) > before


@pytest.mark.parametrize("leave", [True, False], ids=["left", "waited for"])
def test_it_is_played_when_the_time_is_over_or_the_page_is_left(visit, leave):
    visitor = choosing(visit, "5" if leave else "2")
    table = visitor.page.url
    mover = visitor.page.locator(".seat.me .name").inner_text()
    visitor.spots().first.click()
    expect(visitor.page.locator("#table[data-held]")).to_have_count(1)
    if leave:
        visitor.page.goto(visitor.site.url)
        visitor.page.goto(table)
    expect(visitor.page.locator(".seat.me .name")).not_to_have_text(mover)


def left(visitor: Visitor, seconds: int) -> None:
    """Set the seconds that are left on the clock."""
    due = f"document.getElementById('dock').dataset.due = {time.time() + seconds}"
    visitor.page.evaluate(due)


def test_it_does_not_cost_the_turn(visit):
    visitor = choosing(visit, "step")
    left(visitor, 60)
    visitor.spots().first.click()
    ending = visitor.page.locator("#end-now")
    wait = ending.evaluate("(one) => one.style.getPropertyValue('--wait')")
    assert 0 < float(wait.removesuffix("ms")) <= 57_500


def test_nothing_waits_when_little_time_is_left(visit):
    visitor = choosing(visit, "step")
    frame = visitor.frame
    left(visitor, 3)
    visitor.spots().first.click()
    visitor.wait_past(frame)
    expect(visitor.page.locator("#table[data-held]")).to_have_count(0)
