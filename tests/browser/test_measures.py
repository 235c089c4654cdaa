"""The layout in every window: at each kind of decision of a seeded game nothing covers a control,
targets are as large as a finger, and the board takes the room."""

from __future__ import annotations

import random

import pytest

import proa
from browser.visitor import BIG, MIDDLE, PHONE, Visitor
from browser.whole_game import choosing, widest
from durations import slow_but
from games.conformance import walk
from proa import records
from proa.arena.matches import play_game
from proa.games.borabora.state import QUESTIONS
from proa.games.borneo.state import PHASES as BORNEO
from proa.games.tahiti.state import PHASES as TAHITI

UPRIGHT, SIDEWAYS = (768, 1024), (812, 375)
SIZES = (BIG, MIDDLE, UPRIGHT, SIDEWAYS, PHONE)
KINDS = {
    "tahiti": lambda state: TAHITI[state.phase],
    "borneo": lambda state: BORNEO[state.phase],
    "borabora": lambda state: QUESTIONS[state.question[state.depth - 1].kind],
}
LONG = (
    "Moana берёт 4 за 15 долларов, их получает Manu. Moana идёт с B на F. Moana берёт чёрную "
    "жемчужину и оставляет лодку ждать."
)
"""The longest text about the actions of others."""

AIM_READ = "localStorage.setItem('proa-notes', JSON.stringify(['%s-aim']))"
"""Marks the first note of a game as read."""

