"""The Python side of :mod:`proa.bots.tree`: simulations, and the tree that they grow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.bots import guided_search, search_arrays, tree
from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core.information_state import InformationState
from proa.engine.core.search_settings import SearchSettings
from proa.engine.core.seeds import as_word

LONGEST_PATH = 512
LONGEST_LINE = 2000
NONE = np.zeros(0, np.int32)


class Simulations:
    """Simulations from what a seat knows, for any seat to move, and the tree that they share."""

    def __init__(
        self,
        information_state: InformationState,
        seed: int,
        simulations: int,
        settings: SearchSettings,
    ) -> None:
        """``simulations`` is the most that will be run."""
        self._game = game = information_state.game
        self._seat = information_state.seat
        codes, seats = len(game.all_codes), information_state.players
        self._states = np.repeat(information_state.record(), 2)
        self._rng = np.array([as_word(seed)], np.uint64)
        self._knobs = _knobs(information_state, settings)
        self._tree = search_arrays.Tree(
            nodes=np.zeros((simulations + 1, search_arrays.COLUMNS), np.int32),
            values=np.zeros((simulations + 1, seats), np.float64),
            record=np.zeros((2 * seats, codes), np.float64),
            counts=np.array([1, 0], np.int64),
            leads=np.zeros(1, np.float64),
            squares=np.zeros(simulations + 1, np.float64),
        )
        self._scratch = search_arrays.Scratch(
            actions=np.zeros(game.spec.capacity, np.int32),
            child_of=np.zeros(codes, np.int32),
            path=np.zeros(LONGEST_PATH, np.int64),
            line=np.zeros((LONGEST_LINE, 2), np.int32),
            totals=np.zeros(seats, np.int64),
            evaluations=np.zeros(seats, np.float64),
            shares=np.zeros(seats, np.float64),
            logs=np.log(np.maximum(1, np.arange(simulations + 2))),
        )
        self._compiled: CompiledFunction = tree.simulate
        self._guidance: tuple[NDArray[Any], ...] = ()
        if settings.guided:
            self._compiled = guided_search.simulate_guided
            self._guidance = search_arrays.Guidance(
                ahead=information_state.record(),
                drawn=np.zeros(game.spec.capacity, np.int32),
                weights=np.zeros(game.spec.capacity, np.float64),
            )
            self._alike = np.zeros(1, np.uint64)

    def _run(self, n: int, left: NDArray[np.int32] = NONE) -> None:
        arguments = (self._states, self._seat, n, self._rng, self._knobs)
        memory = (*self._tree, *self._scratch)
        guidance = (*self._guidance, left, self._alike) if self._guidance else ()
        self._game.run(self._compiled, *arguments, *memory, *guidance)

    def run_all(self, simulations: int) -> None:
        """Run so many simulations."""
        self._run(simulations)

    def run_each(self, actions: Sequence[int], turns: int) -> None:
        """Run ``turns`` simulations of each of these actions at the root, in a guided search. In a
        turn all have the same hands, dice and choices, as far as the actions allow."""
        self._run(turns, np.array(actions, np.int32))

    def seat_means(self, action: int | None = None) -> NDArray[np.float64]:
        """Return the mean value of each seat, over all simulations or those of a root action."""
        children = self._children(0)
        node = 0 if action is None else next(c for c in children if self._action(c) == action)
        means: NDArray[np.float64] = self._tree.values[node] / self._visits(node)
        return means

    def visits_of_root(self) -> dict[int, int]:
        """Return the simulations of each explored action at the root."""
        return {self._action(child): self._visits(child) for child in self._children(0)}

    def _children(self, node: int) -> Iterator[int]:
        child = int(self._tree.nodes[node, search_arrays.CHILD])
        while child:
            yield child
            child = int(self._tree.nodes[child, search_arrays.SIBLING])

    def _action(self, node: int) -> int:
        return int(self._tree.nodes[node, search_arrays.ACTION])

    def _visits(self, node: int) -> int:
        return int(self._tree.nodes[node, search_arrays.VISITS])

    def _mean(self, node: int) -> float:
        return float(self._tree.values[node, self._seat]) / self._visits(node)


def _knobs(information_state: InformationState, settings: SearchSettings) -> NDArray[np.float64]:
    """Return the settings as numbers for :mod:`proa.bots.tree`."""
    ahead = information_state.game.spec.analysis.horizon * information_state.players or LONGEST_LINE
    known = {field.name: getattr(settings, field.name) for field in fields(settings)}
    _, *knobs, _ = {**known, "horizon": settings.horizon or ahead}.values()
    return np.array(knobs, np.float64)
