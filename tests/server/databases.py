"""The databases on which a test runs."""

from __future__ import annotations

import pytest

postgresql_is_slow = pytest.mark.parametrize(
    "database",
    ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.slow])],
    indirect=True,
)
"""On SQLite in every run, on PostgreSQL in the slow run."""
