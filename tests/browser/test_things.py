"""Every piece on the three tables has a name and an explanation, from one aid for each game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import proa
from browser.visitor import PHONE
from browser.whole_game import choosing, widest
from durations import slow_but
from proa import records
from proa.arena.matches import play_game
from proa.games import OURS
from proa.games.borabora.state import QUESTIONS
from proa.games.tahiti.state import PHASES

DUMB = """async () => {
  const { said, load } = await import(
    document.querySelector("script[type=module]").src.replace("proa.js", "things.js"));
  await load();
  const drawn = [...document.querySelectorAll(".stage use, .seats use, .facing use")];
  return drawn.filter((one) => one.getClientRects().length)
    .filter((one) => !one.closest(".sea, .land, .jetty, .sea-bed, .choice, button, [popover]"))
    .filter((one) => !one.closest("svg:has(> use[href='#bb-first']), .zoom"))
    .filter((one) => !said(one) && !said(one.parentElement) && !said(one.closest("svg")))
    .map((one) => one.getAttribute("href"));
}"""
"""The pieces without text; emblems stand on pieces that have some."""


@pytest.mark.parametrize(
    ("game", "locale"),
    slow_but(
        [("tahiti", "en"), ("borneo", "ru")],
        [(game, locale) for game in OURS for locale in ("en", "ru")],
    ),
)
def test_every_piece_says_what_it_is(visit, game, locale):
    record = play_game(proa.game(game), 4, 5, ["random"])
    player = visit(locale=locale, moves=False)
    replay = player.upload(record)
    steps = choosing(record)
    for share in (0.1, 0.5, 0.9):
        at, step = steps[int(len(steps) * share)]
        player.go_on(replay, at, step.seat)
        assert not set(player.page.evaluate(DUMB)), at


def test_a_piece_that_is_pointed_at_is_told_with_its_owner(visit):
    player = visit()
    player.open_table("me", "bot", "bot")
    player.page.locator(".island use").first.hover()
    expect(player.page.locator("#tip")).to_contain_text("Nothing can be placed here")
    player.page.locator(".seat.me > .mark").hover()
    expect(player.page.locator("#tip")).to_contain_text("Seat: you")


FOLLOWS = """() => void (window.follows = new Promise((told) => {
  for (const kind of ["click", "contextmenu"])
    addEventListener(kind, (event) => setTimeout(() => told(event.defaultPrevented)), true);
}))"""
"""Whether the page suppresses the events that a browser sends when a finger is lifted late."""


def test_a_long_press_tells_and_chooses_nothing(visit):
    player = visit(size=PHONE, touch=True)
    player.open_table("me", "bot", "bot")
    assert player.wait_for_turn()
    box, hot = player.spots().first.bounding_box(), player.page.locator(".choice.hot")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.page.evaluate(FOLLOWS)
    finger = player.page.context.new_cdp_session(player.page)
    finger.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(player.page.locator("#tip")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert player.page.evaluate("follows")
    expect(hot).to_have_count(0)
    player.page.touchscreen.tap(x, y)
    expect(hot).not_to_have_count(0)


def test_what_is_pressed_or_drawn_over_at_a_table_selects_no_words(visit):
    player = visit()
    player.open_table("me", "bot", "bot")
    assert player.wait_for_turn()
    for words in ("#dock h2", "#board text >> visible=true"):
        box = player.page.locator(words).first.bounding_box()
        player.page.mouse.move(box["x"], box["y"] + box["height"] / 2)
        player.page.mouse.down()
        player.page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=4)
        player.page.mouse.up()
        assert not player.page.evaluate("getSelection().toString()"), words


def test_the_aid_counts_how_far_one_is(visit):
    record = play_game(proa.game("borabora"), 4, 5, ["random"])
    steps = choosing(record)
    player = visit()
    at, step = steps[len(steps) // 2]
    player.go_on(player.upload(record), at, step.seat)
    player.page.locator("#aid-button").click()
    goals = player.page.locator("#aid .goals li")
    expect(goals).to_have_count(6)
    regions = player.page.locator(".seat.me [id^=regions-]").inner_text()
    expect(goals.nth(4)).to_contain_text(f"{regions} / 12")
    expect(player.page.locator("#aid .plain dt")).to_have_count(60)
    player.check()


@pytest.mark.parametrize("game", OURS)
def test_a_first_game_begins_with_the_aim_once(visit, game):
    player = visit(guide="on")
    player.open_table("me", "bot", "bot", game=game)
    expect(player.page.locator("#aim")).to_contain_text("Score the most points")
    player.page.get_by_role("button", name="To the table").click()
    player.page.reload()
    player.table.wait_for()
    expect(player.page.locator("#aid")).to_be_hidden()


def test_at_a_shared_screen_the_aim_comes_after_the_seat_is_chosen(visit):
    player = visit(guide="on")
    player.open_table("me", "here", "bot")
    page = player.page
    expect(page.locator(".veil")).to_be_visible()
    expect(page.locator("#aid")).to_be_hidden()
    page.locator(".veil button").first.click()
    expect(page.locator("#aim")).to_be_visible()


TOLD = """async () => {
  const { said, load } = await import(
    document.querySelector("script[type=module]").src.replace("proa.js", "things.js"));
  await load();
  const apart = ".sea, .land, .jetty, .sea-bed, .choice, button, [popover], .zoom";
  const found = [...document.querySelectorAll(".stage use, .seats .mark use, .facing use")]
    .filter((one) => one.getClientRects().length && !one.closest(apart))
    .map((one) => said(one) ?? said(one.parentElement) ?? said(one.closest("svg")));
  const lines = (area) => [...area.querySelectorAll("b, li")].map((one) => one.textContent);
  return {
    tips: [...new Set(found.filter(Boolean).flatMap(({ name, more }) => [name, more]))],
    areas: [...document.querySelectorAll("#named > [role=treeitem]")]
      .map((area) => lines(area).join(" ")),
  };
}"""
"""The names of pieces when pointed at, and the areas of the position by names."""

ALWAYS = {
    "tahiti": {"The island", "The disc: chest", "The disc: dollar", "hidden cash"},
    "borneo": {"Counts twice"},
    "borabora": {"Person space", "Ceremony spaces", "Fire Bonus"},
}
"""Names that exist in any position, describe how something is printed, or are the sign of a
question, which the dock puts into words."""


@pytest.mark.parametrize("game", slow_but(["tahiti"], ALWAYS))
def test_what_is_pointed_at_is_called_as_in_the_position_by_names(visit, game):
    """All words of the name, in one area; whose it is, is told there by name."""
    record = play_game(proa.game(game), 4, 5, ["random"])
    player, strange = visit(moves=False), set()
    replay = player.upload(record)
    steps = choosing(record)
    for share in (0.1, 0.5, 0.9):
        at, step = steps[int(len(steps) * share)]
        player.go_on(replay, at, step.seat)
        told = player.page.evaluate(TOLD)
        areas = [stems(area) for area in told["areas"]]
        for name in set(told["tips"]) - ALWAYS[game]:
            owned, _, rest = name.partition(": ")
            plain = rest if owned == "Seat" else owned if rest in whose(player) else name
            if plain not in whose(player) and not any(stems(plain) <= area for area in areas):
                strange.add(name)
    assert not strange, sorted(strange)


def whose(player) -> set[str]:
    """Return the names of owners."""
    return {"", "you", *player.page.locator(".seats .name").all_inner_texts()}


def stems(text: str) -> set[str]:
    """Return the words of a text, singular or plural."""
    words = re.findall(r"[\w-]+", text.lower())
    one = {"men": "man", "women": "woman", "dice": "die"}
    return {one.get(word, word.removesuffix("s")) for word in words}


def test_why_not_marks_squares_instead_of_listing_them(visit):
    record = play_game(proa.game("tahiti"), 4, 5, ["random"])
    at, seat = widest(record, lambda state: PHASES[state.phase])["square"]
    player = visit(moves=False)
    player.go_on(player.upload(record), at, seat)
    assert marked(player) >= 20
    assert "Place at" not in seen_in_why(player)


WHERE = {
    "borneo": [
        ("placement", "#rows-w [id^=track]"),
        ("mission", ".mission"),
        ("attack", "#hand .held"),
        ("defence", "#hand .held"),
        ("target", "#rows-w .merchant, #rows-w [id^=track]"),
    ],
    "borabora": [
        ("place a die", ".act"),
        ("expand", "#board .anchor"),
        ("person", "#folk li"),
        ("temple", ".niche"),
        ("build", ".unbuilts li"),
        ("jewelry", ".jewels li"),
        ("task", ".mat .tasks li"),
        ("men and women", ".mat .spaces li"),
    ],
}
"""The places of refused choices, by game and question."""


@pytest.mark.parametrize("name", list(WHERE))
def test_why_not_marks_what_the_reasons_are_about(visit, name):
    """On the very things; what they are called is not listed besides."""
    game = proa.game(name)
    record = play_game(game, game.players[1], 5, ["random"])
    asked = refusing(record)
    player = visit(moves=False)
    replay = player.upload(record)
    for kind, where in WHERE[name]:
        at, seat = asked[kind]
        player.go_on(replay, at, seat)
        assert marked(player) >= 1, kind
        on = player.page.evaluate(ON_WHICH, where)
        assert on, f"{kind}: a sign lies beside what it is about"
        player.check()
        player.page.keyboard.press("Escape")


ON_WHICH = """where => [...document.querySelectorAll(".on-place")].every((sign) => {
  const { left, top, width, height } = sign.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return [...document.querySelectorAll(where)].some((place) => {
    const at = place.getBoundingClientRect();
    return x >= at.left - 2 && x <= at.right + 30 && y >= at.top - 2 && y <= at.bottom + 2;
  });
})"""


def refusing(record) -> dict[str, tuple[int, int]]:
    """Return, for each question with several answers and a refusal, the step with most refusals and
    its seat."""
    found: dict[str, tuple[int, int, int]] = {}
    steps = [step for step in records.replay(record) if not step.opening and step.code]
    for at, step in enumerate(steps):
        position, game = step.before, step.before.game
        row = game.spec.questions.row(position.fields)
        many = len(game.spec.texts.refusals(game, position, step.seat)) if row else 0
        if many > found.get(row.code, (0,))[0] and len(game.codes(position)) > 1:
            found[row.code] = many, at, step.seat
    return {kind: (at, seat) for kind, (_, at, seat) in found.items()}


def marked(player) -> int:
    """Return how many signs lie on the table after opening "why not?"."""
    player.page.locator(".why-button").click()
    expect(player.page.locator(".on-place").first).to_be_visible()
    return player.page.locator(".on-place").count()


def seen_in_why(player) -> str:
    """Return what the sheet shows by name."""
    return " ".join(player.page.locator("#why .refused-one:not(.vh)").all_inner_texts())


def test_an_action_that_is_pointed_at_lights_what_it_reaches(visit):
    record = play_game(proa.game("borabora"), 4, 5, ["random"])
    kind = "place a die"
    at, seat = widest(record, lambda s: QUESTIONS[s.question[s.depth - 1].kind])[kind]
    player = visit()
    player.go_on(player.upload(record), at, seat)
    action = player.page.locator(".acts [data-lights]:visible").first
    wanted = set(action.get_attribute("data-lights").split())
    action.hover()
    lit = player.page.locator(".reached").evaluate_all("(all) => all.map((one) => one.id)")
    assert wanted == set(lit)
