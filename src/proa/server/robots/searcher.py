"""A worker process that searches for bots: ``python -m proa.server.robots.searcher``.

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
from proa.bots.company import company
from proa.engine.game import Game
from proa.engine.position import Position
from proa.engine.sight import Sight
from proa.games import GAMES
from proa.server.insight import logs

SLICE = 50
"""Milliseconds a search runs before the next one's turn."""
LONGEST_ERROR = 500
"""Characters of what went wrong that are passed on; where it did is in this process's log."""
_games: dict[str, Game] = {}
_log = logging.getLogger("proa.searcher")


def job(number: int, game: Game, edition: str | None, sight: Sight, level: str, seed: int) -> str:
    """The line that asks for a decision."""
    asked = {
        "job": number,
        "game": game.name,
        "place": GAMES.place(game.name),
        "edition": edition,
        "options": game.options,
        "record": sight.record().tobytes().hex(),
        "seat": sight.seat,
        "level": level,
        "seed": seed,
    }
    return json.dumps(asked) + "\n"


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


def _take(asked: dict[str, Any], searches: deque[tuple[int, Any]]) -> None:
    if "give_up" in asked:
        for given_up in [s for s in searches if s[0] == asked["give_up"]]:
            searches.remove(given_up)
        return
    with _failing_alone(asked["job"]):
        searches.append((asked["job"], _begun(asked)))


def _begun(asked: dict[str, Any]) -> Any:
    game = _game(asked)
    array = np.frombuffer(bytes.fromhex(asked["record"]), game.kind.state).copy()
    sight = Sight(Position(game, array), asked["seat"])
    return company()[asked["level"]].bot.begin(sight, asked["seed"])


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


def _game(asked: dict[str, Any]) -> Game:
    at = json.dumps([asked["game"], asked["edition"], asked["options"]])
    if at not in _games:
        GAMES.offer(asked["game"], asked["place"])
        _games[at] = open_game(asked["game"], asked["edition"], asked["options"])
    return _games[at]


if __name__ == "__main__":
    main(*sys.argv[1:])
