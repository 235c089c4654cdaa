"""The review of a record, event by event.

For every seat the value of the position is followed through the game, by what that seat knows:
an outcome changes it by luck, the seat's own decision by choice (what was played against the best),
and another seat's decision by the difference of two estimates. So start, luck, choice and the
others' part always sum to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.seeds import Seed
from proa.engine.core.verbs import CHANCE
from proa.engine.core.view_types import SPECTATOR
from proa.engine.errors import BadOption
from proa.records import Record, replay
from proa.review.pace import Pace
from proa.review.results import (
    CAUSES,
    FORMAT,
    Cause,
    Change,
    Decision,
    Event,
    Review,
    Seat,
)
from proa.review.values import BATCHES, POINTS, Valuer, Values, estimate_of, value_of

SIMULATIONS = 800
SEARCHES = 5
"""A search for the best choice has so many times the simulations of an estimate."""
COSTLIEST = 5
CANDIDATES = 10
"""Decisions that seem to cost most and are valued once more."""
MORE = 4
"""How many times the simulations of an estimate a candidate gets."""


class Played(NamedTuple):
    """A decision or an outcome as it was played."""

    step: int
    position: Position
    seat: int
    code: str


@dataclass
class Judged:
    """What is known of an event: for each seat its gain or loss, or the value before it."""

    changes: dict[int, tuple[Cause, Values]] = field(default_factory=dict)
    anchors: dict[int, Values] = field(default_factory=dict)
    best: int = -1
    line: tuple[str, ...] = ()


class Progress(NamedTuple):
    """How many events are valued."""

    done: int
    total: int


def review(
    record: Record,
    simulations: int = SIMULATIONS,
    seed: Seed = 0,
    tick: Callable[[int], None] = lambda n: None,
    *,
    open_cards: bool = False,
) -> Review:
    """Return the review of a finished game; ``tick`` gets the number of events just valued.

    Each seat is judged by what it could know, or with ``open_cards`` as if it had seen everything.
    Raises :class:`BadOption` if the game is not over or hides nothing to open, and
    :class:`~proa.engine.errors.BadDocument` if it can't be replayed.
    """
    steps = reviewing(record, Pace(simulations), seed, open_cards=open_cards)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found
        tick(1)


def events_of(record: Record) -> tuple[list[Played], Position]:
    """Return all events after the set-up, and the last position.

    Raises :class:`BadOption` if the game is not over.
    """
    events: list[Played] = []
    for step in replay(record):
        position, last = step.before, step.after
        if step.opening or step.code is None:
            continue
        for code in (step.code, *step.outcomes):
            events.append(Played(step.number, position, position.to_move, code))
            position = record.game.play(position, code, chance=False)
    if not last.is_over:
        raise BadOption("only a finished game can be reviewed; this one is not over")
    return events, last


def hides_cards(game: Game, positions: Iterable[Position]) -> bool:
    """Return whether seats did not see everything in one of these positions."""
    return any(game.resample(one, SPECTATOR, 0) != one for one in positions)


def reviewing(
    record: Record, pace: Pace, seed: Seed = 0, *, open_cards: bool = False
) -> Generator[Progress, None, Review]:
    """Review a game in steps, one for each event, and return the review.

    Raises :class:`BadOption` if the game is not over, or asked for with ``open_cards`` although it
    hides nothing.
    """
    events, last = events_of(record)
    if open_cards and not hides_cards(record.game, (event.position for event in events)):
        raise BadOption("this game hides no cards, so there is nothing to open")
    found = _Reviewer(record, events, last, pace, seed, open_cards)
    for number in range(len(events)):
        found.judge(number, pace.of_event(number, len(events)))
        yield Progress(number + 1, len(events))
    return found.review()


class _Reviewer:
    def __init__(
        self,
        record: Record,
        events: list[Played],
        last: Position,
        pace: Pace,
        seed: Seed,
        open_cards: bool,
    ) -> None:
        self._open_cards = open_cards
        self._pace = pace
        self._game = record.game
        self._seats = range(record.players)
        self._events = events
        self._last = last
        self._simulations: list[int] = []
        """Of each event that was valued."""
        self._valuer = Valuer(
            record.game, record.players, pace.simulations, seed, pace.rest, open_cards=open_cards
        )
        self._judged = [Judged() for _ in events]
        self._decider = CHANCE
        """The seat of the last choice, until chance has moved."""

    # -- one event -------------------------------------------------------------------------

    def judge(self, number: int, simulations: int) -> None:
        """Value one event for every seat, those before it first; without simulations leave it."""
        if not simulations:
            return
        self._simulations.append(simulations)
        self._valuer.set_simulations(simulations)
        position, seat = self._events[number].position, self._events[number].seat
        if seat == CHANCE:
            self._judge_chance(number)
        elif len(self._game.legal_actions(position)) > 1:
            self._judge_choice(number)
            if seat != self._decider:
                self._judge_for_others(number)
        if seat == CHANCE or self._judged[number].changes:
            self._decider = seat

    def _judge_chance(self, number: int) -> None:
        before, after = self._events[number].position, self._after(number)
        for seat in self._seats:
            luck = self._valuer.luck(before, after, seat, self._left(number + 1))
            if luck is not None:
                self._judged[number].changes[seat] = ("luck", luck)

    def _judge_for_others(self, number: int) -> None:
        """Value the position for all who don't decide, once for decisions in a row."""
        position, seat = self._events[number].position, self._events[number].seat
        for other in self._seats:
            if other != seat:
                values = self._valuer.position(position, other, self._left(number))
                self._judged[number].anchors[other] = values

    def _judge_choice(self, number: int) -> None:
        played, judged = self._events[number], self._judged[number]
        found = self._valuer.find_best(played.position, self._simulations[-1] * SEARCHES)
        judged.best = found.best
        judged.line = tuple(map(self._game.code, found.line))
        self._set_gain(number, more=1)

    def _set_gain(self, number: int, more: int) -> None:
        played, judged = self._events[number], self._judged[number]
        chosen, gain = self._game.action(played.code), np.zeros((BATCHES, 2))
        if judged.best != chosen:
            left = self._left(number + 1)
            gain = self._valuer.gain(played.position, chosen, judged.best, left, more=more)
        judged.changes[played.seat] = ("choice", -gain)

    def _left(self, number: int) -> float:
        """Return the part of the game that is left before an event."""
        return 1 - number / len(self._events)

    def _after(self, number: int) -> Position:
        following = number + 1
        return self._events[following].position if following < len(self._events) else self._last

    # -- the whole game --------------------------------------------------------------------

    def review(self) -> Review:
        """Value the costliest decisions once more, and sum up."""
        candidates = sorted(self._choices(), key=self._loss)[:CANDIDATES]
        candidates = [number for number in candidates if self._loss(number) < 0]
        valued = []
        for number in candidates:
            if self._pace.has_time():
                self._set_gain(number, MORE)
                valued.append(number)
        changes, values = self._followed()
        costliest = sorted(valued, key=self._loss)[:COSTLIEST]
        return Review(
            format=FORMAT,
            game=self._game.name,
            players=len(self._seats),
            digest=self._last.digest,
            open_cards=self._open_cards,
            simulations=round(sum(self._simulations) / max(1, len(self._simulations))),
            unjudged=len(self._events) - len(self._simulations),
            seats=tuple(self._seat(seat, changes, values) for seat in self._seats),
            costliest=tuple(self._decision(n) for n in costliest if self._loss(n) < 0),
            events=tuple(
                Event(
                    step=one.step,
                    seat=one.seat,
                    code=one.code,
                    before=tuple(value_of(values[number][seat]) for seat in self._seats),
                    changes=tuple(_change(changes[number].get(seat)) for seat in self._seats),
                )
                for number, one in enumerate(self._events)
            ),
        )

    def _choices(self) -> list[int]:
        return [number for number, judged in enumerate(self._judged) if judged.best >= 0]

    def _loss(self, number: int) -> float:
        _, change = self._judged[number].changes[self._events[number].seat]
        return float(change[:, POINTS].mean())

    def _followed(self) -> tuple[list[dict[int, tuple[Cause, Values]]], list[list[Values]]]:
        """Return the changes by event and seat, and the values before each event and at the end,
        followed from the end back to the start."""
        value = [self._valuer.result(self._last, seat) for seat in self._seats]
        changes, values = [], [value]
        for judged in reversed(self._judged):
            change = dict(judged.changes)
            for seat, anchor in judged.anchors.items():
                change[seat] = ("others", value[seat] - anchor)
            value = [
                value[seat] - change[seat][1] if seat in change else value[seat]
                for seat in self._seats
            ]
            changes.append(change)
            values.append(value)
        return changes[::-1], values[::-1]

    def _seat(
        self,
        seat: int,
        changes: list[dict[int, tuple[Cause, Values]]],
        values: list[list[Values]],
    ) -> Seat:
        sums = {cause: np.zeros((BATCHES, 2)) for cause in CAUSES}
        for change in changes:
            if seat in change:
                cause, what = change[seat]
                sums[cause] = sums[cause] + what
        decisions = sum(self._events[number].seat == seat for number in self._choices())
        return Seat(
            start=value_of(values[0][seat]),
            luck=value_of(sums["luck"]),
            choice=value_of(sums["choice"]),
            others=value_of(sums["others"]),
            result=value_of(values[-1][seat]),
            decisions=decisions,
            error=estimate_of(-sums["choice"][:, POINTS] / max(1, decisions)),
        )

    def _decision(self, number: int) -> Decision:
        played, judged = self._events[number], self._judged[number]
        cost = value_of(-judged.changes[played.seat][1])
        return Decision(
            step=played.step,
            seat=played.seat,
            code=played.code,
            best=self._game.code(judged.best),
            line=judged.line,
            cost=cost,
            is_mistake=cost.points.low > 0,
        )


def _change(change: tuple[Cause, Values] | None) -> Change | None:
    return None if change is None else Change(change[0], value_of(change[1]))
