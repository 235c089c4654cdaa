"""A worker process that searches for bots: ``python -m proa.server.bots.worker``.

It reads one JSON object a line from its input, a job or the number of one to give up, and writes
one for each job that is finished or has failed. Several jobs take turns in slices of at most 50 ms.
It runs at lower priority, and ends when its input does: with the server.
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
"""Milliseconds a search runs before the next one's turn."""
LONGEST_ERROR = 500
"""Characters of what went wrong that are passed on; where it did is in this process's log."""
_games: dict[str, Game] = {}
_log = logging.getLogger("proa.searcher")


def job(
    number: int,
    game: Game,
    edition: str | None,
    information_state: InformationState,
    level: str,
    seed: int,
) -> str:
    """The line that asks for a decision."""
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
    logs.configure(level, as_json=form == "json", role="searcher")
    os.nice(10)
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    searches: deque[tuple[int, Any]] = deque()
    while True:
        for line in _arrived(lines, wait=not searches):
            if line is None:
                return
            _take(json.loads(line), searches)
        if searches:
            _step(*searches.popleft(), searches)


def _read(lines: queue.SimpleQueue[str | None]) -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def _arrived(lines: queue.SimpleQueue[str | None], *, wait: bool) -> Iterator[str | None]:
    if wait:
        yield lines.get()
    while not lines.empty():
        yield lines.get()


def _take(request: dict[str, Any], searches: deque[tuple[int, Any]]) -> None:
    if "give_up" in request:
        for given_up in [s for s in searches if s[0] == request["give_up"]]:
            searches.remove(given_up)
        return
    with _failing_alone(request["job"]):
        searches.append((request["job"], _begun(request)))


def _begun(request: dict[str, Any]) -> Any:
    game = _game(request)
    array = np.frombuffer(bytes.fromhex(request["record"]), game.spec.state).copy()
    information_state = InformationState(Position(game, array), request["seat"])
    return roster()[request["level"]].bot.begin(information_state, request["seed"])


def _step(number: int, search: Any, searches: deque[tuple[int, Any]]) -> None:
    with _failing_alone(number):
        if search.step(SLICE):
            _answer(number, action=int(search.action()))
        else:
            searches.append((number, search))


@contextlib.contextmanager
def _failing_alone(number: int) -> Iterator[None]:
    """What goes wrong with one search ends that one, not those beside it."""
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
