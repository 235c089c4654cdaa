"""Records of lines of play."""

from __future__ import annotations

from proa.engine.core.verbs import CHANCE
from proa.records import Decision, Record


def recorded(game, start, codes):
    """Return the record of a line of decisions and outcomes from a position."""
    decisions, position = [], start
    for code in codes:
        if position.to_move == CHANCE:
            decisions[-1][2].append(code)
        else:
            decisions.append((position.to_move, code, []))
        position = game.play(position, code, chance=False)
    made = [Decision(seat, code, tuple(outcomes)) for seat, code, outcomes in decisions]
    return Record(game, start.players, position=game.dump(start, secret=False), decisions=made)
