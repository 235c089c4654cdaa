"""Four plans for Bora Bora. Each looks at a whole step and evaluates the position after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.bots.handmade.plan import Plan, after
from proa.games.borabora.state import (
    BUY,
    COPIES,
    DICE,
    DRAW,
    FINAL,
    HELPER,
    NEW_TASK,
    NONE,
    OPEN,
    OVER_ALL,
    PEOPLE,
    PLACE,
    ROUNDS,
    SEXES,
    SITES,
    TASK,
    TYPES,
)
from proa.games.borabora.texts.goals import progress

if TYPE_CHECKING:
    from proa.games.borabora.components import Tables
    from proa.games.borabora.state import PendingQuestion, Player, Position, State

SITE_BITS = [1 << one | 1 << other for one, other in SITES]
STEPS = (PLACE, PEOPLE, BUY, TASK, NEW_TASK, FINAL)
"""Questions with which a step begins."""

USE = {
    "land": 2.4,
    "water": 2.4,
    "woman": 2.2,
    "man": 2.2,
    "build": 4.0,
    "material": 1.8,
    "move": 0.5,
    "points": 2.0,
    "god": 1.4,
    "offering": 1.3,
    "status": 1.2,
    "shell": 1.2,
}
"""What a person is worth for one use in a round, in points."""


class Settler(Plan):
    """A mixture of everything, the base of the other plans. Its numbers are points."""

    name = "settler"
    game = "borabora"

    person = 0.5
    symbol = 0.5
    """For a shell or a status step to come."""
    use = 0.6
    """The weight of future uses of men and women."""
    material = 1.5
    site = 0.4
    """The part of a building's points that two materials side by side are worth."""
    region = 1.5
    card, offering, shell, god_tile = 0.9, 1.1, 1.2, 1.5
    priest = (1.0, 0.9, 0.8, 0.65, 0.5, 0.35)
    """The part of the points to come that a priest will score, by its space: those at the right go
    first."""
    turn = 0.8
    """For each place in turn order."""
    task = (5.5, 2.2, 0.8, 0.2)
    """For a task, by the number of things that are missing for it."""
    pip, trade = 0.25, 0.7
    """For what is left of dice and Helper."""

    def answer(self, now: Position, seat: int) -> str:
        codes = now.game.codes(now)
        return max(codes, key=lambda code: self.value(now, code, seat))

    def value(self, now: Position, code: str, seat: int) -> float:
        """Return the value after a choice and the best answers to the questions that follow."""
        if code == "no" and asked(now) == PEOPLE:
            return self.worth(now, seat)
        now = later(now, code)
        while now.to_move == seat and asked(now) not in STEPS:
            ways = [later(now, code) for code in now.game.codes(now)]
            now = max(ways, key=lambda way: self.worth(way, seat)) if len(ways) > 1 else ways[0]
        return self.worth(now, seat)

    def worth(self, now: Position, seat: int) -> float:
        """Return the points so far, as if the game had ended, and those expected."""
        state, tables = now.fields, now.game.tables
        me, points = state.player[seat], float(now.game.scores(now)[seat])
        if state.phase in (FINAL, OVER_ALL):
            return points
        left = ROUNDS - state.round + (state.phase in (PLACE, PEOPLE))
        points += self.people(tables, me, left - (state.phase == PEOPLE))
        points += self.ceremony(tables, me, min(state.round, ROUNDS - 1), left) + self.tasks(
            tables, state, seat
        )
        points += self.course(tables, state, seat)
        return points + (self.things(me) if left > 1 or state.phase == PLACE else 0.0)

    def people(self, tables: Tables, me: Player, left: int) -> float:
        """Return the expected points of men and women: the best type of each sex in every round,
        and the symbols on tiles that can still be shifted down."""
        total: float = 0.0
        for sex in range(len(SEXES)):
            power = dict.fromkeys(TYPES, 0.0)
            for tile in bits(me.persons[sex]):
                power[TYPES[tile // COPIES]] += USE[TYPES[tile // COPIES]]
                total += self.person
                if not me.shifted[sex] >> tile & 1:
                    total += self.symbol * tables.symbols[sex][tile] * (left > 0)
            best = sorted(power.values())
            total += self.use * left * (best[-1] + 0.25 * best[-2])
        return total

    def ceremony(self, tables: Tables, me: Player, coming: int, left: int) -> float:
        """Return the value of materials, and of sites that can be built on in a coming round."""
        if left == 0:
            return 0.0
        sites: int = sum(me.filled & site == site for site in SITE_BITS)
        dear: float = self.site * tables.building_points[coming]
        return self.material * len(bits(me.filled)) + dear * (min(sites, 2) + 1) / 2 * (sites > 0)

    def tasks(self, tables: Tables, state: State, seat: int) -> float:
        """Return the value of the tasks in hand, by what is missing for them."""
        total = 0.0
        for task in state.player[seat].task:
            if task != NONE:
                found = progress(tables, state, seat, task, sees=True)
                lacks = sum(max(0, need - (has or 0)) for has, need in found)
                total += self.task[min(lacks, len(self.task) - 1)]
        return total

    def course(self, tables: Tables, state: State, seat: int) -> float:
        """Return what this round will still bring: status track, temple, dice and Helper."""
        me = state.player[seat]
        total: float = 0.0
        if state.phase in (PLACE, PEOPLE):
            total += tables.status_points[me.steps]
            total -= self.turn * list(state.status).index(seat)
            coming = sum(tables.priest_points[state.round - 1 :])
            total += coming * sum(
                part
                for part, priest in zip(self.priest, state.temple, strict=True)
                if priest == seat
            )
            total += self.pip * sum(me.die[i] for i in range(DICE) if me.spot[i] == NONE)
        if asked_of(state).kind == HELPER and state.mover == seat:
            total += self.trade * asked_of(state).b
        return total

    def things(self, me: Player) -> float:
        """Return the value of things for later use; the first few of each kind count most."""
        worth: float = (
            self.card * min(sum(me.hand), 4)
            + self.offering * min(me.offerings, 4)
            + self.shell * min(me.shells, 7)
            + self.god_tile * me.god_tiles
            + self.region * len(bits(me.regions))
        )
        return worth


class Householder(Settler):
    """Many men and women, used twice a round, shifted down for shells and the turn order."""

    name = "householder"

    person, symbol, use = 1.2, 0.7, 0.9


class Builder(Settler):
    """Buildings while they score much, and priests."""

    name = "builder"

    material, site = 2.0, 0.6


class Taskmaster(Settler):
    """Tasks first: one in each round and three at the end."""

    name = "taskmaster"

    task = (6.0, 4.0, 2.2, 1.0)


def later(now: Position, code: str) -> Position:
    """Return the position after a choice; a card that is drawn for it is drawn at random."""
    then = after(now, code)
    return then.game.settle(then)[0] if asked(then) in (DRAW, OPEN) else then


def asked(now: Position) -> int:
    """Return the kind of the question."""
    return int(asked_of(now.fields).kind)


def asked_of(state: State) -> PendingQuestion:
    """Return the question on top of the stack."""
    return state.question[max(state.depth, 1) - 1]


def bits(number: int) -> list[int]:
    """Return the members of a set."""
    return [n for n in range(number.bit_length()) if number >> n & 1]
