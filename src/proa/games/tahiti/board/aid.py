"""Tahiti's player aid: the aim, the rules in a minute, and the purpose of each thing on the
table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Aid, thing
from proa.games.tahiti.messages import say

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game


def aid(game: Game) -> Aid:
    """Return the player aid that is shown beside the table."""
    return {
        "aim": say(
            "Score the most points: share in rich pearl banks, and save money in your chest."
        ),
        "minute": [
            say("The die shows how far one yacht may sail. Everyone bids cash for that move."),
            say("The winner pays the first player who passed, and sails clockwise."),
            say(
                "At the space you reach, take a pearl of its colour or leave a boat at its letter."
            ),
            say(
                "A pearl and a boat are placed together on the sea, in the row or column of "
                "the letter."
            ),
            say(
                "Adjacent pearls of one colour form a bank, worth its pearls times the empty "
                "squares around it. The player with most boats scores all of that, the others "
                "half."
            ),
            say("The game ends when two colours are gone."),
        ],
        "goals": [],
        "chapters": [
            {
                "heading": say("A turn"),
                "things": [
                    thing(
                        say("The die"),
                        say(
                            "How many spaces the winner of the auction sails. On a blank, "
                            "everyone first earns income or may save money; then it is rolled "
                            "again."
                        ),
                        "TA-3.2",
                        *(f"ta-die-{n}" for n in range(1, 7)),
                        "ta-die-0",
                    ),
                    thing(
                        say("The disc: dollar"),
                        say(
                            "On the next blank, everyone earns $1 for each of their pearl "
                            "boats on the sea. Then the disc is flipped."
                        ),
                        "TA-3.4",
                        "ta-disc-dollar",
                    ),
                    thing(
                        say("The disc: chest"),
                        say(
                            "On the next blank, each player may save $0 to $10 in the chest. "
                            "Then the disc is flipped."
                        ),
                        "TA-3.6",
                        "ta-disc-chest",
                    ),
                    thing(
                        say("Cash"),
                        say(
                            "Pays for bids; worth nothing at the end. Hidden from others "
                            "unless the table plays with open money."
                        ),
                        "TA-8.2",
                        "ta-screen",
                    ),
                    thing(
                        say("Chest"),
                        say("Each dollar in it is a point. Money in the chest stays there."),
                        "TA-3.8",
                        "chest",
                    ),
                ],
            },
            {
                "heading": say("The track"),
                "things": [
                    thing(
                        say("Yacht"),
                        say("Sails clockwise around the sea when its owner wins an auction."),
                        "TA-5.1",
                        "yacht",
                        at=".tahiti .yacht, .tahiti .ghost.shown",
                        owned=True,
                    ),
                    thing(
                        say("Space of the track"),
                        say(
                            "Its letter is the row or column where pairs are placed, its "
                            "colour the pearl found there."
                        ),
                        "TA-1.6",
                        at=".tahiti .pad, .tahiti .sign.big",
                    ),
                    thing(
                        say("Waiting boat"),
                        say(
                            "It waits at the letter of its space until its owner finds a "
                            "pearl; then both are placed."
                        ),
                        "TA-5.9",
                        at=".tahiti .waits",
                        owned=True,
                    ),
                ],
            },
            {
                "heading": say("The sea"),
                "things": [
                    thing(
                        say("Letter of a row or column"),
                        say(
                            "Pairs with this letter go in this row or column. The middle ones "
                            "have no letter."
                        ),
                        "TA-5.11",
                        at=".tahiti .sign.line",
                    ),
                    thing(
                        say("Seat"),
                        say("All of this player's pieces carry this colour, emblem and letter."),
                        "TA-1.10",
                        at=".mark",
                        owned=True,
                    ),
                    thing(
                        say("White pearl"),
                        say(
                            "Together with adjacent pearls of its colour it forms a bank. "
                            "Colours belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-white",
                    ),
                    thing(
                        say("Blue pearl"),
                        say(
                            "Together with adjacent pearls of its colour it forms a bank. "
                            "Colours belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-blue",
                    ),
                    thing(
                        say("Green pearl"),
                        say(
                            "Together with adjacent pearls of its colour it forms a bank. "
                            "Colours belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-green",
                    ),
                    thing(
                        say("Black pearl"),
                        say(
                            "Together with adjacent pearls of its colour it forms a bank. "
                            "Colours belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-black",
                    ),
                    thing(
                        say("Pearl boat"),
                        say("Counts for its owner in its bank, and earns $1 on a payday blank."),
                        "TA-8.9",
                        "ta-boat",
                        "ta-i-boat",
                        at=".tahiti .pair",
                        owned=True,
                    ),
                    thing(
                        say("Worth of a bank"),
                        say(
                            "Its pearls times the empty squares around it; below, the letters "
                            "of the players with most boats. They score all of it, everyone "
                            "else there half."
                        ),
                        "TA-8.6",
                        at=".tahiti .worth, .banks li",
                    ),
                    thing(
                        say("The island"),
                        say("Nothing can be placed here; it counts as occupied."),
                        "TA-1.3",
                        "ta-island",
                    ),
                    thing(
                        say("Pearls left"),
                        say("The game ends when two colours are gone."),
                        "TA-7.1",
                        at=".supply li",
                    ),
                    thing(
                        say("Points"),
                        say(
                            "From the banks as they are now; the chest is added at the end. "
                            "Press to see the sources."
                        ),
                        "TA-8.1",
                        at=".tahiti .score",
                    ),
                ],
            },
        ],
    }
