"""The numbers and codes of actions and outcomes."""

from __future__ import annotations

from typing import Any

from toy.position import VALUES

DRAW = 0
PASS = 1
LAY = 2
CHOOSE = 3  # CHOOSE + v: a card of value v + 1 is put face down
CARD = CHOOSE + VALUES  # CARD + v: that card comes from the deck, seen by who gets it
TIDE = CARD + VALUES  # TIDE + n: the tide is n + 1


def codes(rules: Any) -> list[str]:
    """The code of every action and outcome."""
    values = range(1, VALUES + 1)
    return [
        "draw",
        "pass",
        "lay",
        *(f"choose:{value}" for value in values),
        *(f"card:{value}" for value in values),
        *(f"tide:{n}" for n in range(1, rules.tides + 1)),
    ]
