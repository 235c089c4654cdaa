"""Contests: bots play many deals in several processes; an interrupted contest can go on.

Results come in the order of the deals, not in the order in which they are ready. So they are the
same for any number of processes, and a contest goes on where its file ends.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from time import thread_time
from typing import Any

import proa
from proa import __version__
from proa.arena import cluster
from proa.arena.deals import Deal
from proa.arena.seating import Seats, tables
from proa.bots import bot_named
from proa.bots.bot import Bot
from proa.engine.compiler.source_hashes import source_files_of, source_hash
from proa.engine.core.game import Game
from proa.engine.core.seeds import checked_seed
from proa.engine.errors import BadDocument, BadOption
from proa.engine.processors import usable_processors

AHEAD = 4
"""Games that wait for each process."""


OURS = [Path(proa.__file__).with_name(part) for part in ("arena", "bots", "engine")]
"""The folders whose code decides results, beside those of the game and of bots from elsewhere."""


@dataclass(frozen=True)
class Match:
    """One game to be played: the deal, and the entrant at each seat."""

    deal: int
    table: int
    seats: Seats


@dataclass(frozen=True)
class Played:
    """The result of a match, by seat."""

    scores: list[int]
    returns: list[float]
    sheets: list[list[int]]
    """Points by source, in the order of :attr:`proa.engine.core.game_spec.TextsSpec.sources`."""
    decisions: list[int]
    seconds: list[float]
    """Processor time for the decisions."""


@dataclass(frozen=True)
class Contest:
    """Which bots meet, and how often. The same contest always has the same results."""

    game: Game
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 0

    def check(self) -> None:
        """Raise :class:`BadOption` if the contest can't be played."""
        self.game.check_players(self.players)
        if self.games < 1:
            raise BadOption("a match needs at least one game, not {n}", n=self.games)
        for bot in self.bots:
            bot_named(bot).check_game(self.game)

    def matches(self) -> list[Match]:
        """Return all games, deal by deal: whole deals, at least one for each group of entrants."""
        groups = tables(self.bots, self.players)
        found: list[Match] = []
        deal = 0
        while len(found) < self.games or deal < len(groups):
            table = deal % len(groups)
            found += [Match(deal, table, seats) for seats in groups[table]]
            deal += 1
        return found

    def play(self, match: Match, bots: Sequence[Bot]) -> Played:
        """Play one game; ``bots`` are the entrants."""
        game, deal = self.game, Deal(self.game, f"{self.seed}/{match.deal}")
        position = deal.start(self.players)
        decisions, seconds = [0] * self.players, [0.0] * self.players
        while not position.is_over:
            seat = position.to_move
            look, choice = (deal.number(use, seat, decisions[seat]) for use in ("look", "choice"))
            information_state = game.information_state(position, seat, look)
            began = thread_time()
            action = bots[match.seats[seat]].choose(information_state, choice)
            seconds[seat] += thread_time() - began
            decisions[seat] += 1
            position = deal.play(position, action)
        sheets = [list(game.sheet(position, seat).values()) for seat in range(self.players)]
        returns = game.returns(position)
        return Played(game.scores(position), returns, sheets, decisions, seconds)

    def versions(self) -> dict[str, str]:
        """Return the version of everything that decides the results, here and now."""
        bots = {name: bot_named(name) for name in self.bots}
        digest = sha256()
        others = [kind for kind in map(type, bots.values()) if not _is_ours(kind)]
        for path in (self.game.spec.folder, *OURS, *source_files_of(others)):
            digest.update(source_hash(path).encode())
        versions = {f"bot {name}": f"version {bot.version}" for name, bot in bots.items()}
        return {"proa": __version__, **versions, "code": digest.hexdigest()[:16]}

    def to_json(self) -> dict[str, Any]:
        """What it is, for its folder and its report."""
        return {**self.identity(), "versions": self.versions()}

    def identity(self) -> dict[str, Any]:
        """Return what is played by whom, whatever the versions."""
        game = self.game
        return {
            "game": game.name,
            "edition_hash": game.edition_hash,
            "rules_version": game.spec.rules_version,
            "options": dict(game.options),
            "bots": list(self.bots),
            "players": self.players,
            "seed": checked_seed(self.seed),
        }


