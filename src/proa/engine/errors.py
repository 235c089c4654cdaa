"""Errors with messages that can be translated."""

from __future__ import annotations

from typing import Any

from proa.engine.messages import Message, say, text


class ProaError(Exception):
    """A user's mistake; its message says what is wrong, where and why, and what to do.

    ``BadOption("there is no seat {n}", n=7)``: the sentence is a message
    (:mod:`proa.engine.messages`) with named values. ``str()`` returns it in English, ``.message``
    is for other languages.
    """

    def __init__(self, sentence: str | Message, /, **values: Any) -> None:
        self.message = sentence if isinstance(sentence, dict) else say(sentence, **values)
        super().__init__(text(self.message))


class IllegalAction(ProaError):
    """An action that the position does not allow."""


class BadDocument(ProaError):
    """A bad file or JSON document; the message names the path and the reason."""


class BadOption(ProaError):
    """A request that can't be met: no such game, option, seat or seed, an unusable folder."""


class NoCache(BadOption):
    """The folder of compiled rules can't be read or written."""
