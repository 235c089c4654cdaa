"""The reading of an edition file: its components, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.editions import Reader
from proa.games.borneo.components import LONGEST_NAME, Tables
from proa.games.borneo.state import (
    COMPANIES,
    FEWEST_PLAYERS,
    GOODS,
    HAND,
    MOST_HARBORS,
    MOST_LAID,
    MOST_MISSIONS,
    MOST_SHIPMENTS,
    OPEN,
)

LETTERS = "RYGB"
"""The letters of the companies, in their order (BO-1.10)."""

DEMANDS = ("each", "one")
"""The words for what a mission demands."""
TOP_FLAGS = 3


def read(reader: Reader, options: Mapping[str, str]) -> NDArray[Any]:
    """Return the rules record of an edition as an array of length 1. Check every key.

    Editions may have other cards (BO-14.5), within limits (BO-14.7).
    """
    rules = np.zeros(1, Tables.dtype)
    record = rules[0]
    _read_shipments(reader, record)
    _read_harbors(reader, record)
    _read_missions(reader, record)
    record["merchants"] = 4 if options["fourth"] == "on" else 3  # BO-14.3, BO-1.4
    record["keep_any"] = options["keep"] == "any"
    return rules


def _read_shipments(reader: Reader, record: Any) -> None:
    card = 0
    for group in reader.tables("shipments", least=1):
        good = group.word("good", GOODS)
        worth = group.integer("worth", 1, 2)
        for i, text in enumerate(group.texts("cards", least=1)):
            if card == MOST_SHIPMENTS:
                raise group.refuse(f"cards[{i}]", "there are more than {n}", n=MOST_SHIPMENTS)
            _set_shipment(record, card, good, worth, _flags(group, f"cards[{i}]", text))
            card += 1
    if card < FEWEST_PLAYERS * HAND:
        least = FEWEST_PLAYERS * HAND
        why = "there must be at least {least} to deal to three players, not {n}"
        raise reader.refuse("shipments", why, least=least, n=card)
    record["shipments"] = card


def _flags(group: Reader, key: str, text: str) -> list[int]:
    top, stroke, lower = text.partition("/")
    if not stroke or len(top) != TOP_FLAGS or len(lower) != 1 or set(top + lower) - set(LETTERS):
        why = "must be written like RRR/Y, in letters of {letters}, not {value}"
        raise group.refuse(key, why, letters=LETTERS, value=repr(text))
    return [LETTERS.index(letter) for letter in top + lower]


def _set_shipment(record: Any, card: int, good: int, worth: int, flags: Sequence[int]) -> None:
    bit = 1 << card
    record["good"][card] = good
    record["worth"][card] = worth
    record["flag"][card] = flags
    record["of_good"][good] |= bit
    if worth == 2:
        record["doubles"] |= bit
    for company in range(len(COMPANIES)):
        count = flags.count(company)
        record["top"][card][company] = flags[:TOP_FLAGS].count(company)
        if count:
            record["shows"][company] |= bit
        for k in range(3):
            if count >> k & 1:
                record["flag_bits"][company][k] |= bit


def _read_harbors(reader: Reader, record: Any) -> None:
    harbors = reader.tables("harbors", least=OPEN, most=MOST_HARBORS)
    names: set[str] = set()
    for card, harbor in enumerate(harbors):
        name = harbor.text("name")
        if len(name) > LONGEST_NAME or name in names:
            why = "must be unique and at most {n} letters long, not {value}"
            raise harbor.refuse("name", why, n=LONGEST_NAME, value=repr(name))
        names.add(name)
        good = harbor.word("good", GOODS)
        record["harbor_name"][card][: len(name)] = [ord(letter) for letter in name]
        record["harbor_good"][card] = good
        record["harbors_of_good"][good] |= 1 << card
        record["card_limit"][card] = harbor.integer("card_limit", 1, MOST_LAID)
        record["monopoly_number"][card] = harbor.integer("monopoly_number", 1, 100)
    record["harbors"] = len(harbors)


def _read_missions(reader: Reader, record: Any) -> None:
    missions = reader.tables("missions", most=MOST_MISSIONS)
    seen: set[tuple[int, int]] = set()
    for kind, mission in enumerate(missions):
        goods, number = mission.word("goods", DEMANDS), mission.integer("number", 1, 12)
        if (goods, number) in seen:
            raise mission.refuse("number", "this mission already exists")
        seen.add((goods, number))
        record["mission_goods"][kind] = goods
        record["mission_number"][kind] = number
        record["mission_points"][kind] = mission.integer("points", 0, 100)
        record["mission_cards"][kind] = mission.integer("cards", 1, 12)
    record["mission_kinds"] = len(missions)
