"""Doors to the libraries in which people study games and train players: the extra ``envs``."""

from __future__ import annotations

VERSIONS = {"tahiti": 1, "borneo": 1, "borabora": 1}
"""The number behind an environment's name (``tahiti_v1``): it rises when rules, actions or
observations change, because results of two versions must not be compared."""
