"""Bora Bora in the browser: every kind of decision in every window, whole games by mouse, by
keyboard and by touch on a phone, and the beginning and end of games with other numbers of seats."""

from __future__ import annotations

import random

import pytest

import proa
from browser.visitor import BIG, PHONE, WINDOWS, Visitor
from browser.whole_game import ends_with_a_score_sheet, is_on, play, widest
from durations import slow_but
from proa import records
from proa.arena.matches import play_game
from proa.games.borabora.state import FIRST_CHANCE, GAIN, QUESTIONS
from proa.precompile import compile_units

EVERYWHERE = {"place", "choose"}
"""Kinds of choices that occur in every round."""
BEGINNING = 16
"""The number of choices at the beginning of a game: the first huts and dice."""

LOOKED_OVER = {"first hut", "place a die", "expand", "helper", "men and women", "task", "new task"}
"""The kinds of decisions at which the page is checked for accessibility, and in English."""


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile the rules before a page needs them."""
    compile_units(proa.game("borabora"))


OFFERED = """(areas) => {
  const all = [...document.querySelectorAll(areas)].flatMap((area) =>
    [...area.querySelectorAll('button[form="act"]:not(.go)')]);
  const drawn = all.filter((button) => button.getClientRects().length);
  return [drawn.map((button) => [button.id, button.value]),
    [...document.querySelectorAll(".die-pick input")].map((die) => die.value)];
}"""
"""The choices that are visible in some areas, and the dice that may be placed."""


def pick(player: Visitor, chance: random.Random, areas: str) -> tuple[str, str]:
    """Pick a choice; return its element and code. It is often of a kind that was not taken yet,
    else often fishing or stopping, for a short game."""
    offered, dice = player.page.evaluate(OFFERED, areas)
    if len(dice) > 1:
        player.page.locator(f".die-pick:has(#die-{chance.choice(dice)})").click()
        offered, _ = player.page.evaluate(OFFERED, areas)
    old = tuple(kinds(player))
    new = [one for one in offered if not one[1].startswith(old)]
    if new and chance.random() < 0.5:
        return chance.choice(new)
    quick = [one for one in offered if one[1] == "no" or "fishing" in one[1]]
    return chance.choice(quick if quick and chance.random() < 0.85 else offered)


def kinds(player: Visitor) -> set[str]:
    """Return the kinds of choices that were taken; dice on different actions are different
    kinds."""
    places = {code.partition("-")[0] for code in player.taken if code.startswith("place:")}
    return places | {code.partition(":")[0] for code in player.taken} - {"place"}


def by_mouse(player: Visitor, chance: random.Random) -> str:
    """Decide on the board itself or in the dock."""
    element, code = pick(player, chance, "#rail, #board-frame, #mine, #market, #dock")
    player.page.locator(f"#{element}").click()
    return code


def by_touch(player: Visitor, chance: random.Random) -> str:
    """Decide in the dock of a phone: a tap shows the preview, another confirms.

    The only answer is already on the confirming button: one tap takes it.
    """
    element, code = pick(player, chance, "#dock")
    is_only = player.go_button().get_attribute("value") == code
    chosen = player.page.locator(f'#go-{player.frame}[value="{code}"]')
    player.page.locator(f"#{element}").tap()
    if not is_only and chosen.count():
        chosen.tap()
    return code


def by_keys(player: Visitor, chance: random.Random) -> str:
    """Decide with arrow keys on the board or with Tab in the dock; Enter takes the choice."""
    keyboard = player.page.keyboard
    offered, dice = player.page.evaluate(OFFERED, "#rail, #board-frame, #mine, #market")
    if len(dice) > 1:
        keyboard.press("d")
        keyboard.press(chance.choice(("ArrowRight", "ArrowLeft")))
    if offered and chance.random() < 0.25:
        keyboard.press("b")
        for _ in range(chance.randrange(4)):
            keyboard.press(chance.choice(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")))
    else:
        keyboard.press("d")
        new = TAKEN + "".join(f':not([value^="{kind}"])' for kind in kinds(player))
        wanted = QUICK if chance.random() < 0.85 else TAKEN
        tab_to(player, new if chance.random() < 0.5 and in_dock(player, new) else wanted)
    if not is_on(player, TAKEN):
        keyboard.press("b" if offered else "d")
    code = player.page.evaluate("() => document.activeElement.value")
    keyboard.press("Enter")
    return code


TAKEN = 'button[form="act"]:not([disabled])'
QUICK = f'{TAKEN}:is([value="no"], [value*="fishing"])'


def tab_to(player: Visitor, wanted: str) -> None:
    """Press Tab up to the first such choice of the dock, or to any if there is none."""
    if not in_dock(player, wanted):
        wanted = TAKEN
    for _ in range(40):
        if is_on(player, wanted):
            return
        player.page.keyboard.press("Tab")


def in_dock(player: Visitor, wanted: str) -> bool:
    """Return whether the dock shows such a choice."""
    return player.page.locator(f"#choices-dock {wanted}:visible").count() > 0


def recorded(players: int, seed: int) -> records.Record:
    """Return a game of random bots, the same every time."""
    return play_game(proa.game("borabora"), players, seed, ["random"])


def asked(state) -> str:
    return QUESTIONS[state.question[state.depth - 1].kind]


CUT = """() => [...document.querySelectorAll(
    "#rail, #mine, #market, #dock, #dock :is(.ask, .list, .moves, .btn), .act, .seat")]
  .filter((part) => part.getClientRects().length && !part.closest(".vh"))
  .filter((part) => innerWidth > 1180 && innerHeight > 790 || !part.matches("#mine, #market"))
  .filter((part) => part.scrollHeight > part.clientHeight + 2
    || part.scrollWidth > part.clientWidth + 2
    || part.getBoundingClientRect().bottom > innerHeight + 1)
  .map((part) => `${part.id || part.className}: ${part.textContent.trim().slice(0, 60)}`)"""
"""The parts of the table with clipped content. In a small window the areas behind the tabs may
scroll: the dock is enough for a turn."""


@pytest.mark.slow
def test_every_kind_of_decision_fits_every_window(visit):
    """In Russian, whose words are longer."""
    player, record = visit(theme="night", locale="ru", moves=False), recorded(4, 23)
    decisions = widest(record, asked)
    assert set(decisions) == {QUESTIONS[k] for k in range(int(FIRST_CHANCE)) if k != GAIN}
    replay = player.upload(record)
    for kind, (at, seat) in sorted(decisions.items()):
        player.go_on(replay, at, seat)
        fits_every_window(player, kind)


@pytest.mark.slow
def test_decisions_are_accessible(visit):
    player, record = visit(moves=False), recorded(4, 5)
    replay, decisions = player.upload(record), widest(record, asked)
    for kind in sorted(LOOKED_OVER):
        player.go_on(replay, *decisions[kind])
        player.check()
        fits_every_window(player, kind)


def fits_every_window(player: Visitor, kind: str) -> None:
    for size in WINDOWS:
        player.resize(size)
        assert not player.scrolls(), (kind, size)
        assert not player.page.evaluate(CUT), (kind, size)
    player.resize(BIG)


def test_the_replay_room_fits_every_window(visit):
    player, record = visit(moves=False), recorded(3, 5)
    replay = player.upload(record)
    player.go(f"{replay}?at={len(record.decisions) // 2}")
    player.check()
    for size in WINDOWS:
        player.resize(size)
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
        for part in ("#board", "#tiles-then", "#mine", "#market", "#slider"):
            box = player.page.locator(part).bounding_box()
            assert box["width"] > 150, (part, size)
            assert box["x"] + box["width"] <= size[0] + 1, (part, size)
    player.resize(BIG)
    before = player.page.locator("#said").inner_text()
    player.page.keyboard.press("ArrowRight")
    player.page.wait_for_function("(old) => said.innerText !== old", arg=before)


@pytest.mark.slow
def test_a_whole_game_by_mouse(visit):
    player = visit(painted=False)
    player.open_table("me", "bot", "bot", "bot", game="borabora")
    assert play(player, by_mouse, 4) >= EVERYWHERE | {"region", "hut"}
    ends_with_a_score_sheet(player, 4)


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone(visit):
    player = visit(locale="ru", painted=False, moves=False)
    player.open_table("me", "bot", "bot", game="borabora")
    assert play(player, by_keys, 3) >= EVERYWHERE | {"region", "hut"}


@pytest.mark.parametrize("seats", slow_but([2], [2, 3]))
def test_a_beginning_and_the_end_by_mouse(visit, seats):
    player = visit(theme="night" if seats == 3 else "noon")
    path = player.open_table("me", *["bot"] * (seats - 1), game="borabora")
    assert "place" in play(player, by_mouse, seats, BEGINNING)
    player.finish(path)
    player.go(f"{path}?board=1")
    player.page.get_by_role("link", name="Score sheet").click()
    ends_with_a_score_sheet(player, seats)


@pytest.mark.parametrize("seats", slow_but([2], [2, 4]))
def test_a_beginning_by_keyboard_alone(visit, seats):
    player = visit(theme="night" if seats == 4 else "noon")
    player.open_table("me", *["bot"] * (seats - 1), game="borabora")
    assert "place" in play(player, by_keys, seats, BEGINNING)


@pytest.mark.slow
def test_on_a_phone_the_dock_is_enough_for_a_whole_game(visit):
    player = visit(size=PHONE, touch=True, painted=False, moves=False)
    player.open_table("me", "bot", game="borabora")
    assert play(player, by_touch, 5) >= EVERYWHERE
    ends_with_a_score_sheet(player, 2)
