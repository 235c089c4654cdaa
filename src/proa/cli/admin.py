"""``proa admin``: inspect and moderate a server, also while it runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proa.cli.arguments import SERVER, AsJson, Asked, with_options
from proa.cli.console import cell, localized, out, out_drawn, out_json
from proa.cli.files import a_path
from proa.engine.messages import visible

if TYPE_CHECKING:
    from proa.server.config.settings import Settings
    from proa.server.tables.bans import What

MOST_ROWS = 1_000_000
TableNamed = Annotated[
    str, typer.Argument(metavar="TABLE", help="its id in `proa admin list`, or the beginning of it")
]
Who = Annotated[
    str, typer.Argument(metavar="WHO", help="a guest or a program as listed, or an address")
]
Days = Annotated[float | None, typer.Option(min=0.001, help="how many days; default: for ever")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="the reason, for your own list")]
Lift = Annotated[bool, typer.Option("--lift", help="lift the ban")]


@with_options(SERVER)
def list_all(
    settings: Asked,
    reports: Annotated[bool, typer.Option("--reports", help="list reported chat lines")] = False,
    barred: Annotated[bool, typer.Option("--barred", help="list who is muted or blocked")] = False,
    acts: Annotated[bool, typer.Option("--acts", help="list what you did, and why")] = False,
    most: Annotated[int, typer.Option(min=1, max=MOST_ROWS, help="how many tables")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the newest tables, reported chat lines, who is banned, or what you did and why."""
    from proa.server.host import admin as host

    columns: tuple[str, ...]
    if reports:
        found, columns = host.reports(settings()), ("at", "table", "line", "who", "name", "text")
    elif acts:
        found, columns = host.acts(settings()), ("at", "what", "whom", "why")
    elif barred:
        found, columns = host.bans(settings()), ("since", "what", "who", "until")
    else:
        found = host.tables(settings(), most)
        columns = ("touched", "table", "game", "status", "here", "talk", "reports", "by", "from")
    if as_json:
        out_json(found)
    elif found:
        _print_rows(found, columns)
    else:
        out(localized("None."))


@with_options(SERVER)
def show(
    table: TableNamed,
    settings: Asked,
    log: Annotated[
        bool, typer.Option("--log", help="show its log and its chat, with reports, by time")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a table: its seats and its chat, or its log beside the chat."""
    from proa.server.host import admin as host

    if log:
        lines = host.timeline(settings(), table)
        if as_json:
            out_json(lines)
        else:
            _print_rows(lines, ("at", "line", "reported", "who", "text"))
        return
    found = host.show(settings(), table)
    if as_json:
        out_json(found)
        return
    people, chat = found.pop("people"), found.pop("chat")
    for name, value in found.items():
        out(f"{name}: {_value_text(name, value)}")
    _print_rows([{**p, "who": " ".join(p["who"])} for p in people], ("seat", "kind", "name", "who"))
    if chat:
        _print_rows(chat, ("line", "at", "who", "name", "text"))


@with_options(SERVER)
def close(
    table: TableNamed,
    settings: Asked,
    why: Why = "",
) -> None:
    """Remove a table with its game and its chat, whatever its state. This can't be undone."""
    from proa.server.host import admin as host

    gone = host.close(settings(), table, why)
    out(localized("Table {table} is gone.", table=gone))


@with_options(SERVER)
def delete(
    table: TableNamed,
    line: Annotated[
        int, typer.Argument(min=1, max=2**31 - 1, metavar="LINE", help="its number in the chat")
    ],
    settings: Asked,
    why: Why = "",
) -> None:
    """Delete a line of a table's chat."""
    from proa.server.host import admin as host

    host.delete(settings(), table, line, why)
    out(localized("The message is deleted."))


@with_options(SERVER)
def mute(
    who: Who,
    days: Days = None,
    lift: Lift = False,
    why: Why = "",
    *,
    settings: Asked,
) -> None:
    """Mute a guest, or everybody at an address, in every chat."""
    _ban("mute", who, days, lift, why, settings())


@with_options(SERVER)
def block(
    who: Who,
    days: Days = None,
    lift: Lift = False,
    why: Why = "",
    *,
    settings: Asked,
) -> None:
    """Block a guest, or everybody at an address, from the server."""
    _ban("block", who, days, lift, why, settings())


@with_options(SERVER)
def backup(
    folder: Annotated[
        Path, typer.Argument(parser=a_path, metavar="FOLDER", help="the folder of the backups")
    ],
    settings: Asked,
    keep: Annotated[int, typer.Option(min=1, help="how many to keep; older ones are deleted")] = 14,
) -> None:
    """Make a backup, FOLDER/TIME, also while the server runs; from SQLite and PostgreSQL."""
    from proa.server.host.backup import make

    out(str(make(settings(), folder, keep)))


@with_options(SERVER)
def restore(
    source: Annotated[
        Path, typer.Argument(parser=a_path, metavar="BACKUP", help="a folder made by backup")
    ],
    settings: Asked,
    move_aside: Annotated[
        bool, typer.Option("--move-aside", help="move existing data into another folder")
    ] = False,
    drill: Annotated[
        bool, typer.Option("--drill", help="only try it: into a new folder, for this machine only")
    ] = False,
) -> None:
    """Restore a backup while no server runs. Existing data is not overwritten.

    Tables from PostgreSQL go into SQLite and vice versa, as --database or the settings say.
    """
    from proa.server.host.restore import restore as put_in_place

    done = put_in_place(settings(), source, move_aside=move_aside, drill=drill)
    n = {"tables": done.tables, "events": done.events}
    out(localized("Restored into {into}: tables {tables}, events {events}.", into=done.into, **n))
    if not done.made:
        out(localized("The backup has no manifest.json: whether it is complete can't be seen."))
    if done.aside:
        out(localized("What was there before lies in {folder}.", folder=done.aside))
    if done.is_settings_kept:
        out(localized("The settings that were there stay: proa.toml."))
    if drill:
        out(localized("A server of this folder answers on this machine only, and sends nothing."))


def _ban(
    what: What, who: str, days: float | None, lift: bool, why: str, settings: Settings
) -> None:
    from proa.server.host import admin as host

    known = host.ban(settings, what, who, days, lift=lift, why=why)
    if lift:
        out(localized("{who} is unblocked.", who=known))
    elif what == "mute":
        out(
            localized(
                "{who} is muted. A running server applies this within two seconds.", who=known
            )
        )
    else:
        out(
            localized(
                "{who} is blocked. A running server applies this within two seconds.", who=known
            )
        )


def _print_rows(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> None:
    """Print rows as a table; ids are cut on a terminal, complete elsewhere."""
    from rich.table import Table

    if not sys.stdout.isatty():
        out("\t".join(columns))
        for row in rows:
            out("\t".join(_value_text(name, row[name]) for name in columns))
        return
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name)
    for row in rows:
        cells = ((name, _value_text(name, row[name])) for name in columns)
        is_id = {"table", "who", "whom", "by"}
        table.add_row(*(cell(value[:12] if name in is_id else value) for name, value in cells))
    out_drawn(table)


def _value_text(name: str, value: Any) -> str:
    """Return a value for people: times in local time, and all characters visible."""
    if name in ("at", "touched", "opened", "since", "until"):
        return "" if value is None else _moment(value)
    return visible(str(value))


def _moment(at: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
    except (OverflowError, ValueError, OSError):  # a year outside the calendar
        return str(at)
