"""The store: the same suite on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from proa.server.store.rows import ChatLine, SeatRow
from proa.server.store.schema import bans
from proa.server.store.store import Store
from proa.server.store.tables import Change
from server.rows import event, seat_rows, table_row

pytestmark = pytest.mark.anyio
RACES = 100
RUNNERS = 4


async def _opened(store: Store, table_id: str = "t1", **values):
    row = table_row(table_id, **values)
    await store.create(row, seat_rows(table_id))
    return row


async def test_what_is_stored_comes_back(store):
    row = await _opened(store, start={"position": [1, None]}, pace=30, due=2.5)
    found = await store.table("t1")
    assert found == (row, seat_rows())
    assert await store.table("t2") is None


async def test_a_table_is_found_by_its_links(store):
    row = await _opened(store)
    assert (await store.watched(row.watch))[0] == row
    assert await store.watched("t1") is None
    assert await store.invited("invite-t1") == ("t1", 2)
    assert await store.invited("invite-t2") is None


async def test_a_commit_adds_events_and_changes_columns(store):
    row = await _opened(store)
    change = Change(
        [event(0), event(1)],
        {"status": "running", "turn": 1},
        {2: {"kind": "person", "name": "Manu", "invite": None}},
        {2: ["manu"], 0: ["desk"]},
    )
    committed = await store.commit(row, seat_rows(), change)
    assert committed == await store.table("t1")
    after, places = committed
    assert (after.last, after.people, after.status, after.turn) == (1, 1, "running", 1)
    assert after.touched >= row.touched
    assert [place.holders for place in places] == [("desk",), (), ("manu",)]
    assert (places[2].kind, places[2].name, places[2].invite) == ("person", "Manu", None)
    assert await store.events("t1") == [event(0), event(1)]
    assert await store.events("t1", after=0) == [event(1)]


async def test_a_table_is_read_once_until_somebody_writes(store, monkeypatch):
    """Whoever it is: the same process, or another one."""
    row, reading = await _opened(store), type(store)._read
    read = []

    def noted(self, query, key):
        read.append(key)
        return reading(self, query, key)

    monkeypatch.setattr(type(store), "_read", noted)
    (_, seats) = found = await store.table("t1")
    seats.clear()  # is whose it is
    assert await store.table("t1") == (row, seat_rows()) != found
    assert read == ["t1"] * (1 if store.is_sqlite else 2)
    first, _ = await store.commit(row, seat_rows(), Change([event(0)]))
    assert (await store.table("t1"))[0] == first != row
    other = Store(store.url.render_as_string(hide_password=False))
    await other.open()
    second, _ = await other.commit(first, seat_rows(), Change([event(1)]))
    await other.close()
    assert (await store.table("t1"))[0] == second != first


async def test_a_decision_comes_back_as_it_was(store):
    row = await _opened(store)
    strange = {"code": "{×} «Ũ»", "seat": None, "seen": 2**62, "details": {"a": [1.5, None, "é"]}}
    happened = [replace(event(0), at=time.time(), **strange), *map(event, range(1, 30))]
    change = Change(happened, {"status": "running", "turn": 2, "due": time.time() / 3})
    assert await store.commit(row, seat_rows(), change) == await store.table("t1")
    assert await store.events("t1") == happened
    assert await store.commit(row, seat_rows(), Change([event(0)])) is None
    assert await store.events("t1") == happened


@pytest.mark.postgres
async def test_postgresql_takes_a_decision_in_one_way_there_and_back(postgres):
    store, asked = Store(postgres.empty_database()), []
    await store.open()
    row = await _opened(store)
    sa.event.listen(store._writer, "begin", lambda _: asked.append("begin"))
    for pool in (store._autocommit, store._writer):
        sa.event.listen(pool, "before_cursor_execute", lambda *about: asked.append(about[2]))
    assert await store.commit(row, seat_rows(), Change([event(0)], {"turn": 1}))
    assert len(asked) == 1
    await store.close()


async def test_of_two_commits_for_one_state_one_wins(store):
    row = await _opened(store)
    assert await store.commit(row, seat_rows(), Change([event(0, "a")]))
    assert not await store.commit(row, seat_rows(), Change([event(0, "b")]))
    assert not await store.commit(row, seat_rows(), Change(seats={0: {"name": "late"}}))
    assert [e.code for e in await store.events("t1")] == ["a"]


async def test_a_change_of_people_makes_older_states_stale(store):
    row = await _opened(store)
    assert await store.commit(row, seat_rows(), Change(seats={0: {"name": "Vaea"}}))
    assert not await store.commit(row, seat_rows(), Change([event(0)]))
    assert not await store.commit(
        replace(row, people=1, status="over"), seat_rows(), Change([event(0)])
    )
    assert await store.commit(replace(row, people=1), seat_rows(), Change([event(0)]))


async def test_a_failed_commit_leaves_nothing_behind(store):
    row = await _opened(store)
    twice = Change([event(0), event(0)], {"status": "running"})
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
        await store.commit(row, seat_rows(), twice)
    assert (await store.table("t1"))[0] == row
    assert await store.events("t1") == []


async def test_of_writers_at_once_one_wins(store):
    """Several writers post for the same state at once, again and again."""
    row = await _opened(store)
    for number in range(RACES):
        posts = [
            store.commit(row, seat_rows(), Change([event(number, f"{number}:{runner}")]))
            for runner in range(RUNNERS)
        ]
        won = await asyncio.gather(*posts)
        assert sum(found is not None for found in won) == 1, f"race {number}"
        row = replace(row, last=number)
    stored = await store.events("t1")
    assert [e.number for e in stored] == list(range(RACES))
    assert (await store.table("t1"))[0].last == RACES - 1


async def test_a_table_is_closed_only_while_it_waits(store):
    row = await _opened(store)
    await store.commit(row, seat_rows(), Change([event(0)], {"status": "running"}))
    assert not await store.close_waiting("t1")
    assert await store.table("t1") is not None
    await _opened(store, "t2")
    assert await store.close_waiting("t2")
    assert await store.table("t2") is None


async def test_tables_of_a_holder(store):
    await _opened(store, "old", touched=1.0)
    await _opened(store, "new", touched=3.0)
    await _opened(store, "mine", touched=2.0, host="phone")
    lonely = [SeatRow("other", 0, "bot", "Teva", "easy", None)]
    await store.create(table_row("other", host="stranger"), lonely)
    assert [row.id for row, _ in await store.tables_of("phone")] == ["new", "mine", "old"]
    assert [row.id for row, _ in await store.tables_of("host")] == ["new", "old"]
    found = {row.id: places for row, places in await store.tables_of("host", limit=1)}
    assert found == {"new": seat_rows("new")}
    assert await store.count() == 4
    assert await store.count("host") == 2


async def test_tables_where_a_bot_or_what_stands_is_to_move_wait_for_robots(store):
    for table_id, turn, status in (
        ("bot", 1, "running"),
        ("person", 0, "running"),
        ("over", 1, "over"),
        ("nobody", None, "running"),
    ):
        await _opened(store, table_id, turn=turn, status=status)
    row = await _opened(store, "away", turn=0, status="running")

    async def waiting() -> list[str]:
        return sorted(one.table_id for one in await store.waiting_for_bots())

    assert await waiting() == ["bot"]
    await store.commit(row, seat_rows(), Change(seats={0: {"stand_in": "easy"}}))
    assert await waiting() == ["away", "bot"]
    assert await store.set_premove(replace(seat_rows()[0], table_id="person"), "pass", 0, 3)
    assert await waiting() == ["away", "bot", "person"]


async def test_overdue(store):
    now = store.now()
    await store.beat()
    await _opened(store, "late", status="running", due=now - 10)
    await _opened(store, "early", status="running", due=now + 60)
    await _opened(store, "over", status="over", due=now - 10)
    await _opened(store, "calm", status="running")
    assert await store.overdue() == ["late"]


async def test_there_is_one_rematch(store):
    row = await _opened(store)
    assert await store.create(table_row("t2"), seat_rows("t2"), rematch_of=row)
    assert not await store.create(table_row("t3"), seat_rows("t3"), rematch_of=row)
    assert (await store.table("t1"))[0].rematch == "t2"
    assert await store.table("t3") is None


async def test_chat_is_numbered_without_gaps_when_many_talk_at_once(store):
    await _opened(store)
    lines = [ChatLine(0, 0, "Hina", f"line {n}", 3, 5.0) for n in range(20)]
    await asyncio.gather(*(store.say("t1", line) for line in lines))
    said = await store.chat("t1")
    assert [line.number for line in said] == list(range(1, 21))
    assert {line.text for line in said} == {line.text for line in lines}
    assert [line.number for line in await store.chat("t1", after=18)] == [19, 20]
    assert (await store.table("t1"))[0].talk == 20


async def test_a_lease_has_one_owner_until_it_ends(store):
    await _opened(store)
    won = await asyncio.gather(*(store.lease("t1", f"p{n}", 60) for n in range(8)))
    assert sum(won) == 1
    owner = f"p{won.index(True)}"
    assert await store.lease("t1", owner, 60)
    assert not await store.lease("t1", "other", 60)
    await store.release("t1", "other")
    assert not await store.lease("t1", "other", 60)
    await store.release("t1", owner)
    assert await store.lease("t1", "other", -1)
    assert await store.lease("t1", owner, 60)  # the other's has run out


async def test_no_lease_on_a_table_that_is_gone(store):
    assert not await store.lease("gone", "p", 60)


async def test_one_seat_at_a_time_has_a_screen(store):
    await _opened(store)
    await store.take_screen("t1", "desk", 0)
    await store.take_screen("t1", "phone", 2)
    await asyncio.gather(*(store.take_screen("t1", "desk", seat) for seat in (2, 1, 2, 1)))
    assert await store.screen("t1", "desk") in (1, 2)
    await store.take_screen("t1", "desk", 1)
    await store.leave_screen("t1", "desk", 0)  # another one has it
    assert (await store.screen("t1", "desk"), await store.screen("t1", "phone")) == (1, 2)
    await store.leave_screen("t1", "desk", 1)
    assert (await store.screen("t1", "desk"), await store.screen("t1", "phone")) == (None, 2)
    await store.take_screen("gone", "desk", 1)
    assert await store.screen("gone", "desk") is None
    await store.remove("t1")
    assert await store.screen("t1", "phone") is None


async def test_a_rejoin_works_once(store):
    await _opened(store)
    await store.offer_rejoin("hash", "t1", 2, "desk")
    assert await store.rejoin_offered("hash") == ("t1", 2, "desk")
    taken = await asyncio.gather(*(store.rejoin("hash") for _ in range(5)))
    assert sorted(taken, key=str) == [("t1", 2, "desk"), None, None, None, None]
    assert await store.rejoin_offered("hash") is None


async def test_nothing_is_said_at_a_table_that_is_gone(store):
    assert not await store.say("gone", ChatLine(0, 0, "Hina", "Hello?", -1, 0.0))


async def test_uploads(store):
    await store.keep_upload("u1", "me", '{"a": "ж"}')
    assert await store.upload("u1") == '{"a": "ж"}'
    assert await store.upload("u2") is None


async def test_deleting_a_table_takes_along_what_belongs_to_it(store):
    row = await _opened(store)
    await store.commit(row, seat_rows(), Change([event(0)]))
    await store.say("t1", ChatLine(0, 0, "Hina", "hm", 0, 1.0))
    await store.lease("t1", "p", 60)
    assert await store.close_waiting("t1")
    assert await store.table("t1") is None
    assert await store.events("t1") == []
    assert await store.chat("t1") == []
    await _opened(store)
    assert await store.lease("t1", "q", 60)


async def test_tidy_forgets_whom_the_host_lets_in_again(store, database):
    now = time.time()
    for who, until in (("gone", now - 10), ("still", now + 1000), ("always", None)):
        await store.ban(who, "block", until)
    await store.tidy(0)
    url = sa.make_url(database.replace("postgresql:", "postgresql+psycopg:"))
    with sa.create_engine(url).connect() as connection:
        assert set(connection.execute(sa.select(bans.c.who)).scalars()) == {"still", "always"}


async def test_who_has_left_nothing_here_is_muted_by_nobody(store):
    """Until then they may say something again, and may be heard by others."""
    now = time.time()
    await _opened(store, "old", touched=now - 100)
    await store.say("old", ChatLine(0, 0, "Hina", "hm", 0, now - 100, "gone"))
    await _opened(store, "new", touched=now - 10)
    await store.say("new", ChatLine(0, 0, "Hina", "hm", 0, now - 10, "speaker"))
    for whom in ("gone", "speaker", "phone", "host"):
        assert await store.mute("me", whom, 4)
    await store.tidy(now - 50)
    assert await store.muted("me") == dict.fromkeys(("speaker", "phone", "host"), False)


async def test_tidy_removes_only_what_is_old(store):
    now = time.time()
    await _opened(store, "old", touched=now - 100)
    await _opened(store, "new", touched=now - 10)
    await store.keep_upload("u1", "me", "{}")
    assert await store.tidy(now - 50) == 1
    assert await store.table("old") is None
    assert await store.table("new") is not None
    assert await store.upload("u1") == "{}"
    assert await store.tidy(now + 50) == 1
    assert await store.upload("u1") is None


# -- shared replays ----------------------------------------------------------------------------


async def test_a_seat_has_one_link_to_its_replay_until_it_is_withdrawn(store):
    await _opened(store)
    await store.share_replay("t1", 0, "a" * 32)
    await store.share_replay("t1", 0, "b" * 32)
    await store.share_replay("t1", 1, "c" * 32)
    await store.share_replay("t2", 0, "d" * 32)  # there is no such table
    assert await store.token_of_replay("t1", 0) == "a" * 32
    assert await store.shared_replay("a" * 32) == await store.shared_replay("c" * 32) == "t1"
    for unknown in ("b" * 32, "d" * 32, "", "\0"):
        assert await store.shared_replay(unknown) is None
    await store.withdraw_replay("t1", 0)
    await store.withdraw_replay("t1", 0)
    assert await store.shared_replay("a" * 32) is None
    assert await store.shared_replay("c" * 32) == "t1"


async def test_of_simultaneous_shares_of_a_seat_one_makes_the_link(store):
    await _opened(store)
    tokens = [f"{n:032x}" for n in range(8)]
    await asyncio.gather(*(store.share_replay("t1", 0, token) for token in tokens))
    found = [await store.shared_replay(token) for token in tokens]
    assert sorted(map(str, found)) == ["None"] * 7 + ["t1"]


async def test_it_is_stored_who_may_be_named(store):
    await _opened(store)
    for seat in (0, 2, 2):
        await store.name_seat("t1", seat, True)
    await store.name_seat("t2", 0, True)  # there is no such table
    assert await store.named_seats("t1") == {0, 2}
    await store.name_seat("t1", 0, False)
    assert await store.named_seats("t1") == {2}


async def test_links_and_names_go_with_their_table(store):
    await _opened(store)
    await store.share_replay("t1", 0, "a" * 32)
    await store.name_seat("t1", 0, True)
    await store.tidy(time.time() + 10)
    assert await store.shared_replay("a" * 32) is None
    assert await store.named_seats("t1") == set()
