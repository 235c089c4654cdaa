"""Trying: what would follow is shown, and nothing is played before the player says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.auction import open_premoves
from browser.visitor import Visitor
from browser.ways_to_play import by_mouse

PUT_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.hidden;
}"""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


@pytest.fixture
def trying(visit) -> Visitor:
    """Return a visitor who tries a place for the yacht."""
    player: Visitor = visit()
    player.open_table("me", "bot", edition="small")
    assert player.wait_for_turn()
    player.page.locator("#try").click()
    player.spots().first.click()
    expect(player.page.locator("#ask")).to_have_text("You are only trying this.")
    return player


def test_what_was_tried_is_played(trying):
    frame = trying.frame
    trying.page.evaluate(PAINTED)
    trying.page.wait_for_timeout(600)  # a press that comes sooner can't mean it
    trying.page.get_by_role("button", name="Play it").click()
    trying.wait_past(frame)
    expect(trying.page.locator("#try")).to_have_attribute("aria-pressed", "false")


def test_what_was_tried_is_dropped(trying):
    frame = trying.frame
    trying.page.get_by_role("button", name="Cancel").click()
    expect(trying.page.locator("#drop")).to_have_count(0)
    assert trying.frame == frame
    assert trying.page.locator("#table[data-mine]").count() == 1


def trying_a_die(visit) -> Visitor:
    """Return a player who tries a die at Bora Bora, which leads to another question."""
    player: Visitor = visit()
    player.open_table("me", "bot", game="borabora")
    page = player.page
    places = page.locator('button[form="act"][value^="place:water"]:visible')
    while not (player.wait_for_turn() and places.count()):
        frame = player.frame
        by_mouse(player)
        player.wait_past(frame)
    page.locator("#try").click()
    places.first.click()
    expect(page.locator("#drop")).to_be_visible()
    return player


def test_what_could_not_be_tried_is_not_played(visit):
    """Even if the page is put away then."""
    player = trying_a_die(visit)
    page, frame = player.page, player.frame
    page.route("**/try*", lambda route: route.abort())
    page.locator('#table button[form="act"][name="code"]:enabled:visible').first.click()
    expect(page.locator("#notice")).not_to_be_empty()
    page.evaluate(PUT_AWAY)
    page.unroute("**/try*")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#drop")).to_have_count(0)
    player.catch_up()
    assert player.frame == frame
    player.problems.clear()


def test_an_answer_beforehand_is_not_given_by_a_player_who_only_tries(visit):
    """A limit is not tried, and would bid."""
    player: Visitor = visit()
    player.open_table("me", "bot", "bot")
    while not player.offers("pass").count():
        assert player.wait_for_turn()
        frame = player.frame
        by_mouse(player)
        player.wait_past(frame)
        player.wait_for_turn()
    page, frame = player.page, player.frame
    page.locator("#try").click()
    open_premoves(player)
    page.locator("#stand-up-to").click()
    expect(page.locator("#notice")).to_have_text("You are only trying. To play, leave that first.")
    expect(page.locator("#stand-up-to")).to_have_attribute("aria-pressed", "false")
    assert player.frame == frame
    page.locator("#try").click()
    open_premoves(player)
    page.locator("#stand-up-to").click()
    player.wait_past(frame)


def test_a_trial_is_left_by_the_button_that_began_it(visit):
    """The game is shown then, not a trial whose next choice would be played."""
    player = trying_a_die(visit)
    page, frame = player.page, player.frame
    page.locator("#try").click()
    expect(page.locator("#drop")).to_have_count(0)
    expect(page.locator("#try")).to_have_attribute("aria-pressed", "false")
    assert player.frame == frame
