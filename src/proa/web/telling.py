"""What happened, as lines of a log: who each is about, and where a new turn begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from proa.engine import words
from proa.engine.words import Message, Shared, in_words


def lines(
    messages: Iterable[Message], locale: str, names: Sequence[str], teller: int | None = None
) -> list[dict[str, Any]]:
    """Each message as ``text``, the ``seat`` it is about, and the heading before it.

    ``turn`` is true where a message begins a turn; ``heading`` are a game's own words instead.
    """
    found = []
    for message in messages:
        about, turn = words.about(message), words.begins(message)
        heading = turn.heading if turn else None
        found.append(
            {
                "text": words.text(message, locale, names),
                "seat": teller if about is None else about,
                "turn": turn is not None,
                "heading": words.text(heading, locale, names) if heading else None,
            }
        )
    return found


def shown_whole(view: dict[str, Any], locale: str, names: Sequence[str] = ()) -> dict[str, Any]:
    """A view in words for templates that draw all of it for one viewer: to them it is public."""
    told = in_words(view, locale, names)
    return {**told, "public": Shared(told["board"])}
