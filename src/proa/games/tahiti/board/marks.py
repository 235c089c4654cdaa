"""The marks of the last event on Tahiti's board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Marks
from proa.games.tahiti import state as at
from proa.games.tahiti import view_types

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def marks(game: Game, before: Position, after: Position, viewer: int) -> Marks:
    """Return what the last event changed on the board."""
    old, new = before.fields, after.fields
    yachts: list[view_types.Sailed] = [
        {"seat": i, "start": old.player[i].yacht, "end": new.player[i].yacht}
        for i in range(new.players)
        if new.player[i].yacht not in (at.NONE, old.player[i].yacht)
    ]
    squares: list[view_types.Placed] = [
        {"square": square, "seat": new.boat[square], "waited": old.player[new.boat[square]].waiting}
        for square in range(game.tables.squares)
        if new.pearl[square] != at.NONE and old.pearl[square] == at.NONE
    ]
    waiting = [
        i
        for i in range(new.players)
        if new.player[i].waiting not in (at.NONE, old.player[i].waiting)
    ]
    changed: view_types.Marks = {"yachts": yachts, "squares": squares, "waiting": waiting}
    return Marks(changed)
