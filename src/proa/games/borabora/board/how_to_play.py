"""How to play Bora Bora, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import HowToPlay, step
from proa.games.borabora.messages import say

if TYPE_CHECKING:
    from proa.games.borabora.state import Game


def how_to_play(game: Game) -> HowToPlay:
    """Return the first page of the rule book."""
    return {
        "aim": say(
            "Score the most points in six rounds. There are many ways; the tasks guide you."
        ),
        "turn": say("A round"),
        "steps": [
            step(
                say(
                    "A: Everyone rolls three dice and places them one at a time. A die must be "
                    "lower than all dice on its tile. Low dice get in; high dice do more."
                ),
                "BB-3.3",
                "bb-die-2",
                "bb-die-5",
            ),
            step(
                say(
                    "Expand: a hut goes along a path to the next region and brings its resource. "
                    "The space it leaves on your board is free for a man or a woman."
                ),
                "BB-4.1",
                "bb-hut",
                "bb-wood",
            ),
            step(
                say(
                    "Other tiles bring men and women, a priest to the temple, trades with the "
                    "helper, or a building on two adjacent materials. Fishing brings 2 points."
                ),
                "BB-5.1",
                "bb-man",
                "bb-priest",
                "bb-built-h",
            ),
            step(
                say(
                    "B: In turn order, one type of your men and one type of your women act. More "
                    "of one type do more."
                ),
                "BB-11.1",
                "bb-woman",
            ),
            step(
                say(
                    "C: Status and temple score. Then each player may buy jewelry with shells, and "
                    "completes one task or gives one up."
                ),
                "BB-12.1",
                "bb-status",
                "bb-necklace",
                "bb-check",
            ),
            step(
                say(
                    "Each God bends one rule, at its own time only. It costs a card of its "
                    "colour and an offering."
                ),
                "BB-16.1",
                "bb-god-blue",
                "bb-offering",
            ),
        ],
        "scoring": [
            step(
                say("A completed task scores 6 points, with a Yellow God 4."), "BB-15.2", "bb-check"
            ),
            step(
                say("A building scores 10, 7 or 4 points: the earlier, the more."),
                "BB-8.3",
                "bb-built-h",
            ),
            step(
                say("Every round, the status track and each priest in the temple score."),
                "BB-13.1",
                "bb-priest",
                "bb-status",
            ),
            step(
                say(
                    "At the end, the hut on each building space scores its region's fish, and "
                    "jewelry scores its value."
                ),
                "BB-17.4",
                "bb-tuna",
                "bb-ring",
            ),
            step(
                say(
                    "Six bonuses of 6 points each reward all that is complete, as all buildings or "
                    "huts in all regions."
                ),
                "BB-17.6",
                "bb-headdress",
            ),
        ],
        "end": step(
            say("The game ends after six rounds; everyone then deals with three last tasks."),
            "BB-17.1",
            "bb-p-points",
        ),
    }
