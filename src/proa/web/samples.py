"""Each game's sample position (``BoardSpec.sample``), for pictures of its board."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from proa.engine.core.game import Game
from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import localize
from proa.games import spec
from proa.web.sentences import localize_for_one


@cache
def sample(name: str, locale: str) -> dict[str, Any] | None:
    """Return a spectator's view of the game's sample position; None if it has none."""
    played = spec(name)
    if played.board.sample is None:
        return None
    game = Game(played)
    path = played.folder / played.board.sample
    position = game.load(json.loads(path.read_text(encoding="utf-8")))
    return localize_for_one(game.view(position, SPECTATOR), locale)


@cache
def examples(name: str, locale: str) -> dict[str, Any]:
    """What the figures of the game's rule book draw: the printed edition's examples."""
    played = spec(name)
    found: dict[str, Any] = localize(played.board.examples(Game(played)), locale)
    return found


@cache
def how_to_play(name: str, locale: str) -> dict[str, Any] | None:
    """Return the first page of the game's rule book; None if it has none."""
    played = spec(name)
    if played.board.how_to_play is None:
        return None
    found: dict[str, Any] = localize(played.board.how_to_play(Game(played)), locale)
    return found
