"""Cases of a test: a few for every run, the others for the slow run."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow_but(quick: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return cases to parametrize with: all but the quick ones are marked ``slow``.

    A tuple has the values of several arguments.
    """
    return [
        case
        if case in quick
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]
