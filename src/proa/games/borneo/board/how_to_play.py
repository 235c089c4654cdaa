"""How to play Borneo, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import HowToPlay, step
from proa.games.borneo.messages import say

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def how_to_play(game: Game) -> HowToPlay:
    """Return the first page of the rule book."""
    return {
        "aim": say(
            "Score the most points: goods are worth one each, and missions paid with them far more."
        ),
        "turn": say("A turn"),
        "steps": [
            step(
                say("You may complete one mission: pay its goods from your warehouse."),
                "BO-4.1",
                "bo-mission-card",
            ),
            step(
                say(
                    "You may move a merchant to the end of another row, or fight for a place "
                    "further left. More flags win, and the attacker wins ties."
                ),
                "BO-5.1",
                "bo-merchant-turtle",
            ),
            step(
                say("Play a shipment at a harbor. Its flags count for the companies."),
                "BO-7.1",
                "bo-flag-blue",
                "bo-nutmeg",
            ),
            step(
                say(
                    "Enough flags of one company make a monopoly: its merchants take the goods, "
                    "the leftmost first. A full harbor without a monopoly is shared among all "
                    "companies with flags there."
                ),
                "BO-8.1",
                "bo-flag-red",
                "bo-banner-red",
            ),
            step(
                say("Draw two cards. If you hold more than six, discard down to six."),
                "BO-10.1",
                "bo-shipment-back",
            ),
        ],
        "scoring": [
            step(
                say("Each completed mission brings the points on its card."),
                "BO-12.3",
                "bo-mission-card",
            ),
            step(
                say("Each shipment and each harbor in your warehouse is a point."),
                "BO-12.1",
                "bo-pepper",
                "bo-harbor-card",
            ),
            step(say("Cards in hand are worth nothing."), "BO-11.4", "bo-i-hand"),
        ],
        "end": step(
            say(
                "The game ends when a harbor must be replaced and the deck is empty. Each player "
                "may then complete one last mission."
            ),
            "BO-11.1",
            "bo-harbor-back",
        ),
    }
