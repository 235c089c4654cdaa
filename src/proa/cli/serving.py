"""``proa play`` and ``proa serve``: start a server."""

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
    no_browser: Annotated[bool, typer.Option("--no-browser", help="don't open the page")] = False,
    *,
    settings: Asked,
) -> None:
    """Start the server and open the page.

    `proa settings` lists all settings. Set each by --set NAME=VALUE, by PROA_NAME in the
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

    with suppress(KeyboardInterrupt):  # Ctrl+C is the normal way to stop
        server.run_until_stopped(announce)


@with_options(SERVING)
def serve(
    role: Annotated[
        str | None,
        typer.Option(
            metavar="all|pages|searches", help="the role of this server; others do the rest"
        ),
    ] = None,
    *,
    settings: Asked,
) -> None:
    """Run the server for others: like play, but it opens no page, and it may have one role of two.

    A server for pages leaves the bots' turns to servers for searches that share its database.
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
    """Disable garbage collection during the start, and exclude its objects later: they stay, and
    scanning them takes a tenth of the time of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _print_address_for_others(addresses: list[str]) -> None:
    """Print the address for other devices, on a terminal also as a QR code."""
    if not addresses:
        return
    address, *more = addresses
    out(localized("Others can open {address}", address=address), flush=True)
    if more:
        out(localized("or, in another network, {addresses}", addresses=" ".join(more)), flush=True)
    if sys.stdout.isatty():
        import segno

        with suppress(UnicodeEncodeError):  # a terminal whose encoding lacks the characters
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
