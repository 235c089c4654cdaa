"""The values of the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from proa.engine.core.game import Game, overlay
from proa.engine.core.game_spec import ALL, SPECTATOR
from proa.engine.core.view_types import Tie
from proa.engine.messages import Shared, localize, say
from proa.server.api import views
from proa.server.config import urls
from proa.server.config.urls import is_own
from proa.server.errors import Refusal
from proa.server.http.dependencies import base_url, elsewhere, is_here, locale_of, prefs_of
from proa.server.store.schema import OVER, RUNNING, SeatRow, TableRow
from proa.server.tables import premoves, reveal_guard, table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.game_log import GameLog
from proa.server.tables.replays import Replay
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.web.charts import turning_points
from proa.web.client_cache import fill
from proa.web.compression import chosen, packed
from proa.web.pages import draw, pieces
from proa.web.sentences import lines, localize_for_one

Answer = TypeVar("Answer", bound=Response)
HAS = "proa-shows"
"""The header in which a page names the parts that it has and need not get again."""
LOG_LENGTH = 60
"""Minimal number of log frames that come with every frame; a link leads to the others."""
LOG_PART, LOG_GROUP = 20, 4
"""Number of log frames in a part, and in a list; the browser gets each part and list once."""


def page(
    request: Request,
    template: str,
    names: Sequence[str] = (),
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Render a page or a fragment, with the guest's preferences and the path."""
    site_url = partial(base_url, request, request.app.state.tables)
    values = {"prefs": prefs_of(request), "path": request.url.path, "site_url": site_url, **values}
    values["shut"] = _has(request)
    values["begun_at"] = elsewhere(request, values.get("begun_at", ""))
    return sent(request, draw(template, locale_of(request), names, **values), status)


def sent(request: Request, drawn: str, status: int = 200) -> HTMLResponse:
    """Return a rendered page without the parts that the requesting page has."""
    return HTMLResponse(fill(drawn, _has(request)), status)


