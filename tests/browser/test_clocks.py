"""Time in the page: from a monotonic clock, and from the server."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from browser.test_hold import left
from browser.test_live import is_asked, sit_down
from browser.test_whole_games import by_mouse
from browser.visitor import Visitor

SET = """seconds => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + 1000 * seconds;
}"""
"""Sets the clock of the device after the page has loaded."""
SLEEP = """seconds => {
  const now = performance.now.bind(performance);
  performance.now = () => now() - 1000 * seconds;
}"""
"""As if the device had slept in a browser whose monotonic clock stops meanwhile."""


@pytest.mark.parametrize("by", [-3600, 90])
def test_a_clock_that_is_set_changes_nothing(visit, by):
    visitor: Visitor = visit(hold="5")
    visitor.open_table("me", "bot", game="tahiti", pace="60")
    visitor.wait_for_turn()
    left(visitor, 54)
    visitor.page.evaluate(SET, by)
    visitor.page.wait_for_timeout(1_500)
    expect(visitor.page.locator("#clock")).to_have_text(re.compile(r"^0:(5\d|4\d)$"))
    visitor.spots().first.click()
    expect(visitor.page.locator("#table[data-held]")).to_have_count(1)


def test_what_an_answer_says_of_the_time_counts(visit):
    visitor: Visitor = visit()
    with visitor.page.expect_response(re.compile(r"/stream$")):  # it says the time, too
        visitor.open_table("me", "bot", game="tahiti", pace="600")
    visitor.wait_for_turn()
    clock = visitor.page.locator("#clock")
    expect(clock).not_to_have_text(clock.inner_text())
    visitor.page.evaluate(SLEEP, 120)
    expect(clock).to_have_text(re.compile(r"^1[12]:\d\d$"))  # it can't know
    visitor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(clock).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))


def test_a_page_that_came_slowly_knows_the_time(visit):
    """Its scripts came late: what the server said is older by then."""
    visitor: Visitor = visit()

    def late(route) -> None:
        time.sleep(3)
        route.continue_()

    visitor.page.route(re.compile(r"/frames\.js$"), late)
    visitor.page.route(re.compile(r"/(stream|news)$"), lambda route: route.abort())
    visitor.open_table("me", "here", option_money="open", name1="Teva", pace="60")
    visitor.wait_for_turn()
    seconds = visitor.page.evaluate(
        """async () => {
          const own = document.querySelector("script[type=module]").src;
          const { left } = await import(own.replace("proa.js", "frames.js"));
          return [left(), Number(document.getElementById("dock").dataset.due)];
        }"""
    )
    assert seconds[0] == pytest.approx(seconds[1] - time.time(), abs=1.5)
    visitor.page.goto("about:blank")  # no request is aborted any more
    visitor.problems.clear()


def test_tabs_hear_news_after_the_leading_one_closes_and_the_clock_was_set_back(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    host.catch_up()
    friend.catch_up()
    mover, other = (host, friend) if is_asked(host) else (friend, host)
    second = other.page.context.new_page()
    second.goto(other.page.url)
    second.locator("#table").wait_for()
    second.wait_for_timeout(1_000)
    second.evaluate(SET, -3600)
    address, frame = other.page.url, second.locator("#table").get_attribute("data-frame")
    other.page.goto("about:blank")
    by_mouse(mover)
    expect(second.locator("#table")).not_to_have_attribute("data-frame", frame or "")
    other.page.goto(address)


def test_players_pause_and_resume(visit):
    """One asks in the menu, the other agrees at the dock; nobody may play meanwhile."""
    host, friend = visit(), visit(locale="ru")
    sit_down(host, friend, edition="small", pace="600+5")
    host.page.locator("button[popovertarget=menu]").first.click()
    host.page.get_by_role("button", name="Ask for a pause").click()
    expect(host.page.locator(".pausing")).to_contain_text("The others are asked.")
    friend.page.get_by_role("button", name="Согласиться").click()
    for visitor, said in ((host, "The game is paused."), (friend, "Партия на паузе.")):
        expect(visitor.page.locator("#ask")).to_have_text(said)
        expect(visitor.page.locator("#table[data-mine]")).to_have_count(0)
    host.page.get_by_role("button", name="Resume").click()
    expect(host.page.locator("#clock")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    expect(friend.page.locator("#clock")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))


def test_a_ready_made_message_is_read_in_the_readers_language(visit):
    host, friend = visit(), visit(locale="ru")
    sit_down(host, friend)
    host.page.locator(".phrases summary").click()
    host.page.get_by_role("button", name="Good luck!").click()
    expect(host.page.locator("#chat-lines")).to_contain_text("Good luck!")
    expect(friend.page.locator("#chat-lines")).to_contain_text("Удачи!")
    expect(host.page.locator(".phrases[open]")).to_have_count(0)
