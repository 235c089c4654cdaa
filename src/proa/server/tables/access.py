"""Who looks at a table, and what of it they may be told beside the game itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proa.engine.kind import WATCHER
from proa.engine.words import say
from proa.server.errors import Refusal
from proa.server.store.schema import OVER, RUNNING, WAITING, SeatRow
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables


@dataclass(frozen=True)
class Sitting(ABC):
    """Somebody at a table: one of the three below. What a kind is not told, it has nothing of."""

    table: Table
    holder: str
    viewer: int = WATCHER
    """Their seat, or ``WATCHER``: also for who holds several and has not said which they are."""
    mine: Sequence[int] = ()
    """The seats they hold."""
    asked: int | None = None
    """The seat that the address names, at a screen: a claim, which gives no right."""
    at_screen: int | None = None
    """Which of their seats has the screen."""

    @property
    @abstractmethod
    def door(self) -> str:
        """The path of the table's page for them; empty if they have none."""

    @abstractmethod
    async def at(self, tables: Tables, table: Table) -> Sitting:
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
        return self.holder == self.table.row.host

    @property
    def may_talk(self) -> bool:
        """Whether they may talk: all who sit here, spectators if the table allows it."""
        return bool(self.mine) or self.table.row.watchers_chat

    @property
    def query(self) -> str:
        """What follows the path in addresses for this seat."""
        return f"?seat={self.viewer}" if len(self.mine) > 1 and self.viewer != WATCHER else ""

    @property
    def is_veiled(self) -> bool:
        """Whether they must say who they are before they are shown more than spectators are."""
        return len(self.mine) > 1 and self.viewer == WATCHER

    @property
    def is_passed_on(self) -> bool:
        """Whether the address names a seat that does not have the screen, or no longer."""
        return self.is_veiled and self.asked is not None

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
        if self.is_veiled:
            raise Refusal(409, say("Say first who you are."))
        if self.viewer == WATCHER:
            raise Refusal(403, say("Spectators look on; this is for those who play."))
        return self.viewer


class Seated(Sitting):
    """Whoever holds seats at a table, or opened it."""

    @property
    def door(self) -> str:
        return f"/table/{self.table.id}"

    @property
    def table_id(self) -> str:
        return self.table.id

    @property
    def rematch(self) -> str | None:
        return self.table.row.rematch

    async def at(self, tables: Tables, table: Table) -> Sitting:
        return at_seat(table, self.holder, self.viewer if self.viewer in self.mine else None)


class AtScreen(Seated):
    """A guest at a browser: of several seats one at a time has the screen, as the store says."""

    async def at(self, tables: Tables, table: Table) -> Sitting:
        asked = self.asked if self.asked in table.seats_of(self.holder) else None
        return await at_screen(tables, table, self.holder, asked)


class Watching(Sitting):
    """Whoever has the link for spectators."""

    @property
    def door(self) -> str:
        return f"/watch/{self.table.row.watch}"

    async def at(self, tables: Tables, table: Table) -> Sitting:
        return at_watch(table, self.holder)


class Invited(Sitting):
    """Whoever has a link to a seat: an invitation, or one for another device."""

    @property
    def door(self) -> str:
        return ""

    async def at(self, tables: Tables, table: Table) -> Sitting:
        return Invited(table, self.holder, self.viewer)


async def seated(tables: Tables, table_id: str, holder: str, seat: int | None) -> Sitting:
    """A guest at their table; nobody else is told that there is one."""
    return await at_screen(tables, await tables.load(table_id), holder, seat)


async def at_screen(tables: Tables, table: Table, holder: str, seat: int | None) -> Sitting:
    """The same at a table that was read already; ``seat`` is the one that the address names.

    A browser remembers addresses and shows them to whoever sits there, so that the seat which an
    address names is looked at only while it has the screen, or where nothing is hidden from others.
    """
    mine = _seats_of(table, holder, seat)
    has = await tables.store.screen(table.id, holder) if len(mine) > 1 else None
    sitting = AtScreen(table, holder, WATCHER, mine, seat, has if has in mine else None)
    if seat is None or len(mine) == 1:
        viewer = _who(table, mine)
    elif seat == has or not sitting.is_shared:
        viewer = seat
    else:
        viewer = WATCHER
    return replace(sitting, viewer=viewer)


def at_seat(table: Table, holder: str, seat: int | None) -> Sitting:
    """A program at a table; ``seat`` is which of its seats it asks for."""
    mine = _seats_of(table, holder, seat)
    return Seated(table, holder, _who(table, mine) if seat is None else seat, mine)


def _seats_of(table: Table, holder: str, seat: int | None) -> Sequence[int]:
    """The seats of a holder, ``seat`` among them; refused for others."""
    mine = table.seats_of(holder)
    if not mine and holder != table.row.host:
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
        return WATCHER
    turn = table.row.turn
    return turn if turn is not None and turn in mine else mine[0]


async def watching(tables: Tables, watch: str, holder: str) -> Sitting:
    """Whoever has the link for spectators."""
    return at_watch(await tables.load_watched(watch), holder)


def at_watch(table: Table, holder: str) -> Sitting:
    """The same at a table that was read already."""
    return Watching(table, holder)
