"""Borneo's aid: the aim, what to know in a minute, and what each thing on the table is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Aid, Thing, thing
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def aid(game: Game) -> Aid:
    """The sheet beside the table."""
    return {
        "aim": say("Most points win: goods bring one each, and missions paid with them far more."),
        "minute": [
            say(
                "Each turn: perhaps a mission, perhaps a move or a fight in the companies, then a "
                "shipment, then two new cards."
            ),
            say("Lay a shipment at a harbor. Its flags count for the companies."),
            say(
                "Enough flags of one company are a monopoly: its merchants take the goods. A full "
                "harbor without one is shared among all who show flags."
            ),
            say("Merchants pick from left to right, so a place further left takes better goods."),
            say(
                "A fight takes such a place: whoever plays more flags has it, and a tie is the "
                "attacker's."
            ),
            say("When the harbors run out, each may pay one last mission, and points are counted."),
        ],
        "goals": [],
        "chapters": [
            {
                "heading": say("Companies"),
                "things": [
                    *_companies(),
                    thing(
                        say("Seat"),
                        say("All its merchants carry this colour and letter."),
                        "BO-1.4",
                        at=".mark",
                        owned=True,
                    ),
                    thing(
                        say("Merchant"),
                        say(
                            "Picks goods when its company is served, the leftmost first. It may "
                            "move to the end of another row, or fight for a place further left."
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
                            "The boxes say how many cards may lie here, the number how many flags "
                            "of one company make a monopoly; below them what lies here now."
                        ),
                        "BO-1.11",
                        at=".harbor-sign",
                    ),
                    thing(
                        say("Shipment"),
                        say(
                            "Its flags serve companies while it lies at a harbor, its good is what "
                            "a merchant takes. A covered card keeps only its upper flags."
                        ),
                        "BO-7.4",
                        "bo-shipment-face",
                        *(f"bo-sheet-{good}" for good in names.GOOD),
                    ),
                    thing(
                        say("Counts twice"),
                        say(
                            "Two goods when a mission is paid. At the end it is a point like any "
                            "other card."
                        ),
                        "BO-4.3",
                        "bo-times-2",
                        *(f"bo-{form}-times" for form in _FORMS),
                    ),
                    thing(
                        say("Shipments in the deck"),
                        say("Each turn ends with two cards from here. A hand keeps six."),
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
                        say("For shipments and fights. They pay for no mission."),
                        "BO-4.4",
                        "bo-i-hand",
                    ),
                    thing(
                        say("Mission"),
                        say(
                            "Once a turn, before anything else, pay the goods it shows from your "
                            "warehouse for the points on it."
                        ),
                        "BO-4.1",
                        "bo-mission-card",
                        at=".mission",
                    ),
                    thing(
                        say("Points"),
                        say(
                            "One for each shipment and harbor in the warehouse, and those of the "
                            "missions."
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
"""How the good of a shipment is drawn."""


def _companies() -> list[Thing]:
    text = say(
        "Its flags on shipments bring its merchants goods; they pick in the order of their places."
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
    text = say("In a warehouse it is a point, and pays for missions.")
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
