"""The site as an installed application: cached files, no connection, notifications."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect

import needs
from browser.site import Site
from browser.two_players import HIDE, play_until_asked, two
from browser.visitor import BIG, PHONE, Visitor, wait_on


@pytest.fixture(scope="module")
def chromium(launch):
    """Return a browser that supports notifications."""
    return launch(needs.CHROMIUM)


WORKS = "() => navigator.serviceWorker.ready.then((r) => r.active.state)"
BOARDS = """(offer) => [true, false].map((isGone) => {
  offer.style.cssText = isGone ? "display: none" : "";
  return document.querySelector("#main").getBoundingClientRect().height;
})"""
"""The board's height without the offer and with it."""
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()));
  return kept.map((request) => new URL(request.url).pathname);
}"""


@pytest.mark.parametrize(
    ("locale", "heading", "again"),
    [("en", "No connection", "Try again"), ("ru", "Нет связи", "Ещё раз")],
)
def test_without_a_connection_an_honest_page_is_shown(visit, locale, heading, again):
    visitor = visit(locale=locale, worker=True)
    page = visitor.go("/")
    assert page.evaluate(WORKS) in ("activating", "activated")
    path = visitor.open_table("me", "bot", edition="small")
    page.context.set_offline(True)
    page.goto(visitor.site.url + path)
    expect(page.locator("h1")).to_have_text(heading)
    visitor.check()
    fonts = "() => document.fonts.ready.then((f) => [...f].some((one) => one.status === 'loaded'))"
    assert page.evaluate(fonts)
    page.get_by_role("link", name=again).click()  # in vain
    expect(page.locator("h1")).to_have_text(heading)
    page.context.set_offline(False)  # the page hears of it and tries by itself
    visitor.table.wait_for()
    visitor.problems.clear()  # the browser notes what did not come through


def test_only_static_files_and_that_page_are_kept(visit):
    visitor = visit(worker=True)
    page = visitor.go("/")
    page.evaluate(WORKS)
    path = visitor.open_table("me", "bot", edition="small")
    page.reload()
    visitor.table.wait_for()
    kept = page.evaluate(KEPT)
    assert any(name.endswith("table.css") for name in kept)
    assert path not in kept
    assert {name for name in kept if not re.match(r"/static/\w{10}/", name)} == {"/app/en.html"}


class AnotherProgram(BaseHTTPRequestHandler):
    """Another program's page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Notes</title><h1>My notes</h1>")

    def log_message(self, format: str, *values: object) -> None:
        pass


@contextmanager
def another_program(port: int) -> Iterator[None]:
    """Run another program at a port."""
    with HTTPServer(("127.0.0.1", port), AnotherProgram) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield
        server.shutdown()
        thread.join()


REGISTERED = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"


def test_another_program_at_the_same_address_gets_its_address_back(chromium, tmp_path):
    """Its pages are shown, its caches stay, and what proa installed is gone."""
    with Site(tmp_path) as site:
        visitor = Visitor(chromium, site, worker=True)
        page = visitor.go("/rules")
        page.evaluate(WORKS)
        page.reload()
        assert page.evaluate(REGISTERED) == 1
        page.evaluate("() => caches.open('notes').then(() => true)")
    page.goto(site.url)
    expect(page.locator("h1")).to_have_text("No connection")
    with another_program(urlsplit(site.url).port):
        page.goto(site.url)
        expect(page.locator("h1")).to_have_text("My notes")
        assert page.evaluate(REGISTERED) == 0
        assert page.evaluate("() => caches.keys()") == ["notes"]
        page.goto("about:blank")
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.goto(site.url)
    visitor.leave()


def test_a_notification_is_asked_for_once_and_comes(visit):
    mover, waiting = two(visit, worker=True)
    page = waiting.page
    page.evaluate(WORKS)
    offer = page.locator("#calls-offer")
    expect(offer).to_be_visible()
    waiting.check()
    for size in (PHONE, BIG):
        waiting.resize(size)
        without, with_offer = offer.evaluate(BOARDS)
        assert with_offer == without
    page.context.grant_permissions(["notifications"], origin=waiting.site.url)
    offer.get_by_role("button", name="Yes, notify me").click()
    expect(offer).to_be_hidden()
    page.evaluate(HIDE)
    play_until_asked(mover, waiting)
    told = """() => navigator.serviceWorker.ready.then((r) => r.getNotifications())
      .then((all) => all.map((one) => [one.title, one.body]))"""
    expect(page).to_have_title(re.compile("^●"))
    [[title, body]] = wait_on(page, lambda: page.evaluate(told))
    assert title == "Your turn"
    assert body.startswith("Tahiti with ")


def test_who_says_no_is_not_asked_again(visit):
    _, waiting = two(visit, worker=True)
    offer = waiting.page.locator("#calls-offer")
    offer.get_by_role("button", name="No", exact=True).click()
    waiting.page.reload()
    waiting.table.wait_for()
    expect(offer).to_be_hidden()
    waiting.page.locator('[popovertarget="menu"]').first.click()
    button = waiting.page.get_by_role("button", name="Notify me on this device")
    expect(button).to_be_visible()
    waiting.check()
