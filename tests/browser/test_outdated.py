"""News that arrive while the page is busy, holds a turn or shows a trial: nothing is lost, and
nothing is played unintentionally."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from browser.elsewhere import first_code, play, rename, two
from browser.visitor import Visitor

LOST = "What you were about to play has not been played."


def posts_of(page: Page) -> list[str]:
    """Return a list that fills with the page's posts from now on."""
    posts: list[str] = []
    page.on("request", lambda one: "/act" in one.url and posts.append(one.url))
    return posts


def wait_for_one(page: Page, routes: list[Route]) -> Route:
    """Wait until a request is held back."""
    while not routes:
        page.wait_for_timeout(20)
    return routes[0]


def test_a_turn_that_is_held_goes_when_another_device_has_played(visit):
    """The page shows the game as it is, says so, and posts nothing."""
    mover, _ = two(visit, "tahiti", hold="step")
    page, frame, code = mover.page, mover.frame, first_code(mover)
    posts = posts_of(page)
    mover.spots().last.click()
    page.locator("#end-now").wait_for()
    play(mover, code, frame)
    mover.wait_past(frame)
    expect(page.locator("#end-now")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text(LOST)
    assert not posts


def test_a_trial_is_left_when_another_device_has_played(visit):
    """And what is clicked next is still only tried."""
    player: Visitor = visit()
    player.open_table("me", "bot", "bot", game="borneo")
    player.wait_for_turn()
    page, frame = player.page, player.frame
    code = first_code(player)
    posts = posts_of(page)
    choices = page.locator('#choices-dock button[form="act"]:enabled:visible')
    page.locator("#try").click()
    choices.last.click()
    expect(page.locator("#play-it")).to_be_visible()
    play(player, code, frame)
    player.wait_past(frame)
    expect(page.locator("#play-it")).to_have_count(0)
    expect(page.locator("#notice")).to_contain_text(LOST)
    player.wait_for_turn()
    expect(page.locator("#try")).to_have_attribute("aria-pressed", "true")
    with page.expect_request("**/try*"):
        choices.first.click()
    assert not posts


def test_a_change_that_comes_while_the_page_is_busy_is_shown_afterwards(visit):
    mover, other = two(visit, "tahiti")
    page = mover.page
    held: list[Route] = []
    page.route("**/act*", lambda route: held.append(route))
    mover.spots().first.click()
    answer = wait_for_one(page, held).fetch()  # made before the other has a new name
    rename(other, "Moana")
    page.wait_for_timeout(400)  # the news come meanwhile
    held[0].fulfill(response=answer)
    expect(page.locator("#seats")).to_contain_text("Moana")


def test_a_refresh_is_in_nobodys_way(visit):
    """However long it takes, a click is played meanwhile."""
    mover, other = two(visit, "tahiti")
    page, frame = mover.page, mover.frame
    held: list[Route] = []
    page.route(f"**/view/{frame}*", lambda route: held.append(route))
    rename(other, "Moana")
    wait_for_one(page, held)
    mover.spots().first.click()
    mover.wait_past(frame)
    held[0].continue_()
    expect(page.locator("#seats")).to_contain_text("Moana")
    assert mover.frame > frame
