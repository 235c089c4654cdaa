"""Texts cut between grapheme clusters: what a reader takes for one character stays whole."""

from __future__ import annotations

import regex

_CLUSTER = regex.compile(r"\X")


def cut(text: str, length: int) -> str:
    """Return the start of a text: at most ``length`` code points, in whole grapheme clusters.

    A single cluster that is longer than that is cut all the same.
    """
    if len(text) <= length:
        return text
    ends = (cluster.end() for cluster in _CLUSTER.finditer(text))
    return text[: max((end for end in ends if end <= length), default=length)]


def shortened(text: str, length: int) -> str:
    """Return a text of at most ``length`` code points, with an ellipsis where it was cut."""
    return text if len(text) <= length else f"{cut(text, length - 1)}…"
