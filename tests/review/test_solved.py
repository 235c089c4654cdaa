"""Luck and choice of the three games against positions small enough to be solved whole."""

from __future__ import annotations

import numpy as np
import pytest

import proa
from proa.arena.matches import play_game
from proa.engine.core.verbs import CHANCE
from proa.games import spec
from proa.records import replay
from proa.review.reviewing import review
from review.recorded import recorded


def solved(position, known):
    """Return the lead of each seat if all see everything and play for their own lead."""
    game, key = position.game, position.record().tobytes()
    if key in known:
        return known[key]
    if position.is_over:
        scores = game.scores(position)
        others = (max(scores[:n] + scores[n + 1 :]) for n in range(len(scores)))
        known[key] = np.array(scores) - list(others)
    elif position.to_move == CHANCE:
        outcomes, odds = game.odds(position)
        after = [solved(game.play(position, one, chance=False), known) for one in outcomes]
        known[key] = np.array(odds) @ np.array(after)
    else:
        seat, codes = position.to_move, game.codes(position)
        after = [solved(game.play(position, code, chance=False), known) for code in codes]
        known[key] = max(after, key=lambda leads: leads[seat])
    return known[key]


PEARLS = {
    "white": ["AA", "AF", "EA", "EF", "FA", "FF"],
    "blue": ["BB", "BC", "BM", "BD", "BE"],
    "green": ["DB", "DC", "DM", "DD", "DE"],
    "black": ["MA", "MB", "CA", "FM", "AM"],
}
BOATS_OF_1 = {*PEARLS["blue"], "AA", "AF", "FA", "MA", "AM"}


