"""Periodic work: it goes on after errors, and the errors are not lost."""

from __future__ import annotations

import asyncio
import logging

import pytest

from proa.server.periodic import repeat, run_alongside
from waiting import let_others_run

pytestmark = pytest.mark.anyio
LOG = logging.getLogger("proa.periodic")


async def test_what_goes_wrong_in_a_round_is_logged_and_does_not_end_the_rounds(caplog):
    waiting = [OSError("a wire"), ValueError("a card"), None]
    is_done = asyncio.Event()

    async def look() -> None:
        if error := waiting.pop(0):
            raise error
        is_done.set()
        await asyncio.Event().wait()

    async with run_alongside(repeat(look, 0, LOG, "a look")):
        await asyncio.wait_for(is_done.wait(), 60)
    assert [(r.levelname, r.getMessage().partition(":")[0]) for r in caplog.records] == [
        ("WARNING", "a look has to wait"),
        ("ERROR", "a look has to wait"),
    ]


async def test_work_that_broke_off_is_told_at_the_end():
    async def broken() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        async with run_alongside(asyncio.Event().wait(), broken()):
            await let_others_run()
