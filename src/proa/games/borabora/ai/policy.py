"""The odds that a long search of Bora Bora chooses each action.

Fitted by ``scripts/fit_policy.py fit FOLDER --write``, which documents the method and writes
``policy.json``, to 200,632 choices of 556 games of two to four seats: searches of 2,500 simulations
(``play FOLDER``), in 120 of the games without a policy, in the others with the one fitted to those.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from proa.games.borabora.actions import ROWS
from proa.games.borabora.state import FIRST_CHANCE, QUESTIONS, ROUNDS

_FITTED = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
SCORE_WEIGHT_BY_NAME: dict[str, float] = _FITTED["score_weight"]
"""The weight of ``score_action``, by question."""
BY_ROUND: dict[str, list[float]] = _FITTED["by_round"]
"""The logarithm of an action's odds apart from its score, in rounds 1 to 6; none for actions that
were hardly ever possible."""
SCORE_WEIGHT = np.array([SCORE_WEIGHT_BY_NAME.get(name, 0.5) for name in QUESTIONS[:FIRST_CHANCE]])
"""``[question]``."""
ODDS = np.array([BY_ROUND.get(code, [0.0] * ROUNDS) for code in ROWS.codes(None)]).T.copy()
"""``[round, action]``: the logarithm of the odds."""
