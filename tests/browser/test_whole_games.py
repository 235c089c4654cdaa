"""Whole games to the score sheet: by mouse, by keyboard alone, by touch on a phone."""

from __future__ import annotations

from browser.visitor import PHONE, Visitor
from browser.ways_to_play import by_mouse, by_touch


def by_keys(player: Visitor) -> None:
    """Take one decision with keys: B and Enter on the board, Tab to the final button else."""
    keyboard = player.page.keyboard
    if player.spots().count():
        keyboard.press("b")
        keyboard.press("ArrowRight")
        assert "spot" in player.page.evaluate("() => document.activeElement.className")
        keyboard.press("Enter")
        return
    keyboard.press("d")
    while player.go_button().is_enabled() and not focused_in(player, "#final"):
        keyboard.press("Tab")
    keyboard.press("Enter")


def focused_in(player: Visitor, selector: str) -> bool:
    """Return whether the focus is inside an element."""
    asked = "(selector) => document.activeElement.closest(selector) !== null"
    return player.page.evaluate(asked, selector)


def play(player: Visitor, decide, most: int = 200) -> None:
    """Play to the end."""
    for _ in range(most):
        if not player.wait_for_turn():
            return
        frame = player.frame
        decide(player)
        player.wait_past(frame)
    raise AssertionError("the game does not end")


def test_by_mouse(visit):
    """The standard game, from the front page's one button to the score sheet."""
    player = visit(painted=False)
    page = player.go("/")
    page.get_by_role("button", name="Play Tahiti now").click()
    player.table.wait_for()
    play(player, by_mouse)
    page.get_by_role("heading", name="Score sheet").wait_for()
    totals = [int(t) for t in page.locator(".sheet summary .t").all_inner_texts()]
    assert len(totals) == 4
    assert totals == sorted(totals, reverse=True)
    for seat in range(4):
        sources = page.locator(".sheet > details").nth(seat).locator(".source .num")
        assert sum(map(int, sources.all_text_contents())) == totals[seat]


def test_by_keyboard_alone(visit):
    player = visit()
    player.open_table("me", "bot", edition="small")
    play(player, by_keys)
    player.page.get_by_role("heading", name="Score sheet").wait_for()


def test_on_a_phone_by_touch(visit):
    player = visit(size=PHONE, touch=True)
    player.open_table("me", "bot", edition="small")
    play(player, by_touch)
    player.page.get_by_role("heading", name="Score sheet").wait_for()
