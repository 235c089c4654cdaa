"""Answers that wait until all may see them."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor
from browser.ways_to_play import by_mouse


def until_an_answer_waits(player: Visitor) -> int:
    """Play until others don't see an answer yet; the frame at which it was given."""
    hint, frame = player.page.locator("#hint"), -1
    while "You have answered" not in (hint.text_content() if hint.count() else ""):
        assert player.wait_for_turn()
        assert frame != player.frame, "nothing waits and nothing happens"
        frame = player.frame
        by_mouse(player)
        moved = player.page.locator(f"#table:not([data-frame='{frame}']), #unsay")
        expect(moved).not_to_have_count(0)
    return frame
