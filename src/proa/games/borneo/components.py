"""Borneo's rules record, read from an edition file and checked (BO-1, BO-14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.editions import Reader
from proa.engine.core.fields import Fields, Row, int8, int16, int32, int64
from proa.engine.core.game_spec import Option
from proa.games.borneo.messages import say
from proa.games.borneo.state import (
    COMPANIES,
    FEWEST_PLAYERS,
    GOODS,
    HAND,
    MOST_HARBORS,
    MOST_LAID,
    MOST_MISSIONS,
    MOST_PLAYERS,
    MOST_SHIPMENTS,
    OPEN,
)

LETTERS = "RYGB"
"""The letters of the companies, in their order (BO-1.10)."""

EACH_GOOD, ONE_GOOD = range(2)
"""What a mission demands: a number of each good, or a number of any one good (BO-1.13)."""
DEMANDS = ("each", "one")

LONGEST_NAME = 24

FLAGS = 4
TOP_FLAGS = 3


class Tables(Fields, of="borneo_rules"):
    """Borneo's tables and limits."""

    shipments: int8
    good: Annotated[Row[int8], MOST_SHIPMENTS]
    worth: Annotated[Row[int8], MOST_SHIPMENTS]
    # Companies on a shipment: the top line, then the lower flag; and how often in the top line.
    flag: Annotated[Row[Row[int8]], MOST_SHIPMENTS, FLAGS]
    top: Annotated[Row[Row[int8]], MOST_SHIPMENTS, len(COMPANIES)]
    # Sets of shipments: by good; those marked "2"; those that show a company; those whose number of
    # the company's flags has the bit 1, 2 or 4.
    of_good: Annotated[Row[int64], len(GOODS)]
    doubles: int64
    shows: Annotated[Row[int64], len(COMPANIES)]
    flag_bits: Annotated[Row[Row[int64]], len(COMPANIES), 3]
    # Harbor cards (BO-1.11).
    harbors: int8
    harbor_good: Annotated[Row[int8], MOST_HARBORS]
    card_limit: Annotated[Row[int8], MOST_HARBORS]
    monopoly_number: Annotated[Row[int8], MOST_HARBORS]
    harbors_of_good: Annotated[Row[int16], len(GOODS)]
    harbor_name: Annotated[Row[Row[int32]], MOST_HARBORS, LONGEST_NAME]  # code points, then zeros
    mission_kinds: int8
    mission_goods: Annotated[Row[int8], MOST_MISSIONS]
    mission_number: Annotated[Row[int8], MOST_MISSIONS]
    mission_points: Annotated[Row[int8], MOST_MISSIONS]
    mission_cards: Annotated[Row[int8], MOST_MISSIONS]
    merchants: int8  # per player
    keep_any: int8


OPTIONS = {
    "keep": Option(
        say("A fighter keeps"),
        {"matching": say("any card showing the company"), "any": say("any card")},
        rule="BO-14.1",
    ),
    "fourth": Option(
        say("Fourth merchant"),
        {"off": say("three merchants each"), "on": say("four merchants each")},
        rule="BO-14.3",
        players=(3,),
    ),
}


def most_players(rules: Tables) -> int:
    """Return the maximal number of players: each is dealt three shipments (BO-2.1)."""
    return min(MOST_PLAYERS, int(rules.shipments) // HAND)


def harbor_name(rules: Tables, card: int) -> str:
    """Return the name on a harbor card; ``rules`` is a twin."""
    return "".join(chr(letter) for letter in rules.harbor_name[card] if letter)


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