def sent_to_many(request: Request, drawn: str) -> Response:
    """Return a rendered page for many spectators, compressed once for all."""
    body = fill(drawn, _has(request)).encode()
    headers = {"Vary": "Accept-Encoding"}
    if coding := chosen(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = packed(body, coding), coding
    return Response(body, headers=headers, media_type="text/html")


def timed(answer: Answer, tables: Tables) -> Answer:
    """Add the server's time to a response: the page's clocks use it."""
    answer.headers["Proa-Now"] = f"{tables.now():.3f}"
    return answer


def _has(request: Request) -> list[str]:
    """Return the names of the parts that the requesting page has."""
    return request.headers.get(HAS, "").split()


def reach(request: Request, base: str) -> dict[str, Any]:
    """Return who can open links that begin with ``base``, and the machine's other addresses."""
    settings, chosen = request.app.state.tables.settings, urlsplit(base).hostname or ""
    may_choose = is_here(request) and not settings.public_url
    places = urls.places(settings) if may_choose else []
    return {
        "here_only": is_own(chosen),
        "for_all": settings.host in urls.EVERYWHERE,
        "addresses": [
            {"host": place.host, "of": place.interface, "is_chosen": place.host == chosen}
            for place in (places if len(places) > 1 else ())
        ],
    }


def seconds(text: str) -> int | None:
    """Return a form's number of seconds; None if it is empty."""
    if text and not (text.isdecimal() and len(text) < 9):
        raise Refusal(422, say("The time for a decision is from 10 seconds to 30 days."))
    return int(text) if text else None


# -- games and tables ------------------------------------------------------------------------


def games(locale: str) -> list[dict[str, Any]]:
    """Return the games, with their options."""
    return [game.model_dump() for game in views.games(locale)]


def bot_levels(locale: str, game: str = "") -> list[dict[str, Any]]:
    """Return the levels of bots, in rising strength; with ``game`` also its other bots."""
    found = views.companions(locale, game) if game else views.levels(locale)
    return [level.model_dump() for level in found]


def own_table(
    row: TableRow, seats: Sequence[SeatRow], guest_id: str, returns: Sequence[float] = ()
) -> dict[str, Any]:
    """Return one of a guest's tables, for a list."""
    table = views.own_table(row, seats, guest_id, returns)
    day = datetime.fromtimestamp(table.touched, UTC).date()
    return {**table.model_dump(), "day": day.isoformat()}


def about(access: TableAccess) -> dict[str, Any]:
    """Return a table's general data, as far as the guest may know it."""
    return {**views.about(access).model_dump(), "url": access.path}


def seats_of(table: Table, viewer: int, locale: str) -> list[dict[str, Any]]:
    """Return the seats for people; with their points when the game is over."""
    return [seat.model_dump(exclude_unset=True) for seat in views.people(table, viewer, locale)]


def at_table(access: TableAccess, locale: str, base: str) -> dict[str, Any]:
    """Return the values for every page of a table: table, seats, the guest's rights, links."""
    table, shared = access.table, access.is_shared
    running = table.row.status == RUNNING
    return {
        "table": about(access),
        "query": access.query,
        "viewer": access.viewer,
        "seats": seats_of(table, access.viewer, locale),
        "is_host": access.is_host,
        "begun_at": "" if access.mine or access.is_host else table.row.origin,
        "may_chat": access.may_talk,
        "veil": _places(access, access.mine) if access.must_choose_seat else [],
        "here": _places(access, [seat for seat in access.mine if seat != access.viewer]),
        "open_here": len(access.mine) > 1 and running and not shared,
        "shared": shared,
        "at_screen": access.at_screen,
        "passed_on": access.is_passed_on,
        "watch_url": f"{base}/watch/{watch}" if (watch := access.watch_link) else None,
        "invites": [
            {"seat": place.seat, "name": place.name, "url": f"{base}/sit/{place.invite}"}
            for place in access.invitations
        ],
    }


def _places(access: TableAccess, seats: Sequence[int]) -> list[dict[str, Any]]:
    table = access.table
    return [
        {
            "seat": seat,
            "name": table.seats[seat].name,
            "turn": table.row.turn == seat,
            "url": f"{access.path}?seat={seat}",
        }
        for seat in seats
    ]


def playing(
    access: TableAccess,
    locale: str,
    base: str,
    frame: int | None = None,
    notice: Any = "",
    *,
    as_beat: bool = False,
) -> dict[str, Any]:
    """Return the values of the table's templates for a frame, or the beat that begins with it."""
    table, viewer = access.table, access.viewer
    at = table_view.moment(table, viewer, frame, as_beat=as_beat)
    view = table.game.question(at.position, at.eyes)
    seen = table_view.around(table, viewer, at, view)
    names, upto = table.names, at.frame
    first = max(upto + 1 - LOG_LENGTH, 0) // LOG_PART * LOG_PART
    return {
        **at_table(access, locale, base),
        "frame": at.frame,
        "latest": at.latest,
        "since": seen["since"],
        "live": at.is_latest,
        "over": table.row.status == OVER,
        "view": localize(view, locale, names) | _board(table.game, at, locale, names),
        "told": _with_lines(seen["told"], locale, names),
        "can": {
            choice["code"]: localize(choice["label"], locale, names) for choice in view["actions"]
        },
        "holds": _holds(table.playing, at, view),
        "beforehand": _premove_context(table, viewer, at, locale),
        "alone": _alone(table.game, at, view, locale, names),
        "undo": seen["undo"],
        "undo_turn": seen["undo"] and table.playing.undoable_turn(viewer),
        "redo": seen["redo"],
        "log": log_parts(table, viewer, locale, range(first, upto + 1)),
        "earlier": first > 0,
        "turns": table.playing.turns_before(viewer, at.eyes, upto + 1),
        "result": localize(table_view.result(table), locale, names),
        "notice": localize(notice, locale, names) if notice else "",
        "trial": None,
    }


def _holds(log: GameLog, at: table_view.Moment, view: Mapping[str, Any]) -> list[str]:
    """Return the viewer's actions that the page may delay: they end the turn and reveal nothing."""
    if not view["actions"]:
        return []
    mover = at.position.to_move
    ends = partial(reveal_guard.unrevealing_ends, log.game, at.position, mover)
    return log.cached(("holds", mover), ends, at.number)


def _premove_context(
    table: Table, viewer: int, at: table_view.Moment, locale: str
) -> dict[str, Any] | None:
    """Return the viewer's premove and possible ones; None if there are none.

    During the viewer's own question offer only premoves that answer it: the dock shows the
    question.
    """
    if viewer == SPECTATOR or not at.is_latest:
        return None
    premove = premoves.current(table, viewer)
    found = {
        "said": premove.code if premove else "",
        "label": premove.words["label"] if premove else "",
        "until": premove.words["until"] if premove else "",
        "offers": [
            {
                "code": code,
                "label": premove.words["label"]
                if premove and premove.code == code
                else words["label"],
                "amounts": amounts,
            }
            for code, amounts, words in premoves.offers(table, viewer)
            if at.position.to_move != viewer or premoves.is_answered(table, code)
        ],
    }
    made: dict[str, Any] = localize(found, locale, table.names)
    return made if found["said"] or found["offers"] else None


def _alone(
    game: Game, at: table_view.Moment, view: Mapping[str, Any], locale: str, names: Sequence[str]
) -> str:
    """Return why the viewer has only one answer; empty if they have several, or it is said."""
    why = game.spec.texts.only_answer(game, at.position) if len(view["actions"]) == 1 else None
    return localize(why, locale, names) if why else ""


def watched(access: TableAccess, locale: str, frame: int | None, *, as_beat: bool = False) -> str:
    """Render a frame or a beat for spectators, once for all."""
    table = access.table
    row, at = table.row, table_view.moment(table, access.viewer, frame, as_beat=as_beat)
    # Not the log's last event: rendering again after hidden ones takes time, which reveals them.
    latest = table_view.latest_frame(table, access.viewer)
    differs = (latest, row.people, row.due, row.status, row.watchers_chat, row.name)
    frames = (at.first, at.frame, tuple(table.names))
    to = ("watched", locale, access.path, access.is_host, access.may_talk, as_beat)

    def drawn() -> str:
        values = playing(access, locale, "", at.first, as_beat=as_beat)
        return draw("_table.html", locale, table.names, **values, chat=[])

    return table.playing.cached(to, drawn, of=(*differs, *frames))


def _board(game: Game, at: table_view.Moment, locale: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the board: ``public``, one object shared by all viewers, ``board`` with the viewer's
    own data, and ``sections`` with names."""
    if at.eyes == ALL:
        public, own = Shared(game.board(at.position, ALL)), {}
    else:
        public = game.public_board(at.position)
        own = localize(game.own_board(at.position, at.eyes), locale, names)
    public = public.localize(locale, names)
    return {
        "public": public,
        "board": overlay(public, own),
        "sections": localize(game.shared_sections(at.position, at.eyes), locale, names),
    }


def _with_lines(entry: Mapping[str, Any], locale: str, names: Sequence[str]) -> dict[str, Any]:
    """Return an event with its sentences as lines of the log."""
    return {**entry, "sentences": lines(entry["sentences"], locale, names, entry["seat"])}


def whole_log(table: Table, viewer: int, locale: str) -> dict[str, Any]:
    """Return the values of the log's template for the whole log."""
    frames = range(table_view.latest_frame(table, viewer) + 1)
    return {"log": log_parts(table, viewer, locale, frames), "earlier": False}


def log_parts(table: Table, viewer: int, locale: str, frames: range) -> list[list[list[Markup]]]:
    """Return the lines of a viewer's log frames, by parts, lists and frames; cached."""
    log, names, eyes = table.playing, table.names, table.eyes(viewer)
    of = (viewer, eyes, locale)
    entries: dict[tuple[int, bool], Markup] = log.cached(of, dict, tuple(names))
    numbers = log.frames(viewer)
    undone = log.undone(numbers[frames[-1]]) if frames else frozenset()
    lines_of = [(frame, numbers[frame] in undone) for frame in frames]
    for frame, is_undone in lines_of:
        if (frame, is_undone) not in entries:
            event = table_view.describe_event(log, numbers[frame], eyes)
            turns = log.turns_before(viewer, eyes, frame)
            sentences = _with_lines(event, locale, names)["sentences"]
            entry = pieces("log.html", locale).entry
            entries[frame, is_undone] = entry(frame, sentences, turns, is_undone)
    parts = groupby(lines_of, lambda line: line[0] // LOG_PART)
    return [
        [
            [entries[line] for line in group]
            for _, group in groupby(part, lambda line: line[0] // LOG_GROUP)
        ]
        for _, part in parts
    ]


# -- replays ---------------------------------------------------------------------------------


def replaying(replay: Replay, at: int, eye: int, locale: str) -> dict[str, Any]:
    """Return the values of the replay's templates for one step."""
    names = replay.names
    event = {"seat": replay.moments[at].seat, "sentences": replay.sentences(at, eye)}
    return {
        "at": at,
        "last_step": replay.last,
        "eye": "open" if eye == ALL else eye,
        "view": localize_for_one(replay.view(at, eye), locale, names),
        "told": _with_lines(event, locale, names),
        "log": [_with_lines(entry, locale, names) for entry in replay.log(eye)],
    }


def room(replay: Replay, at: int | None, eye: int, locale: str) -> dict[str, Any]:
    """Return the values of the replay page at a step, the last one by default."""
    at = replay.last if at is None else at
    return {
        **replaying(replay, at, eye, locale),
        "history": replay.history,
        "turns": replay.turns,
        "result": localize(replay.result(), locale, replay.names),
        "levels": bot_levels(locale),
    }


def ended(replay: Replay, locale: str) -> dict[str, Any]:
    """Return the values of the result page: result, reasons, when points came, their history."""
    names = replay.names
    result, history = replay.result(), replay.history
    swings = turning_points(history, result["winners"])
    reasons = replay.reasons()
    return {
        "result": localize(result, locale, names),
        "places": _places_of(result),
        "tie": localize(_tie(replay, result["scores"]), locale, names),
        "reasons": localize(reasons, locale, names),
        "growth": localize(replay.growth(reasons), locale, names),
        "history": history,
        "turns": replay.turns,
        "moments": [_moment(replay, at, history, locale) for at in swings],
        "view": localize_for_one(replay.view(replay.last, ALL), locale, names),
    }


def _places_of(result: Mapping[str, Any]) -> list[int]:
    """The place of every seat: winners are first, the others behind all with more points."""
    winners, scores = result["winners"], result["scores"]

    def is_ahead(other: int, mine: int) -> bool:
        return other not in winners and scores[other] > scores[mine]

    seats = range(len(scores))
    return [
        1 if mine in winners else 1 + len(winners) + sum(is_ahead(other, mine) for other in seats)
        for mine in seats
    ]


def _tie(replay: Replay, scores: Sequence[int]) -> Tie | None:
    """Which rule decided between those with the most points; None if there was one."""
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
    next_turn = next((n for n, line in enumerate(sentences) if n and line["turn"]), None)
    return {
        "at": at,
        "turn": turn,
        "heading": localize(heading, locale, names) if heading else None,
        "view": localize_for_one(replay.view(at, ALL), locale, names),
        "told": [line["text"] for line in sentences[:next_turn]],
        "deltas": [new - old for old, new in zip(history[at - 1], history[at], strict=True)],
    }
