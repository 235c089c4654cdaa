"""The report on a contest: shares, margins, ratings, seats, sources and times."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.arena.contest import Contest, Ledger, Match, Played, run_contest
from proa.arena.ratings import Rating, ratings
from proa.arena.seating import tables
from proa.arena.statistics import (
    Interval,
    Values,
    confidence_sequence,
    correlation,
    correlation_of_luck,
    mean_interval,
    saved_by_pairing,
    saved_by_the_same_deals,
    share_interval,
)
from proa.engine.errors import BadDocument


@dataclass(frozen=True)
class Entrant:
    """The results of one bot; if it held several seats, the mean over them."""

    bot: str
    games: int
    shares: Values
    """The part of the victories in each of its deals."""
    margins: Values
    """Points ahead of the best of the others, in each of its deals."""
    mean_score: float
    sources: dict[str, float]
    """Mean points by source."""
    milliseconds: float
    """Mean processor time of a decision."""
    parity: float

    @property
    def share(self) -> float:
        return float(self.shares.mean())

    @property
    def margin(self) -> float:
        return float(self.margins.mean())

    @property
    def interval(self) -> Interval:
        """Return the interval of the share."""
        return share_interval(self.shares, self.parity)

    @property
    def margin_interval(self) -> Interval | None:
        return mean_interval(self.margins)

    @property
    def sequence(self) -> tuple[Values, Values]:
        """Return bounds of the share after each deal that stay valid for any stopping rule."""
        return confidence_sequence(self.shares)


class Report:
    """The results of complete deals, in their order."""

    def __init__(
        self, contest: Contest, played: Sequence[tuple[Match, Played]], decided: bool | None = None
    ) -> None:
        """``decided`` says whether a sequential contest was decided; None: it is not sequential."""
        self.contest = contest
        self.decided = decided
        self._tables = tables(contest.bots, contest.players)
        self._deals: list[list[tuple[Match, Played]]] = []
        for match, result in played:
            if match.deal == len(self._deals):
                self._deals.append([])
            self._deals[match.deal].append((match, result))
        if self._deals and len(self._deals[-1]) < len(self._tables[self._deals[-1][0][0].table]):
            self._deals.pop()

    @property
    def deals(self) -> int:
        return len(self._deals)

    @property
    def games(self) -> int:
        return sum(map(len, self._deals))

    @property
    def is_decided(self) -> bool:
        """Return whether the first bot is significantly above or below its equals."""
        low, high = self._entrant(0).sequence
        return bool(low[-1] > self.parity or high[-1] < self.parity)

    @property
    def parity(self) -> float:
        """Return the share of victories among equals."""
        return 1 / self.contest.players

    @cached_property
    def entrants(self) -> list[Entrant]:
        """Return the entrants in the order of the contest's bots."""
        return [self._entrant(number) for number in range(len(self.contest.bots))]

    def _entrant(self, number: int) -> Entrant:
        deals = [
            [(played, seat) for match, played in deal for seat in _seats_of(match, number)]
            for deal in self._deals
        ]
        deals = [deal for deal in deals if deal]
        every = [one for deal in deals for one in deal]
        sheets = np.mean([played.sheets[seat] for played, seat in every], axis=0)
        seconds = sum(played.seconds[seat] for played, seat in every)
        decisions = sum(played.decisions[seat] for played, seat in every)
        return Entrant(
            bot=self.contest.bots[number],
            games=len({id(played) for played, _ in every}),
            shares=np.array([np.mean([p.returns[seat] for p, seat in deal]) for deal in deals]),
            margins=np.array([np.mean([_lead(p, seat) for p, seat in deal]) for deal in deals]),
            mean_score=float(np.mean([played.scores[seat] for played, seat in every])),
            sources={
                key: float(points)
                for (key, _), points in zip(
                    self.contest.game.spec.texts.sources, sheets, strict=True
                )
            },
            milliseconds=1000 * seconds / max(decisions, 1),
            parity=self.parity,
        )

    @cached_property
    def seats(self) -> list[tuple[float, Interval]]:
        """Return the share of victories of each seat over all bots, and its interval."""
        shares = np.array([_by_seat(deal).mean(axis=0) for deal in self._deals])
        return [(float(one.mean()), share_interval(one, self.parity)) for one in shares.T]

    @cached_property
    def ratings(self) -> list[Rating]:
        """Return the rating of each bot; bots with the same name share one rating."""
        names = list(dict.fromkeys(self.contest.bots))
        numbers = {name: number for number, name in enumerate(names)}
        found = ratings(self.places(numbers), len(names))
        return [found[numbers[bot]] for bot in self.contest.bots]

    def places(self, numbers: Mapping[str, int]) -> list[list[list[int]]]:
        """Return the games of each deal, each as the numbers of its bots, best first."""
        bots = self.contest.bots
        return [
            [[numbers[bots[match.seats[seat]]] for seat in _places(one)] for match, one in deal]
            for deal in self._deals
        ]

    @property
    def played(self) -> list[Played]:
        """Return the games of complete deals."""
        return [one for deal in self._deals for _, one in deal]

    @cached_property
    def saved(self) -> tuple[float | None, float | None]:
        """Return the part of the variance of the first bot's share and margin that pairing
        saved."""
        deals = [deal for deal in self._deals if _seats_of(deal[0][0], 0)]
        if len({len(deal) for deal in deals}) != 1 or len(self._tables) > 1:
            return None, None
        shares = [[_mean_of(played.returns, match) for match, played in deal] for deal in deals]
        margins = [[_mean_of(_leads(played), match) for match, played in deal] for deal in deals]
        return saved_by_pairing(np.array(shares)), saved_by_pairing(np.array(margins))

    @cached_property
    def luck(self) -> float | None:
        """Return how similar the games of a deal are for a seat, over all bots."""
        if len(self._tables) > 1:
            return None
        leads = [[_leads(played) for _, played in deal] for deal in self._deals]
        return correlation_of_luck(np.array(leads, np.float64))

    def to_json(self) -> dict[str, Any]:
        """Return the report as one JSON object; lists are in the order of the bots."""
        entrants = self.entrants
        share, margin = self.saved
        found = {
            **self.contest.to_json(),
            "games": self.games,
            "deals": self.deals,
            "win_shares": [_short(one.share) for one in entrants],
            "intervals": [_pair(one.interval) for one in entrants],
            "sequences": [[_short(float(b[-1])) for b in one.sequence] for one in entrants],
            "margins": [_short(one.margin) for one in entrants],
            "margin_intervals": [_pair(one.margin_interval) for one in entrants],
            "mean_scores": [_short(one.mean_score) for one in entrants],
            "sources": [{k: _short(v) for k, v in one.sources.items()} for one in entrants],
            "ratings": [_short(one.points, 1) for one in self.ratings],
            "rating_intervals": [_pair((one.low, one.high), 1) for one in self.ratings],
            "milliseconds": [_short(one.milliseconds, 3) for one in entrants],
            "seat_shares": [_short(share) for share, _ in self.seats],
            "seat_intervals": [_pair(interval) for _, interval in self.seats],
            "luck": _short(self.luck),
            "variance_saved": {"win_share": _short(share), "margin": _short(margin)},
        }
        return found if self.decided is None else {**found, "decided": self.decided}


