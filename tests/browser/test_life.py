"""What happens while others play, and what the page does for its player: trips and rolls, sounds,
skipping, answers without alternative."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import PHONE, Visitor, stop_the_clock, wait_on
from browser.ways_to_play import by_mouse, by_touch

RECORD = """
window.trips = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (steps, how) {
  window.trips.push([this.classList.contains("travels") ? "trip" : "", how.duration, this.id]);
  return animate.call(this, steps, how);
};
"""


def at_table(visitor: Visitor, game: str, bots: int = 2) -> str:
    """Open a table against bots; note what is animated."""
    visitor.page.add_init_script(RECORD)
    return visitor.open_table("me", *["bot"] * bots, game=game)


def one_turn(visitor: Visitor) -> None:
    """Answer once and wait until the visitor is asked again."""
    assert visitor.wait_for_turn()
    frame = visitor.frame
    by_mouse(visitor)
    visitor.wait_past(frame)
    visitor.wait_for_turn()


@pytest.mark.parametrize("moves", [True, False], ids=["moving", "reduced"])
def test_goods_and_dice_move_for_a_quarter_of_a_second(visit, moves):
    visitor = visit(pace="fast", moves=moves)
    at_table(visitor, "borneo")
    trips = "() => window.trips.filter(([kind, , id]) => kind || id === 'die')"
    for _ in range(12):
        one_turn(visitor)
        if visitor.page.evaluate(trips):
            break
    found = visitor.page.evaluate(trips)
    assert {duration for _, duration, _ in found} == ({250} if moves else set())
    wait_on(visitor.page, lambda: not visitor.page.locator(".travels").count())


@pytest.mark.parametrize(
    ("how", "heard"),
    [
        ({}, True),
        ({"sound": "off"}, False),
        ({"sound": "on"}, True),
        ({"size": PHONE, "touch": True}, False),
        ({"size": PHONE, "touch": True, "sound": "quiet"}, True),
    ],
    ids=["default", "off", "on", "phone", "phone, quiet"],
)
def test_sounds_are_fetched_by_those_who_want_them(visit, how, heard):
    visitor = visit(pace="fast", **how)
    fetched: list[str] = []
    visitor.page.on("request", lambda one: "/sounds/" in one.url and fetched.append(one.url))
    visitor.open_table("me", "bot", "bot")
    visitor.wait_for_turn()
    frame = visitor.frame
    (by_touch if visitor.touch else by_mouse)(visitor)
    visitor.wait_past(frame)
    visitor.wait_for_turn()
    if heard:
        wait_on(visitor.page, lambda: fetched)
    assert bool(fetched) == heard


def test_what_others_do_can_be_skipped(visit):
    visitor = visit(pace="calm")
    at_table(visitor, "tahiti", 3)
    jump = visitor.page.locator("#jump")
    expect(jump).to_be_hidden()
    visitor.wait_for_turn()
    by_mouse(visitor)
    expect(jump).to_be_visible()
    expect(jump).to_have_text("Skip ahead", use_inner_text=True)
    jump.click()
    visitor.wait_for_turn()
    expect(jump).to_be_hidden()


def test_who_watches_long_is_offered_to_jump_on(visit):
    visitor = visit(pace="calm")
    visitor.page.clock.install()
    at_table(visitor, "tahiti", 3)
    visitor.wait_for_turn()
    held = []
    visitor.page.route("**/beat", lambda route: held.append(route))
    by_mouse(visitor)
    jump = visitor.page.locator("#jump")
    expect(jump).to_have_text("Skip ahead", use_inner_text=True)
    wait_on(visitor.page, lambda: held)
    visitor.page.clock.fast_forward(9_000)
    expect(jump).to_have_text("Skip ahead", use_inner_text=True)
    visitor.page.clock.fast_forward(6_000)
    expect(jump).to_have_text("Jump to the latest move", use_inner_text=True)


def test_against_bots_an_answer_without_alternative_is_played(visit):
    visitor = visit(forced="on")
    path = at_table(visitor, "borabora", 1)
    visitor.page.goto("about:blank")  # until then the page plays nothing
    frame, shown = visitor.asked_unseen(path)
    while "data-forced" not in shown:
        assert visitor.play_unseen(path, 1)
        frame, shown = visitor.asked_unseen(path)
    visitor.go(path)
    visitor.wait_past(frame)


def test_a_replay_has_a_speed_of_its_own(visit):
    visitor = visit(pace="normal")
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    page = visitor.go(f"{path}/replay")
    speed = page.locator("#speed")
    expect(speed).to_have_value("normal")
    speed.select_option("off")
    page.reload()
    expect(speed).to_have_value("off")
    stop_the_clock(page)
    page.locator("#run").click()
    expect(page.locator("#run use")).to_have_attribute("href", "#i-pause")  # back at the start
    for step in (1, 2):
        page.clock.run_for(300)
        expect(page.locator("#replay-step")).to_have_attribute("data-at", str(step))
