"""Evaluation of a run: which viewer was shown which decision, and how late.

Frames are numbered per viewer, so the game's log says which frame of which viewer is which
decision. A decision that was never shown counts with the time that it was waited for, and as lost.
"""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from load.browser import Browser
from load.table import Game
from load.tally import Decision, Weight
from proa.engine.core.view_types import SPECTATOR
from proa.server.store.rows import Event
from proa.server.store.store import Store
from proa.server.tables.events import bit

PHASES = ("opening", "middle", "end")
LATE = 0.1
"""Seconds after the due time from which a post is called late."""


@dataclass
class Log:
    """A game's log, which says which viewer was to be shown which event."""

    events: list[Event]
    seats: dict[str, int]
    """The seat of each guest who has one, by guest id."""
    usual: float
    """The usual number of actions of such a game."""

    @classmethod
    async def read(cls, store: Store, game: Game, usual: float) -> Log:
        """Read the current log of a game from the database."""
        found = await store.table(game.id)
        if found is None:
            raise LookupError(game.id)
        seats = {holder: seat.seat for seat in found[1] for holder in seat.holders}
        return cls(await store.events(game.id), seats, usual)

    def viewer(self, browser: Browser, game: Game) -> int:
        """Return the viewer of a browser of the game."""
        is_seated = browser in game.browsers[: game.people]
        return self.seats[browser.person.guest] if is_seated else SPECTATOR

    def frames(self, viewer: int) -> list[int]:
        """Return the events that changed what a viewer may see: the viewer's frames."""
        return [event.number for event in self.events if event.seen & bit(viewer)]

    def is_shown(self, game: Game) -> bool:
        """Return whether every browser has been shown everything."""
        return all(self.behind(browser, game) == 0 for browser in game.browsers)

    def behind(self, browser: Browser, game: Game) -> int:
        """Return how many frames a browser has not shown at the end of its game."""
        last = len(self.frames(self.viewer(browser, game))) - 1
        return max(last - max(browser.seen, default=-1), 0)

    def phases(self) -> list[int]:
        """Return the phase of the game of each event."""
        phases, actions = [], 0
        for event in self.events:
            phases.append(min(int(len(PHASES) * actions / self.usual), len(PHASES) - 1))
            actions += event.kind == "action"
        return phases


@dataclass
class Times:
    """Times in seconds; of some only a lower bound is known."""

    seconds: list[float] = field(default_factory=list)
    lost: int = 0

    def add(self, seconds: float | None, at_least: float = 0.0) -> None:
        """Add a time, or one that never ended and is longer than ``at_least``."""
        self.lost += seconds is None
        self.seconds.append(at_least if seconds is None else seconds)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least ``share`` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


@dataclass
class Counted:
    """The results of one run, by game."""

    shown: dict[tuple[str, int], Times] = field(default_factory=lambda: defaultdict(Times))
    """From due to shown by the others, by game and phase."""
    answered: Times = field(default_factory=Times)
    """From due to shown by the player who decided."""
    served: Times = field(default_factory=Times)
    """From posted to shown by the others: the result of a closed-loop test."""
    weights: dict[tuple[str, int], list[Weight]] = field(default_factory=lambda: defaultdict(list))
    """The sizes of frames."""
    due: int = 0
    posted: int = 0
    late: int = 0
    """Posted late: the player had not been shown in time that it was their turn."""
    hidden: int = 0
    """Decisions that a viewer at the table may not see."""
    vanished: int = 0
    """Decisions that were acknowledged, but are not in the log."""
    behind: int = 0
    """Frames that a viewer should have been shown, and never was."""


def count(
    games: Iterable[tuple[Game, Log]],
    decisions: Iterable[Decision],
    window: tuple[float, float],
    closed: float,
) -> Counted:
    """Count decisions, and frames shown in the measured ``window`` of time.

    ``closed`` is the time at which waiting ended.
    """
    counted, by_table = Counted(), defaultdict[str, list[Decision]](list)
    for decision in decisions:
        by_table[decision.table].append(decision)
    for game, log in games:
        _weigh(counted, game, log, window)
        _count_game(counted, game, log, by_table[game.id], closed)
    return counted


def _weigh(counted: Counted, game: Game, log: Log, window: tuple[float, float]) -> None:
    phases = log.phases()
    for browser in game.browsers:
        frames = log.frames(log.viewer(browser, game))
        counted.behind += log.behind(browser, game)
        for frame, shown in browser.seen.items():
            if shown.weight and frame < len(frames) and window[0] <= shown.at < window[1]:
                counted.weights[game.game, phases[frames[frame]]].append(shown.weight)


def _count_game(
    counted: Counted, game: Game, log: Log, decisions: list[Decision], closed: float
) -> None:
    phases = log.phases()
    viewers = [log.viewer(browser, game) for browser in game.browsers]
    frames = {viewer: log.frames(viewer) for viewer in set(viewers)}
    for decision in decisions:
        counted.due += 1
        number = _number(log, decision, frames[viewers[decision.seat]])
        if number is None or decision.posted is None or decision.answered is None:
            counted.vanished += decision.answered is not None
            for _ in viewers[1:]:
                counted.shown[game.game, phases[-1]].add(None, closed - decision.due)
            counted.answered.add(None, closed - decision.due)
            continue
        decision.phase = phases[number]
        counted.posted += 1
        counted.late += decision.posted - decision.due > LATE
        counted.answered.add(decision.answered - decision.due)
        for seat, (browser, viewer) in enumerate(zip(game.browsers, viewers, strict=True)):
            if seat == decision.seat:
                continue
            if not log.events[number].seen & bit(viewer):
                counted.hidden += 1
                continue
            at = shown_at(browser, bisect.bisect_left(frames[viewer], number))
            for times, began in (
                (counted.shown[game.game, phases[number]], decision.due),
                (counted.served, decision.posted),
            ):
                times.add(None if at is None else at - began, closed - began)


def _number(log: Log, decision: Decision, frames: list[int]) -> int | None:
    """Return the number of a decision's event in the log; None if it is missing."""
    if decision.frame + 1 >= len(frames):
        return None
    event = log.events[frames[decision.frame + 1]]
    return event.number if event.code == decision.code else None


def shown_at(browser: Browser, frame: int) -> float | None:
    """Return when a browser first showed a frame or a later one; None if it never did."""
    frames = list(browser.seen)  # ascending: no frame is shown after a later one
    at = bisect.bisect_left(frames, frame)
    return browser.seen[frames[at]].at if at < len(frames) else None
