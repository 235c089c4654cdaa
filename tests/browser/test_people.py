"""People at a table: one screen for two, leaving and returning, abandoned seats."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.visitor import Visitor


def cards_shown(visitor: Visitor) -> int:
    """Return how many hands of the toy game the page shows."""
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


def is_veiled(page: Page) -> bool:
    """Return whether the page asks who is at the screen, and then shows no cards."""
    expect(page.locator("#table")).to_be_attached()
    veiled = page.locator("#veil-title").count() == 1
    cards = page.locator(".hand .held, #fit li:has-text('Hand:')").count()
    whose = page.locator(".seat.me .name").all_inner_texts()
    assert veiled is not bool(cards), (veiled, cards)
    assert veiled is not bool(whose), (veiled, whose)
    return veiled


def says(page: Page, name: str) -> str:
    """Say at the veil who is at the screen; return the address of their page."""
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator(".seat.me .name")).to_have_text(name)
    assert not is_veiled(page)
    return page.url


def test_no_way_back_leads_to_the_cards_of_who_had_the_screen(visit):
    visitor = visit()
    page = visitor.page
    table = visitor.site.url + visitor.open_table("me", "here", "bot", game="borneo", name1="Teva")
    assert is_veiled(page)
    first = page.locator(".veil .go").inner_text().removeprefix("I am ")
    second = {"Hina": "Teva", "Teva": "Hina"}[first]
    theirs = says(page, first)
    for _ in range(40):
        page.locator("#table[data-mine], [form='hand-over']").first.wait_for()
        if page.locator("[form=hand-over]").count():
            break
        frame = visitor.frame
        page.locator('button[form="act"]:visible, .spot:visible').first.click()
        visitor.wait_past(frame)
    page.get_by_role("button", name=f"Hand over to {second}").click()
    expect(page.locator("#veil-title")).to_be_visible()
    assert is_veiled(page)
    own = says(page, second)
    for go in (page.go_back, page.go_back, page.reload, page.go_forward, page.go_forward):
        go()
        assert is_veiled(page), (go, page.url)
    for address in (table, theirs, own):
        visitor.go(address.removeprefix(visitor.site.url))
        assert is_veiled(page), address
    says(page, second)
    duplicate = page.context.new_page()
    duplicate.goto(theirs)
    assert is_veiled(duplicate)
    assert not is_veiled(page)


def test_whoever_comes_back_from_the_settings_has_the_screen_still(visit):
    visitor = visit()
    page = visitor.page
    visitor.open_table("me", "here", "bot", game="toy", name1="Teva")
    own = says(page, "Teva")
    for come_back in ("button", "link"):
        page.get_by_role("link", name="Settings").click()
        page.get_by_role(come_back, name="Save" if come_back == "button" else "Back").click()
        page.wait_for_url(own)
        assert not is_veiled(page)
        expect(page.locator(".seat.me .name")).to_have_text("Teva")


def test_at_one_screen_one_tab_at_a_time_shows_a_hand(visit):
    visitor = visit()
    page = visitor.page
    path = visitor.open_table("me", "here", "bot", game="toy", name1="Teva")
    first = page.locator(".veil .go").inner_text().removeprefix("I am ")
    second = {"Hina": "Teva", "Teva": "Hina"}[first]
    theirs = says(page, first)
    code = visitor.offers("draw").get_attribute("value")
    body = {"frame": str(visitor.frame), "code": code}
    tab = page.context.new_page()
    tab.goto(visitor.site.url + path)
    assert is_veiled(tab)
    expect(page.locator(".veil")).to_be_visible()  # whoever asks who is there takes it from them
    assert is_veiled(page)
    own = says(tab, second)
    assert is_veiled(page)
    seat = theirs[-1]
    headers = {"Origin": visitor.site.url, "HX-Request": "true"}
    answer = page.request.post(
        f"{visitor.site.url}{path}/act?seat={seat}", form=body, headers=headers
    )
    assert "The screen was handed on" in answer.text()
    assert "Hand:" not in answer.text()
    says(page, first)
    expect(tab.locator(".veil")).to_be_visible()
    assert is_veiled(tab)
    tab.goto(own)
    assert is_veiled(tab)
    assert not is_veiled(page)
    frame = visitor.frame
    visitor.offers("draw").click()
    visitor.wait_past(frame)


def test_a_page_that_the_browser_keeps_is_empty(visit):
    """Shown again after Back, it has nothing left until the server has answered."""
    visitor = visit()
    page = visitor.page
    visitor.open_table("me", "here", "bot", game="toy", name1="Teva")
    says(page, "Hina")
    page.route("**/table/**", lambda route: None)
    page.evaluate(
        """() => ["pagehide", "pageshow"].forEach((what) =>
          dispatchEvent(new PageTransitionEvent(what, { persisted: true })))"""
    )
    assert page.locator("body > *").count() == 0


def test_whoever_leaves_looks_on_while_a_bot_plays(visit):
    visitor = visit()
    visitor.open_table("me", "bot", edition="small")
    visitor.page.locator('[popovertarget="menu"]').first.click()
    visitor.page.get_by_text("Leave the game").click()
    visitor.page.get_by_role("button", name="Leave", exact=True).click()
    visitor.page.wait_for_url("**/watch/**")
    expect(visitor.page.locator("#table[data-mine]")).to_have_count(0)
    visitor.page.locator("#table[data-over], body.end").wait_for()  # bots decide at once