TOOLS = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && one.getClientRects().length && !one.closest(".vh");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const box = (one) => one.getBoundingClientRect();
  // What is seen of a box: no more than of the areas that it scrolls in.
  const part = (one) => {
    let { left, top, right, bottom } = box(one);
    for (let on = one.parentElement; on; on = on.parentElement) {
      if (getComputedStyle(on).overflowY === "visible") continue;
      const edge = box(on);
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const name = (one) => `${one.tagName} ${one.id || one.getAttribute("class") || ""} ${
    (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}`;
  // How deep two boxes lie over each other, in pixels; 0 for not at all.
  const overlap = (a, b) => Math.max(0, Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)));
  window.measure = { all, box, part, name, overlap };
}"""

PLAYED_WITH = (
    'button[form="act"], .can, .way, .step, .reach, .held, .card-choice, .islands, .ask, .stepper, '
    ".duelist, .outlook, .pair, .yacht, .harbor-sign, .laid, .seat"
)

COVERED = """([cover, played, words]) => {
  const { all, part, name, overlap } = measure;
  const caption = document.querySelector("#caption");
  if (words) caption.querySelector("p").textContent = words;
  caption.removeAttribute("hidden");
  caption.style.transition = "none";
  const found = all(cover).flatMap((one) => all(played)
    .filter((other) => !one.contains(other) && overlap(part(one), part(other)) > 1)
    .map((other) => `${name(one)} covers ${name(other)}`));
  caption.setAttribute("hidden", "");
  return found;
}"""

SMALL = """() => {
  const { all, box, name } = measure;
  const size = (one) => Math.min(box(one).width, box(one).height);
  const largest = {};
  for (const one of all('button[form="act"]'))
    largest[one.value] = Math.max(largest[one.value] ?? 0, size(one));
  return all("button, a, summary, select, .die-pick, .tabs label, input[type=number]")
    .filter((one) => !one.closest("p, .log li, .skip, .stepper input") && !one.disabled)
    .filter((one) => !one.matches(".textlink, .skip, .stepper input"))
    .filter((one) => (one.form?.id === "act" && one.value ? largest[one.value] : size(one)) < 43.5)
    .map((one) => `${name(one)}: ${Math.round(box(one).width)} x ${Math.round(box(one).height)}`);
}"""
"""A choice that is small on the board must be large in the dock; links within sentences are as high
as these."""

BROKEN = """() => {
  const found = [];
  const { all } = measure;
  for (const part of all(".bo-scene, .dock, .seats, .caption, .note, .rail, .market, .mine")) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const on = text.parentElement;
      if (on.closest("svg, .vh, [hidden], [popover]:not(:popover-open)")) continue;
      if (!on.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      for (const word of text.data.matchAll(/[\\p{L}\\d]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
        if (lines.size > 1) found.push(`${word[0]} in ${measure.name(on)}`);
      }
    }
  }
  return found;
}"""
"""Words that continue on the next line."""

CUT = """() => measure.all(
    ".duelist, .outlook, .outlook > div, .dock .btn, .dock .ask:not(:has(.told)), .chip")
  .filter((part) => !part.closest(".list.on-focus:not(:focus-within)"))
  .filter((part) => getComputedStyle(part).clipPath === "none") // else for screen readers alone
  .filter((part) => part.scrollWidth > part.clientWidth + 2
    || part.scrollHeight > part.clientHeight + 3)
  .map((part) => measure.name(part))"""

OUT = """async () => {
  const { all, box, name } = measure;
  const found = [];
  for (const one of all("[data-tip]")) {
    one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    const tip = document.querySelector("#tip");
    const at = box(tip);
    if (at.width && (at.left < 0 || at.top < 0 || at.right > innerWidth || at.bottom > innerHeight))
      found.push(`the tip of ${name(one)} ends at ${at.right} ${at.bottom}`);
    one.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, pointerType: "mouse" }));
  }
  return found;
}"""


@pytest.fixture(scope="module")
def recorded() -> dict[str, records.Record]:
    """Return a game of random bots of each kind, the same every time."""
    return {name: play_game(proa.game(name), 4, 5, ["random"]) for name in KINDS}


def decisions(record: records.Record, game: str):
    """Yield each kind of decision where it has the most choices: its name, its step and its
    seat."""
    for kind, (at, seat) in sorted(widest(record, KINDS[game]).items()):
        yield kind, at, seat


def board_side(player: Visitor) -> float:
    """Return the shorter side of the drawn board, 0 if another area is shown."""
    box = player.page.locator("#fit").bounding_box()
    return min(box["width"], box["height"]) if box else 0.0


@pytest.mark.parametrize("game", slow_but(["tahiti"], KINDS))
def test_nothing_hides_what_is_played_with(visit, recorded, game):
    """In Russian, whose words are longer."""
    player = visit(theme="night", locale="ru", guide="on", moves=False)
    player.page.add_init_script(AIM_READ % game)
    replay, faults = player.upload(recorded[game]), []
    for kind, at, seat in decisions(recorded[game], game):
        player.go_on(replay, at, seat)
        player.page.evaluate(TOOLS)
        for size in SIZES:
            player.resize(size)
            player.page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
            place = (kind, size)
            for words in ("", LONG):
                given = ["#caption", f"{PLAYED_WITH}, .bar a, .bar nav button", words]
                faults += [(*place, one) for one in player.page.evaluate(COVERED, given)]
            given = [".note", 'button[form="act"]', ""]
            faults += [(*place, one) for one in player.page.evaluate(COVERED, given)]
            for looked_for in (SMALL, BROKEN, CUT, OUT):
                faults += [(*place, one) for one in player.page.evaluate(looked_for)]
            if player.scrolls():
                faults.append((*place, "the page scrolls"))
            if size in (UPRIGHT, SIDEWAYS, PHONE) and 0 < board_side(player) < 0.7 * min(size):
                faults.append((*place, f"the board is only {board_side(player):.0f} wide"))
            if size == MIDDLE:
                faults += [(*place, one) for one in note_and_log(player)]
    assert not faults, "\n" + "\n".join(" ".join(map(str, fault)) for fault in faults)


def note_and_log(player: Visitor) -> list[str]:
    """Return the problems of a note beside the log."""
    note = player.page.locator(".note:visible")
    if not note.count():
        return []
    box, dock = note.bounding_box(), player.page.locator("#dock").bounding_box()
    log = player.page.locator("#log-lines").bounding_box()
    over = ["the note reaches over the dock"] * (box["y"] + box["height"] > dock["y"] + 1)
    return over + [f"the log is only {log['height']:.0f} high"] * (log["height"] < 66)


def test_a_bidder_sees_the_own_purse_on_a_phone(visit, recorded):
    record = recorded["tahiti"]
    player = visit(size=PHONE, touch=True)
    at, seat = widest(record, KINDS["tahiti"])["bid"]
    player.go_on(player.upload(record), at, seat)
    fields = [step for step in records.replay(record) if not step.opening and step.code][at].before
    purse = player.page.locator(".seat.me .figures")
    assert purse.locator(f"#cash-{seat}").inner_text() == str(fields.fields.player[seat].cash)
    for one in purse.locator("li").all():
        assert one.is_visible()
    box, dock = purse.bounding_box(), player.page.locator("#dock").bounding_box()
    assert box["y"] + box["height"] <= dock["y"] + 1


LABELS = """() => {
  const { all, box, overlap } = measure;
  const plates = all(".worth .plate > rect"), letters = all(".disc, .worth .eye");
  const pearls = all('#pairs use[href^="#ta-pearl"], .signs use[href^="#ta-pearl"]');
  const found = [];
  const tag = (one) => one.closest(".worth");
  const inside = (one, other) => tag(one) && tag(one) === tag(other);
  const meet = (as, bs, least) => as.forEach((a, i) => bs.forEach((b, j) => {
    if (a === b || (as === bs && j <= i) || inside(a, b)) return;
    const [one, two] = [box(a), box(b)];
    const deep = overlap(one, two) / Math.min(one.width, two.width);
    if (deep > least) found.push(`${measure.name(a)} ${measure.name(b.parentElement)} ${deep}`);
  }));
  meet(plates, plates, 0.02);
  meet(plates, pearls, 0.06);
  meet(plates, letters, 0.06);
  meet(letters, letters, 0.3);
  meet(letters, pearls, 0.1);
  return found;
}"""


def test_labels_of_banks_hide_no_pearl_and_no_letter(visit, recorded):
    record = recorded["tahiti"]
    player = visit(moves=False)  # nothing is under way while it is measured
    replay = player.upload(record)
    for at, step in random.Random(3).sample(choosing(record), 12):
        player.go_on(replay, at, step.seat)
        player.page.evaluate(TOOLS)
        for size in (BIG, PHONE):
            player.resize(size)
            assert not player.page.evaluate(LABELS), (at, size)
        player.resize(BIG)


BOARD = "() => document.querySelector('#main').getBoundingClientRect().height"
WAITING = """() => {
  for (const part of document.querySelectorAll("#choices-dock, #final")) part.replaceChildren();
}"""
"""The dock while others decide."""


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("tahiti", {}),
        ("tahiti", {"locale": "ru", "guide": "on"}),
        pytest.param("borneo", {}, marks=pytest.mark.slow),
    ],
    ids=["tahiti", "tahiti-ru", "borneo"],
)
def test_the_board_stands_still_when_ones_turn_comes(visit, recorded, game, wishes):
    """With its choices the dock is no larger than without them."""
    player, faults = visit(**wishes, moves=False), []
    replay = player.upload(recorded[game])
    for kind, at, seat in decisions(recorded[game], game):
        player.go_on(replay, at, seat)
        asked = [height(player, size) for size in SIZES]
        player.page.evaluate(WAITING)
        waiting = [height(player, size) for size in SIZES]
        for size, one, other in zip(SIZES, asked, waiting, strict=True):
            if abs(one - other) > 16:  # a line of text
                faults.append((kind, size, other - one))
    assert not faults, "\n" + "\n".join(" ".join(map(str, fault)) for fault in faults)


def height(player: Visitor, size: tuple[int, int]) -> float:
    """Return the height of the board's part in a window."""
    player.resize(size)
    return player.page.evaluate(BOARD)


