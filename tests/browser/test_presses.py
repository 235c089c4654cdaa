"""A press plays only what it began on: no second click, held key or late finger answers the next
question. What begins after a frame was drawn is played at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.auction import open_premoves
from browser.test_live import sit_down
from browser.test_premoves import auction, standing
from browser.visitor import Visitor

ACTS = """() => {
  window.acts = [];
  const send = fetch;
  window.fetch = (at, options) => {
    const isAct = options?.body instanceof URLSearchParams && !String(at).endsWith("/stream");
    if (options?.method === "POST" && isAct)
      window.acts.push(options.body.get("code") ?? options.body.get("whole") ?? "");
    return send(at, options);
  };
  new MutationObserver((all) => all.forEach(({ target }) =>
    target.classList.contains("left-alone") && (window.alone = target)
  )).observe(document, { attributes: true, attributeFilter: ["class"], subtree: true });
}"""
"""Records what is posted, and what showed that a press was noticed and ignored."""


PULSE = """() => {
  const { src } = document.querySelector("script[src*='proa.js']");
  const module = src.replace("proa.js", "presses.js");
  const button = document.querySelector("#undo-button");
  return import(module).then(({ leaveAlone }) => {
    leaveAlone(button);
    const { outlineStyle, animationName } = getComputedStyle(button);
    return [outlineStyle, animationName];
  });
}"""


def listen(page: Page) -> None:
    page.evaluate(ACTS)


def acts(page: Page) -> list[str]:
    return page.evaluate("() => window.acts")


def left_alone(page: Page) -> None:
    """Wait until something has shown that a press was noticed."""
    page.wait_for_function("() => window.alone")


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page, count: int) -> None:
    """Click the mouse at its place: the first or a later click of a series."""
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


def at_borneo(visit, **how) -> Visitor:
    """Return a player at the first decision of Borneo."""
    player: Visitor = visit(**how)
    player.open_table("me", "bot", "bot", game="borneo")
    player.wait_for_turn()
    listen(player.page)
    return player


def choices(visitor: Visitor) -> Locator:
    """Return the possible choices in the dock."""
    inside = '#choices-dock button[form="act"]:enabled:visible'
    return visitor.page.locator(f"{inside}, #final .go:enabled")


def hold_answer(page: Page) -> list[Route]:
    """Hold back what is played from now on."""
    held: list[Route] = []
    page.route("**/act*", lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Release it, and hold back nothing more."""
    held[0].continue_()
    page.unroute("**/act*")


@pytest.mark.parametrize("is_late", [True, False], ids=["after the frame", "at once"])
def test_the_second_click_of_a_double_click_answers_nothing(visit, is_late):
    """At several decisions, also where it meets a choice of the next question."""
    player = at_borneo(visit)
    page, mouse = player.page, player.page.mouse
    for n in range(1, 7):
        if not player.wait_for_turn():
            break
        frame = player.frame
        page.evaluate("() => (window.alone = null)")
        mouse.move(*middle(choices(player).first))
        press(page, 1)
        if is_late:
            player.wait_past(frame)
            player.wait_for_turn()
            mouse.move(*middle(choices(player).first))
        press(page, 2)
        if is_late:
            left_alone(page)
        player.wait_past(frame)
        player.catch_up()
        assert len(acts(page)) == n


def tap(page: Page, x: float, y: float) -> float:
    """A tap of a finger; when it was, in seconds."""
    page.touchscreen.tap(x, y)
    return page.evaluate("() => window.tapped / 1000")


def is_choice(page: Page, x: float, y: float) -> bool:
    """Whether a choice is at this place."""
    at = "([x, y]) => document.elementFromPoint(x, y)?.closest('button[form=act]:enabled') != null"
    return page.evaluate(at, [x, y])


