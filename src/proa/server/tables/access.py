"""Who looks at a table, and what of it they may be told beside the game itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proa.engine.core.game_spec import SPECTATOR
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.schema import OVER, RUNNING, WAITING, SeatRow
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables


@dataclass(frozen=True)
class TableAccess(ABC):
    """Somebody at a table: one of the three below. What a kind is not told, it has nothing of."""

    table: Table
    guest_id: str
    viewer: int = SPECTATOR
    """Their seat, or ``SPECTATOR``: also for who holds several and has not said which they are."""
    mine: Sequence[int] = ()
    """The seats they hold."""
    asked: int | None = None
    """The seat that the address names, at a screen: a claim, which gives no right."""
    at_screen: int | None = None
    """Which of their seats has the screen."""

    @property
    @abstractmethod
    def path(self) -> str:
        """The path of the table's page for them; empty if they have none."""

    @abstractmethod
    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        """The same somebody at the table as it stands now; refused if they may look no more."""

    @property
    def table_id(self) -> str:
        """What the table is called by who belongs there."""
        return ""

    @property
    def rematch(self) -> str | None:
        """The table of the next game with the same people."""
        return None

    @property
    def watch_link(self) -> str | None:
        """What spectators need, for who may hand it on."""
        return self.table.row.watch if self.mine else None

    @property
    def invitations(self) -> Sequence[SeatRow]:
        """The open seats that they may invite others to."""
        may = self.mine or self.is_host
        return [place for place in self.table.seats if place.invite and may]

    @property
    def is_host(self) -> bool:
        """Whether they opened the table."""
        return self.guest_id == self.table.row.host

    @property
    def may_talk(self) -> bool:
        """Whether they may talk: all who sit here, spectators if the table allows it."""
        return bool(self.mine) or self.table.row.watchers_chat

    @property
    def query(self) -> str:
        """What follows the path in addresses for this seat."""
        return f"?seat={self.viewer}" if len(self.mine) > 1 and self.viewer != SPECTATOR else ""

    @property
    def must_choose_seat(self) -> bool:
        """Whether they must say who they are before they are shown more than spectators are."""
        return len(self.mine) > 1 and self.viewer == SPECTATOR

    @property
    def is_passed_on(self) -> bool:
        """Whether the address names a seat that does not have the screen, or no longer."""
        return self.must_choose_seat and self.asked is not None

    @property
    def is_shared(self) -> bool:
        """Whether one of their seats may know now what the others may not."""
        is_played = self.table.row.status not in (WAITING, OVER)
        return is_played and len(self.mine) > 1 and self.table.keeps_secrets(self.mine)

    @property
    def seat(self) -> int:
        """Their seat; refused for spectators and behind the veil."""
        if self.is_passed_on:
            raise Refusal(
                409, say("The screen was handed on, so this was not done. Say first who you are.")
            )
        if self.must_choose_seat:
            raise Refusal(409, say("Choose who you are first."))
        self.check_plays()
        return self.viewer

    def check_plays(self) -> None:
        """Refuse those who hold no seat."""
        if not self.mine:
            raise Refusal(403, say("Spectators can't do this; it is for players."))


class SeatAccess(TableAccess):
    """Whoever holds seats at a table, or opened it."""

    @property
    def path(self) -> str:
        return f"/table/{self.table.id}"

    @property
    def table_id(self) -> str:
        return self.table.id

    @property
    def rematch(self) -> str | None:
        return self.table.row.rematch

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        return seat_access(table, self.guest_id, self.viewer if self.viewer in self.mine else None)


class AtScreen(SeatAccess):
    """A guest at a browser: of several seats one at a time has the screen, as the store says."""

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        asked = self.asked if self.asked in table.seats_of(self.guest_id) else None
        return await at_screen(tables, table, self.guest_id, asked)


class SpectatorAccess(TableAccess):
    """Whoever has the link for spectators."""

    @property
    def path(self) -> str:
        return f"/watch/{self.table.row.watch}"

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        return spectator_access(table, self.guest_id)


class InvitationAccess(TableAccess):
    """Whoever has a link to a seat: an invitation, or one for another device."""

    @property
    def path(self) -> str:
        return ""

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        return InvitationAccess(table, self.guest_id, self.viewer)


async def load_seat_access(
    tables: Tables, table_id: str, guest_id: str, seat: int | None
) -> TableAccess:
    """A guest at their table; nobody else is told that there is one."""
    return await at_screen(tables, await tables.load(table_id), guest_id, seat)


async def at_screen(tables: Tables, table: Table, guest_id: str, seat: int | None) -> TableAccess:
    """The same at a table that was read already; ``seat`` is the one that the address names.

    A browser remembers addresses and shows them to whoever sits there, so that the seat which an
    address names is looked at only while it has the screen, or where nothing is hidden from others.
    """
    mine = _seats_of(table, guest_id, seat)
    has = await tables.store.screen(table.id, guest_id) if len(mine) > 1 else None
    access = AtScreen(table, guest_id, SPECTATOR, mine, seat, has if has in mine else None)
    if seat is None or len(mine) == 1:
        viewer = _who(table, mine)
    elif seat == has or not access.is_shared:
        viewer = seat
    else:
        viewer = SPECTATOR
    return replace(access, viewer=viewer)


def seat_access(table: Table, guest_id: str, seat: int | None) -> TableAccess:
    """A program at a table; ``seat`` is which of its seats it asks for."""
    mine = _seats_of(table, guest_id, seat)
    return SeatAccess(table, guest_id, _who(table, mine) if seat is None else seat, mine)


def _seats_of(table: Table, guest_id: str, seat: int | None) -> Sequence[int]:
    """The seats of a holder, ``seat`` among them; refused for others."""
    mine = table.seats_of(guest_id)
    if not mine and guest_id != table.row.host:
        raise no_table()
    if seat is not None and seat not in mine:
        raise Refusal(403, say("That seat is not yours."))
    return mine


def _who(table: Table, mine: Sequence[int]) -> int:
    """Which of their seats somebody sits at who has not said so: the one to move where nobody may
    know what the others may not; else they must say."""
    if len(mine) == 1 or (mine and table.row.status == OVER):
        return mine[0]
    if not mine or table.row.status != RUNNING or table.keeps_secrets(mine):
        return SPECTATOR
    turn = table.row.turn
    return turn if turn is not None and turn in mine else mine[0]


async def load_spectator_access(tables: Tables, watch: str, guest_id: str) -> TableAccess:
    """Whoever has the link for spectators."""
    return spectator_access(await tables.load_watched(watch), guest_id)


def spectator_access(table: Table, guest_id: str) -> TableAccess:
    """The same at a table that was read already."""
    return SpectatorAccess(table, guest_id)
