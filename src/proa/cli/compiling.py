"""Compile rules before a command needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.cli.console import localized, progress
from proa.engine.messages import Message, join_list

if TYPE_CHECKING:
    from proa.engine.core.game import Game


def compile_rules(game: Game, units: Sequence[str], *, quiet: bool = False) -> None:
    """Compile those of these units that are not in the cache yet, and show how far."""
    from proa.precompile import compile_units, is_compiled

    cold = [unit for unit in units if not is_compiled(game, [unit])]
    if not cold:
        return
    with progress(compiling(game.title, cold), 100, quiet=quiet) as tick:
        done = 0

        def show(share: float) -> None:
            nonlocal done
            tick(round(100 * share) - done)
            done = round(100 * share)

        compile_units(game, cold, show)


def compile_all() -> None:
    """Compile all games that are not in the cache yet, on all cores."""
    from proa.games import GAMES
    from proa.precompile import ALL, compile_in_parallel, not_compiled

    waiting = not_compiled(list(GAMES))
    if not waiting:
        return
    titles = join_list([game.title for game in waiting])
    units = [game.compiled.unit(unit) for game in waiting for unit in ALL]
    done = 0

    def look() -> None:
        nonlocal done
        now = round(100 * sum(unit.progress for unit in units) / len(units))
        tick(now - done)
        done = now

    with progress(compiling(titles, ALL), 100) as tick:
        compile_in_parallel([game.name for game in waiting], look)
        look()


def not_compiled() -> list[Game]:
    """Return the games that the server must compile; raise :class:`~proa.engine.errors.NoCache` if
    compiled code can't be stored."""
    from proa import game as game_of
    from proa.games import GAMES
    from proa.precompile import TABLE, is_compiled, table_units

    games = map(game_of, GAMES)
    waiting = [game for game in games if not is_compiled(game, table_units(game))]
    for game in waiting:
        game.compiled.check(TABLE)
    return waiting


def compiling(titles: Message | str, units: Sequence[str]) -> str:
    """Return the message shown while these units are compiled, which happens only once."""
    from proa.precompile import USES

    uses = join_list([USES[unit] for unit in units])
    return localized(
        "Compiling the rules of {game} for {uses} (first time only)", game=titles, uses=uses
    )
