"""The command line: ``proa play``, ``serve``, ``simulate``, ``record``, ``replay`` and more."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proa import __version__
from proa.engine.errors import BadDocument, BadOption, ProaError
from proa.engine.words import LOCALES, Message, listed, say, text

if TYPE_CHECKING:
    from proa.arena.report import Difference, Report
    from proa.engine.game import Game
    from proa.rulebook import RuleBook
    from proa.server.config.settings import Settings
    from proa.server.tables.barred import What

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Tahiti, Borneo and Bora Bora: to play in the browser and to study at machine speed.",
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="its name, as tahiti, or module:NAME for your own")
]
File = Annotated[str, typer.Argument(metavar="FILE", help="a record; - reads standard input")]
Players = Annotated[int | None, typer.Option(help="how many seats; as many as bots if left out")]
Edition = Annotated[Path | None, typer.Option(help="an edition file (TOML); else the standard one")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="an option of the game")
]
Bots = Annotated[
    str,
    typer.Option(help="a bot for each seat, or one for all, by commas; module:Class for your own"),
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Port = Annotated[
    int | None, typer.Option(min=1, max=65535, help="8000, or the next free one, if left out")
]
Host = Annotated[
    str | None, typer.Option(help="the address to listen on; this machine's alone if left out")
]
PublicUrl = Annotated[str | None, typer.Option(help="the address people use, behind a proxy")]
LogLevel = Annotated[
    str | None,
    typer.Option(metavar="debug|info|warning|error", help="log from this level up; info: requests"),
]
LogJson = Annotated[bool | None, typer.Option("--log-json", help="log JSON, an object a line")]
Metrics = Annotated[
    str | None, typer.Option(help="an address at which Prometheus may ask, as 127.0.0.1:9464")
]
Processes = Annotated[
    int | None,
    typer.Option(min=1, max=64, help="how many take requests; up to one a core is of use"),
]
Data = Annotated[Path | None, typer.Option(help="the folder of tables and keys")]
Database = Annotated[
    str | None,
    typer.Option(help="a database's address, without its password; else SQLite in the folder"),
]
Config = Annotated[
    Path | None, typer.Option(help="a file of settings; else proa.toml in the data folder")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="any setting, as `proa settings` lists them"),
]


# Typer brings a click of its own, whose exceptions it does not export all.
_UsageError: Any = typer.BadParameter.__base__


def _locale() -> str:
    chosen = os.environ.get("PROA_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG", "")
    return next((locale for locale in LOCALES if chosen.startswith(locale)), "en")


def _words(sentence: str, /, **values: Any) -> str:
    return text(say(sentence, **values), _locale())


# -- what commands share ---------------------------------------------------------------------


def _open_game(name: str, edition: Path | None = None, options: list[str] | None = None) -> Game:
    from proa import open_game

    chosen: dict[str, str] = {}
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise BadOption("--option {given}: write it as NAME=VALUE", given=option)
        chosen[key] = value
    return open_game(_registered(name), edition, chosen)


def _registered(game: str) -> str:
    """The name of a game, be it given as ``module:NAME``, also of a file that lies here."""
    if ":" not in game:
        return game
    from proa.games import GAMES

    _look_here()
    return GAMES.take(game)


def _look_here() -> None:
    """Have modules of this folder found, as Python does for its own scripts."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def _game_of(name: Any, edition: Path | None, document: Any) -> Game:
    """The game ``name`` with the options of a document."""
    from proa import open_game

    options = document.get("options") if isinstance(document, dict) else None
    return open_game(name, edition, options if isinstance(options, dict) else {})


def _compile(game: Game, wings: Sequence[str] | None = None, *, quiet: bool = False) -> None:
    """Compile what is not in the cache yet, all of it or these wings, and show how far it is."""
    from proa.warmth import ALL, is_warm, warm

    wings = wings or ALL
    if is_warm(game, wings):
        return
    with _shown(_compiling(game.title), 100, quiet=quiet) as tick:
        done = 0

        def show(share: float) -> None:
            nonlocal done
            tick(round(100 * share) - done)
            done = round(100 * share)

        warm(game, wings, show)


def _compile_all() -> None:
    """Compile all games that are not in the cache yet, on all cores."""
    from proa.games import GAMES
    from proa.warmth import BOTS, TABLE, cold, warm_side_by_side

    waiting = cold(list(GAMES), (TABLE, BOTS))
    if not waiting:
        return
    titles = listed([game.title for game in waiting])
    print(f"{_compiling(titles)} ...", file=sys.stderr)
    warm_side_by_side([game.name for game in waiting])


