"""Administration from the command line, also while the server runs.

Nothing shown here gives anybody a seat: no invitations, no links, no tokens. The ids of guests and
programs can't be turned into a cookie or a token.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from operator import itemgetter
from typing import Any, TypeVar

from proa import open_game
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.errors import BadOption
from proa.engine.messages import text
from proa.server import addresses
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.games.opened_games import Games
from proa.server.host.housekeeping import open_existing
from proa.server.store.rows import OVER, PERSON, Event, SeatRow, TableRow
from proa.server.store.store import Store
from proa.server.store.whole_tables import Found
from proa.server.tables import chat, proof
from proa.server.tables.bans import What
from proa.server.tables.game_log import GameLog, Mismatch
from proa.server.tables.story import story

T = TypeVar("T")
FEWEST = 4
"""Number of an id's first letters that suffice, if no other id begins with them."""
MOST_DAYS = 36_500
"""A hundred years; a longer ban must be permanent."""
_DAY = 24 * 3600


def tables(settings: Settings, most: int) -> list[dict[str, Any]]:
    """Return the tables, the most recently used first."""

    async def ask(store: Store) -> list[dict[str, Any]]:
        reported: dict[str, int] = {}
        for report in await store.reported():
            reported[report.table_id] = reported.get(report.table_id, 0) + report.times
        found = await store.newest_tables(most)
        return [{**_table(one), "reports": reported.get(one[0].id, 0)} for one in found]

    return _with_store(settings, ask)


def reports(settings: Settings) -> list[dict[str, Any]]:
    """Return the reported lines of chat, the newest report first."""

    async def ask(store: Store) -> list[dict[str, Any]]:
        return [
            {
                "table": report.table_id,
                "line": report.number,
                "who": report.whom,
                "name": report.name,
                "text": report.text,
                "times": report.times,
                "at": report.at,
            }
            for report in await store.reported()
        ]

    return _with_store(settings, ask)


def acts(settings: Settings) -> list[dict[str, Any]]:
    """Return what the host of the server did to whom, and why, the newest first."""

    async def ask(store: Store) -> list[dict[str, Any]]:
        return [asdict(act) for act in await store.acts()]

    return _with_store(settings, ask)


def timeline(settings: Settings, named: str) -> list[dict[str, Any]]:
    """Return a table's log, as everybody may know it, and its chat in the order of time.

    A line of chat has its number, its author, and how often it was reported.
    """

    async def ask(store: Store) -> list[dict[str, Any]]:
        row, seats = await _find(store, named)
        reported = {r.number: r.times for r in await store.reported() if r.table_id == row.id}
        names = [place.name for place in seats]
        found = [
            {"at": at, "line": "", "who": "", "text": said, "reported": ""}
            for at, said in _log_sentences(settings, row, seats, await store.events(row.id), names)
        ]
        found += [
            {
                "at": line.at,
                "line": line.number,
                "who": line.holder,
                "text": f"{line.name}: {chat.words(line)}",
                "reported": reported.get(line.number, ""),
            }
            for line in await store.chat(row.id)
        ]
        return sorted(found, key=itemgetter("at"))

    return _with_store(settings, ask)


def _log_sentences(
    settings: Settings,
    row: TableRow,
    seats: Sequence[SeatRow],
    events: Sequence[Event],
    names: Sequence[str],
) -> list[tuple[float, str]]:
    """Return the sentences of a log with their times; nothing if it no longer replays."""
    if not events:
        return []
    path = Games(settings.editions).path(row.edition)
    try:
        game = open_game(row.game, path, dict(row.options))
        seed = proof.seed(row.server_part, [place.nonce or "" for place in seats])
        log = GameLog(game, row.players, seed, row.start)
        log.extend(events)
    except (Refusal, Mismatch):
        return []
    spectators_story = story(log, SPECTATOR, ALL if row.status == OVER else SPECTATOR)
    return [
        (entry["at"], text(said, names=names))
        for entry in spectators_story.entries
        for said in entry["sentences"]
    ]


def bans(settings: Settings) -> list[dict[str, Any]]:
    """Return the bans, and when they end."""

    async def ask(store: Store) -> list[dict[str, Any]]:
        return [
            {"who": ban.who, "what": ban.what, "until": ban.until, "since": ban.since}
            for ban in await store.bans()
        ]

    return _with_store(settings, ask)


