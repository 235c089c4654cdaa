"""Chat lines, mutes and reports."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa

from proa.server.store.database import Database, reads, writes
from proa.server.store.rows import ChatLine, Report
from proa.server.store.schema import chat, mutes, reports, tables


class ChatStore(Database):
    """Chat lines, mutes and reports."""

    @writes
    def say(
        self, table_id: str, line: ChatLine, most: int = 2000, after: int | None = None
    ) -> bool:
        """Add a line to a table's chat and number it. Return False if the table is gone.

        The table stores at most ``most`` lines; the oldest are deleted. A line that the same guest
        has already added ``after`` another line is not added again.
        """
        locked = sa.select(tables.c.id).where(tables.c.id == table_id).with_for_update()
        is_same = (chat.c.table_id == table_id) & (chat.c.number > (after or 0))
        is_same &= (
            (chat.c.holder == line.holder)
            & (chat.c.text == line.text)
            & (chat.c.phrase == line.phrase)
        )
        count_up = (
            sa.update(tables)
            .where(tables.c.id == table_id)
            .values(talk=tables.c.talk + 1, touched=line.at)
            .returning(tables.c.talk)
        )
        with self.writing() as connection:
            if after is not None:
                connection.execute(locked)
                if connection.execute(sa.select(chat.c.number).where(is_same)).first():
                    return True
            number = connection.execute(count_up).scalar_one_or_none()
            if number is None:
                return False
            values = {"table_id": table_id, **asdict(line), "number": number}
            connection.execute(sa.insert(chat), values)
            is_old = (chat.c.table_id == table_id) & (chat.c.number <= number - most)
            connection.execute(sa.delete(chat).where(is_old))
            self.announce(connection, table_id)
        return True

    @reads
    def chat(
        self, table_id: str, after: int = 0, before: int | None = None, most: int = 1000
    ) -> list[ChatLine]:
        """Return chat lines of a table, in order.

        The first lines after ``after``; without it the newest, or the newest before ``before``.
        """
        columns = [column for column in chat.c if column is not chat.c.table_id]
        order = chat.c.number if after else chat.c.number.desc()
        query = sa.select(*columns).where(chat.c.table_id == table_id, chat.c.number > after)
        if before is not None:
            query = query.where(chat.c.number < before)
        with self.reading() as connection:
            found = connection.execute(query.order_by(order).limit(most))
            return sorted((ChatLine(**row._mapping) for row in found), key=lambda one: one.number)

    @writes
    def unsay(self, table_id: str, number: int) -> bool:
        """Delete a line of chat; return False if there is none."""
        count_up = sa.update(tables).where(tables.c.id == table_id).values(talk=tables.c.talk + 1)
        is_line = (chat.c.table_id == table_id) & (chat.c.number == number)
        with self.writing() as connection:
            connection.execute(count_up)  # first, as `say` does, which avoids deadlocks
            is_done = connection.execute(sa.delete(chat).where(is_line)).rowcount == 1
            self.announce(connection, table_id)
        return is_done

    @writes
    def mute(self, guest_id: str, whom: str, most: int, *, blocks: bool = False) -> bool:
        """Mute ``whom`` for a guest; return False if that would exceed ``most``."""
        mine = mutes.c.holder == guest_id
        count = sa.select(sa.func.count()).where(mine)
        with self.writing() as connection:
            connection.execute(sa.delete(mutes).where(mine, mutes.c.whom == whom))
            if connection.execute(count).scalar_one() >= most:
                return False
            values = {"holder": guest_id, "whom": whom, "blocks": blocks}
            connection.execute(sa.insert(mutes), values)
        return True

    @writes
    def unmute(self, guest_id: str, whom: str) -> None:
        """End a mute."""
        with self.writing() as connection:
            connection.execute(
                sa.delete(mutes).where(mutes.c.holder == guest_id, mutes.c.whom == whom)
            )

    @reads
    def muted(self, guest_id: str) -> dict[str, bool]:
        """Return the guests that a guest has muted, and whether each is blocked too."""
        with self.reading() as connection:
            query = sa.select(mutes.c.whom, mutes.c.blocks).where(mutes.c.holder == guest_id)
            return {whom: bool(blocks) for whom, blocks in connection.execute(query)}

    @writes
    def report(self, table_id: str, line: ChatLine, guest_id: str) -> None:
        """Store a report of a line; repeating it changes nothing."""
        values = {
            "table_id": table_id,
            "number": line.number,
            "holder": guest_id,
            "whom": line.holder,
            "name": line.name,
            "text": line.text,
            "at": self.now(),
        }
        with self.writing() as connection:
            is_it = (
                (reports.c.table_id == table_id)
                & (reports.c.number == line.number)
                & (reports.c.holder == guest_id)
            )
            connection.execute(sa.delete(reports).where(is_it))
            connection.execute(sa.insert(reports), values)

    @reads
    def reported(self, most: int = 200) -> list[Report]:
        """Return the reported lines and how often they were reported, the newest report first."""
        columns = [reports.c.table_id, reports.c.number, reports.c.whom, reports.c.name]
        query = (
            sa.select(
                *columns,
                reports.c.text,
                sa.func.count().label("times"),
                sa.func.max(reports.c.at).label("at"),
            )
            .group_by(*columns, reports.c.text)
            .order_by(sa.func.max(reports.c.at).desc())
            .limit(most)
        )
        with self.reading() as connection:
            return [Report(**row._mapping) for row in connection.execute(query)]
