"""Three merchants of Borneo, who know what they want to deliver."""

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
    """Collects much of one good: four and eight of it are the dearest missions for each card."""

    name = "collector"
    game = "borneo"

    one, each = 1.0, 0.4
    """How much it counts on missions of one good, and of each."""
    rank = (1.0, 0.6, 0.35, 0.2)
    """What places in a row are worth, from the first."""
    place = 1.5
    """Points for the first place in a company whose flags are everywhere."""

    def answer(self, now: Position, seat: int) -> str:
        codes = likely(now)
        if now.fields.phase == DEFEND:
            return self.defence(now, codes)
        return max(codes, key=lambda code: self.value(after(now, code), seat))

    def defence(self, now: Position, codes: list[str]) -> str:
        """A card that holds the place, if there is one; else none."""
        holds = (
            code for code in codes[1:] if after(after(now, code), "commit").fields.phase == REWARD
        )
        return next(holds, "commit")

    def value(self, now: Position, seat: int) -> float:
        """The worth when what was begun is done, as it would go on."""
        phase = now.fields.phase
        if now.to_move == seat and phase in (TARGET, ATTACK, HARBOR):
            return max(self.value(after(now, code), seat) for code in likely(now))
        if phase in (PAY, PICK, DEFEND, BEATEN, REWARD):
            return self.value(after(now, self.expected(now)), seat)
        return self.worth(now, seat)

    def expected(self, now: Position) -> str:
        """What is answered on the way: goods come and go by their worth, nobody defends."""
        codes = now.game.codes(now)
        if now.fields.phase not in (PAY, PICK):
            return codes[0]
        return max(codes, key=lambda code: self.goods(after(now, code), now.to_move))

    def worth(self, now: Position, seat: int) -> float:
        """One's goods and places against those of the best of the others."""
        worths = [self.goods(now, one) for one in range(now.players)]
        for one, places in enumerate(self.places(now)):
            worths[one] += places
        return worths[seat] - max(worths[:seat] + worths[seat + 1 :])

    def goods(self, now: Position, seat: int) -> float:
        """Points, and what the warehouse has towards missions while there is time."""
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
        """What a mission brings beside its goods, by the square of the part that is there: what is
        nearly complete counts most."""
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
        """What each seat's places in the companies are worth, by the flags to be seen."""
        state = now.fields
        worths = [0.0] * now.players
        for company, flags in enumerate(visible(now.game.tables, state)):
            row = state.row[company]
            for rank, part in zip(range(row.length), self.rank, strict=False):
                worths[(row.place[rank] - 1) // MOST_MERCHANTS] += (
                    self.place * part * (2 + flags) / 6
                )
        return worths


class Rounder(Collector):
    """Collects some of everything: one, two and three of each."""

    name = "rounder"

    one, each = 0.4, 1.0


class Climber(Collector):
    """Wants the first places, and goods as they come."""

    name = "climber"

    one, each = 0.7, 0.7
    place = 3.0


def likely(now: Position) -> list[str]:
    """The answers worth a thought: only neighbours are attacked, with a single card."""
    codes, state = now.game.codes(now), now.fields
    if state.phase == TARGET:
        neighbour = f"attack:{state.fight.attacker}"
        return [code for code in codes if code == neighbour or code.startswith("to")]
    return codes[:1] if state.phase == ATTACK and codes[0] == "commit" else codes


def delivered(tables: Tables, player: Player) -> list[int]:
    """How many of each good a warehouse holds."""
    have = [0] * len(GOODS)
    for card in cards(player.shipments):
        have[tables.good[card]] += tables.worth[card]
    for card in cards(player.harbors):
        have[tables.harbor_good[card]] += 1
    return have


def visible(tables: Tables, state: State) -> list[int]:
    """How many flags of each company show at the harbors."""
    flags = [0] * len(COMPANIES)
    for harbor in state.harbor:
        for card in harbor.pile[: harbor.laid]:
            for company, n in enumerate(tables.top[card]):
                flags[company] += n
    return flags
