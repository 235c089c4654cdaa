"""The bytes that a browser receives, counted by the browser itself: headers, fonts, drawings and
all."""

from __future__ import annotations

import random

import pytest

from browser.visitor import Visitor
from durations import slow_but

FIRST = 205_000
LATER = 25_000
FRAME = {"tahiti": 9_000, "borneo": 8_000, "borabora": 15_000}
"""The budget of each frame."""
BOTS = {"tahiti": 3, "borneo": 4, "borabora": 3}
"""The most bots beside one person."""


Came = list[tuple[str, int]]
"""Received resources: addresses and bytes."""


class Wire:
    """Counts received bytes."""

    def __init__(self, visitor: Visitor) -> None:
        self._asked: dict[str, str] = {}
        self._came: Came = []
        session = visitor.page.context.new_cdp_session(visitor.page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._note)
        session.on("Network.loadingFinished", self._count)

    def _note(self, event: dict) -> None:
        self._asked[event["requestId"]] = event["request"]["url"]

    def _count(self, event: dict) -> None:
        if size := int(event["encodedDataLength"]):  # 0 from the browser's own cache
            self._came.append((self._asked[event["requestId"]], size))

    def take(self) -> Came:
        """Return what was received since the last call."""
        taken, self._came = self._came, []
        return taken


def came(visitor: Visitor, wire: Wire, path: str) -> Came:
    """Return what loading a page receives, including its last font."""
    visitor.go(path)
    visitor.page.wait_for_load_state("load")
    visitor.page.evaluate("() => document.fonts.ready")
    visitor.page.wait_for_function(
        """() => {
          const entries = performance.getEntriesByType("resource");
          const ahead = document.querySelectorAll("link[rel=prefetch]");
          return entries.every((entry) => entry.responseEnd > 0)
            && [...ahead].every((link) => entries.some((entry) => entry.name === link.href));
        }"""
    )
    visitor.page.wait_for_timeout(100)
    return wire.take()


def total(found: Came) -> int:
    return sum(size for _, size in found)


def told(found: Came) -> str:
    """Return the resources as text, largest first, to find what grew."""
    return "\n".join(f"{size:7} {url}" for url, size in sorted(found, key=lambda one: -one[1]))


def is_frame(url: str) -> bool:
    return "/view/" in url or url.endswith("/act")


PAGES = (
    "/new?game=tahiti",
    "/new?game=borabora&with=friend",
    "/settings",
    "/rules/tahiti",
    "/rules/borneo",
    "/rules/borabora",
)


@pytest.mark.parametrize("locale", slow_but(["ru"], ["en", "ru"]))
def test_a_first_visit_and_the_pages_after_it(visit, locale):
    """Each page brings its own styles and letters along when it is opened after the front page."""
    for path in PAGES:
        visitor = visit(locale=locale)
        wire = Wire(visitor)
        first = came(visitor, wire, "/")
        assert total(first) < FIRST, told(first)
        page = came(visitor, wire, path)
        assert total(page) < LATER, told(page)
        again = came(visitor, wire, path)
        assert total(again) < LATER, told(again)
        assert len(again) == 1, told(again)
    front = came(visitor, wire, "/")
    assert len(front) == 1, told(front)
    assert total(front) < LATER


@pytest.mark.parametrize("locale", slow_but(["ru"], ["en", "ru"]))
@pytest.mark.parametrize("game", [*FRAME])
def test_a_table_after_a_first_visit(visit, game, locale):
    """From the front page to the lobby, where its people are called, and to the table."""
    player = visit(locale=locale)
    wire = Wire(player)
    came(player, wire, "/")
    path = player.open_table("me", "bot", "bot", "bot", game=game)
    player.page.wait_for_load_state("load")
    player.page.evaluate("() => document.fonts.ready")
    player.page.wait_for_timeout(100)
    # What the lobby and the table ask for once they are there.
    later = ("/lobby", "/view/", "/sounds/")
    found = [(url, size) for url, size in wire.take() if not any(part in url for part in later)]
    pages = [size for url, size in found if url.endswith(path)]
    assert total(found) - sum(pages[:-1]) < LATER, told(found)


@pytest.mark.parametrize("locale", slow_but(["ru"], ["en", "ru"]))
@pytest.mark.parametrize("game", slow_but(["tahiti"], FRAME))
def test_frames_of_a_whole_game(visit, game, locale):
    """As they come to the page while it is played, and the pages of its table."""
    player = visit(locale=locale, painted=False, moves=False)
    wire = Wire(player)
    path = player.open_table("me", *["bot"] * BOTS[game], game=game)
    wire.take()
    chance = random.Random(5)
    while player.wait_for_turn():
        frame = player.frame
        choices = player.page.locator('#dock button[form="act"][value]:not([value=""])')
        codes = choices.evaluate_all("(all) => all.map((one) => one.value)")
        code = chance.choice(codes or [player.spots().first.get_attribute("value")])
        player.page.evaluate(
            """(code) => {
              const button = document.createElement("button");
              Object.assign(button, { name: "code", value: code, hidden: true });
              const form = document.getElementById("act");
              form.append(button);
              form.requestSubmit(button);
              button.remove();
            }""",
            code,
        )
        player.wait_past(frame)
    sizes = [size for url, size in wire.take() if is_frame(url)]
    assert max(sizes) < FRAME[game]
    for page in (f"{path}?board=1", f"{path}/end", f"{path}/replay"):
        came(player, wire, page)
        again = came(player, wire, page)
        assert total(again) < LATER, told(again)


@pytest.mark.parametrize("game", slow_but(["tahiti"], FRAME))
def test_what_comes_once_is_what_the_server_would_send(visit, game):
    """After frames without it the page holds what a whole frame would bring."""
    player = visit(moves=False)  # else numbers run to what they are
    player.open_table("me", "bot", "bot", game=game)
    for _ in range(12):
        if not player.wait_for_turn():
            break
        frame = player.frame
        player.page.locator('#table button[form="act"]:enabled').last.evaluate("(b) => b.click()")
        player.wait_past(frame)
    player.wait_for_turn()
    names, sent, differing = player.page.evaluate(
        """async () => {
          const at = location.pathname + "/view/" + document.getElementById("table").dataset.frame;
          const answer = await fetch(at, { headers: { "HX-Request": "true" } });
          const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
          const stills = (root) => [...root.querySelectorAll("[data-still]")].filter(
            (still) => !still.closest("[data-aside]"));
          const name = (still) => still.dataset.still;
          const inside = (still) => {
            const copy = document.createElement("div");
            copy.append(...still.cloneNode(true).childNodes);
            return copy;
          };
          const [here, there] = [stills(document), stills(whole)];
          // Attributes in any order: those that a morph adds come last.
          const differ = here.filter(
            (one, at) => there[at] && !inside(one).isEqualNode(inside(there[at])));
          return [here.map(name), there.map(name), differ.map((one) => one.outerHTML)];
        }"""
    )
    assert len(names) >= 4
    assert names == sent
    assert not differing
