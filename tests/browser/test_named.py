"""The position by names alone, as for people who don't see the board: the position, the question,
choices; a whole game of Tahiti, and parts of the others from their beginning to their end."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import PHONE, Visitor
from browser.whole_game import is_on

TREE = '[role="tree"]'
DECIDES = "#dock :is(#ask, .go, input:checked, button[form=act])"


def told(visitor: Visitor) -> list[str]:
    """Return the position from its first name to its last, by arrow keys."""
    page = visitor.page
    page.keyboard.press("n")
    assert is_on(visitor, TREE)
    page.keyboard.press("Home")
    active = """() => {
      const tree = document.activeElement;
      const item = document.getElementById(tree.getAttribute("aria-activedescendant"));
      return [item.id, (item.querySelector("b") ?? item).textContent];
    }"""
    heard = [page.evaluate(active)]
    while True:
        page.keyboard.press("ArrowDown")
        now = page.evaluate(active)
        if now[0] == heard[-1][0]:
            return [text for _, text in heard]
        heard.append(now)


ASIDE = ("Undo", "Redo", "Only try", "Why can't I …?", "Less", "More", "−", "+")
ABLE = """(buttons, aside) => buttons.map((button, n) => [button, n])
  .filter(([button]) => !button.disabled && button.getAttribute("form") === "act")
  .filter(([button]) => button.checkVisibility({ visibilityProperty: true }))
  .filter(([button]) =>
    !aside.includes((button.getAttribute("aria-label") || button.innerText).trim()))
  .map(([, n]) => n)"""


def named_choices(visitor: Visitor) -> list[Locator]:
    """Return the possible choices, by the buttons of the decision."""
    buttons = visitor.page.get_by_role("region", name="Decision").get_by_role("button")
    return [buttons.nth(n) for n in buttons.evaluate_all(ABLE, ASIDE)]


def play_by_names(visitor: Visitor, chance: random.Random, most: int) -> int:
    """Play to the end, or ``most`` choices; return how many."""
    for turn in range(most):
        if not visitor.wait_for_turn():
            return turn
        frame = visitor.frame
        choices = named_choices(visitor)
        assert choices, visitor.page.locator("#ask").inner_text()
        visitor.page.keyboard.press("d")
        assert is_on(visitor, DECIDES)
        chance.choice(choices).focus()
        visitor.page.keyboard.press("Enter")
        visitor.wait_past(frame)
    return most


@pytest.mark.parametrize(
    ("game", "form", "stretch", "unseen"),
    [
        ("tahiti", {"edition": "small"}, 10, 0),
        pytest.param("borneo", {}, 6, 10, marks=pytest.mark.slow),
        pytest.param("borabora", {}, 6, 10, marks=pytest.mark.slow),
    ],
    ids=["tahiti", "borneo", "borabora"],
)
def test_games_by_names_alone(visit, game, form, stretch, unseen):
    """Between stretches some turns are taken unseen."""
    visitor: Visitor = visit(size=PHONE, moves=False)
    seats = ("me", "bot", "bot") if game == "borneo" else ("me", "bot")
    path = visitor.open_table(*seats, game=game, **form)
    page, chance, turns = visitor.page, random.Random(1), 0
    while visitor.wait_for_turn():
        heard = told(visitor)
        assert len(heard) > 8
        assert all(heard)
        expect(page.get_by_role("heading", level=2).first).not_to_be_empty()
        if turns == stretch:
            visitor.check()
        turns += play_by_names(visitor, chance, stretch)
        if unseen:
            page.goto("about:blank")
            visitor.play_unseen(path, unseen, chance.choice)
            visitor.go(f"{path}?board=1")
    assert turns > 3
    visitor.go(f"{path}?board=1")
    page.get_by_role("link", name="Score sheet").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Score sheet").wait_for()


def test_one_stays_where_one_reads_when_a_frame_comes(visit):
    visitor = visit()
    visitor.open_table("me", "bot", "bot", "bot")
    visitor.wait_for_turn()
    page = visitor.page
    page.keyboard.press("n")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    tree = page.get_by_role("tree", name="The position")
    expect(tree).to_have_attribute("aria-activedescendant", "named-2-1")
    expect(page.locator("#named-2-1")).to_be_in_viewport()  # who sees has it before them, too
    visitor.check()
    frame = visitor.frame
    page.evaluate("() => document.querySelector('.spot').click()")
    visitor.wait_past(frame)
    assert is_on(visitor, TREE)
    expect(tree).to_have_attribute("aria-activedescendant", "named-2-1")
    page.keyboard.press("ArrowLeft")
    expect(tree).to_have_attribute("aria-activedescendant", "named-2")
