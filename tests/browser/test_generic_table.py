"""A game without its own board: the toy, played in words and by buttons."""

from __future__ import annotations

from itertools import cycle

from playwright.sync_api import expect

from browser.seating import sit_down
from browser.visitor import PHONE, Visitor


def play_turn(player: Visitor, other: Visitor, *, drawing: bool) -> bool:
    """Take a turn: draw, or choose a card and lay it. Return False if the game is over."""
    if not player.wait_for_turn():
        return False
    before, cards = player.frame, hand(player)
    assert not player.scrolls()
    if drawing and player.offers("draw").count():
        player.offers("draw").click()
        player.wait_past(before)
        expect(player.page.locator("#log")).to_contain_text("comes to hand")
        assert "comes to hand" not in own_news(other, player)
        return True
    choices = player.page.locator('#dock button[form="act"][value^="choose:"]')
    choices.first.click()
    player.wait_past(before)
    expect(player.page.locator("#fit li", has_text="Chosen:")).to_have_count(1)
    expect(other.page.locator("#fit li", has_text="Chosen:")).to_have_count(0)
    player.page.get_by_role("button", name="Undo").click()
    expect(player.page.locator("#fit li", has_text="Chosen:")).to_have_count(0)
    assert hand(player) == cards
    chosen = player.frame
    choices.first.click()
    player.wait_past(chosen)
    laying = player.frame
    player.offers("lay").click()
    player.wait_past(laying)
    return True


def hand(player: Visitor) -> str:
    """Return the one hand that a player sees: their own."""
    line = player.page.locator("#fit li", has_text="Hand:")
    expect(line).to_have_count(1)
    return line.inner_text()


def own_news(reader: Visitor, mover: Visitor) -> str:
    """Return what a reader sees of the mover in the log."""
    name = mover.page.locator(".seat.me .name").inner_text()
    lines = reader.page.locator("#log-lines li:not(:has(li))").all_text_contents()
    return "\n".join(line for line in lines if name in line)


def test_a_whole_game_by_buttons(visit):
    host, friend = visit(), visit(size=PHONE, touch=True)
    sit_down(host, friend, "bot", game="toy")
    host.wait_for_turn()
    host.check()
    for turn, (player, other) in enumerate(cycle([(host, friend), (friend, host)])):
        if not play_turn(player, other, drawing=turn < 4):
            break
    assert turn == 8
    host.page.get_by_role("heading", name="Score sheet").wait_for()
    host.check()
    host.page.get_by_role("link", name="Replay").click()
    host.page.wait_for_url("**/replay*")
    host.check()
    host.page.keyboard.press("Home")
    expect(host.page.locator("#replay-step")).to_have_attribute("data-at", "0")
