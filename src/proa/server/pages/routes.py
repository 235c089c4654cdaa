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

FRAMES = looking.FRAMES
"""Asked before all others."""
PARTS = (looking, playing, news, talk, people, ending, home, records, installed)
"""They are asked in turn, the most wanted first."""