def _not_compiled() -> list[Game]:
    """The games that the server will have to compile, seen that what it compiles can be kept."""
    from proa.games import GAMES
    from proa.warmth import BOTS, TABLE, cold

    waiting = cold(list(GAMES), (TABLE, BOTS))
    for game in waiting:
        game.doors.check(TABLE)
    return waiting


@contextmanager
def _starting() -> Iterator[None]:
    """What a start makes stays: looking for garbage in it takes a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _tell_others(address: str | None) -> None:
    """Where others find the page; in a terminal for their phones' cameras too."""
    if address is None:
        return
    print(_words("Others open {address}", address=address), flush=True)
    if sys.stdout.isatty():
        import segno

        with suppress(UnicodeEncodeError):  # a terminal that can't draw it
            segno.make(address, micro=False).terminal(compact=True)


def _tell_compiling(waiting: list[Game]) -> None:
    if waiting:
        print(
            _words(
                "The rules of {game} are being compiled, once; the page tells how far they are.",
                game=listed([game.title for game in waiting]),
            ),
            flush=True,
        )


def _compiling(titles: Message | str) -> str:
    return _words("Compiling the rules of {game}, once", game=titles)


@contextmanager
def _shown(label: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar; a line where there is no terminal; nothing if ``quiet``."""
    if quiet or not sys.stderr.isatty():
        if not quiet:
            print(f"{label} ...", file=sys.stderr)
        yield lambda n: None
        return
    with _progress(label, total) as tick:
        yield tick


@contextmanager
def _progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Left

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), Left())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(label, total=total)
        yield lambda n: progress.advance(task, n)


def _read(file: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read()
        return Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadDocument("{file}: no such file", file=file) from None
    except IsADirectoryError:
        raise BadDocument("{file}: is a folder, not a file", file=file) from None
    except UnicodeDecodeError:
        raise BadDocument("{file}: is not text in UTF-8", file=file) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be read: {reason}", file=file, reason=reason) from None


def _check_folder_of(file: Path) -> None:
    """Refuse a file that can't be written before any work is done for it."""
    if file.is_dir():
        raise BadDocument("{file}: is a folder, not a file", file=file)
    if not file.parent.is_dir():
        raise BadDocument("{file}: there is no folder {folder}", file=file, folder=file.parent)


def _write(file: Path, content: str) -> None:
    """Write a whole file or nothing."""
    partial = file.with_name(file.name + ".part")
    try:
        partial.write_text(content, encoding="utf-8")
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be written: {reason}", file=file, reason=reason) from None


def _seated_bots(bots: str, players: int | None, game: Game) -> list[str]:
    """The bots' names, one a seat: all checked, so that nothing is compiled for a wrong one."""
    from proa.bots import bot_named

    names = [name.strip() for name in bots.split(",")]
    if players is None:
        players = len(names) if len(names) > 1 else game.players[0]
    game.check_players(players)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise BadOption(
            "--bots names {n} bots for {players} players; name one, or one for each seat",
            n=len(names),
            players=players,
        )
    _look_here()
    for name in names:
        bot_named(name)
    return names


def _settings(
    data: Path | None,
    database: str | None,
    config: Path | None,
    more: list[str] | None = None,
    **options: Any,
) -> Settings:
    """The settings of a server, of which the command line gives some."""
    from proa.server.config.given import settings

    named = {"data_dir": data, "database_url": database, **options}
    return settings(named, more or [], config)


# -- commands --------------------------------------------------------------------------------


@app.command()
def play(
    port: Port = None,
    host: Host = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="open no page")] = False,
    data: Data = None,
    database: Database = None,
    public_url: PublicUrl = None,
    processes: Processes = None,
    log_level: LogLevel = None,
    log_json: LogJson = None,
    metrics: Metrics = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Start the server and open the page.

    Whatever can be set is listed by `proa settings`: each by --set NAME=VALUE, by PROA_NAME in the
    environment or in proa.toml.
    """
    with _starting():
        from proa.server.host.serve import open_page, prepare

        asked = _settings(
            data,
            database,
            config,
            more,
            host=host,
            port=port,
            public_url=public_url,
            processes=processes,
            log_level=log_level,
            log_json=log_json,
            metrics=metrics,
        )
        server = prepare(asked)
        waiting = _not_compiled()

    def announce() -> None:
        print(_words("proa is at {address} (Ctrl+C ends it)", address=server.address), flush=True)
        _tell_others(server.address_for_others)
        _tell_compiling(waiting)
        if not no_browser:
            open_page(server.address)

    with suppress(KeyboardInterrupt):  # the way to end it
        server.run_until_stopped(announce)


@app.command(short_help="Run the server for others, all of it or a part.")
def serve(
    role: Annotated[
        str | None,
        typer.Option(metavar="all|pages|searches", help="what it does; others do the rest"),
    ] = None,
    port: Port = None,
    host: Host = None,
    data: Data = None,
    database: Database = None,
    public_url: PublicUrl = None,
    processes: Processes = None,
    log_level: LogLevel = None,
    log_json: LogJson = None,
    metrics: Metrics = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Run the server for others: like play, but no page is opened, and it may have one role of two.

    One that serves pages leaves the bots' turns to those that search and share its database.
    """
    with _starting():
        from proa.server.host.serve import prepare

        asked = _settings(
            data,
            database,
            config,
            more,
            role=role,
            host=host,
            port=port,
            public_url=public_url,
            processes=processes,
            log_level=log_level,
            log_json=log_json,
            metrics=metrics,
        )
        asked = replace(asked, log_level=asked.log_level or "info")
        server = prepare(asked)
        waiting = _not_compiled()

    def announce() -> None:
        if asked.serves_pages:
            print(_words("proa is at {address}", address=server.address), flush=True)
            _tell_others(server.address_for_others)
        else:
            health = f"{server.address}healthz"
            print(_words("proa plays for bots; {address} tells how it is", address=health))
            sys.stdout.flush()
        _tell_compiling(waiting)

    with suppress(KeyboardInterrupt):
        server.run_until_stopped(announce)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 0,
    bots: Bots = "random",
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play games between bots and report who wins."""
    from proa.arena.matches import simulate as run

    opened = _open_game(game, edition, option)
    names = _seated_bots(bots, players, opened)
    _compile(opened, quiet=as_json)
    quiet = as_json or not sys.stderr.isatty()
    label = _words("{game}, {n} games", game=opened.title, n=games)
    with _shown(label, games, quiet=quiet) as tick:
        result = run(opened, len(names), games, seed, names, tick=tick).to_json()
    if as_json:
        print(json.dumps(result))
    else:
        _print_result(result)


def _print_result(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for heading in (_words("Won"), _words("Points")):
        table.add_column(heading, justify="right")
    rows = zip(result["bots"], result["win_shares"], result["mean_scores"], strict=True)
    for seat, (bot, share, points) in enumerate(rows):
        table.add_row(f"{seat + 1}  {bot}", f"{share:.1%}", f"{points:.1f}")
    Console().print(table)
    print(
        _words(
            "{games} games, {decisions} decisions in {seconds} s: {speed} decisions a second.",
            games=result["games"],
            decisions=result["decisions"],
            seconds=f"{result['seconds']:.2f}",
            speed=f"{result['decisions_per_second']:,.0f}",
        )
    )


@app.command(short_help="Let bots meet over many deals, and tell how surely who is better.")
def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="by commas; the last one fills the seats that are left")
    ],
    players: Players = None,
    games: Annotated[
        int, typer.Option(min=1, help="how many games at least; deals are whole")
    ] = 100,
    seed: Annotated[int, typer.Option(help="the same seed gives the same deals")] = 0,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="end as soon as the first bot's share is decided")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="how many processes; one a core if left out")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="keeps the games, goes on with them, and a report"),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="compare the first bot with that of a kept contest"),
    ] = None,
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Let bots meet over many deals, each played in several orders of seats with the same luck.

    A bot is a level, search:N, random, or what else `--bots` takes in other commands.
    """
    from proa.arena.contest import Contest, Ledger
    from proa.arena.report import difference, report_in, report_of

    opened = _open_game(game, edition, option)
    names = tuple(name.strip() for name in bots.split(","))
    fewest, most = opened.players
    seats = players or min(max(len(names), fewest), most)
    contest = Contest(opened, names, seats, games, seed)
    contest.check()
    ledger = Ledger(out, contest) if out else None
    other = report_in(against, contest) if against else None
    _compile(opened, quiet=as_json)
    label = _words("{game}, {n} games", game=opened.title, n=len(contest.matches()))
    quiet = as_json and not sys.stderr.isatty()
    with _shown(label, len(contest.matches()), quiet=quiet) as tick:
        report = report_of(contest, workers or 0, ledger, tick, sequential=sequential)
    found = report.to_json()
    compared = difference(report, other) if other else None
    if compared:
        found["against"] = compared.to_json()
    if out is not None:
        from proa.web.contest import page

        _write(out / "report.html", page(report, _locale()))
        _write(out / "report.json", json.dumps(found, indent=1))
    if as_json:
        print(json.dumps(found))
        return
    _print_report(report)
    if compared and other:
        _print_difference(report, other, compared)


