"""Rules are compiled before a command needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.cli.console import out, shown, words
from proa.engine.words import Message, listed

if TYPE_CHECKING:
    from proa.engine.game import Game


def compile_rules(game: Game, wings: Sequence[str] | None = None, *, quiet: bool = False) -> None:
    """Compile what is not in the cache yet, these wings or what commands need, and show how far."""
    from proa.warmth import COMMANDS, is_warm, warm

    cold = [wing for wing in wings or COMMANDS if not is_warm(game, [wing])]
    if not cold:
        return
    with shown(compiling(game.title, cold), 100, quiet=quiet) as tick:
        done = 0

        def show(share: float) -> None:
            nonlocal done
            tick(round(100 * share) - done)
            done = round(100 * share)

        warm(game, cold, show)


def compile_all() -> None:
    """Compile all games that are not in the cache yet, on all cores."""
    from proa.games import GAMES
    from proa.warmth import ALL, cold, warm_side_by_side

    waiting = cold(list(GAMES))
    if not waiting:
        return
    titles = listed([game.title for game in waiting])
    out(f"{compiling(titles, ALL)} ...", error=True)
    warm_side_by_side([game.name for game in waiting])


def not_compiled() -> list[Game]:
    """The games that the server will have to compile, seen that what it compiles can be kept."""
    from proa.games import GAMES
    from proa.warmth import BOTS, TABLE, cold

    waiting = cold(list(GAMES), (TABLE, BOTS))
    for game in waiting:
        game.doors.check(TABLE)
    return waiting


def compiling(titles: Message | str, wings: Sequence[str]) -> str:
    """What is said while these wings are compiled: each of them is, once."""
    from proa.warmth import USES

    uses = listed([USES[wing] for wing in wings])
    return words("Compiling the rules of {game} for {uses}, once", game=titles, uses=uses)
