"""Seating: the games of one deal, chosen so that luck and seats are the same for all bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

MOST_ORDERS = 6
"""Up to so many orders, as of three bots, all are played; else those of a balanced square."""

Seats = tuple[int, ...]
"""The entrant at each seat."""


def tables(bots: Sequence[str], players: int) -> list[list[Seats]]:
    """Return the groups of entrants that meet, each with the orders in which it plays a deal.

    Entrants are numbered as in ``bots``. If there are fewer than seats, the last one fills the
    seats left; if there are more, every group of ``players`` has deals of its own.
    """
    entrants = list(range(len(bots)))
    filled = entrants + entrants[-1:] * (players - len(bots))
    return [orders(group, bots) for group in combinations(filled, players)]


def orders(group: Seats, bots: Sequence[str]) -> list[Seats]:
    """Return the seatings of one group in the games of a deal.

    One bot against a field of equals sits at each seat in turn. Few bots play all orders. More bots
    play a Latin square in which each sits at each seat and behind each other equally often.
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
    """Return rows with each of ``n`` at each place and directly behind each other equally often.

    Source: Williams, "Experimental designs balanced for the estimation of residual effects of
    treatments" (1949). For odd n every row is there in reverse as well.
    """
    first = [-(-place // 2) * (-1) ** (place + 1) % n for place in range(n)]
    rows = [tuple((entrant + turn) % n for entrant in first) for turn in range(n)]
    return rows + [row[::-1] for row in rows] if n % 2 else rows
