"""Premoves: set in the dock by mouse, keys and touch, and cancelled there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.auction import auction, open_premoves
from browser.seating import sit_down
from browser.visitor import PHONE, Visitor
from browser.ways_to_play import by_mouse


def standing(visitor: Visitor, code: str) -> Locator:
    """Return the button of a premove."""
    return visitor.page.locator(f"#stand-{code}")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_limit_is_set_and_taken_back_while_others_decide(visit, phone):
    how = {"size": PHONE, "touch": True} if phone else {}
    host, friend = visit(**how), visit(**how)
    sit_down(host, friend, game="tahiti")
    speaker, waiting = auction(host, friend)
    limit, out = standing(waiting, "up-to"), standing(waiting, "pass")
    expect(limit).to_be_hidden()
    expect(waiting.page.locator("#dock .stepper:visible")).to_have_count(0)
    open_premoves(waiting)
    expect(limit).to_have_attribute("aria-pressed", "false")
    waiting.check()
    assert not waiting.scrolls()
    waiting.page.get_by_role("button", name="More").click()
    expect(limit).to_have_text("Bid up to 2")
    limit.click()
    expect(limit).to_have_attribute("aria-pressed", "true")
    expect(waiting.page.locator(".stands")).to_contain_text("Until the auction is over.")
    waiting.check()
    limit.click()
    expect(limit).to_have_attribute("aria-pressed", "false")
    out.click()
    expect(out).to_have_attribute("aria-pressed", "true")
    waiting.page.reload()
    expect(waiting.page.locator("#stand-off")).to_have_text("Pass this auction")
    expect(out).to_have_attribute("aria-pressed", "true")
    expect(standing(speaker, "pass")).to_have_count(0)  # who is asked may just pass
    speaker.go_button().click()
    expect(waiting.page.locator("#log-lines")).to_contain_text("had set this as a premove")
    speaker.catch_up()
    assert "had set this as a premove" not in speaker.page.content()


def test_a_limit_bids_on_by_itself_from_ones_own_turn(visit):
    """By keys: an amount in the panel of premoves, then Tab to the limit beside it."""
    player: Visitor = visit()
    player.open_table("me", "bot", "bot")
    while not player.offers("pass").count():
        assert player.wait_for_turn()
        frame = player.frame
        by_mouse(player)
        player.wait_past(frame)
        player.wait_for_turn()
    limit = standing(player, "up-to")
    expect(player.page.locator("#dock .stepper:visible")).to_have_count(1)
    amount = open_premoves(player).locator(".stepper input[type=number]")
    amount.press("ArrowUp")
    amount = amount.input_value()
    expect(limit).to_have_text(f"Bid up to {amount}")
    frame = player.frame
    limit.focus()
    player.page.keyboard.press("Enter")
    player.wait_past(frame)
    expect(player.page.locator("#log-lines")).to_contain_text("had set this as a premove")


def test_in_russian_it_is_said_as_well(visit):
    host, friend = visit(locale="ru"), visit(locale="ru")
    sit_down(host, friend, game="tahiti")
    _, waiting = auction(host, friend)
    expect(standing(waiting, "pass")).to_have_text("Пас до конца торга")
    open_premoves(waiting)
    standing(waiting, "pass").click()
    expect(waiting.page.locator(".stands")).to_contain_text("Пока идёт торг")
