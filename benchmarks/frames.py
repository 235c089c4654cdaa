"""The cost of drawing and sending a frame, decision by decision.

    python benchmarks/frames.py [--players most] [--every 3]

Whole games are played through the server's API: those of tests/golden/seen, so that every run
measures the same games. After each decision the seat to move gets its frame, then another seat,
then a spectator, in this order, with the requests that a page's scripts make; parts that a frame
shares with the one before are cached by then. The figures are medians: processor time of a request
(in one process, without a network), bytes as drawn and as sent with brotli, padding included, and
the processor time of a decision, which is stored on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

from load.client_cache import ClientCache
from timing import machine

from proa.engine.core.view_types import SPECTATOR

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from seen import golden
from seen.golden import Golden
from seen.pages import Party, at_table

WHO = ("to move", "another seat", "watcher")
Figures = dict[str, list[float]]


def main() -> None:
    """Measure the games and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    choices = ("most", "fewest", "all")
    parser.add_argument("--players", choices=choices, default="most", help="which games")
    parser.add_argument("--every", type=int, default=1, help="after every so many decisions")
    options = parser.parse_args()
    print(machine())
    print(f"{'':12}{'':14}{'ms':>8}{'bytes':>10}{'sent':>10}")
    for game in _chosen(options.players):
        figures = asyncio.run(_measured(game, options.every))
        print(f"{game.name:12}{'a decision':14}{statistics.median(figures['decision']):8.1f}")
        for who in WHO:
            row = [statistics.median(figures[f"{who} {what}"]) for what in ("ms", "bytes", "sent")]
            print(f"{game.name:12}{who:14}{row[0]:8.1f}{row[1]:10,.0f}{row[2]:10,.0f}", flush=True)


def _chosen(players: str) -> list[Golden]:
    """Return the games with the most players, the fewest, or all."""
    games = [golden.load(name) for name in golden.names()]
    if players == "all":
        return games
    pick = max if players == "most" else min
    names = dict.fromkeys(game.game for game in games)
    return [
        pick((game for game in games if game.game == name), key=lambda game: game.players)
        for name in names
    ]


async def _measured(game: Golden, every: int) -> Figures:
    """Return the figures of one game."""
    figures: Figures = defaultdict(list)
    async with at_table(game.game, game.players) as party:
        caches = {viewer: await _page(party, viewer) for viewer in party.viewers}
        for step, (_, code) in enumerate(game.decisions, 1):
            if (seat := await party.turn(step)) is None:
                continue
            frame, began = await party.frame(seat), time.process_time()
            await party.decide(seat, frame, code)
            figures["decision"].append(_since(began))
            mover = await party.turn(step + 1)
            if mover is not None and step % every == 0:
                other = (mover + 1) % game.players
                for who, viewer in zip(WHO, (mover, other, SPECTATOR), strict=True):
                    await _draw(party, who, viewer, caches[viewer], figures)
    return figures


async def _page(party: Party, viewer: int) -> ClientCache:
    """Return the cache of a page that has just been opened."""
    stills = ClientCache()
    stills.note((await party.get(viewer, "")).content)
    return stills


async def _draw(party: Party, who: str, viewer: int, cache: ClientCache, figures: Figures) -> None:
    """Draw a viewer's newest frame twice: uncompressed and timed, then compressed."""
    what = f"/view/{await party.frame(viewer)}"
    asks = {"HX-Request": "true", **cache.headers()}
    began = time.process_time()
    drawn = await party.get(viewer, what, **asks, **{"Accept-Encoding": "identity"})
    figures[f"{who} ms"].append(_since(began))
    figures[f"{who} bytes"].append(len(drawn.content))
    sent = await party.get(viewer, what, **asks, **{"Accept-Encoding": "br"})
    figures[f"{who} sent"].append(int(sent.headers["content-length"]))
    cache.note(drawn.content)


def _since(began: float) -> float:
    """Return milliseconds of processor time."""
    return (time.process_time() - began) * 1000


if __name__ == "__main__":
    main()
