"""A table's frames: what changes of its page from decision to decision."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from markupsafe import Markup

from proa.engine.core.shared_views import overlay
from proa.engine.messages import localize
from proa.server.http.access_log import PlainRoute
from proa.server.http.dependencies import (
    access_of,
    as_usual,
    base_url,
    locale_of,
    number,
    tables_of,
)
from proa.server.pages.responses import page, sent_to_many, timed
from proa.server.store.rows import OVER
from proa.server.tables import table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.at_table import at_table
from proa.server.tables.caches import ENTRIES, WATCHED
from proa.server.tables.story import Story
from proa.server.tables.table import Table
from proa.server.tables.table_view import Moment
from proa.server.tables.tables import Tables
from proa.server.telemetry import metrics
from proa.web.pages import draw, pieces
from proa.web.sentences import with_lines

LOG_LENGTH = 60
"""Minimal number of log frames that come with every frame; a link leads to the others."""
LOG_PART, LOG_GROUP = 20, 4
"""Number of log frames in a part, and in a list; the browser gets each part and list once."""


async def view(request: Request) -> Response:
    """Render one of the viewer's frames, to be morphed into the page."""
    return await _frame(request, as_beat=False)


async def beat(request: Request) -> Response:
    """Render the beat that begins with one of the viewer's frames."""
    return await _frame(request, as_beat=True)


FRAMES = [
    PlainRoute(f"{table}/view/{{frame}}{what}", endpoint)
    for table in ("/table/{table_id}", "/watch/{watch}")
    for what, endpoint in (("", view), ("/beat", beat))
]
"""Nine of ten requests, so they are plain routes: FastAPI's work before a route and its
dependencies took as long as rendering a spectator's frame."""


async def _frame(request: Request, *, as_beat: bool) -> Response:
    await as_usual(request)
    frame = number(request.path_params["frame"], "path", "frame")
    seat = request.query_params.get("seat")
    access = await access_of(request, None if seat is None else number(seat, "query", "seat"))
    tables = tables_of(request)
    return fragment(request, tables, access, locale_of(request), frame=frame, as_beat=as_beat)


def fragment(
    request: Request,
    tables: Tables,
    access: TableAccess,
    locale: str,
    frame: int | None = None,
    notice: Any = "",
    status: int = 200,
    as_beat: bool = False,
    **more: Any,
) -> Response:
    """Render one of the viewer's frames, the newest by default: a fragment for htmx, else a page.

    A page that lost the shared screen gets the choice of seats, over what spectators may see.
    """
    table, viewer = access.table, access.viewer
    is_part = "hx-request" in request.headers
    with metrics.drawing(table.row.game, "part" if is_part else "page"):
        frame = None if access.is_passed_on else frame
        at = table_view.moment(table, viewer, frame, as_beat=as_beat)
        if is_part and not (access.mine or notice or more):
            return timed(sent_to_many(request, _watched(access, locale, at)), tables)
        values = context(access, locale, base_url(request, tables), at)
        values |= {"now": tables.now(), **more}
        if notice:
            values["notice"] = localize(notice, locale, table.names)
        template = "_table.html" if is_part else "table.html"
        answer = page(request, template, table.names, status, **values)
        return timed(answer, tables) if is_part else answer


def _watched(access: TableAccess, locale: str, at: Moment) -> str:
    """Return a frame or a beat for spectators, drawn once for all."""
    row, names = access.table.row, tuple(access.table.names)
    # Not the log's last event: rendering again after hidden ones takes time, which reveals them.
    frames = (at.first, at.frame, at.latest)
    differs = (row.people, row.due, row.status, row.watchers_chat, row.name, names)
    key = (locale, access.path, access.is_host, access.may_talk, *frames, *differs)
    return WATCHED.get(access.table.playing, key, _drawn, access, locale, at)


def _drawn(access: TableAccess, locale: str, at: Moment) -> str:
    return draw("_table.html", locale, access.table.names, **context(access, locale, "", at))


def context(access: TableAccess, locale: str, base: str, at: Moment) -> dict[str, Any]:
    """Return the values of the table's templates for a frame, or for a beat that ends with it."""
    table = access.table
    names = table.names
    seen = at_table(access, base) | table_view.on_page(table, access.viewer, at)
    event_text = with_lines(seen.pop("told"), locale, names)
    seen = localize(seen, locale, names)
    view = seen["view"]
    view["board"] = overlay(view["public"], view.pop("own"))
    first = max(at.frame + 1 - LOG_LENGTH, 0) // LOG_PART * LOG_PART
    return {
        **seen,
        "live": at.is_latest,
        "over": table.row.status == OVER,
        "told": event_text,
        "can": {choice["code"]: choice["label"] for choice in view["actions"]},
        "log": log_parts(table, at.story, locale, range(first, at.frame + 1)),
        "earlier": first > 0,
        "chat": [],
        "notice": "",
        "trial": None,
        "hint": None,
    }


def log_parts(table: Table, story: Story, locale: str, frames: range) -> list[list[list[Markup]]]:
    """Return the lines of a viewer's log frames, by parts, lists and frames."""
    log, names = table.playing, tuple(table.names)
    key = (story.viewer, story.eyes, locale, names)
    entries: dict[tuple[int, bool], Markup] = ENTRIES.get(log, key, dict)
    undone = log.undone(story.frames[frames[-1]]) if frames else frozenset()
    lines_of = [(frame, story.frames[frame] in undone) for frame in frames]
    for frame, is_undone in lines_of:
        if (frame, is_undone) not in entries:
            event = with_lines(story.entries[frame], locale, names)
            entry = pieces("log.html", locale).entry
            entries[frame, is_undone] = entry(
                frame, event["sentences"], story.turns[frame], is_undone
            )
    parts = groupby(lines_of, lambda line: line[0] // LOG_PART)
    return [
        [
            [entries[line] for line in group]
            for _, group in groupby(part, lambda line: line[0] // LOG_GROUP)
        ]
        for _, part in parts
    ]
