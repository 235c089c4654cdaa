"""Write a golden record for each game and number of players: one game of random decisions.

    python scripts/golden.py RELEASE [GAME ...]

Run it once per release. The tests replay every file in tests/golden, so that no change alters a
stored game unnoticed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import proa
from proa.arena.matches import play_game
from proa.games import GAMES
from proa.records import file_text, to_json

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"


def main() -> None:
    """Write the missing records."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("release")
    parser.add_argument("games", nargs="*", metavar="game", help="all if none is named")
    given = parser.parse_args()
    for name in given.games or GAMES:
        game = proa.game(name)
        for players in range(game.players[0], game.players[1] + 1):
            path = FOLDER / f"{name}-{players}-{given.release}.json"
            if path.exists():
                sys.exit(f"{path.name} is there already; golden records never change")
            record = play_game(game, players, players, ["random"] * players)
            path.write_text(file_text(to_json(record)), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
