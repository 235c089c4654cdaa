"""The record of a table: its moves, its seats by kind, its proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proa import records
from proa.bots.roster import roster
from proa.engine.core.chance import key_from_seed
from proa.engine.messages import say
from proa.records import Decision, Record
from proa.server.errors import Code, Refusal
from proa.server.store.rows import BOT, FROZEN, OVER, PERSON, Event
from proa.server.tables import proof
from proa.server.tables.events import line
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables


def record_of(table: Table) -> Record:
    """Return the record of a table's line of play, with its proof."""
    log, row = table.playing, table.row
    first, *actions = log.line()
    return Record(
        game=table.game,
        players=row.players,
        key=log.key,
        position=row.start,
        options=row.options,
        seats=_seats(table),
        outcomes=tuple(first.outcomes),
        decisions=[_decision(event) for event in actions],
        proof=_proof(table),
    )


def _proof(table: Table) -> dict[str, Any]:
    row = table.row
    return {
        "table": row.id,
        "commitment": row.commitment,
        "server_part": row.server_part,
        "nonces": _nonces(table),
    }


def _nonces(table: Table) -> list[str]:
    return [place.nonce or "" for place in table.seats]


def _decision(event: Event) -> Decision:
    assert event.seat is not None
    return Decision(event.seat, event.code, tuple(event.outcomes), event.digest)


def _seats(table: Table) -> list[dict[str, Any]]:
    return [_seat(place.name, place.kind, place.level) for place in table.seats]


def _seat(name: str, kind: str, level: str) -> dict[str, Any]:
    if kind != BOT or level not in roster():
        return {"name": name, "kind": kind if kind == BOT else PERSON}
    bot = roster()[level].bot
    return {"name": name, "kind": kind, "bot": bot.name, "budget": bot.budget}


async def record_text(tables: Tables, table: Table) -> str:
    """Return the record file of a table; refuse while the game runs.

    A game that no longer replays is written as it was stored, so that nobody loses their log.
    """
    if table.row.status not in (OVER, FROZEN):
        raise Refusal(409, say("The record is available when the game is over."), Code.NOT_OVER)
    if table.row.status == OVER and table.log is not None:
        return records.file_text(records.to_json(record_of(table)))
    return records.file_text(_as_stored(table, await tables.store.events(table.id)))


def _as_stored(table: Table, log: Sequence[Event]) -> dict[str, Any]:
    """Return the document of a log without replaying it, under the rules it was played by."""
    row = table.row
    first, *actions = line(log)
    key = key_from_seed(proof.seed(row.server_part, _nonces(table)))
    ends = [event.details for event in log if event.kind == "end"]
    return records.written(
        {
            "game": row.game,
            "rules_version": row.rules_version,
            "edition": row.edition,
            "edition_hash": row.edition_hash,
            "options": row.options,
        },
        players=row.players,
        seats=_seats(table),
        start=records.start_json(key, row.start),
        outcomes=first.outcomes,
        decisions=[_decision(event) for event in actions],
        result={"over": True, **_result(ends[-1])} if ends else None,
        proof=_proof(table),
    )


def _result(details: Mapping[str, Any]) -> dict[str, Any]:
    return {name: details[name] for name in ("scores", "returns")}
