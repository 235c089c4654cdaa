"""Arguments and options that several commands share, and how to resolve them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import partial, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proa.cli.files import a_path
from proa.engine.errors import BadOption

if TYPE_CHECKING:
    from proa.engine.core.game import Game
    from proa.server.config.settings import Settings


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="its name, like tahiti, or module:NAME for your own")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="a record; - reads standard input")]
Players = Annotated[
    int | None,
    typer.Option(help="how many seats; left out: one for each bot, and at least the fewest"),
]
Edition = Annotated[
    Path | None,
    typer.Option(
        parser=a_path, metavar="PATH", help="an edition file (TOML); default: the standard one"
    ),
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="an option of the game")
]
Bots = Annotated[
    str,
    typer.Option(help="one bot, or one per seat, separated by commas; module:Class for your own"),
]
Games = Annotated[int, typer.Option(min=1, max=10_000_000, help="how many games")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Port = Annotated[
    int | None, typer.Option(min=1, max=65535, help="default: 8000, or the next free one")
]
Host = Annotated[
    str | None, typer.Option(help="the address to listen on; default: only this machine")
]
PublicUrl = Annotated[str | None, typer.Option(help="the public address, behind a proxy")]
LogLevel = Annotated[
    str | None,
    typer.Option(metavar="debug|info|warning|error", help="log from this level up; info: requests"),
]
LogJson = Annotated[bool | None, typer.Option("--log-json", help="log JSON, one object per line")]
Metrics = Annotated[
    str | None, typer.Option(help="the address for Prometheus, like 127.0.0.1:9464")
]
Processes = Annotated[
    int | None,
    typer.Option(min=1, max=64, help="how many take requests; at most one per core is useful"),
]
Data = Annotated[
    Path | None,
    typer.Option(parser=a_path, metavar="PATH", help="the folder of tables and keys"),
]
Database = Annotated[
    str | None,
    typer.Option(help="a database URL, without password; default: SQLite in the folder"),
]
Config = Annotated[
    Path | None,
    typer.Option(
        parser=a_path, metavar="PATH", help="a settings file; default: proa.toml in the data folder"
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="any setting, as `proa settings` lists them"),
]
FOLDER = {"data": Data, "config": Config, "more": Set}
"""The options that select a server's folder."""
SERVER = {"data": Data, "database": Database, "config": Config, "more": Set}
"""The options that select a server."""
SERVING = {
    "port": Port,
    "host": Host,
    "data": Data,
    "database": Database,
    "public_url": PublicUrl,
    "processes": Processes,
    "log_level": LogLevel,
    "log_json": LogJson,
    "metrics": Metrics,
    "config": Config,
    "more": Set,
}
"""The options of a command that starts a server."""
Asked = Callable[..., Any]
"""Makes the settings from a command's options and its own keyword arguments."""
Command = Callable[..., None]


def with_options(options: Mapping[str, Any]) -> Callable[[Command], Command]:
    """Add these options to a command, which gets them as one argument, ``settings``."""

    def decorate(command: Command) -> Command:
        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            is_place = parameter.name == "settings"
            parameters += [_option(*each) for each in options.items()] if is_place else [parameter]

        def run(**given: Any) -> None:
            asked = {name: given.pop(name) for name in options}
            command(**given, settings=partial(settings_from, **asked))

        update_wrapper(run, command)
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _option(name: str, annotation: Any) -> inspect.Parameter:
    """Return an option that may be left out."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(name, kind, default=None, annotation=annotation)


def game_named(name: str, edition: Path | None = None, options: list[str] | None = None) -> Game:
    from proa import open_game

    chosen: dict[str, str] = {}
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise BadOption("--option {given}: write it as NAME=VALUE", given=option)
        if key in chosen:
            raise BadOption("--option {given}: {name} is given twice", given=option, name=key)
        chosen[key] = value
    return open_game(registered(name), edition, chosen)


def registered(game: str) -> str:
    """Return the name of a game. A game given as ``module:NAME``, also from a file in the current
    folder, is registered first."""
    if ":" not in game:
        return game
    from proa.games import GAMES

    look_here()
    return GAMES.take(game)


def look_here() -> None:
    """Let modules of the current folder be imported, as Python does for its own scripts."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def game_of(name: Any, edition: Path | None, document: Any) -> Game:
    """Open the game ``name`` with the options of a document."""
    from proa import open_game

    options = document.get("options") if isinstance(document, dict) else None
    return open_game(name, edition, options if isinstance(options, dict) else {})


def seated_bots(bots: str, players: int | None, game: Game) -> list[str]:
    """Return the bots' names, one per seat, all checked: nothing is compiled for a wrong name."""
    from proa.bots import bot_named

    names = [name.strip() for name in bots.split(",")]
    players = game.seat_count(players, len(names))
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise BadOption(
            "--bots names {n} bots for {players} players; name one bot, or one for each seat",
            n=len(names),
            players=players,
        )
    look_here()
    for name in names:
        bot_named(name)
    return names


def settings_from(
    data: Path | None = None,
    database: str | None = None,
    config: Path | None = None,
    more: list[str] | None = None,
    **options: Any,
) -> Settings:
    """Return the settings of a server, with those from the command line."""
    from proa.server.config.config_loader import settings

    named = {"data_dir": data, "database_url": database, **options}
    return settings(named, more or [], config)
