"""Helpers of the games' browser tests: playing to the end, the score sheet, and the positions of a
recorded game with the most choices."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from browser.visitor import Visitor
from proa import records
from proa.engine.core.position import Position

Decide = Callable[[Visitor, random.Random], str]
"""Takes a choice at the table and returns its code."""


def play(player: Visitor, decide: Decide, seed: int, most: int = 1000) -> set[str]:
    """Play to the end, or ``most`` choices; return the kinds of choices taken."""
    chance, player.taken = random.Random(seed), set()
    for _ in range(most):
        if not player.wait_for_turn():
            break
        frame = player.frame
        player.taken.add(decide(player, chance))
        player.wait_past(frame)
    return {code.partition(":")[0] for code in player.taken}


def is_on(player: Visitor, selector: str) -> bool:
    """Return whether the focus is on an element that matches the selector."""
    asked = "(selector) => document.activeElement.matches(selector)"
    return player.page.evaluate(asked, selector)


def ends_with_a_score_sheet(player: Visitor, seats: int) -> None:
    """Check that the sheet follows, and that each total is the sum of its sources."""
    player.page.get_by_role("heading", name="Score sheet").wait_for()
    totals = [int(t) for t in player.page.locator(".sheet summary .t").all_inner_texts()]
    assert len(totals) == seats
    for seat in range(seats):
        sources = player.page.locator(".sheet > details").nth(seat).locator(".source .num")
        assert sum(map(int, sources.all_text_contents())) == totals[seat]
    unfolds_to_when(player)


def unfolds_to_when(player: Visitor) -> None:
    """Check that a booked source unfolds to amounts, which lead to their steps."""
    source = player.page.locator(".sheet > details[open] .source details").first
    source.locator("summary").click()
    amounts = source.locator(".when a")
    told = [int(amount.replace("−", "-")) for amount in amounts.all_inner_texts()]
    assert sum(told) == int(source.locator(".num").inner_text())
    step = amounts.last.get_attribute("href").partition("?at=")[2]
    amounts.last.click()
    player.page.locator(f"#replay-step[data-at='{step}']").wait_for()


def choosing(record: records.Record) -> list[tuple[int, records.Step]]:
    """Return the decisions that a player is asked for when the game goes on from there, with their
    steps.

    A lone answer that all can see is given automatically, and bots may then end the game.
    """
    steps = [step for step in records.replay(record) if not step.opening and step.code]
    return [(at, step) for at, step in enumerate(steps) if not is_given(step.before)]


def is_given(position: Position) -> bool:
    """Return whether the answer is given automatically."""
    game = position.game
    is_public = game.spec.questions.is_public(game.tables, position.fields)
    return is_public and len(game.codes(position)) == 1


def widest(record: records.Record, kind_of: Callable[[Any], str]) -> dict[str, tuple[int, int]]:
    """Return step and seat of the decision with the most choices, for each kind of decision."""
    found: dict[str, tuple[int, int]] = {}
    most: dict[str, int] = {}
    for at, step in choosing(record):
        kind = kind_of(step.before.fields)
        choices = len(step.before.game.codes(step.before))
        if choices > most.get(kind, 0):
            most[kind], found[kind] = choices, (at, step.seat)
    return found
