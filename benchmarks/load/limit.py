"""The capacity of a server: the most tables at which almost every frame is shown in time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from load.plan import Plan
from load.run import say

NEAR = 1.1
"""The search ends when a number that holds and one that does not differ by at most this factor."""
Run = Callable[[Plan], Awaitable[dict[str, Any]]]


def holds(report: dict[str, Any], goal: float) -> bool:
    """Return whether 99 of 100 were shown within ``goal`` milliseconds, and nothing was lost."""
    shown, decisions = report["shown_ms"], report["decisions"]
    is_whole = not (
        shown["lost"]
        or report["frames_never_shown"]
        or report["troubles"]
        or decisions["never_made"]
        or decisions["acknowledged_but_not_kept"]
    )
    return bool(is_whole and shown["p99"] is not None and shown["p99"] < goal)


@dataclass
class Search:
    """Runs with more and fewer tables; each number is run only once."""

    plan: Plan
    run: Run
    most: int
    reports: dict[int, dict[str, Any]] = field(default_factory=dict)

    async def _holds(self, tables: int, goal: float) -> bool:
        if tables not in self.reports:
            self.reports[tables] = await self.run(replace(self.plan, tables=tables))
        report = self.reports[tables]
        is_held, shown = holds(report, goal), report["shown_ms"]
        verdict = "holds" if is_held else "does not hold"
        say(f"{tables} tables: p99 {shown['p99']} ms, {goal:.0f} ms {verdict}")
        return is_held

    async def largest(self, goal: float) -> int:
        """Return the most tables, to a tenth, at which ``goal`` holds; 0 if none does."""
        holding = max((n for n, one in self.reports.items() if holds(one, goal)), default=0)
        wanted = holding or self.plan.tables
        while await self._holds(wanted, goal):
            holding = wanted
            if wanted == self.most:
                return holding
            wanted = min(2 * wanted, self.most)
        failing = wanted
        while failing > max(holding * NEAR, holding + 1):
            middle = (holding + failing) // 2
            if await self._holds(middle, goal):
                holding = middle
            else:
                failing = middle
        return holding
