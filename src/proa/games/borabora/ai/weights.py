"""Points that each evaluation feature brings until the end of the game, after rounds 1 to 5.

Fitted by ``scripts/fit_features.py fit FOLDER --on --write``, which documents the method and writes
``weights.json``, to 340 games of two to four seats: searches of 400 and 800 simulations (``play
FOLDER --bot expert:400 --seed 5`` and ``--bot expert:800 --seed 4``), a quarter of the seats played
by the handmade bots. The fit started from weights fitted to 320 games of 150 to 300 simulations.
"""

import json
from pathlib import Path

TO_COME: dict[str, list[float]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
