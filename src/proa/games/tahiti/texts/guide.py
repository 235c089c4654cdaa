"""Notes for a first game: one for each kind of decision, with its rule."""

from __future__ import annotations

from proa.engine.core.view_types import Note
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say

NOTES: dict[int, Note] = {
    at.YACHT: {
        "key": "yacht",
        "title": say("Your starting space isn't critical"),
        "text": say(
            "You sail clockwise to find pearls and to place them. Each space has a letter "
            "(where pairs go) and a colour (which pearl you find)."
        ),
        "rule": "TA-1.6",
    },
    at.PEARL: {
        "key": "pearl",
        "title": say("A pearl needs a boat"),
        "text": say(
            "A pearl and a boat make a pair, and pairs form the banks that score. Your next "
            "move places it right away, in the row or column of the letter you reach."
        ),
        "rule": "TA-5.7",
    },
    at.STASH: {
        "key": "stash",
        "title": say("Points or power"),
        "text": say(
            "Each dollar in the chest is a point, but it stays there. Cash wins auctions and "
            "is worth nothing at the end."
        ),
        "rule": "TA-3.8",
    },
    at.BID: {
        "key": "bid",
        "title": say("The winner pays the first player who passed"),
        "text": say(
            "A roll can take you to the pearls and letters you want. The winner of the auction "
            "sails that far and pays the first player who passed. Nobody else pays."
        ),
        "rule": "TA-4.9",
    },
    at.LAND: {
        "key": "land",
        "title": say("Boat first or pearl first"),
        "text": say(
            "A pair takes two visits. Take the pearl now and let the next letter decide where "
            "it goes, or leave a boat now and let the next colour decide which pearl it gets."
        ),
        "rule": "TA-5.3",
    },
    at.SQUARE: {
        "key": "square",
        "title": say("Big banks with open water"),
        "text": say(
            "A bank is worth its pearls times the empty squares around it. The player with "
            "most boats there scores all of that, everyone else half."
        ),
        "rule": "TA-8.6",
    },
}