def _print_report(report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    headings = ("Won", "95 %", "Ahead", "Points", "Rating", "ms")
    for heading in map(_words, headings):
        table.add_column(heading, justify="right")
    for one, rating in zip(report.entrants, report.ratings, strict=True):
        low, high = one.interval
        table.add_row(
            one.bot,
            f"{one.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{one.margin:+.1f}",
            f"{one.mean_score:.1f}",
            f"{rating.points:+.0f}",
            f"{one.milliseconds:.2f}",
        )
    Console().print(table)
    print(
        _words(
            "{games} games of {deals} deals. Won: the share of victories, among equals {parity}.",
            games=report.games,
            deals=report.deals,
            parity=f"{report.parity:.1%}",
        )
    )
    if report.saved[0] is not None:
        print(
            _words(
                "Luck in a deal correlates by {luck}; its orders saved {share} of the variance.",
                luck=f"{report.luck or 0:.2f}",
                share=f"{report.saved[0]:.0%}",
            )
        )


def _print_difference(report: Report, other: Report, found: Difference) -> None:
    low, high = found.margin_interval or (found.margin, found.margin)
    print(
        _words(
            "{one} against {two} on the same {deals} deals: {share} won, {margin} points ahead"
            " ({low} to {high}).",
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
        print(
            _words(
                "Their margins correlate by {correlation}: the same deals saved {share} of the"
                " variance.",
                correlation=f"{found.correlation:.2f}",
                share=f"{found.saved[1] or 0:.0%}",
            )
        )


@app.command()
def record(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same game")] = 0,
    bots: Bots = "random",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="the file to write")] = None,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Play one game between bots and write it down as a record."""
    from proa.arena.matches import play_game
    from proa.records import file_text, to_json
    from proa.warmth import BOTS, TABLE

    opened = _open_game(game, edition, option)
    names = _seated_bots(bots, players, opened)
    if output is not None:
        _check_folder_of(output)
    _compile(opened, (TABLE, BOTS))
    content = file_text(to_json(play_game(opened, len(names), seed, names)))
    if output is None or str(output) == "-":
        sys.stdout.write(content)
    else:
        _write(output, content)


@app.command()
def replay(file: File, edition: Edition = None, as_json: AsJson = False) -> None:
    """Replay a record, decision by decision."""
    from proa.records import from_json
    from proa.records import replay as steps

    record = from_json(*_document(file, edition))
    for step in steps(record):
        print(_step_json(record.game, step) if as_json else _step_words(record.game, step))


def _document(file: str, edition: Path | None) -> tuple[Any, Game | None]:
    """The content of a record's file, and its game if an edition file was given for it."""
    from proa.records import parse

    document = parse(_read(file), file)
    is_named = edition is not None and isinstance(document, dict) and "game" in document
    return document, _game_of(document["game"], edition, document) if is_named else None


def _sentences(game: Game, step: Any) -> list[str]:
    """The story of a step and of the outcomes that followed, everything shown."""
    from proa.engine.kind import ALL

    codes = [step.code] if step.code else []
    codes += step.outcomes
    position, sentences = step.before, []
    for code in codes:
        after = game.play(position, code, chance=False)
        sentences += [text(m, _locale()) for m in game.story(position, code, after, ALL)]
        position = after
    return sentences


def _step_json(game: Game, step: Any) -> str:
    decides = step.code is not None
    return json.dumps(
        {
            "number": step.number,
            "seat": step.seat,
            "code": step.code,
            "legal": game.codes(step.before) if decides else [],
            "sentence": " ".join(_sentences(game, step)),
            "outcomes": list(step.outcomes),
            "position": game.dump(step.before),
        },
        ensure_ascii=False,
    )


def _step_words(game: Game, step: Any) -> str:
    lines = _sentences(game, step)
    if step.code is None and not lines:  # the last position, or one that the record starts from
        return game.describe(step.after, _locale())
    lines = lines or [game.label(step.before, step.code, _locale())]
    return f"{step.number:4}  " + "\n      ".join(lines)


@app.command(short_help="Score a position as the score sheet does.")
def scores(
    game: GameName,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="a JSON file; - for stdin")],
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Score a position as it stands, broken down as the score sheet does."""
    from proa.records import parse

    document = parse(_read(position), position)
    opened = _game_of(game, edition, document)
    loaded = opened.load(document)
    sheets = [opened.sheet(loaded, seat) for seat in range(loaded.players)]
    if as_json:
        report = {
            "game": opened.name,
            "over": loaded.is_over,
            "scores": opened.scores(loaded),
            "returns": opened.returns(loaded),
            "sheets": sheets,
        }
        print(json.dumps(report))
    else:
        _print_sheet(opened, sheets, opened.scores(loaded))


def _print_sheet(game: Game, sheets: list[dict[str, int]], totals: list[int]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for seat in range(len(sheets)):
        table.add_column(_words("Seat {n}", n=seat + 1), justify="right")
    for key, heading in game.kind.words.sources:
        row = [str(sheet[key]) for sheet in sheets]
        table.add_row(text(heading, _locale()), *row)
    table.add_row(_words("Total"), *map(str, totals), style="bold")
    Console().print(table)


@app.command(short_help="Check a record, its result and its proof.")
def verify(file: File, edition: Edition = None) -> None:
    """Check a record: every decision, every outcome, the result and the proof."""
    from proa.records import verify as check

    record = check(*_document(file, edition))
    print(
        _words(
            "{file}: {n} decisions, every one legal, and every position as recorded.",
            file=file,
            n=len(record.decisions),
        )
    )
    if record.key is not None:
        print(_words("The key draws every outcome as recorded."))
    else:
        print(_words("It has no key: the outcomes are possible, but nothing tells how they fell."))
    if record.proof is not None:
        from proa.server.tables.proof import check_proof

        print(text(check_proof(record), _locale()))


@app.command(short_help="Measure random play on this machine.")
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game only")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure random play on this machine, legal actions asked at every decision."""
    from proa.arena.bench import measure
    from proa.games import GAMES

    for name in [game] if game else GAMES:
        opened = _open_game(name)
        _compile(opened, quiet=as_json)
        report = measure(opened)
        print(json.dumps(report.to_json()) if as_json else report.in_words(_locale()))


@app.command()
def rules(
    game: GameName,
    number: Annotated[
        str | None, typer.Argument(help="one rule or ruling only, like TA-3.2 or T9")
    ] = None,
) -> None:
    """Print the rule book of a game, or one of its rules."""
    from proa import rulebook
    from proa.games import kind

    book = rulebook.load(game, _locale(), kind(game).words.book)
    if number is not None:
        if number.upper() in book.rulings.reasons:
            _print_markdown(_ruling(book, number.upper()))
            return
        found = book.rules.get(number.upper())
        if found is None:
            first = next(iter(book.rules))
            raise BadOption(
                "there is no rule {number} in {book}; they are numbered like {first}",
                number=number,
                book=book.title,
                first=first,
            )
        _print_markdown(f"**{found.number}** {found.text}")
        return
    _print_markdown(f"# {book.title}\n\n{book.introduction}")
    for chapter in book.chapters:
        _print_markdown(f"## {chapter.number}. {chapter.title}")
        for rule in chapter.rules:
            _print_markdown(f"**{rule.number}** {rule.text}\n")
    _print_markdown(f"## {book.rulings.title}\n\n{book.rulings.introduction}\n")
    for ruling in book.rulings.reasons:
        _print_markdown(f"{_ruling(book, ruling)}\n")


def _ruling(book: RuleBook, number: str) -> str:
    return f"**{number}** {book.rulings.reasons[number]} ({', '.join(book.ruled(number))})"


def _print_markdown(markdown: str) -> None:
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(markdown))
    else:
        print(markdown)


