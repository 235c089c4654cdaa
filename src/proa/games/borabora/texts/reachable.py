"""What a die or a choice would open up, computed by the rules on a copy of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.engine.core.position import cached
from proa.games.borabora.components import Tables
from proa.games.borabora.rules import flow
from proa.games.borabora.rules.build import offer_sites
from proa.games.borabora.rules.persons import free_normal_spaces
from proa.games.borabora.rules.question_stack import pop, push
from proa.games.borabora.state import Player, State

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def offered(game: Game, position: Position, kind: int, a: int, b: int) -> list[int]:
    """Return the answers that the rules would offer the mover to a question."""
    state, actions = _copy(game, position), [0] * game.spec.capacity
    push(state, kind, a, b)
    try:
        return actions[: flow.legal(game.tables, state, actions)]
    finally:
        pop(state)


@cached
def _copy(game: Game, position: Position) -> State:
    """Return a copy in which a question can be pushed and popped."""
    return writable(position.fields)


def free_spaces(rules: Tables, me: Player) -> int:
    """Return the number of spaces where a person could lie (BB-5.6)."""
    return free_normal_spaces(rules, me) + int(me.last == 0 and me.closed == 0)


def sites_open(rules: Tables, state: State, me: Player) -> int:
    """Return on how many pairs of ceremony spaces a building could stand now (BB-8.2)."""
    return int(offer_sites(rules, state, me, [0] * len(rules.site_spaces)))
