"""What many games teach: ``proa study``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proa.cli.arguments import (
    AsJson,
    Edition,
    GameName,
    Games,
    Options,
    Players,
    game_named,
    seated_bots,
)
from proa.cli.compiling import compile_rules
from proa.cli.console import locale, localized, out, out_json, progress, so_many_games
from proa.cli.files import a_path, check_place, write_file
from proa.engine.errors import BadOption


def study(
    game: GameName,
    players: Players = None,
    games: Games = 1000,
    level: Annotated[str, typer.Option(help="the bot at every seat, as in --bots")] = "expert:100",
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", parser=a_path, metavar="FILE", help="default: GAME-PLAYERS.html"
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="replace the file if it exists")] = False,
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Let a bot play itself and write a page on what wins.

    It shows the share of wins by seat, what first choices are worth, and where points come from.
    """
    from proa.arena.matches import units_of_match
    from proa.arena.study import study as run
    from proa.web.study import page

    opened = game_named(game, edition, option)
    seats = opened.seat_count(players)
    [bot, *others] = seated_bots(level, seats, opened)
    if {*others} - {bot}:
        raise BadOption("--level names one bot, which plays every seat, not {names}", names=level)
    file = output or Path(f"{opened.name}-{seats}.html")
    if not as_json:
        check_place(file, force)
    compile_rules(opened, units_of_match(opened, seats, [bot]), quiet=as_json)
    label = localized("{game}, {games}", game=opened.title, games=so_many_games(games))
    with progress(label, games, quiet=as_json) as tick:
        found = run(opened, seats, games, seed, bot, tick)
    if as_json:
        out_json(found.to_json())
    else:
        write_file(file, page(found, locale()))
        out(localized("{file}: {games}.", file=file, games=so_many_games(games)))
