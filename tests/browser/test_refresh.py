"""What a person has set on the page and not sent stays when the same frame is drawn again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from browser.test_live import sit_down
from browser.test_standing import auction, standing
from browser.visitor import PHONE, Visitor


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
    mover, other = (
        (host, friend) if host.table.get_attribute("data-mine") is not None else (friend, host)
    )
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
    mover, other = (
        (host, friend) if host.table.get_attribute("data-mine") is not None else (friend, host)
    )
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


def two(visit, game: str, **how) -> tuple[Visitor, Visitor]:
    """Two at a table: who is asked, and the other."""
    host, friend = visit(**how), visit(**how)
    sit_down(host, friend, *(["bot"] if game == "borneo" else []), game=game)
    return turns(host, friend)


def turns(one: Visitor, other: Visitor) -> tuple[Visitor, Visitor]:
    """The same two: first who is asked, as soon as one of them is."""
    while True:
        for visitor in (one, other):
            visitor.catch_up()
            if visitor.table.get_attribute("data-mine") is not None:
                return (one, other) if visitor is one else (other, one)


def until(mover: Visitor, other: Visitor, what: str) -> tuple[Visitor, Visitor]:
    """Play on until whoever is asked sees something."""
    while not mover.page.locator(what).count():
        frame = mover.frame
        play_elsewhere(mover)
        mover.wait_past(frame)
        mover, other = turns(mover, other)
    return mover, other


def play_elsewhere(visitor: Visitor) -> None:
    """Take the first choice on another device."""
    path, _, query = visitor.page.url.partition("?")
    code = visitor.page.locator('#table button[form="act"][value]:not([value=""])').first
    form = {"frame": str(visitor.frame), "code": code.get_attribute("value") or ""}
    headers = {"Origin": visitor.site.url, "HX-Request": "true"}
    answer = visitor.page.request.post(
        f"{path}/act?{query}".rstrip("?"), form=form, headers=headers
    )
    assert answer.ok


def test_what_is_opened_selected_and_scrolled_stays(visit):
    mover, other = two(visit, "borneo", guide="on")
    page = mover.page
    frame = mover.frame
    expect(page.locator("#guide")).to_be_visible()
    page.locator("#guide summary").click()
    expect(page.locator("#guide")).not_to_have_attribute("open", "")
    page.locator("#log-lines p, #log-lines li").last.evaluate(
        "(one) => getSelection().selectAllChildren(one)"
    )
    selected = page.evaluate("() => getSelection().toString()")
    assert selected
    page.get_by_role("button", name="Stores").click()
    stores = page.locator("#stores")
    stores.evaluate("(one) => { one.style.maxHeight = '200px'; one.scrollTop = 90; }")
    page.locator("#log-lines").evaluate(
        "(one) => { one.style.maxHeight = '60px'; one.scrollTop = 20; }"
    )
    scrolled = page.locator("#log-lines").evaluate("(one) => one.scrollTop")
    refreshed(mover, other)
    expect(stores).to_be_visible()
    assert stores.evaluate("(one) => one.scrollTop") == 90
    assert page.locator("#log-lines").evaluate("(one) => one.scrollTop") == scrolled
    assert page.evaluate("() => getSelection().toString()") == selected
    expect(page.locator("#guide")).not_to_have_attribute("open", "")
    assert mover.frame == frame


def test_the_focus_stays(visit):
    """On whatever it is: a piece, a step of the amount, the log, the whole of what is asked."""
    mover, other = two(visit, "borneo")
    page = mover.page
    for n, place in enumerate(
        (".spot:visible >> nth=1", "#try", "#choices-dock button >> nth=1", "#log-lines")
    ):
        at = page.locator(place)
        if not at.count():
            continue
        at.focus()
        page.evaluate("() => (window.had = document.activeElement)")
        had = page.evaluate("() => document.activeElement.id")
        refreshed(mover, other, f"Moana {n}")
        assert page.evaluate("() => document.activeElement.id") == had, place


def test_why_not_stays_marked(visit):
    mover, other = two(visit, "borneo")
    mover, other = until(mover, other, "#dock [popovertarget=why]")
    page = mover.page
    page.locator("#dock [popovertarget=why]").first.click()
    why = page.locator("#why")
    expect(why).to_be_visible()
    marks = "() => document.querySelectorAll('#why .on-place').length"
    before = page.evaluate(marks)
    refreshed(mover, other)
    expect(why).to_be_visible()
    assert page.evaluate(marks) == before


def test_a_die_that_is_picked_stays(visit):
    mover, other = two(visit, "borabora")
    mover, other = until(mover, other, ".die-pick")
    dice = mover.page.locator("#choices-dock .die-pick input")
    last = dice.last
    last.check(force=True)
    refreshed(mover, other)
    expect(last).to_be_checked()
    value = last.get_attribute("value")
    expect(mover.page.locator(f".for-{value}:visible").first).to_be_visible()


def test_a_zoomed_board_says_how_to_leave_it(visit):
    mover, other = two(visit, "tahiti", size=PHONE, touch=True)
    page = mover.page
    page.locator("#zoom").tap()
    expect(page.locator("#zoom")).to_have_attribute("aria-label", "Whole board")
    moved = page.locator("#fit").get_attribute("style")
    refreshed(mover, other)
    expect(page.locator("#zoom")).to_have_attribute("aria-label", "Whole board")
    assert page.locator("#fit").get_attribute("style") == moved


def test_a_skipped_caption_stays_away(visit):
    mover, other = two(visit, "tahiti")
    frame = other.frame
    mover.spots().first.click()
    other.wait_past(frame)
    caption = other.page.locator("#caption")
    other.page.locator("#caption").evaluate("(one) => one.setAttribute('hidden', '')")
    refreshed(other, mover)
    other.page.wait_for_timeout(100)
    expect(caption).to_be_hidden()


def test_a_turn_that_is_held_goes_when_another_device_has_played(visit):
    """The page shows the game as it is, says so, and posts nothing."""
    mover, _ = two(visit, "tahiti", hold="step")
    page, frame = mover.page, mover.frame
    posts: list[str] = []
    mover.spots().first.click()
    page.locator("#end-now").wait_for()
    page.on("request", lambda one: one.method == "POST" and posts.append(one.url))
    path = page.url
    code = page.request.get(f"{path}/view/{frame}", headers={"HX-Request": "true"}).text()
    spot = re.findall(r'form="act" name="code" value="([^"]+)"', code)[-1]
    headers = {"Origin": mover.site.url, "HX-Request": "true"}
    page.request.post(f"{path}/act", form={"frame": str(frame), "code": spot}, headers=headers)
    mover.wait_past(frame)
    expect(page.locator("#end-now")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("has not been played")
    assert not [url for url in posts if "/act" in url]


def test_a_trial_is_left_when_another_device_has_played(visit):
    """And what is clicked next is still only tried."""
    player: Visitor = visit()
    player.open_table("me", "bot", "bot", game="borneo")
    player.wait_for_turn()
    page, frame = player.page, player.frame
    page.locator("#try").click()
    choices = page.locator('#choices-dock button[form="act"]:enabled:visible')
    codes = [one.get_attribute("value") or "" for one in choices.all()]
    choices.first.click()
    expect(page.locator("#play-it")).to_be_visible()
    headers = {"Origin": player.site.url, "HX-Request": "true"}
    page.request.post(
        f"{page.url}/act", form={"frame": str(frame), "code": codes[-1]}, headers=headers
    )
    player.wait_past(frame)
    expect(page.locator("#play-it")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text("has not been played")
    player.wait_for_turn()
    expect(page.locator("#try")).to_have_attribute("aria-pressed", "true")
    posts: list[str] = []
    page.on("request", lambda one: one.method == "POST" and posts.append(one.url))
    choices.first.click()
    expect(page.locator("#notice, #hint, #ask")).not_to_have_count(0)
    page.wait_for_timeout(300)
    assert not [url for url in posts if "/act" in url]


def test_news_that_come_while_the_page_is_busy_are_shown_afterwards(visit):
    mover, other = two(visit, "tahiti")
    page = mover.page
    waiting: list[Route] = []
    page.route("**/act*", lambda route: waiting.append(route))
    mover.spots().first.click()
    while not waiting:
        page.wait_for_timeout(20)
    answer = waiting[0].fetch()  # made before the other has a new name
    rename(other, "Moana")
    page.wait_for_timeout(400)
    waiting[0].fulfill(response=answer)
    expect(page.locator("#seats")).to_contain_text("Moana")


def test_a_refresh_is_in_nobodys_way(visit):
    """It may take long: what is clicked meanwhile is played."""
    mover, other = two(visit, "tahiti")
    page, frame = mover.page, mover.frame
    waiting: list[Route] = []
    page.route(f"**/view/{frame}*", lambda route: waiting.append(route))
    rename(other, "Moana")
    while not waiting:
        page.wait_for_timeout(20)
    mover.spots().first.click()
    mover.wait_past(frame)
    late = mover.frame
    waiting[0].continue_()
    expect(page.locator("#seats")).to_contain_text("Moana")
    assert mover.frame >= late


def test_what_is_open_in_the_chat_stays_when_a_line_comes(visit):
    host, friend = two(visit, "tahiti")
    for visitor in (host, friend):
        visitor.page.get_by_label("Say something").fill("Ahoy")
        visitor.page.get_by_role("button", name="Say", exact=True).click()
    lines = host.page.locator("#chat-lines li")
    expect(lines).to_have_count(2)
    menu = host.page.locator("#chat-lines details")
    menu.first.locator("summary").click()
    host.page.get_by_label("Say something").fill("Not yet said")
    lines.first.evaluate("(one) => getSelection().selectAllChildren(one)")
    selected = host.page.evaluate("() => getSelection().toString()")
    friend.page.get_by_label("Say something").fill("Again")
    friend.page.get_by_role("button", name="Say", exact=True).click()
    expect(lines).to_have_count(3)
    expect(menu.first).to_have_attribute("open", "")
    expect(menu.last).not_to_have_attribute("open", "")
    expect(host.page.get_by_label("Say something")).to_have_value("Not yet said")
    assert host.page.evaluate("() => getSelection().toString()") == selected


def test_what_is_open_in_the_lobby_stays_when_somebody_comes(visit):
    host, friend = visit(), visit()
    host.open_table("me", "friend", "friend")
    page = host.page
    page.get_by_role("button", name="Close the table").focus()
    output = page.locator("output").last
    output.evaluate("(one) => getSelection().selectAllChildren(one)")
    selected = page.evaluate("() => getSelection().toString()")
    friend.page.goto(page.locator("output").first.inner_text())
    friend.page.locator("input[name=name]").fill("Teva")
    friend.page.locator("input[name=name]").press("Enter")
    expect(page.locator("#lobby")).to_contain_text("Teva")
    assert page.evaluate("() => document.activeElement.textContent") == "Close the table"
    assert page.evaluate("() => getSelection().toString()") == selected


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
    refreshed(player, player)
    expect(earlier).to_have_count(0)


def test_the_front_page_names_what_is_picked_when_one_comes_back(visit):
    player: Visitor = visit()
    page = player.go("/")
    page.locator("input[name=game][value=borneo]").check(force=True)
    expect(page.locator("#play-now")).to_have_text("Play Borneo now")
    page.goto(player.site.url + "/rules/tahiti")
    page.go_back()
    picked = page.locator("input[name=game]:checked").get_attribute("data-play") or ""
    expect(page.locator("#play-now")).to_have_text(picked)
