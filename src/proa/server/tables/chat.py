"""Chat at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import say as message
from proa.engine.messages import text as plain_text
from proa.server.errors import Refusal
from proa.server.store.rows import ChatLine
from proa.server.tables import names
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Table, no_table
from proa.server.tables.tables import Tables

LONGEST_LINE = 500
About = Literal["mute", "unmute", "block", "unblock", "report", "delete"]
"""Actions on a line."""
PHRASES = {
    "hello": message("Hello!"),
    "luck": message("Good luck!"),
    "moment": message("One moment, please."),
    "nice": message("Nice move!"),
    "thanks": message("Thank you!"),
    "oops": message("Oops!"),
    "played": message("Good game!"),
    "again": message("One more?"),
}
"""Ready-made lines, by the id that is stored: everybody reads them in their own language."""


async def say(
    tables: Tables,
    access: TableAccess,
    address: str,
    text: str,
    name: str,
    frame: int,
    after: int | None = None,
    phrase: str = "",
) -> None:
    """Add a chat line, with reference to one of the writer's frames: a text, or a ready-made
    ``phrase``.

    A repeated request is answered like the first: a line that the writer has already added
    ``after`` the last line they had seen is not added again.
    """
    tables.bans.check("mute", tables.now(), access.guest_id, address)
    text = names.visible(text, keep="\n").strip()
    if not access.may_talk:
        raise Refusal(403, message("Spectators can't chat at this table."))
    if access.must_choose_seat:
        _ = access.seat  # raises the refusal: the writer's seat is unknown
    if phrase and (text or phrase not in PHRASES):
        raise Refusal(422, message("There is no such ready-made message."))
    if not phrase and not 0 < len(text) <= LONGEST_LINE:
        raise Refusal(422, message("Write a message of at most {n} characters.", n=LONGEST_LINE))
    table, viewer = access.table, access.viewer
    seat = None if viewer == SPECTATOR else viewer
    author = names.checked(name) if seat is None else table.seats[seat].name
    event = _event(access, frame)
    line = ChatLine(0, seat, author, text, event, tables.now(), access.guest_id, phrase)
    if not await tables.store.say(table.id, line, tables.settings.chat_lines_a_table, after):
        raise no_table()
    tables.live.notify(table.id)


async def lines_for(
    tables: Tables, access: TableAccess, after: int = 0, before: int | None = None
) -> list[dict[str, Any]]:
    """Return a page of chat: the newest lines, or those after or before a line."""
    table, most = access.table, tables.settings.chat_lines_a_page
    if not table.row.talk:
        return []
    lines = await tables.store.chat(table.id, after, before, most)
    muted = await tables.store.muted(access.guest_id) if lines else {}
    return _lines_for_viewer(table, access.viewer, lines, access.guest_id, muted)


async def change(tables: Tables, access: TableAccess, number: int, what: About) -> None:
    """Act on a line: ``mute`` or ``unmute`` its author, ``report`` or ``delete`` it.

    Muting is for the reader alone, at all tables; ``block`` also keeps the author from sitting down
    at tables that the reader opens. Deleting is for the table's host.
    """
    store, table, reader = tables.store, access.table, access.guest_id
    found = await store.chat(table.id, before=number + 1, most=1)
    if not found or found[0].number != number:
        raise Refusal(404, message("This message no longer exists."))
    (line,) = found
    if what == "delete":
        if not access.is_host:
            raise Refusal(403, message("Only the table's host may do that."))
        await store.unsay(table.id, number)
        tables.live.notify(table.id)
    elif line.holder == reader:
        raise Refusal(422, message("You wrote that yourself."))
    elif what == "report":
        await store.report(table.id, replace(line, text=words(line)), reader)
    elif not line.holder:
        raise Refusal(422, message("The author of that message is no longer known."))
    elif what in ("unmute", "unblock"):
        await store.unmute(reader, line.holder)
    elif not await store.mute(
        reader, line.holder, (most := tables.settings.mutes_a_guest), blocks=what == "block"
    ):
        why = message("You have muted {n} people, the maximum.", n=most)
        raise Refusal(409, why, limit="mutes_a_guest")


def words(line: ChatLine) -> str:
    """Return what a line says, a ready-made one in English."""
    return plain_text(PHRASES[line.phrase]) if line.phrase in PHRASES else line.text


def _event(access: TableAccess, frame: int) -> int:
    """Return the number of the event that a frame shows; by default the writer's newest."""
    log = access.table.log
    frames = log.frames(access.viewer) if log else []
    if not frames:
        return -1
    return frames[frame] if 0 <= frame < len(frames) else frames[-1]


def _lines_for_viewer(
    table: Table, viewer: int, lines: Sequence[ChatLine], guest_id: str, muted: Mapping[str, bool]
) -> list[dict[str, Any]]:
    """Return chat lines, each with the viewer's own frame of that moment.

    Lines of authors in ``muted`` have no text.
    """
    frames = table.log.frames(viewer) if table.log else []
    return [
        {
            "number": line.number,
            "seat": line.seat,
            "name": line.name,
            "text": "" if line.holder in muted else PHRASES.get(line.phrase, line.text),
            "phrase": "" if line.holder in muted else line.phrase,
            "at": line.at,
            "muted": line.holder in muted,
            "blocked": muted.get(line.holder, False),
            "mine": line.holder == guest_id,
            "frame": max(sum(number <= line.event for number in frames) - 1, 0),
        }
        for line in lines
    ]
