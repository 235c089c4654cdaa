"""Reviews of finished games: the queue, who computes them, and what came out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from proa.server.store.database import Database, can_be_key, reads, writes
from proa.server.store.rows import COMPUTED, FAILED, QUEUED, RUNNING, ReviewRow
from proa.server.store.schema import reviews

MOST_TRIES = 3
"""Processes that may begin a review and die."""


class ReviewStore(Database):
    """Reviews of finished games, each of a ``version`` of the computation."""

    @reads
    def review(self, of: str, version: int) -> ReviewRow | None:
        """Return the state of a game's review; None if nobody has asked for one."""
        if not can_be_key(of):
            return None
        with self.reading() as connection:
            row = connection.execute(_whole().where(_is(of, version))).one_or_none()
        return _row(row) if row else None

    @reads
    def review_document(self, of: str, version: int) -> str | None:
        """Return a finished review as JSON."""
        query = sa.select(reviews.c.document).where(_is(of, version))
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    @reads
    def waiting_reviews(self) -> int:
        """Return the number of reviews that are not done."""
        query = sa.select(sa.func.count()).select_from(reviews).where(_is_waiting())
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @writes
    def ask_review(
        self, of: str, version: int, *, is_upload: bool, keep: Collection[int] = ()
    ) -> None:
        """Put a game's review into the queue, unless it is there or done; one that has failed is
        tried again. Reviews of other versions are deleted, except those to ``keep``."""
        fresh = {"status": QUEUED, "asked": self.now(), "tries": 0, "done": 0, "total": 0}
        key = {"of": of, "version": version, "upload_id" if is_upload else "table_id": of}
        has_failed = _is(of, version) & (reviews.c.status == FAILED)
        with self.writing() as connection:
            old = (reviews.c.of == of) & reviews.c.version.not_in({version, *keep})
            connection.execute(sa.delete(reviews).where(old))
            if connection.execute(sa.update(reviews).where(has_failed).values(fresh)).rowcount:
                return
            try:
                with connection.begin_nested():
                    values = {**key, **fresh, "owner": "", "until": 0.0}
                    connection.execute(sa.insert(reviews), values)
            except sa.exc.IntegrityError:
                return  # it is there, or the game is gone

    @writes
    def claim_review(
        self, versions: Collection[int], owner: str, seconds: float
    ) -> ReviewRow | None:
        """Take the review that waits longest, also one whose process has died; None if none
        waits."""
        with self.writing() as connection:
            now = self.clock()
            is_lost = (reviews.c.status == RUNNING) & (reviews.c.until < now)
            gone = is_lost & (reviews.c.tries >= MOST_TRIES)
            connection.execute(sa.update(reviews).where(gone).values(status=FAILED))
            key = (reviews.c.of, reviews.c.version)
            is_free = reviews.c.version.in_(versions) & ((reviews.c.status == QUEUED) | is_lost)
            first = sa.select(*key).where(is_free).order_by(reviews.c.asked).limit(1)
            values = {
                "status": RUNNING,
                "owner": owner,
                "until": now + seconds,
                "tries": reviews.c.tries + 1,
            }
            is_first = is_free & sa.tuple_(*key).in_(first)
            claim = sa.update(reviews).where(is_first).values(values).returning(*key)
            claimed = connection.execute(claim).one_or_none()
            if claimed is None:
                return None
            return _row(connection.execute(_whole().where(_is(*claimed))).one())

    @writes
    def keep_review(self, of: str, owner: str, seconds: float, done: int, total: int) -> bool:
        """Renew the right to compute a review, and note how far it is; return False if another
        process has it."""
        with self.writing() as connection:
            values = {"until": self.clock() + seconds, "done": done, "total": total}
            query = sa.update(reviews).where(_is_owned(of, owner)).values(values)
            return connection.execute(query).rowcount == 1

    @writes
    def finish_review(self, of: str, owner: str, document: str | None) -> None:
        """Store a review, or with None that it has failed."""
        status = FAILED if document is None else COMPUTED
        values = {"status": status, "document": document}
        with self.writing() as connection:
            connection.execute(sa.update(reviews).where(_is_owned(of, owner)).values(values))

    @writes
    def requeue_review(self, of: str, owner: str) -> None:
        """Put a review back at the end of the queue, to be begun anew by any process."""
        values = {"status": QUEUED, "asked": self.now(), "tries": reviews.c.tries - 1}
        with self.writing() as connection:
            connection.execute(sa.update(reviews).where(_is_owned(of, owner)).values(values))


def _is(of: str, version: int) -> sa.ColumnElement[bool]:
    return (reviews.c.of == of) & (reviews.c.version == version)


def _is_owned(of: str, owner: str) -> sa.ColumnElement[bool]:
    is_owner = (reviews.c.of == of) & (reviews.c.owner == owner)
    return is_owner & (reviews.c.status == RUNNING)


def _is_waiting(table: sa.FromClause = reviews) -> sa.ColumnElement[bool]:
    return table.c.status.in_((QUEUED, RUNNING))


def _whole() -> sa.Select[Any]:
    other = reviews.alias()
    is_before = _is_waiting(other) & (other.c.asked < reviews.c.asked)
    before = sa.select(sa.func.count()).select_from(other).where(is_before).scalar_subquery()
    names = ("of", "version", "upload_id", "status", "done", "total")
    columns = [reviews.c[name] for name in names]
    return sa.select(*columns, before.label("before"))


def _row(row: sa.Row[Any]) -> ReviewRow:
    return ReviewRow(
        of=row.of,
        version=row.version,
        is_upload=row.upload_id is not None,
        status=row.status,
        place=row.before + 1,
        done=row.done,
        total=row.total,
    )
