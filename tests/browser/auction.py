"""A table of Tahiti at an auction."""

from __future__ import annotations

from playwright.sync_api import Locator

from browser.visitor import Visitor
from browser.ways_to_play import by_mouse, by_touch


def auction(host: Visitor, friend: Visitor) -> tuple[Visitor, Visitor]:
    """Play on until an auction begins; return the speaker and the other."""
    both = (host, friend)
    while True:
        for visitor in both:
            visitor.catch_up()
        mover = next(visitor for visitor in both if visitor.page.locator("[data-mine]").count())
        if mover.offers("pass").count():
            return mover, host if mover is friend else friend
        frame = mover.frame
        (by_touch if mover.touch else by_mouse)(mover)
        mover.wait_past(frame)


def open_premoves(visitor: Visitor) -> Locator:
    """Open the panel of premoves; return it."""
    panel = visitor.page.locator("#beforehand")
    if not panel.is_visible():
        visitor.page.locator("#stand-button").click()
    return panel
