"""Looking back on a game: ``proa review``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from proa.cli.arguments import AsJson, Edition, File
from proa.cli.compiling import compile_rules
from proa.cli.console import cell, localized, out, out_drawn, out_json, progress, render
from proa.cli.files import named
from proa.cli.records import document

if TYPE_CHECKING:
    from proa.records import Record
    from proa.review.results import Estimate, Review

Simulations = Annotated[
    int, typer.Option(min=8, max=1_000_000, help="how many estimate the value of a position")
]


def review(
    file: File,
    simulations: Simulations = 800,
    seed: Annotated[int, typer.Option(help="the same seed gives the same review")] = 0,
    open_cards: Annotated[
        bool, typer.Option("--open-cards", help="judge as if every seat had seen all cards")
    ] = False,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """Look back on a finished game: luck and choice of each seat, and the costliest decisions."""
    from proa.precompile import BOTS, TABLE
    from proa.records import from_json
    from proa.review.reviewing import events_of
    from proa.review.reviewing import review as run

    found = document(file, edition)
    with named(file):
        record = from_json(*found)
        compile_rules(record.game, [TABLE, BOTS], quiet=as_json)
        total = len(events_of(record)[0])
        with progress(localized("Looking back on {file}", file=file), total, quiet=as_json) as tick:
            made = run(record, simulations, seed, tick, open_cards=open_cards)
    if as_json:
        out_json(made.to_json())
    else:
        _print_seats(record, made)
        _print_decisions(record, made)


def _print_seats(record: Record, review: Review) -> None:
    from rich.table import Table

    from proa.review.sentences import levels_sentence, per_decision

    table = Table(box=None, pad_edge=False)
    headings = (
        localized("Points ahead"),
        localized("At the start"),
        localized("Luck"),
        localized("Choice"),
        localized("Others"),
        localized("Result"),
        localized("Lost per decision"),
    )
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for number, seat in enumerate(review.seats):
        name = record.seats[number]["name"] if record.seats else ""
        parts = (seat.start, seat.luck, seat.choice, seat.others, seat.result)
        row = [*(_estimate(part.points) for part in parts), per_decision(seat.error)]
        table.add_row(cell(f"{number + 1}  {name}"), *row)
    out_drawn(table)
    if levels := levels_sentence(review.game, review.players):
        out(render(levels))


def _estimate(estimate: Estimate) -> str:
    """Return a number with half the width of its interval."""
    half = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:+z.1f} ±{half:.1f}" if half else f"{estimate.mean:+.0f}"


def _print_decisions(record: Record, review: Review) -> None:
    from proa.records import replay
    from proa.review.sentences import sentence

    if not review.costliest:
        out(localized("No decision cost points that can be told from noise."))
        return
    before = {step.number: step.before for step in replay(record)}
    for decision in review.costliest:
        out(
            localized(
                "Decision {step}, seat {n}: {sentence}",
                step=decision.step,
                n=decision.seat + 1,
                sentence=sentence(before[decision.step], decision),
            )
        )
