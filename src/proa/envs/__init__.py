"""Doors to the libraries in which people study games and train players: the extra ``envs``."""

from __future__ import annotations

VERSIONS = {"tahiti": 2, "borneo": 2, "borabora": 2}
"""The number behind an environment's name (``tahiti_v2``): it rises when rules, actions or
observations change, because results of two versions must not be compared."""
