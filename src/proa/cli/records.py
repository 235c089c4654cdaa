"""Records and positions in files: ``proa record``, ``replay``, ``verify``, ``scores``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proa.cli.arguments import (
    AsJson,
    Bots,
    Edition,
    File,
    GameName,
    Options,
    Players,
    game_named,
    game_of,
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
    render,
    so_many_decisions,
    visible_json,
)
from proa.cli.files import a_path, check_place, named, read_file, write_file
from proa.engine.messages import text

if TYPE_CHECKING:
    from proa.engine.core.game import Game


def record(
    game: GameName,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="the same seed gives the same game")] = 0,
    bots: Bots = "random",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", parser=a_path, metavar="PATH", help="the file to write"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="replace a file that is there already")
    ] = False,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Play one game between bots and write it down as a record."""
    from proa.arena.matches import play_game, units_of_bots
    from proa.bots import bot_named
    from proa.records import file_text, to_json

    opened = game_named(game, edition, option)
    names = seated_bots(bots, players, opened)
    if output is not None:
        check_place(output, force)
    compile_rules(opened, units_of_bots(opened, len(names), map(bot_named, names)))
    content = file_text(to_json(play_game(opened, len(names), seed, names)))
    if output is None or str(output) == "-":
        sys.stdout.write(visible_json(content))
    else:
        write_file(output, content)


def replay(file: File, edition: Edition = None, as_json: AsJson = False) -> None:
    """Replay a record, decision by decision."""
    from proa.records import from_json
    from proa.records import replay as steps

    found = document(file, edition)
    with named(file):
        record = from_json(*found)
        for step in steps(record):
            if as_json:
                out_json(_step_json(record.game, step))
            else:
                out(_step_words(record.game, step))


def document(file: str, edition: Path | None) -> tuple[Any, Game | None]:
    """Return the content of a record's file, and its game if an edition file was given for it."""
    from proa.records import parse

    found = parse(read_file(file), file)
    is_named = edition is not None and isinstance(found, dict) and "game" in found
    return found, game_of(found["game"], edition, found) if is_named else None


def _sentences(game: Game, step: Any) -> list[str]:
    """Return the story of a step and of the outcomes that followed, with everything revealed."""
    from proa.engine.core.view_types import ALL

    codes = [step.code] if step.code else []
    codes += step.outcomes
    position, sentences = step.before, []
    for code in codes:
        after = game.play(position, code, chance=False)
        sentences += [text(m, locale()) for m in game.story(position, code, after, ALL)]
        position = after
    return sentences


def _step_json(game: Game, step: Any) -> dict[str, Any]:
    decides = step.code is not None
    return {
        "number": step.number,
        "seat": step.seat,
        "code": step.code,
        "legal": game.codes(step.before) if decides else [],
        "sentence": " ".join(_sentences(game, step)),
        "outcomes": list(step.outcomes),
        "position": game.dump(step.before),
    }


def _step_words(game: Game, step: Any) -> str:
    lines = _sentences(game, step)
    if step.code is None and not lines:  # the last position, or one that the record starts from
        return game.describe(step.after, locale())
    lines = lines or [game.label(step.before, step.code, locale())]
    return f"{step.number:4}  " + "\n      ".join(lines)


def scores(
    game: GameName,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="a JSON file; - for stdin")],
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Score a position as it is, broken down as on the score sheet."""
    from proa.records import parse

    document = parse(read_file(position), position)
    opened = game_of(game, edition, document)
    with named(position):
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
        out_json(report)
    else:
        _print_sheet(opened, sheets, opened.scores(loaded))


def _print_sheet(game: Game, sheets: list[dict[str, int]], totals: list[int]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for seat in range(len(sheets)):
        table.add_column(localized("Seat {n}", n=seat + 1), justify="right")
    for key, heading in game.spec.texts.sources:
        row = [str(sheet[key]) for sheet in sheets]
        table.add_row(cell(text(heading, locale())), *row)
    table.add_row(localized("Total"), *map(str, totals), style="bold")
    out_drawn(table)


def verify(file: File, edition: Edition = None) -> None:
    """Check a record: every decision, every outcome, the result and the proof."""
    from proa.records import verify as check

    found = document(file, edition)
    with named(file):
        record = check(*found)
    out(
        localized(
            "{file}: {decisions}, all legal, and every position as recorded.",
            file=file,
            decisions=so_many_decisions(len(record.decisions)),
        )
    )
    if record.key is not None:
        out(localized("The key gives every outcome as recorded."))
    else:
        out(
            localized(
                "It has no key: the outcomes are possible, but how they were drawn can't be "
                "checked."
            )
        )
    if record.proof is not None:
        from proa.server.tables.proof import check_proof

        out(render(check_proof(record)))
