"""Commands that maintain a server: settings, compilation, database, copies, static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from proa.cli.arguments import (
    FOLDER,
    SERVER,
    AsJson,
    Asked,
    Config,
    Data,
    Database,
    Set,
    game_named,
    with_options,
)
from proa.cli.compiling import compile_all
from proa.cli.console import localized, out, out_json
from proa.cli.files import a_path
from proa.engine.errors import BadDocument
from proa.engine.messages import visible


def list_settings(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
    as_json: AsJson = False,
) -> None:
    """List all settings of the server, limits included, with their values and sources.

    Set each by --set NAME=VALUE, by PROA_NAME in the environment, or in a file of lines NAME =
    VALUE (TOML): proa.toml in the data folder, or the file named by --config or PROA_CONFIG.
    """
    from proa.server.config.config_loader import listed

    found = listed({"data_dir": data, "database_url": database}, more or [], config)
    if as_json:
        rows = {s.name: {"value": s.value, "default": s.default, "from": s.where} for s in found}
        out_json(rows)
        return
    for setting in found:
        value = _as_written(setting.value)
        where = f"  ({setting.where})" if setting.where else ""
        about = " ".join(setting.about.split()).replace("``", "`")
        out(f"{setting.name} = {visible(value + where)}\n    {about}")


def _as_written(value: Any) -> str:
    """Return a setting's value as it is written after ``--set``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


def compile_games() -> None:
    """Compile the rules of all games now, so that no start has to: for images and packages."""
    compile_all()


@with_options(SERVER)
def migrate(
    settings: Asked,
) -> None:
    """Bring the database up to date, as every start does; for a role that owns the tables."""
    from proa.server.host.housekeeping import open_database
    from proa.server.store.migrations import newest

    open_database(settings())
    out(localized("The tables are up to date: step {n}.", n=newest()))


@with_options(SERVER)
def tidy(
    settings: Asked,
    days: Annotated[
        int, typer.Option(min=1, max=36_500, help="delete tables unused for so many days")
    ] = 90,
) -> None:
    """Delete tables that were not used for long, and outdated compiled code."""
    from proa.engine.compiler.cache import remove_old, remove_undivided
    from proa.games import GAMES
    from proa.precompile import ALL
    from proa.server.host.housekeeping import tidy as tidy_tables

    gone = tidy_tables(settings(), days)
    out(localized("{n} old tables deleted.", n=gone))
    for name in GAMES:
        for unit in map(game_named(name).compiled.unit, ALL):
            remove_old(unit.name, unit.folder)
        remove_undivided(name)


@with_options(FOLDER)
def backup(
    output: Annotated[
        Path, typer.Argument(parser=a_path, metavar="FILE", help="the file to write")
    ],
    settings: Asked,
) -> None:
    """Copy the tables of a SQLite data folder while the server runs."""
    from proa.server.host.housekeeping import backup as copy

    copy(settings(), output)
    out(localized("The tables were copied to {file}.", file=output))


def statics(
    output: Annotated[
        Path, typer.Argument(parser=a_path, metavar="FOLDER", help="the folder to write to")
    ],
) -> None:
    """Write styles, scripts, fonts and drawings, compressed as well, for a proxy to serve."""
    from proa.web.statics import export

    try:
        export(output)
    except OSError as error:
        raise BadDocument(
            "{file}: can't be written: {reason}", file=str(output), reason=error.strerror
        ) from None
    out(localized("The static files are in {folder}.", folder=output))
