"""Messages as lines of a log, with their seat and the beginnings of turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from proa.engine import messages
from proa.engine.messages import Message, Shared, localize


def lines(
    sentences: Iterable[Message], locale: str, names: Sequence[str], actor: int | None = None
) -> list[dict[str, Any]]:
    """Return each message as ``text``, the ``seat`` it is about, and the heading before it.

    ``turn`` is true where a message begins a turn; ``heading`` is a game's own heading of that
    turn.
    """
    found = []
    for message in sentences:
        about, turn = messages.about(message), messages.turn_start(message)
        heading = turn.heading if turn else None
        found.append(
            {
                "text": messages.text(message, locale, names),
                "seat": actor if about is None else about,
                "turn": turn is not None,
                "heading": messages.text(heading, locale, names) if heading else None,
            }
        )
    return found


def with_lines(entry: Mapping[str, Any], locale: str, names: Sequence[str]) -> dict[str, Any]:
    """Return an event with its sentences as lines of the log."""
    return {**entry, "sentences": lines(entry["sentences"], locale, names, entry["seat"])}


def localize_for_one(
    view: dict[str, Any], locale: str, names: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a localized view for templates that draw it for one viewer: all of it is public."""
    localized = localize(view, locale, names)
    return {**localized, "public": Shared(localized["board"])}
