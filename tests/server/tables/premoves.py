"""Premoves over the API."""

from __future__ import annotations

from proa.server.tables.table import Table
from proa.server.tables.table_view import log
from server.site import Player


async def at_table(player: Player) -> Table:
    return await player.site.tables.load(player.table)


async def stand(player: Player, code: str, amount: int | None = None) -> dict:
    """Set a premove with the newest known state."""
    frame = (await player.view())["frame"]
    answer = await player.put("standing", frame=frame, code=code, amount=amount)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def said(player: Player) -> str | None:
    """Return a player's premoves."""
    found = (await player.get("standing")).json()["said"]
    return found and found["code"]


def played(table: Table) -> list[tuple[int | None, str, str]]:
    """Return the actions of the log."""
    steps = [step.event for step in table.playing.steps]
    return [(event.seat, event.actor, event.code) for event in steps if event.kind == "action"]


def told(table: Table, viewer: int) -> list[str]:
    """Return the last sentences of a viewer's log."""
    return [said["say"] for said in log(table, viewer)[-1]["sentences"]]
