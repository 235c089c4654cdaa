"""Measure how strong the bots are, claim by claim, and write the result into docs.

    python scripts/strength.py [--only PART] [--hours N] [--workers N] [--folder FOLDER] [--list]
    python scripts/strength.py --write

The first plays the games that are missing and prints the state of the claims; interrupt it at any
time, it resumes. Games are played in ``--folder`` (build/strength by default), which begins with
the results in docs/strength. ``--only`` takes the rows with this in their name (may be repeated),
``--hours`` ends it after so long. ``--write`` plays nothing: it writes the levels into
docs/strength.md, the tables into docs/strength/tables.md, the picture (docs/pictures/strength.svg),
the ratings of the levels (src/proa/bots/ratings.json), the cards of networks, and the results into
docs/strength, one file per game; results of bots that play differently by now are dropped.

A row is one bot against each of some others, who fill all other seats; their results are pooled.
The required odds r against each of them mean r / (r + n - 1) of the victories at n seats. A claim
holds if its share is at least that high and significantly above that of equals: the chance of such
a share among equals is at most 5 %, adjusted for the whole table (Holm), networks apart. Deals have
seeds from 10 on; lower ones were used to tune the bots.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import strength_archive
import strength_networks
from strength_picture import picture

import proa.bots
from proa import game as game_of
from proa.arena.matches import units_of_bots
from proa.arena.ratings import Rating
from proa.arena.statistics import adjusted
from proa.arena.strength import Claim, ClaimResult, folder_of, measure, rated, result_of
from proa.bots import bot_named
from proa.bots.levels import LEVELS
from proa.cli.compiling import compile_rules
from proa.engine.core.search_settings import NETWORK, Strength
from proa.engine.messages import text

PLAYERS = {"tahiti": (2, 3, 4), "borneo": (3, 4, 5), "borabora": (2, 3, 4)}
HAND = {
    "tahiti": ("bidder", "saver", "rival"),
    "borneo": ("collector", "rounder", "climber"),
    "borabora": ("settler", "householder", "builder", "taskmaster"),
}
BUDGET = 200
WITH_PRIOR = {"tahiti": 200, "borneo": 200, "borabora": 200}
"""Simulations that take as long with a prior as ``BUDGET`` without."""
NETWORK_GAMES = {"tahiti": 200, "borneo": 150, "borabora": 40}
"""Games of a network against a bot: fewer where handmade bots take long."""
GAMES = {
    "tahiti": (60, 60, 60, 42),
    "borneo": (90, 90, 60, 42),
    "borabora": (80, 80, 48, 24),
}
"""Games of a row of the second level, the third ...: levels that think long play fewer. Twice as
many against the level below."""
MORE = dict.fromkeys(
    (
        *(
            f"tahiti-{n}-{row}"
            for n in (3, 4)
            for row in ("steady-bidder-saver-rival", "keen-steady")
        ),
        *(f"borneo-{n}-steady-collector-rounder-climber" for n in (3, 4, 5)),
    ),
    240,
)
"""Games of rows that are close to the required share and take less than a second per game."""
LEVEL_NAMES = list(LEVELS)
SEED = 10
SIXTY, SIXTY_FOUR, SEVENTY_FIVE, EIGHTY, NINETY = (p / (100 - p) for p in (60, 64, 75, 80, 90))
MEAN = 1000
"""The mean rating of the handmade bots."""
WIDEST = 200
"""The widest interval of a rating that pages show, in points."""
BUDGETS = (500, 2_000, 8_000)
SECTIONS = {
    "hand": "Levels against handmade bots",
    "steps": "Each level against the one below",
    "budget": "More simulations, against 200",
    "search": "Against the search that knows no game",
    "winners": "Points of winners",
    "learned": "Networks alone against handmade bots",
    "prior": "A network in the search, against the search alone",
}
NETWORKS = ("learned", "prior")
"""The sections about networks."""
DOCUMENT = Path("docs/strength.md")
ARCHIVE = Path("docs/strength")
"""The results of all games, one file per game."""
TABLES = ARCHIVE / "tables.md"
GAMES_FOLDER = Path("build/strength")
"""Where games are played. A bot that plays differently gets new folders automatically."""
PICTURE = Path("docs/pictures/strength.svg")
RATINGS = Path(proa.bots.__file__).with_name("ratings.json")
BEGIN, END = "<!-- begin: python scripts/strength.py --write -->", "<!-- end -->"


def claims() -> Iterator[Claim]:
    """Yield the rows of the table, the cheap ones of each part first."""
    for row in usual_claims():
        yield replace(row, games=MORE.get(row.name, row.games))


def usual_claims() -> Iterator[Claim]:
    """Yield all rows, with the usual numbers of games."""
    for game, numbers in PLAYERS.items():
        for players in numbers:
            for level, games in zip(LEVEL_NAMES[1:], GAMES[game], strict=True):
                yield Claim("hand", game, players, level, HAND[game], games, SEED, SIXTY)
            for (below, level), games in zip(pairwise(LEVEL_NAMES), GAMES[game], strict=True):
                row = Claim("steps", game, players, level, (below,), 2 * games, SEED, SIXTY_FOUR)
                yield row
    for game, numbers in PLAYERS.items():
        for budget, games in zip(BUDGETS, GAMES[game][1:], strict=True):
            bot = f"expert:{budget}"
            yield Claim("budget", game, numbers[0], bot, ("expert:200",), games, SEED)
    yield Claim("search", "tahiti", 2, "expert:200", ("search:20000",), 40, SEED, EIGHTY)
    yield from equal_time()
    for players in PLAYERS["borabora"]:
        bots = "expert:20000", ("expert:20000",)
        yield Claim("winners", "borabora", players, *bots, 75, SEED, winners=160)
    yield from networks()


def equal_time() -> Iterator[Claim]:
    """Yield claims with budgets that take equally long; the row shows whether they do."""
    for game, players, expert, search, games, odds in (
        ("tahiti", 2, 200, 2_500, 40, NINETY),
        ("borabora", 2, 500, 430, 60, SEVENTY_FIVE),
        ("borneo", 3, 200, 550, 120, SIXTY),
    ):
        bots = f"expert:{expert}", (f"search:{search}",)
        yield Claim("search", game, players, *bots, games, SEED, odds, equal_time=True)


def networks() -> Iterator[Claim]:
    """Yield claims about the networks that come with the games."""
    for game, numbers in PLAYERS.items():
        odds, games = EIGHTY if game == "borabora" else SIXTY, NETWORK_GAMES[game]
        for players in numbers:
            for hand in HAND[game]:
                yield Claim("learned", game, players, "learned", (hand,), games, SEED, odds)
    for game, numbers in PLAYERS.items():
        bots = f"prior:{WITH_PRIOR[game]}", (f"expert:{BUDGET}",)
        yield Claim("prior", game, numbers[0], *bots, 100, SEED, SIXTY, equal_time=True)


# -- the table -------------------------------------------------------------------------------


def table(rows: list[Claim], root: Path) -> str:
    """Return all measurements in Markdown."""
    found = [result_of(claim, root) for claim in rows]
    chances = dict(zip(rows, chances_of(rows, found), strict=True))
    hours = sum(one.hours for one in found if one)
    made = sum(one is not None and one.is_whole for one in found)
    parts = [f"{made} of {len(rows)} rows are whole, made in {hours:.1f} hours of one core.\n"]
    for section, title in SECTIONS.items():
        lines = [
            line(claim, one, chances[claim])
            for claim, one in zip(rows, found, strict=True)
            if claim.section == section and one
        ]
        missing = [
            f"`{claim.name}`"
            for claim, one in zip(rows, found, strict=True)
            if claim.section == section and not one
        ]
        parts.append(f"### {title}\n")
        if lines:
            parts.append("\n".join([HEAD, "|---" * HEAD.count(" | ") + "|---|", *lines]) + "\n")
        if missing:
            parts.append(f"Not made yet: {', '.join(missing)}.\n")
    return "\n".join(parts)


HEAD = (
    "| game | players | bot | against | games | won | 95 % | wanted | ahead | winners"
    " | ms a decision | chance | claim |"
)


def chances_of(rows: list[Claim], found: list[ClaimResult | None]) -> list[float]:
    """Return p-values, adjusted for all rows that claim a share, those of networks apart; missing
    rows count as lost."""
    chances = [1.0] * len(rows)
    for is_network in (False, True):
        claimed = [
            i
            for i, claim in enumerate(rows)
            if claim.wanted and (claim.section in NETWORKS) == is_network
        ]
        known = adjusted([one.chance if (one := found[i]) else 1.0 for i in claimed])
        for i, chance in zip(claimed, known, strict=True):
            chances[i] = chance
    return chances


def line(claim: Claim, one: ClaimResult, chance: float) -> str:
    """Return one row."""
    low, high = one.interval
    wanted = f"{claim.wanted:.0%}".replace("%", " %") if claim.wanted else ""
    if claim.winners:
        wanted = f"{claim.winners:.0f} points"
    cells = (
        claim.game,
        claim.players,
        f"`{claim.bot}`",
        ", ".join(f"`{bot}`" for bot in claim.against),
        one.games,
        f"{100 * one.share:.0f} %",
        f"{100 * low:.0f} to {100 * high:.0f}",
        wanted,
        f"{one.margin:+.1f}".replace("-", "−"),
        f"{one.winner:.0f}",
        f"{one.milliseconds:.1f}, {one.theirs:.1f}",
        ("under 0.001" if chance < 0.001 else f"{chance:.3f}") if claim.wanted else "",
        verdict(claim, one, chance),
    )
    return f"| {' | '.join(map(str, cells))} |"


def verdict(claim: Claim, one: ClaimResult, chance: float) -> str:
    """Return the result of the claim in words."""
    if not claim.wanted and not claim.winners:
        result = "measured"
    elif one.holds(chance):
        result = "holds"
    else:
        result = "**missed**" if one.is_whole else "open"
    return result if one.is_whole else f"{result} so far, {claim.games} games are to be played"


# -- ratings ---------------------------------------------------------------------------------


def level_ratings(rows: list[Claim], root: Path) -> dict[str, dict[str, Rating]]:
    """Return the ratings of each game whose levels have played; 1000: mean of the handmade bots."""
    found = {}
    for game in PLAYERS:
        mine = [row for row in rows if row.game == game and row.section in ("hand", "steps")]
        known = rated(mine, root, HAND[game])
        if known:
            found[game] = {
                name: Rating(*(MEAN + points for points in known[name]))
                for name in (*LEVELS, *HAND[game])
                if name in known
            }
    return found


def is_shown(name: str, one: Rating) -> bool:
    """Return whether pages show a rating: a level's with a narrow interval."""
    return name in LEVELS and one.high - one.low <= WIDEST


