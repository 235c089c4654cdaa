"""Nothing jumps: while a game is played, the parts of its table keep their places."""

from __future__ import annotations

import random
from itertools import product

import pytest

from browser.visitor import BIG, PHONE

WATCH_PLACES = """
const boxes = (one) => ["left", "top", "right", "bottom"].map(
  (side) => Math.round(one.getBoundingClientRect()[side]));
window.places = new Map();
const look = () => {
  const seen = [...document.querySelectorAll("#main, #dock, .side, .seat, #undo-button")];
  const page = document.documentElement;
  const now = [["page", [page.scrollWidth, page.scrollHeight]]];
  for (const one of seen) now.push([one.id || one.className.split(" ")[0], boxes(one)]);
  const asked = document.querySelector("#table #ask")?.textContent.trim();
  if (asked) window.places.set(JSON.stringify(now), asked);
  requestAnimationFrame(look);
};
addEventListener("DOMContentLoaded", look);
"""
"""Notes all places that the parts ever have, each with the question at that time."""

CHOOSE = """async (n) => {
  const all = document.querySelectorAll(
    "#table button[form=act]:not([value='']):is(.spot, #choices-dock *, #final *)");
  const shown = [...all].filter((one) => one.getClientRects().length && !one.disabled);
  const chosen = shown[n % shown.length];
  const { value } = chosen;
  chosen.click();
  await new Promise(requestAnimationFrame);
  const final = document.querySelector("#final .go");
  if (document.body.dataset.confirm === "always" && final?.value === value) final.click();
}"""
"""Takes one of the choices; where it is to be confirmed, the final button shows it first."""

HOW = {BIG: "never", PHONE: "always"}
SEATS = {"tahiti": 4, "borneo": 3, "borabora": 2}


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
    visitor = visit(size=size, locale=locale, confirm=HOW[size], pace="fast", moves=False)
    visitor.page.add_init_script(WATCH_PLACES)
    bots = 1 if form else SEATS[game] - 1
    visitor.open_table("me", *["bot"] * bots, game=game, **form)
    chance = random.Random(1)
    places: dict[str, str] = {}
    while visitor.wait_for_turn():
        frame = visitor.frame
        visitor.page.evaluate(CHOOSE, chance.randrange(10_000))
        places = visitor.page.evaluate("() => Object.fromEntries(window.places)") or places
        visitor.wait_past(frame)
    assert len(places) == 1, "\n".join(f"{asked}: {at}" for at, asked in places.items())
