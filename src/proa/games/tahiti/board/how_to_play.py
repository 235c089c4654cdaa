"""How to play Tahiti, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import HowToPlay, step
from proa.games.tahiti.messages import say

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game


def how_to_play(game: Game) -> HowToPlay:
    """Return the first page of the rule book."""
    return {
        "aim": say(
            "Score the most points: share in rich pearl banks, and save money in your chest."
        ),
        "turn": say("A turn"),
        "steps": [
            step(
                say(
                    "Roll the die. After a blank, look at the disc: everyone earns $1 for each of "
                    "their pearl boats on the sea, or may save up to $10 in their chest. Flip the "
                    "disc and roll until a number comes up."
                ),
                "TA-3.3",
                "ta-die-0",
                "ta-disc-dollar",
                "ta-disc-chest",
            ),
            step(
                say(
                    "Bid for the number. The roller speaks first; bid more or pass for good. The "
                    "last player left wins, and pays the first player who passed."
                ),
                "TA-4.9",
                "ta-die-3",
                "coin",
            ),
            step(
                say("The winner sails their yacht clockwise, as many spaces as the die shows."),
                "TA-5.1",
                "yacht",
            ),
            step(
                say(
                    "At the space you reach, take a pearl of its colour or leave a boat at its "
                    "letter. The other half follows when you win again."
                ),
                "TA-5.3",
                "ta-pearl-blue",
                "ta-boat",
            ),
            step(
                say(
                    "Once you have both, place the pair on an empty square in the row or column "
                    "of the letter where the boat was placed. Then the next player rolls."
                ),
                "TA-5.11",
                "ta-island",
            ),
        ],
        "scoring": [
            step(
                say(
                    "Adjacent pearls of one colour form a bank. It is worth its pearls times the "
                    "empty squares around them, no matter who owns the boats."
                ),
                "TA-8.6",
                "ta-pearl-white",
                "ta-pearl-white",
            ),
            step(
                say(
                    "The player with most boats in a bank scores all of that, everyone else with "
                    "a boat there half."
                ),
                "TA-8.9",
                "ta-boat",
            ),
            step(
                say("Each dollar in your chest is a point. Cash is worth nothing."),
                "TA-8.1",
                "chest",
            ),
        ],
        "end": step(
            say("The game ends when two colours of pearls are gone."), "TA-7.1", "ta-pearl-black"
        ),
    }
