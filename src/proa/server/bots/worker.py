"""A worker process that searches for bots: ``python -m proa.server.bots.worker``.

It reads one JSON object a line from its input: a job, or the number of a job to cancel. It writes
one for each job that is finished or has failed, and for each step of a review. Bots' decisions take
turns in slices of at most 50 ms. Hints wait for them, and reviews for both, even in their middle.
It runs at lower priority, and ends when its input ends: with the server.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from proa import open_game, records
from proa.bots.roster import roster
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position
from proa.games import GAMES
from proa.review.hints import hint
from proa.review.pace import Budget
from proa.review.reviewing import SIMULATIONS, reviewing
from proa.server.telemetry import logs

SLICE = 50
"""Milliseconds that a search runs before the next search takes its turn."""
LONGEST_ERROR = 500
"""Maximal length of an error sent to the server; this process logs the traceback."""
_games: dict[str, Game] = {}
_log = logging.getLogger("proa.worker")


def decision_job(
    number: int,
    game: Game,
    edition: str | None,
    information_state: InformationState,
    level: str,
    seed: int,
) -> str:
    """Return the line of input that requests a bot's decision."""
    known = _known(information_state)
    return _line(number, game, edition, **known, level=level, seed=seed)


def hint_job(
    number: int, game: Game, edition: str | None, information_state: InformationState
) -> str:
    """Return the line of input that requests a hint."""
    return _line(number, game, edition, **_known(information_state), hint=True)


def review_job(
    number: int,
    game: Game,
    edition: str | None,
    record: Mapping[str, Any],
    seconds: float,
    *,
    open_cards: bool = False,
) -> str:
    """Return the line of input that requests the review of a record, in so many seconds of a
    core."""
    return _line(number, game, edition, review=record, seconds=seconds, open_cards=open_cards)


def _known(information_state: InformationState) -> dict[str, Any]:
    record = information_state.record().tobytes().hex()
    return {"record": record, "seat": information_state.seat}


def _line(number: int, game: Game, edition: str | None, **more: Any) -> str:
    about = {"game": game.name, "place": GAMES.place(game.name), "options": game.options}
    return json.dumps({"job": number, "edition": edition, **about, **more}) + "\n"


def main(level: str, form: str) -> None:
    """Work until the input ends; ``form`` of the log is ``words`` or ``json``."""
    logs.configure(level, as_json=form == "json", role="worker")
    os.nice(10)
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    with contextlib.suppress(_InputEnded):
        _Jobs(lines).work()


def _read(lines: queue.SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


class _InputEnded(BaseException):
    """The server has ended."""


class _Cancelled(BaseException):
    """Nobody waits for this job any more."""


class _Jobs:
    """The jobs of this process: decisions before hints before reviews."""

    def __init__(self, lines: queue.SimpleQueue[str | None]) -> None:
        self._lines = lines
        self._searches: deque[tuple[int, Any]] = deque()
        self._hints: deque[dict[str, Any]] = deque()
        self._reviews: deque[dict[str, Any]] = deque()
        self._running: list[int] = []
        self._cancelled: set[int] = set()

    def work(self) -> None:
        """Work until the input ends."""
        while True:
            self._receive(wait=not (self._hints or self._reviews))
            self._decide()
            if self._hints:
                self._give_hint()
            elif self._reviews:
                self._review()

    def _receive(self, *, wait: bool = False) -> None:
        while wait or not self._lines.empty():
            line = self._lines.get()
            if line is None:
                raise _InputEnded
            self._take(json.loads(line))
            wait = False

    def _take(self, request: dict[str, Any]) -> None:
        if "give_up" in request:
            self._cancel(request["give_up"])
        elif "review" in request:
            self._reviews.append(request)
        elif "hint" in request:
            self._hints.append(request)
        else:
            with _report_failure(request["job"]):
                self._searches.append((request["job"], _begin(request)))

    def _cancel(self, number: int) -> None:
        for cancelled in [s for s in self._searches if s[0] == number]:
            self._searches.remove(cancelled)
        for waiting in (self._hints, self._reviews):
            for request in [r for r in waiting if r["job"] == number]:
                waiting.remove(request)
        if number in self._running:
            self._cancelled.add(number)

    def _decide(self) -> None:
        """Finish all searches of bots, also those that come meanwhile."""
        while self._searches:
            number, search = self._searches.popleft()
            with _report_failure(number):
                if search.step(SLICE):
                    _answer(number, action=int(search.action()))
                else:
                    self._searches.append((number, search))
            self._receive()

    def _give_hint(self) -> None:
        request = self._hints.popleft()
        with self._background(request["job"]) as number:
            found = hint(_state(request), lambda: self._rest(number))
            _answer(number, hint=found.to_json())

    def _review(self) -> None:
        request = self._reviews.popleft()
        with self._background(request["job"]) as number:
            record = records.from_json(request["review"], _game(request))
            rest = partial(self._rest, number, is_review=True)
            budget = Budget(request["seconds"], SIMULATIONS, rest)
            steps = reviewing(record, budget, open_cards=request["open_cards"])
            while True:
                try:
                    _answer(number, progress=next(steps))
                except StopIteration as end:
                    return _answer(number, review=end.value.to_json())

    @contextlib.contextmanager
    def _background(self, number: int) -> Iterator[int]:
        self._running.append(number)
        try:
            with contextlib.suppress(_Cancelled), _report_failure(number):
                yield number
        finally:
            self._running.remove(number)
            self._cancelled.discard(number)

    def _rest(self, number: int, *, is_review: bool = False) -> None:
        """Do what is more urgent than a job; end the job if it was cancelled."""
        self._receive()
        self._decide()
        while is_review and self._hints:
            self._give_hint()
        if number in self._cancelled:
            raise _Cancelled


def _begin(request: dict[str, Any]) -> Any:
    return roster()[request["level"]].bot.begin(_state(request), request["seed"])


def _state(request: dict[str, Any]) -> InformationState:
    game = _game(request)
    array = np.frombuffer(bytes.fromhex(request["record"]), game.spec.state).copy()
    return InformationState(Position(game, array), request["seat"])


@contextlib.contextmanager
def _report_failure(number: int) -> Iterator[None]:
    """Report an exception as the result of job ``number``; other jobs go on."""
    try:
        yield
    except Exception as error:
        _log.exception("a job failed")
        _answer(number, error=f"{type(error).__name__}: {error}"[:LONGEST_ERROR])


def _answer(number: int, **found: Any) -> None:
    print(json.dumps({"job": number, **found}), flush=True)


def _game(request: dict[str, Any]) -> Game:
    at = json.dumps([request["game"], request["edition"], request["options"]])
    if at not in _games:
        GAMES.offer(request["game"], request["place"])
        _games[at] = open_game(request["game"], request["edition"], request["options"])
    return _games[at]


if __name__ == "__main__":
    main(*sys.argv[1:])
