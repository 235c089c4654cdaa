"""A table as it was loaded, and its refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proa.engine.core.game import Game
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.store.rows import (
    BOT,
    FROZEN,
    OVER,
    PERSON,
    WAITING,
    SeatRow,
    TableRow,
    bot_to_move,
)
from proa.server.tables.game_log import GameLog
from proa.server.tables.story import knows_more
from proa.server.telemetry import metrics


@dataclass
class Table:
    """A table as it was loaded: its row, its seats and, once begun, its replayed log."""

    row: TableRow
    seats: list[SeatRow]
    opened: Game | Refusal
    """The game, or why it can't be opened any more."""
    log: GameLog | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def names(self) -> list[str]:
        """Return the seats' names in order."""
        return [place.name for place in self.seats]

    @property
    def host_name(self) -> str:
        """Return the name of the guest who opened the table; empty if they have no seat."""
        own = self.seats_of(self.row.host)
        return self.seats[own[0]].name if own else ""

    @property
    def game(self) -> Game:
        """Return the game; raise the refusal if it can't be opened."""
        if isinstance(self.opened, Refusal):
            raise self.opened
        return self.opened

    @property
    def playing(self) -> GameLog:
        """Return the replayed log; refuse before the start, or if not even that replays."""
        if self.log is None or not self.log.steps:
            raise self.why_not_visible or Refusal(
                409, say("The game hasn't begun yet."), Code.NOT_BEGUN
            )
        return self.log

    @property
    def why_not_visible(self) -> Refusal | None:
        """Return why no frame of a begun game can be shown; None if one can."""
        if self.row.last < 0 or (self.log is not None and self.log.steps):
            return None
        return self.opened if isinstance(self.opened, Refusal) else frozen()

    def allows_hints(self, seat: int) -> bool:
        """Return whether a seat may use hints: the table allows it, or all others are bots."""
        others = (place for place in self.seats if place.seat != seat)
        return seat >= 0 and (self.row.hints or all(place.kind == BOT for place in others))

    @property
    def bot_to_move(self) -> bool:
        """Return whether a bot is to move, for itself or for an absent player."""
        return bot_to_move(self.row, self.seats)

    @property
    def is_against_bots(self) -> bool:
        """Return whether only one person sits here: nobody else can learn from their answers."""
        return sum(place.kind == PERSON for place in self.seats) == 1

    def seats_of(self, guest_id: str) -> list[int]:
        """Return the seats of a guest."""
        return [s.seat for s in self.seats if s.kind == PERSON and guest_id in s.holders]

    def keeps_secrets(self, seats: Sequence[int]) -> bool:
        """Return whether one of these seats may know more than the others of them, or than all."""
        if self.log is None or not self.log.steps:
            return True
        game, position = self.playing.game, self.playing.position()
        public = game.sections(position, SPECTATOR)
        return any(
            game.sections(position, self.eyes(seat)) != public or knows_more(self.playing, seat)
            for seat in seats
        )

    def eyes(self, viewer: int) -> int:
        """Return the viewer whose knowledge decides what ``viewer`` sees; ``ALL`` after the end."""
        return ALL if self.row.status == OVER else viewer


class Stale(Refusal):
    """A request of ``seat`` that answers a frame which is no longer the newest of ``table``."""

    def __init__(self, table: Table, seat: int) -> None:
        why = say("The game has moved on. This is the current position.")
        super().__init__(409, why, Code.STALE)
        self.table = table
        self.seat = seat
        metrics.lost_races.add(1, {"then": "refused"})


def check_running(table: Table) -> None:
    """Refuse unless the game is running."""
    if table.row.status == FROZEN:
        raise frozen()
    if table.row.status == OVER:
        raise Refusal(409, say("The game is over."), Code.OVER)
    if table.row.status == WAITING:
        raise Refusal(409, say("The game hasn't begun yet."), Code.NOT_BEGUN)


def check_over(table: Table) -> None:
    """Refuse unless the game is over."""
    if table.row.status == FROZEN:
        raise frozen()
    if table.row.status != OVER:
        raise Refusal(409, say("The game is not over yet."), Code.NOT_OVER)


def check_host(table: Table, guest_id: str) -> None:
    """Refuse guests other than the table's host."""
    if guest_id != table.row.host:
        raise Refusal(403, say("Only the table's host may do that."))


def check_frame(table: Table, seat: int, frame: int) -> None:
    """Refuse if the frame is not the newest."""
    check_running(table)
    if frame != len(table.playing.frames(seat)) - 1:
        raise Stale(table, seat)


def check_present(table: Table, seat: int) -> None:
    """Refuse while a bot stands in for the seat, or the game is paused."""
    if table.row.is_paused:
        raise Refusal(409, say("The game is paused. Resume it first."), Code.PAUSED)
    if seat in table.playing.lost:
        raise Refusal(
            409, say("Your time ran out, so a bot plays your seat to the end."), Code.AWAY
        )
    if table.seats[seat].stand_in:
        raise Refusal(409, say("A bot is playing for you. Take your seat back first."), Code.AWAY)


def no_table() -> Refusal:
    """Return the refusal for tables that don't exist, or to which the guest has no access."""
    return Refusal(
        404,
        say(
            "This table no longer exists, or you have no seat at it. Tables that wait too long "
            "for players are closed."
        ),
    )


def frozen() -> Refusal:
    """Return the refusal at a table whose log no longer replays."""
    return Refusal(
        409, say("This table is frozen: the rules have changed since its game began."), Code.FROZEN
    )