def test_the_second_tap_of_a_double_tap_answers_nothing(visit):
    """Where it meets a choice of the next question, if that comes in between."""
    player = at_borneo(visit, touch=True, confirm="never")
    page, is_met = player.page, False
    while not is_met:
        assert player.wait_for_turn()
        frame, place, before = player.frame, middle(choices(player).first), len(acts(page))
        page.evaluate("() => (window.alone = null)")
        began = tap(page, *place)
        player.wait_past(frame)
        page.locator("#table[data-mine]").wait_for()
        frame = player.frame
        if is_choice(page, *place):
            is_met = tap(page, *place) < began + 0.5
            if not is_met:
                player.wait_past(frame)
    left_alone(page)
    page.wait_for_timeout(100)
    assert len(acts(page)) == before + 1
    player.wait_for_turn()
    tap(page, *middle(choices(player).first))
    player.wait_past(frame)


PRESS = """() => new MutationObserver((_, watch) => {
  const button = document.querySelector("#play-it");
  if (!button) return;
  watch.disconnect();
  setTimeout(() => {
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true }));
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  }, 100);
}).observe(document, { childList: true, subtree: true })"""
"""Presses what would play what is tried, a moment after it appeared."""


def test_what_is_tried_is_not_played_by_a_press_that_can_not_mean_it(visit):
    player = at_borneo(visit)
    page, frame = player.page, player.frame
    page.locator("#try").click()
    page.evaluate(PRESS)
    choices(player).first.click()
    left_alone(page)
    page.wait_for_timeout(600)
    assert acts(page) == []
    page.locator("#play-it").click()
    player.wait_past(frame)
    assert len(acts(page)) == 1


def test_a_click_that_began_on_another_frame_plays_nothing(visit):
    """The mouse goes down while the answer is on its way, and up on what came."""
    player = at_borneo(visit)
    page, mouse = player.page, player.page.mouse
    for n in range(1, 6):
        if not player.wait_for_turn():
            break
        frame = player.frame
        held = hold_answer(page)
        x, y = middle(choices(player).first)
        mouse.click(x, y)
        mouse.down()
        while not held:
            page.wait_for_timeout(20)
        let_go(page, held)
        player.wait_past(frame)
        player.wait_for_turn()
        player.catch_up()
        mouse.up()
        page.wait_for_timeout(100)
        assert len(acts(page)) == n


def test_what_begins_after_the_frame_was_drawn_is_played(visit):
    """However soon: six single clicks, each as early as it can be."""
    player = at_borneo(visit)
    for n in range(1, 7):
        if not player.wait_for_turn():
            break
        frame = player.frame
        player.page.mouse.click(*middle(choices(player).first))
        player.wait_past(frame)
        assert len(acts(player.page)) == n


def test_a_turn_that_is_held_is_not_ended_by_a_second_click(visit):
    player: Visitor = visit(hold="step")
    player.open_table("me", "here", game="tahiti", option_money="open", name1="Teva")
    player.wait_for_turn()
    page, mouse = player.page, player.page.mouse
    listen(page)
    choice = page.locator("#choices-dock button[form=act]").first
    mouse.move(*middle(choice))
    press(page, 1)
    page.locator("#end-now").wait_for()
    mouse.move(*middle(page.locator("#end-now")))
    press(page, 2)
    left_alone(page)
    expect(page.locator("#end-now")).to_be_visible()
    assert acts(page) == []


