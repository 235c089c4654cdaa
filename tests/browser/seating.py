"""Sitting down at a table."""

from __future__ import annotations

from browser.visitor import Visitor


def sit_down(host: Visitor, friend: Visitor, *bots: str, **form: str) -> None:
    """Seat both at one table, by default the small edition of Tahiti, and begin the game."""
    host.open_table("me", "friend", *bots, **(form or {"edition": "small"}))
    friend.page.goto(host.page.locator("output").first.inner_text())
    friend.page.locator("input[name=name]").fill("Teva")
    friend.page.locator("input[name=name]").press("Enter")
    for visitor in (host, friend):
        visitor.table.wait_for()


def is_asked(visitor: Visitor) -> bool:
    """Return whether a visitor, who sees the newest frame, is to decide."""
    return visitor.table.get_attribute("data-mine") is not None
