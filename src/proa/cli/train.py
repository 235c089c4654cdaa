"""Training a network that plays: ``proa train``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proa.cli.arguments import AsJson, Edition, GameName, Options, game_named, look_here
from proa.cli.compiling import compile_rules
from proa.cli.console import (
    cell,
    error_console,
    locale,
    localized,
    out,
    out_json,
    progress,
    so_many_games,
)
from proa.cli.files import a_path, write_file
from proa.engine.errors import BadOption
from proa.engine.processors import usable_processors

if TYPE_CHECKING:
    from rich.table import Table

    from proa.engine.core.game import Game
    from proa.learn.choices import ChoiceFiles
    from proa.learn.curve import Point
    from proa.learn.training import Training

    Tick = Callable[[int], None]
    Measured = Callable[[list[Point]], None]

ROWS = 20
"""The epochs of the table on a terminal, the last ones."""


def train(
    game: GameName,
    players: Annotated[
        str, typer.Option(help="how many seats, like 2 or 2,3,4 for one network; default: all")
    ] = "",
    teacher: Annotated[str, typer.Option(help="the bot to learn from")] = "expert",
    played_by: Annotated[
        str, typer.Option(help="the bot that plays the games; default: the teacher")
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, help="how many games at least; files of 16")
    ] = 1000,
    part: Annotated[
        float, typer.Option(min=0.001, max=1.0, help="the part of the choices to learn from")
    ] = 1.0,
    epochs: Annotated[
        int, typer.Option(min=1, max=10_000, help="how often to see each choice")
    ] = 10,
    width: Annotated[int, typer.Option(min=1, max=4096, help="the size of hidden layers")] = 128,
    batch: Annotated[int, typer.Option(min=1, max=1_000_000, help="choices of a step")] = 512,
    rate: Annotated[float, typer.Option(min=1e-7, max=1.0, help="the learning rate")] = 1e-3,
    start: Annotated[
        Path | None,
        typer.Option(parser=a_path, metavar="FILE", help="a network to begin with, and its width"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="the same seed gives the same games")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, max=4096, help="for games; default: one per core")
    ] = None,
    device: Annotated[
        str, typer.Option(metavar="cpu|cuda", help="for training; default: a GPU if there is one")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", parser=a_path, metavar="FOLDER", help="default: GAME-network"
        ),
    ] = None,
    choices: Annotated[
        Path | None,
        typer.Option(parser=a_path, metavar="FOLDER", help="the choices; default: FOLDER/choices"),
    ] = None,
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Train a small network to choose as a bot does, and to foresee the result.

    The bot plays itself, the network learns its choices, and FOLDER gets network.npz, which plays
    as learned:FOLDER/network.npz, and training.html. The same command goes on after an
    interruption, also one by kill -9.
    """
    _check_torch()
    from proa.bots.networks import read_network
    from proa.learn.choices import ChoiceFiles, Teaching
    from proa.learn.training import Settings, Training

    opened = game_named(game, edition, option)
    look_here()
    begun = read_network(start) if start else None
    if begun:
        begun.check(opened)
    teaching = Teaching(opened, _seat_numbers(players, opened), teacher, seed, part, played_by)
    folder, threads = output or Path(f"{opened.name}-network"), threads or usable_processors()
    files = ChoiceFiles(choices or folder / "choices", teaching, games)
    _play(files, threads, quiet=as_json)
    settings = Settings(width=width, epochs=epochs, batch=batch, rate=rate, seed=seed)
    training = Training(folder, files, settings, device, threads, begun)
    with _training_progress(training.all_steps, quiet=as_json) as (tick, show):

        def measured(curve: list[Point]) -> None:
            show(curve)
            _write_page(folder, training)

        training.run(tick, measured)
    file = training.export()
    _write_page(folder, training)
    if as_json:
        out_json({"file": str(file), **training.card()})
        return
    out(
        localized(
            "{file}: chooses as {teacher} in {share} of the choices of games held out.",
            file=file,
            teacher=teacher,
            share=f"{training.curve[-1].agreement:.1%}",
        )
    )


def _check_torch() -> None:
    if find_spec("torch") is None:
        raise BadOption("training needs PyTorch: pip install 'proa[learn]'")


def _seat_numbers(players: str, game: Game) -> tuple[int, ...]:
    """Return the numbers of players that are named, or all."""
    if not players:
        low, high = game.players
        return tuple(range(low, high + 1))
    try:
        return tuple(sorted({int(one) for one in players.split(",")}))
    except ValueError:
        raise BadOption("--players {given}: write it like 2 or 2,3,4", given=players) from None


def _play(files: ChoiceFiles, threads: int, *, quiet: bool) -> None:
    """Let the teacher play the games that are missing."""
    from proa.arena.matches import units_of_bots

    teaching = files.teaching
    game = teaching.game
    for players in teaching.players:
        compile_rules(game, units_of_bots(game, players, teaching.bots), quiet=quiet)
    label = localized("{game}, {games}", game=game.title, games=so_many_games(files.games))
    with progress(label, files.games, quiet=quiet) as tick:
        files.generate(threads, tick)


def _write_page(folder: Path, training: Training) -> None:
    from proa.web.training import page

    content = page(training.choices.teaching.game.title, training.card(), training.curve, locale())
    write_file(folder / "training.html", content)


# -- progress --------------------------------------------------------------------------------


@contextmanager
def _training_progress(steps: int, *, quiet: bool) -> Iterator[tuple[Tick, Measured]]:
    """Show progress: on a terminal a bar below a table with a row for each epoch, else lines."""
    if quiet or not sys.stderr.isatty():
        with progress(localized("Training"), steps, quiet=quiet) as tick:
            yield tick, lambda curve: None if quiet else out(_line(curve[-1]), error=True)
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import Progress

    bar = Progress(console=error_console())
    task = bar.add_task(localized("Training"), total=steps)
    with Live(Group(_table([]), bar), console=bar.console, refresh_per_second=4) as live:
        yield (
            lambda n: bar.advance(task, n),
            lambda curve: live.update(Group(_table(curve), bar)),
        )


def _line(point: Point) -> str:
    return localized(
        "epoch {epoch}: loss {loss} ({trained} while learning), as the teacher {share}",
        epoch=point.epoch,
        loss=f"{point.policy:.4f}",
        trained=f"{point.trained:.4f}",
        share=f"{point.agreement:.1%}",
    )


def _table(curve: list[Point]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("Epoch", "Learning", "Held out", "As the teacher", "Seconds"):
        table.add_column(localized(heading), justify="right")
    for point in curve[-ROWS:]:
        table.add_row(
            cell(point.epoch),
            f"{point.trained:.4f}",
            f"{point.policy:.4f}",
            f"{point.agreement:.1%}",
            f"{point.seconds:.0f}",
        )
    return table
