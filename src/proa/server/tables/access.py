"""Who looks at a table and with what rights: a seat, a spectator or an invitation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import OVER, RUNNING, WAITING, SeatRow
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables


@dataclass(frozen=True)
class TableAccess(ABC):
    """A guest's access to a table: one of the subclasses below. Properties default to no right."""

    table: Table
    guest_id: str
    viewer: int = SPECTATOR
    """The guest's seat, or ``SPECTATOR``: also for a guest who has yet to choose a seat."""
    mine: Sequence[int] = ()
    """The guest's seats."""
    asked: int | None = None
    """The seat that the page's address names; it gives no right by itself."""
    at_screen: int | None = None
    """Which of the guest's seats has the shared screen."""

    @property
    @abstractmethod
    def path(self) -> str:
        """Return the path of the table's page for this guest; empty if they have none."""

    @abstractmethod
    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        """Return this guest's access to the current ``table``; refuse if they lost it."""

    @property
    def table_id(self) -> str:
        """Return the table's id for its players and host; empty for others."""
        return ""

    @property
    def rematch(self) -> str | None:
        """Return the id of the next table with the same people."""
        return None

    @property
    def watch_link(self) -> str | None:
        """Return the secret of the spectators' link for players, who may share it."""
        return self.table.row.watch if self.mine else None

    @property
    def invitations(self) -> Sequence[SeatRow]:
        """Return the open seats that this guest may invite others to."""
        may = self.mine or self.is_host
        return [place for place in self.table.seats if place.is_offered and may]

    @property
    def is_host(self) -> bool:
        """Return whether this guest opened the table."""
        return self.guest_id == self.table.row.host

    @property
    def may_talk(self) -> bool:
        """Return whether this guest may chat: all players, spectators if the table allows it."""
        return bool(self.mine) or self.table.row.watchers_chat

    @property
    def query(self) -> str:
        """Return the query string of this guest's seat in addresses."""
        return f"?seat={self.viewer}" if len(self.mine) > 1 and self.viewer != SPECTATOR else ""

    @property
    def must_choose_seat(self) -> bool:
        """Return whether the guest has several seats and must choose one to see its view."""
        return len(self.mine) > 1 and self.viewer == SPECTATOR

    @property
    def is_passed_on(self) -> bool:
        """Return whether the address names a seat that does not have the shared screen."""
        return self.must_choose_seat and self.asked is not None

    @property
    def is_shared(self) -> bool:
        """Return whether one of the guest's seats may know something that the others may not."""
        is_played = self.table.row.status not in (WAITING, OVER)
        return is_played and len(self.mine) > 1 and self.table.keeps_secrets(self.mine)

    @property
    def seat(self) -> int:
        """Return the guest's seat; refuse spectators and guests who must choose a seat first."""
        if self.is_passed_on:
            raise Refusal(
                409, say("The screen was handed on, so this was not done. Say first who you are.")
            )
        if self.must_choose_seat:
            raise Refusal(409, say("Choose who you are first."))
        self.check_plays()
        return self.viewer

    def check_plays(self) -> None:
        """Refuse guests without a seat."""
        if not self.mine:
            raise Refusal(403, say("Spectators can't do this; it is for players."))


class SeatAccess(TableAccess):
    """A guest who has seats at a table, or opened it."""

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
    """A guest at a browser. The store says which one of their seats has the screen."""

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        asked = self.asked if self.asked in table.seats_of(self.guest_id) else None
        return await at_screen(tables, table, self.guest_id, asked)


class SpectatorAccess(TableAccess):
    """A guest with the link for spectators."""

    @property
    def path(self) -> str:
        return f"/watch/{self.table.row.watch}"

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        return spectator_access(table, self.guest_id)


class InvitationAccess(TableAccess):
    """A guest with a link to a seat: an invitation, or a link for another device."""

    @property
    def path(self) -> str:
        return ""

    async def refresh(self, tables: Tables, table: Table) -> TableAccess:
        return InvitationAccess(table, self.guest_id, self.viewer)


async def load_seat_access(
    tables: Tables, table_id: str, guest_id: str, seat: int | None
) -> TableAccess:
    """Return a guest's access to their table; for others the table does not exist."""
    return await at_screen(tables, await tables.load(table_id), guest_id, seat)


async def at_screen(tables: Tables, table: Table, guest_id: str, seat: int | None) -> TableAccess:
    """Return the access of a guest at a browser to ``table``; the address names ``seat``.

    A browser remembers addresses and opens them for anyone who uses it. So the named seat becomes
    the viewer only while it has the screen, or where the guest's seats hide nothing from each
    other.
    """
    mine = _seats_of(table, guest_id, seat)
    has = await tables.store.screen(table.id, guest_id) if len(mine) > 1 else None
    access = AtScreen(table, guest_id, SPECTATOR, mine, seat, has if has in mine else None)
    if seat is None or len(mine) == 1:
        viewer = _default_seat(table, mine)
    elif seat == has or not access.is_shared:
        viewer = seat
    else:
        viewer = SPECTATOR
    return replace(access, viewer=viewer)


def seat_access(table: Table, guest_id: str, seat: int | None) -> TableAccess:
    """Return the access of a program with a token; it acts for ``seat``."""
    mine = _seats_of(table, guest_id, seat)
    return SeatAccess(table, guest_id, _default_seat(table, mine) if seat is None else seat, mine)


def _seats_of(table: Table, guest_id: str, seat: int | None) -> Sequence[int]:
    """Return the guest's seats; refuse guests without one and seats of others."""
    mine = table.seats_of(guest_id)
    if not mine and guest_id != table.row.host:
        raise no_table()
    if seat is not None and seat not in mine:
        raise Refusal(403, say("That seat is not yours."))
    return mine


def _default_seat(table: Table, mine: Sequence[int]) -> int:
    """Return the seat of a guest who named none: the one to move, unless their seats keep secrets
    from each other; then they must choose."""
    if len(mine) == 1 or (mine and table.row.status == OVER):
        return mine[0]
    if not mine or table.row.status != RUNNING or table.keeps_secrets(mine):
        return SPECTATOR
    turn = table.row.turn
    return turn if turn is not None and turn in mine else mine[0]


async def load_spectator_access(tables: Tables, watch: str, guest_id: str) -> TableAccess:
    """Return the access of a guest with the link for spectators."""
    return spectator_access(await tables.load_watched(watch), guest_id)


def spectator_access(table: Table, guest_id: str) -> TableAccess:
    """Return a spectator's access to a table that is already loaded."""
    return SpectatorAccess(table, guest_id)
