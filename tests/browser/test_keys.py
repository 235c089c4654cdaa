"""Shortcuts of a single key: by their place on other layouts, and turned off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

PRESS = """([key, code]) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


@pytest.mark.parametrize("key", ["l", "L", "д", "Д"])
def test_a_letter_counts_by_its_place_where_a_layout_is_not_latin(visit, key):
    player = visit()
    player.open_table("me", "bot", "bot")
    player.page.evaluate(PRESS, [key, "KeyL"])
    expect(player.page.locator("#log-lines")).to_be_focused()


def test_a_latin_letter_counts_by_itself(visit):
    player = visit()
    player.open_table("me", "bot", "bot")
    player.page.evaluate(PRESS, ["l", "KeyP"])  # as Dvorak has it
    expect(player.page.locator("#log-lines")).to_be_focused()


def test_single_keys_can_be_turned_off(visit):
    player = visit(keys="off")
    player.open_table("me", "bot", "bot")
    for key in ("l", "?", "d"):
        player.page.evaluate(PRESS, [key, f"Key{key.upper()}"])
    expect(player.page.locator("body")).to_be_focused()
    expect(player.page.locator("#keys")).to_be_hidden()
