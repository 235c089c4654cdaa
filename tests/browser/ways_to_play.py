"""Ways to make a decision: by mouse and by touch."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor


def by_mouse(player: Visitor) -> None:
    """Take one decision with the mouse: on the board if possible, else in the dock."""
    if player.spots().count():
        player.spots().first.click()
    elif player.go_button().is_enabled():
        player.go_button().click()
    else:
        player.page.locator('#rail button[form="act"]').first.click()


def by_touch(player: Visitor) -> None:
    """Take one decision by touch: a first tap shows it, the final button confirms it."""
    player.rest()
    if player.spots().count():
        player.spots().first.tap()
        assert player.page.locator("#tip").is_visible()
    elif not player.go_button().is_enabled():
        choice = player.page.locator('#choices-dock button[form="act"]').first
        choice.tap()
        expect(player.go_button()).to_have_text(choice.get_attribute("aria-label"))
    player.go_button().tap()
