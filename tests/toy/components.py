"""The toy's rules record, read from ``components.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from proa.engine.core.editions import Reader
from proa.engine.core.fields import Fields, Row, uint8
from toy.state import MOST_TIDES, PLAYERS, VALUES


class Tables(Fields, of="toy"):
    """The toy's tables and limits."""

    cards: Annotated[Row[uint8], VALUES]
    hand: uint8
    most: uint8
    rounds: uint8
    tides: uint8
    pair: uint8
    calm: uint8


def read(reader: Reader, options: Mapping[str, str]) -> Any:
    """Return the rules record of an edition as an array of length 1."""
    rules = np.zeros(1, Tables.dtype)
    cards = reader.table("cards")
    rules["cards"] = [cards.integer(str(value), 0, 20) for value in range(1, VALUES + 1)]
    rules["hand"] = reader.integer("hand", 1, 10)
    rules["most"] = reader.integer("most", 1, 20, above=int(rules["hand"][0]))
    rules["rounds"] = reader.integer("rounds", 1, 20)
    rules["tides"] = reader.integer("tides", 1, MOST_TIDES)
    rules["pair"] = reader.integer("pair", 0, 20)
    rules["calm"] = options["tide"] == "calm"
    if rules["cards"].sum() < PLAYERS * rules["hand"][0]:
        raise reader.refuse("cards", "must be enough for {n} hands", n=PLAYERS)
    return rules
