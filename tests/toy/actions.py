"""The toy's actions and outcomes, one row each: word, rule, names. A row's value is its first
number."""

from __future__ import annotations

from typing import Any

from proa.engine.core.actions import Actions
from toy.state import MOST_TIDES, VALUES

_VALUES = range(1, VALUES + 1)


def _tides(rules: Any) -> range:
    return range(1, rules.tides + 1)


ROWS = Actions()
DRAW = ROWS.choice("draw", "")
PASS = ROWS.choice("pass", "")
LAY = ROWS.choice("lay", "")
CHOOSE = ROWS.choice("choose", "", _VALUES)  # a card of this value is put face down
CARD = ROWS.outcome("card", "", _VALUES)  # it comes from the deck; only its owner sees it
TIDE = ROWS.outcome("tide", "", _tides, MOST_TIDES)
