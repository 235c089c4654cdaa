"""Borneo's actions and outcomes: their numbers and codes.

==================  ================================================  =====================
code                what                                              numbers
==================  ================================================  =====================
``pass``            no mission, no move and no fight, no reward       ``A_PASS``
``commit``          play the cards chosen for the fight               ``A_COMMIT``
``vacated``         the beaten merchant takes the attacker's place    ``A_VACATED``
``to:red``          a merchant goes to the right end of a row         ``A_TO`` + company
``mission:W``       choose a mission, W like ``two_of_each``          ``A_MISSION`` + kind
``merchant:red:2``  choose one's merchant by company and rank         ``A_MERCHANT`` + place
``attack:1``        fight the merchant of that rank in the same row   ``A_ATTACK`` + rank - 1
``play:S17``        choose a card for the fight                       ``A_PLAY`` + shipment
``ship:S17``        choose the shipment                               ``A_SHIP`` + shipment
``at:H02``          lay it at a harbor                                ``A_AT`` + harbor
``discard:S17``     choose a card to discard                          ``A_DISCARD`` + shipment
``take:S17``        take a shipment in a distribution                 ``A_TAKE`` + shipment
``keep:S17``        keep a card of the defence as a good              ``A_KEEP`` + shipment
``pay:S17``         pay a shipment for a mission                      ``A_PAY`` + shipment
``pay:H02``         pay a harbor for a mission                        ``A_PAY_HARBOR`` + harbor
``first:2``         outcome: seat 2 is the first player               ``A_FIRST`` + seat
``draw:S17``        outcome: the card dealt or drawn                  ``A_DRAW`` + shipment
``harbor:H02``      outcome: the harbor turned up                     ``A_TURN_UP`` + harbor
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

A_PASS = 0
A_COMMIT = 1
A_VACATED = 2
A_TO = 3
A_MISSION = A_TO + len(COMPANIES)
A_MERCHANT = A_MISSION + MOST_MISSIONS
A_ATTACK = A_MERCHANT + len(COMPANIES) * MOST_IN_ROW
A_PLAY = A_ATTACK + MOST_IN_ROW
A_SHIP = A_PLAY + MOST_SHIPMENTS
A_AT = A_SHIP + MOST_SHIPMENTS
A_DISCARD = A_AT + MOST_HARBORS
A_TAKE = A_DISCARD + MOST_SHIPMENTS
A_KEEP = A_TAKE + MOST_SHIPMENTS
A_PAY = A_KEEP + MOST_SHIPMENTS
A_PAY_HARBOR = A_PAY + MOST_SHIPMENTS
A_FIRST = A_PAY_HARBOR + MOST_HARBORS
A_DRAW = A_FIRST + MOST_PLAYERS
A_TURN_UP = A_DRAW + MOST_SHIPMENTS
ACTIONS = A_TURN_UP + MOST_HARBORS


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
    names[A_PASS], names[A_COMMIT], names[A_VACATED] = "pass", "commit", "vacated"
    for company, name in enumerate(COMPANIES):
        names[A_TO + company] = f"to:{name}"
        for place in range(MOST_IN_ROW):
            number = A_MERCHANT + company * MOST_IN_ROW + place
            names[number] = f"merchant:{name}:{place + 1}"
    for place in range(MOST_IN_ROW):
        names[A_ATTACK + place] = f"attack:{place + 1}"
    for seat in range(MOST_PLAYERS):
        names[A_FIRST + seat] = f"first:{seat}"
    for kind in range(rules.mission_kinds):
        names[A_MISSION + kind] = f"mission:{mission_word(rules, kind)}"
    for verb, first in _OF_SHIPMENTS.items():
        for card in range(rules.shipments):
            names[first + card] = f"{verb}:{shipment_code(card)}"
    for verb, first in _OF_HARBORS.items():
        for card in range(rules.harbors):
            names[first + card] = f"{verb}:{harbor_code(card)}"
    return names


_OF_SHIPMENTS = {
    "play": A_PLAY,
    "ship": A_SHIP,
    "discard": A_DISCARD,
    "take": A_TAKE,
    "keep": A_KEEP,
    "pay": A_PAY,
    "draw": A_DRAW,
}
_OF_HARBORS = {"at": A_AT, "pay": A_PAY_HARBOR, "harbor": A_TURN_UP}
