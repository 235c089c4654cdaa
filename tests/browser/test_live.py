"""Two browsers at one table, reloads and stale clicks, updates that move nothing but the pieces."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.seating import is_asked, sit_down
from browser.visitor import wait_on
from browser.ways_to_play import by_mouse


def test_two_browsers_against_each_other(visit):
    host, friend = visit(), visit(theme="night")
    sit_down(host, friend)
    for _ in range(200):
        host.catch_up()
        friend.catch_up()
        if host.is_over:
            break
        mover = host if host.table.get_attribute("data-mine") is not None else friend
        other = friend if mover is host else host
        mover.wait_for_turn()
        frame = other.frame
        by_mouse(mover)
        other.wait_past(frame)
        mover.wait_past(frame)
    assert host.is_over
    assert friend.is_over
    for visitor in (host, friend):
        visitor.page.get_by_role("heading", name="Score sheet").wait_for()


def test_they_talk(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    friend.page.get_by_label("Say something").fill("<b>Ahoy</b> & hello")
    friend.page.get_by_role("button", name="Say", exact=True).click()
    expect(host.page.locator("#chat-lines li")).to_contain_text("<b>Ahoy</b> & hello")
    expect(friend.page.get_by_label("Say something")).to_have_value("")


def test_whom_one_mutes_one_hears_no_more(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    friend.page.get_by_label("Say something").fill("Ahoy")
    friend.page.get_by_role("button", name="Say", exact=True).click()
    line = host.page.locator("#chat-lines li").last
    for label, sees in (("Mute", "muted"), ("Unmute", "Ahoy")):
        line.get_by_label("Actions for this message").click()
        line.get_by_role("button", name=label).click()
        expect(line).to_contain_text(sees)
    line.get_by_label("Actions for this message").click()
    line.get_by_role("button", name="Report").click()
    expect(
        host.page.get_by_text("The host of this server will see the report.").first
    ).to_be_visible()
    expect(friend.page.locator("#chat-lines li details")).to_have_count(0)  # one's own line
    line.get_by_label("Actions for this message").click()
    line.get_by_role("button", name="Delete").click()
    expect(friend.page.locator("#chat-lines li")).to_have_count(0)


def test_older_lines_come_when_asked_for(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    say = """text => fetch(document.querySelector("#say").action,
        {method: "POST", body: new URLSearchParams({text})})"""
    for n in range(1, 61):
        friend.page.evaluate(say, f"line {n}.")
    lines = host.page.locator("#chat-lines li[data-line]")
    expect(lines.last).to_contain_text("line 60.")
    expect(lines).to_have_count(50)
    host.page.get_by_role("link", name="Earlier lines").click()
    expect(lines).to_have_count(60)
    expect(lines.first).to_contain_text("line 1.")
    friend.page.evaluate(say, "and one more.")
    expect(lines).to_have_count(61)
    expect(lines.first).to_contain_text("line 1.")


def test_a_reload_loses_nothing(visit):
    visitor = visit()
    visitor.open_table("me", "bot", edition="small")
    for _ in range(4):
        if not visitor.wait_for_turn():
            break
        frame = visitor.frame
        asked = visitor.page.locator("#ask").inner_text()
        visitor.page.reload()
        visitor.table.wait_for()
        assert visitor.frame == frame
        assert visitor.page.locator("#ask").inner_text() == asked
        by_mouse(visitor)
        visitor.wait_past(frame)


def test_a_stale_click_gets_the_fresh_board_and_a_sentence(visit):
    visitor = visit()
    path = visitor.open_table("me", "bot", edition="small")
    visitor.wait_for_turn()
    state = visitor.page.context.storage_state()  # another browser of theirs: tabs tell each other
    stale = visitor.page.context.browser.new_context(storage_state=state).new_page()
    stale.route(re.compile(r"/stream$"), lambda route: route.abort())
    stale.route(re.compile(r"/news(\?|$)"), lambda route: route.abort())
    stale.goto(visitor.site.url + path)
    stale.locator("#table[data-mine]").wait_for()
    frame = visitor.frame
    by_mouse(visitor)
    visitor.wait_past(frame)
    stale.locator(".spot").last.click()
    expect(stale.locator("#table")).not_to_have_attribute("data-frame", str(frame))
    expect(stale.locator(".refused")).to_be_visible()
    stale.context.close()
    visitor.problems.clear()


def test_what_is_said_before_the_first_news_comes_is_shown(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    held: list[Route] = []
    host.page.route(re.compile(r"/stream$"), lambda route: held.append(route))
    host.page.reload()
    host.table.wait_for()
    friend.page.get_by_label("Say something").fill("Ahoy")
    friend.page.get_by_role("button", name="Say", exact=True).click()
    expect(friend.page.locator("#chat-lines")).to_contain_text("Ahoy")
    wait_on(host.page, lambda: held)
    held[-1].continue_()
    expect(host.page.locator("#chat-lines")).to_contain_text("Ahoy")


def test_nothing_jumps_when_others_play(visit):
    """Frames of others are shown as beats; the page's layout stands still."""
    visitor = visit(pace="fast")
    visitor.open_table("me", "bot", "bot", "bot")
    visitor.wait_for_turn()
    visitor.shifts()
    own, others = [], []
    for _ in range(6):
        visitor.page.mouse.move(5, 300)
        others += visitor.shifts()
        frame = visitor.frame
        by_mouse(visitor)
        visitor.wait_past(frame)
        own += visitor.shifts()
        if not visitor.wait_for_turn():
            break
    own += [shift for shift in others if shift["own"]]
    assert max((one["value"] for one in others if not one["own"]), default=0) < 0.005, others
    assert max((one["value"] for one in own), default=0) < 0.02, own  # the dock, for one's click


