"""Hypothesis strategies for tests of games: positions reached by playing.

Needs hypothesis, which the package itself does not. A position shrinks towards the start of a game
in which the first legal actions are played.

    >>> from hypothesis import given
    >>> @given(position=positions(proa.game("tahiti")))
    ... def test_somebody_can_decide(position):
    ...     assert position.is_over or position.game.legal_actions(position)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from proa.engine.core import position_functions
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.verbs import CHANCE


def positions(
    game: Game, players: int | None = None, *, most: int = 400, settled: bool = False
) -> SearchStrategy[Position]:
    """Return positions of ``game`` after up to ``most`` decisions and outcomes.

    Without ``players`` their number is drawn too. With ``settled`` chance is never to move.
    """
    _compile(game)
    return _positions(game, players, most, settled)


@st.composite
def _positions(draw: DrawFn, game: Game, players: int | None, most: int, settled: bool) -> Position:
    low, high = (players, players) if players else game.players
    position = game.start(draw(st.integers(low, high)), seed=draw(seeds()), chance=False)
    picks = np.random.default_rng(draw(seeds()))
    by_hand = draw(st.lists(st.integers(0, 2**16), max_size=20))
    for number in range(draw(st.integers(0, most))):
        if position.is_over:
            break
        pick = by_hand[number] if number < len(by_hand) else int(picks.integers(2**16))
        actions = game.legal_actions(position)
        position = game.play(position, actions[pick % len(actions)], chance=False)
    if settled and position.to_move == CHANCE:
        position = game.settle(position)[0]
    return position


def _compile(game: Game) -> None:
    """Compile what drawing needs beforehand: Hypothesis would report the first example as slow."""
    for compiled in (position_functions.begin, position_functions.turn):
        game.compiled[compiled]


def seeds() -> SearchStrategy[int]:
    """Return seeds of games and generators."""
    return st.integers(0, 2**32 - 1)


def actions(position: Position) -> SearchStrategy[int]:
    """Return the legal actions (or outcomes) of a position that is not over."""
    return st.sampled_from(position.game.legal_actions(position))


def lines(game: Game, players: int, *, most: int = 60) -> SearchStrategy[tuple[Any, list[str]]]:
    """Return a start and the codes of up to ``most`` decisions, with chance from its key."""
    _compile(game)
    return _lines(game, players, most)


@st.composite
def _lines(draw: DrawFn, game: Game, players: int, most: int) -> tuple[Position, list[str]]:
    start = position = game.start(players, seed=draw(seeds()))
    codes: list[str] = []
    for _ in range(draw(st.integers(0, most))):
        if position.is_over:
            break
        codes.append(game.code(draw(actions(position))))
        position = game.play(position, codes[-1])
    return start, codes