@app.command("settings", short_help="List what can be set for the server.")
def list_settings(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
    as_json: AsJson = False,
) -> None:
    """List what can be set for the server, limits and all, as it stands and where that was said.

    Each by --set NAME=VALUE, by PROA_NAME in the environment, or in a file of lines NAME = VALUE
    (TOML): proa.toml in the data folder, or the one named by --config or PROA_CONFIG.
    """
    from proa.server.config.given import listed

    found = listed({"data_dir": data, "database_url": database}, more or [], config)
    if as_json:
        rows = {s.name: {"value": s.value, "default": s.default, "from": s.where} for s in found}
        print(json.dumps(rows, default=str, ensure_ascii=False))
        return
    for setting in found:
        value = _as_written(setting.value)
        where = f"  ({setting.where})" if setting.where else ""
        about = " ".join(setting.about.split()).replace("``", "`")
        print(f"{setting.name} = {value}{where}\n    {about}")


def _as_written(value: Any) -> str:
    """A setting's value as one writes it after ``--set``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


@app.command("compile", short_help="Compile the rules of all games now.")
def compile_games() -> None:
    """Compile the rules of all games now, so that no start has to: for images and packages."""
    _compile_all()


@app.command(short_help="Bring the database up to date.")
def migrate(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Bring the database up to date, as every start does; for a role that owns the tables."""
    from proa.server.host.housekeeping import open_database
    from proa.server.store.migrations import newest

    open_database(_settings(data, database, config, more))
    print(_words("The tables are up to date: step {n}.", n=newest()))


