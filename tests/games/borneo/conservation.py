"""No shipment, harbor, mission or merchant of Borneo appears or vanishes."""

from __future__ import annotations

import numpy as np


def conserved(game, states):
    """Check an array of positions."""
    players = int(states["players"][0])
    seats = states["player"][:, :players]
    check_shipments(game, states, seats)
    check_harbors(states, seats)
    completed = seats["missions"].sum(axis=1)
    assert (states["stack"] + completed == list(game.tables.mission_cards)).all()
    check_merchants(game, states, players)


def check_shipments(game, states, seats):
    """Check that every shipment is in one place, and every chosen card in a hand."""
    sets = [
        states["deck"],
        states["discard"],
        states["fight"]["attack"],
        states["fight"]["defence"],
    ]
    sets += [*seats["hand"].T, *seats["shipments"].T]
    for harbor in states["harbor"].T:
        laid = np.arange(harbor["pile"].shape[1]) < harbor["laid"][:, None]
        sets += list(np.where(laid, np.int64(1) << harbor["pile"].astype(np.int64), 0).T)
    number = sum(np.bitwise_count(cards).astype(int) for cards in sets)
    assert (number == game.tables.shipments).all()
    assert (np.bitwise_or.reduce(sets) == (1 << game.tables.shipments) - 1).all()
    choosing = seats["hand"][np.arange(len(states)), states["mover"]]
    assert (states["picked"] & ~choosing == 0).all()


def check_harbors(states, seats):
    """Check that no harbor is in two places (paid ones are out of the game)."""
    sets = [states["harbor_deck"].astype(int), *seats["harbors"].T.astype(int)]
    for harbor in states["harbor"].T:
        card = harbor["card"].astype(int)
        sets.append(np.where(card > 0, 1 << np.maximum(card - 1, 0), 0))
    number = sum(np.bitwise_count(cards).astype(int) for cards in sets)
    assert (number == np.bitwise_count(np.bitwise_or.reduce(sets))).all()


def check_merchants(game, states, players):
    """Check that every merchant stands in one place, without gaps in the rows."""
    rows = states["row"]
    standing = np.arange(rows["place"].shape[2]) < rows["length"][:, :, None]
    assert ((rows["place"] > 0) == standing).all()
    number = rows["length"].sum(axis=1)
    placed = states["turn"] > 0
    assert (number[placed] == game.tables.merchants * players).all()
    for merchant in range(1, 4 * players + 1):
        assert ((rows["place"] == merchant).sum(axis=(1, 2)) <= 1).all()
