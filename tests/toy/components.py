"""Reading ``components.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from proa.engine.components import Reader
from proa.engine.layout import rules_dtype
from toy.state import PLAYERS, VALUES

RULES = rules_dtype(
    "toy",
    [
        ("cards", "u1", (VALUES,)),
        ("hand", "u1"),
        ("most", "u1"),
        ("rounds", "u1"),
        ("tides", "u1"),
        ("pair", "u1"),
        ("calm", "u1"),
    ],
)


def read(reader: Reader, options: Mapping[str, str]) -> Any:
    """The rules record of an edition, as an array of one."""
    rules = np.zeros(1, RULES)
    cards = reader.table("cards")
    rules["cards"] = [cards.integer(str(value), 0, 20) for value in range(1, VALUES + 1)]
    rules["hand"] = reader.integer("hand", 1, 10)
    rules["most"] = reader.integer("most", int(rules["hand"][0]), 20)
    rules["rounds"] = reader.integer("rounds", 1, 20)
    rules["tides"] = reader.integer("tides", 1, 9)
    rules["pair"] = reader.integer("pair", 0, 20)
    rules["calm"] = options["tide"] == "calm"
    if rules["cards"].sum() < PLAYERS * rules["hand"][0]:
        raise reader.refuse("cards", "must be enough for {n} hands", n=PLAYERS)
    return rules
