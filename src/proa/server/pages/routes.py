"""The routes of all pages."""

from __future__ import annotations

from proa.server.pages import (
    chat,
    installed,
    playing,
    records,
    results,
    seats,
    site,
    table_page,
    updates,
)

PARTS = (table_page, playing, updates, chat, seats, results, site, records, installed)
ROUTES = [*table_page.FRAMES, *(route for part in PARTS for route in part.router.routes)]
"""Matched in order, so the most frequent come first."""
