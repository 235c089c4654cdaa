"""Talk at the table."""

from __future__ import annotations

from proa.engine.kind import WATCHER
from proa.engine.words import say as message
from proa.server import names
from proa.server.access import Sitting
from proa.server.errors import Refusal
from proa.server.schema import ChatLine
from proa.server.tables import Tables, no_table

LONGEST_LINE = 500


def may_say(sitting: Sitting) -> bool:
    """Whether somebody may talk: all who sit here, spectators if the table allows it."""
    return bool(sitting.mine) or sitting.table.row.watchers_chat


async def say(tables: Tables, sitting: Sitting, text: str, name: str, frame: int) -> None:
    """Say something at a table, with reference to one of the speaker's frames."""
    text = names.visible(text, keep="\n").strip()
    if not may_say(sitting):
        raise Refusal(403, message("Spectators can't talk at this table."))
    if not 0 < len(text) <= LONGEST_LINE:
        raise Refusal(422, message("Say something, with at most {n} letters.", n=LONGEST_LINE))
    table, viewer = sitting.table, sitting.viewer
    seat = None if viewer == WATCHER else viewer
    known = names.checked(name) if seat is None else table.seats[seat].name
    line = ChatLine(0, seat, known, text, _event(sitting, frame), tables.now())
    if not await tables.store.say(table.id, line):
        raise no_table()
    tables.live.ring(table.id)


def _event(sitting: Sitting, frame: int) -> int:
    """The number of the event behind a frame; the newest one the speaker knows by default."""
    playback = sitting.table.playback
    frames = playback.frames(sitting.viewer) if playback else []
    if not frames:
        return -1
    return frames[frame] if 0 <= frame < len(frames) else frames[-1]
