"""The command line: the list of commands, and the messages for wrong use."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from proa import __version__
from proa.cli import (
    admin,
    book,
    exporting,
    maintenance,
    matches,
    records,
    review,
    serving,
    study,
    train,
)
from proa.cli.console import accept_any_text, localized, out, render
from proa.engine.errors import ProaError
from proa.engine.messages import visible

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Tahiti, Borneo and Bora Bora: to play in the browser and to study at machine speed.",
)
app.command()(serving.play)
app.command(short_help="Run the server for others, all of it or a part.")(serving.serve)
app.command()(matches.simulate)
app.command(short_help="Let bots meet over many deals, and measure which is better.")(matches.arena)
app.command()(records.record)
app.command()(records.replay)
app.command(short_help="Look back on a game: luck, choice and the costliest decisions.")(
    review.review
)
app.command(short_help="Let a bot play itself, and write a page on what wins.")(study.study)
app.command(short_help="Train a small network to play as a bot does.")(train.train)
app.command(short_help="Score a position, broken down as on the score sheet.")(records.scores)
app.command(short_help="Check a record, its result and its proof.")(records.verify)
app.command(short_help="Write games to tables for pandas: one row per game, one per decision.")(
    exporting.export
)
app.command(short_help="Measure random play on this machine.")(matches.bench)
app.command()(book.rules)
app.command("settings", short_help="List the settings of the server.")(maintenance.list_settings)
app.command("compile", short_help="Compile the rules of all games now.")(maintenance.compile_games)
app.command(short_help="Bring the database up to date.")(maintenance.migrate)
app.command(short_help="Delete old tables and old compiled code.")(maintenance.tidy)
app.command()(maintenance.backup)
app.command(short_help="Write the static files for a proxy.")(maintenance.statics)

hosts = typer.Typer(
    rich_markup_mode=None,
    help="Inspect and moderate a server, also while it runs. The output gives no access to seats.",
)
hosts.command("list", short_help="List tables, reported chat lines and bans.")(admin.list_all)
hosts.command("show")(admin.show)
hosts.command("close")(admin.close)
hosts.command("delete")(admin.delete)
hosts.command("mute", short_help="Mute a guest or an address.")(admin.mute)
hosts.command("block", short_help="Block a guest or an address.")(admin.block)
hosts.command("backup", short_help="Make a backup, also while the server runs.")(admin.backup)
hosts.command("restore", short_help="Restore a backup while no server runs.")(admin.restore)
app.add_typer(hosts, name="admin")

# Typer has its own copy of click and does not export all of its exceptions.
_UsageError: Any = typer.BadParameter.__base__


@app.callback(invoke_without_command=True)
def _main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    if version:
        out(f"proa {__version__}")
    elif context.invoked_subcommand is None:
        out(context.get_help())


def main() -> None:
    """Run the command line. A user's mistake gives a sentence and exit status 2, Ctrl+C 130."""
    _open_closed()
    accept_any_text()
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status)
    except ProaError as error:
        _fail(render(error.message))
    except _UsageError as error:
        _fail(_misused(error))
    except BrokenPipeError:
        _silence_output()
        sys.exit(1)
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        _silence_output()
        _fail(localized("the output can't be written: {reason}", reason=error.strerror))


def _open_closed() -> None:
    """Open the null device for each standard stream that was closed (``>&-``). Otherwise the next
    file that a command opens, possibly a database, would get its output."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _silence_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _misused(error: Any) -> str:
    """Return what is wrong with a command line, and the command that shows its help."""
    what = _wrong(error) or error.format_message().removesuffix(".")
    if error.ctx is None:
        return render(str(what))
    return localized(
        "{what}; see: {command}", what=what, command=f"{error.ctx.command_path} --help"
    )


def _wrong(error: Any) -> str:
    """Return what is wrong with the value of an option or argument; "" for other errors."""
    from pydantic import ValidationError

    if not isinstance(error.__cause__, ValidationError):
        return ""
    from proa.server.config.config_loader import why

    first = error.__cause__.errors()[0]
    option = error.param.opts[0] if error.param.opts[0][0] == "-" else error.param.metavar
    value = repr(first["input"])
    return localized("{where}: {value} {why}", where=option, value=value, why=why(first))


def _fail(sentence: str) -> None:
    out(f"proa: {visible(sentence)}", error=True)
    sys.exit(2)