def crowded() -> tuple[records.Record, int]:
    """Return a crowded position of Borneo: eight cards in a hand, two of them of two goods, and two
    rows of six; and the seat that lays one of those cards."""
    game = proa.game("borneo")
    for seed in range(50):
        for position, _ in walk(game, 5, seed):
            is_asked = position.to_move >= 0 and BORNEO[position.fields.phase] == "shipment"
            if is_asked and sorted(row.length for row in position.fields.row)[-2] >= 6:
                document = game.dump(position, secret=False)
                deck = document["position"]["deck"]
                hand = document["position"]["seats"][position.to_move]["hand"]
                more = sorted(deck, reverse=True)[:2] + deck[: 6 - len(hand)]
                hand[:] = sorted([*hand, *more])
                deck[:] = [card for card in deck if card not in more]
                seats = [{"name": f"N{n}", "kind": "person"} for n in range(5)]
                record = records.Record(game, 5, position=document, seats=seats)
                return record, position.to_move
    raise AssertionError("no rows are so long")


HIDDEN = """() => {
  const { all, box, name } = measure;
  const style = new CSSStyleSheet();
  style.replaceSync("svg * { pointer-events: all !important } "
    + "foreignObject, foreignObject *, .veil, .can { pointer-events: none !important }");
  document.adoptedStyleSheets = [style];
  const whole = (part, owner) => {
    const { left, top, width, height } = box(part);
    return [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].every(([x, y]) => {
      const on = document.elementFromPoint(left + x * width, top + y * height);
      return on && owner.contains(on);
    });
  };
  const found = [];
  for (const card of all(".held")) {
    const uses = [...card.querySelectorAll("use")].map((use) => [use.getAttribute("href"), use]);
    for (const [sign, use] of uses)
      if (!sign.includes("sheet") && !whole(use, card)) found.push(`${sign} of ${name(card)}`);
  }
  // A merchant's letter stands at the foot of it, on a disc (art.jinja).
  for (const one of all(".merchant use")) {
    const [w, h] = ["width", "height"].map((side) => Number(one.getAttribute(side)));
    const r = 0.12 * w;
    for (const [x, y] of [[0, 0], [r, 0], [-r, 0], [0, r], [0, -r]]) {
      const at = new DOMPoint(3.5 + x, h - 4 + y).matrixTransform(one.getScreenCTM());
      if (document.elementFromPoint(at.x, at.y) !== one)
        found.push(`the letter of ${name(one.parentElement)}`);
    }
  }
  document.adoptedStyleSheets = [];
  return found;
}"""


