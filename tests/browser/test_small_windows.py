"""Small windows (WCAG 1.4.10: zoom, keyboards of phones): by scrolling everything is reached, and
nothing lies over the focus."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.test_measures import AIM_READ
from browser.visitor import PHONE, Visitor
from durations import slow_but

SMALL = ((512, 384), (480, 300), (427, 320), (375, 350), (320, 256))
"""A laptop's window at 200 to 400 %, and a phone with its keyboard open."""
SIDEWAYS = (568, 320)

COVERED = """(places) => {
  const found = [];
  const name = (one) =>
    `${one.tagName} ${one.id || one.className} ${one.textContent.trim().slice(0, 30)}`;
  const seen = (one) => !one.disabled && !one.closest(".vh, .skip, [popover]")
    && one.checkVisibility({ visibilityProperty: true });
  for (const one of [...document.querySelectorAll(places)].filter(seen)) {
    one.focus();
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const at = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
    const owner = one.closest("label") ?? one;
    if (!at || !(owner.contains(at) || at.contains(owner)))
      found.push(`${name(one)} is ${at ? `covered by ${name(at)}` : "out of the window"}`);
  }
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...found, `the page is ${scrollWidth} wide`] : found;
}"""
"""What the keyboard's focus can't show."""

CONTROLS = "a[href], button, summary, select, textarea, input:not([type=hidden])"
BESIDE_THE_BOARD = (
    "#ask, .dock :is(button, input), .seats button, .bar :is(a, button), .note summary, #zoom, "
    ".stacks button"
)
BOARD = """() => {
  const { width, height } = document.querySelector("#fit").getBoundingClientRect();
  return Math.min(width, height);
}"""


def faults_of(page: Page, places: str, sizes) -> list[tuple]:
    """Return what the focus can't show in windows of some sizes."""
    found: list[tuple] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        found += [(width, height, one) for one in page.evaluate(COVERED, places)]
    return found


@pytest.mark.parametrize(
    "game", slow_but(["tahiti"], {"tahiti": None, "borneo": None, "borabora": None})
)
@pytest.mark.parametrize("guide", ["on", "off"])
def test_a_table_is_whole_in_a_small_window(visit, game, guide):
    player: Visitor = visit(guide=guide, moves=False)
    player.page.add_init_script(AIM_READ % game)
    player.open_table("me", "bot", "bot", "bot", game=game)
    player.wait_for_turn()
    faults = faults_of(player.page, BESIDE_THE_BOARD, (*SMALL, SIDEWAYS))
    player.page.evaluate("() => document.querySelector('#v-map')?.click()")  # Bora Bora's tab
    for size in (*SMALL, SIDEWAYS, (375, 553)):
        player.resize(size)
        side = player.page.evaluate(BOARD)
        if side < 140:
            faults.append((*size, f"the board is only {side:.0f} wide"))
    assert not faults, "\n" + "\n".join(" ".join(map(str, one)) for one in faults)


@pytest.mark.parametrize("path", ["/", "/new?game=tahiti", "/rules/tahiti", "/settings"])
def test_a_page_is_whole_in_a_small_window(visit, path):
    page = visit(moves=False).go(path)
    faults = faults_of(page, CONTROLS, (*SMALL, SIDEWAYS))
    assert not faults, "\n" + "\n".join(" ".join(map(str, one)) for one in faults)


def test_the_lobby_and_a_replay_are_whole_in_a_small_window(visit):
    player = visit(moves=False)
    player.open_table("me", "friend", "bot")
    faults = faults_of(player.page, CONTROLS, (*SMALL, SIDEWAYS))
    path = player.open_table("me", "bot", edition="small")
    player.finish(path)
    player.go(f"{path}/replay")
    faults += faults_of(player.page, CONTROLS, (*SMALL, SIDEWAYS))
    assert not faults, "\n" + "\n".join(" ".join(map(str, one)) for one in faults)


@pytest.mark.parametrize("size", [(812, 375), (812, 320), (667, 320)])
def test_a_phone_on_its_side_shows_the_games_and_the_button(visit, size):
    page = visit(size=size, touch=True).go("/")
    for place in (page.locator("#play-now"), *page.locator(".game .name").all()):
        expect(place).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, (812, 375), (768, 1024)])
def test_missions_and_decks_are_seen_in_narrow_windows(visit, size):
    player = visit(size=size)
    player.open_table("me", "bot", "bot", game="borneo")
    page = player.page
    expect(page.locator(".mission-list .mission")).to_have_count(5)
    for place in page.locator(".mission-list .mission, #deck-left, #harbors-left").all():
        expect(place).to_be_in_viewport(ratio=1)


TOGETHER = """() => {
  const row = "#dock .undos .btn, .why-button, .note summary, #final .go";
  const boxes = [...document.querySelectorAll(row)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  return { final: document.querySelector("#final .go").getBoundingClientRect().width,
    gaps: boxes.slice(1).map((one, n) => one.left - boxes[n].right) };
}"""


@pytest.mark.parametrize("redo", [False, True])
def test_the_final_button_has_room_beside_undo_and_a_note(visit, redo):
    """The last row of a phone's dock, with the most buttons that it can have."""
    player: Visitor = visit(size=(375, 667), touch=True, guide="on", moves=False)
    player.page.add_init_script(AIM_READ % "borabora")
    path = player.open_table("me", "bot", game="borabora")
    undo_turn = player.page.locator("#undo-turn")
    note = player.page.locator(".note summary")
    for _ in range(30):
        player.play_unseen(path, 1, choose=lambda codes: codes[0])
        player.go(path)
        player.wait_for_turn()
        if undo_turn.count() and note.is_visible():
            break
    expect(undo_turn).to_be_visible()
    if redo:
        player.page.locator("#undo-button").click()
        expect(player.page.locator("#redo-button")).to_be_visible()
    row = player.page.evaluate(TOGETHER)
    assert row["final"] >= 76, row
    assert min(row["gaps"]) >= 0, row
