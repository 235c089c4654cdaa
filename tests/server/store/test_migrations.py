"""The schema: every migration preserves the games."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from proa.engine.errors import BadOption
from proa.server.config.settings import Settings
from proa.server.store import migrations
from proa.server.store.schema import metadata
from proa.server.tables import play, proof, undo
from proa.server.tables.game_log import GameLog
from server.site import running
from server.store.raw import connect


def test_the_steps_lead_to_the_schema_of_the_code(database):
    migrations.upgrade(sa.make_url(database))
    engine = connect(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_tables_of_a_newer_proa_are_left_alone(database):
    url = sa.make_url(database)
    migrations.upgrade(url)
    engine = connect(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadOption, match="the tables were made by a newer proa"):
        migrations.upgrade(url)
    engine.dispose()


def test_several_processes_may_upgrade_at_once(database):
    url = sa.make_url(database)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(migrations.upgrade, url) for _ in range(4)]:
            done.result()


def _first_schema(engine: sa.Engine, log: GameLog, part: str) -> None:
    """Write a running game as the first release stored it."""
    row = {
        "id": "old",
        "name": "Papeete",
        "game": "toy",
        "edition": "standard",
        "edition_hash": log.game.edition_hash,
        "rules_version": log.game.spec.rules_version,
        "options": json.dumps(dict(log.game.options)),
        "players": 3,
        "status": "running",
        "host": "guest-0",
        "server_part": part,
        "commitment": "c" * 64,
        "last": log.last,
        "turn": log.position().to_move,
        "people": 2,
        "created": 1.0,
        "touched": 2.0,
    }
    seats = [
        {
            "table_id": "old",
            "seat": n,
            "kind": "person",
            "name": f"N{n}",
            "guest": f"guest-{n}",
            "level": "",
            "nonce": "",
        }
        for n in range(3)
    ]
    events = [
        {
            "table_id": "old",
            "number": event.number,
            "kind": event.kind,
            "seat": event.seat,
            "actor": event.actor,
            "code": event.code,
            "outcomes": json.dumps(event.outcomes),
            "details": json.dumps(event.details),
            "at": event.at,
            "digest": event.digest,
            "seen": event.seen,
        }
        for event in (step.event for step in log.steps)
    ]
    with engine.begin() as connection:
        for name, rows in (("tables", [row]), ("seats", seats), ("events", events)):
            columns = ", ".join(rows[0])
            values = ", ".join(f":{column}" for column in rows[0])
            statement = sa.text(f"INSERT INTO {name} ({columns}) VALUES ({values})")
            connection.execute(statement, rows)


@pytest.mark.anyio
async def test_a_database_of_the_first_release_upgrades_with_its_games(database, tmp_path, toy):
    url = sa.make_url(database)
    migrations.upgrade(url, "0001")
    part = proof.fresh_part()
    log = GameLog(toy, 3, proof.seed(part, ["", "", ""]))
    log.extend([log.start_event(time.time())])
    for actor in ["person"] * 8 + ["evenly"]:
        before = log.position()
        code = toy.codes(before)[0]
        log.play(code, actor, time.time())
    engine = connect(database)
    log.steps[0].event.details["seats"] = [{"name": "Hinano"}]
    _first_schema(engine, log, part)
    migrations.upgrade(url, "0007")
    with engine.begin() as connection:  # an answer that waits until others may see it
        held = "UPDATE seats SET evenly = :on, answered = :code, answered_at = :last"
        values = {"on": True, "code": code, "last": log.last}
        connection.execute(sa.text(held), values)
    engine.dispose()

    async with running(Settings(tmp_path / "data", database)) as site:
        table = await site.tables.load("old")
        assert table.playing.position() == log.position()
        assert table.playing.steps[0].event.details == {}
        assert [table.seats_of(f"guest-{n}") for n in range(3)] == [[0], [1], [2]]
        assert table.row.watch
        actor = table.playing.steps[-1].event.seat
        frame = len(table.playing.frames(actor)) - 1
        table = await undo.take_back(site.tables, "old", actor, frame)
        assert table.playing.position() == before
        turn = table.row.turn
        frame = len(table.playing.frames(turn)) - 1
        code = toy.codes(before)[0]
        after = await play.act(site.tables, "old", turn, frame, [code])
        assert after.row.last > table.row.last
