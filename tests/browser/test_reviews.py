"""The review in the replay room, and hints at the table."""

from __future__ import annotations

from playwright.sync_api import expect

LONG = 60_000
"""Milliseconds for the review of a short game."""


def test_a_game_is_reviewed_while_the_page_waits(visit):
    visitor = visit()
    page = visitor.page
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.go(f"{path}/replay?at=0")
    review = page.locator("#review")
    review.get_by_role("button", name="Review this game").click()
    expect(review.get_by_role("table")).to_be_visible(timeout=LONG)  # without a reload
    assert "Winning chance" in review.get_by_role("img").first.get_attribute("aria-label")
    better = review.get_by_role("link", name="The better choice").first
    at = better.get_attribute("data-to")
    step = page.locator("#replay-step")
    better.click()
    expect(step).to_have_attribute("data-instead", "")
    expect(step).to_have_attribute("data-at", at)
    expect(page.locator("#said")).to_contain_text("This was not played")
    review.get_by_role("link", name=f"Step {at}", exact=True).first.click()
    expect(page.locator("#said")).to_contain_text("Points lost")
    expect(step).not_to_have_attribute("data-instead", "")
    better.click()
    expect(step).to_have_attribute("data-instead", "")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_attribute("data-at", str(int(at) - 1))
    expect(step).not_to_have_attribute("data-instead", "")
    assert not visitor.scrolls()


def test_a_review_fits_a_phone(visit):
    visitor = visit(size=(375, 812))
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.go(f"{path}/replay")
    visitor.page.get_by_role("button", name="Review this game").click()
    expect(visitor.page.locator("#review table")).to_be_visible(timeout=LONG)
    wide = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 375


def test_a_hint_marks_its_choice(visit):
    visitor = visit()
    page = visitor.page
    visitor.open_table("me", "bot", "bot")
    visitor.wait_for_turn()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator("#menu")).to_be_hidden()
    said = page.locator("#hinted")
    expect(said).to_contain_text("Worth about 1.5 points more")
    code = said.get_attribute("data-code")
    marked = page.locator(".is-hinted")
    expect(marked.first).to_be_visible()
    assert {one.get_attribute("value") for one in marked.all()} == {code}
    expect(page.locator("#log-lines")).to_contain_text("Hina uses a hint.")
    marked.last.click()
    expect(said).to_be_hidden()
