"""Claims about the strength of bots: what to measure, what was measured, and which claims hold.

A claim is one bot against each of some others, which fill all other seats. Its games are in folders
of :class:`~proa.arena.contest.Ledger`, so that measuring can be interrupted and continued.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np

from proa.arena.contest import Contest, Ledger, run_contest
from proa.arena.deals import Deal
from proa.arena.ratings import Rating, ratings
from proa.arena.report import Report
from proa.arena.statistics import Interval, Values, mean_interval, share_chance, share_interval
from proa.bots import bot_named
from proa.bots.learned import LearnedBot
from proa.bots.levels import LevelBot
from proa.bots.prior import PriorBot
from proa.bots.search import ExpertBot
from proa.engine.core.game import Game

ALPHA = 0.05
"""The probability that one or more claims of a table are accepted although they are false."""
SLOWER = 1.1
"""A decision that takes up to so many times as long still counts as equal in time."""
GLANCE = 20
"""Simulations per decision in the sample game that identifies how an expert bot plays."""


@dataclass(frozen=True)
class Claim:
    """What one row of the table is to show."""

    section: str
    """The section of the table."""
    game: str
    players: int
    bot: str
    against: tuple[str, ...]
    """Each fills all other seats in games of its own; their results are pooled."""
    games: int
    """The minimum, over all of them."""
    seed: int
    odds: float | None = None
    """The required odds against each of the others, 1.5 for 60 of 100 games of two; or None."""
    equal_time: bool = False
    """Whether the bot may take no longer for a decision than the others."""
    winners: float | None = None
    """The required mean points of winners."""

    @property
    def parity(self) -> float:
        """Return the share of victories among equals."""
        return 1 / self.players

    @property
    def wanted(self) -> float | None:
        """Return the share of victories at the required odds."""
        return self.odds / (self.odds + self.players - 1) if self.odds else None

    @property
    def name(self) -> str:
        """Return the name that selects this claim: ``tahiti-2-keen-steady``."""
        return "-".join([self.game, str(self.players), self.bot, *self.against]).replace(":", "")

    @property
    def contests(self) -> list[Contest]:
        """Return one contest for each opponent."""
        games = math.ceil(self.games / len(self.against))
        return [
            Contest(_game(self.game), (self.bot, other), self.players, games, self.seed)
            for other in self.against
        ]


def folder_of(contest: Contest, root: Path) -> Path:
    """Return the folder of the contest's games: another one once a bot plays differently, so that
    the versions in it don't matter."""
    bots = "-".join(contest.bots).replace(":", "")
    marks = "-".join(_mark(contest.game.name, contest.players, bot) for bot in contest.bots)
    return root / f"{contest.game.name}-{contest.players}-{bots}-{contest.seed}-{marks}"


@cache
def _game(name: str) -> Game:
    import proa

    return proa.game(name)


@cache
def _mark(name: str, players: int, bot: str) -> str:
    """Return some letters that change when the play of a bot changes.

    They depend on its version in the game. For an expert bot, a level, and a network, which adds to
    the same scores of actions, they also depend on an expert bot's play in one deal with few
    simulations, and for a level on its strength, and its network if it has one.
    """
    made, game = bot_named(bot), _game(name)
    version = made.version if isinstance(made, LevelBot) else made.version_in(game)
    parts: list[object] = [made.name, version]
    if isinstance(made, ExpertBot | LearnedBot | LevelBot):
        parts += _sample_play(name, players)
    if isinstance(made, LevelBot):
        parts.append(made.level.strength_in(game.spec, players))
        plays = made.bot_in(game, players)
        if isinstance(plays, LearnedBot | PriorBot):
            parts += [plays.name, plays.version_in(game)]
    return blake2b(repr(parts).encode(), digest_size=3).hexdigest()


@cache
def _sample_play(name: str, players: int) -> tuple[int, ...]:
    """Return the actions of an expert bot in one deal, at all seats."""
    game = _game(name)
    deal = Deal(game, "glance")
    position, bot = deal.start(players), ExpertBot(GLANCE)
    actions: list[int] = []
    while not position.is_over:
        information_state = game.information_state(position, position.to_move, len(actions))
        actions.append(bot.choose(information_state, len(actions)))
        position = deal.play(position, actions[-1])
    return tuple(actions)


