"""Browsers that lack something, forbid it, or have stored invalid data."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from browser.test_live import is_asked, sit_down
from browser.test_whole_games import by_mouse
from browser.visitor import BIG, PHONE, Visitor

NO_POPOVERS = """
for (const name of ["showPopover", "hidePopover", "togglePopover", "popover"])
  delete HTMLElement.prototype[name];
for (const name of ["popoverTargetElement", "popoverTargetAction"])
  delete HTMLButtonElement.prototype[name];
for (const name of ["matches", "closest", "querySelector", "querySelectorAll"])
  for (const kind of [Element, Document]) {
    const own = kind.prototype[name];
    if (own) kind.prototype[name] = function (selector) {
      if (selector.includes(":popover-open")) throw new SyntaxError(`no selector: ${selector}`);
      return own.call(this, selector);
    };
  }
"""
OLDER = (
    NO_POPOVERS
    + """
delete window.BroadcastChannel;
delete window.structuredClone;
delete window.TextDecoderStream;
delete Crypto.prototype.randomUUID;
delete Array.prototype.findLast;
delete Array.prototype.at;
delete AbortSignal.timeout;
delete AbortSignal.any;
delete Document.prototype.startViewTransition;
delete HTMLElement.prototype.inert;
delete Element.prototype.checkVisibility;
delete Navigator.prototype.sendBeacon;
delete Navigator.prototype.userActivation;
"""
)
TOO_OLD = OLDER + "delete Element.prototype.replaceChildren;"
DENIED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
NULL = """
Object.defineProperty(window, "localStorage", { value: null });
"""


def play_some(visitor: Visitor, turns: int = 3) -> None:
    """Play, and see what the others play."""
    for _ in range(turns):
        if not visitor.wait_for_turn():
            return
        frame = visitor.frame
        by_mouse(visitor)
        visitor.wait_past(frame)


@pytest.mark.parametrize("game", ["tahiti", "borneo", "borabora"])
@pytest.mark.parametrize("lacks", [NO_POPOVERS, OLDER], ids=["popovers", "more"])
def test_the_game_goes_on_in_an_older_browser(visit, game, lacks):
    visitor: Visitor = visit(guide="on")
    visitor.page.add_init_script(lacks)
    visitor.open_table("me", "bot", "bot", game=game)
    visitor.close_aid()  # the aim of the game, which a first one begins with
    play_some(visitor)
    expect(visitor.page.locator("#notice")).to_be_empty()
    expect(visitor.page.locator("#too-old")).to_be_hidden()


@pytest.mark.parametrize("size", [BIG, PHONE])
def test_panels_open_and_shut_without_popovers(visit, size):
    visitor: Visitor = visit(size=size)
    page = visitor.page
    page.add_init_script(NO_POPOVERS)
    visitor.open_table("me", "bot")
    visitor.wait_for_turn()
    menu = page.locator("#menu")
    expect(menu).to_be_hidden()
    page.locator('[popovertarget="menu"]').first.click()
    expect(menu).to_be_visible()
    box = menu.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    menu.get_by_role("button", name="Shortcuts").click()
    expect(menu).to_be_hidden()
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("?")
    page.locator("#keys .close").click()
    expect(page.locator("#keys")).to_be_hidden()
    page.locator('[popovertarget="menu"]').first.click()
    page.mouse.click(3, size[1] - 3)
    expect(menu).to_be_hidden()


def test_a_fault_in_drawing_does_not_stop_the_game(visit):
    host, friend = visit(), visit()
    for visitor in (host, friend):
        visitor.page.add_init_script(
            "const heard = () => document.getElementById('heard')?.remove();"
            "addEventListener('DOMContentLoaded', heard);"
            "const has = Map.prototype.has;"
            "Map.prototype.has = function (key) {"
            "  if (/at count /.test(new Error().stack)) throw new Error('a fault in drawing');"
            "  return has.call(this, key);"
            "};"
        )
    sit_down(host, friend)
    for _ in range(3):
        host.catch_up()
        friend.catch_up()
        mover, other = (host, friend) if is_asked(host) else (friend, host)
        frame = other.frame
        by_mouse(mover)
        other.wait_past(frame)
    for visitor in (host, friend):
        visitor.catch_up()  # the page of who moved last draws, too
        assert any("a fault" in problem for problem in visitor.problems)  # the console is told
        visitor.problems.clear()


def test_without_the_script_that_morphs_frames_are_put_in_place(visit):
    visitor: Visitor = visit()
    visitor.page.route(re.compile(r"htmx"), lambda route: route.abort())
    visitor.open_table("me", "bot", edition="small")
    play_some(visitor)
    visitor.problems.clear()


# -- what is kept in the browser -------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept", ["{x", "5", "null", '{"a": 1}', "[1, null, {}]", '"note"', "\u0000" * 9, "[" * 99]
)
def test_what_is_kept_may_be_no_good(visit, kept):
    visitor: Visitor = visit(guide="on")
    visitor.go("/settings")
    fill = """kept => {
      for (const name of ["notes", "offer", "name", "unsent"])
        localStorage.setItem(`proa-${name}`, kept);
    }"""
    visitor.page.evaluate(fill, kept)
    visitor.go("/new?game=tahiti")
    expect(visitor.page.locator("#summary")).not_to_be_empty()
    visitor.open_table("me", "bot", edition="small")
    visitor.close_aid()
    play_some(visitor, 2)
    note = visitor.page.locator("#guide [data-dismiss]")
    if note.is_visible():
        note.click()
        assert isinstance(json.loads(visitor.page.evaluate("localStorage['proa-notes']")), list)


@pytest.mark.parametrize("script", [DENIED, FULL, NULL], ids=["denied", "full", "none"])
def test_nothing_can_be_kept(visit, script):
    visitor: Visitor = visit(guide="on", hold="1")
    visitor.page.add_init_script(script)
    visitor.go("/new?game=tahiti")
    expect(visitor.page.locator("#summary")).not_to_be_empty()
    visitor.page.locator("input[name=name]").fill("Hina")
    visitor.open_table("me", "bot", edition="small")
    visitor.close_aid()
    play_some(visitor, 2)
    assert visitor.page.locator("html[data-scripts]").count() == 1


# -- the address -----------------------------------------------------------------------------------

SLIDE = """(slider, to) => {
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
LIMITED = """
window.changes = 0;
const change = history.replaceState.bind(history);
history.replaceState = (...how) => {
  if (++window.changes > %d) throw new DOMException("too often", "SecurityError");
  change(...how);
};
"""


@pytest.mark.parametrize("most", [0, 100])
def test_a_replay_goes_on_when_the_address_may_not_change(visit, most):
    visitor: Visitor = visit()
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.page.add_init_script(LIMITED % most)
    page = visitor.go(f"{path}/replay?at=0")
    last = int(page.locator("#replay-step").get_attribute("data-last") or 0)
    for n in range(1, 112):
        to = n % (last + 1)
        page.locator("#slider").evaluate(SLIDE, to)
        expect(page.locator("#replay-step")).to_have_attribute("data-at", str(to))
    expect(page.locator("#notice")).to_be_empty()
    assert page.evaluate("window.changes") <= 100
    if most:
        expect(page).to_have_url(re.compile(rf"at={to}&"))


# -- without scripts -------------------------------------------------------------------------------


def plain(page: Page) -> Page:
    """Return the same page in a browser without scripts."""
    state = page.context.storage_state()
    context = page.context.browser.new_context(java_script_enabled=False, storage_state=state)
    context.set_default_timeout(30_000)
    return context.new_page()


def play_plainly(page: Page, url: str, turns: int) -> int:
    """Take this many turns by the buttons alone; return how many frames that was."""
    first = frame = -1
    for n in range(turns):
        page.goto(url)
        for _ in range(60):
            if page.locator("#table[data-mine], #table[data-over], .end").count():
                break
            page.wait_for_timeout(200)
            page.goto(url)
        if not page.locator("#table[data-mine]").count():
            return frame - first
        frame = int(page.locator("#table").get_attribute("data-frame") or 0)
        first = frame if first < 0 else first
        buttons = page.locator('button[form="act"]:visible:not([disabled])')
        button = buttons.nth(n % buttons.count())
        with page.expect_navigation():
            button.dispatch_event("click")
        assert page.locator(".refused").count() == 0, page.locator(".refused").inner_text()
    return frame - first


@pytest.mark.parametrize("game", ["tahiti", "borneo", "borabora"])
def test_the_games_are_played_without_scripts(visit, game):
    visitor: Visitor = visit()
    path = visitor.open_table("me", "bot", "bot", game=game)
    visitor.page.goto("about:blank")
    page = plain(visitor.page)
    assert play_plainly(page, visitor.site.url + path, 8) > 3
    page.context.close()


def test_an_amount_is_sent_without_scripts(visit):
    visitor: Visitor = visit()
    path = visitor.open_table("me", "bot", "bot", game="tahiti")
    stepper = visitor.page.locator("#stepper")
    for _ in range(60):
        visitor.wait_for_turn()
        visitor.catch_up()
        if stepper.count() and stepper.get_attribute("data-kind") == "bid" and is_asked(visitor):
            break
        frame = visitor.frame
        by_mouse(visitor)
        visitor.wait_past(frame)
    visitor.page.goto("about:blank")
    page = plain(visitor.page)
    page.goto(visitor.site.url + path)
    page.locator("#stepper input[type=number]").fill("3")
    page.locator("#final .go[data-word], #final [data-word]").first.click()
    page.wait_for_load_state()
    log = page.request.get(f"{visitor.site.url}{path}/log").text()
    assert "bids 3" in log
    page.context.close()


def test_who_waits_without_scripts_is_shown_what_happens(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    host.catch_up()
    friend.catch_up()
    mover, other = (host, friend) if is_asked(host) else (friend, host)
    page = plain(other.page)
    page.goto(other.page.url)
    refresh = page.locator("noscript meta[http-equiv=refresh], meta[http-equiv=refresh]")
    assert refresh.count() == 1
    other.page.goto("about:blank")
    by_mouse(mover)
    page.wait_for_timeout(100)
    page.context.close()


def test_a_browser_that_is_too_old_says_so_and_looks_again(visit):
    host, friend = visit(), visit()
    sit_down(host, friend)
    host.catch_up()
    friend.catch_up()
    mover, other = (host, friend) if is_asked(host) else (friend, host)
    other.page.add_init_script(TOO_OLD)
    other.page.reload()
    expect(other.page.locator("#too-old")).to_be_visible()
    assert other.page.locator("html[data-scripts]").count() == 0
    frame = other.frame
    by_mouse(mover)
    other.wait_past(frame)
    other.problems.clear()
    host.problems.clear()


def test_a_browser_whose_scripts_are_blocked_says_so(visit):
    visitor: Visitor = visit()
    visitor.page.route(re.compile(r"/frames\.js$"), lambda route: route.abort())
    visitor.go("/new?game=tahiti")
    expect(visitor.page.locator("#too-old")).to_be_visible()
    visitor.page.locator("form#new-table button.go").click()
    visitor.page.get_by_role("button", name="I am ready").click()
    visitor.table.wait_for()
    expect(visitor.page.locator("#too-old")).to_be_visible()
    visitor.problems.clear()
