"""Whole games of Borneo in a real Chromium: by mouse with three, four and five seats, by keyboard.

The game of three is the standard one; the others are played with four harbors, so that they are
over sooner.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

import proa.games.borneo

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright: make test")
pytestmark = pytest.mark.browser

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 375, "height": 812}
SMALL_HARBORS = ("Ternate", "Run", "Aceh", "Sukadana")


def chromium():
    """The system's Chromium; without one the test is skipped, or fails where it is required."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        how = "needs Chromium: apt-get install chromium"
        pytest.fail(how) if os.environ.get("PROA_REQUIRE_BROWSER") else pytest.skip(how)
    return found


@pytest.fixture(scope="module")
def browser():
    """One browser for all games."""
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


def short_edition():
    """The standard edition with four harbors of three cards."""
    text = (Path(proa.games.borneo.__file__).parent / "components.toml").read_text("utf-8")
    before, *rest = text.split("[[harbors]]")
    harbors, after = "[[harbors]]".join(rest).split("[[missions]]", 1)
    kept = [one for one in harbors.split("[[harbors]]") if any(n in one for n in SMALL_HARBORS)]
    return before + "".join("[[harbors]]" + one for one in kept) + "[[missions]]" + after


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a server of its own."""
    data = tmp_path_factory.mktemp("proa")
    (data / "editions").mkdir()
    (data / "editions" / "short.toml").write_text(short_edition(), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "proa", "play", "--no-browser", "--port", str(port)]
    server = subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield address
    finally:
        server.terminate()
        server.wait(10)


def wait_for(address):
    """Until the server answers; the first time it compiles the rules."""
    end = time.monotonic() + 600
    while time.monotonic() < end:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, ConnectionError):
            time.sleep(0.2)
    pytest.fail("the server does not answer")


@pytest.fixture
def page(browser, site):
    """A page that shows others' turns at once; whatever it complains of fails the test."""
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
    prefs = quote(json.dumps({"pace": "off", "guide": "off"}))
    context.add_cookies([{"name": "prefs", "value": prefs, "url": site}])
    opened = context.new_page()
    complaints = []
    opened.on("console", lambda line: complaints.append(line.text) if is_bad(line) else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert not complaints


def is_bad(line):
    return line.type in ("error", "warning")


def open_table(page, site, seats, edition="standard"):
    """A table of one's own against easy bots."""
    page.goto(f"{site}/new?game=borneo")
    for seat in range(1, 5):
        who = "bot" if seat < seats else ""
        if seat >= 3 or who:
            page.locator(f'input[name=who{seat}][value="{who}"]').check(force=True)
        if who:
            page.locator(f"input[name=level{seat}][value=easy]").check(force=True)
    page.locator("#new-table").evaluate(
        """(form, edition) => {
            const field = document.createElement("input");
            [field.type, field.name, field.value] = ["hidden", "edition", edition];
            form.append(field);
            form.requestSubmit();
        }""",
        edition,
    )
    page.locator("#table").wait_for(state="attached", timeout=20_000)


def play(page, decide):
    """Decide until the game is over; the kinds of choices taken."""
    taken = set()
    while True:
        page.locator("#table[data-mine], #table[data-over]").wait_for(
            state="attached", timeout=30_000
        )
        table = page.locator("#table")
        if table.get_attribute("data-over") is not None:
            return taken
        frame = table.get_attribute("data-frame")
        taken.add(decide(page).partition(":")[0])
        page.locator(f'#table:not([data-frame="{frame}"])').wait_for(
            state="attached", timeout=30_000
        )


def by_mouse(chance):
    """Clicks on the board where it can, in the dock where only that is left."""

    def decide(page):
        button = chance.choice(buttons(page))
        code = button.get_attribute("value")
        if code.startswith("discard:"):
            fits_a_phone(page)
        button.click()
        return code

    return decide


def buttons(page):
    """All that may be clicked; what ends a choice weighs a little more."""
    spots = page.locator(".spot:visible").all()
    ends = page.locator('#final .go[value="commit"], #choices-dock .pass').all()
    return spots + 2 * ends


def by_keyboard(chance):
    """To the board, some arrows, Enter; to the dock where the board offers nothing."""

    def decide(page):
        ends = page.locator('#final .go[value="commit"], #choices-dock .pass').count()
        if page.locator(".spot:visible").count() and not (ends and chance.random() < 0.5):
            page.keyboard.press("b")
            for _ in range(chance.randrange(4)):
                page.keyboard.press(chance.choice(("ArrowLeft", "ArrowRight", "ArrowDown")))
        else:
            page.keyboard.press("d")
            while not is_on(page, 'button[form="act"]:not([disabled])'):
                page.keyboard.press("Tab")
        code = page.evaluate("document.activeElement.value")
        page.keyboard.press("Enter")
        return code

    return decide


def is_on(page, selector):
    return page.evaluate("selector => document.activeElement.matches(selector)", selector)


def fits_a_phone(page):
    """With a full hand nothing runs out of a narrow window, and every card can be touched."""
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for spot in page.locator("#hand .spot").all():
        box = spot.bounding_box()
        assert box["width"] >= 38
        assert box["height"] >= 44
        assert 0 <= box["x"] <= PHONE["width"] - box["width"]
    page.set_viewport_size(WIDE)


def ends_with_a_score_sheet(page, seats):
    page.locator("#final a.go").click()
    page.wait_for_url(re.compile("/end"))
    assert re.search("wins|share", page.locator("body").inner_text())
    assert page.locator(".mark").count() >= seats


def test_three_seats_by_mouse(page, site):
    open_table(page, site, 3)
    taken = play(page, by_mouse(random.Random(3)))
    assert taken >= {"to", "merchant", "ship", "at", "take", "discard"}
    ends_with_a_score_sheet(page, 3)


@pytest.mark.parametrize("seats", [4, 5])
def test_more_seats_by_mouse(page, site, seats):
    open_table(page, site, seats, "short")
    assert {"to", "ship", "at"} <= play(page, by_mouse(random.Random(seats)))
    ends_with_a_score_sheet(page, seats)


def test_by_keyboard_alone(page, site):
    open_table(page, site, 3, "short")
    assert {"to", "ship", "at"} <= play(page, by_keyboard(random.Random(7)))
