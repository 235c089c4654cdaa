"""Three plans for Borneo, which differ in the missions they want to complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.bots.handmade.plan import Plan, after
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.state import (
    ATTACK,
    BEATEN,
    COMPANIES,
    DEFEND,
    GOODS,
    HARBOR,
    MOST_MERCHANTS,
    PAY,
    PICK,
    REWARD,
    TARGET,
)
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.components import Tables
    from proa.games.borneo.state import Player, Position, State


class Collector(Plan):
    """Collects much of one good: missions for four and eight of it score most per card."""

    name = "collector"
    game = "borneo"

    one, each = 1.0, 0.4
    """Weights of missions of one good, and of each good."""
    rank = (1.0, 0.6, 0.35, 0.2)
    """Weights of the places in a row, from the first."""
    place = 1.5
    """Points for the first place in a company whose flags are everywhere."""

    def answer(self, now: Position, seat: int) -> str:
        codes = likely(now)
        if now.fields.phase == DEFEND:
            return self.defence(now, codes)
        return max(codes, key=lambda code: self.value(after(now, code), seat))

    def defence(self, now: Position, codes: list[str]) -> str:
        """Return a card that holds the place, if there is one; else none."""
        holds = (
            code for code in codes[1:] if after(after(now, code), "commit").fields.phase == REWARD
        )
        return next(holds, "commit")

    def value(self, now: Position, seat: int) -> float:
        """Return the value after the current action is finished in the expected way."""
        phase = now.fields.phase
        if now.to_move == seat and phase in (TARGET, ATTACK, HARBOR):
            return max(self.value(after(now, code), seat) for code in likely(now))
        if phase in (PAY, PICK, DEFEND, BEATEN, REWARD):
            return self.value(after(now, self.expected(now)), seat)
        return self.worth(now, seat)

    def expected(self, now: Position) -> str:
        """Return the expected answer on the way: goods go by their value, and nobody defends."""
        codes = now.game.codes(now)
        if now.fields.phase not in (PAY, PICK):
            return codes[0]
        return max(codes, key=lambda code: self.goods(after(now, code), now.to_move))

    def worth(self, now: Position, seat: int) -> float:
        """Return the value of the seat's goods and places minus that of the best of the others."""
        values = [self.goods(now, one) for one in range(now.players)]
        for one, places in enumerate(self.places(now)):
            values[one] += places
        return values[seat] - max(values[:seat] + values[seat + 1 :])

    def goods(self, now: Position, seat: int) -> float:
        """Return the points, and the value of the warehouse for missions while there is time."""
        state, tables = now.fields, now.game.tables
        points: float = now.game.scores(now)[seat]
        if state.chances:
            return points
        have = delivered(tables, state.player[seat])
        hopes: float = sum(
            self.hope(tables, state, kind, have) for kind in range(tables.mission_kinds)
        )
        time: float = min(1.0, state.harbor_deck.bit_count() / 4)
        return points + time * hopes

    def hope(self, tables: Tables, state: State, kind: int, have: list[int]) -> float:
        """Return what a mission brings beyond its goods, times the square of the part that is
        there, so that nearly complete missions count most."""
        number: int = tables.mission_number[kind]
        points: int = tables.mission_points[kind]
        if state.stack[kind] == 0:
            return 0.0
        if tables.mission_goods[kind] == ONE_GOOD:
            return self.one * (points - number) * (min(max(have), number) / number) ** 2
        number *= len(have)
        part = sum(min(len(have) * n, number) for n in have) / (len(have) * number)
        return self.each * (points - number) * part**2

    def places(self, now: Position) -> list[float]:
        """Return the value of each seat's places in the companies, by the visible flags."""
        state = now.fields
        values = [0.0] * now.players
        for company, flags in enumerate(visible(now.game.tables, state)):
            row = state.row[company]
            for rank, part in zip(range(row.length), self.rank, strict=False):
                values[(row.place[rank] - 1) // MOST_MERCHANTS] += (
                    self.place * part * (2 + flags) / 6
                )
        return values


class Rounder(Collector):
    """Collects some of everything: one, two and three of each."""

    name = "rounder"

    one, each = 0.4, 1.0


class Climber(Collector):
    """Wants the first places, and takes goods as they come."""

    name = "climber"

    one, each = 0.7, 0.7
    place = 3.0


def likely(now: Position) -> list[str]:
    """Return the answers worth considering: attacks only on neighbours, with a single card."""
    codes, state = now.game.codes(now), now.fields
    if state.phase == TARGET:
        neighbour = f"attack:{state.fight.attacker}"
        return [code for code in codes if code == neighbour or code.startswith("to")]
    return codes[:1] if state.phase == ATTACK and codes[0] == "commit" else codes


def delivered(tables: Tables, player: Player) -> list[int]:
    """Return how many of each good a warehouse holds."""
    have = [0] * len(GOODS)
    for card in cards(player.shipments):
        have[tables.good[card]] += tables.worth[card]
    for card in cards(player.harbors):
        have[tables.harbor_good[card]] += 1
    return have


def visible(tables: Tables, state: State) -> list[int]:
    """Return how many flags of each company are visible at the harbors."""
    flags = [0] * len(COMPANIES)
    for harbor in state.harbor:
        for card in harbor.pile[: harbor.laid]:
            for company, n in enumerate(tables.top[card]):
                flags[company] += n
    return flags
