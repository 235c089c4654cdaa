"""What several viewers of a position share, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.position import Position, cached
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import Shared

if TYPE_CHECKING:
    from proa.engine.core.game import Game


@cached
def public_board(game: Game, position: Position) -> Shared:
    """Return the board's data for a spectator."""
    board = game.spec.board
    public = board.public(game, board.mask(game, position))
    return Shared({"guide": None, "hint": None, "previews": {}, **public})


def own_board(game: Game, position: Position, viewer: int) -> dict[str, Any]:
    """Return the data that is laid over the public data for a viewer."""
    texts = game.spec.texts
    found: dict[str, Any] = {"hint": texts.hint(game, position, viewer)}
    if position.to_move >= 0 and viewer in (position.to_move, ALL):
        found["guide"] = texts.note(game, position)
        found["previews"] = texts.previews(game, position)
    own = game.spec.board.own(game, position, viewer)
    return {**own, **{name: value for name, value in found.items() if value}}


def sections(game: Game, position: Position, viewer: int) -> list[Shared]:
    """Return :meth:`Game.sections`; those that equal a spectator's are the same objects."""
    public = _public_sections(game, position)
    if viewer == SPECTATOR:
        return public
    own = map(Shared, game.sections(position, viewer))
    return [next((same for same in public if same == one), one) for one in own]


@cached
def _public_sections(game: Game, position: Position) -> list[Shared]:
    return [Shared(section) for section in game.sections(position)]


def overlay(under: Any, over: Any) -> Any:
    """Return ``over`` merged into ``under`` (:class:`proa.engine.core.view_types.Own`), as a
    copy."""
    if isinstance(under, list) and isinstance(over, dict):
        return [overlay(value, over[i]) if i in over else value for i, value in enumerate(under)]
    if isinstance(under, dict) and isinstance(over, dict):
        return {**under, **{k: overlay(under.get(k), value) for k, value in over.items()}}
    return over
