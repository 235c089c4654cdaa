"""Tasks: the requirements, and the progress of a player as a viewer may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.fields import writable
from proa.engine.core.view_types import ALL
from proa.games.borabora import mat_types
from proa.games.borabora.components import WHAT, Tables
from proa.games.borabora.rules.requirements import CARD_COLOURS, EQUAL_CARDS, GOD_CARDS, amount
from proa.games.borabora.rules.tasks import can_complete_with_yellow
from proa.games.borabora.state import NONE, TASKS, State
from proa.games.borabora.texts import names

if TYPE_CHECKING:
    from proa.games.borabora.state import Game


_CARDS = (GOD_CARDS, EQUAL_CARDS, CARD_COLOURS)


def sees_hand(game: Game, seat: int, viewer: int) -> bool:
    """Return whether a viewer sees a hand: God cards are hidden from others (BB-1.25), except with
    the option (BB-20.3)."""
    return bool(viewer in (seat, ALL) or game.tables.open_hands)


Found = list[tuple[int | None, int]]
"""What a seat has and what is needed, for each requirement."""


def progress(rules: Tables, state: State, seat: int, task: int, sees: bool) -> Found:
    """Return what a seat has and needs for each requirement; ``has`` is None if it depends on a
    hidden hand."""
    found: Found = []
    for need in rules.task[task].need[: rules.task[task].needs]:
        hidden = need.what in _CARDS and not sees
        has = None if hidden else amount(rules, state, seat, need.what, need.which)
        found.append((has, need.count))
    return found


def goal(game: Game, state: State, seat: int, task: int, viewer: int) -> mat_types.Goal:
    """Return a task and a player's progress: ``have`` of ``need`` in all, ``have`` None if it
    depends on a hidden hand."""
    rules = game.tables
    found = progress(rules, state, seat, task, sees_hand(game, seat, viewer))
    hidden = any(has is None for has, _ in found)
    have = sum(min(has or 0, count) for has, count in found)
    need = sum(count for _, count in found)
    return {
        **_task(rules, task),
        "needs": [
            {**_requirement(need), "have": has, "need": count}
            for need, (has, count) in zip(_needs(rules, task), found, strict=True)
        ],
        "have": None if hidden else have,
        "need": need,
        "done": not hidden and have == need,
    }


def plain(game: Game, task: int) -> mat_types.PlainTask:
    """Return a task without any player's progress."""
    rules = game.tables
    needs: list[mat_types.Wanted] = [
        {**_requirement(need), "need": int(need.count)} for need in _needs(rules, task)
    ]
    return {**_task(rules, task), "needs": needs, "have": None, "done": False}


def held(game: Game, state: State, seat: int, viewer: int) -> list[mat_types.HeldGoal]:
    """Return a player's open tasks; ``yellow``: a Yellow God would complete the task (BB-16.29)."""
    found: list[mat_types.HeldGoal] = []
    turn = writable(state)  # the rule pays for the god and takes that back
    turn.mover = seat
    for number in state.player[seat].task:
        if number != NONE:
            entry = goal(game, state, seat, number, viewer)
            lacks_one = entry["have"] is not None and not entry["done"]
            me = turn.player[seat]
            yellow = lacks_one and can_complete_with_yellow(game.tables, turn, me, number)
            found.append({**entry, "yellow": yellow})
    return found


def _task(rules: Tables, task: int) -> mat_types.Task:
    return {
        "task": TASKS[task],
        "text": names.requirement(rules, task),
        "crane": bool(rules.task[task].crane),
    }


def _needs(rules: Tables, task: int) -> list[Any]:
    return list(rules.task[task].need[: rules.task[task].needs])


def _requirement(need: Any) -> mat_types.Requirement:
    what = list(WHAT)[need.what]
    words = WHAT[what]
    return {"what": what, "which": words[need.which] if words else None}
