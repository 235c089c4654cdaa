"""People at a table: one screen for two, away and back, seats that are left."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor


def cards_shown(visitor: Visitor) -> int:
    """How many hands of the toy game the page shows."""
    return visitor.page.locator("#fit li", has_text="Hand:").count()


def test_one_screen_for_two_shows_a_hand_only_to_whom_it_belongs(visit):
    visitor = visit()
    page = visitor.page
    visitor.open_table("me", "here", "bot", game="toy", name1="Teva")
    veil = page.locator(".veil")
    expect(veil).to_be_visible()
    assert cards_shown(visitor) == 0
    visitor.check()
    for name, other in (("Hina", "Teva"), ("Teva", "Hina")):
        veil.get_by_role("button", name=f"I am {name}").click()
        page.locator("#table[data-mine]").wait_for()
        assert cards_shown(visitor) == 1
        expect(page.locator(".seat.me .name")).to_have_text(name)
        frame = visitor.frame
        visitor.offers("draw").click()
        visitor.wait_past(frame)
        if name == "Hina":
            page.get_by_role("button", name=f"Hand over to {other}").click()
            expect(veil).to_be_visible()
            assert cards_shown(visitor) == 0


def test_whoever_leaves_looks_on_while_a_bot_plays(visit):
    visitor = visit()
    visitor.open_table("me", "bot", edition="small")
    visitor.page.locator('[popovertarget="menu"]').first.click()
    visitor.page.get_by_text("Leave the game").click()
    visitor.page.get_by_role("button", name="Leave", exact=True).click()
    visitor.page.wait_for_url("**/watch/**")
    expect(visitor.page.locator("#table[data-mine]")).to_have_count(0)
    visitor.page.locator("#table[data-over], body.end").wait_for()  # bots decide at once
