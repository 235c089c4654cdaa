"""What a whole game requires of a person: answers, waiting, and layout shifts.

    python benchmarks/clicks.py [--games 20] [--browser] [GAME ...]

One seat is a person's, who answers every question as a handmade bot of the game would; the others
are such bots. The report counts the person's answers, those of them that had no alternative, and
those that the table gave. Each die placed and each bid counts as an answer; confirming taps on a
touch screen are not counted twice. Waiting is how long the page shows the others' moves between two
answers of the person (in Bora Bora: between two dice of a round), at normal pace, without their
thinking. Seeds are 0, 1 ...; games are played without options, with the most players.

With ``--browser`` it also reports the layout shifts (CLS) of a first visit in five windows: of the
front page, of a table, and during the first answers there. Shifts just after a click are left out,
as browsers do.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from timing import machine

import proa
from proa.bots.names import bot_named
from proa.server.tables.events import BY_HAND, LONE
from proa.server.tables.game_log import GameLog

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

PERSON = 0
BOTS = {"tahiti": "bidder", "borneo": "climber", "borabora": "settler"}


def main() -> None:
    """Play the games and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(BOTS))
    parser.add_argument("--games", type=int, default=20, dest="number", help="of each kind")
    parser.add_argument("--browser", action="store_true", help="layout shifts besides")
    options = parser.parse_args()
    print(machine())
    print(f"{'':12}{'answers':>16}{'of them lone':>16}{'given':>16}   mean and standard error")
    waits = {}
    for name in options.games:
        games = [_played(name, seed) for seed in range(options.number)]
        means = [_mean(column) for column in zip(*(counted for _, counted in games), strict=True)]
        print(f"{name:12}" + "".join(f"{one:>16}" for one in means), flush=True)
        waits[name] = [wait for log, _ in games for wait in _waits(name, log)]
    print(f"{'':12}{'seconds between':>16}{'longest':>16}")
    for name, waited in waits.items():
        print(f"{name:12}{_mean(waited):>16}{max(waited):>16.1f}", flush=True)
    if options.browser:
        _shifts(options.games)


def _played(name: str, seed: int) -> tuple[GameLog, tuple[int, int, int]]:
    """Play a game; return its log, and the person's answers, lone ones and given ones."""
    game, bot = proa.game(name), bot_named(BOTS[name])
    log = GameLog(game, game.players[1], hashlib.sha256(bytes([seed])).digest())
    log.extend([log.start_event(0.0)])
    answers = lone = given = 0
    while not (position := log.position()).is_over:
        seat = position.to_move
        code = log.lone_answer() if seat == PERSON else None
        if code is not None:
            given += 1
        elif seat == PERSON:
            answers += 1
            lone += len(game.codes(position)) == 1
        actor = BY_HAND if code is None else LONE
        code = code or game.code(bot.choose(game.information_state(position, seat, seed), seed))
        log.play(code, actor, 0.0)
    return log, (answers, lone, given)


def _waits(name: str, log: GameLog) -> list[float]:
    """Return for how many seconds others' moves are shown between two of the person's answers."""
    from server.tables.test_beats import beats, seconds

    frames = log.frames(PERSON)
    events = [log.steps[number].event for number in frames]
    wanted = "place:" if name == "borabora" else ""
    moves = [n for n, one in enumerate(events) if one.kind == "action" and wanted in one.code]
    mine = [n for n in moves if events[n].seat == PERSON and events[n].actor == BY_HAND]
    found = []
    for one, two in pairwise(mine):
        others = [n for n in range(one, two) if events[n].seat not in (PERSON, None)]
        placed = sum(one < n < two for n in moves)
        turns = [getattr(log.position(frames[n]).fields, "round", 0) for n in (one, two)]
        if others and (not wanted or (placed == log.players - 1 and len(set(turns)) == 1)):
            theirs = beats(log, PERSON, others[0], others[-1])
            found.append(sum(seconds(log, PERSON, beat) for beat in theirs))
    return found


SIZES = ((1440, 900), (1024, 768), (768, 1024), (812, 375), (375, 812))
FIRST = 5
"""How many answers are given while shifts are counted."""


def _shifts(games: Sequence[str]) -> None:
    """Print the layout shifts of first visits, by window."""
    from playwright.sync_api import sync_playwright

    from browser.site import Site
    from browser.visitor import Visitor
    from needs import CHROMIUM

    print(f"{'CLS':12}" + "".join(f"{f'{w}x{h}':>12}" for w, h in SIZES))
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        site.warm_up()
        with sync_playwright() as playwright:
            path = CHROMIUM.path()
            chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            rows: dict[str, list[float]] = {}
            for name in games:
                for size in SIZES:
                    visitor = Visitor(chromium, site, size=size)
                    for page, shift in _visited(visitor, name).items():
                        rows.setdefault(page, []).append(shift)
                    visitor.leave()
            chromium.close()
    for page, shifts in rows.items():
        most = [max(shifts[n :: len(SIZES)]) for n in range(len(SIZES))]
        print(f"{page:12}" + "".join(f"{shift:>12.3f}" for shift in most), flush=True)


def _visited(visitor: object, name: str) -> dict[str, float]:
    """Return the shifts of the front page, of a table and of its first answers."""
    from browser.visitor import Visitor

    assert isinstance(visitor, Visitor)

    def shift() -> float:
        visitor.page.wait_for_timeout(500)
        return sum(one["value"] for one in visitor.shifts() if not one["own"])

    visitor.go("/")
    found = {"front page": shift()}
    visitor.open_table("me", "bot", "bot", game=name)
    found[name] = shift()
    for _ in range(FIRST):
        visitor.wait_for_turn()
        frame = visitor.frame
        choice = visitor.page.locator('button[form="act"]:visible').last
        choice.click(force=True)
        visitor.wait_past(frame)
    found[f"{name}, {FIRST}"] = shift()
    return found


def _mean(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.1f} ± {error:.1f}"


if __name__ == "__main__":
    main()
