"""The JSON API: a whole game by program."""

from __future__ import annotations

import pytest

from server.site import play_to_end

pytestmark = pytest.mark.anyio


async def test_a_whole_game_of_people(any_site):
    players = await any_site.begun("me", "me", "me")
    await play_to_end(players)
    seen = await players[0].view()
    assert seen["status"] == "over"
    assert len(seen["result"]["scores"]) == 3
    assert seen["view"]["viewer"] == -2  # after the end everybody sees everything


async def test_a_whole_game_against_bots(site):
    hina, *_ = await site.begun("me", "bot", "bot")
    for _ in range(400):
        seen = await hina.view(after=-1)
        if seen["status"] == "over":
            break
        if seen["view"]["actions"]:
            assert (await hina.play()).status_code == 200
        else:
            await hina.view(after=seen["frame"], wait=5)
    assert seen["status"] == "over"
