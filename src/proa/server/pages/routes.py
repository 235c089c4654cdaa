"""The pages of the site, all together."""

from __future__ import annotations

from proa.server.pages import (
    ending,
    home,
    installed,
    looking,
    news,
    people,
    playing,
    records,
    talk,
)

PARTS = (looking, playing, news, talk, people, ending, home, records, installed)
ROUTES = [*looking.FRAMES, *(route for part in PARTS for route in part.router.routes)]
"""They are asked in turn, the most wanted first."""
