"""Others come and talk: only what is new changes, and it is announced once."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.seating import sit_down
from browser.visitor import Visitor

WATCH = """(place) => {
  window.changes = [];
  new MutationObserver((list) => list.forEach(({ addedNodes, removedNodes }) => {
    for (const node of [...addedNodes, ...removedNodes]) changes.push(node.textContent.trim());
  })).observe(document.querySelector(place), { childList: true, subtree: true });
}"""
"""Notes what is added to a part of the page and removed from it."""

SAY = """(text) => fetch(document.querySelector("#say").action,
  {method: "POST", body: new URLSearchParams({text})})"""


def talk(host: Visitor, friend: Visitor, *lines: str) -> None:
    """Let the friend say lines, and wait until the host has heard them."""
    for line in lines:
        friend.page.evaluate(SAY, line)
    expect(host.page.locator("#chat-lines li").last).to_contain_text(lines[-1])


def test_a_new_line_changes_no_other(visit: Callable[..., Visitor]):
    host, friend = visit(), visit()
    sit_down(host, friend, "bot", game="toy")
    talk(host, friend, *(f"line {n}." for n in range(1, 53)))
    page = host.page
    page.get_by_role("link", name="Earlier lines").click()
    lines = page.locator("#chat-lines li[data-line]")
    expect(lines).to_have_count(52)
    menu = lines.nth(50).get_by_label("Actions for this message")
    menu.press("Enter")
    page.evaluate(
        "() => getSelection().selectAllChildren(document.querySelector('#line-51 > bdi'))"
    )
    page.evaluate(WATCH, "#chat-lines")
    talk(host, friend, "and one more.")
    expect(lines).to_have_count(53)
    (change,) = page.evaluate("() => changes")
    assert "and one more." in change
    expect(menu).to_be_focused()
    expect(lines.nth(50).get_by_role("button", name="Mute")).to_be_visible()
    assert page.evaluate("() => String(getSelection())") == "line 51."


def test_the_focus_stays_at_the_line_that_one_acts_on(visit: Callable[..., Visitor]):
    host, friend = visit(), visit()
    sit_down(host, friend, "bot", game="toy")
    talk(host, friend, "Ahoy", "again")
    first, last = (host.page.locator(f"#line-{n}") for n in (1, 2))
    menu = last.get_by_label("Actions for this message")
    menu.press("Enter")
    last.get_by_role("button", name="Mute").press("Enter")
    expect(last).to_contain_text("muted")
    expect(first).to_contain_text("muted")
    expect(menu).to_be_focused()
    menu.press("Enter")
    last.get_by_role("button", name="Delete").press("Enter")
    expect(last).to_have_count(0)
    expect(host.page.locator(".chat .lines")).to_be_focused()


def test_the_lobby_says_who_has_come(visit: Callable[..., Visitor]):
    host, friend = visit(), visit()
    host.open_table("me", "friend", "friend", game="toy")
    page = host.page
    here = page.get_by_role("status").filter(has_text="At the table")
    expect(here).to_have_text("At the table: Hina. 2 seats are vacant.")
    expect(page).to_have_title("Toy · waiting for players, proa")
    copy = page.locator("#place-2 [data-copy]")
    copy.focus()
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('#link-2'))")
    selected = page.evaluate("() => String(getSelection())")
    page.evaluate(WATCH, "#place-2")
    friend.page.goto(page.locator("#link-1").inner_text())
    friend.page.get_by_label("Your name").fill("Teva")
    friend.page.get_by_role("button", name="Take the seat").click()
    expect(here).to_have_text("At the table: Hina, Teva. 1 seat is vacant.")
    expect(page).to_have_title("Toy with Teva · waiting for players, proa")
    expect(copy).to_be_focused()
    assert page.evaluate("() => String(getSelection())") == selected
    assert page.evaluate("() => changes") == []
    host.check()
    friend.check()


def test_the_game_begins_when_the_lobby_says(visit: Callable[..., Visitor]):
    """It waits for those who are away, unless they have said that they are ready."""
    for says_so in (True, False):
        host, friend = visit(), visit()
        path = host.open_table("me", "friend", "bot", game="toy")
        expect(host.page.locator("#begins")).to_contain_text("as soon as the last seat is taken")
        link = host.page.locator("#link-1").inner_text()
        if says_so:
            host.page.get_by_role("button", name="I am ready").click()
            expect(host.page.get_by_text("You're ready.")).to_be_visible()
        host.go("/")
        friend.page.goto(link)
        friend.page.get_by_role("button", name="Take the seat").click()
        if not says_so:
            expect(friend.page.locator("#begins")).to_have_text(
                re.compile("as soon as all seats are taken and everyone is ready")
            )
            host.go(path)
        friend.table.wait_for()
