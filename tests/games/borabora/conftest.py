"""Scenes of Bora Bora: positions set up in words of the rule book."""

from __future__ import annotations

import copy

import pytest

import proa
from proa.games.borabora.state import JEWELRY, PERSONS, REGIONS, TASKS, TYPES

FISH_AT = {
    "CF": "tuna-b",
    "CP": "parrotfish-b",
    "CM": "tuna-a",
    "CB": "angelfish-b",
    "EF": "parrotfish-a",
    "EB": "parrotfish-c",
    "SF": "angelfish-a",
    "SP": "angelfish-c",
    "NB": "boxfish-b",
    "NM": "boxfish-c",
    "WP": "boxfish-a",
    "WM": "tuna-c",
}
"""CM, EF, SF and WP have the fish of value 1; EB and SP have 5, WM has 6."""
FIRST_REGIONS = ("CM", "EF", "SF", "WP")
CRANES = TASKS[:7]


@pytest.fixture(scope="session")
def game():
    """Return the standard edition."""
    return proa.game("borabora")


class Scene:
    """A position being set up: round 1, phase A, one hut each; loading fills in the rest."""

    def __init__(self, game, players=3):
        self.game = game
        self.players = players
        self.seats = [self._seat(i) for i in range(players)]
        self.position = {
            "players": players,
            "phase": "place a die",
            "turn": 0,
            "round": 1,
            "pending": [{"ask": "place a die"}],
            "turn_order": list(range(players)),
            "status_order": list(range(players)),
            "fish": dict(FISH_AT),
            "building_spaces": {FIRST_REGIONS[i]: i for i in range(players)},
            "temple": [None] * 6,
            "persons": {sex: [f"{kind}-a" for kind in TYPES[:6]] for sex in ("woman", "man")},
            "open_tasks": list(TASKS[48 : 50 + players]),
            "jewelry": [list(JEWELRY[4 * c : 4 * c + 4]) for c in range(6)],
            "open_cards": dict.fromkeys(("blue", "white", "red", "green", "yellow"), 1),
            "discard_pile": {},
            "seats": self.seats,
        }

    @staticmethod
    def _seat(i):
        return {
            "persons": {"woman": [], "man": []},
            "shifted": {"woman": [], "man": []},
            "completed": [],
            "jewelry": [],
            "offerings": 0,
            "shells": 0,
            "regions": [FIRST_REGIONS[i]],
            "materials_on_spaces": [],
            "points": {"start": i},
            "hand": {},
            "known_cards": {},
            "god_tiles": 0,
            "huts_on_12th_space": 2,
            "status_steps": 0,
            "materials_beside": {},
            "buildings": {},
            "tasks": [f"T{24 + i}", f"T{37 + i}", f"T{55 + i}"],
            "dice": [2, 3, 5],
            "dice_on": [None, None, None],
        }

    def set(self, **fields):
        """Set fields of the position."""
        self.position.update(fields)
        return self

    def seat(self, seat, **fields):
        """Set fields of a seat; ``regions`` also puts its huts on empty building spaces."""
        self.seats[seat].update(fields)
        if "regions" in fields:
            for region in fields["regions"]:
                self.position["building_spaces"].setdefault(region, seat)
        return self

    def persons(self, seat, woman=(), man=(), shifted=()):
        """Put persons on a player board, by tile; ``shifted`` by sex and tile: "man land-a"."""
        self.seats[seat]["persons"] = {"woman": list(woman), "man": list(man)}
        down = {"woman": [], "man": []}
        for name in shifted:
            sex, tile = name.split()
            down[sex].append(tile)
        self.seats[seat]["shifted"] = down
        return self

    def ask(self, kind, **arguments):
        """Push a question on top of that of the phase."""
        self.position["pending"].append({"ask": kind, **arguments})
        return self

    def phase(self, phase, turn=0, **fields):
        """Start another phase, with its own question."""
        self.position["pending"] = [{"ask": phase}]
        return self.set(phase=phase, turn=turn, **fields)

    def action(self, kind, **arguments):
        """Ask the question of an action in phase A whose die is already placed."""
        self.position["pending"] = [{"ask": kind, **arguments}]
        return self

    def placed(self, seat, *dice):
        """Place dice of a seat on action tiles: ("water", 1)."""
        values = sorted([value for _, value in dice] + [2] * (3 - len(dice)))
        on = [None] * 3
        for tile, value in dice:
            i = next(i for i in range(3) if values[i] == value and on[i] is None)
            on[i] = tile
        return self.seat(seat, dice=values, dice_on=on)

    def load(self):
        """Return the position; owners of building spaces, huts, piles and cards follow from the
        rest."""
        position = copy.deepcopy(self.position)
        _owners(position)
        _dice(position)
        for seat in position["seats"]:
            _huts(seat)
        _piles(position)
        return self.game.load({"game": "borabora", "position": position})


