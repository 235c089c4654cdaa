"""Environments for reinforcement-learning libraries; needs the extra ``envs``."""

from __future__ import annotations

VERSIONS = {"tahiti": 2, "borneo": 2, "borabora": 2}
"""The number in an environment's name (``tahiti_v2``). It increases when rules, actions or
observations change, because results of two versions must not be compared."""
