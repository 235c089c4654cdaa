"""Three plans for the auctions of Tahiti."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.bots.handmade.plan import Plan, after, lead
from proa.games.tahiti.state import BID, LAND, NONE, SQUARE, STASH

if TYPE_CHECKING:
    from proa.games.tahiti.state import Position


class Bidder(Plan):
    """Estimates the gain of a move, and bids the least that wins, up to a part of that gain; nearly
    all that is left goes into the chest."""

    name = "bidder"
    game = "tahiti"

    part = 0.8
    """The part of a move's gain that it pays."""
    purse = 8
    """Dollars that it keeps out of the chest."""
    pearl = 6
    """The value in points of a pearl in the hand, or of a boat that waits for one."""
    dollar = 0.7
    """The value of a dollar in cash."""

    def answer(self, now: Position, seat: int) -> str:
        codes = now.game.codes(now)
        if now.fields.phase == BID:
            return codes[1] if self.price(now, seat) >= dollars(codes[1]) else "pass"
        if now.fields.phase == STASH:
            spare: int = now.fields.player[seat].cash - self.purse
            return codes[max(0, min(spare, len(codes) - 1))]
        return max(codes, key=lambda code: self.worth(after(now, code), seat))

    def price(self, now: Position, seat: int) -> float:
        """Return the highest bid for the move."""
        return self.part * self.gain(now, seat, seat)

    def gain(self, now: Position, seat: int, winner: int) -> float:
        """Return the gain of ``seat`` if ``winner`` gets the move for nothing."""
        won = auctioned(now, winner)
        if won.fields.phase in (LAND, SQUARE):
            ways = [after(won, code) for code in now.game.codes(won)]
            won = max(ways, key=lambda way: self.worth(way, winner))
        paid: int = now.fields.player[winner].cash - won.fields.player[winner].cash
        gained: float = self.worth(won, seat) - self.worth(now, seat)
        return gained + self.dollar * paid

    def worth(self, now: Position, seat: int) -> float:
        """Return the lead, and the value of cash and of what is in hand."""
        me = now.fields.player[seat]
        held: int = (me.pearl != NONE) + (me.waiting != NONE)
        cash: int = me.cash
        return lead(now, seat) + self.dollar * cash + self.pearl * held


class Saver(Bidder):
    """Keeps cash for moves that are worth it, and passes others early: the winner pays the first to
    pass."""

    name = "saver"

    purse = 20
    paid = 4
    """Dollars that passing first brings, on average."""

    def price(self, now: Position, seat: int) -> float:
        may_be_paid = now.players > 2 and now.fields.first_passer == NONE
        return super().price(now, seat) - self.paid * may_be_paid


class Rival(Saver):
    """Bids also for what others would gain: a move that it wins is one that they don't get."""

    name = "rival"

    part = 0.6
    purse = 16

    def gain(self, now: Position, seat: int, winner: int) -> float:
        mine = super().gain(now, seat, winner)
        if winner != seat:
            return mine
        others = [super(Rival, self).gain(now, seat, o) for o in range(now.players) if o != seat]
        return mine - min(0.0, *others) / len(others)


def auctioned(now: Position, winner: int) -> Position:
    """Return the position after ``winner`` has bid the least possible and all others passed."""
    while now.fields.phase == BID:
        bids = now.to_move == winner != now.fields.bidder
        codes = now.game.codes(now)
        now = after(now, codes[1] if bids and len(codes) > 1 else "pass")
    return now


def dollars(bid: str) -> int:
    """Return the amount of a code like ``bid:7``."""
    return int(bid.partition(":")[2])
