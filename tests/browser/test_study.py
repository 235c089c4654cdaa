"""Help to understand a game: reasons, notes, what happened since, the replay, its moments."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import proa
from browser.seating import is_asked
from browser.two_players import two
from browser.visitor import Visitor
from browser.ways_to_play import by_mouse
from proa.arena.matches import play_game


@pytest.fixture
def asked_for_a_pearl(visit) -> Visitor:
    """Return a visitor who chooses a starting pearl after another has taken one."""
    visitor = visit(guide="on")
    record = play_game(proa.game("tahiti"), 4, 7, ["random"])
    decisions = enumerate(record.decisions)
    at = [at for at, decision in decisions if decision.code.startswith("take:")][1]
    visitor.go_on(visitor.upload(record), at, record.decisions[at].seat)
    return visitor


def test_a_choice_that_cannot_be_taken_leads_to_its_rule(visit, asked_for_a_pearl):
    page = asked_for_a_pearl.page
    greyed = page.locator("#why")
    page.keyboard.press("w")
    expect(greyed).to_contain_text("starts with this colour")
    with page.context.expect_page() as opened:
        greyed.get_by_role("link", name="Rule TA-2.7").first.click()
    expect(opened.value.locator('[id="TA-2.7"]')).to_be_in_viewport()


def test_a_note_that_was_read_does_not_come_again(asked_for_a_pearl):
    page = asked_for_a_pearl.page
    note = page.locator("#guide")
    expect(note).to_contain_text("A pearl needs a boat")
    page.get_by_role("button", name="I see").click()
    expect(note).to_be_hidden()
    expect(page.locator("#ask")).to_be_focused()
    page.reload()
    asked_for_a_pearl.table.wait_for()
    expect(note).to_be_hidden()


def test_a_note_stays_while_others_play(visit):
    mover, _ = two(visit, guide="on")
    note, log = mover.page.locator("#guide"), mover.page.locator("#log-lines")
    mover.close_aid()
    expect(note).to_be_visible()
    before, height = note.inner_text(), log.bounding_box()["height"]
    while is_asked(mover):
        frame = mover.frame
        by_mouse(mover)
        mover.wait_past(frame)
    assert note.inner_text() == before
    assert log.bounding_box()["height"] == height


def test_since_my_last_turn_steps_through_it_and_says_what_it_cost(visit):
    visitor = visit(pace="off")
    page = visitor.page
    visitor.open_table("me", "bot", "bot", "bot")
    for _ in range(30):
        visitor.wait_for_turn()
        since, frame = (int(visitor.table.get_attribute(f"data-{n}")) for n in ("since", "frame"))
        if 0 < since < frame - 1:
            break
        by_mouse(visitor)
        visitor.wait_past(frame)
    points = re.compile(r'(id="score-0">)\d+')

    def richer(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=points.sub(r"\g<1>70", answer.text()))

    page.route(f"**/view/{since}", richer)
    now = page.locator("#score-0").inner_text()
    shown = []
    view = re.compile(r"/view/(\d+)(?:/beat)?$")
    page.on("request", lambda r: shown.extend(int(frame) for frame in view.findall(r.url)))
    page.keyboard.press("s")
    expect(page.locator("#notice")).to_contain_text(f"70 then, {now} now", timeout=40_000)
    assert (shown[0], shown[-1]) == (since, frame)  # between them what a seat did in one go
    assert shown == sorted(shown)


def test_the_replay_room_goes_by_keys_log_slider_and_eyes(visit):
    visitor = visit()
    page = visitor.page
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.go(f"{path}/replay?at=0")
    step = page.locator("#replay-step")

    def at(number: int) -> None:
        expect(step).to_have_attribute("data-at", str(number))
        expect(page.locator("#where")).to_contain_text(f"{number} /")

    page.keyboard.press("ArrowRight")
    at(1)
    turns = [int(n) for n in page.locator("#slider").get_attribute("data-turns").split()]
    page.keyboard.press("ArrowDown")
    at(next(turn for turn in turns if turn > 1))
    line = page.locator("#replay-log li[data-at]").nth(8)
    line.locator("a").click()
    at(int(line.get_attribute("data-at")))
    expect(line).to_have_class(re.compile("now"))
    page.locator("#slider").fill("5")
    at(5)
    screens = page.locator(".figures", has_text="hidden cash")
    assert screens.count() == 0
    page.locator(".eyes a", has_text="Hina").click()
    page.wait_for_url("**eye=0")
    page.wait_for_load_state()
    at(5)
    assert screens.count() == 1
    page.keyboard.press("Space")
    expect(step).not_to_have_attribute("data-at", "5")


def test_a_moment_on_the_last_page_leads_to_its_step(visit):
    visitor = visit()
    page = visitor.page
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.go(path)
    moment = page.locator(".moves a").first
    told = moment.inner_text()
    address = moment.get_attribute("href")
    assert re.search(r"[+−]\d", told)
    moment.click()
    at = re.search(r"at=(\d+)", address)
    expect(page.locator("#replay-step")).to_have_attribute("data-at", at[1])
    expect(page.locator("#replay-log li.now").first).to_be_in_viewport()


def test_a_score_sheet_unfolds_to_reasons_with_rules(visit):
    visitor = visit()
    page = visitor.page
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.go(path)
    second = page.locator(".sheet > details").nth(1)
    reasons = second.locator(".why")
    expect(reasons).to_be_hidden()
    second.locator("> summary").click()
    expect(reasons).to_be_visible()
    rules = page.locator('.sheet .why a[href*="/rules/"]').all_text_contents()
    assert rules
    assert all(re.fullmatch(r"TA-\d+\.\d+", rule) for rule in rules)
    page.emulate_media(media="print")
    assert page.locator(".sheet table").is_visible()
    for details in page.locator(".sheet .why").all():
        assert details.is_visible()
