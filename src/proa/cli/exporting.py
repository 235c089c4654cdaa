"""``proa export``: games as tables."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proa.cli.arguments import Bots, Edition, Options, Players, game_named, seated_bots
from proa.cli.compiling import compile_rules
from proa.cli.console import locale, localized, out, progress, so_many_decisions, so_many_games
from proa.cli.files import a_path, named
from proa.cli.records import document
from proa.engine.errors import BadDocument, BadOption
from proa.games import GAMES

if TYPE_CHECKING:
    from proa.export import Named
    from proa.records import Record


def export(
    context: typer.Context,
    what: Annotated[
        list[str],
        typer.Argument(metavar="FILE|FOLDER|GAME...", help="records, folders of them, or one game"),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", parser=a_path, metavar="PATH", help="the folder to write to"
        ),
    ],
    form: Annotated[
        str, typer.Option("--format", metavar="parquet|csv", help="csv needs no extra")
    ] = "parquet",
    labels: Annotated[
        bool, typer.Option("--labels", help="add the button texts of decisions")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="replace tables that are in the folder already")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(min=1, max=10_000_000, help="play so many games between bots instead"),
    ] = None,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 0,
    bots: Bots = "random",
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Write games to tables for pandas and similar tools, one row per game and one per decision.

    The games come from records, or bots play them: `proa export tahiti --games 100 -o tables`.
    """
    from proa.export import check_form, files_in, write

    check_form(form)
    _check_folder(output)
    for file in [] if force else files_in(output, form):
        raise BadDocument("{file}: exists already; --force replaces it", file=file)
    if games is None:
        _check_none_played(context)
        files = [*_files(what)]
        number, records = len(files), _read(files, edition)
    else:
        number, records = games, _played(what, games, players, seed, bots, edition, option)
    label = localized("Exporting {games}", games=so_many_games(number))
    with closing(records), progress(label, number, at_once=False) as tick:
        counts = write(records, output, form, locale() if labels else None, tick)
    out(
        localized(
            "{folder}: {games}, {decisions}.",
            folder=output,
            games=so_many_games(counts["games"]),
            decisions=so_many_decisions(counts["decisions"]),
        )
    )


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadDocument("{file}: is a file, not a folder", file=folder)
    if not folder.absolute().parent.is_dir():
        raise BadDocument("{file}: there is no folder {folder}", file=folder, folder=folder.parent)


def _check_none_played(context: typer.Context) -> None:
    """Refuse options about how to play games when recorded games are exported."""
    for name in ("players", "seed", "bots", "option"):
        source = context.get_parameter_source(name)
        if source is not None and source.name != "DEFAULT":
            raise BadOption("{option} needs --games", option=f"--{name}")


def _files(given: list[str]) -> Iterator[str]:
    """Yield the named files, and those of named folders, sorted by name."""
    for name in given:
        if name in GAMES and not Path(name).exists():
            raise BadOption(
                "{game} is a game: say how many games bots play with --games", game=name
            )
        if not Path(name).is_dir():
            yield name
            continue
        found = sorted(str(path) for path in Path(name).rglob("*.json"))
        if not found:
            raise BadDocument("{folder}: contains no record (*.json)", folder=name)
        yield from found


def _read(files: list[str], edition: Path | None) -> Generator[Named]:
    from proa.records import from_json

    for file in files:
        found, game = document(file, edition)
        with named(file):
            record = from_json(found, game)
        yield file, record


def _played(
    what: list[str],
    games: int,
    players: int | None,
    seed: int,
    bots: str,
    edition: Path | None,
    options: list[str] | None,
) -> Generator[Named]:
    """Games between bots: all that can be wrong with them is said before the first is played."""
    from proa.arena.matches import play_games, units_of_bots
    from proa.bots import bot_named

    if len(what) > 1:
        raise BadOption("with --games, name one game, not {n}", n=len(what))
    if what[0] not in GAMES and Path(what[0]).exists():
        raise BadOption("{file}: is not a game; with --games, name a game", file=what[0])
    opened = game_named(what[0], edition, options)
    names = seated_bots(bots, players, opened)
    compile_rules(opened, units_of_bots(opened, len(names), map(bot_named, names)))
    return _numbered(play_games(opened, len(names), games, seed, names), seed)


def _numbered(played: Generator[Record], seed: int) -> Generator[Named]:
    with closing(played):  # ends the threads that play, if the tables can't be written
        for n, record in enumerate(played):
            yield f"match {seed}, game {n}", record
