"""Tahiti's evaluation and pruning: the value of a move, and what a search tries."""

from __future__ import annotations

import numpy as np
import pytest

import proa
from proa.engine.core.fields import writable
from proa.games.tahiti.ai import evaluation
from proa.games.tahiti.state import BID, SQUARE, STASH


@pytest.fixture
def game():
    return proa.game("tahiti")


def _until(game, phase, players=2, seed=3):
    """Return the first position of a phase when all seats take the second answer, a bid of 1."""
    position = game.start(players, seed=seed)
    while position.fields.phase != phase:
        codes = game.codes(position)
        position = game.play(position, codes[min(1, len(codes) - 1)])
    return position


def _kept(game, position):
    state = writable(position.fields)
    actions = np.array(game.legal_actions(position), np.int32)
    n = evaluation.prune(game.tables, state, actions, len(actions))
    assert state == position.fields
    return [game.code(action) for action in actions[:n]]


def test_only_bids_in_doubt_are_searched(game, monkeypatch):
    """What is surely worth its bid is bid for, what surely isn't is passed; between, both are."""
    monkeypatch.setattr(evaluation, "SURE", 2)
    position, seen = _until(game, BID), set()
    while position.fields.phase == BID and position.fields.bid < 12:
        bid = game.codes(position)[1]
        gain = evaluation.price(game.tables, writable(position.fields)) - position.fields.bid - 1
        doubt = abs(gain) < evaluation.SURE
        assert _kept(game, position) == (["pass", bid] if doubt else [bid if gain > 0 else "pass"])
        seen.add("doubt" if doubt else gain > 0)
        position = game.play(position, bid)
    assert seen == {True, "doubt", False}


def test_squares_that_bring_much_less_are_left_out(game, monkeypatch):
    monkeypatch.setattr(evaluation, "CLOSE", 1)
    position = _until(game, SQUARE)
    leads = {
        code: game.scores(game.play(position, code, chance=False))[position.to_move]
        for code in game.codes(position)
    }
    best = max(leads.values())
    kept = _kept(game, position)
    assert kept == [code for code, lead in leads.items() if lead >= best - 1]
    assert len(kept) < len(leads)


@pytest.mark.parametrize(
    ("cash", "left"), [(3, [3]), (16, [16, 13, 10]), (40, [30]), (24, [22, 19, 16])]
)
def test_a_purse_is_kept(game, cash, left):
    position = _until(game, STASH)
    state = writable(position.fields)
    state.player[state.mover].cash = cash
    actions = np.zeros(game.spec.capacity, np.int32)
    n = evaluation.stashes(state, actions, _list(actions, state))
    first = game.action("stash:0")
    assert [cash - int(action - first) for action in actions[:n]] == left


def _list(actions, state):
    n = min(state.player[state.mover].cash, 10) + 1
    actions[:n] = proa.game("tahiti").action("stash:0") + np.arange(n)
    return n


def test_worth_counts_what_is_to_come(game):
    """More cash is worth more, early more than late; the chest is worth its points."""
    position = _until(game, BID)
    now = writable(position.fields)

    def gained(change):
        state, before, after = writable(position.fields), np.zeros(2), np.zeros(2)
        state.supply = now.supply
        evaluation.evaluate(game.tables, state, before)
        change(state.player[0])
        evaluation.evaluate(game.tables, state, after)
        assert before[1] == after[1]
        return after[0] - before[0]

    def earns(player):
        player.cash -= 5

    def saves(player):
        player.chest += 5

    early = -gained(earns)
    assert early > 5
    assert gained(saves) == 5
    now.supply = [0, 1, 6, 6]
    assert 0 < -gained(earns) < 5 < early
