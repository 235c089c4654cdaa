"""Borneo's actions and outcomes: their numbers and codes.

==================  ================================================  =====================
code                what                                              numbers
==================  ================================================  =====================
``pass``            no mission, no move and no fight, no reward       ``PASS``
``commit``          play the cards chosen for the fight               ``COMMIT``
``vacated``         the beaten merchant takes the attacker's place    ``VACATED``
``to:red``          a merchant goes to the right end of a row         ``TO`` + company
``mission:W``       choose a mission, W like ``two_of_each``          ``MISSION`` + kind
``merchant:red:2``  choose one's merchant by company and rank         ``MERCHANT`` + place
``attack:1``        fight the merchant of that rank in the same row   ``ATTACK`` + rank - 1
``play:S17``        choose a card for the fight                       ``PLAY`` + shipment
``ship:S17``        choose the shipment                               ``SHIP`` + shipment
``at:H02``          lay it at a harbor                                ``AT`` + harbor
``discard:S17``     choose a card to discard                          ``DISCARD`` + shipment
``take:S17``        take a shipment in a distribution                 ``TAKE`` + shipment
``keep:S17``        keep a card of the defence as a good              ``KEEP`` + shipment
``pay:S17``         pay a shipment for a mission                      ``PAY`` + shipment
``pay:H02``         pay a harbor for a mission                        ``PAY_HARBOR`` + harbor
``first:2``         outcome: seat 2 is the first player               ``FIRST`` + seat
``draw:S17``        outcome: the card dealt or drawn                  ``DRAW`` + shipment
``harbor:H02``      outcome: the harbor turned up                     ``TURN_UP`` + harbor
==================  ================================================  =====================

``place`` counts the places of all rows, red first: company * 15 + rank - 1.
"""

from __future__ import annotations

from proa.games.borneo.components import ONE_GOOD, Tables
from proa.games.borneo.position import (
    COMPANIES,
    MOST_HARBORS,
    MOST_IN_ROW,
    MOST_MISSIONS,
    MOST_PLAYERS,
    MOST_SHIPMENTS,
)

PASS = 0
COMMIT = 1
VACATED = 2
TO = 3
MISSION = TO + len(COMPANIES)
MERCHANT = MISSION + MOST_MISSIONS
ATTACK = MERCHANT + len(COMPANIES) * MOST_IN_ROW
PLAY = ATTACK + MOST_IN_ROW
SHIP = PLAY + MOST_SHIPMENTS
AT = SHIP + MOST_SHIPMENTS
DISCARD = AT + MOST_HARBORS
TAKE = DISCARD + MOST_SHIPMENTS
KEEP = TAKE + MOST_SHIPMENTS
PAY = KEEP + MOST_SHIPMENTS
PAY_HARBOR = PAY + MOST_SHIPMENTS
FIRST = PAY_HARBOR + MOST_HARBORS
DRAW = FIRST + MOST_PLAYERS
TURN_UP = DRAW + MOST_SHIPMENTS
ACTIONS = TURN_UP + MOST_HARBORS


_NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def shipment_code(card: int) -> str:
    """S01 for the first shipment of the edition."""
    return f"S{card + 1:02d}"


def harbor_code(card: int) -> str:
    """H01 for the first harbor of the edition."""
    return f"H{card + 1:02d}"


def mission_word(rules: Tables, kind: int) -> str:
    """``two_of_each`` or ``four_of_one``."""
    number = _NUMBERS[rules.mission_number[kind] - 1]
    return f"{number}_of_{'one' if rules.mission_goods[kind] == ONE_GOOD else 'each'}"


def codes(rules: Tables) -> list[str]:
    """The code of every action; empty for numbers that the edition does not use."""
    names = [""] * ACTIONS
    names[PASS], names[COMMIT], names[VACATED] = "pass", "commit", "vacated"
    for company, name in enumerate(COMPANIES):
        names[TO + company] = f"to:{name}"
        for place in range(MOST_IN_ROW):
            number = MERCHANT + company * MOST_IN_ROW + place
            names[number] = f"merchant:{name}:{place + 1}"
    for place in range(MOST_IN_ROW):
        names[ATTACK + place] = f"attack:{place + 1}"
    for seat in range(MOST_PLAYERS):
        names[FIRST + seat] = f"first:{seat}"
    for kind in range(rules.mission_kinds):
        names[MISSION + kind] = f"mission:{mission_word(rules, kind)}"
    for verb, first in _OF_SHIPMENTS.items():
        for card in range(rules.shipments):
            names[first + card] = f"{verb}:{shipment_code(card)}"
    for verb, first in _OF_HARBORS.items():
        for card in range(rules.harbors):
            names[first + card] = f"{verb}:{harbor_code(card)}"
    return names


_OF_SHIPMENTS = {
    "play": PLAY,
    "ship": SHIP,
    "discard": DISCARD,
    "take": TAKE,
    "keep": KEEP,
    "pay": PAY,
    "draw": DRAW,
}
_OF_HARBORS = {"at": AT, "pay": PAY_HARBOR, "harbor": TURN_UP}
