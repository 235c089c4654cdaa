"""A position of Borneo: its record type and the words for its numbers."""

from __future__ import annotations

from proa.engine.layout import position_dtype

COMPANIES = ("red", "yellow", "green", "blue")
GOODS = ("pepper", "cinnamon", "cloves", "nutmeg")

FEWEST_PLAYERS = 3
MOST_PLAYERS = 5
MOST_MERCHANTS = 4
"""A player's, with the option "fourth"."""
MOST_IN_ROW = 15
MOST_SHIPMENTS = 60
MOST_HARBORS = 12
MOST_MISSIONS = 5
MOST_LAID = 8
"""The highest card limit a harbor may have."""

HAND = 3
"""Cards dealt to each player (BO-2.1)."""
HAND_LIMIT = 6
"""Cards that a hand keeps at the end of a turn (BO-10.2)."""
DRAWN = 2
"""Cards drawn at the end of a turn (BO-10.1)."""
OPEN = 3
"""Harbors that lie open (BO-2.2)."""

# What is asked next (``phase``). The first four are asked of chance; from ATTACK to DISCARD are
# those in which cards of the hand are chosen in parts.
FIRST, DEAL, TURN_UP, DRAW, END, PLACE, MISSION, PAY, COMPANY, TARGET = range(10)
ATTACK, DEFEND, SHIPMENT, HARBOR, DISCARD, BEATEN, REWARD, PICK = range(10, 18)
PHASES = (
    "first player",
    "deal",
    "new harbor",
    "draw",
    "end",
    "placement",
    "mission",
    "payment",
    "company",
    "target",
    "attack",
    "defence",
    "shipment",
    "harbor",
    "discard",
    "beaten merchant",
    "reward",
    "pick",
)

NO_DISTRIBUTION, MONOPOLY, SHARED = range(3)
DISTRIBUTIONS = (None, "monopoly", "shared")

# Sets of shipments are 64-bit integers, bit 0 is S01; sets of harbors likewise, bit 0 is H01.
# Numbers "+ 1" keep 0 for none. All integers are signed, so that they mix without surprises.
PLAYER = [
    ("hand", "<i8"),
    ("shipments", "<i8"),  # in the warehouse
    ("harbors", "<i2"),  # in the warehouse
    ("missions", "i1", (MOST_MISSIONS,)),  # completed, by kind
    ("kept", "i1"),  # company + 1 of which the hand is known to hold a card (BO-13.7)
]

ROW = [
    ("length", "i1"),
    ("place", "i1", (MOST_IN_ROW,)),  # merchants, first-ranked first: 1 + 4 * seat + which
]

OPEN_HARBOR = [
    ("card", "i1"),  # harbor + 1
    ("laid", "i1"),
    ("pile", "i1", (MOST_LAID,)),  # shipments in the order they were laid
]

FIGHT = [
    ("company", "i1"),  # company + 1
    ("attacker", "i1"),  # places in its row; in TARGET only the attacker's is set
    ("defender", "i1"),
    ("attack", "<i8"),  # cards on the table
    ("defence", "<i8"),
]

DISTRIBUTION = [
    ("kind", "i1"),  # NO_DISTRIBUTION, MONOPOLY or SHARED
    ("slot", "i1"),  # which of the open harbors
    ("harbor", "i1"),  # its card + 1, remembered after the card has been taken
    ("companies", "i1"),  # how many take part ...
    ("order", "i1", (len(COMPANIES),)),  # ... and in which order
    ("turn", "i1"),  # whose merchant chooses, a place in ``order``
    ("rank", "i1"),  # which of them: 0 is first-ranked
]

STATE = position_dtype(
    "borneo",
    [
        ("phase", "i1"),
        ("mover", "i1"),  # who is asked, or for whom chance draws
        ("active", "i1"),  # whose turn it is
        ("first", "i1"),  # the first player
        ("turn", "i1"),  # the number of the turn, 0 while merchants are placed
        ("due", "i1"),  # cards still to be dealt or drawn
        ("chances", "i1"),  # last chances left, the mover's included (BO-11.5)
        ("picked", "<i8"),  # cards of the mover's hand that he has chosen so far (BO-13.4)
        ("deck", "<i8"),
        ("discard", "<i8"),
        ("harbor_deck", "<i2"),
        ("stack", "i1", (MOST_MISSIONS,)),  # mission cards left, by kind
        ("mission", "i1"),  # kind + 1 of the mission that is being paid for
        ("lacks", "i1", (len(GOODS),)),  # what it still lacks; see missions.choose_mission
        ("row", ROW, (len(COMPANIES),)),
        ("harbor", OPEN_HARBOR, (OPEN,)),
        ("player", PLAYER, (MOST_PLAYERS,)),
        ("fight", FIGHT),
        ("distribution", DISTRIBUTION),
    ],
)