def tahiti(tmp_path):
    """Return a last round of Tahiti: nobody has cash, each pearl taken ends the game (TA-7.1), and
    so does the second turn without a move (TA-7.5).

    Seat 0 may take the move for nothing (TA-4.13) and with it a pearl, so that all keep what they
    have. If it passes, seat 1 sails as far as the next roll says and brings in the pair of its
    waiting boat, unless that helps seat 0 more.
    """
    path = tmp_path / "tiny.toml"
    text = (spec("tahiti").folder / "components.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("boats = 15", "boats = 11"), encoding="utf-8")
    game = proa.game("tahiti", edition=str(path))
    document = game.dump(game.start(2, seed=1))
    pearls = {square: colour for colour, squares in PEARLS.items() for square in squares}
    position = document["position"]
    position |= {
        "phase": "bid",
        "to_decide": 0,
        "first_player": 1,
        "roller": 1,
        "marker_disc": "chest",
        "die": 1,
        "first_passer": 1,
        "passed": [1],
        "turns_without_move": 4,
        "supply": {colour: 6 - len(squares) for colour, squares in PEARLS.items()},
        "pearls": pearls,
        "boats": {square: int(square in BOATS_OF_1) for square in pearls},
    }
    seats = position["seats"]
    seats[0] |= {"cash": 0, "boats_at_hand": 0, "yacht_at": 0, "pairs": 11}
    seats[1] |= {"cash": 0, "boats_at_hand": 0, "yacht_at": 4, "boat_waits_at": 1, "pairs": 10}
    return game.load(document)


BORNEO = """
[[shipments]]
good = "pepper"
worth = 1
cards = ["RRR/Y", "YYY/R", "GGG/R", "BBB/R", "RRR/G", "YYY/G", "GGG/Y", "BBB/Y", "RRR/B"]

[[shipments]]
good = "cinnamon"
worth = 1
cards = ["RRR/Y", "GGG/Y"]

[[shipments]]
good = "cloves"
worth = 1
cards = ["RRR/G", "YYY/G"]

[[shipments]]
good = "nutmeg"
worth = 1
cards = ["RRR/B"]

[[missions]]
goods = "each"
number = 1
points = 60
cards = 3
"""
HARBOR = """
[[harbors]]
name = "{name}"
good = "{good}"
card_limit = 1
monopoly_number = 4
"""
GOODS = {
    "Aceh": "pepper",
    "Aden": "pepper",
    "Goa": "cinnamon",
    "Ternate": "cloves",
    "Run": "nutmeg",
}


def borneo(tmp_path):
    """Return the last two turns of Borneo: each shipment completes a harbor, and after the second
    there are no cards to draw, so the game ends (BO-10.5).

    Seat 0 lacks cinnamon for a mission, and Goa is open. Seat 1 lacks nutmeg, and Run is one of the
    two harbors that may be turned up.
    """
    path = tmp_path / "tiny.toml"
    harbors = (HARBOR.format(name=name, good=good) for name, good in GOODS.items())
    path.write_text("".join((BORNEO, *harbors)), encoding="utf-8")
    game = proa.game("borneo", edition=str(path))
    document = game.dump(game.start(3, seed=1))
    position = document["position"]
    position |= {
        "phase": "harbor",
        "chosen": ["S01"],
        "turn": 10,
        "deck": ["S04", "S05"],
        "harbor_deck": ["H02", "H05"],
        "open_harbors": [{"harbor": name, "pile": []} for name in ("H01", "H03", "H04")],
        "companies": {
            "red": ["0a", "1a", "2a"],
            "yellow": ["0b", "1b", "2b"],
            "green": ["0c", "1c", "2c"],
            "blue": [],
        },
    }
    hands = (["S01"], ["S02"], ["S03"])
    goods = (["S06", "S12", "S14"], ["S07", "S10", "S13"], ["S08", "S09", "S11"])
    for seat, hand, shipments in zip(position["seats"], hands, goods, strict=True):
        seat |= {"hand": hand, "shipments": shipments}
    return game.load(document)


def borabora(tmp_path):
    """Return the end of the last round of Bora Bora: seat 0 takes a God card and has the task "2
    Blue God cards", and one. Of the two cards in the draw pile one is blue."""
    game = proa.game("borabora")
    steps = [step for step in replay(play_game(game, 2, 1, ["random"])) if step.code]
    (before,) = (step.before for step in steps if step.number == 196)
    document = game.dump(before)
    position = document["position"]
    seats = position["seats"]
    seats[0] |= {
        "tasks": ["T11", "T45", "T55"],
        "persons": {"woman": [], "man": ["god-c"]},
        "shifted": {"woman": [], "man": ["god-c"]},
        "hand": {"blue": 1, "white": 0, "red": 0, "green": 0, "yellow": 0},
        "known_cards": dict.fromkeys(seats[0]["known_cards"], 0),
    }
    for seat in seats:
        seat |= {"offerings": 0, "shells": 0}
    drawn = {"blue": 1, "white": 0, "red": 1, "green": 0, "yellow": 0}
    opened = {"blue": 0, "white": 3, "red": 2, "green": 0, "yellow": 0}
    position |= {"draw_pile": drawn, "open_cards": opened, "discard_pile": {}}
    for colour in drawn:
        held = sum(seat["hand"][colour] for seat in seats)
        position["discard_pile"][colour] = 12 - drawn[colour] - opened[colour] - held
    return game.load(document)


def played(start, first):
    """Return the record and the positions of a line: some codes, then always the first one."""
    position, codes, positions = start, [], [start]
    while not position.is_over:
        codes.append((first[len(codes) :] or start.game.codes(position))[0])
        position = start.game.play(position, codes[-1], chance=False)
        positions.append(position)
    return recorded(start.game, start, codes), positions


LINES = {
    "tahiti": (tahiti, ["pass", "roll:2", "pass", "pass"]),
    "borneo": (borneo, ["at:H01", "take:S01", "harbor:H05"]),
    "borabora": (borabora, ["card:deck", "god:blue"]),
}
"""For each game the position, and how its line begins. In it are an outcome of chance that matters
and a choice that costs points."""
SIMULATIONS = 8000
NEAR = 0.1
"""The part of the largest difference between positions by which an estimate may be off: simulations
also try what is worse."""


@pytest.fixture(scope="module", params=LINES)
def both(request, tmp_path_factory):
    """Return the review of a line, the solved change of each seat's lead by each of its events, and
    by how much they may differ."""
    position, begins = LINES[request.param]
    record, positions = played(position(tmp_path_factory.mktemp("tiny")), begins)
    known = {}
    leads = np.array([solved(one, known) for one in positions])
    found = review(record, SIMULATIONS, open_cards=request.param != "tahiti")
    changes = np.diff(leads, axis=0)
    return found, changes, NEAR * np.abs(changes).max()


def test_luck_is_the_solved_one(both):
    found, changes, near = both
    is_chance = [event.seat == CHANCE for event in found.events]
    assert np.abs(changes[is_chance]).max() > 2
    assert np.array([seat.luck.points.mean for seat in found.seats]) == pytest.approx(
        changes[is_chance].sum(axis=0), abs=near
    )
    for event, change in zip(found.events, changes, strict=True):
        if event.seat == CHANCE:
            luck = [one.value.points.mean if one else 0 for one in event.changes]
            assert luck == pytest.approx(change.tolist(), abs=near), event.code


def test_choice_is_the_solved_one(both):
    found, changes, near = both
    costs, step = set(), 0
    for event, change in zip(found.events, changes, strict=True):
        if event.seat != CHANCE:
            step += 1
            own, value = event.changes[event.seat], change[event.seat]
            assert (own.value.points.mean if own else 0) == pytest.approx(value, abs=near)
            if value < -near:
                costs.add(step)
    assert costs
    assert {one.step for one in found.costliest if one.is_mistake} == costs