def test_a_limit_is_not_taken_back_by_a_second_click(visit):
    host, friend = visit(), visit()
    sit_down(host, friend, game="tahiti")
    _, waiting = auction(host, friend)
    open_premoves(waiting)
    listen(waiting.page)
    out, page, mouse = standing(waiting, "pass"), waiting.page, waiting.page.mouse
    mouse.move(*middle(out))
    press(page, 1)
    expect(out).to_have_attribute("aria-pressed", "true")
    mouse.move(*middle(out))
    press(page, 2)
    left_alone(waiting.page)
    expect(out).to_have_attribute("aria-pressed", "true")
    assert acts(waiting.page) == ["pass"]
    waiting.page.wait_for_timeout(600)
    out.click()
    expect(out).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_that_is_held_down_plays_once(visit, key):
    """It repeats; Space plays when it is let go, on whatever has the focus then."""
    player = at_borneo(visit)
    page = player.page
    frame = player.frame
    choices(player).first.focus()
    page.keyboard.down(key)
    if key == " ":
        page.keyboard.up(key)
        player.wait_past(frame)
    for _ in range(3):
        player.wait_for_turn()
        player.catch_up()
        choices(player).first.focus()
        page.keyboard.down(key)  # again and again: the browser calls that a repeat
        page.wait_for_timeout(60)
    if key == "Enter":
        player.wait_past(frame)
        assert len(acts(page)) == 1
    page.keyboard.up(key)


def test_space_let_go_on_another_frame_plays_nothing(visit):
    player = at_borneo(visit)
    page = player.page
    frame = player.frame
    choice = choices(player).first
    held = hold_answer(page)
    choice.click()
    while not held:
        page.wait_for_timeout(20)
    page.keyboard.down(" ")
    let_go(page, held)
    player.wait_past(frame)
    player.wait_for_turn()
    player.catch_up()
    choices(player).first.focus()
    page.keyboard.up(" ")
    page.wait_for_timeout(100)
    assert len(acts(page)) == 1


def test_programs_click_as_they_do(visit):
    """As screen readers and voice control: a click without a press."""
    player = at_borneo(visit)
    for n in range(1, 5):
        if not player.wait_for_turn():
            break
        frame = player.frame
        choices(player).first.evaluate("(one) => one.click()")
        player.wait_past(frame)
        assert len(acts(player.page)) == n


def test_a_form_is_sent_once(visit):
    """The page of a new table, by a double click: one table."""
    player: Visitor = visit()
    page = player.go("/new?game=tahiti&with=friend")
    posted: list[Route] = []
    page.route("**/tables", lambda route: posted.append(route))
    page.evaluate("""() => {
      const button = document.querySelector("#new-table .go");
      for (const later of [0, 400]) setTimeout(() => button.click(), later);
    }""")
    page.wait_for_timeout(1000)
    assert len(posted) == 1
    posted[0].continue_()
    page.wait_for_url("**/table/**")


def test_a_second_click_reaches_no_button_of_the_next_page(visit):
    """In the lobby what closes the table may lie where the button was."""
    player: Visitor = visit()
    player.open_table("me", "friend")
    page, mouse = player.page, player.page.mouse
    page.get_by_role("button", name="I am ready").wait_for()
    mouse.move(*middle(page.get_by_role("button", name="I am ready")))
    press(page, 1)
    page.get_by_text("Waiting for the others").wait_for()
    page.wait_for_load_state()
    close = page.get_by_role("button", name="Close the table")
    mouse.move(*middle(close))
    press(page, 2)
    page.wait_for_timeout(300)
    expect(close).to_be_visible()


@pytest.mark.parametrize("moves", [True, False], ids=["moves", "still"])
def test_it_shows_that_a_press_was_noticed(visit, moves):
    player = at_borneo(visit, moves=moves)
    page = player.page
    assert page.evaluate(PULSE) == ["solid", "left-alone" if moves else "none"]
    expect(page.locator("#undo-button.left-alone")).to_have_count(0)


def test_it_shows_on_the_board_as_well(visit):
    """What lies outside of a spot is cut off there, so its pulse goes inwards."""
    player: Visitor = visit(moves=False)
    player.open_table("me", "bot", edition="small")
    assert player.wait_for_turn()
    player.spots().first.evaluate("(one) => one.classList.add('left-alone')")
    offset = player.spots().first.evaluate("(one) => getComputedStyle(one).outlineOffset")
    assert float(offset.removesuffix("px")) < 0