def show(settings: Settings, named: str) -> dict[str, Any]:
    """Return a table with its people and its chat."""

    async def ask(store: Store) -> dict[str, Any]:
        row, seats = await _find(store, named)
        return {
            **_table((row, seats)),
            "people": [
                {
                    "seat": place.seat,
                    "kind": place.kind,
                    "name": place.name,
                    "who": list(place.holders),
                }
                for place in seats
            ],
            "chat": [
                {
                    "line": line.number,
                    "who": line.holder,
                    "name": line.name,
                    "text": chat.words(line),
                    "at": line.at,
                }
                for line in await store.chat(row.id)
            ],
        }

    return _with_store(settings, ask)


def close(settings: Settings, named: str, why: str = "") -> str:
    """Remove a table with all its data, whatever its state; return its id."""

    async def ask(store: Store) -> str:
        row, _ = await _find(store, named)
        await store.remove(row.id)
        await store.note_act("close", row.id, why)
        return row.id

    return _with_store(settings, ask)


def delete(settings: Settings, named: str, line: int, why: str = "") -> None:
    """Delete a line of a table's chat."""

    async def ask(store: Store) -> None:
        row, _ = await _find(store, named)
        if not await store.unsay(row.id, line):
            raise BadOption(
                "there is no line {n} in the chat of table {table}", n=line, table=row.id
            )
        await store.note_act("delete", row.id, why)

    _with_store(settings, ask)


def ban(
    settings: Settings, what: What, named: str, days: float | None, *, lift: bool, why: str = ""
) -> str:
    """Mute or block a guest or address, for some days or forever, or lift that; return the id."""

    if days is not None and not 0 < days <= MOST_DAYS:  # also refuses NaN
        raise BadOption("--days: write a number of days, {n} at most", n=MOST_DAYS)

    async def ask(store: Store) -> str:
        if lift:
            known = [one.who for one in await store.bans() if one.what == what]
            who = _only(named, [one for one in known if one.startswith(_address(named) or named)])
            await store.unban(who, what)
            await store.note_act(f"un{what}", who, why)
            return who
        who = _address(named) or await _person(store, named)
        until = None if days is None else store.now() + days * _DAY
        await store.ban(who, what, until)
        await store.note_act(what, who, why)
        return who

    return _with_store(settings, ask)


def _with_store(settings: Settings, ask: Callable[[Store], Awaitable[T]]) -> T:
    open_existing(settings)

    async def run() -> T:
        store = Store(settings.database)
        try:
            await store.open()
            return await ask(store)
        finally:
            await store.close()

    return asyncio.run(run())


def _table(found: Found) -> dict[str, Any]:
    row, seats = found
    return {
        "table": row.id,
        "name": row.name,
        "game": row.game,
        "status": row.status,
        "seats": len(seats),
        "here": sum(place.kind == PERSON for place in seats),
        "decisions": max(row.last, 0),
        "talk": row.talk,
        "opened": row.created,
        "touched": row.touched,
        "by": row.host,
        "from": row.address,
    }


async def _find(store: Store, named: str) -> Found:
    table_id = _only(named, await store.tables_like(_beginning(named)))
    found = await store.table(table_id)
    if found is None:
        raise BadOption("nothing here is called {name}; see: proa admin list", name=named)
    return found


async def _person(store: Store, named: str) -> str:
    return _only(named, await store.people_like(_beginning(named)))


def _beginning(named: str) -> str:
    if not re.fullmatch(rf"[0-9a-f]{{{FEWEST},32}}", named):
        raise BadOption(
            "{name} is neither an address nor the start of a name from: proa admin list (at "
            "least {n} letters)",
            name=named,
            n=FEWEST,
        )
    return named


def _only(named: str, found: list[str]) -> str:
    if not found:
        raise BadOption("nothing here is called {name}; see: proa admin list", name=named)
    if len(found) > 1 and named not in found:
        raise BadOption("{name} is the start of several names; write more of it", name=named)
    return named if named in found else found[0]


def _address(named: str) -> str:
    """Return the rate-limit key of an address; empty if the text is no address."""
    found = addresses.rate_limit_key(named.removesuffix("/64"))
    return "" if found == addresses.UNKNOWN else found