# -- measuring -------------------------------------------------------------------------------


def measure(
    claim: Claim,
    root: Path,
    workers: int = 1,
    until: float = math.inf,
    tick: Callable[[int], None] = lambda n: None,
) -> bool:
    """Play the missing games of a claim until a :func:`time.monotonic` time; return whether all are
    there."""
    for contest in claim.contests:
        ledger = Ledger(folder_of(contest, root), contest, goes_on=False)
        if len(ledger.known) >= len(contest.matches()):
            continue
        with closing(run_contest(contest, workers, ledger, tick)) as results:
            for number, _ in enumerate(results):
                if number >= len(ledger.known) and time.monotonic() > until:
                    return False
    return True


def reports(claim: Claim, root: Path) -> list[Report]:
    """Return reports on those contests of a claim that have at least one whole deal."""
    found = []
    for contest in claim.contests:
        folder = folder_of(contest, root)
        if folder.exists():
            known = Ledger(folder, contest, goes_on=False).known
            report = Report(contest, list(zip(contest.matches(), known, strict=False)))
            found += [report] if report.deals else []
    return found


@dataclass(frozen=True)
class ClaimResult:
    """The result of a claim so far."""

    claim: Claim
    games: int
    is_whole: bool
    shares: Values
    """The bot's part of the victories in each deal."""
    margin: float
    milliseconds: float
    theirs: float
    """Processor time per decision, of the bot and of the others."""
    hours: float
    """Processor time of all games."""
    winners: Values
    """The winners' points in each game."""

    @property
    def share(self) -> float:
        return float(self.shares.mean())

    @property
    def interval(self) -> Interval:
        return share_interval(self.shares, self.claim.parity)

    @property
    def winner(self) -> float:
        return float(self.winners.mean())

    @property
    def winner_interval(self) -> Interval | None:
        return mean_interval(self.winners)

    @property
    def chance(self) -> float:
        """Return the probability of such a share or a higher one if the bot is no better."""
        return share_chance(self.shares, self.claim.parity)

    def holds(self, chance: float) -> bool:
        """Return whether the claim holds; ``chance`` is the adjusted p-value."""
        claim = self.claim
        if claim.winners is not None:
            return self.winner >= claim.winners
        if claim.equal_time and self.milliseconds > SLOWER * self.theirs:
            return False
        return self.share >= (claim.wanted or 0.0) and chance <= ALPHA


def result_of(claim: Claim, root: Path) -> ClaimResult | None:
    """Return the result of a claim so far; None before the first deal."""
    found = reports(claim, root)
    if not found:
        return None
    pairs = [report.entrants for report in found]
    played = [one for report in found for one in report.played]
    games = [report.games for report in found]
    wanted = sum(len(contest.matches()) for contest in claim.contests)
    mine, theirs = zip(*pairs, strict=True)
    return ClaimResult(
        claim=claim,
        games=sum(games),
        is_whole=sum(games) >= wanted,
        shares=np.concatenate([one.shares for one in mine]),
        margin=float(np.concatenate([one.margins for one in mine]).mean()),
        milliseconds=float(np.average([one.milliseconds for one in mine], weights=games)),
        theirs=float(np.average([one.milliseconds for one in theirs], weights=games)),
        hours=sum(sum(one.seconds) for one in played) / 3600,
        winners=np.array([max(one.scores) for one in played], np.float64),
    )


# -- ratings ---------------------------------------------------------------------------------


def rated(claims: Sequence[Claim], root: Path, usual: Sequence[str]) -> dict[str, Rating]:
    """Return ratings of all bots in the games of some claims, with 0 for the mean of those bots of
    ``usual`` that played; empty if none of them did."""
    found = [report for claim in claims for report in reports(claim, root)]
    names = sorted({bot for report in found for bot in report.contest.bots})
    known = [name for name in names if name in usual]
    if not known:
        return {}
    numbers = {name: number for number, name in enumerate(names)}
    deals = [deal for report in found for deal in report.places(numbers)]
    fitted = dict(zip(names, ratings(deals, len(names)), strict=True))
    zero = float(np.mean([fitted[name].points for name in known]))
    return {name: Rating(*(points - zero for points in one)) for name, one in fitted.items()}
