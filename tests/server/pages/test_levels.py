"""The descriptions of levels where a level is chosen."""

from __future__ import annotations

import re

import pytest

from proa.bots.levels import LEVELS
from proa.server.pages import front

pytestmark = pytest.mark.anyio


async def test_levels_show_their_ratings_in_games_that_were_measured(site, monkeypatch):
    rated = {name: 900 + 111 * n for n, name in enumerate(LEVELS)}
    monkeypatch.setattr(front, "RATINGS", {"toy": rated})
    async with site.browser() as browser:
        page = (await browser.get("/new?game=toy")).text
        for name, points in rated.items():
            label = rf'value="{name}"[^>]*>(?:(?!</label>).)*<small>{points}</small>'
            assert re.search(label, page, re.DOTALL), name
        assert "100 points more wins about 64%" in page
        russian = (await browser.get("/new?game=toy", headers={"Accept-Language": "ru"})).text
        assert "64 победы из 100 партий" in russian
        unmeasured = (await browser.get("/new?game=borneo")).text
        assert "<small>1011</small>" not in unmeasured
        assert "games of two" not in unmeasured


def test_ratings_are_of_levels_that_there_are():
    from proa.bots.levels import RATINGS

    for rated in RATINGS.values():
        assert list(rated) == [name for name in LEVELS if name in rated]
