"""Forms keep what was filled in, and say so; dates are written in their reader's form."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.visitor import Visitor

Visit = Callable[..., Visitor]


def pick(page: Page, name: str, value: str) -> None:
    """Select a radio button by mouse."""
    page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


def picked(page: Page, name: str) -> str:
    """Return the selected value of a group."""
    return page.locator(f'input[name="{name}"]:checked').get_attribute("value") or ""


def test_after_back_the_front_page_plays_what_it_says(visit: Visit):
    visitor = visit()
    page = visitor.go("/")
    pick(page, "game", "borneo")
    pick(page, "level", "master")
    page.get_by_role("link", name="Rules").first.click()
    page.wait_for_url("**/rules/**")
    for come_back in (page.go_back, page.reload):
        come_back()
        expect(page.locator("#play-now")).to_have_text("Play Borneo now")
        assert picked(page, "game") == "borneo"
        assert picked(page, "level") == "master"
        expect(page.get_by_role("link", name="Invite friends")).to_have_attribute(
            "href", f"{visitor.site.url}/new?game=borneo&with=friend"
        )


def test_a_new_table_keeps_what_was_filled_in(visit: Visit):
    visitor = visit()
    page = visitor.go("/new?game=tahiti")
    pick(page, "who1", "friend")
    pick(page, "level2", "keen")
    pick(page, "who3", "")
    page.locator("select[name=pace]").select_option("86400")
    page.locator("input[name=watchers_chat]").check(force=True)
    page.locator("input[name=name2]").fill("Rua")
    page.locator("input[name=title]").fill("Papeete")

    def check(game: str, others: str) -> None:
        expect(page.locator("#summary")).to_have_text(f"{game}: you, {others}")
        assert [picked(page, name) for name in ("who1", "who2", "who3")] == ["friend", "bot", ""]
        assert picked(page, "level2") == "keen"
        expect(page.locator("select[name=pace]")).to_have_value("86400")
        expect(page.locator("input[name=watchers_chat]")).to_be_checked()
        expect(page.locator("input[name=name2]")).to_have_value("Rua")
        expect(page.locator("input[name=title]")).to_have_value("Papeete")

    page.get_by_role("link", name="Borneo").first.click()
    page.wait_for_url("**/new?game=borneo")
    check("Borneo", "1 bot and 1 friend")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/new?game=borneo")
    check("Borneo", "1 bot and 1 friend")
    page.get_by_role("link", name="Rules").first.click()
    page.wait_for_url("**/rules/**")
    page.go_back()
    check("Borneo", "1 bot and 1 friend")
    visitor.go("/")
    visitor.page.locator("[data-new]").last.click()  # a new beginning: two at one screen
    expect(page.locator("#summary")).to_have_text("Tahiti: you, 2 bots and 1 more on this screen")


def test_a_new_table_begins_with_the_settings_of_the_last_one(visit: Visit):
    """Of the same game, with friends or here apart; a table's name is not kept."""
    visitor = visit()
    page = visitor.go("/new?game=tahiti")
    page.locator("select[name=pace]").select_option("1200+10")
    page.locator("select[name=order]").select_option("2")
    pick(page, "forfeits", "1")
    pick(page, "who3", "")
    page.locator("input[name=no_undo]").check(force=True)
    page.locator("input[name=title]").fill("Papeete")
    page.get_by_role("button", name="Open the table").click()
    visitor.table.wait_for()
    expect(page.locator("#undo-button")).to_have_count(0)
    visitor.go("/")
    visitor.go("/new?game=tahiti")
    expect(page.locator("select[name=pace]")).to_have_value("1200+10")
    expect(page.locator("select[name=order]")).to_have_value("2")
    assert picked(page, "forfeits") == "1"
    assert picked(page, "who3") == ""
    expect(page.locator("input[name=no_undo]")).to_be_checked()
    expect(page.locator("input[name=title]")).to_have_value("")
    visitor.go("/new?game=tahiti&with=here")
    assert [picked(page, name) for name in ("who1", "who3")] == ["here", "bot"]
    expect(page.locator("select[name=pace]")).to_have_value("")
    visitor.go("/new?game=borneo")
    expect(page.locator("select[name=pace]")).to_have_value("")


@pytest.mark.parametrize(
    ("languages", "moment", "day"),
    [
        (["en-GB"], r"\w{3},? \d\d:\d\d", r"\d+ \w+"),
        (["en-US"], r"\w{3},? \d\d:\d\d\s[AP]M", r"\w+ \d+"),
        (["en", "de-DE"], r"\w{3},? \d\d:\d\d", r"\d+ \w+"),
        (["en-US@posix", "en-AU"], r"\w{3},? \d\d:\d\d\s[ap]m", r"\d+ \w+"),
    ],
)
def test_dates_are_written_as_in_the_readers_region(visit: Visit, languages, moment, day):
    visitor = visit()
    visitor.page.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{ get: () => {languages} }})"
    )
    visitor.open_table("me", "bot", "bot", game="toy", pace="86400")
    expect(visitor.page.locator("#clock")).to_have_text(re.compile(f"^{moment}$"))
    expect(visitor.go("/").locator("time").first).to_have_text(re.compile(f"^{day}$"))
