"""What each kind of viewer at a table receives apart from the game."""

from __future__ import annotations

import pytest

from proa.engine.core.view_types import SPECTATOR
from proa.server.errors import Refusal
from proa.server.tables.access import InvitationAccess, seat_access, spectator_access
from proa.server.tables.table import Table, frozen
from server.rows import seat_rows, table_row


def _table(**values) -> Table:
    return Table(table_row(rematch="next", watch="link", **values), seat_rows(), frozen())


def test_a_seat_is_told_all():
    hina = seat_access(_table(), "desk", None)
    assert (hina.viewer, hina.seat, hina.path) == (0, 0, "/table/t1")
    assert (hina.table_id, hina.rematch, hina.watch_link) == ("t1", "next", "link")
    assert [place.seat for place in hina.invitations] == [2]
    assert hina.may_talk
    assert not hina.is_host


def test_the_host_without_a_seat_may_invite_and_looks_on():
    host = seat_access(_table(), "host", None)
    assert (host.viewer, host.table_id, host.path) == (SPECTATOR, "t1", "/table/t1")
    assert [place.seat for place in host.invitations] == [2]
    assert host.is_host
    assert host.watch_link is None
    with pytest.raises(Refusal, match="Spectators"):
        _ = host.seat


def test_a_spectator_is_told_of_no_way_to_a_seat():
    walt = spectator_access(_table(), "walt")
    assert (walt.viewer, walt.path) == (SPECTATOR, "/watch/link")
    assert (walt.table_id, walt.rematch, walt.watch_link) == ("", None, None)
    assert not walt.invitations
    assert not walt.may_talk
    assert spectator_access(_table(watchers_chat=True), "walt").may_talk


def test_who_holds_a_seat_and_looks_on_by_the_link_is_a_spectator():
    hina = spectator_access(_table(), "desk")
    assert (hina.viewer, list(hina.mine), hina.table_id) == (SPECTATOR, [], "")


def test_who_is_invited_is_told_of_no_way_to_the_table():
    moana = InvitationAccess(_table(), "new", 2)
    assert (moana.viewer, moana.path, moana.table_id) == (2, "", "")
    assert (moana.rematch, moana.watch_link, list(moana.invitations)) == (None, None, [])


@pytest.mark.anyio
async def test_the_same_somebody_at_the_table_later(site):
    hina, walt = seat_access(_table(), "desk", 0), spectator_access(_table(), "walt")
    later = _table(last=7)
    then = await hina.refresh(site.tables, later)
    assert (then.viewer, then.table.row.last) == (0, 7)
    assert type(await walt.refresh(site.tables, later)) is type(walt)
    gone = Table(later.row, [], later.opened)
    with pytest.raises(Refusal, match="no longer exists"):
        await hina.refresh(site.tables, gone)
