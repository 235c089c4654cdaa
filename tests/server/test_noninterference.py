"""A viewer's pages, JSON, streams and refusals don't change with what he may not know.

The same table is kept on two servers, at two positions that the viewer can't tell apart; the
same is done at both, and everything he is sent must be equal to the letter.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest

import proa
from proa.engine.game import Game, Position
from proa.engine.kind import ALL
from proa.games import GAMES
from proa.server import streams, tables
from proa.server.access import seated
from proa.server.guard import COOKIE, signed
from proa.server.schema import SeatRow, TableRow
from proa.server.seats import holder_of_token
from proa.server.settings import Settings
from server.site import Site, running

pytestmark = pytest.mark.anyio
KEY = b"k" * 32
ID, WATCH = "1" * 32, "2" * 32


def token(seat: int) -> str:
    return f"{seat:032x}"


def guest(seat: int) -> str:
    return f"{seat + 16:032x}"


async def laid(site: Site, game: Game, position: Position) -> None:
    """The table, waiting, with its seats ready but for the last."""
    players = position.players
    row = TableRow(
        id=ID,
        name="Papeete",
        game=game.name,
        edition="standard",
        edition_hash=game.edition_hash,
        rules_version=game.kind.rules_version,
        options=dict(game.options),
        players=players,
        status="waiting",
        host=guest(0),
        server_part="a" * 64,
        commitment="b" * 64,
        last=-1,
        turn=None,
        people=0,
        created=1.0,
        touched=1.0,
        watch=WATCH,
        start=game.dump(position, secret=False),
        pace=None,
        due=None,
        watchers_chat=False,
        talk=0,
        rematch=None,
    )
    seats = [
        SeatRow(ID, n, "person", f"N{n}", "", None, holders=(guest(n), holder_of_token(token(n))))
        for n in range(players)
    ]
    await site.tables.store.create(row, seats)
    async with site.client(token(0)) as client:
        for seat in range(players):
            headers = {"Authorization": f"Bearer {token(seat)}"}
            await client.post(f"/api/tables/{ID}/ready", json={"nonce": "0c"}, headers=headers)


async def everything_sent(site: Site, seat: int) -> dict[str, str]:
    """What a seat is sent at every address, wrong posts included, and what its stream says."""
    sent: dict[str, str] = {}
    table = await site.tables.load(ID)
    latest = len(table.playing.frames(seat)) - 1
    cookie = f"{COOKIE}={signed(guest(seat), KEY)}"
    frames = [f"view/{frame}" for frame in range(latest + 1)]
    async with site.browser() as browser:
        browser.headers["Cookie"] = cookie
        for path in ("", *frames, "view/99", "news", "log", "chat", "fair", "end", "record"):
            answer = await browser.get(f"/table/{ID}/{path}".rstrip("/"))
            sent[path] = f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}"
        for path in (*frames, "news", "log", "end", ""):
            answer = await browser.get(f"/watch/{WATCH}/{path}".rstrip("/"))
            sent[f"watch {path}"] = f"{answer.status_code} {answer.text}"
        codes = [*table.game.all_codes[::7], "nonsense"]
        for code in codes[:12] if table.row.turn != seat else ["nonsense"]:
            body = {"frame": str(latest), "code": code}
            for what in ("act", "undo", "redo"):
                if what == "undo" and table.playing.undoable(seat):
                    continue
                answer = await browser.post(f"/table/{ID}/{what}", data=body)
                sent[f"{what} {code}"] = f"{answer.status_code} {answer.text}"
    async with site.client(token(seat)) as client:
        door = f"/api/tables/{ID}"
        for path in ("", "/view", "/log", "/news", "/chat", "/replay/0", "/record"):
            answer = await client.get(door + path)
            sent[f"api {path}"] = f"{answer.status_code} {answer.text}"
        legal = table.game.codes(table.playing.position()) if table.row.turn == seat else []
        for codes in [[code] for code in legal[:20]] or [["nonsense"]]:
            body = {"frame": latest, "codes": codes}
            answer = await client.post(f"{door}/try", json=body)
            sent[f"api try {codes}"] = f"{answer.status_code} {answer.text}"
    sitting = await seated(site.tables, ID, guest(seat), None)
    sent["stream"] = str(streams.news(sitting.table, seat))
    return sent


def same_to(seat: int, ours: Position, theirs: Position) -> tuple[str, str] | None:
    """A decision for each position that ``seat`` can't tell apart: equal, if it is his own."""
    game = ours.game
    story = game.kind.story
    for code in random.Random(1).sample(game.codes(ours), len(game.codes(ours))):
        others = [code] if ours.to_move == seat else game.codes(theirs)
        for other in others:
            if other not in game.codes(theirs):
                continue
            pair = ((ours, code), (theirs, other))
            if any(game.play(p, c, chance=False).to_move == -1 for p, c in pair):
                continue
            if any(story.reveals(game, p, game.action(c)) for p, c in pair):
                continue
            shown = [story.code_for(game, p, game.action(c), seat) for p, c in pair]
            if shown[0] == shown[1]:
                return code, other
    return None


def cases() -> Iterator[object]:
    """Three games of each kind; of the large ones two only in the slow run."""
    for name in GAMES:
        for seed in range(3):
            marks = [pytest.mark.slow] if seed and name != "toy" else []
            yield pytest.param(name, seed, marks=marks)


@pytest.mark.parametrize(("name", "seed"), list(cases()))
async def test_nothing_that_is_sent_depends_on_what_is_hidden(name, seed, tmp_path, monkeypatch):
    position, other, seat = alike(name, seed)
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    async with both(tmp_path, position, other) as (one, two):
        for _ in range(4 if name == "toy" else 2):
            assert await everything_sent(one, seat) == await everything_sent(two, seat)
            stand = [await site.tables.load(ID) for site in (one, two)]
            pair = same_to(seat, *(table.playing.position() for table in stand))
            if pair is None:
                break
            for site, table, code in zip((one, two), stand, pair, strict=True):
                turn = table.row.turn
                frame = len(table.playing.frames(turn)) - 1
                await site.tables.act(ID, turn, frame, [code])


async def test_a_leak_would_be_noticed(tmp_path, monkeypatch):
    """Were seats shown the open view, nearly everything they are sent would differ."""
    position, other, seat = alike("toy", 1)
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    monkeypatch.setattr(tables.Table, "eyes", lambda table, viewer: ALL)
    async with both(tmp_path, position, other) as (one, two):
        sent = [await everything_sent(site, seat) for site in (one, two)]
        assert {path for path in sent[0] if sent[0][path] != sent[1][path]} >= {"", "api /view"}


def alike(name: str, seed: int) -> tuple[Position, Position, int]:
    """Two positions in the middle of a game that a seat can't tell apart, and the seat."""
    game, choose = proa.game(name), random.Random(seed)
    position = game.start(game.players[0], seed=seed)
    for _ in range(choose.randrange(5, 40)):
        after = game.play(position, choose.choice(game.codes(position)))
        if after.is_over:
            break
        position = after
    seat = choose.randrange(position.players)
    other = game.resample(position, seat, seed)
    assert not np.array_equal(position.record(), other.record())
    return position, other, seat


@asynccontextmanager
async def both(
    folder: Path, position: Position, other: Position
) -> AsyncIterator[tuple[Site, Site]]:
    """Two servers, the same table at one position on each."""
    settings = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "cookie.key").write_bytes(KEY)
        settings.append(Settings(folder / name))
    async with running(settings[0]) as one, running(settings[1]) as two:
        await laid(one, position.game, position)
        await laid(two, other.game, other)
        yield one, two
