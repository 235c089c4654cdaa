"""Positions that teach, and what the rules find there: pictures of the aim and of the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from proa.engine.core.fields import record_of, twin_of
from proa.engine.core.position import Position
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.texts.banks import banks

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game

Pair = tuple[int, int, str, int]
"""Row, column, colour of the pearl, seat of the boat."""

CORNER: tuple[Pair, ...] = ((0, 0, "blue", 0), (0, 1, "blue", 0), (1, 1, "blue", 1))
SHARED: tuple[Pair, ...] = (
    (0, 1, "white", 1),
    (0, 2, "white", 1),
    (1, 2, "white", 0),
    (2, 2, "white", 3),
    (1, 4, "black", 1),
    (2, 5, "green", 2),
)


def examples(game: Game) -> dict[str, Any]:
    """Return the bank of the aim, and that of the chapter about scoring (TA-8.6, TA-8.9)."""
    aim, scoring = _bank(game, CORNER), _bank(game, SHARED)
    scoring["text"] = say(
        "A white bank of {pearls} pearls with {n} empty squares around it is worth {worth}",
        **scoring["numbers"],
    )
    scoring["caption"] = say(
        "{pearls} pearls, {n} empty squares around them: worth {worth}.", **scoring["numbers"]
    )
    scoring["split"] = say("Two boats take {most}, one boat takes {half}", **scoring["numbers"])
    aim["text"] = say(
        "{pearls} blue pearls with {n} empty squares around them are worth {worth}: two boats "
        "take {most}, one boat takes {half}",
        **aim["numbers"],
    )
    return {"aim": aim, "scoring": scoring}


def _bank(game: Game, pairs: tuple[Pair, ...]) -> dict[str, Any]:
    """The pairs on the sea, and what the rules say of the bank of the first of them."""
    size = game.tables.size
    state = twin_of(np.zeros(1, game.spec.state))
    for square in range(game.tables.squares):
        state.pearl[square] = state.boat[square] = at.NONE
    placed = [
        (size * row + column, colour, seat)
        for row, column, colour, seat in pairs
        if max(row, column) < size and size * row + column != game.tables.island
    ]
    for square, colour, seat in placed:
        state.pearl[square], state.boat[square] = at.COLOURS.index(colour), seat
    found = banks(game, Position(game, record_of(state)))
    bank = next(bank for bank in found if placed[0][0] in bank.squares)
    points = sorted(set(bank.shares.values()))
    return {
        "size": size,
        "island": game.tables.island,
        "pairs": placed,
        "squares": list(bank.squares),
        "empty": list(bank.shore),
        "boats": dict(bank.boats),
        "shares": dict(bank.shares),
        "numbers": {
            "pearls": len(bank.squares),
            "n": len(bank.shore),
            "worth": bank.worth,
            "most": points[-1],
            "half": points[0],
        },
    }
