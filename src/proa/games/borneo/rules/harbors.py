"""7. Reading the flags at a harbor."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borneo.state import COMPANIES, MOST_LAID

LOWER = 3
"""The index of the lower flag, after the three of the top line."""
NEVER = LOWER * MOST_LAID + 1
"""Later than any flag is read."""


@rule
def visible_flags(rules, harbor, company) -> int:
    """Return the number of a company's top flags on all cards and lower flag on the newest (BO-7.4,
    BO-7.5)."""
    n = whole(0)
    for i in range(harbor.laid):
        n += rules.top[harbor.pile[i]][company]
    if harbor.laid > 0 and rules.flag[harbor.pile[harbor.laid - 1]][LOWER] == company:
        n += 1
    return n


@rule
def monopolist(rules, harbor) -> int:
    """Return the company with enough flags for a monopoly (BO-7.6), or -1; of several the one whose
    flag is read first on the newest card (BO-8.5)."""
    newest = harbor.pile[harbor.laid - 1]
    for i in range(LOWER + 1):
        company = whole(rules.flag[newest][i])
        if visible_flags(rules, harbor, company) >= rules.monopoly_number[harbor.card - 1]:
            return company
    return whole(-1)


@rule
def first_read(rules, harbor, company):
    """Return when a company's flag is first read: card by card, the visible flags from left to
    right, the lower flag of the last card at the end (BO-9.3)."""
    for i in range(harbor.laid):
        for k in range(LOWER):
            if rules.flag[harbor.pile[i]][k] == company:
                return whole(LOWER * i + k)
    if rules.flag[harbor.pile[harbor.laid - 1]][LOWER] == company:
        return whole(LOWER * harbor.laid)
    return whole(NEVER)


@rule
def standing(rules, harbor, company):
    """Return the key that orders the companies in a shared distribution: more flags first (BO-9.2),
    then the one read first (BO-9.3). The highest goes first, 0 takes no part (BO-9.4)."""
    seen = visible_flags(rules, harbor, company)
    if seen == 0:
        return whole(0)
    return seen * (NEVER + 1) - first_read(rules, harbor, company)


@rule
def by_standing(rules, harbor, order) -> int:
    """Fill ``order`` with the companies that show flags, the highest ``standing`` first; return
    their number."""
    n = whole(0)
    for company in range(len(COMPANIES)):
        mine = standing(rules, harbor, company)
        if mine > 0:
            at = n
            while at > 0 and standing(rules, harbor, whole(order[at - 1])) < mine:
                order[at] = order[at - 1]
                at -= 1
            order[at] = company
            n += 1
    return n
