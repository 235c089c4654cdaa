"""A guest's finished games and results."""

from __future__ import annotations

import pytest

from proa.server.store.lists import Ending
from proa.server.tables.history import PastGame, past_games, tallies
from server.pages.test_shared_replays import browser_of
from server.rows import seat_rows
from server.site import play_to_end

pytestmark = pytest.mark.anyio


async def test_finished_games_are_listed_with_links_to_their_replays(site):
    players = await site.begun("me", "me", "me")
    async with browser_of(site, players[1]) as browser:
        assert "No finished game yet" in (await browser.get("/history")).text
        await play_to_end(players)
        page = await browser.get("/history")
        assert f"/table/{players[1].table}/replay" in page.text
        assert "people" in page.text
        assert "no-store" in page.headers["cache-control"]
        assert 'href="/history"' in (await browser.get("/")).text
    async with site.browser() as stranger:
        assert players[1].table not in (await stranger.get("/history")).text
        assert 'href="/history"' not in (await stranger.get("/")).text
    [game] = await past_games(
        site.tables, (await site.tables.load(players[1].table)).seats[1].holders[0]
    )
    table = await site.tables.load(players[1].table)
    assert game.score == table.game.scores(table.playing.position())[1]
    assert [(one.players, one.games) for one in tallies([game])] == [(3, 1)]


def past(score: int, won: bool, level: str = "easy", **more) -> PastGame:
    values = {
        "table_id": "t",
        "game": "toy",
        "title": "Toy",
        "touched": 0.0,
        "seats": seat_rows(),
        "mine": [0],
        "ending": Ending([score, 1, 1], [float(won), 0.0, 0.0]),
        "opponents": level,
        "counts": True,
    }
    return PastGame(**values | more)


def test_results_are_counted_by_opponents():
    games = [past(5, True), past(9, False), past(7, True, "keen"), past(99, True, counts=False)]
    found = {one.opponents: (one.games, one.wins, one.best) for one in tallies(games)}
    assert found == {"easy": (2, 1, 9), "keen": (1, 1, 7)}


def test_the_best_of_losses_may_be_negative():
    assert tallies([past(-3, False), past(-8, False)])[0].best == -3
