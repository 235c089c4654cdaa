"""Talk at the table."""

from __future__ import annotations

from typing import Any, Literal

from proa.engine.kind import WATCHER
from proa.engine.words import say as message
from proa.server.errors import Refusal
from proa.server.store.schema import ChatLine
from proa.server.tables import names, shown
from proa.server.tables.access import Sitting
from proa.server.tables.table import no_table
from proa.server.tables.tables import Tables

LONGEST_LINE = 500
About = Literal["mute", "unmute", "report", "delete"]
"""What can be done about a line."""


async def say(
    tables: Tables,
    sitting: Sitting,
    address: str,
    text: str,
    name: str,
    frame: int,
    after: int | None = None,
) -> None:
    """Say something at a table, with reference to one of the speaker's frames.

    A repeated post is answered like the first: what the speaker has said ``after`` a line, the last
    that they had been shown, is not said again.
    """
    tables.barred.check("mute", tables.now(), sitting.holder, address)
    text = names.visible(text, keep="\n").strip()
    if not sitting.may_talk:
        raise Refusal(403, message("Spectators can't talk at this table."))
    if sitting.is_veiled:
        _ = sitting.seat  # refused: whose line it were can't be told
    if not 0 < len(text) <= LONGEST_LINE:
        raise Refusal(422, message("Say something, with at most {n} letters.", n=LONGEST_LINE))
    table, viewer = sitting.table, sitting.viewer
    seat = None if viewer == WATCHER else viewer
    known = names.checked(name) if seat is None else table.seats[seat].name
    event = _event(sitting, frame)
    line = ChatLine(0, seat, known, text, event, tables.now(), sitting.holder)
    if not await tables.store.say(table.id, line, tables.settings.chat_lines_a_table, after):
        raise no_table()
    tables.live.ring(table.id)


async def heard(
    tables: Tables, sitting: Sitting, after: int = 0, before: int | None = None
) -> list[dict[str, Any]]:
    """A page of what was said: the newest lines, or those after or before one."""
    table, most = sitting.table, tables.settings.chat_lines_a_page
    if not table.row.talk:
        return []
    lines = await tables.store.chat(table.id, after, before, most)
    muted = await tables.store.muted(sitting.holder) if lines else set()
    return shown.chat(table, sitting.viewer, lines, sitting.holder, muted)


async def change(tables: Tables, sitting: Sitting, number: int, what: About) -> None:
    """Do something about a line: ``mute`` or ``unmute`` its speaker, ``report`` or ``delete`` it.

    Muting is for oneself, at all tables. Deleting is for the table's host.
    """
    store, table, reader = tables.store, sitting.table, sitting.holder
    found = await store.chat(table.id, before=number + 1, most=1)
    if not found or found[0].number != number:
        raise Refusal(404, message("There is no such line any more."))
    (line,) = found
    if what == "delete":
        if not sitting.is_host:
            raise Refusal(403, message("Only whoever opened the table may do that."))
        await store.unsay(table.id, number)
        tables.live.ring(table.id)
    elif line.holder == reader:
        raise Refusal(422, message("You said that yourself."))
    elif what == "report":
        await store.report(table.id, line, reader)
    elif not line.holder:
        raise Refusal(422, message("Who said that is not known any more."))
    elif what == "unmute":
        await store.unmute(reader, line.holder)
    elif not await store.mute(reader, line.holder, (most := tables.settings.mutes_a_guest)):
        why = message("You have muted {n} people, and no more is possible.", n=most)
        raise Refusal(409, why, limit="mutes_a_guest")


def _event(sitting: Sitting, frame: int) -> int:
    """The number of the event behind a frame; the newest one the speaker knows by default."""
    playback = sitting.table.playback
    frames = playback.frames(sitting.viewer) if playback else []
    if not frames:
        return -1
    return frames[frame] if 0 <= frame < len(frames) else frames[-1]
