"""Whose turn it is reaches a player in another tab; one connection serves all tabs of a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.seating import is_asked
from browser.two_players import HIDE, play_until_asked, two
from browser.visitor import Visitor, stop_the_clock, wait_on
from browser.ways_to_play import by_mouse

SHOW = """() => {
  delete document.hidden;
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_tab_learns_of_its_turn(visit):
    mover, waiting = two(visit, sound="on")
    page = waiting.page
    page.locator("#ask").click()  # browsers play sounds to whoever has touched the page only
    expect(page).to_have_title(re.compile("to move · Tahiti with"))
    page.evaluate(HIDE)
    frame = waiting.frame
    play_until_asked(mover, waiting)
    expect(page).to_have_title(re.compile("^● Your turn · Tahiti with"))
    expect(page.locator("#icon")).to_have_attribute("href", re.compile("proa-turn.svg"))
    page.wait_for_function("() => window.sounds === 1")
    assert waiting.frame == frame  # what happened is shown when somebody looks
    page.evaluate(SHOW)
    page.locator("#table[data-mine]").wait_for()
    assert page.evaluate("() => window.sounds") == 1
    by_mouse(waiting)


def test_who_looks_on_hears_their_turn_after_the_others_beats(visit):
    mover, waiting = two(visit, sound="on", pace="fast")
    waiting.page.locator("#ask").click()
    play_until_asked(mover, waiting)
    waiting.page.locator("#table[data-mine]").wait_for()
    waiting.page.wait_for_function("() => window.sounds === 1")  # fetched when first played


def streams_of(page: Page) -> list[str]:
    """Return a list that fills with the streams that a tab opens."""
    opened: list[str] = []
    page.on("request", lambda request: request.url.endswith("/stream") and opened.append(""))
    return opened


HEAR_LEADERS = """
const channel = new BroadcastChannel("proa");
channel.onmessage = ({ data }) => { window.isLed ||= data.what === "leads"; };
"""


def tab_of(visitor: Visitor) -> tuple[Page, list[str]]:
    """Open one more tab at the visitor's table, with time for the answer of the tab that leads."""
    tab = visitor.page.context.new_page()
    tab.add_init_script(HEAR_LEADERS)
    opened = streams_of(tab)
    tab.goto(visitor.page.url)
    tab.wait_for_function("() => window.isLed", polling=50)
    tab.clock.run_for(1000)
    assert not opened
    return tab, opened


def test_tabs_share_one_connection_whose_leader_may_go(visit):
    mover, waiting = two(visit)
    stop_the_clock(waiting.page)
    tab, opened = tab_of(waiting)
    other, opened_by_other = tab_of(waiting)
    assert not opened
    tab.clock.resume()
    waiting.page.goto("about:blank")  # it led
    frame = tab.locator("#table").get_attribute("data-frame")
    frame_of_mover = mover.frame
    by_mouse(mover)
    mover.wait_past(frame_of_mover)
    for each in (tab, other):
        expect(each.locator("#table")).not_to_have_attribute("data-frame", frame)
    assert opened or opened_by_other


def test_a_frozen_leader_yields_and_is_told_on_its_return(visit):
    mover, waiting = two(visit)
    page = waiting.page
    stop_the_clock(page)
    tab, opened = tab_of(waiting)
    tab.clock.resume()
    page.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    expect_to_lead(tab, opened)
    frame, frame_of_mover = waiting.frame, mover.frame
    by_mouse(mover)
    mover.wait_past(frame_of_mover)
    expect(tab.locator("#table")).not_to_have_attribute("data-frame", str(frame))
    page.evaluate("() => document.dispatchEvent(new Event('resume'))")
    expect(page.locator("#table")).not_to_have_attribute("data-frame", str(frame))


def expect_to_lead(tab: Page, opened: list[str]) -> None:
    """Wait until a tab opens the stream for all."""
    wait_on(tab, lambda: opened)


def test_the_heartbeat_of_a_leader_that_died_is_missed(visit):
    _, waiting = two(visit)
    page = waiting.page
    stop_the_clock(page)
    led = streams_of(page)
    page.reload()
    wait_on(page, lambda: led or page.clock.run_for(100))
    tab, opened = tab_of(waiting)
    page.evaluate("() => { BroadcastChannel.prototype.postMessage = () => {}; }")
    tab.clock.run_for(20_000)
    assert not opened
    tab.clock.run_for(60_000)
    expect_to_lead(tab, opened)


@pytest.mark.parametrize("missing", ["BroadcastChannel", ""])
def test_a_phone_that_slept_is_told_when_it_wakes(visit, missing):
    mover, waiting = two(visit)
    page = waiting.page
    if missing:
        page.add_init_script(f"delete window.{missing};")
        page.reload()
        waiting.table.wait_for()
    page.evaluate(HIDE)
    page.context.set_offline(True)
    play_until_asked_by_api(mover, waiting)
    page.context.set_offline(False)
    page.evaluate(SHOW)
    page.locator("#table[data-mine]").wait_for()
    expect(page).to_have_title(re.compile("^● Your turn"))
    waiting.problems.clear()  # the browser notes what did not come through


def play_until_asked_by_api(mover: Visitor, waiting: Visitor) -> None:
    """Play until the other is asked, where the other's browser can't be queried."""
    for _ in range(12):
        if not mover.wait_for_turn():
            return
        frame = mover.frame
        by_mouse(mover)
        mover.wait_past(frame)
        if not is_asked(mover):
            mover.catch_up()
            if not is_asked(mover):
                return


def test_without_a_connection_a_sentence_says_so(visit):
    visitor = visit()
    visitor.open_table("me", "bot", edition="small")
    visitor.wait_for_turn()
    visitor.page.context.set_offline(True)
    by_mouse(visitor)
    notice = visitor.page.locator("#notice")
    expect(notice).to_contain_text("The server can't be reached. Nothing is lost")
    visitor.page.context.set_offline(False)
    visitor.problems.clear()
