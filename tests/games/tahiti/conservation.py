"""No money, pearl or boat of Tahiti appears or vanishes."""

from __future__ import annotations

import numpy as np


def conserved(game, states):
    """Check an array of positions."""
    players = int(states["players"][0])
    seats = states["player"][:, :players]
    on_sea = states["boat"][:, :, None] == np.arange(players)
    assert (seats["pairs"] == on_sea.sum(axis=1)).all()
    waiting = seats["waiting"] >= 0
    assert (seats["boats"] + seats["pairs"] + waiting == game.tables.boats).all()
    for colour in range(4):
        held = (seats["pearl"] == colour).sum(axis=1)
        laid = (states["pearl"] == colour).sum(axis=1)
        assert (states["supply"][:, colour] + held + laid == game.tables.pearls[colour]).all()
    money = seats["cash"].astype(int).sum(axis=1) + seats["chest"].astype(int).sum(axis=1)
    assert (money >= players * game.tables.money).all()
    assert ((states["pearl"] >= 0) == (states["boat"] >= 0)).all()
    assert (states["pearl"][:, game.tables.island] == -1).all()