admin = typer.Typer(
    rich_markup_mode=None,
    help="See and mend what happens on a server, also while it runs. Nothing shown gives a seat.",
)
app.add_typer(admin, name="admin")
TableNamed = Annotated[
    str, typer.Argument(metavar="TABLE", help="as `proa admin list` shows it, or its beginning")
]
Who = Annotated[
    str, typer.Argument(metavar="WHO", help="a guest or a program as shown, or an address")
]
Days = Annotated[float | None, typer.Option(min=0.001, help="for so long; for good if left out")]
Lift = Annotated[bool, typer.Option("--lift", help="let them again")]


@admin.command("list", short_help="List tables, reported lines, and who is shut out.")
def admin_list(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
    reports: Annotated[bool, typer.Option("--reports", help="chat that was reported")] = False,
    barred: Annotated[bool, typer.Option("--barred", help="who is muted or blocked")] = False,
    most: Annotated[int, typer.Option(min=1, help="how many tables")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the newest tables, the lines of chat that were reported, or who is barred."""
    from proa.server.host import admin as host

    settings = _settings(data, database, config, more)
    columns: tuple[str, ...]
    if reports:
        found, columns = host.reports(settings), ("at", "table", "line", "who", "name", "text")
    elif barred:
        found, columns = host.barred(settings), ("since", "what", "who", "until")
    else:
        found = host.tables(settings, most)
        columns = ("touched", "table", "game", "status", "here", "talk", "reports", "by", "from")
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    elif found:
        _print_rows(found, columns)
    else:
        print(_words("There are none."))


@admin.command("show")
def admin_show(
    table: TableNamed,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
    as_json: AsJson = False,
) -> None:
    """Show a table: who sits there, and what was said."""
    from proa.server.host import admin as host

    found = host.show(_settings(data, database, config, more), table)
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return
    people, said = found.pop("people"), found.pop("chat")
    for name, value in found.items():
        print(f"{name}: {_cell(name, value)}")
    _print_rows([{**p, "who": " ".join(p["who"])} for p in people], ("seat", "kind", "name", "who"))
    if said:
        _print_rows(said, ("line", "at", "who", "name", "text"))


@admin.command("close")
def admin_close(
    table: TableNamed,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Remove a table with its game and its chat, whatever its state. There is no way back."""
    from proa.server.host import admin as host

    gone = host.close(_settings(data, database, config, more), table)
    print(_words("Table {table} is gone.", table=gone))


@admin.command("delete")
def admin_delete(
    table: TableNamed,
    line: Annotated[int, typer.Argument(min=1, metavar="LINE", help="its number in the chat")],
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Delete a line of a table's chat."""
    from proa.server.host import admin as host

    host.delete(_settings(data, database, config, more), table, line)
    print(_words("The line is gone."))


@admin.command("mute", short_help="Let somebody or an address say nothing.")
def admin_mute(
    who: Who,
    days: Days = None,
    lift: Lift = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Let somebody, or whoever comes from an address, say nothing more in any chat."""
    _bar("mute", who, days, lift, _settings(data, database, config, more))


@admin.command("block", short_help="Shut somebody or an address out.")
def admin_block(
    who: Who,
    days: Days = None,
    lift: Lift = False,
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Shut somebody, or whoever comes from an address, out of the server."""
    _bar("block", who, days, lift, _settings(data, database, config, more))


def _bar(what: What, who: str, days: float | None, lift: bool, settings: Settings) -> None:
    from proa.server.host import admin as host

    known = host.bar(settings, what, who, days, lift=lift)
    if lift:
        print(_words("{who} is free again.", who=known))
    elif what == "mute":
        print(_words("{who} is muted. A running server knows in a second or two.", who=known))
    else:
        print(_words("{who} is shut out. A running server knows in a second or two.", who=known))


def _print_rows(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> None:
    """Rows as a table; ids are cut on a terminal, whole elsewhere."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if not sys.stdout.isatty():
        print("\t".join(columns))
        for row in rows:
            print("\t".join(_cell(name, row[name]) for name in columns))
        return
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(name)
    for row in rows:
        cells = ((name, _cell(name, row[name])) for name in columns)
        is_id = {"table", "who", "by"}
        table.add_row(*(escape(cell[:12] if name in is_id else cell) for name, cell in cells))
    Console().print(table)


def _cell(name: str, value: Any) -> str:
    """A value for people: times as such, and nothing that could move a terminal's cursor."""
    if name in ("at", "touched", "opened", "since", "until"):
        return "" if value is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    return "".join(c if c.isprintable() else " " for c in str(value))


@app.command(short_help="Delete old tables and old compiled code.")
def tidy(
    data: Data = None,
    database: Database = None,
    config: Config = None,
    more: Set = None,
    days: Annotated[int, typer.Option(min=1, help="tables untouched for so long go")] = 90,
) -> None:
    """Delete tables nobody has touched for long, and compiled code that is out of date."""
    from proa.engine.cache import prune, prune_whole
    from proa.games import GAMES
    from proa.server.host.housekeeping import tidy as tidy_tables
    from proa.warmth import ALL

    gone = tidy_tables(_settings(data, database, config, more), days)
    print(_words("{n} old tables deleted.", n=gone))
    for name in GAMES:
        for wing in map(_open_game(name).doors.wing, ALL):
            prune(wing.name, wing.folder)
        prune_whole(name)


@app.command()
def backup(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="where the copy goes")],
    data: Data = None,
    config: Config = None,
    more: Set = None,
) -> None:
    """Copy the tables of a SQLite data folder while the server runs."""
    from proa.server.host.housekeeping import backup as copy

    copy(_settings(data, None, config, more), output)
    print(_words("The tables are copied to {file}.", file=output))


@app.command(short_help="Write the static files for a proxy.")
def statics(
    output: Annotated[Path, typer.Argument(metavar="FOLDER", help="where the files go")],
) -> None:
    """Write styles, scripts, fonts and drawings, compressed as well, for a proxy to serve."""
    from proa.web.statics import export

    try:
        export(output)
    except OSError as error:
        raise BadDocument(
            "{file}: can't be written: {reason}", file=str(output), reason=error.strerror
        ) from None
    print(_words("The static files are in {folder}.", folder=output))


@app.callback(invoke_without_command=True)
def _main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version")] = False,
) -> None:
    if version:
        print(f"proa {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Run the command line; a user's mistake is one sentence and exit status 2, Ctrl+C 130."""
    try:
        sys.exit(app(standalone_mode=False))
    except ProaError as error:
        _fail(text(error.message, _locale()))
    except _UsageError as error:
        _fail(_misused(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _misused(error: Any) -> str:
    """What is wrong with a command line, and the command that tells how it is written."""
    what = _wrong(error) or error.format_message().removesuffix(".")
    if error.ctx is None:
        return str(what)
    return _words("{what}; see: {command}", what=what, command=f"{error.ctx.command_path} --help")


def _wrong(error: Any) -> str:
    """What is wrong with the value of an option or argument, if it is that."""
    from pydantic import ValidationError

    if not isinstance(error.__cause__, ValidationError):
        return ""
    from proa.server.config.given import why

    first = error.__cause__.errors()[0]
    option = error.param.opts[0] if error.param.opts[0][0] == "-" else error.param.metavar
    value = repr(first["input"])
    return _words("{where}: {value} {why}", where=option, value=value, why=why(first))


def _fail(sentence: str) -> None:
    print(f"proa: {sentence}", file=sys.stderr)
    sys.exit(2)
