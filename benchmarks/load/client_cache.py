"""What a page keeps of what it was sent, as ``stills.js`` does, and how it says so."""

from __future__ import annotations

import re

MOST = 100
"""So many elements a page says that it has, beside those that come again."""
_STILL = re.compile(rb'( data-stays)? data-still="(\w*)"')
_ASIDE = re.compile(rb'id="(?!rows-w")([\w-]+)"[^>]* data-aside')
"""Asides that nobody opens, or that are drawn for another window than a large one."""
_LONGEST_PLACE = 3


class ClientCache:
    """The names of what one page has, those that it showed last at the end."""

    def __init__(self) -> None:
        self._known: dict[str, None] = {}
        self._staying: set[str] = set()
        self._asides: list[str] = []
        self._said: list[str] = []

    def headers(self) -> dict[str, str]:
        """The header that says what the page has."""
        known = list(self._known)
        newest = {*known[-MOST:], *self._staying}
        self._said = [name for name in known if name in newest]
        return {"Proa-Shows": " ".join(self._said + self._asides)}

    def note(self, page: bytes) -> None:
        """Take what is in an answer to whoever said so."""
        following = 0
        names: dict[str, None] = {}
        for stays, told in _STILL.findall(page):
            name = told.decode()
            if len(name) <= _LONGEST_PLACE:  # left out: told is its place, or that it comes next
                place = int(name or following)
                following = max(following, place + 1)
                name = self._said[place]
            names[name] = None
            if stays:
                self._staying.add(name)
        self._known = {name: None for name in self._known if name not in names} | names
        self._asides = [name.decode() for name in _ASIDE.findall(page)] or self._asides
