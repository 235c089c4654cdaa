"""Scenes of Borneo: positions set up in words of the rule book."""

from __future__ import annotations

import copy

import pytest

import proa
from proa.engine.core.verbs import CHANCE
from proa.games.borneo.rules.harbors import visible_flags

COMPANIES = ("red", "yellow", "green", "blue")


@pytest.fixture(scope="session")
def game():
    """Return the standard edition with the usual options."""
    return proa.game("borneo")


def card_names(tables):
    """Return the codes by flags and good: ``"RRR/Y pepper": "S01"``."""
    goods = ("pepper", "cinnamon", "cloves", "nutmeg")
    names = {}
    for card in range(tables.shipments):
        flags = "".join("RYGB"[flag] for flag in tables.flag[card])
        names[f"{flags[:3]}/{flags[3]} {goods[tables.good[card]]}"] = f"S{card + 1:02d}"
    return names


NAMES = {}


def s(name):
    """Return the code of a shipment: ``s("RRR/Y pepper")``."""
    if not NAMES:
        NAMES.update(card_names(proa.game("borneo").tables))
    return NAMES[name]


@pytest.fixture(name="s")
def _s():
    return s


class Scene:
    """A position being set up; loading fills in what is missing."""

    def __init__(self, game, players=3):
        self.game = game
        self.document = copy.deepcopy(game.dump(game.start(players, seed=1, chance=False)))
        self.position = self.document["position"]
        nothing = {
            "hand": [],
            "shipments": [],
            "harbors": [],
            "missions": {},
            "known_to_hold": None,
        }
        self.seats = [copy.deepcopy(nothing) for _ in range(players)]
        self.rows = {}
        self.slots = []
        self.position.update(seats=self.seats, phase="company", turn=5, discard_pile=[])
        self.position.update(to_decide=0, turn_of=0, first_player=0)

    def set(self, **fields):
        """Set fields of the position."""
        self.position.update(fields)
        return self

    def hand(self, seat, *names):
        """Set a hand, with cards by flags and good."""
        self.seats[seat]["hand"] = [s(name) for name in names]
        return self

    def warehouse(self, seat, *names):
        """Set a warehouse: shipments by flags and good, harbors by code."""
        self.seats[seat]["harbors"] = [name for name in names if name[0] == "H"]
        self.seats[seat]["shipments"] = [s(name) for name in names if name[0] != "H"]
        return self

    def missions(self, seat, **completed):
        """Set the completed missions by kind."""
        self.seats[seat]["missions"] = completed
        return self

    def row(self, company, merchants):
        """Set the merchants of a company: ``"0a 1a 0b"``."""
        self.rows[company] = merchants.split()
        return self

    def harbor(self, code, *names):
        """Add an open harbor and the shipments on it in the order of laying."""
        self.slots.append({"harbor": code, "pile": [s(name) for name in names]})
        return self

    def discard(self, *names):
        """Set the discard pile."""
        self.position["discard_pile"] = [s(name) for name in names]
        return self

    def deck(self, *names):
        """Set the deck instead of all remaining cards; those go to the discard pile."""
        self.position["deck"] = [s(name) for name in names]
        return self

    def load(self):
        """Return the position: merchants, harbors, a card for each empty hand, decks and stack."""
        self._fill_rows()
        self._fill_harbors()
        self._fill_cards()
        return self.game.load(self.document)

    def _fill_rows(self):
        placed = {merchant for row in self.rows.values() for merchant in row}
        number = self.game.tables.merchants
        rest = [f"{i}{which}" for which in "abcd"[:number] for i in range(len(self.seats))]
        rest = [merchant for merchant in rest if merchant not in placed]
        free = [company for company in reversed(COMPANIES) if company not in self.rows]
        if free:
            self.rows[free[0]] = rest
        self.position["companies"] = self.rows

    def _fill_harbors(self):
        taken = {slot["harbor"] for slot in self.slots}
        for seat in self.seats:
            taken |= set(seat["harbors"])
        codes = [f"H{i + 1:02d}" for i in reversed(range(self.game.tables.harbors))]
        codes = [code for code in codes if code not in taken]
        while len(self.slots) < 3:
            self.slots.append({"harbor": codes.pop(), "pile": []})
        self.position["open_harbors"] = self.slots
        if self.position["harbor_deck"]:
            self.position["harbor_deck"] = sorted(codes)

    def _fill_cards(self):
        known = [*self.position["discard_pile"]]
        for slot in self.slots:
            known += slot["pile"]
        for seat in self.seats:
            known += [*seat["hand"], *seat["shipments"]]
        if fight := self.position.get("fight"):
            known += [*fight.get("attack", []), *fight.get("defence", [])]
        chosen_deck = len(self.position["deck"]) < self.game.tables.shipments
        known += self.position["deck"] if chosen_deck else []
        rest = [f"S{i + 1:02d}" for i in range(self.game.tables.shipments)]
        rest = [code for code in rest if code not in known]
        for seat in self.seats:
            if not seat["hand"]:
                seat["hand"] = [rest.pop()]
        pile = "discard_pile" if chosen_deck else "deck"
        self.position[pile] = [*self.position[pile], *rest] if chosen_deck else rest
        kinds = list(self.position["mission_stack"])
        for kind, number in zip(kinds, self.game.tables.mission_cards, strict=True):
            done = sum(seat["missions"].get(kind, 0) for seat in self.seats)
            self.position["mission_stack"][kind] = number - done


@pytest.fixture
def scene(game):
    """Return a maker of scenes: ``scene(players=3)``, or of another game: ``scene(of=other)``."""

    def make(players=3, of=None):
        return Scene(of or game, players)

    return make


def play(position, *codes):
    """Play decisions and outcomes one by one, chance by its codes."""
    for code in codes:
        position = position.game.play(position, code, chance=False)
    return position


def visible(position, slot):
    """Return the visible flags at an open harbor, by company."""
    harbor, tables = position.fields.harbor[slot], position.game.tables
    return {company: int(visible_flags(tables, harbor, i)) for i, company in enumerate(COMPANIES)}


@pytest.fixture(name="visible")
def _visible():
    return visible


def lowest(position):
    """Go on through chance, with the lowest card each time."""
    while position.to_move == CHANCE:
        position = play(position, position.game.codes(position)[0])
    return position


@pytest.fixture(name="lowest")
def _lowest():
    return lowest


@pytest.fixture(name="play")
def _play():
    return play


def words(position):
    """Return the position as JSON in words of the rule book."""
    return position.game.dump(position)["position"]


@pytest.fixture(name="words")
def _words():
    return words
