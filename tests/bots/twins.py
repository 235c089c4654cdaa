"""Positions for a search that runs in Python."""

from __future__ import annotations

from proa.engine.core.fields import writable


class Twins(list):
    """Twins that are copied when they are set, as records are."""

    def __setitem__(self, index, twin):
        super().__setitem__(index, writable(twin))
