"""The drawings that a page has cached, as in ``stills.js``, and the header that lists them."""

from __future__ import annotations

import re

MOST = 100
"""The most elements that a page lists, apart from those that come again."""
_STILL = re.compile(rb'( data-stays)? data-still="(\w+)"')
_ASIDE = re.compile(rb'id="(?!rows-w")([\w-]+)"[^>]* data-aside')
"""Asides that are closed, or drawn for a window that is not large."""


class ClientCache:
    """The names of the elements that one page has, the last shown ones at the end."""

    def __init__(self) -> None:
        self._known: dict[str, None] = {}
        self._staying: set[str] = set()
        self._asides: list[str] = []

    def headers(self) -> dict[str, str]:
        """Return the header that lists what the page has."""
        known = list(self._known)
        newest = {*known[-MOST:], *self._staying}
        listed = [name for name in known if name in newest]
        return {"Proa-Shows": " ".join(listed + self._asides)}

    def note(self, page: bytes) -> None:
        """Read which elements a response contains or names."""
        names: dict[str, None] = {}
        for stays, match in _STILL.findall(page):
            name = match.decode()
            names[name] = None
            if stays:
                self._staying.add(name)
        self._known = {name: None for name in self._known if name not in names} | names
        self._asides = [name.decode() for name in _ASIDE.findall(page)] or self._asides
