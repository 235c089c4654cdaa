"""Notes for a first game: one for each kind of decision, with its rule."""

from __future__ import annotations

from proa.engine.core.view_types import Note
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say

NOTES: dict[int, Note] = {
    at.YACHT: {
        "key": "yacht",
        "title": say("Where you start hardly binds you"),
        "text": say(
            "You sail to find pearls and to place them, clockwise only. Each space has a letter, "
            "which says where pairs go, and a colour, which says what pearl you find."
        ),
        "rule": "TA-1.6",
    },
    at.PEARL: {
        "key": "pearl",
        "title": say("A pearl looks for a boat"),
        "text": say(
            "With a boat it makes a pair, and pairs make the banks that score. Your next move "
            "places it at once, in the row or column of the letter you reach."
        ),
        "rule": "TA-5.7",
    },
    at.STASH: {
        "key": "stash",
        "title": say("Points or power"),
        "text": say(
            "Money in the chest is a point a dollar, but you never get it out again. Cash wins "
            "auctions and is worth nothing at the end."
        ),
        "rule": "TA-3.8",
    },
    at.BID: {
        "key": "bid",
        "title": say("The winner pays whoever passed first"),
        "text": say(
            "A throw brings you to the pearls and letters you want. Whoever wins sails that far "
            "and pays the first player who passed; all others pay nothing."
        ),
        "rule": "TA-4.9",
    },
    at.LAND: {
        "key": "land",
        "title": say("Boat first or pearl first"),
        "text": say(
            "A pair needs two visits. Take the pearl now and let the next letter decide where it "
            "goes, or leave a boat here and let the next colour decide what it gets."
        ),
        "rule": "TA-5.3",
    },
    at.SQUARE: {
        "key": "square",
        "title": say("Big banks with open water"),
        "text": say(
            "A bank is worth its pearls times the empty squares around it. Most boats there take "
            "all of that, everybody else half."
        ),
        "rule": "TA-8.6",
    },
}
