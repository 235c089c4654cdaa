"""Measure what bots of each level lose per decision, which reviews show beside a player's error.

    python scripts/level_errors.py --games 3           # print
    python scripts/level_errors.py --games 3 --write   # and write src/proa/review/level_errors.json

A level plays itself. Some decisions of each game are judged as in a review. The interval is over
the seats of the games. The result depends on the seed and on nothing of the machine.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

import proa
from proa.arena.matches import play_games
from proa.bots.levels import LEVELS
from proa.games import OURS
from proa.records import Record
from proa.review.level_errors import MEASURED
from proa.review.results import DIGITS
from proa.review.reviewing import SEARCHES, SIMULATIONS, events_of
from proa.review.values import POINTS, Valuer, estimate_of

SEED = 31
EVERY = 4
"""Of so many choices of a game one is judged."""


def losses(record: Record) -> Iterator[tuple[int, float]]:
    """Yield seat and lost points of the decisions that are judged."""
    game, valuer = record.game, Valuer(record.game, record.players, SIMULATIONS, SEED)
    events = [event for event in events_of(record)[0] if event.seat >= 0]
    choices = [event for event in events if len(game.legal_actions(event.position)) > 1]
    for event in choices[EVERY - 1 :: EVERY]:
        best = valuer.find_best(event.position, SEARCHES * SIMULATIONS).best
        chosen, lost = game.action(event.code), 0.0
        if best != chosen:
            lost = float(valuer.gain(event.position, chosen, best, 1.0)[:, POINTS].mean())
        yield event.seat, lost


def measured(name: str, players: int, level: str, games: int) -> dict[str, Any]:
    """Return the mean and the interval for a level, and what they come from."""
    means, decisions = [], 0
    for record in play_games(
        proa.game(name), players=players, games=games, seed=SEED, bots=[level]
    ):
        by_seat: dict[int, list[float]] = {}
        for seat, lost in losses(record):
            by_seat.setdefault(seat, []).append(lost)
        means += [np.mean(lost) for lost in by_seat.values()]
        decisions += sum(map(len, by_seat.values()))
    error = estimate_of(np.array(means))
    points = [round(value, DIGITS) for value in (error.mean, error.low, error.high)]
    return {"points": points, "games": games, "decisions": decisions}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    made: dict[str, Any] = {
        "made by": f"python scripts/level_errors.py --games {wanted.games} --write",
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "games": {},
    }
    for level in LEVELS:
        for name in OURS:
            fewest, most = proa.game(name).players
            players = (fewest + most) // 2
            found = measured(name, players, level, wanted.games)
            made["games"].setdefault(name, {}).setdefault(str(players), {})[level] = found
            print(name, players, level, found, flush=True)
            if wanted.write:
                MEASURED.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
