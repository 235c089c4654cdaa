"""Nothing jumps: while a game is played, the parts of its table keep their places."""

from __future__ import annotations

import random
from itertools import product

import pytest

from browser.visitor import BIG, PHONE, Visitor
from durations import slow_but
from proa.games import GAMES

WATCH_PLACES = """
const boxes = (one) => ["left", "top", "right", "bottom"].map(
  (side) => Math.round(one.getBoundingClientRect()[side]));
window.places = new Map();
(function look() {
  const seen = [...document.querySelectorAll("#main, #dock, .side, .seat, #undo-button")];
  const page = document.documentElement;
  const now = [["page", [page.scrollWidth, page.scrollHeight]]];
  for (const one of seen) now.push([one.id || one.className.split(" ")[0], boxes(one)]);
  const asked = document.querySelector("#table #ask")?.textContent.trim();
  if (asked) window.places.set(JSON.stringify(now), asked);
  requestAnimationFrame(look);
})();
"""
"""Notes all places that the parts ever have, each with the question at that time."""

CHOICES = "#table [form=act][value]:not([value='']):is(.spot, #choices-dock *, #final *):visible"
SEATS = {"tahiti": 4, "borneo": 3, "borabora": 2}


def choose(visitor: Visitor, chance: random.Random) -> None:
    """Take a choice that is shown; by touch it is shown first in the final button."""
    button = chance.choice(visitor.page.locator(CHOICES).all())
    code = button.get_attribute("value")
    if not visitor.touch:
        button.click()
        return
    frame = visitor.frame
    button.tap()
    final = visitor.page.locator(f'#table[data-frame="{frame}"] #final .go[value="{code}"]')
    if not button.evaluate("(one) => one.matches('#final *')") and final.count():
        final.tap()


@pytest.mark.parametrize(
    ("game", "size", "locale", "form"),
    [
        ("tahiti", BIG, "en", {"edition": "small"}),
        ("tahiti", PHONE, "ru", {"edition": "small"}),
        *[
            pytest.param(game, size, locale, {}, marks=pytest.mark.slow)
            for game, size, locale in product(SEATS, (BIG, PHONE), ("en", "ru"))
        ],
    ],
)
def test_nothing_jumps_in_a_whole_game(visit, game, size, locale, form):
    visitor = visit(size=size, locale=locale, touch=size == PHONE, pace="fast", moves=False)
    visitor.page.add_init_script(WATCH_PLACES)
    bots = 1 if form else SEATS[game] - 1
    visitor.open_table("me", *["bot"] * bots, game=game, **form)
    chance = random.Random(1)
    places: dict[str, str] = {}
    while visitor.wait_for_turn():
        frame = visitor.frame
        choose(visitor, chance)
        places = visitor.page.evaluate("() => Object.fromEntries(window.places)") or places
        visitor.wait_past(frame)
    assert len(places) == 1, "\n".join(f"{asked}: {at}" for at, asked in places.items())
