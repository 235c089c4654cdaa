"""What a player has set on the page and not sent stays when the same frame is drawn again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from browser.auction import open_premoves
from browser.elsewhere import refresh, rename, two, until
from browser.test_live import sit_down
from browser.test_premoves import auction, standing
from browser.visitor import PHONE, Visitor

SELECT = "(one) => getSelection().selectAllChildren(one)"


def is_act(request: Request) -> bool:
    return request.method == "POST" and request.url.partition("?")[0].endswith(("/act", "/stand"))


def sent(button: Locator) -> str:
    """Return what a click on a button posts."""
    with button.page.expect_request(is_act) as posted:
        button.click()
    return (posted.value.post_data or "").replace("%3A", ":")


def selected(page: Page) -> str:
    return page.evaluate("() => getSelection().toString()")


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label("Say something").fill(text)
    visitor.page.get_by_role("button", name="Say", exact=True).click()


@pytest.fixture
def bidding(visit) -> tuple[Visitor, Visitor]:
    """Return the speaker in an auction, and the other."""
    host, friend = visit(), visit()
    sit_down(host, friend, game="tahiti")
    return auction(host, friend)


# -- amounts: the field, what the button says and what it sends are the same ---------------------


def test_a_bid_stays(bidding):
    speaker, waiting = bidding
    page, go = speaker.page, speaker.go_button()
    amount = page.locator("#stepper input[type=number]")
    for _ in range(3):
        page.keyboard.press("+")
    chosen = amount.input_value()
    expect(go).to_have_text(f"Bid {chosen}")
    refresh(speaker, waiting)
    expect(amount).to_have_value(chosen)
    expect(go).to_have_text(f"Bid {chosen}")
    assert f"code=bid:{chosen}" in sent(go)


def test_a_limit_stays(bidding):
    speaker, waiting = bidding
    limit, amount = (
        standing(waiting, "up-to"),
        waiting.page.locator("#stepper-stand input[type=number]"),
    )
    open_premoves(waiting)
    for _ in range(4):
        waiting.page.get_by_role("button", name="More").click()
    chosen = amount.input_value()
    refresh(waiting, speaker)
    expect(amount).to_have_value(chosen)
    expect(limit).to_have_text(f"Bid up to {chosen}")
    assert f"code=up-to:{chosen}" in sent(limit)
    expect(limit).to_have_attribute("aria-pressed", "true")


def test_a_button_says_what_is_typed(bidding):
    """With each key; what can't be bid is not sent before the player has seen what can."""
    speaker, _ = bidding
    page, go = speaker.page, speaker.go_button()
    amount = page.locator("#stepper input[type=number]")
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
    expect(page.locator("#stepper input[type=number]")).to_have_value(str(low))
    expect(go).to_have_text(f"Bid {low}")


def test_a_field_with_the_focus_follows_a_limit_that_rises(bidding):
    """The browser's morph leaves such a field alone."""
    speaker, waiting = bidding
    amount = waiting.page.locator("#stepper-stand input[type=number]")
    open_premoves(waiting)
    amount.focus()
    frame = waiting.frame
    for _ in range(4):
        speaker.page.keyboard.press("+")
    speaker.go_button().click()
    waiting.wait_past(frame)
    expect(amount).to_have_value(amount.get_attribute("min") or "")
    button = waiting.page.locator("#stand-up-to")
    expect(button).to_have_text(re.compile(rf"\b{amount.input_value()}$"))


# -- choices -------------------------------------------------------------------------------------


def test_a_choice_that_waits_to_be_confirmed_stays(visit):
    mover, other = two(visit, "tahiti", confirm="always")
    page, go = mover.page, mover.go_button()
    mover.spots().nth(2).click()
    expect(go).to_be_enabled()
    says, code = go.inner_text(), go.get_attribute("value")
    hot, tip = page.locator("#choices .hot"), page.locator("#tip")
    expect(hot).to_have_count(1)
    about = tip.inner_text()
    refresh(mover, other)
    expect(hot).to_have_count(1)
    expect(go).to_have_text(says)
    expect(tip).to_be_visible()
    assert tip.inner_text() == about
    assert f"code={code}" in sent(go)


def test_a_die_that_is_picked_stays(visit):
    mover, other = until(*two(visit, "borabora"), ".die-pick")
    last = mover.page.locator("#choices-dock .die-pick input").last
    last.check(force=True)
    refresh(mover, other)
    expect(last).to_be_checked()
    expect(mover.page.locator(f".for-{last.get_attribute('value')}:visible").first).to_be_visible()


def test_only_trying_stays(visit):
    """Both before a choice is tried and while what would follow is shown."""
    mover, other = two(visit, "tahiti")
    page, frame = mover.page, mover.frame
    pressed = page.locator('#try[aria-pressed="true"]')
    page.locator("#try").click()
    refresh(mover, other)
    expect(pressed).to_have_count(1)
    mover.spots().first.click()
    expect(page.locator("#ask")).to_have_text("You are only trying this.")
    rename(other, "Tane")
    page.wait_for_timeout(300)  # the news come meanwhile
    expect(page.locator("#ask")).to_have_text("You are only trying this.")
    page.locator("#drop").click()
    expect(page.locator("#seats")).to_contain_text("Tane")
    expect(pressed).to_have_count(0)
    assert mover.frame == frame