def test_a_fan_of_eight_and_rows_of_six_hide_no_letter_and_no_good(visit):
    record, seat = crowded()
    player, faults = visit(moves=False), []
    player.go_on(player.upload(record), 0, seat)
    player.page.evaluate(TOOLS)
    assert player.page.locator(".held").count() == 8
    for size in SIZES:
        player.resize(size)
        player.page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        faults += [(size, one) for one in player.page.evaluate(HIDDEN)]
    assert not faults, "\n" + "\n".join(" ".join(map(str, fault)) for fault in faults)


DICE = """(many) => {
  const { all, box, name, overlap } = measure;
  const lists = all(".acts .dice").filter((list) => list.closest(".for, .still"));
  const found = [];
  for (const list of lists) {
    const tile = list.closest(".for, .still"), die = document.querySelector(".seat .die");
    list.replaceChildren(...Array.from({ length: many }, () => die.cloneNode(true)));
    const dice = [...list.children], at = box(tile);
    dice.forEach((one, n) => dice.slice(n + 1).forEach((other) =>
      overlap(box(one), box(other)) > 0.5 && found.push(`dice overlap in ${name(tile)}`)));
    for (const one of dice) {
      if (box(one).top < at.top || box(one).bottom > at.bottom || box(one).right > at.right)
        found.push(`a die leaves ${name(tile)}`);
      if (overlap(box(one), box(tile.querySelector(".name"))) > 0.5)
        found.push(`a die covers the name of ${name(tile)}`);
    }
  }
  return lists.length ? [...new Set(found)] : ["no dice"];
}"""

