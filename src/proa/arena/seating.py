"""Who sits where: the games of one deal, in which luck and seats come to everybody alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

MOST_ORDERS = 6
"""All orders are played up to so many, as of three bots; else those of a balanced square."""

Seats = tuple[int, ...]
"""Which entrant sits at each seat."""


def tables(bots: Sequence[str], players: int) -> list[list[Seats]]:
    """The groups of entrants that meet, each with the orders in which it plays a deal.

    Entrants are numbered as ``bots`` names them. With fewer than seats the last one fills those
    left; with more, every group of ``players`` has its deals.
    """
    entrants = list(range(len(bots)))
    filled = entrants + entrants[-1:] * (players - len(bots))
    return [orders(group, bots) for group in combinations(filled, players)]


def orders(group: Seats, bots: Sequence[str]) -> list[Seats]:
    """How one group is seated in the games of a deal.

    One bot against a field of equals sits at each seat in turn; few bots in all their orders; more
    of them by a Latin square in which each sits everywhere and behind every other equally often.
    """
    kinds = Counter(bots[entrant] for entrant in group)
    if len(kinds) == 1:
        return [group]
    if len(kinds) == 2 and 1 in kinds.values():
        return [group[-turn:] + group[:-turn] for turn in range(len(group))]
    different = {tuple(bots[entrant] for entrant in order): order for order in permutations(group)}
    if len(different) <= MOST_ORDERS:
        return list(different.values())
    return [tuple(group[place] for place in row) for row in balanced_square(len(group))]


def balanced_square(n: int) -> list[Seats]:
    """Rows in which each of ``n`` stands at each place, and next behind each other, equally often.

    Source: Williams, "Experimental designs balanced for the estimation of residual effects of
    treatments" (1949). For odd n every row comes in reverse as well.
    """
    first = [-(-place // 2) * (-1) ** (place + 1) % n for place in range(n)]
    rows = [tuple((entrant + turn) % n for entrant in first) for turn in range(n)]
    return rows + [row[::-1] for row in rows] if n % 2 else rows
