"""proa: Tahiti, Borneo and Bora Bora, to play in the browser and to study at machine speed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proa.engine.errors import BadDocument, BadOption, IllegalAction, ProaError

if TYPE_CHECKING:
    from proa.engine.core.editions import EditionFile
    from proa.engine.core.game import Game
    from proa.engine.vector.vector import Vector

__version__ = "0.2.0"
__all__ = [
    "BadDocument",
    "BadOption",
    "IllegalAction",
    "ProaError",
    "__version__",
    "game",
    "vector",
]


def game(name: str, edition: str | Path | None = None, **options: str) -> Game:
    """Open a game by name ("tahiti"), in the standard edition or that of a file, with its options.

    Raises :class:`BadOption` for an unknown name or option and :class:`BadDocument` for a bad
    edition file. Numba is imported here, not with the package.
    """
    return open_game(name, edition, options)


def open_game(
    name: str, edition: str | Path | EditionFile | None, options: Mapping[str, str]
) -> Game:
    """:func:`game` with options that somebody else has named, whatever their names."""
    from proa.engine.core.game import Game
    from proa.games import spec

    return Game(spec(name), edition, options)


def place_of(name: str) -> str | None:
    """Return where a game is declared, as ``module:NAME``; None if it is not registered."""
    from proa.games import GAMES

    return GAMES.place(name) if name in GAMES else None


def open_sent_game(
    name: str, place: str | None, edition: EditionFile | None, options: Mapping[str, str]
) -> Game:
    """:func:`open_game` in the process to which a game was sent, which may not know it yet."""
    from proa.games import GAMES

    if place is not None:
        GAMES.offer(name, place)
    return open_game(name, edition, options)


def vector(name: str, players: int, n: int, **wishes: Any) -> Vector:
    """Create ``n`` games of ``players`` seats each, played side by side by compiled code.

    ``wishes`` are the arguments of :class:`proa.engine.vector.vector.Vector` (``seed``,
    ``threads``, ``reward``, ...), ``edition`` and the game's options. Raises :class:`BadOption`.
    """
    from proa.engine.vector.vector import WISHES, Vector

    own = {name: wishes.pop(name) for name in WISHES if name in wishes}
    return Vector(open_game(name, wishes.pop("edition", None), wishes), players, n, **own)
