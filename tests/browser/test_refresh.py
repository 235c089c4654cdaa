"""What a person has set on the page and not sent stays when the same frame is drawn again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from browser.test_live import sit_down
from browser.test_standing import auction, standing
from browser.visitor import Visitor


def rename(visitor: Visitor, name: str) -> None:
    """Take another name from another device of theirs, as the page has news of."""
    path, _, query = visitor.page.url.partition("?")
    headers = {"Origin": visitor.site.url}
    answer = visitor.page.request.post(
        f"{path}/rename?{query}".rstrip("?"), form={"name": name}, headers=headers
    )
    assert answer.ok


def refreshed(visitor: Visitor, by: Visitor, name: str = "Moana") -> None:
    """Wait until a visitor's page shows that another has a new name."""
    rename(by, name)
    expect(visitor.page.locator("#seats")).to_contain_text(name)


def is_act(request: Request) -> bool:
    return request.method == "POST" and request.url.partition("?")[0].endswith(("/act", "/stand"))


def sent(page: Page, button: str) -> str:
    """What is posted by a click on a button."""
    with page.expect_request(is_act) as posted:
        page.locator(button).click()
    return posted.value.post_data or ""


@pytest.fixture
def bidding(visit) -> tuple[Visitor, Visitor]:
    """Who speaks in an auction and who waits."""
    host, friend = visit(), visit()
    sit_down(host, friend, game="tahiti")
    return auction(host, friend)


def test_a_bid_stays(bidding):
    speaker, waiting = bidding
    page = speaker.page
    amount, go = page.locator("#stepper input"), speaker.go_button()
    for _ in range(3):
        page.keyboard.press("+")
    chosen = amount.input_value()
    expect(go).to_have_text(f"Bid {chosen}")
    refreshed(speaker, waiting)
    expect(amount).to_have_value(chosen)
    expect(go).to_have_text(f"Bid {chosen}")
    assert f"code=bid%3A{chosen}" in sent(page, "#final .go")


def test_a_limit_stays_also_in_a_new_frame(bidding):
    speaker, waiting = bidding
    page = waiting.page
    limit, amount = standing(waiting, "up-to"), page.locator("#stepper input")
    for _ in range(4):
        page.get_by_role("button", name="More").click()
    chosen = amount.input_value()
    refreshed(waiting, speaker)
    expect(amount).to_have_value(chosen)
    expect(limit).to_have_text(f"Bid up to {chosen}")
    assert f"code=up-to%3A{chosen}" in sent(page, "#stand-up-to")
    expect(limit).to_have_attribute("aria-pressed", "true")


def test_a_button_says_what_is_typed(bidding):
    """Each key counts, and what can't be bid can't be sent before it is seen."""
    speaker, _ = bidding
    page, go = speaker.page, speaker.go_button()
    amount = page.locator("#stepper input")
    low, high = int(amount.get_attribute("min") or 0), int(amount.get_attribute("max") or 0)
    frame = speaker.frame
    amount.press("ControlOrMeta+a")
    amount.press_sequentially(str(low + 2))
    expect(go).to_have_text(f"Bid {low + 2}")
    amount.press("ControlOrMeta+a")
    amount.press_sequentially(str(high + 50))
    expect(go).to_be_disabled()
    amount.press("Enter")
    expect(go).to_have_text(f"Bid {high}")
    expect(amount).to_have_value(str(high))
    assert speaker.frame == frame
    page.reload()
    expect(page.locator("#stepper input")).to_have_value(str(low))
    expect(go).to_have_text(f"Bid {low}")


def test_an_amount_in_a_limit_that_rose_is_the_buttons(bidding):
    """Who types a limit while others bid: the field has the focus, and the least rises."""
    speaker, waiting = bidding
    page, amount = waiting.page, waiting.page.locator("#stepper input")
    amount.focus()
    assert int(amount.input_value()) < 6
    frame = waiting.frame
    for _ in range(4):
        speaker.page.keyboard.press("+")
    speaker.go_button().click()
    waiting.wait_past(frame)
    expect(amount).to_have_value(amount.get_attribute("min") or "")
    button = page.locator("#stand-up-to, #final .go").first
    expect(button).to_have_text(re.compile(rf"\b{amount.input_value()}$"))


def test_what_is_marked_to_be_confirmed_stays(visit):
    host, friend = visit(confirm="always"), visit(confirm="always")
    sit_down(host, friend, game="tahiti")
    mover, other = (host, friend) if host.table.get_attribute("data-mine") is not None else (friend, host)
    page, go = mover.page, mover.go_button()
    mover.spots().nth(2).click()
    expect(go).to_be_enabled()
    says, code = go.inner_text(), go.get_attribute("value")
    hot, tip = page.locator("#choices .hot"), page.locator("#tip")
    expect(hot).to_have_count(1)
    expect(tip).to_be_visible()
    about = tip.inner_text()
    refreshed(mover, other)
    expect(hot).to_have_count(1)
    expect(go).to_have_text(says)
    expect(tip).to_be_visible()
    assert tip.inner_text() == about
    assert go.get_attribute("value") == code
    assert f"code={code}".replace(":", "%3A") in sent(page, "#final .go")


def test_only_trying_stays(visit):
    host, friend = visit(), visit()
    sit_down(host, friend, game="tahiti")
    mover, other = (host, friend) if host.table.get_attribute("data-mine") is not None else (friend, host)
    page, pressed = mover.page, mover.page.locator('#try[aria-pressed="true"]')
    frame = mover.frame
    page.locator("#try").click()
    refreshed(mover, other)
    expect(pressed).to_have_count(1)
    mover.spots().first.click()
    expect(page.locator("#ask")).to_have_text("You are only trying this.")
    rename(other, "Tane")
    page.wait_for_timeout(300)
    expect(page.locator("#ask")).to_have_text("You are only trying this.")
    page.locator("#drop").click()
    expect(page.locator("#seats")).to_contain_text("Tane")
    expect(pressed).to_have_count(0)
    assert mover.frame == frame