def ratings_table(found: dict[str, dict[str, Rating]]) -> str:
    """Return the ratings as a table."""
    lines = [
        f"| {game} | `{name}` | {one.points:.0f} | {one.low:.0f} to {one.high:.0f} |"
        for game, known in found.items()
        for name, one in known.items()
    ]
    return "\n".join(
        [
            "### Ratings\n",
            RATED,
            "",
            "| game | bot | rating | 95 % |",
            "|---|---|---|---|",
            *lines,
            "",
        ]
    )


RATED = (
    "By Plackett and Luce, from all games of the first two parts, whatever the number of players;"
    " 1000 is the mean of\nthe handmade bots. Pages show those of levels with an interval of"
    " 200 points at most."
)


def curves(rows: list[Claim], root: Path) -> dict[str, list[tuple[int, ClaimResult]]]:
    """Return the results of each budget, by game."""
    found: dict[str, list[tuple[int, ClaimResult]]] = {}
    for claim in rows:
        if claim.section == "budget" and (one := result_of(claim, root)):
            found.setdefault(claim.game, []).append((int(claim.bot.split(":")[1]), one))
    return found


# -- the command -----------------------------------------------------------------------------


def levels() -> str:
    """Return each level's simulations and looseness, by game and seats, in Markdown."""
    head = f"| game | seats | {' | '.join(f'`{level}`' for level in LEVELS)} |"
    lines = [head, "|---|---" + "|--:" * len(LEVELS) + "|"]
    for game, numbers in PLAYERS.items():
        known = game_of(game).spec.analysis.levels
        for players in numbers:
            cells = [_level(known[players][level]) for level in LEVELS]
            lines.append(f"| {game} | {players} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _level(strength: Strength) -> str:
    if strength.simulations == NETWORK:
        return "network"
    loose = f" ±{100 * strength.looseness:.1f}".rstrip("0").rstrip(".")
    prior = " with the network" if strength.prior else ""
    return f"{strength.simulations:,}{loose if strength.looseness else ''}{prior}"


def write_between_marks(document: Path, content: str) -> None:
    """Replace the text between the marks of a document."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n\n{content}\n\n{END}{after}", encoding="utf-8")


def write(rows: list[Claim], root: Path) -> None:
    """Write the tables between their marks, the picture, the ratings and the results."""
    found = level_ratings(rows, root)
    alone = [one for row in networks() if row.section == "learned" if (one := result_of(row, root))]
    write_between_marks(DOCUMENT, f"{levels()}\n\n{strength_networks.table(alone)}")
    strength_networks.write_cards(alone)
    write_between_marks(TABLES, f"{table(rows, root)}\n{ratings_table(found).rstrip()}")
    contests = [folder_of(contest, root) for row in rows for contest in row.contests]
    strength_archive.pack(filter(Path.exists, set(contests)), ARCHIVE)
    titles = {game: text(game_of(game).title) for game in PLAYERS}
    drawn = picture(titles, found, LEVEL_NAMES, curves(rows, root))
    PICTURE.write_text(drawn, encoding="utf-8")
    games = {
        game: {name: round(one.points) for name, one in known.items() if is_shown(name, one)}
        for game, known in found.items()
    }
    made = {"made by": "python scripts/strength.py --write", "games": games}
    RATINGS.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Play, or write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", default=[], metavar="PART")
    parser.add_argument("--hours", type=float, default=math.inf)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=GAMES_FOLDER)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = list(claims())
    strength_archive.unpack(ARCHIVE, given.folder)
    if given.write:
        write(rows, given.folder)
        return
    until = time.monotonic() + 3600 * given.hours
    for claim in rows:
        if given.only and not any(part in claim.name for part in given.only):
            continue
        if given.list:
            print(claim.name)
            continue
        if time.monotonic() < until:
            bots = [bot_named(name) for name in (claim.bot, *claim.against)]
            game = claim.contests[0].game
            compile_rules(game, units_of_bots(game, claim.players, bots))
            measure(claim, given.folder, given.workers, until)
        one = result_of(claim, given.folder)
        print(line(claim, one, one.chance) if one else f"{claim.name}: not made yet", flush=True)


if __name__ == "__main__":
    main()
