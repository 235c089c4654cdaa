"""What the games' tests in the browser share: playing to the end, the score sheet, and where a
recorded game asks most."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from browser.visitor import Visitor
from proa import records
from proa.engine.core.position import Position

Decide = Callable[[Visitor, random.Random], str]
"""Takes a choice at the table; its code."""


def play(player: Visitor, decide: Decide, seed: int, most: int = 1000) -> set[str]:
    """Play to the end, or so many choices; the kinds of choices taken."""
    chance, player.taken = random.Random(seed), set()
    for _ in range(most):
        if not player.wait_for_turn():
            break
        frame = player.frame
        player.taken.add(decide(player, chance))
        player.wait_past(frame)
    return {code.partition(":")[0] for code in player.taken}


def is_on(player: Visitor, selector: str) -> bool:
    """Whether the focus is on such an element."""
    asked = "(selector) => document.activeElement.matches(selector)"
    return player.page.evaluate(asked, selector)


def ends_with_a_score_sheet(player: Visitor, seats: int) -> None:
    """The sheet follows, and each total is the sum of its sources, which unfold."""
    player.page.get_by_role("link", name="Score sheet").click()
    player.page.get_by_role("heading", name="Score sheet").wait_for()
    totals = [int(t) for t in player.page.locator(".sheet summary .t").all_inner_texts()]
    assert len(totals) == seats
    for seat in range(seats):
        sources = player.page.locator(".sheet > details").nth(seat).locator(".source .num")
        assert sum(map(int, sources.all_text_contents())) == totals[seat]
    unfolds_to_when(player)


def unfolds_to_when(player: Visitor) -> None:
    """The winner's points of a source that was booked unfold to amounts; one leads to its step."""
    source = player.page.locator(".sheet > details[open] .source details").first
    source.locator("summary").click()
    amounts = source.locator(".when a")
    told = [int(amount.replace("−", "-")) for amount in amounts.all_inner_texts()]
    assert sum(told) == int(source.locator(".num").inner_text())
    step = amounts.last.get_attribute("href").partition("?at=")[2]
    amounts.last.click()
    player.page.locator(f"#replay-step[data-at='{step}']").wait_for()


def choosing(record: records.Record) -> list[tuple[int, records.Step]]:
    """The decisions that somebody is asked for when the game goes on from there, and their steps.

    An answer that all see to be the only one gives itself, and bots may then end the game.
    """
    steps = [step for step in records.replay(record) if not step.opening and step.code]
    return [(at, step) for at, step in enumerate(steps) if not is_given(step.before)]


def is_given(position: Position) -> bool:
    """Whether the answer gives itself."""
    game = position.game
    is_public = game.spec.questions.is_public(game.tables, position.fields)
    return is_public and len(game.codes(position)) == 1


def widest(record: records.Record, kind_of: Callable[[Any], str]) -> dict[str, tuple[int, int]]:
    """For each kind of decision the one with the most choices: its step and its seat."""
    found: dict[str, tuple[int, int]] = {}
    most: dict[str, int] = {}
    for at, step in choosing(record):
        kind = kind_of(step.before.fields)
        choices = len(step.before.game.codes(step.before))
        if choices > most.get(kind, 0):
            most[kind], found[kind] = choices, (at, step.seat)
    return found
