"""``proa play`` and ``proa serve``."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from proa.cli.arguments import SERVING, Asked, with_options
from proa.cli.compiling import not_compiled
from proa.cli.console import localized, out
from proa.engine.messages import join_list

if TYPE_CHECKING:
    from proa.engine.core.game import Game


@with_options(SERVING)
def play(
    no_browser: Annotated[bool, typer.Option("--no-browser", help="open no page")] = False,
    *,
    settings: Asked,
) -> None:
    """Start the server and open the page.

    Whatever can be set is listed by `proa settings`: each by --set NAME=VALUE, by PROA_NAME in the
    environment or in proa.toml.
    """
    with starting():
        from proa.server.host.serve import open_page, prepare

        server = prepare(settings())
        waiting = not_compiled()

    def announce() -> None:
        out(localized("proa is at {address} (Ctrl+C ends it)", address=server.address), flush=True)
        _print_address_for_others(server.addresses_for_others)
        _print_compiling(waiting)
        if not no_browser:
            open_page(server.address)

    with suppress(KeyboardInterrupt):  # the way to end it
        server.run_until_stopped(announce)


@with_options(SERVING)
def serve(
    role: Annotated[
        str | None,
        typer.Option(metavar="all|pages|searches", help="what it does; others do the rest"),
    ] = None,
    *,
    settings: Asked,
) -> None:
    """Run the server for others: like play, but no page is opened, and it may have one role of two.

    One that serves pages leaves the bots' turns to those that search and share its database.
    """
    with starting():
        from proa.server.host.serve import prepare

        asked = settings(role=role)
        asked = replace(asked, log_level=asked.log_level or "info")
        server = prepare(asked)
        waiting = not_compiled()

    def announce() -> None:
        if asked.serves_pages:
            out(localized("proa is at {address}", address=server.address), flush=True)
            _print_address_for_others(server.addresses_for_others)
        else:
            health = f"{server.address}healthz"
            out(localized("proa plays bots' turns; its health is at {address}", address=health))
            sys.stdout.flush()
        _print_compiling(waiting)

    with suppress(KeyboardInterrupt):
        server.run_until_stopped(announce)


@contextmanager
def starting() -> Iterator[None]:
    """What a start makes stays: looking for garbage in it takes a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _print_address_for_others(addresses: list[str]) -> None:
    """Where others find the page; in a terminal for their phones' cameras too."""
    if not addresses:
        return
    address, *more = addresses
    out(localized("Others can open {address}", address=address), flush=True)
    if more:
        out(localized("or, in another network, {addresses}", addresses=" ".join(more)), flush=True)
    if sys.stdout.isatty():
        import segno

        with suppress(UnicodeEncodeError):  # a terminal that can't draw it
            segno.make(address, micro=False).terminal(compact=True)


def _print_compiling(waiting: list[Game]) -> None:
    if waiting:
        out(
            localized(
                "Compiling the rules of {game} (first time only); the page shows the progress.",
                game=join_list([game.title for game in waiting]),
            ),
            flush=True,
        )
