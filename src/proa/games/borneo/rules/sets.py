"""Sets of cards as bits of an int64: counting, listing and drawing from them.

Sets are never negative (60 cards at most), so they are the same numbers in compiled code and in
plain Python.
"""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import rule, whole

_HALF = np.uint64(32)


@rule
def bit(card):
    """Return the set of one card."""
    return whole(1) << whole(card)


@rule
def count(cards):
    """Return how many cards a set holds. The loop compiles to one instruction."""
    n = whole(0)
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


@rule
def first_of(cards):
    """Return the card with the lowest number; the set must not be empty."""
    return count((cards & -cards) - 1)


@rule
def has_several(cards):
    """Return whether a set holds at least two cards."""
    return cards & (cards - 1) != 0


@rule
def nth_of(cards, n):
    """Return the card with n lower ones in the set."""
    for _ in range(n):
        cards &= cards - 1
    return first_of(cards)


@rule
def any_of(cards, number):
    """Return the card that a random uint64 picks, each with the same chance."""
    n = np.uint64(count(cards))
    return nth_of(cards, whole(((number >> _HALF) * n) >> _HALF))


@rule
def list_cards(cards, base, actions, n):
    """Append ``base`` + card for each card, ascending, to n actions; return the new number of
    actions."""
    while cards != 0:
        actions[n] = base + first_of(cards)
        cards &= cards - 1
        n += 1
    return n
