"""A worker process that searches for bots: ``python -m proa.server.bots.worker``.

It reads one JSON object a line from its input: a job, or the number of a job to cancel. It writes
one for each job that is finished or has failed. Several jobs take turns in slices of at most 50 ms.
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
from collections.abc import Iterator
from typing import Any

import numpy as np

from proa import open_game
from proa.bots.roster import roster
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.core.position import Position
from proa.games import GAMES
from proa.server.telemetry import logs

SLICE = 50
"""Milliseconds that a search runs before the next search takes its turn."""
LONGEST_ERROR = 500
"""Maximal length of an error sent to the server; this process logs the traceback."""
_games: dict[str, Game] = {}
_log = logging.getLogger("proa.worker")


def job(
    number: int,
    game: Game,
    edition: str | None,
    information_state: InformationState,
    level: str,
    seed: int,
) -> str:
    """Return the line of input that requests a decision."""
    request = {
        "job": number,
        "game": game.name,
        "place": GAMES.place(game.name),
        "edition": edition,
        "options": game.options,
        "record": information_state.record().tobytes().hex(),
        "seat": information_state.seat,
        "level": level,
        "seed": seed,
    }
    return json.dumps(request) + "\n"


def main(level: str, form: str) -> None:
    """Work until the input ends; ``form`` of the log is ``words`` or ``json``."""
    logs.configure(level, as_json=form == "json", role="worker")
    os.nice(10)
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    searches: deque[tuple[int, Any]] = deque()
    while True:
        for line in _received(lines, wait=not searches):
            if line is None:
                return
            _take(json.loads(line), searches)
        if searches:
            _step(*searches.popleft(), searches)


def _read(lines: queue.SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def _received(lines: queue.SimpleQueue[str | None], *, wait: bool) -> Iterator[str | None]:
    if wait:
        yield lines.get()
    while not lines.empty():
        yield lines.get()


def _take(request: dict[str, Any], searches: deque[tuple[int, Any]]) -> None:
    if "give_up" in request:
        for cancelled in [s for s in searches if s[0] == request["give_up"]]:
            searches.remove(cancelled)
        return
    with _report_failure(request["job"]):
        searches.append((request["job"], _begin(request)))


def _begin(request: dict[str, Any]) -> Any:
    game = _game(request)
    array = np.frombuffer(bytes.fromhex(request["record"]), game.spec.state).copy()
    information_state = InformationState(Position(game, array), request["seat"])
    return roster()[request["level"]].bot.begin(information_state, request["seed"])


def _step(number: int, search: Any, searches: deque[tuple[int, Any]]) -> None:
    with _report_failure(number):
        if search.step(SLICE):
            _answer(number, action=int(search.action()))
        else:
            searches.append((number, search))


@contextlib.contextmanager
def _report_failure(number: int) -> Iterator[None]:
    """Report an exception as the result of job ``number``; other jobs go on."""
    try:
        yield
    except Exception as error:
        _log.exception("a search failed")
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
