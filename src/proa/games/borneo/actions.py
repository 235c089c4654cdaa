"""Borneo's actions and outcomes, one row each: word, rule, names. A row's value is its first
number.

``place`` counts the places of all rows, red first: company * 15 + rank - 1.
"""

from __future__ import annotations

from proa.engine.core.actions import Actions
from proa.games.borneo.components import ONE_GOOD, Tables
from proa.games.borneo.state import (
    COMPANIES,
    MOST_HARBORS,
    MOST_IN_ROW,
    MOST_MISSIONS,
    MOST_PLAYERS,
    MOST_SHIPMENTS,
)

_NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def shipment_code(card: int) -> str:
    """Return the code of a shipment: S01 for the first of the edition."""
    return f"S{card + 1:02d}"


def harbor_code(card: int) -> str:
    """Return the code of a harbor: H01 for the first of the edition."""
    return f"H{card + 1:02d}"


def mission_word(rules: Tables, kind: int) -> str:
    """Return the word of a kind of mission: ``two_of_each``, ``four_of_one``."""
    number = _NUMBERS[rules.mission_number[kind] - 1]
    return f"{number}_of_{'one' if rules.mission_goods[kind] == ONE_GOOD else 'each'}"


def _shipments(rules: Tables) -> list[str]:
    return [shipment_code(card) for card in range(rules.shipments)]


def _harbors(rules: Tables) -> list[str]:
    return [harbor_code(card) for card in range(rules.harbors)]


def _missions(rules: Tables) -> list[str]:
    return [mission_word(rules, kind) for kind in range(rules.mission_kinds)]


_RANKS = range(1, MOST_IN_ROW + 1)
_PLACES = tuple(f"{company}:{rank}" for company in COMPANIES for rank in _RANKS)

ROWS = Actions()
PASS = ROWS.choice("pass", "BO-3.3")  # no mission, no move and no fight, no reward
COMMIT = ROWS.choice("commit", "BO-6.6")  # play the cards chosen for the fight
VACATED = ROWS.choice("vacated", "BO-6.13")  # the beaten merchant goes to the attacker's old place
TO = ROWS.choice("to", "BO-5.3", COMPANIES)  # a merchant goes to the right end of a row
MISSION = ROWS.choice("mission", "BO-4.2", _missions, MOST_MISSIONS)
MERCHANT = ROWS.choice("merchant", "BO-5.1", _PLACES)  # an own one, by company and rank
ATTACK = ROWS.choice("attack", "BO-6.1", _RANKS)  # the merchant of that rank in the same row
PLAY = ROWS.choice("play", "BO-6.3", _shipments, MOST_SHIPMENTS)  # a card for the fight
SHIP = ROWS.choice("ship", "BO-7.1", _shipments, MOST_SHIPMENTS)
AT = ROWS.choice("at", "BO-7.2", _harbors, MOST_HARBORS)  # the harbor for the shipment
DISCARD = ROWS.choice("discard", "BO-10.2", _shipments, MOST_SHIPMENTS)
TAKE = ROWS.choice("take", "BO-7.10", _shipments, MOST_SHIPMENTS)
KEEP = ROWS.choice("keep", "BO-6.17", _shipments, MOST_SHIPMENTS)
PAY = ROWS.choice("pay", "BO-4.9", _shipments, MOST_SHIPMENTS)
PAY_HARBOR = ROWS.choice("pay", "BO-4.9", _harbors, MOST_HARBORS)
FIRST = ROWS.outcome("first", "BO-2.6", range(MOST_PLAYERS))
DRAW = ROWS.outcome("draw", "BO-10.1", _shipments, MOST_SHIPMENTS)  # dealt as well (BO-2.1)
TURN_UP = ROWS.outcome("harbor", "BO-2.2", _harbors, MOST_HARBORS)
