"""Compile the rules before they are needed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from proa.engine.errors import ProaError
from proa.engine.messages import say

if TYPE_CHECKING:
    from proa.engine.core.game import Game

TABLE = "proa.engine.core.position_functions"
"""The code to play at a table."""
BOTS = "proa.bots.guided_search"
"""The code of bots."""
SEARCH = "proa.bots.tree"
"""The code of ``search:N``, which is not guided."""
STUDY = "proa.engine.vector.playouts"
"""The code to play many games at once."""
LEARNERS = "proa.engine.vector.stepping"
"""What plays many games for learners."""
LEARNED = "proa.bots.forward"
"""The code of trained networks."""
ALL = (TABLE, BOTS, SEARCH, STUDY, LEARNERS, LEARNED)
TURN = 0.5
"""Seconds between two looks how far those who compile are."""
USES = {
    TABLE: say("tables"),
    BOTS: say("bots"),
    SEARCH: say("searches"),
    STUDY: say("many games at once"),
    LEARNERS: say("learners"),
    LEARNED: say("learned bots"),
}


def table_units(game: Game) -> list[str]:
    """Return the units of a game that tables need, the first to show them, the others for bots of
    all levels."""
    from proa.bots.levels import LEVELS

    low, high = game.players
    needed = (level.bot.units(game, n) for level in LEVELS.values() for n in range(low, high + 1))
    return [*dict.fromkeys([TABLE, *chain.from_iterable(needed)])]


def not_compiled(names: Sequence[str], units: Sequence[str] = ALL) -> list[Game]:
    """Return those of the games, in their standard edition, that are not compiled yet."""
    from proa import game

    return [opened for opened in map(game, names) if not is_compiled(opened, units)]


def is_compiled(game: Game, units: Sequence[str] = ALL) -> bool:
    """Return whether these compilation units of a game are compiled."""
    return all(map(game.compiled.is_cached, units))


def compile_units(
    game: Game, units: Sequence[str] = ALL, tick: Callable[[float], None] = lambda share: None
) -> None:
    """Compile a game in this process; ``tick`` gets the part that is done, from 0 to 1.

    Raises :class:`~proa.engine.errors.NoCache` if compiled code can't be stored.
    """
    for number, unit in enumerate(units):
        game.compiled.load(unit, lambda share, number=number: tick((number + share) / len(units)))  # type: ignore[misc]


def compile_in_parallel(names: Sequence[str], look: Callable[[], None] = lambda: None) -> None:
    """Compile all of these games, each in a process of its own; ``look`` is called meanwhile.

    Raises :class:`ProaError` when that fails.
    """
    from proa.games import GAMES

    command = [sys.executable, "-m", "proa.precompile"]
    workers = [
        subprocess.Popen(
            [*command, GAMES.place(name), name, *ALL], stderr=subprocess.PIPE, text=True
        )
        for name in names
    ]
    try:
        for worker in workers:
            why = None
            while why is None:
                look()
                with suppress(subprocess.TimeoutExpired):
                    _, why = worker.communicate(timeout=TURN)
            if worker.returncode:
                raise ProaError(why.strip().rpartition("\n")[2])
    finally:  # after Ctrl+C or a failure the others are not needed
        for worker in workers:
            worker.terminate()


def main() -> None:
    """Compile units of a game: ``python -m proa.precompile PLACE NAME [UNIT ...]``.

    By default these are the units of tables. ``PLACE`` is where the game is declared, as
    ``module:NAME``.
    """
    from proa import game
    from proa.games import GAMES

    _, place, name, *units = sys.argv
    if hasattr(os, "nice"):
        os.nice(5)  # pages come first
    GAMES.offer(name, place)
    try:
        opened = game(name)
        compile_units(opened, units or table_units(opened))
    except ProaError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
