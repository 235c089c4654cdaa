"""The record of a position of Borneo, and the words for its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from proa.engine.core.fields import Fields, PositionFields, Row, int8, int16, int64

if TYPE_CHECKING:
    from proa.engine.core import game, position, texts
    from proa.games.borneo.components import Tables

    Game = game.Game[Tables, "State"]
    Position = position.Position["State"]
    Questions = texts.Questions[Tables, "State"]
    Answer = texts.AnswerTexts[Tables, "State"]

COMPANIES = ("red", "yellow", "green", "blue")
"""The four companies (BO-1.3)."""
GOODS = ("pepper", "cinnamon", "cloves", "nutmeg")
"""The goods on the lower parts of shipments (BO-1.7)."""

FEWEST_PLAYERS = 3
MOST_PLAYERS = 5
"""Three to five players (BO-1.1)."""
MOST_MERCHANTS = 4
"""The merchants of a player, with the option "fourth" (BO-14.3)."""
MOST_IN_ROW = 15
MOST_SHIPMENTS = 60
MOST_HARBORS = 12
MOST_MISSIONS = 5
MOST_LAID = 8
"""The highest card limit that a harbor may have."""

MOST_TURNS = 127
"""How far turns are counted; no rule asks for more."""

HAND = 3
"""Cards dealt to each player (BO-2.1)."""
HAND_LIMIT = 6
"""Cards that a hand keeps at the end of a turn (BO-10.2)."""
DRAWN = 2
"""Cards drawn at the end of a turn (BO-10.1)."""
OPEN = 3
"""The number of open harbors (BO-2.2)."""

# The next question (``phase``). The first four are decided by chance; in those from ATTACK to
# DISCARD, cards of the hand are chosen one by one.
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
# Numbers "+ 1" keep 0 for none. All integers are signed, so mixing them never changes their type to
# float.
class Player(Fields):
    """A player's hand, warehouse (BO-2.5) and missions."""

    hand: int64
    shipments: int64  # in the warehouse
    harbors: int16  # in the warehouse
    missions: Annotated[Row[int8], MOST_MISSIONS]  # completed, by kind
    kept: int8  # company + 1 of which the hand is known to hold a card (BO-13.7)


class CompanyRow(Fields):
    """The row of a company, with the merchants in it (BO-2.3)."""

    length: int8
    place: Annotated[Row[int8], MOST_IN_ROW]  # merchants, first-ranked first: 1 + 4 * seat + which


class Harbor(Fields):
    """An open harbor and the shipments laid there."""

    card: int8  # harbor + 1
    laid: int8
    pile: Annotated[Row[int8], MOST_LAID]  # shipments in the order they were laid


class Fight(Fields):
    """A fight for a place in a row."""

    company: int8  # company + 1
    attacker: int8  # places in its row; in TARGET only the attacker's is set
    defender: int8
    attack: int64  # cards on the table
    defence: int64


class Distribution(Fields):
    """The current distribution of a harbor's goods."""

    kind: int8  # NO_DISTRIBUTION, MONOPOLY or SHARED
    slot: int8  # which of the open harbors
    harbor: int8  # its card + 1, remembered after the card has been taken
    companies: int8  # number of companies that take part
    order: Annotated[Row[int8], len(COMPANIES)]  # their order
    turn: int8  # index in ``order`` of the company that chooses
    rank: int8  # rank of its merchant: 0 is first-ranked


class State(PositionFields, of="borneo"):
    """A position of Borneo."""

    phase: int8
    mover: int8  # the seat to decide, or for which chance draws
    active: int8  # the seat on turn
    first: int8  # the first player
    turn: int8  # the number of the turn, 0 while merchants are placed
    due: int8  # cards still to be dealt or drawn
    chances: int8  # last chances left, the mover's included (BO-11.5)
    picked: int64  # cards of the mover's hand chosen so far (BO-13.4)
    deck: int64
    discard: int64
    harbor_deck: int16
    stack: Annotated[Row[int8], MOST_MISSIONS]  # mission cards left, by kind
    mission: int8  # kind + 1 of the mission that is being paid for
    lacks: Annotated[Row[int8], len(GOODS)]  # what it still lacks; see missions.choose_mission
    row: Annotated[Row[CompanyRow], len(COMPANIES)]
    harbor: Annotated[Row[Harbor], OPEN]
    player: Annotated[Row[Player], MOST_PLAYERS]
    fight: Fight
    distribution: Distribution
