"""What a choice would do."""

from __future__ import annotations

from typing import Any


def previews(game: Any, position: Any) -> dict[str, dict[str, Any]]:
    return {}


def hint(game: Any, position: Any) -> Any:
    return None
