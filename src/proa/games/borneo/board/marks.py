"""The marks of the last event on Borneo's board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Marks
from proa.games.borneo import state as at
from proa.games.borneo import view_types
from proa.games.borneo.state import State
from proa.games.borneo.texts import pieces

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def marks(game: Game, before: Position, after: Position, viewer: int) -> Marks:
    """Return what the last event changed: merchants moved, a card laid, harbors turned up,
    warehouses that grew."""
    old, new = before.fields, after.fields
    changed: view_types.Marks = {
        "merchants": _moved(old, new),
        "laid": _laid(game, old, new),
        "turned_up": [
            slot
            for slot, harbor in enumerate(new.harbor)
            if harbor.card and harbor.card != old.harbor[slot].card
        ],
        "warehouses": [
            i
            for i in range(new.players)
            if new.player[i].shipments & ~old.player[i].shipments
            or new.player[i].harbors & ~old.player[i].harbors
        ],
        "missions": [
            i for i in range(new.players) if new.player[i].missions != old.player[i].missions
        ],
    }
    return Marks(changed)


def _moved(old: State, new: State) -> list[str]:
    """Return the keys of merchants that came to another company, or changed places in a fight."""
    before, after = _ranks(old), _ranks(new)
    moved = {key for key, (company, _) in after.items() if before.get(key, ("", 0))[0] != company}
    for company in at.COMPANIES:
        same = [k for k in after if after[k][0] == company and before.get(k, ("", 0))[0] == company]
        was = sorted(same, key=lambda key: before[key][1])
        now = sorted(same, key=lambda key: after[key][1])
        moved |= {key for key, other in zip(was, now, strict=True) if key != other}
    return sorted(moved)


def _ranks(state: State) -> dict[str, tuple[str, int]]:
    return {
        one["key"]: (one["company"], one["rank"])
        for company in range(len(at.COMPANIES))
        for one in pieces.row(state, company)
    }


def _laid(game: Game, old: State, new: State) -> list[view_types.LaidCard]:
    """Return the shipment laid at a harbor that is still there."""
    return [
        {
            "slot": slot,
            "card": pieces.shipment(game, harbor.pile[harbor.laid - 1])["code"],
            "seat": old.mover,
        }
        for slot, harbor in enumerate(new.harbor)
        if harbor.card == old.harbor[slot].card and harbor.laid > old.harbor[slot].laid
    ]
