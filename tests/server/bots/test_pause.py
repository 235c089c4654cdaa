"""The pause of bots: the speed of an answer reveals nothing of hidden cards."""

from __future__ import annotations

import time

import pytest

import proa
from games.conformance import walk
from proa.engine.core.position import Position
from proa.server.bots import pause
from proa.server.pages import frames
from proa.server.store.tables import Change
from proa.server.tables.table import Table
from proa.web.pages import draw
from server.site import Player, Site
from server.tables.laid_tables import ID, WATCH, laid, token
from server.tables.premoves import at_table, played
from waiting import until

pytestmark = pytest.mark.anyio
PAUSE = 1.0


def defence(*, alone: bool) -> Position:
    """Return a position of Borneo: a player with cards is attacked, with or without a card to
    defend with."""
    game = proa.game("borneo")
    for seed in range(200):
        for position, _ in walk(game, 3, seed):
            is_asked = position.to_move >= 0 and "commit" in game.codes(position)
            hidden = not game.spec.questions.is_public(game.tables, position.fields)
            defends = is_asked and game.spec.questions.row(position.fields).code == "defence"
            if defends and hidden and (len(game.codes(position)) == 1) == alone:
                return position
    raise AssertionError("nobody defends")


async def attacked(site: Site, *, alone: bool) -> Player:
    """Return the attacked player at a table that begins like this."""
    position = defence(alone=alone)
    await laid(site, position.game, position)
    return Player(site, ID, position.to_move, token(position.to_move))


async def after(player: Player, last: int) -> Table:
    """Return the table once its log is longer."""

    async def found() -> Table | None:
        table = await at_table(player)
        return table if table.row.last > last else None

    return await until(found)


def waited(table: Table, number: int) -> float:
    """Return how long after the start an event came."""
    steps = table.playing.steps
    return steps[number].event.at - steps[0].event.at


@pytest.mark.parametrize("alone", [True, False])
async def test_a_bot_answers_no_sooner_where_it_has_one_answer(site, monkeypatch, alone):
    """Others can't tell a bot that looked for its answer from one that had nothing to look for."""
    monkeypatch.setattr(pause, "PAUSE", PAUSE)
    position = defence(alone=alone)
    bot, other = position.to_move, (position.to_move + 1) % 3
    await laid(site, position.game, position, bot=bot)
    table = await after(Player(site, ID, other, token(other)), 0)

    while not any(seat == bot and code == "commit" for seat, _, code in played(table)):
        table = await after(Player(site, ID, other, token(other)), table.row.last)
    number = next(n for n, step in enumerate(table.playing.steps) if step.event.code == "commit")
    assert PAUSE <= waited(table, number) < PAUSE + 3


async def test_who_stands_in_answers_no_sooner(site, monkeypatch):
    """Though they were asked long before."""
    monkeypatch.setattr(pause, "PAUSE", PAUSE)
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    asked = time.monotonic()
    await until(lambda: time.monotonic() > asked + PAUSE)
    began = time.time()
    await site.tables.commit(
        await site.tables.load(ID), Change(seats={player.seat: {"stand_in": "easy"}})
    )
    site.tables.on_bot_turn(ID)
    table = await after(player, last)
    while (player.seat, "commit") not in [(seat, code) for seat, _, code in played(table)]:
        table = await after(player, table.row.last)
    number = next(n for n, step in enumerate(table.playing.steps) if step.event.code == "commit")
    assert table.playing.steps[number].event.at - began >= PAUSE


async def test_what_nobody_sees_draws_nothing_for_who_watches(site, monkeypatch):
    """Else the time that it takes would tell."""
    player = await attacked(site, alone=False)
    drawn = []
    monkeypatch.setattr(frames, "draw", lambda *a, **k: drawn.append(a) or draw(*a, **k))

    async def watch() -> str:
        async with site.client() as client:
            seen = await client.get(f"/watch/{WATCH}/view/0", headers={"HX-Request": "true"})
            assert seen.status_code == 200
            return seen.text

    first = await watch()
    assert len(drawn) == 1
    await player.play(next(code for code in await player.codes() if code.startswith("play:")))
    assert await watch() == first
    assert len(drawn) == 1
