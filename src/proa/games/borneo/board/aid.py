"""Borneo's player aid: the aim, the rules in a minute, and the purpose of each thing on the
table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Aid, Thing, thing
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def aid(game: Game) -> Aid:
    """Return the player aid that is shown beside the table."""
    return {
        "aim": say(
            "Score the most points: goods are worth one each, and missions paid with them far more."
        ),
        "minute": [
            say(
                "On your turn: optionally a mission, optionally a move or a fight in the "
                "companies, then a shipment, then draw two cards."
            ),
            say("Play a shipment at a harbor. Its flags count for the companies."),
            say(
                "Enough flags of one company make a monopoly: its merchants take the goods. A "
                "full harbor without a monopoly is shared among all companies with flags there."
            ),
            say("Merchants pick from left to right, so a place further left gets better goods."),
            say("You can fight for such a place: more flags win, and the attacker wins ties."),
            say(
                "When the harbors run out, each player may pay for one last mission, then "
                "points are counted."
            ),
        ],
        "goals": [],
        "chapters": [
            {
                "heading": say("Companies"),
                "things": [
                    *_companies(),
                    thing(
                        say("Seat"),
                        say("All of this player's merchants carry this colour and letter."),
                        "BO-1.4",
                        at=".mark",
                        owned=True,
                    ),
                    thing(
                        say("Merchant"),
                        say(
                            "Picks goods when its company receives some, leftmost first. It "
                            "may move to the end of another row, or fight for a place further "
                            "left."
                        ),
                        "BO-5.1",
                        *(f"bo-{form}-{one}" for form in ("merchant", "seat") for one in _EMBLEMS),
                        at=".merchant",
                        owned=True,
                    ),
                ],
            },
            {
                "heading": say("Harbors"),
                "things": [
                    thing(
                        say("Harbor"),
                        say(
                            "The boxes show how many cards fit here, the number how many flags "
                            "of one company make a monopoly; below are the cards played here."
                        ),
                        "BO-1.11",
                        at=".harbor-sign",
                    ),
                    thing(
                        say("Shipment"),
                        say(
                            "At a harbor its flags count for companies, and its good is what a "
                            "merchant takes. A covered card shows only its upper flags."
                        ),
                        "BO-7.4",
                        "bo-shipment-face",
                        *(f"bo-sheet-{good}" for good in names.GOOD),
                    ),
                    thing(
                        say("Counts twice"),
                        say(
                            "Counts as two goods when paying for a mission. At the end it is "
                            "worth one point, like any other card."
                        ),
                        "BO-4.3",
                        "bo-times-2",
                        *(f"bo-{form}-times" for form in _FORMS),
                    ),
                    thing(
                        say("Shipments in the deck"),
                        say(
                            "Each turn ends by drawing two cards from here. The hand limit is six."
                        ),
                        "BO-10.1",
                        "bo-shipment-back",
                    ),
                    thing(
                        say("Harbors in the harbor deck"),
                        say(
                            "A completed harbor is replaced from here. When none is left, the game "
                            "ends."
                        ),
                        "BO-11.1",
                        "bo-harbor-back",
                    ),
                ],
            },
            {
                "heading": say("Goods and missions"),
                "things": [
                    *_goods(),
                    thing(
                        say("Cards in hand"),
                        say("For shipments and fights. They can't pay for missions."),
                        "BO-4.4",
                        "bo-i-hand",
                    ),
                    thing(
                        say("Mission"),
                        say(
                            "Once per turn, before anything else, you may pay its goods from "
                            "your warehouse for its points."
                        ),
                        "BO-4.1",
                        "bo-mission-card",
                        at=".mission",
                    ),
                    thing(
                        say("Points"),
                        say(
                            "One for each shipment and harbor in the warehouse, plus those of "
                            "the missions."
                        ),
                        "BO-12.1",
                        at=".borneo .score",
                    ),
                ],
            },
        ],
    }


_EMBLEMS = ("turtle", "ray", "shark", "leaf", "shell")
_FORMS = ("whole", "held")
"""The ways in which a shipment's good is drawn."""


def _companies() -> list[Thing]:
    text = say(
        "Its flags on shipments bring goods to its merchants, who pick in the order of "
        "their places."
    )
    return [
        thing(
            name,
            text,
            "BO-8.1",
            f"bo-banner-{key}",
            f"bo-flag-{key}",
            *(f"bo-{key}-{place}" for place in range(1, 5)),
        )
        for key, name in names.COMPANY.items()
    ]


def _goods() -> list[Thing]:
    text = say("In a warehouse it is worth a point and pays for missions.")
    return [
        thing(
            name,
            text,
            "BO-4.3",
            f"bo-{key}",
            f"bo-{key}-2",
            *(f"bo-{form}-{key}-{worth}" for form in _FORMS for worth in (1, 2)),
        )
        for key, name in names.GOOD.items()
    ]
