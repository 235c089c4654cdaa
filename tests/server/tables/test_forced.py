"""Answers without alternative: against bots alone the page may play them for its player."""

from __future__ import annotations

import pytest

from proa.server.tables.play import forced_answer
from server.tables.turns import person_to_move

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("seats", "is_forced"),
    [(("me", "bot", "bot"), True), (("me", "me", "bot"), False)],
    ids=["bots", "people"],
)
async def test_a_lone_answer_is_forced_where_nobody_learns_from_it(site, seats, is_forced):
    players = await site.begun(*seats, game="borabora")
    only = None
    while only is None:
        player = await person_to_move(players)
        codes = await player.codes()
        table = await site.tables.load(player.table)
        only = table.playing.only_answer()
        assert only in (None, codes[0] if len(codes) == 1 else None)
        assert forced_answer(table, player.seat) == (only if is_forced else None)
        await player.play()
