"""What a guest has played: finished games, and the best results by game, seats and opponents.

It is read from the tables at which the guest has a seat, so it lasts as long as they are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from proa.bots.roster import roster
from proa.engine.messages import Message, say
from proa.server.store.lists import Ending
from proa.server.store.rows import BOT, SeatRow, TableRow
from proa.server.tables.at_table import title
from proa.server.tables.tables import Tables

MOST = 500
"""The latest finished games that are read."""


@dataclass
class Tally:
    """The results of games of one kind against opponents of one kind."""

    game: str
    title: str
    players: int
    opponents: Message | str
    games: int = 0
    wins: int = 0
    best: int = 0


@dataclass(frozen=True)
class PastGame:
    """One finished game."""

    table_id: str
    game: str
    title: str
    touched: float
    seats: Sequence[SeatRow]
    mine: Sequence[int]
    ending: Ending
    opponents: Message | str
    counts: bool
    """Whether the guest played one seat from the beginning."""

    @property
    def won(self) -> bool:
        """Return whether one of the guest's seats won or shared the win."""
        return any(self.ending.returns[seat] > 0 for seat in self.mine)

    @property
    def score(self) -> int:
        """Return the points of the guest's best seat."""
        return max(self.ending.scores[seat] for seat in self.mine)


async def past_games(tables: Tables, guest_id: str) -> list[PastGame]:
    """Return the guest's finished games, the most recent first."""
    found = await tables.store.finished_tables(guest_id, MOST)
    endings = await tables.store.endings([row.id for row, _ in found])
    return [
        _past_game(row, seats, guest_id, endings[row.id])
        for row, seats in found
        if row.id in endings
    ]


def _past_game(row: TableRow, seats: Sequence[SeatRow], guest_id: str, ending: Ending) -> PastGame:
    mine = [place.seat for place in seats if guest_id in place.holders]
    return PastGame(
        table_id=row.id,
        game=row.game,
        title=title(row.game),
        touched=row.touched,
        seats=seats,
        mine=mine,
        ending=ending,
        opponents=_opponents([place for place in seats if place.seat not in mine]),
        counts=len(mine) == 1 and row.start is None,
    )


def _opponents(others: Sequence[SeatRow]) -> Message | str:
    """Return who the others are: people, or bots of which level."""
    if any(place.kind != BOT for place in others):
        return say("people")
    levels = {place.level for place in others}
    if len(levels) != 1:
        return say("bots of several levels")
    level = levels.pop()
    return roster()[level].label if level in roster() else level


def tallies(games: Iterable[PastGame]) -> list[Tally]:
    """Return the results by game, number of seats and opponents."""
    found: dict[Any, Tally] = {}
    for game in games:
        if game.counts:
            players, key = len(game.seats), (game.game, len(game.seats), str(game.opponents))
            tally = found.setdefault(key, Tally(game.game, game.title, players, game.opponents))
            tally.games += 1
            tally.wins += game.won
            tally.best = max(tally.best, game.score) if tally.games > 1 else game.score
    return sorted(found.values(), key=lambda tally: (tally.title, tally.players, -tally.games))
