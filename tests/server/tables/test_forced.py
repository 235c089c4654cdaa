"""Answers without alternative: the page plays them for its player against bots alone."""

from __future__ import annotations

import pytest

from proa.server.tables.play import forced_answer

pytestmark = pytest.mark.anyio


async def test_where_people_play_nothing_is_played_for_them(site):
    only = None
    while only is None:
        players = await site.begun("me", "me", game="borabora")
        while (
            only is None
            and (table := await site.tables.load(players[0].table)).row.turn is not None
        ):
            player = players[table.row.turn]
            only = table.playing.only_answer()
            assert forced_answer(table, player.seat) is None
            await player.play()
