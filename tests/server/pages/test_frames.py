"""Frames: what all spectators receive is rendered once."""

from __future__ import annotations

import pytest

from proa.server.pages import frames, responses
from seen.pages import at_table

pytestmark = pytest.mark.anyio

PART = {"HX-Request": "true"}


@pytest.fixture
def drawings(monkeypatch):
    """Return a list that fills with the rendered templates."""
    drawn = []

    def draw(template, *arguments, **values):
        drawn.append(template)
        return real(template, *arguments, **values)

    real = responses.draw
    monkeypatch.setattr(responses, "draw", draw)
    monkeypatch.setattr(frames, "draw", draw)
    return drawn


async def test_a_frame_for_spectators_is_drawn_once_a_language(drawings):
    async with at_table("tahiti", 2) as party:
        door = party.doors[-1]
        texts = []
        for locale in ("en", "en", "ru", "en"):
            async with party.site.browser() as browser:
                asks = {**PART, "Accept-Language": locale}
                texts.append((await browser.get(f"{door}/view/0", headers=asks)).text)
        assert drawings.count("_table.html") == 2
        assert texts[0] == texts[1] == texts[3] != texts[2]


async def test_a_new_name_and_a_new_frame_are_drawn_anew(drawings):
    async with at_table("tahiti", 2) as party:

        async def look(frame):
            drawings.clear()
            text = (await party.get(-1, f"/view/{frame}", **PART)).text
            return text, drawings.count("_table.html")

        before = await look(0)
        await party.post(0, "/rename", name="Poe")
        text, times = await look(0)
        assert (before[1], times) == (1, 1)
        assert "Poe" in text
        assert "Poe" not in before[0]
        position = await party.position()
        seat = position.to_move
        await party.decide(seat, await party.frame(seat), position.game.codes(position)[0])
        assert (await look(1))[1] == 1
        assert (await look(1))[1] == 0
