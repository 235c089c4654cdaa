"""The content of an aside that the requesting page does not show is not rendered."""

from __future__ import annotations

import asyncio

from proa.server.pages import responses
from proa.web.client_cache import fill
from seen.pages import at_table

SHUT = ["rows-n", "stores"]


def test_an_aside_that_is_shut_is_not_drawn(monkeypatch):
    drawn = []

    def noted(page, has=()):
        drawn.append(page)
        return fill(page, has)

    monkeypatch.setattr(responses, "fill", noted)

    async def asked() -> None:
        async with at_table("borneo", 3) as party:
            frame = f"/view/{await party.frame(0)}"
            for has in ([], SHUT):
                await party.get(0, frame, **{"HX-Request": "true", responses.HAS: " ".join(has)})

    asyncio.run(asked())
    *_, whole, without = drawn
    for inside in ('id="merchants-n"', "<h2>Warehouses</h2>"):
        assert inside in whole
        assert inside not in without
    assert fill(whole, SHUT) == fill(without, SHUT)
