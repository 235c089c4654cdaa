"""Measure how far expected leads spread until the end, for the chances of winning in reviews.

    python scripts/spreads.py --games 12           # print
    python scripts/spreads.py --games 12 --write   # and write src/proa/review/spreads.json

Bots play; at some positions of each game the expected lead is compared with the final one.
"""

from __future__ import annotations

import argparse
import json
import math

import proa
from proa.arena.matches import play_games
from proa.engine.core.game import Game
from proa.games import OURS
from proa.records import Record, replay
from proa.review.values import POINTS, Valuer
from proa.review.winning import SPREADS

BOTS = "expert:60"
EVERY = 12
"""Decisions between two positions that are compared."""
SIMULATIONS = 80


def squares(record: Record) -> list[float]:
    """Return the squares of the differences, each divided by the part of the game left."""
    positions = [step.before for step in replay(record)]
    valuer = Valuer(record.game, record.players, SIMULATIONS, 1)
    found = []
    for number in range(1, len(positions) - 1, EVERY):
        left = 1 - number / len(positions)
        for seat in range(record.players):
            expected = valuer.position(positions[number], seat, left)[:, POINTS].mean()
            final = valuer.result(positions[-1], seat)[0, POINTS]
            found.append(float(final - expected) ** 2 / left)
    return found


def spread(game: Game, players: int, games: int) -> float:
    """Return the root of the mean square, in points."""
    played = play_games(game, players=players, games=games, seed=5, bots=[BOTS])
    found = [square for record in played for square in squares(record)]
    return round(math.sqrt(sum(found) / len(found)), 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    measured: dict[str, dict[str, float]] = {}
    for name in OURS:
        game = proa.game(name)
        low, high = game.players
        measured[name] = {}
        for players in range(low, high + 1):
            measured[name][str(players)] = spread(game, players, wanted.games)
            print(name, players, measured[name][str(players)], flush=True)
    if wanted.write:
        made = {"made by": "python scripts/spreads.py --write", "games": measured}
        SPREADS.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
