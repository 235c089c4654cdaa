"""Tahiti's aid: the aim, what to know in a minute, and what each thing on the table is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Aid, thing
from proa.games.tahiti.messages import say

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game


def aid(game: Game) -> Aid:
    """The sheet beside the table."""
    return {
        "aim": say("Most points win: share in rich pearl banks, and put money into your chest."),
        "minute": [
            say("The die says how far one yacht sails. All bid for it with their cash."),
            say("Whoever wins pays the first player who passed, and sails clockwise."),
            say("The space reached gives a pearl of its colour, or leaves a boat with its letter."),
            say("A pearl with a boat is placed on the sea, in the row or column of the letter."),
            say(
                "Pearls of one colour side by side are a bank: its pearls times the empty squares "
                "around it. Most boats get all of that, the others half."
            ),
            say("When two colours are used up, the game ends."),
        ],
        "goals": [],
        "chapters": [
            {
                "heading": say("A turn"),
                "things": [
                    thing(
                        say("The die"),
                        say(
                            "How many spaces the winner of the auction sails. A blank brings "
                            "income or opens the chests first, then it is thrown again."
                        ),
                        "TA-3.2",
                        *(f"ta-die-{n}" for n in range(1, 7)),
                        "ta-die-0",
                    ),
                    thing(
                        say("The disc: dollar"),
                        say(
                            "At the next blank everybody gets a dollar for each own pearl boat on "
                            "the sea. Then the disc is turned."
                        ),
                        "TA-3.4",
                        "ta-disc-dollar",
                    ),
                    thing(
                        say("The disc: chest"),
                        say(
                            "At the next blank each player may put 0 to 10 dollars into the chest. "
                            "Then the disc is turned."
                        ),
                        "TA-3.6",
                        "ta-disc-chest",
                    ),
                    thing(
                        say("Cash"),
                        say(
                            "Pays bids. At the end it is worth nothing. Others see it only if all "
                            "play with open money."
                        ),
                        "TA-8.2",
                        "ta-screen",
                    ),
                    thing(
                        say("Chest"),
                        say("Each dollar in it is a point. What is in never comes out again."),
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
                        say("Sails clockwise round the sea when its owner wins an auction."),
                        "TA-5.1",
                        "yacht",
                        at=".tahiti .yacht, .tahiti .ghost.shown",
                        owned=True,
                    ),
                    thing(
                        say("Space of the track"),
                        say(
                            "Its letter says in which row or column a pair is placed, its colour "
                            "what pearl is found there."
                        ),
                        "TA-1.6",
                        at=".tahiti .pad, .tahiti .sign.big",
                    ),
                    thing(
                        say("Waiting boat"),
                        say(
                            "It keeps the letter of its space until its owner finds a pearl; then "
                            "both are placed."
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
                        say("Pairs of this letter are placed along it. The middle has none."),
                        "TA-5.11",
                        at=".tahiti .sign.line",
                    ),
                    thing(
                        say("Seat"),
                        say("All its pieces carry this colour, emblem and letter."),
                        "TA-1.10",
                        at=".mark",
                        owned=True,
                    ),
                    thing(
                        say("White pearl"),
                        say(
                            "Side by side with others of its colour it makes a bank. Colours "
                            "belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-white",
                    ),
                    thing(
                        say("Blue pearl"),
                        say(
                            "Side by side with others of its colour it makes a bank. Colours "
                            "belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-blue",
                    ),
                    thing(
                        say("Green pearl"),
                        say(
                            "Side by side with others of its colour it makes a bank. Colours "
                            "belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-green",
                    ),
                    thing(
                        say("Black pearl"),
                        say(
                            "Side by side with others of its colour it makes a bank. Colours "
                            "belong to nobody."
                        ),
                        "TA-2.8",
                        "ta-pearl-black",
                    ),
                    thing(
                        say("Pearl boat"),
                        say(
                            "Counts for its owner in the bank it lies in, and earns a dollar at a "
                            "blank with the dollar."
                        ),
                        "TA-8.9",
                        "ta-boat",
                        "ta-i-boat",
                        at=".tahiti .pair",
                        owned=True,
                    ),
                    thing(
                        say("Worth of a bank"),
                        say(
                            "Its pearls times the empty squares around it, and below it the "
                            "letters of those with most boats. They get all of it, everybody else "
                            "there half."
                        ),
                        "TA-8.6",
                        at=".tahiti .worth, .banks li",
                    ),
                    thing(
                        say("The island"),
                        say("Nothing is placed here, and it counts as occupied."),
                        "TA-1.3",
                        "ta-island",
                    ),
                    thing(
                        say("Pearls left"),
                        say("When two colours are used up, the game is over."),
                        "TA-7.1",
                        at=".supply li",
                    ),
                    thing(
                        say("Points"),
                        say(
                            "From banks as they lie now; the chest is added at the end. Press to "
                            "see where they come from."
                        ),
                        "TA-8.1",
                        at=".tahiti .score",
                    ),
                ],
            },
        ],
    }