# -- what is open, selected, scrolled ------------------------------------------------------------


def test_what_is_open_selected_and_scrolled_stays(visit):
    mover, other = two(visit, "borneo", guide="on")
    page, guide, log = mover.page, mover.page.locator("#guide"), mover.page.locator("#log-lines")
    guide.locator("summary").click()
    expect(guide).not_to_have_attribute("open", "")
    log.locator("p, li").last.evaluate(SELECT)
    words = selected(page)
    assert words
    page.get_by_role("button", name="Stores").click()
    stores = page.locator("#stores")
    for place in (stores, log):
        place.evaluate("(one) => { one.style.maxHeight = '60px'; one.scrollTop = 20; }")
    scrolled = [place.evaluate("(one) => one.scrollTop") for place in (stores, log)]
    refresh(mover, other)
    expect(stores).to_be_visible()
    assert [place.evaluate("(one) => one.scrollTop") for place in (stores, log)] == scrolled
    assert selected(page) == words
    expect(guide).not_to_have_attribute("open", "")


def test_the_focus_stays(visit):
    mover, other = two(visit, "borneo")
    focus = "() => document.activeElement.id"
    for n, place in enumerate(("#try", "#choices-dock button >> nth=1", "#log-lines")):
        mover.page.locator(place).focus()
        had = mover.page.evaluate(focus)
        refresh(mover, other, f"Moana {n}")
        assert mover.page.evaluate(focus) == had


def test_reasons_stay_marked_on_the_table(visit):
    mover, other = until(*two(visit, "borneo"), "#dock [popovertarget=why]")
    page, why = mover.page, mover.page.locator("#why")
    page.locator("#dock [popovertarget=why]").first.click()
    expect(why).to_be_visible()
    marks = "() => document.querySelectorAll('#why .on-place').length"
    before = page.evaluate(marks)
    refresh(mover, other)
    expect(why).to_be_visible()
    assert page.evaluate(marks) == before


def test_a_zoomed_board_says_how_to_leave_it(visit):
    mover, other = two(visit, "tahiti", size=PHONE, touch=True)
    zoom, board = mover.page.locator("#zoom"), mover.page.locator("#fit")
    zoom.tap()
    expect(zoom).to_have_attribute("aria-label", "Zoom out")
    moved = board.get_attribute("style")
    refresh(mover, other)
    expect(zoom).to_have_attribute("aria-label", "Zoom out")
    assert board.get_attribute("style") == moved


def test_a_caption_that_is_gone_stays_away(visit):
    mover, other = two(visit, "tahiti")
    frame = other.frame
    mover.spots().first.click()
    other.wait_past(frame)
    caption = other.page.locator("#caption")
    caption.evaluate("(one) => one.setAttribute('hidden', '')")
    refresh(other, mover)
    expect(caption).to_be_hidden()


def test_the_whole_log_stays(visit):
    player: Visitor = visit()
    path = player.open_table("me", "bot", "bot", game="borneo")
    earlier = player.page.locator("[data-earlier]")
    while not earlier.count():
        assert player.play_unseen(path, 10)
        player.go(path)
    player.wait_for_turn()
    earlier.click()
    expect(earlier).to_have_count(0)
    refresh(player, player)
    expect(earlier).to_have_count(0)


# -- brothers: the chat, the lobby, the front page -----------------------------------------------


def test_what_is_open_in_the_chat_stays_when_a_line_comes(visit):
    host, friend = two(visit, "tahiti")
    say(host, "Ahoy")
    say(friend, "Ahoy")
    page, lines = host.page, host.page.locator("#chat-lines li")
    expect(lines).to_have_count(2)
    menus = page.locator("#chat-lines details")
    menus.first.locator("summary").click()
    page.get_by_label("Say something").fill("Not yet said")
    lines.first.locator("b").evaluate(SELECT)
    words = selected(page)
    say(friend, "Again")
    expect(lines).to_have_count(3)
    expect(menus.first).to_have_attribute("open", "")
    expect(menus.last).not_to_have_attribute("open", "")
    expect(page.get_by_label("Say something")).to_have_value("Not yet said")
    assert selected(page) == words


def test_what_is_selected_in_the_lobby_stays_when_a_friend_comes(visit):
    host, friend = visit(), visit()
    host.open_table("me", "friend", "friend")
    page = host.page
    page.get_by_role("button", name="Close the table").focus()
    page.locator("output").last.evaluate(SELECT)
    words = selected(page)
    friend.page.goto(page.locator("output").first.inner_text())
    friend.page.locator("input[name=name]").fill("Teva")
    friend.page.locator("input[name=name]").press("Enter")
    expect(page.locator("#lobby")).to_contain_text("Teva")
    assert page.evaluate("() => document.activeElement.textContent") == "Close the table"
    assert selected(page) == words


def test_the_front_page_names_the_game_that_is_picked_after_coming_back(visit):
    player: Visitor = visit()
    page = player.go("/")
    page.locator("input[name=game][value=borneo]").check(force=True)
    expect(page.locator("#play-now")).to_have_text("Play Borneo now")
    page.goto(player.site.url + "/rules/tahiti")
    page.go_back()
    picked = page.locator("input[name=game]:checked").get_attribute("data-play") or ""
    expect(page.locator("#play-now")).to_have_text(picked)
