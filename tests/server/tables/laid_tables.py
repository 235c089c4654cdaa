"""Tables that begin with a given position."""

from __future__ import annotations

import time

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.server.store.rows import SeatRow, TableRow
from proa.server.tokens import guest_id_of_token
from server.site import Site

ID, WATCH = "1" * 32, "2" * 32


def token(seat: int) -> str:
    return f"{seat:032x}"


def guest(seat: int) -> str:
    return f"{seat + 16:032x}"


async def laid(
    site: Site,
    game: Game,
    position: Position,
    part: str = "a" * 64,
    bot: int | None = None,
    screens: int = 0,
) -> None:
    """Return a table that goes on from a position, with people and perhaps a bot; ``part`` is the
    server's part of its chance. The first ``screens`` seats share the screen of the first."""
    players = position.players
    row = TableRow(
        id=ID,
        name="Papeete",
        game=game.name,
        edition="standard",
        edition_hash=game.edition_hash,
        rules_version=game.spec.rules_version,
        options=dict(game.options),
        players=players,
        status="waiting",
        host=guest(0),
        server_part=part,
        commitment="b" * 64,
        last=-1,
        turn=None,
        people=0,
        created=time.time(),
        touched=time.time(),
        watch=WATCH,
        start=game.dump(position, secret=False),
        pace=None,
        due=None,
        watchers_chat=False,
        talk=0,
        rematch=None,
    )
    seats = [
        SeatRow(ID, n, "person", f"N{n}", "", None, holders=(who, guest_id_of_token(token(n))))
        for n in range(players)
        for who in [guest(0 if n < screens else n)]
    ]
    if bot is not None:
        seats[bot] = SeatRow(ID, bot, "bot", f"N{bot}", "easy", None)
    await site.tables.store.create(row, seats)
    async with site.client(token(0)) as client:
        for seat in range(players):
            headers = {"Authorization": f"Bearer {token(seat)}"}
            await client.post(f"/api/tables/{ID}/ready", json={"nonce": "0c"}, headers=headers)
