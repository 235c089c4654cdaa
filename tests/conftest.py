"""What all tests share: the toy game is registered like any other."""

from __future__ import annotations

import sys
from pathlib import Path

import hypothesis
import pytest

import proa
import proa.games

sys.path.insert(0, str(Path(__file__).parent))

proa.games.GAMES["toy"] = "toy"

hypothesis.settings.register_profile("proa", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("proa")


@pytest.fixture(scope="session")
def toy():
    """The toy game, standard edition."""
    return proa.game("toy")
