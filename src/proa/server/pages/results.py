"""Pages after the end: the result, the record, playing on from a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.core.view_types import ALL, Tie
from proa.engine.messages import localize
from proa.server.http.dependencies import (
    OPENING,
    REPLAY,
    USUAL,
    Address,
    AllReplays,
    AllTables,
    AtTable,
    Locale,
    Origin,
    base_url,
)
from proa.server.pages.responses import page
from proa.server.tables import chat, replays, shared_replays, table_records
from proa.server.tables.access import TableAccess
from proa.server.tables.at_table import at_table
from proa.server.tables.replays import Replay
from proa.server.tables.story import who_wins
from proa.server.tables.tables import Tables
from proa.web.charts import turning_points
from proa.web.sentences import lines, localize_for_one

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Text = Annotated[str, Form()]


@router.get("/table/{table_id}/end")
@router.get("/watch/{watch}/end")
async def end(
    request: Request, access: AtTable, tables: AllTables, all_replays: AllReplays, locale: Locale
) -> HTMLResponse:
    """Render the result: who won, and how the points came together."""
    replay = all_replays.of_table(access.table)
    values = localize(at_table(access, base_url(request, tables)), locale, access.table.names)
    values |= ended(replay, locale)
    values |= {
        "proof": table_records.record_of(access.table).proof,
        "chat": localize(await chat.lines_for(tables, access), locale),
        "over": True,
        "sharing": await shared_replays.sharing(tables, access),
        "next_watch": await _next_watch(tables, access),
    }
    return page(request, "end.html", access.table.names, **values)


async def _next_watch(tables: Tables, access: TableAccess) -> str | None:
    """Return the spectators' token of the next game, for spectators of this one."""
    follows = access.table.row.rematch
    if follows is None or access.mine or access.is_host:
        return None
    found = await tables.store.table(follows)
    return found[0].watch if found else None


@router.get("/table/{table_id}/record", dependencies=[REPLAY])
@router.get("/watch/{watch}/record", dependencies=[REPLAY])
async def record(access: AtTable, tables: AllTables) -> Response:
    """Return the record of a finished game as a file; of a frozen one the stored log."""
    headers = {"Content-Disposition": f'attachment; filename="{access.table.row.game}.json"'}
    text = await table_records.record_text(tables, access.table)
    return Response(text, media_type="application/json", headers=headers)


@router.post("/table/{table_id}/continue", dependencies=[OPENING])
async def go_on(
    access: AtTable,
    tables: AllTables,
    all_replays: AllReplays,
    address: Address,
    origin: Origin,
    at: Annotated[int, Form()],
    place: Annotated[int, Form()],
    level: Text,
) -> Response:
    """Open a table against bots from a step of the replay."""
    replay = all_replays.of_table(access.table)
    table = await replays.go_on(
        tables, replay, at, [place], level, access.guest_id, address, origin=origin
    )
    return RedirectResponse(f"/table/{table.id}", 303)


def ended(replay: Replay, locale: str) -> dict[str, Any]:
    """Return the values of the result page: result, reasons, when points came, their history."""
    names = replay.names
    result, history = replay.result(), replay.history
    swings = turning_points(history, result["winners"])
    moments = [_moment(replay, swing.at, history, locale) for swing in swings]
    biggest = max(swings, key=attrgetter("size")).at if swings else None
    reasons = replay.reasons()
    won = who_wins(result["winners"]) if result["lost"] else ""
    result["lost_names"] = [names[seat] for seat in result["lost"]]
    return {
        "won": localize(won, locale, names),
        "result": localize(result, locale, names),
        "places": places_of(result),
        "tie": localize(_tie(replay, result["scores"]), locale, names),
        "reasons": localize(reasons, locale, names),
        "growth": localize(replay.growth(reasons), locale, names),
        "history": history,
        "turns": replay.turns,
        "moments": [{**moment, "is_biggest": moment["at"] == biggest} for moment in moments],
        "view": localize_for_one(replay.view(replay.last, ALL), locale, names),
    }


def places_of(result: Mapping[str, Any]) -> list[int]:
    """Return the place of every seat: winners are first, the others behind all with more points,
    and seats that were lost on time behind all others."""
    winners, scores, lost = result["winners"], result["scores"], result.get("lost", ())

    def is_ahead(other: int, mine: int) -> bool:
        if other in winners or (other in lost) > (mine in lost):
            return False
        return (other in lost) < (mine in lost) or scores[other] > scores[mine]

    seats = range(len(scores))
    return [
        1 if mine in winners else 1 + len(winners) + sum(is_ahead(other, mine) for other in seats)
        for mine in seats
    ]


def _tie(replay: Replay, scores: Sequence[int]) -> Tie | None:
    """Which rule decided between those with the most points; None if there was one."""
    if replay.lost:
        return None
    level = [seat for seat, points in enumerate(scores) if points == max(scores)]
    if len(level) < 2:
        return None
    return replay.game.spec.texts.tie(replay.game, replay.position(replay.last), level)


def _moment(
    replay: Replay, at: int, history: Sequence[Sequence[int]], locale: str
) -> dict[str, Any]:
    """Return a decision that changed the lead: when it was, its board, its points for each seat.

    Sentences from the beginning of the next turn on, as its dice, are left out.
    """
    names, seat = replay.names, replay.moments[at].seat
    turn, heading = replay.turn_of(at)
    sentences = lines(replay.sentences(at, ALL), locale, names, seat)
    deltas = [new - old for old, new in zip(history[at - 1], history[at], strict=True)]
    next_turn = next((n for n, line in enumerate(sentences) if n and line["turn"]), None)
    return {
        "at": at,
        "turn": turn,
        "heading": localize(heading, locale, names) if heading else None,
        "view": localize_for_one(replay.view(at, ALL), locale, names),
        "told": [line["text"] for line in sentences[:next_turn]],
        "deltas": deltas,
        "gains": [
            {"name": name, "points": points}
            for name, points in zip(names, deltas, strict=True)
            if points
        ],
    }
