"""Hints and reviews for servers of the tests, which need no worker process."""

from __future__ import annotations

import asyncio

from proa import records
from proa.review.hints import Hint
from proa.review.results import Estimate
from proa.review.reviewing import review


class Advice:
    """Praises the first choice over the second, and looks back with few simulations."""

    async def hint(self, game, edition, information_state) -> Hint:
        first, second, *_ = (game.code(action) for action in information_state.legal_actions())
        return Hint(first, second, Estimate(1.5, 1.0, 2.0), ())

    async def review(self, game, edition, record, seconds, heard, open_cards=False) -> dict:
        played = records.from_json(record, game)
        found = await asyncio.to_thread(review, played, simulations=32, open_cards=open_cards)
        heard(1, 1)
        return found.to_json()
