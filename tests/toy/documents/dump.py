"""The JSON form of a position, and the check of loaded positions."""

from __future__ import annotations

from typing import Any

from proa.engine.core.schema import Counts, Number, Rows, Word, group
from toy.state import CHOOSING, PLAYERS, VALUES

_VALUES = [str(value) for value in range(1, VALUES + 1)]
_CARDS = Counts(_VALUES, 100)
_PHASES = ("dealing", "turning", "deciding", "drawing", "choosing", "ended")

DOCUMENT = group(
    players=Number(PLAYERS, PLAYERS),
    phase=Word(_PHASES),
    mover=Number(0, PLAYERS - 1),
    turns=Number(0, 255),
    tide=Number(0, 9),
    deck=_CARDS,
    open=_CARDS,
    chosen=_CARDS,
    player=Rows(
        group(hand=_CARDS, held=Number(0, 20), laid=Number(0, 2000), pairs=Number(0, 2000)),
        PLAYERS,
    ),
)


def check(rules: Any, state: Any) -> str | None:
    """Return why a position is impossible, or None."""
    for v in range(VALUES):
        hands = sum(player.hand[v] for player in state.player)
        found = state.deck[v] + state.open[v] + state.chosen[v] + hands
        if found != rules.cards[v]:
            return f"there are {found} cards of value {v + 1}, not {rules.cards[v]}"
    for number, player in enumerate(state.player):
        chosen = sum(state.chosen) if number == state.mover else 0
        if sum(player.hand) + chosen != player.held:
            return f"player[{number}].held: {player.held} cards, but there are others"
    if (state.phase == CHOOSING) != (sum(state.chosen) > 0):
        return "chosen: cards are chosen in the phase 'choosing' and only then"
    return None
