"""The position by names, as for people who don't see the board: what looks different has different
text."""

from __future__ import annotations

import copy
import json
import random

import pytest

import proa
from proa.engine.core.view_types import SPECTATOR
from proa.engine.errors import ProaError
from proa.engine.messages import localize
from proa.games import GAMES

NAMES = ("Hina", "Teva", "Moana", "Manu", "Vaea")
OURS = [name for name in GAMES if name != "toy"]
TRIED = 150


def leaves(document, path=()):
    """Yield the paths of all values of a document."""
    if isinstance(document, dict | list):
        for key in document if isinstance(document, dict) else range(len(document)):
            yield from leaves(document[key], (*path, key))
    else:
        yield path


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, value):
    """Return the document with another value at a path."""
    made = copy.deepcopy(document)
    at(made, path[:-1])[path[-1]] = value
    return made


@pytest.fixture(scope="module", params=OURS)
def pairs(request):
    """Return a game, and pairs of its positions that differ in one value of their documents."""
    game = proa.game(request.param)
    chance, documents = random.Random(3), []
    position = game.start(game.spec.players[0], seed=3)
    while not position.is_over:
        documents.append(game.dump(position))
        position = game.play(position, chance.choice(game.codes(position)))
    documents, found = documents[::5], []
    while len(found) < TRIED:
        one, other = chance.choices(documents, k=2)
        path = chance.choice([("position", *path) for path in leaves(one["position"])])
        try:
            made = game.load(changed(one, path, at(other, path)))
        except (ProaError, LookupError, TypeError):
            continue
        found.append((game.load(one), made, path))
    return game, found


def looks(view):
    """Return what is drawn, without previews of choices."""
    drawn = {k: v for k, v in view["board"].items() if k not in ("previews", "guide")}
    return json.dumps(drawn, sort_keys=True)


def sounds(view):
    labels = [action["label"] for action in view["actions"]]
    return json.dumps([view["ask"], view["sections"], labels])


def test_positions_that_look_different_sound_different(pairs):
    game, found = pairs
    alike, different = [], 0
    for one, other, path in found:
        for viewer in (0, SPECTATOR):
            views = [localize(game.view(p, viewer), "en", NAMES) for p in (one, other)]
            if looks(views[0]) != looks(views[1]):
                different += 1
                if sounds(views[0]) == sounds(views[1]):
                    alike.append((viewer, path))
    assert different > 5
    assert not alike


@pytest.mark.parametrize("name", OURS)
def test_choices_that_differ_have_other_names(name):
    game, chance = proa.game(name), random.Random(5)
    position = game.start(game.spec.players[0], seed=5)
    while not position.is_over:
        labels = {}
        for choice in localize(game.view(position, position.to_move)["actions"], "en", NAMES):
            assert labels.setdefault(choice["label"], choice["code"]) == choice["code"], choice
        position = game.play(position, chance.choice(game.codes(position)))


def test_who_lies_where_is_told():
    """A boat of another seat on the same square sounds otherwise, with the same numbers."""
    game = proa.game("tahiti")
    document = game.dump(game.start(2, seed=1, chance=False))
    sets = ({"BB": 0, "DD": 1}, {"BB": 1, "DD": 0})
    heard = []
    for boats in sets:
        made = copy.deepcopy(document)
        made["position"].update(phase="roll", roller=0, to_decide=0, first_player=0)
        made["position"]["pearls"] = dict.fromkeys(boats, "blue")
        made["position"]["boats"] = boats
        made["position"]["supply"]["blue"] -= 2
        for seat in made["position"]["seats"][:2]:
            seat["yacht_at"] = 0
            seat["boats_at_hand"] -= 1
            seat.pop("pairs", None)
        view = game.view(game.load(made), 0)
        heard.append(sounds(localize(view, "en", NAMES)))
    assert heard[0] != heard[1]