LINES = """(many) => {
  const list = document.querySelector("#dock .list");
  const button = list.querySelector(".btn");
  const made = Array.from({ length: many }, () => button.cloneNode(true));
  for (const one of made) one.replaceChildren("a woman and a priest in the temple");
  list.replaceChildren(...made);
  const lines = {};
  for (const one of made) {
    const at = one.getBoundingClientRect();
    (lines[Math.round(at.top)] ??= []).push(at.width);
  }
  return Object.values(lines).map((line) => line.length);
}"""
"""How many buttons the lines of a question have."""

TALL = """() => {
  const height = () => measure.box(document.querySelector("#board-frame")).height;
  const before = height();
  for (const one of document.querySelectorAll(".mine .tasks .text > b"))
    one.textContent = "3 jewelry tiles of different types, and more";
  return height() - before;
}"""
"""How much lower the map becomes when the names of tasks need two lines."""


@pytest.mark.slow
def test_bora_bora_keeps_dice_apart_and_its_map_in_place(visit, recorded):
    record = recorded["borabora"]
    at, seat = next(one[1:] for one in decisions(record, "borabora") if one[0] == "place a die")
    player, faults = visit(moves=False), []
    player.go_on(player.upload(record), at, seat)
    player.page.evaluate(TOOLS)
    for size in (BIG, MIDDLE):
        player.resize(size)
        for many in (4, 5, 7, 9, 12):
            faults += [(size, many, one) for one in player.page.evaluate(DICE, many)]
    assert not faults, "\n" + "\n".join(" ".join(map(str, fault)) for fault in faults)
    player.resize(BIG)
    assert abs(player.page.evaluate(TALL)) < 1


@pytest.mark.slow
def test_the_buttons_of_a_question_break_into_even_lines(visit, recorded):
    record = recorded["borabora"]
    at, seat = next(one[1:] for one in decisions(record, "borabora") if one[0] == "new task")
    player = visit(moves=False)
    player.go_on(player.upload(record), at, seat)
    lines = [player.page.evaluate(LINES, many) for many in (4, 5)]
    assert [sorted(line) for line in lines] == [[2, 2], [2, 3]]


def test_a_phone_shows_what_happened_in_place_of_the_hint(visit, recorded):
    record = recorded["tahiti"]
    player = visit(size=PHONE, touch=True)
    at, seat = widest(record, KINDS["tahiti"])["bid"]
    player.go_on(player.upload(record), at, seat)
    hint, told = player.page.locator("#hint"), player.page.locator(".ask > .just-now")
    for is_gone in (False, True):
        player.page.locator("#caption").evaluate("(one, gone) => (one.hidden = gone)", is_gone)
        assert (told.is_visible(), hint.is_visible()) == (not is_gone, is_gone)


WIDE = """() => {
  const { all, box, name } = measure;
  const found = all("main :is(h1, p, .btn, .seg, .seg label, .title), .running *")
    .filter((one) => !one.closest(".games"))
    .filter((one) => box(one).right > innerWidth || one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${name(one)} ends at ${box(one).right}`);
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...found, `the page is ${scrollWidth} wide`] : found;
}"""


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_the_front_page_is_no_wider_than_a_phone(visit, locale):
    visitor, faults = visit(size=PHONE, locale=locale), []
    visitor.go("/").evaluate(TOOLS)
    for size in (PHONE, (320, 568)):
        visitor.resize(size)
        faults += [(size, one) for one in visitor.page.evaluate(WIDE)]
    assert not faults, "\n" + "\n".join(" ".join(map(str, fault)) for fault in faults)