@dataclass(frozen=True)
class Difference:
    """How much better the first bot of a contest did than that of another with the same deals."""

    deals: int
    share: float
    share_interval: Interval | None
    margin: float
    margin_interval: Interval | None
    correlation: float | None
    """Correlation of the margins of a deal."""
    saved: tuple[float | None, float | None]
    """The part of the variance of share and margin that the same deals saved."""

    def to_json(self) -> dict[str, Any]:
        """Return this as a part of a report."""
        share, margin = self.saved
        return {
            "deals": self.deals,
            "win_share": _short(self.share),
            "interval": _pair(self.share_interval),
            "margin": _short(self.margin),
            "margin_interval": _pair(self.margin_interval),
            "correlation": _short(self.correlation),
            "variance_saved": {"win_share": _short(share), "margin": _short(margin)},
        }


def difference(report: Report, other: Report) -> Difference:
    """Compare the first bots of two contests, deal by deal, for the deals that both have played."""
    mine, theirs = report.entrants[0], other.entrants[0]
    n = min(len(mine.shares), len(theirs.shares))
    shares, margins = (
        (one[:n], two[:n])
        for one, two in ((mine.shares, theirs.shares), (mine.margins, theirs.margins))
    )
    return Difference(
        deals=n,
        share=float((shares[0] - shares[1]).mean()),
        share_interval=mean_interval(shares[0] - shares[1]),
        margin=float((margins[0] - margins[1]).mean()),
        margin_interval=mean_interval(margins[0] - margins[1]),
        correlation=correlation(*margins),
        saved=(saved_by_the_same_deals(*shares), saved_by_the_same_deals(*margins)),
    )