def run_contest(
    contest: Contest,
    workers: int = 0,
    ledger: Ledger | None = None,
    tick: Callable[[int], None] = lambda n: None,
    ray: str = "",
) -> Generator[tuple[Match, Played], None, None]:
    """Play a contest and yield its games in the order of the deals.

    Each game is written into the ``ledger`` when it ends; games that the ledger already holds are
    not played again. ``workers`` is the number of processes; 0: one per core. ``ray`` is the
    address of a Ray cluster that plays instead, or ``local``. Raises :class:`BadOption`.
    """
    contest.check()
    matches = contest.matches()
    known = ledger.known[: len(matches)] if ledger else []
    tick(len(known))
    yield from zip(matches, known, strict=False)
    left = matches[len(known) :]
    if ray:
        results = cluster.results(contest, left, ray, workers)
    else:
        workers = min(workers or usable_processors(), len(left))
        results = _here(contest, left) if workers < 2 else _elsewhere(contest, left, workers)
    with closing(results):
        for match, played in zip(left, results, strict=True):
            if ledger:
                ledger.add(played)
            tick(1)
            yield match, played


Results = Generator[Played, None, None]


def _here(contest: Contest, matches: Sequence[Match]) -> Results:
    bots = [bot_named(bot) for bot in contest.bots]
    for match in matches:
        yield contest.play(match, bots)


def _elsewhere(contest: Contest, matches: Sequence[Match], workers: int) -> Results:
    waiting: list[Future[Played]] = []
    is_finished = False
    coming = iter(matches)
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin_to_work, (contest, stop))
    try:
        while True:
            more = islice(coming, AHEAD * workers - len(waiting))
            waiting += [pool.submit(_work, match) for match in more]
            if not waiting:
                is_finished = True
                return
            yield waiting.pop(0).result()
    finally:
        if not is_finished:  # Ctrl+C, or decided early: a game may last for minutes
            stop.set()
        pool.shutdown(cancel_futures=True)


# -- in a worker process ---------------------------------------------------------------------

_contest: Contest
_bots: list[Bot]


def _begin_to_work(contest: Contest, stop: Event) -> None:
    """Make the bots, and be gone as soon as nobody waits for the results."""
    global _contest, _bots
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to stop
    parent = parent_process()
    for wait in (stop.wait, *([parent.join] if parent else [])):
        threading.Thread(target=_end_after, args=[wait], daemon=True).start()
    _contest, _bots = contest, [bot_named(bot) for bot in contest.bots]


def _end_after(wait: Callable[[], object]) -> None:
    wait()
    os._exit(1)


def _work(match: Match) -> Played:
    return _contest.play(match, _bots)


# -- the file of results ---------------------------------------------------------------------


class Ledger:
    """A folder with the description of a contest and its games so far, one line each."""

    def __init__(self, folder: Path, contest: Contest, *, goes_on: bool = True) -> None:
        """One that ``goes_on`` was played by the same versions; else its games are only read.

        Raises :class:`BadDocument` if the folder holds another contest, or can't be written.
        """
        with _written(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._check(folder / "contest.json", contest, goes_on)
            self._file = folder / "games.jsonl"
            self.known = self._read()

    def _check(self, file: Path, contest: Contest, goes_on: bool) -> None:
        mine = contest.to_json() if goes_on else contest.identity()
        if not file.exists():
            file.write_text(json.dumps(mine, indent=1), encoding="utf-8")
            return
        theirs = _object_in(file)
        versions = theirs.pop("versions", {})
        if theirs != contest.identity():
            raise BadDocument(
                "{folder}: contains another contest; choose an empty folder",
                folder=str(file.parent),
            )
        for name, version in mine.get("versions", {}).items():
            if versions.get(name) != version:
                raise BadDocument(
                    "{folder}: its games were played by {name} {theirs}, but here it is {mine}; "
                    "continue with the same version, or choose an empty folder",
                    folder=str(file.parent),
                    name=name,
                    theirs=versions.get(name, "?"),
                    mine=version,
                )

    def _read(self) -> list[Played]:
        """Return the complete games; an incomplete last line is cut off."""
        if not self._file.exists():
            return []
        lines = self._file.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            os.truncate(self._file, sum(map(len, whole)))
        try:
            return [Played(**json.loads(line)) for line in whole]
        except (ValueError, RecursionError, TypeError):
            raise BadDocument("{file}: holds lines that are no games", file=self._file) from None

    def add(self, played: Played) -> None:
        """Append one game; raise :class:`BadDocument` if the file can't be written."""
        with _written(self._file), self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(played)) + "\n")


def _object_in(file: Path) -> dict[str, Any]:
    """Return the JSON object in a file, empty if there is none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


@contextmanager
def _written(place: Path) -> Iterator[None]:
    """Turn an :class:`OSError` into a :class:`BadDocument`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument(
            "{file}: can't be written: {reason}", file=str(place), reason=reason
        ) from None


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("proa.")
