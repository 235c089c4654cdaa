"""Even answers: turned on in the menu; what waits is told, and taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.held_answers import until_an_answer_waits
from browser.visitor import PHONE, Visitor
from proa.server.tables import evenly


def test_an_answer_about_a_hand_waits_and_is_taken_back(visit, monkeypatch):
    """The site is of this process, so its pause can be made longer."""
    player: Visitor = visit()
    player.open_table("me", "bot", game="borabora")
    monkeypatch.setattr(evenly, "PAUSE", 3600.0)
    page = player.page
    page.locator("[popovertarget=menu]").first.click()
    switch = page.locator("#menu input[name=on]")
    expect(switch).not_to_be_checked()
    expect(page.locator("#menu")).to_contain_text("tells of a choice")
    switch.check(force=True)
    page.locator("#menu form[action*=evenly] button").click()
    expect(switch).to_be_checked()
    frame = until_an_answer_waits(player)
    expect(page.locator("#hint")).to_contain_text("3600 seconds after you were asked")
    player.check()
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    player.check()
    page.locator("#unsay button").click()
    expect(page.locator("#unsay")).to_have_count(0)
    assert player.frame == frame
