"""Channels and the outbox of notices: the same suite on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import sqlalchemy as sa

from proa.server.store import outbox
from proa.server.store.outbox import recipients
from proa.server.store.rows import NoticeSettings, SeatRow
from proa.server.store.schema import notices, tables
from proa.server.store.store import Store
from proa.server.store.tables import Change
from server.notices.accounts import add_account, channel_of
from server.rows import event, table_row, write

pytestmark = pytest.mark.anyio


def places(*held: str, table_id: str = "t1") -> list[SeatRow]:
    """Return seats of people, each held by one."""
    return [
        SeatRow(table_id, n, "person", f"N{n}", "", "00", holders=(who,))
        for n, who in enumerate(held)
    ]


async def opened(store: Store, *held: str, **values):
    row = table_row(**{"status": "running", "turn": 0, "last": 0, "players": len(held), **values})
    seated = places(*held, table_id=row.id)
    await store.create(row, seated)
    return row, seated


async def moved(store: Store, table, turn: int | None, number: int = 1, **values):
    """Commit an event after which another seat is to move."""
    found = await store.commit(*table, Change([event(number)], {"turn": turn, **values}))
    assert found is not None
    return found


async def outbox_of(store: Store) -> list[tuple[str, str, int]]:
    with sa.create_engine(store.url, poolclass=sa.NullPool).connect() as connection:
        rows = connection.execute(sa.select(notices).order_by(notices.c.table_id))
        return [(row.table_id, row.kind, row.event) for row in rows]


async def test_a_turn_fills_the_outbox_of_whose_turn_it_is(store):
    store.notices_after = 0.0
    add_account(store, "anna")
    add_account(store, "bela")
    await channel_of(store, "anna")
    channel = await channel_of(store, "bela")
    table = await moved(store, await opened(store, "anna", "bela"), 1)
    assert await outbox_of(store) == [("t1", "turn", 1)]
    post = await store.claim_post("me", 60)
    assert (post.channel, post.language, post.time_zone) == (channel, "en", "UTC")
    [notice] = post.notices
    assert (notice.kind, notice.event, notice.name, notice.is_current) == (
        "turn",
        1,
        "Papeete",
        True,
    )
    assert await store.claim_post("other", 60) is None
    await store.finish_notices(channel.id, "me", post.notices)
    assert await outbox_of(store) == []
    await moved(store, table, 1, 2)
    assert await outbox_of(store) == []


async def test_nothing_is_written_without_the_event(store):
    """The outbox is part of the same transaction: a change that lost its race tells nobody."""
    add_account(store, "bela")
    await channel_of(store, "bela")
    table = await opened(store, "anna", "bela")
    write(store, sa.update(tables).values(last=7))
    assert await store.commit(*table, Change([event(1)], {"turn": 1})) is None
    assert await outbox_of(store) == []


async def test_a_turn_that_was_taken_is_not_told(store):
    store.notices_after = 0.0
    add_account(store, "bela")
    channel = await channel_of(store, "bela")
    table = await moved(store, await opened(store, "anna", "bela"), 1)
    await moved(store, table, 0, 2)
    post = await store.claim_post("me", 60)
    assert [notice.is_current for notice in post.notices] == [False]
    await store.finish_notices(channel.id, "me", post.notices)
    assert await outbox_of(store) == []


async def test_a_newer_turn_replaces_the_older_even_while_it_is_sent(store):
    store.notices_after = 0.0
    add_account(store, "bela")
    channel = await channel_of(store, "bela")
    table = await moved(store, await opened(store, "anna", "bela"), 1)
    post = await store.claim_post("me", 60)
    table = await moved(store, table, 0, 2)
    await moved(store, table, 1, 3)
    await store.finish_notices(channel.id, "me", post.notices)
    assert await outbox_of(store) == [("t1", "turn", 3)]
    again = await store.claim_post("other", 60)
    assert [notice.event for notice in again.notices] == [3]


async def test_several_tables_are_one_post(store):
    store.notices_after = 0.0
    add_account(store, "bela")
    await channel_of(store, "bela")
    for n in range(3):
        await moved(store, await opened(store, "anna", "bela", id=f"t{n}"), 1)
    post = await store.claim_post("me", 60)
    assert sorted(notice.table_id for notice in post.notices) == ["t0", "t1", "t2"]


async def test_what_a_process_that_died_had_is_claimed_again(store):
    store.notices_after = 0.0
    add_account(store, "bela")
    await channel_of(store, "bela")
    await moved(store, await opened(store, "anna", "bela"), 1)
    assert await store.claim_post("died", 3600)
    assert await store.claim_post("me", 60) is None
    write(store, sa.update(notices).values(until=1.0))
    assert (await store.claim_post("me", 60)).notices


async def test_of_two_processes_one_sends(store):
    store.notices_after = 0.0
    for n in range(10):
        add_account(store, f"a{n}")
        await channel_of(store, f"a{n}")
        await moved(store, await opened(store, "anna", f"a{n}", id=f"t{n}"), 1)
    other = Store(store.url.render_as_string(hide_password=False))
    await other.open()
    claims = [
        who.claim_post(name, 60) for _ in range(10) for who, name in ((store, "a"), (other, "b"))
    ]
    posts = [post for post in await asyncio.gather(*claims) if post]
    while post := await store.claim_post("a", 60):  # those that lost a race
        posts.append(post)
    assert sorted(post.channel.account_id for post in posts) == [f"a{n}" for n in range(10)]
    await other.close()


async def test_the_time_before_a_notice_is_the_accounts(store):
    store.notices_after = 1000.0
    for who in ("anna", "bela"):
        add_account(store, who)
        await channel_of(store, who)
    await store.set_notice_settings("bela", NoticeSettings(60, 120, 0, ("over",)))
    await store.set_notice_settings("bela", NoticeSettings(None, None, 0, ("over",)))
    table = await moved(store, await opened(store, "anna", "bela"), 1)
    post = await store.claim_post("me", 60)
    assert post.settings == NoticeSettings(None, None, 0, ("over",))
    await moved(store, table, 0, 2)
    assert await store.claim_post("me", 60) is None
    assert await store.notice_settings("nobody") == NoticeSettings()


async def test_what_failed_for_good_is_listed_and_stays_unsent(store):
    store.notices_after = 0.0
    add_account(store, "bela")
    channel = await channel_of(store, "bela")
    await moved(store, await opened(store, "anna", "bela"), 1)
    post = await store.claim_post("me", 60)
    await store.postpone_notices(channel.id, "me", post.notices, store.now() - 1, 1)
    post = await store.claim_post("me", 60)
    assert [notice.tries for notice in post.notices] == [1]
    await store.postpone_notices(channel.id, "me", post.notices, None, 1)
    await store.note_channel(channel.id, "status 500")
    assert await store.claim_post("me", 60) is None
    [failed] = await store.failed_notices("bela")
    assert failed[:3] == (channel.id, "turn", "Papeete")
    [found] = await store.channels("bela")
    assert found.reason == "status 500"
    assert found.failing_since
    await store.note_channel(channel.id, "")
    assert (await store.channels("bela"))[0].failing_since is None


async def test_a_channel_that_failed_for_days_gets_nothing_more(store, monkeypatch):
    add_account(store, "bela")
    channel = await channel_of(store, "bela")
    await store.note_channel(channel.id, "status 403")
    table = await moved(store, await opened(store, "anna", "bela"), 1)
    assert await outbox_of(store) == [("t1", "turn", 1)]
    later = store.now() + outbox.STOPS + 60
    monkeypatch.setattr(store, "now", lambda: later)
    table = await moved(store, await moved(store, table, 0, 2), 1, 3)
    assert await outbox_of(store) == [("t1", "turn", 1)]
    await store.note_channel(channel.id, "")
    await moved(store, await moved(store, table, 0, 4), 1, 5)
    assert await outbox_of(store) == [("t1", "turn", 5)]


async def test_a_browsers_endpoint_belongs_to_the_last_account_there(store):
    add_account(store, "anna")
    add_account(store, "bela")
    first = await channel_of(store, "anna", "push", "https://push.example/1", auth="1")
    again = await channel_of(store, "anna", "push", "https://push.example/1", auth="2")
    assert (again.id, again.keys) == (first.id, {"auth": "2"})
    await channel_of(store, "bela", "push", "https://push.example/1", auth="3")
    assert await store.channels("anna") == []
    await channel_of(store, "anna", "mail", "")
    await channel_of(store, "bela", "mail", "")
    assert len(await store.channels("bela")) == 2
    assert await store.add_channel("bela", "webhook", "https://a.example", {}, 2) is None
    assert await store.add_channel("nobody", "webhook", "https://a.example", {}, 2) is None


async def test_a_channel_is_removed_by_its_account_alone(store):
    add_account(store, "anna")
    made = await channel_of(store, "anna")
    assert not await store.remove_channel(made.id, "bela")
    assert not await store.remove_channel("\0", "anna")
    assert await store.channel(made.id) == made
    assert await store.remove_channel(made.id)
    assert await store.channel(made.id) is None


def test_who_is_told():
    """Nobody of what they did themselves, and nobody who plays bots alone."""
    row = table_row(status="running", turn=0, players=3)
    seats = places("a", "b", "c")
    over = replace(row, status="over", turn=None)
    assert recipients(row, seats, replace(row, turn=1), seats) == {"turn": {"b"}}
    assert recipients(row, seats, row, seats) == {}
    assert recipients(row, seats, over, seats) == {"over": {"b", "c"}}
    undo = replace(event(2), kind="undo")
    back = (replace(row, turn=1), seats, row, seats)
    assert recipients(*back) == {"turn": {"a"}}
    assert recipients(*back, [undo]) == {"turn": set()}  # who takes back the turn knows it
    same = places("a", "a", "b")
    assert recipients(row, same, replace(row, turn=1), same) == {"turn": set()}
    bots = [seats[0], *(replace(one, kind="bot", level="easy", holders=()) for one in seats[1:])]
    assert recipients(row, bots, over, bots) == {}
    away = [seats[0], replace(seats[1], stand_in="easy"), seats[2]]
    assert recipients(row, away, replace(row, turn=1), away) == {"turn": set()}
    waits = replace(row, status="waiting", turn=None, host="a")
    free = [seats[0], replace(seats[1], kind="open", holders=()), replace(seats[2], nonce=None)]
    joined = [seats[0], seats[1], free[2]]
    assert recipients(waits, free, waits, joined) == {"joined": {"a"}}
    assert recipients(waits, joined, row, seats) == {"turn": {"a"}, "began": {"b"}}
