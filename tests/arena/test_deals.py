"""Deals: every event has its own luck, which other choices don't change."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import proa
from proa.arena.deals import Deal
from proa.engine.core.verbs import CHANCE


class Told(Deal):
    """A deal that records the events by their names."""

    def __init__(self, game, seed):
        super().__init__(game, seed)
        self.happened = {}

    def _event(self, position):
        self.due = super()._event(position)
        return self.due

    def outcome(self, position):
        outcome = super().outcome(position)
        self.happened[self.due] = outcome
        return outcome


def _played(game, players, deal, choices):
    """Play a random game of a deal; return its events."""
    deal, rng = Told(game, deal), np.random.default_rng(choices)
    position = deal.start(players)
    while not position.is_over:
        position = deal.play(position, int(rng.choice(game.legal_actions(position))))
    return deal.happened


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_a_deal_stays_the_same_after_other_choices(name):
    game = proa.game(name)
    one, other = (_played(game, game.players[1], "a deal", choices) for choices in (1, 2))
    shared = one.keys() & other.keys()
    same = sum(one[event] == other[event] for event in shared)
    assert len(shared) > 20
    assert same > 0.6 * len(shared)
    new = _played(game, game.players[1], "another deal", 1)
    assert sum(one[event] == new[event] for event in one.keys() & new.keys()) < 0.5 * len(shared)


def test_throws_and_what_is_laid_out_never_change():
    game = proa.game("borabora")
    one, other = (_played(game, 3, "a deal", choices) for choices in (1, 2))
    fixed = {event for event in one if event.startswith(("roll", "deal"))}
    assert len([event for event in fixed if event.startswith("roll")]) == 18
    assert {event: one[event] for event in fixed} == {event: other[event] for event in fixed}
    assert {event for event in other if event.startswith(("roll", "deal"))} == fixed


def test_a_pile_drawn_in_the_same_order_is_the_same_pile():
    game = proa.game("borneo")
    one, other = (_played(game, 3, "a deal", choices) for choices in (3, 4))
    harbors = [[what[e] for e in what if e.startswith("new harbor")] for what in (one, other)]
    shared = min(map(len, harbors))
    assert shared >= 3
    assert harbors[0][:shared] == harbors[1][:shared]


def test_outcomes_come_as_often_as_their_weights(toy):
    game = proa.game("tahiti")
    position = game.start(2, seed=1, chance=False)
    while position.to_move != CHANCE or "roll:1" not in game.outcomes(position):
        position = game.play(position, game.codes(position)[0], chance=False)
    weights = game.outcomes(position)
    drawn = Counter(Deal(game, f"deal {n}").outcome(position) for n in range(3000))
    total = sum(weights.values())
    for code, weight in weights.items():
        assert drawn[code] / 3000 == pytest.approx(weight / total, abs=0.03)


def test_events_without_names_are_numbered(toy):
    assert toy.spec.analysis.event is None
    assert _played(toy, 3, "a deal", 1) == _played(toy, 3, "a deal", 1)
    assert {int(event) for event in _played(toy, 3, "a deal", 1)} >= set(range(1, 10))
