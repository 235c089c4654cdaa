"""The routes of all pages."""

from __future__ import annotations

from proa.server.pages import (
    account,
    chat,
    frames,
    front,
    history,
    installed,
    lessons,
    lobby,
    notices,
    playing,
    records,
    replay,
    results,
    reviews,
    seats,
    shared_replays,
    site,
    table_page,
    updates,
)

PARTS = (
    table_page,
    playing,
    updates,
    chat,
    lobby,
    seats,
    results,
    replay,
    reviews,
    shared_replays,
    front,
    history,
    lessons,
    site,
    records,
    installed,
    account,
    notices,
)
ROUTES = [*frames.FRAMES, *(route for part in PARTS for route in part.router.routes)]
"""Matched in order, so the most frequent come first."""
