"""A visitor with a browser: opens tables, plays by mouse, keys or touch, notes problems."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from playwright.sync_api import Browser, Error, Locator, Page, expect

from browser.site import Site
from proa import records
from proa.records import Record
from waiting import wait_until

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
PATIENCE = 30_000
"""Milliseconds that anything may take: a slow machine is not the page's fault."""

BIG, MIDDLE, PHONE = (1440, 900), (1024, 768), (375, 812)
LAPTOPS = (1440, 789), (1366, 650)
"""The window sizes that browsers have on laptops."""
WINDOWS = (BIG, MIDDLE, PHONE, *LAPTOPS)

LAST = itemgetter(-1)
RESULT = "body.end"
"""The page of the result, which opens by itself."""

expect.set_options(timeout=PATIENCE)


def wait_on(page: Page, condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds and return its value; the page's events are dispatched
    meanwhile."""
    end = time.monotonic() + PATIENCE / 1000
    while not (found := condition()):
        assert time.monotonic() < end, "the condition is never met"
        page.wait_for_timeout(50)
    return found


def stop_the_clock(page: Page) -> None:
    """Let no time pass in a browser but what the test says."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # never the past


WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts.push({
    value: entry.value, own: entry.hadRecentInput,
    nodes: entry.sources.map((s) => s.node?.id || s.node?.className || s.node?.nodeName) });
}).observe({ type: "layout-shift", buffered: true });
"""

SAME_NONCE = """
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) =>
  array instanceof Uint8Array && array.length === 32 ? array.fill(7) : draw(array);
"""
"""The browser's part of the chance, so that tests can be repeated."""

