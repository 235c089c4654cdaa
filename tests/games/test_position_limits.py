"""Whatever play reaches from a position that loads, loads: counts stop at their limits."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import proa
from proa.games.tahiti.state import MOST_BID

STAYING = ("turn", "points", "materials_beside", "chest")
GROWING = (*STAYING, "offerings", "shells", "cash")


def full(
    game: proa.Game, document: dict[str, Any], names: tuple[str, ...] = GROWING
) -> dict[str, Any]:
    """Return a position in which all that grows is as high as a position may have it."""
    document = copy.deepcopy(document)
    position, schema = document["position"], game.position_schema()["properties"]["position"]
    places = [(seat, schema["properties"]["seats"]["items"]) for seat in position["seats"]]
    places = places[: position["players"]]
    if game.name == "borneo":  # in Bora Bora its limit depends on the phase
        places.append((position, schema))
    for values, known in places:
        for name in set(names) & values.keys():
            limits = known["properties"][name]
            if isinstance(values[name], dict):
                most = {word: limits["properties"][word]["maximum"] for word in values[name]}
            else:
                most = limits["maximum"]
            values[name] = most
    return document


@pytest.mark.rule("BB-20.5", "TA-10.6")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_a_position_that_play_reaches_from_the_limits_loads(name, seed):
    game = proa.game(name)
    choose = random.Random(seed)
    position = game.start(3, seed=seed)
    for _ in range(12):  # in Borneo, turns have begun by then
        position = game.play(position, choose.choice(game.codes(position)))
    position = game.load(full(game, game.dump(position)))
    while not position.is_over:
        cash = [seat.get("cash", 0) for seat in game.dump(position)["position"]["seats"]]
        position = game.play(position, choose.choice(game.codes(position)))
        reached = game.dump(position)
        assert game.load(reached) == position
        assert full(game, reached, STAYING) == reached
        for seat, before in zip(reached["position"]["seats"], cash, strict=True):
            assert seat.get("cash", 0) >= before - MOST_BID
