"""What pages and stories read from a position: sets as lists, who sees which cards, the next picks.

All functions take twins: ``tables`` of the rules, ``state`` of the position.
"""

from __future__ import annotations

from dataclasses import dataclass

from proa.engine.core.fields import writable
from proa.engine.core.view_types import ALL
from proa.games.borneo.rules import distribution
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.state import PICK, State


def cards(bits: int) -> list[int]:
    """Return the cards of a set, ascending."""
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def sees_hand(viewer: int, seat: int) -> bool:
    """Return whether the viewer may see a seat's hand and what it chooses from it (BO-13.1,
    BO-13.5)."""
    return viewer in (seat, ALL)


def picks_seen(state: State, viewer: int) -> list[int]:
    """Return the cards chosen so far from a hand, if the viewer may see them."""
    return cards(state.picked) if sees_hand(viewer, state.mover) else []


def seat_at(state: State, company: int, place: int) -> int:
    """Return the seat whose merchant stands at a place of a company's row."""
    return owner(state.row[company].place[place])


@dataclass(frozen=True)
class Pick:
    """One pick of a distribution: the merchant (company and place) and the seat that chooses."""

    company: int
    place: int
    seat: int


def coming_picks(state: State) -> list[Pick]:
    """Return the picks of the current distribution, the next one first."""
    picks: list[Pick] = []
    if state.phase != PICK:
        return picks
    then = writable(state)
    while then.phase == PICK:
        now = then.distribution
        picks.append(Pick(now.order[now.turn], now.rank, then.mover))
        distribution.take(then, then.harbor[now.slot].pile[0])
    return picks