UNPAINTED = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("html { opacity: 0 }");
document.adoptedStyleSheets = [sheet];
"""
"""The layout and its behaviour are unchanged, but no time is spent on painting."""

NEWEST = """async () => {
  const at = new URL(document.body.dataset.news, location);
  at.searchParams.set("by", "test");
  return (await (await fetch(at)).json()).frame;
}"""
"""Asks like the page does, but can be distinguished from it."""


RESTED = "() => performance.now() > (window.tapped ?? 0) + 500"
TAPS = "addEventListener('pointerdown', (event) => (window.tapped = event.timeStamp), true);"
"""A finger that taps sooner might not mean what has appeared: see presses.js."""


class Visitor:
    """One browser with its own cookies."""

    def __init__(
        self,
        chromium: Browser,
        site: Site,
        size: tuple[int, int] = BIG,
        theme: str = "noon",
        locale: str = "en",
        touch: bool = False,
        worker: bool = False,
        painted: bool = True,
        moves: bool = True,
        **prefs: str,
    ) -> None:
        """``moves`` is whether the visitor wants animations: games take half the time without
        them."""
        self.site = site
        self.touch = touch
        self._motion: Literal["no-preference", "reduce"] = "no-preference" if moves else "reduce"
        self.problems: list[str] = []
        self.taken: set[str] = set()
        """The choices that were taken in a whole game so far."""
        self._context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            has_touch=touch,
            service_workers="allow" if worker else "block",  # it hides requests from tests
            ignore_https_errors=True,  # proxies in tests have their own certificates
            color_scheme="dark" if theme == "night" else "light",
            reduced_motion=self._motion,
        )
        self._context.set_default_timeout(PATIENCE)
        settings = {
            "pace": "off",
            "hold": "0",
            "guide": "off",
            "forced": "off",
            "theme": theme,
            "locale": locale,
        } | prefs
        value = quote(json.dumps(settings), safe="")
        self._context.add_cookies([{"name": "prefs", "value": value, "url": site.url}])
        self.page: Page = self._context.new_page()
        self.page.add_init_script(WATCH + SAME_NONCE + TAPS + ("" if painted else UNPAINTED))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))

    def _heard(self, message) -> None:
        if "Worker registration blocked" in message.text:
            return
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type} at {self.page.url}: {message.text}")

    def leave(self) -> None:
        """Close the browser."""
        with suppress(Error):  # a page that is just being left has no content, or never answers
            if " object at 0x" in self.page.locator("html").inner_html(timeout=2000):
                self.problems.append(f"a Python object in {self.page.url}")
        self._context.close()

    # -- going places ----------------------------------------------------------------------

    def go(self, path: str) -> Page:
        """Open a page of the site."""
        self.page.goto(self.site.url + path)
        self.rest()
        return self.page

    def rest(self) -> None:
        """Wait until a tap is no second tap."""
        if self.touch:
            self.page.wait_for_function(RESTED)

    def open_table(self, *seats: str, game: str = "tahiti", **form: str) -> str:
        """Open a table and sit down; seats as in the form: me, bot, friend, here. Return its
        path."""
        fields = {"game": game, "name": "Hina", "title": "Papeete", "level": "easy"}
        fields |= {f"who{n}": who for n, who in enumerate(seats)} | form
        answer = self._context.request.post(
            f"{self.site.url}/tables",
            form=fields,
            headers={"Origin": self.site.url},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()[-400:]
        path = answer.headers["location"]
        self.go(path)
        if "friend" not in seats:
            self.table.wait_for()
        return path

    def upload(self, record: Record) -> str:
        """Upload a record; return the path of its replay."""
        file = {"name": "game.json", "mimeType": "application/json"}
        file["buffer"] = records.file_text(records.to_json(record)).encode()
        answer = self._context.request.post(
            f"{self.site.url}/records",
            multipart={"file": file},
            headers={"Origin": self.site.url},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()[-400:]
        return answer.headers["location"]

    def go_on(self, replay: str, at: int, seat: int) -> None:
        """Open a table against bots that goes on from a step of a replay, and take a seat there."""
        answer = self._context.request.post(
            f"{self.site.url}{replay}/continue",
            form={"at": at, "place": seat, "level": "easy"},
            headers={"Origin": self.site.url},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()[-400:]
        self.go(answer.headers["location"])
        self.table.wait_for()

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window larger or smaller."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def finish(self, path: str) -> None:
        """Play this visitor's part of a table to the end without showing it; bots are the
        others."""
        assert not self.play_unseen(path, 400), "the game does not end"

    def play_unseen(self, path: str, turns: int, choose: Callable[[list[str]], str] = LAST) -> bool:
        """Do the same for some turns only; return whether the game goes on."""
        headers = {"Origin": self.site.url, "HX-Request": "true"}
        for _ in range(turns):
            frame, shown = self.asked_unseen(path)
            if "data-over" in shown:
                return False
            codes = re.findall(r'form="act" name="code" value="([^"]+)"', shown)
            form = {"frame": str(frame), "code": choose(codes)}
            self._context.request.post(f"{self.site.url}{path}/act", form=form, headers=headers)
        return True

    def asked_unseen(self, path: str) -> tuple[int, str]:
        """Wait until this visitor is asked or the game is over; return the frame and its HTML."""

        def asked() -> tuple[int, str] | None:
            frame = self._context.request.get(f"{self.site.url}{path}/news").json()["frame"]
            address = f"{self.site.url}{path}/view/{frame}"
            shown = self._context.request.get(address, headers={"HX-Request": "true"}).text()
            return (frame, shown) if "data-over" in shown or "data-mine" in shown else None

        return wait_until(asked, PATIENCE / 1000)

    # -- at the table ----------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def frame(self) -> int:
        return int(self.table.get_attribute("data-frame") or -1)

    @property
    def is_over(self) -> bool:
        return self.page.locator(f"#table[data-over], {RESULT}").count() > 0

    def wait_for_turn(self) -> bool:
        """Wait until the visitor is asked; return False if the game is over instead."""
        self.page.locator(f"#table[data-mine], #table[data-over], {RESULT}").wait_for()
        self.rest()
        return not self.is_over

    def wait_past(self, frame: int) -> None:
        """Wait until a later frame is shown."""
        later = f'#table:not([data-frame="{frame}"])'
        self.page.locator(f"{later}, {RESULT}").wait_for()  # polls often

    def catch_up(self) -> None:
        """Wait until the newest frame is shown; it is asked for again, as others may play
        meanwhile."""
        wait_on(self.page, lambda: self.is_over or self.frame == self.page.evaluate(NEWEST))

    def spots(self) -> Locator:
        """Return the choices on the board."""
        return self.page.locator(".spot:visible")

    def offers(self, code: str) -> Locator:
        """Return the button of a code in the dock."""
        return self.page.locator(f'#dock button[form="act"][value="{code}"]')

    def go_button(self) -> Locator:
        """Return the final button at the right of the dock."""
        return self.page.locator("#final .go")

    # -- looking for faults ----------------------------------------------------------------

    def check(self) -> None:
        """Check the page for accessibility violations, with animations finished."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)
        self.page.emulate_media(reduced_motion="reduce")
        found = self.page.evaluate(
            "() => axe.run({ exclude: [['[aria-hidden=true] svg']] },"
            " { resultTypes: ['violations'], preload: false, iframes: false })"
            ".then((r) => r.violations)"
        )
        self.page.emulate_media(reduced_motion=self._motion)
        told = [
            f"{rule['id']}: {rule['help']}: "
            + "; ".join(f"{node['html'][:160]} ({node['target']})" for node in rule["nodes"][:4])
            for rule in found
        ]
        assert not told, f"{self.page.url}\n" + "\n".join(told)

    def close_aid(self) -> None:
        """Close the aid, with which a first game begins, once it is there."""
        expect(self.page.locator("#aid")).to_be_visible()
        self.page.keyboard.press("Escape")

    def shifts(self) -> list[dict]:
        """Return the layout shifts since the last call."""
        return self.page.evaluate("() => window.shifts.splice(0)")

    def scrolls(self) -> bool:
        """Return whether the page is larger than the window, or a part beside the board larger than
        its room."""
        return self.page.evaluate(
            """() => document.documentElement.scrollHeight > innerHeight + 1
              || document.documentElement.scrollWidth > innerWidth + 1
              || [...document.querySelectorAll(".table .rail, .table .side")].some((part) =>
                getComputedStyle(part).overflowY !== "visible" && part.getClientRects().length
                && part.scrollHeight > part.clientHeight + 1)"""
        )
