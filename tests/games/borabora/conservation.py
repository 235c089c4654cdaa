"""No piece of Bora Bora appears or vanishes."""

from __future__ import annotations

import numpy as np

from proa.games.borabora.state import HUT, SPACES

HUTS = 12


def size(bits):
    """Return how many bits are set, elementwise."""
    return np.bitwise_count(bits.astype(np.int64)).astype(int)


def apart(sets):
    """Return whether sets of bits, stacked along axis 1, have nothing in common."""
    return (size(np.bitwise_or.reduce(sets, axis=1)) == size(sets).sum(axis=1)).all()


def as_bits(tiles):
    """Return rows of tile numbers, -1 for none, as one set of bits each."""
    there = tiles >= 0
    bits = np.where(there, np.int64(1) << np.where(there, tiles, 0).astype(np.int64), 0)
    assert (np.bitwise_count(np.bitwise_or.reduce(bits, axis=1)) == there.sum(axis=1)).all()
    return np.bitwise_or.reduce(bits, axis=1)


def conserved(game, states):
    """Check an array of positions."""
    players = int(states["players"][0])
    seats = states["player"][:, :players]
    _cards(game, states, seats)
    _tiles(states, seats)
    _huts(game, states, seats)
    _ceremony(game, seats)
    _priests(game, states, seats)
    assert (seats["offerings"] >= 0).all()
    assert (seats["shells"] >= 0).all()
    assert (seats["beside"] >= 0).all()
    tiles = states["god_tiles"] + seats["god_tiles"].astype(int).sum(axis=1)
    assert (tiles <= game.tables.temple_tiles + players * game.tables.god_tiles).all()
    assert (seats["god_tiles"] >= 0).all()
    assert (states["player"][:, players:]["points"] == 0).all()


def _cards(game, states, seats):
    assert (seats["known"] >= 0).all()
    assert (seats["known"] <= seats["hand"]).all()
    piles = states["deck"].astype(int) + states["row"] + states["discard"]
    assert (piles + seats["hand"].astype(int).sum(axis=1) == game.tables.cards).all()
    assert (states["row"].astype(int).sum(axis=1) <= game.tables.open_cards).all()
    assert (states["deck"] >= 0).all()
    assert (states["row"] >= 0).all()
    assert (states["discard"] >= 0).all()


def _tiles(states, seats):
    for sex in range(2):
        shown = as_bits(states["display"][:, sex])
        there = [seats["persons"][:, :, sex], states["pile"][:, sex, None], shown[:, None]]
        assert apart(np.concatenate(there, axis=1))
        assert (seats["shifted"][:, :, sex] & ~seats["persons"][:, :, sex] == 0).all()
    held = np.stack([as_bits(seats["task"][:, i]) for i in range(seats.shape[1])], axis=1)
    offer = as_bits(states["offer"])
    there = [held, seats["done"], states["parrots"][:, None], offer[:, None]]
    assert apart(np.concatenate(there, axis=1))
    shown = as_bits(states["jewelry"])[:, None]
    assert apart(np.concatenate([seats["jewelry"].astype(np.int64), shown], axis=1))
    as_bits(states["fish"])


def _huts(game, states, seats):
    normal, last = seats["normal"].astype(int), seats["last"].astype(int)
    assert (normal >= 0).all()
    assert (last >= 0).all()
    owed = np.zeros(normal.shape, int)  # a new hut that has not left the player board yet
    asked = states["question"]["kind"] == HUT
    pending = asked & (np.arange(asked.shape[1]) < states["depth"][:, None])
    owed[np.arange(len(states)), states["mover"]] = pending.any(axis=1)
    assert (normal + last + size(seats["regions"]) == HUTS + owed).all()
    persons = size(seats["persons"]).sum(axis=2)
    assert (normal + persons - seats["closed"] <= game.tables.normal_spaces).all()
    assert ((seats["closed"] == 0) | (last == 0)).all()
    for region in range(states["owner"].shape[1]):
        owner = states["owner"][:, region]
        there = seats["regions"] >> region & 1
        assert ((owner >= 0) == there.any(axis=1)).all()
        mine = np.take_along_axis(there, np.maximum(owner, 0)[:, None].astype(int), axis=1)[:, 0]
        assert ((owner < 0) | (mine == 1)).all()


def _ceremony(game, seats):
    spaces = np.array([*game.tables.site_spaces, 0])
    covered = spaces[seats["building"]].astype(np.int64)
    everything = np.concatenate([covered, seats["filled"][:, :, None].astype(np.int64)], axis=2)
    assert apart(everything.reshape(-1, everything.shape[2]))
    assert (seats["filled"].astype(int) >> SPACES == 0).all()


def _priests(game, states, seats):
    for seat in range(seats.shape[1]):
        in_temple = (states["temple"] == seat).sum(axis=1)
        assert (seats["priests"][:, seat] + in_temple == game.tables.priests).all()
