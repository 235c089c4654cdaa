"""Games between bots: ``proa simulate``, ``proa arena``, ``proa bench``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proa.cli.arguments import (
    AsJson,
    Bots,
    Edition,
    GameName,
    Games,
    Options,
    Players,
    game_named,
    look_here,
    seated_bots,
)
from proa.cli.compiling import compile_rules
from proa.cli.console import (
    cell,
    locale,
    localized,
    out,
    out_drawn,
    out_json,
    progress,
    so_many_decisions,
    so_many_games,
)
from proa.cli.files import a_path, write_file
from proa.engine.messages import plural

if TYPE_CHECKING:
    from proa.arena.report import Difference, Report


def simulate(
    game: GameName,
    players: Players = None,
    games: Games = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 0,
    bots: Bots = "random",
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play games between bots and report who wins."""
    from proa.arena.matches import simulate as run
    from proa.arena.matches import units_of_match

    opened = game_named(game, edition, option)
    names = seated_bots(bots, players, opened)
    compile_rules(opened, units_of_match(opened, len(names), names), quiet=as_json)
    label = localized("{game}, {games}", game=opened.title, games=so_many_games(games))
    with progress(label, games, quiet=as_json, at_once=False) as tick:
        result = run(opened, len(names), games, seed, names, tick=tick).to_json()
    if as_json:
        out_json(result)
    else:
        _print_result(result)


def _print_result(result: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for heading in (localized("Won"), localized("Points")):
        table.add_column(heading, justify="right")
    rows = zip(result["bots"], result["win_shares"], result["mean_scores"], strict=True)
    for seat, (bot, share, points) in enumerate(rows):
        table.add_row(cell(f"{seat + 1}  {bot}"), f"{share:.1%}", f"{points:.1f}")
    out_drawn(table)
    out(
        localized(
            "{games}, {decisions} in {seconds} s: {speed} decisions per second.",
            games=so_many_games(result["games"]),
            decisions=so_many_decisions(result["decisions"]),
            seconds=f"{result['seconds']:.2f}",
            speed=f"{result['decisions_per_second']:,.0f}",
        )
    )


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="separated by commas; the last one fills the seats left")
    ],
    players: Players = None,
    games: Annotated[
        int,
        typer.Option(
            min=1, max=1_000_000, help="how many games at least; deals are played completely"
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same deals")] = 0,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="stop as soon as the first bot's share is decided")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=4096, help="how many processes; default: one per core")
    ] = None,
    ray: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="play on this Ray cluster; local starts one here"),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            parser=a_path,
            metavar="FOLDER",
            help="store games and report here; continue if interrupted",
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            parser=a_path,
            metavar="FOLDER",
            help="compare the first bot with that of a stored contest",
        ),
    ] = None,
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Let bots meet over many deals, each played in several seat orders with the same luck.

    A bot is a level, expert:N, search:N, random, or what else `--bots` accepts in other commands.
    """
    from proa.arena.contest import Contest, Ledger
    from proa.arena.matches import units_of_bots
    from proa.arena.report import difference, report_in, report_of
    from proa.bots import bot_named

    opened = game_named(game, edition, option)
    names = tuple(name.strip() for name in bots.split(","))
    seats = opened.seat_count(players, min(len(names), opened.players[1]))
    contest = Contest(opened, names, seats, games, seed)
    look_here()
    contest.check()
    ledger = Ledger(out, contest) if out else None
    other = report_in(against, contest) if against else None
    entrants = map(bot_named, names)
    compile_rules(opened, units_of_bots(opened, seats, entrants), quiet=as_json)
    label = localized(
        "{game}, {games}", game=opened.title, games=so_many_games(len(contest.matches()))
    )
    quiet = as_json and not sys.stderr.isatty()
    with progress(label, len(contest.matches()), quiet=quiet) as tick:
        report = report_of(contest, workers or 0, ledger, tick, sequential=sequential, ray=ray)
    found = report.to_json()
    compared = difference(report, other) if other else None
    if compared:
        found["against"] = compared.to_json()
    if out is not None:
        from proa.web.contest import page

        write_file(out / "report.html", page(report, locale()))
        write_file(out / "report.json", json.dumps(found, indent=1))
    if as_json:
        out_json(found)
        return
    _print_report(report)
    if compared and other:
        _print_difference(report, other, compared)


def _print_report(report: Report) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    headings = ("Won", "95 %", "Lead", "Points", "Rating", "ms")
    for heading in map(localized, headings):
        table.add_column(heading, justify="right")
    for one, rating in zip(report.entrants, report.ratings, strict=True):
        low, high = one.interval
        table.add_row(
            cell(one.bot),
            f"{one.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{one.margin:+.1f}",
            f"{one.mean_score:.1f}",
            f"{rating.points:+.0f}",
            f"{one.milliseconds:.2f}",
        )
    out_drawn(table)
    out(
        localized(
            "{games} of {deals}. Won: share of wins, {parity} among equals.",
            games=so_many_games(report.games),
            deals=plural("{n} deal", "{n} deals", report.deals),
            parity=f"{report.parity:.1%}",
        )
    )
    if len(report.entrants) == 1:
        out(
            localized(
                "The bot played itself; name another after a comma, as in `--bots steady,keen`."
            )
        )
    if report.saved[0] is not None:
        out(
            localized(
                "Luck within a deal correlates by {luck}; playing all seat orders saves "
                "{share} of the variance.",
                luck=f"{report.luck or 0:.2f}",
                share=f"{report.saved[0]:.0%}",
            )
        )


def _print_difference(report: Report, other: Report, found: Difference) -> None:
    low, high = found.margin_interval or (found.margin, found.margin)
    out(
        localized(
            "{one} against {two} on the same {deals} deals: {share} won, lead of {margin} "
            "points ({low} to {high}).",
            one=report.contest.bots[0],
            two=other.contest.bots[0],
            deals=found.deals,
            share=f"{found.share:+.1%}",
            margin=f"{found.margin:+.1f}",
            low=f"{low:+.1f}",
            high=f"{high:+.1f}",
        )
    )
    if found.correlation is not None:
        out(
            localized(
                "Their margins correlate by {correlation}: using the same deals saves {share} "
                "of the variance.",
                correlation=f"{found.correlation:.2f}",
                share=f"{found.saved[1] or 0:.0%}",
            )
        )


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game only")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure random play on this machine, with a list of legal actions at every decision."""
    from proa.arena.bench import measure
    from proa.games import GAMES
    from proa.precompile import STUDY

    for name in [game] if game else GAMES:
        opened = game_named(name)
        compile_rules(opened, (STUDY,), quiet=as_json)
        report = measure(opened, opened.players[1])
        if as_json:
            out_json(report.to_json())
        else:
            out(report.in_words(locale()))