def report_in(folder: Path, contest: Contest) -> Report:
    """Return the report on a folder's contest, which has the same deals but other bots.

    Raises :class:`BadDocument` if the folder holds no contest, or other deals.
    """
    try:
        document = json.loads((folder / "contest.json").read_text(encoding="utf-8"))
        other = replace(contest, bots=tuple(document["bots"]))
    except (OSError, ValueError, KeyError, TypeError):
        raise BadDocument("{folder}: contains no contest", folder=str(folder)) from None
    known = Ledger(folder, other, goes_on=False).known
    matches = replace(other, games=max(len(known), 1)).matches()
    report = Report(other, list(zip(matches, known, strict=False)))
    if not report.deals:
        raise BadDocument("{folder}: contains no contest", folder=str(folder))
    return report


def report_of(
    contest: Contest,
    workers: int = 0,
    ledger: Ledger | None = None,
    tick: Callable[[int], None] = lambda n: None,
    *,
    sequential: bool = False,
    ray: str = "",
) -> Report:
    """Run a contest (see :func:`proa.arena.contest.run_contest`) and report on it.

    A ``sequential`` contest ends after the first deal with which the first bot is significantly
    above or below its equals. This is checked in the order of the deals, not in the order in which
    their results are ready.
    """
    played: list[tuple[Match, Played]] = []
    with closing(run_contest(contest, workers, ledger, tick, ray)) as results:
        for result in results:
            if sequential and played and played[-1][0].deal < result[0].deal:
                if (report := Report(contest, played, True)).is_decided:
                    return report
            played.append(result)
    report = Report(contest, played)
    report.decided = report.is_decided if sequential else None
    return report


def _seats_of(match: Match, entrant: int) -> list[int]:
    return [seat for seat, access in enumerate(match.seats) if access == entrant]


def _lead(played: Played, seat: int) -> float:
    """Return the points ahead of the best of the others."""
    scores = played.scores
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


def _leads(played: Played) -> list[float]:
    return [_lead(played, seat) for seat in range(len(played.scores))]


def _mean_of(values: Sequence[float], match: Match) -> float:
    """Return the mean over the seats of the first entrant."""
    return float(np.mean([values[seat] for seat in _seats_of(match, 0)]))


def _by_seat(deal: list[tuple[Match, Played]]) -> NDArray[np.float64]:
    """Return the shares of the victory, ``[order, seat]``."""
    return np.array([played.returns for _, played in deal])


def _places(played: Played) -> list[int]:
    """Return the seats from first to last place; seats that share a place are in the order of
    seats, forwards or backwards."""
    turn = 1 if sum(played.decisions) % 2 else -1
    keys = list(zip(played.returns, played.scores, strict=True))
    return sorted(range(len(keys)), key=lambda seat: (-keys[seat][0], -keys[seat][1], turn * seat))


def _short(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def _pair(interval: Interval | None, digits: int = 4) -> list[float] | None:
    return None if interval is None else [round(bound, digits) for bound in interval]
