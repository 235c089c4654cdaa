"""Points that each evaluation feature brings until the end of the game.

For three or four players and for five: at the end and at the start of a game. Found by
``scripts/fit_evaluation.py borneo FOLDER --players 5 --games 160 --bots steady,expert:200 --stray
0.05 --seed 5``; those for fewer players are older, rounded, and from games of three.
"""

import json
from pathlib import Path

TO_COME: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