def _owners(position):
    spaces = position["building_spaces"]
    for region, seat in list(spaces.items()):
        if region not in position["seats"][seat]["regions"]:
            del spaces[region]
    for i, seat in enumerate(position["seats"]):
        for region in seat["regions"]:
            spaces.setdefault(region, i)


def _dice(position):
    """Place dice that are not given where the turn demands it, on Fishing if they are already
    placed."""
    seats, players = position["seats"], position["players"]
    if position["phase"] != "place a die":
        early = position["phase"] == "roll" or position["round"] == 0
        for place, i in enumerate(position["turn_order"]):
            seats[i]["dice_on"] = [None if early else "fishing"] * 3
            if early and (place >= position["turn"] or position["round"] == 0):
                seats[i]["dice"] = [0, 0, 0]
        return
    acting = [question["ask"] for question in position["pending"][:1]] != ["place a die"]
    if acting and not any(seats[0]["dice_on"]):
        seats[0]["dice_on"] = ["fishing", None, None]
    if position["turn"] == 0 and position["turn_order"] == list(range(players)):
        _turn(position, sum(map(bool, seats[0]["dice_on"])) - acting)
    for place, i in enumerate(position["turn_order"]):
        placed = (position["turn"] + acting + players - 1 - place) // players
        on = seats[i]["dice_on"]
        while on.count(None) > 3 - placed:
            on[on.index(None)] = "fishing"


def _turn(position, placed):
    """Make seat 0 the mover with ``placed`` dice; seats with more placed dice moved before it."""
    seats = position["seats"]
    order = [i for i, seat in enumerate(seats) if sum(map(bool, seat["dice_on"])) > placed and i]
    position["turn"] = placed * len(seats) + len(order)
    position["turn_order"] = [*order, *(i for i in range(len(seats)) if i not in order)]


def _huts(seat):
    """Put huts that are not given onto normal spaces, but leave two free for persons."""
    if "huts_on_normal_spaces" not in seat:
        home = 12 - len(seat["regions"])
        persons = sum(len(tiles) for tiles in seat["persons"].values())
        normal = max(min(home - seat["huts_on_12th_space"], 9 - persons), 0)
        seat["huts_on_normal_spaces"] = normal
        seat["huts_on_12th_space"] = home - normal


def _piles(position):
    seats = position["seats"]
    given = sum(seat["god_tiles"] for seat in seats)
    position.setdefault("god_tiles_at_temple", max(min(6, 6 + len(seats) - given), 0))
    for i, seat in enumerate(seats):
        others = {task for other in seats[:i] for task in other["tasks"]}
        seat["tasks"] = [task for task in seat["tasks"] if task not in others]
    piles = {}
    for sex in ("woman", "man"):
        taken = {tile for seat in seats for tile in seat["persons"][sex]}
        shown = [None if tile in taken else tile for tile in position["persons"][sex]]
        position["persons"][sex] = shown
        piles[sex] = [tile for tile in PERSONS if tile not in taken and tile not in shown]
    position.setdefault("person_piles", piles)
    held = {task for seat in seats for task in (*seat["tasks"], *seat["completed"])}
    shown = [task for task in position["open_tasks"] if task not in held]
    position["open_tasks"] = shown
    gone = {*held, *shown, *CRANES}
    position.setdefault("task_pile", [task for task in TASKS if task not in gone])
    owned = {tile for seat in seats for tile in seat["jewelry"]}
    columns = position["jewelry"]
    position["jewelry"] = [[None if t in owned else t for t in column] for column in columns]


@pytest.fixture
def scene(game):
    """Return a maker of scenes: ``scene(players=3)``."""

    def make(players=3, edition=None):
        return Scene(edition or game, players)

    return make


def play(position, *codes):
    """Play decisions and outcomes one by one, chance by its codes."""
    for code in codes:
        position = position.game.play(position, code, chance=False)
    return position


@pytest.fixture(name="play")
def _play():
    return play


@pytest.fixture
def codes():
    """Return a function that lists the legal codes, all or those that begin with a word."""

    def listed(position, begin=""):
        return [code for code in position.game.codes(position) if code.startswith(begin)]

    return listed


@pytest.fixture
def me():
    """Return a function that gives the fields of a seat (default 0)."""

    def fields(position, seat=0):
        return position.fields.player[seat]

    return fields


@pytest.fixture
def points():
    """Return a function that gives the points of a seat from one source."""

    def of(position, source, seat=0):
        return position.game.sheet(position, seat)[source]

    return of


def names(bits, words):
    """Return the words of a set of bits."""
    return [word for i, word in enumerate(words) if bits >> i & 1]


@pytest.fixture
def regions():
    """Return a function that gives the regions with a hut of a seat."""
    return lambda position, seat=0: names(position.fields.player[seat].regions, REGIONS)