def test_beats_are_told_and_can_be_skipped(visit):
    visitor = visit(pace="calm")
    visitor.open_table("me", "bot", "bot", "bot")
    visitor.wait_for_turn()
    by_mouse(visitor)
    caption = visitor.page.locator("#caption")
    expect(caption).to_be_visible()
    expect(visitor.page.locator("#heard")).to_have_text(re.compile("anchor|pearl"))
    visitor.page.keyboard.press("Space")
    visitor.page.locator("#table[data-mine]").wait_for()
    visitor.page.keyboard.press("s")
    expect(visitor.table).not_to_have_attribute("data-mine", "")


def test_hovering_shows_what_a_choice_would_do(visit):
    visitor = visit()
    visitor.open_table("me", "bot", "bot", "bot")
    visitor.wait_for_turn()
    visitor.spots().nth(2).hover()
    expect(visitor.page.locator("#tip")).to_contain_text("From here, the die can take you")
    assert visitor.page.locator("#choices-dock .lit").count() == 1
    visitor.page.locator("#choices-dock button").nth(4).hover()
    assert visitor.page.locator("#choices .choice.lit").count() == 1


def test_seven_tabs_of_one_browser_are_all_live(visit):
    """More than the six connections that a browser opens to one server."""
    host, friend = visit(), visit()
    sit_down(host, friend)
    mover, other = (host, friend) if is_asked(host) else (friend, host)
    tabs = [other.page, *(other.page.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(other.page.url)
        tab.locator("#table").wait_for()
    frame = other.frame
    by_mouse(mover)
    for tab in tabs:
        expect(tab.locator("#table")).not_to_have_attribute("data-frame", str(frame))


@pytest.mark.parametrize(
    "answer",
    [lambda route: route.abort(), lambda route: route.fulfill(status=429, body="enough")],
    ids=["blocked", "refused"],
)
def test_without_a_stream_the_page_asks(visit, answer):
    host, friend = visit(), visit()
    sit_down(host, friend)
    mover, other = (host, friend) if is_asked(host) else (friend, host)
    other.page.route(re.compile(r"/stream$"), answer)  # not the script of that name
    other.page.reload()
    other.table.wait_for()
    frame = other.frame
    by_mouse(mover)
    expect(other.table).not_to_have_attribute("data-frame", str(frame))
    other.problems.clear()  # the browser notes what was blocked itself


@pytest.mark.parametrize("ahead", [-7200, 7200])
def test_time_runs_by_the_servers_clock(visit, ahead):
    """That of the machine with the browser may be hours wrong."""
    player = visit()
    player.page.add_init_script(
        f"const now = Date.now.bind(Date); Date.now = () => now() + {1000 * ahead};"
    )
    player.open_table("me", "bot", "bot", pace="600")
    player.wait_for_turn()
    expect(player.page.locator("#clock")).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wishes_so(visit, motion):
    visitor = visit()
    page = visitor.page
    page.emulate_media(reduced_motion=motion)
    visitor.open_table("me", "bot", edition="small")
    page.evaluate("""() => {
      window.moved = 0;
      document.addEventListener("transitionstart", () => window.moved++, true);
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        window.moved++;
        return animate.apply(this, how);
      };
    }""")
    for _ in range(6):
        if not visitor.wait_for_turn():
            break
        frame = visitor.frame
        by_mouse(visitor)
        visitor.wait_past(frame)
    assert (page.evaluate("() => window.moved") == 0) == (motion == "reduce")
