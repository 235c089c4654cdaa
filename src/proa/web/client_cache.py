"""The page's cache of elements, named by a hash of their content, and elements loaded on demand.

A frame leaves out the inner HTML of elements that the page has (``static/stills.js``), and of
asides that are not shown. Frames are rendered whole, with marks round each inner part, so that one
rendered frame serves many pages, whatever each of them has.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

from markupsafe import Markup

_MARK = f"still-{secrets.token_hex(8)}"  # nobody can write it into a name or a line of chat
_MARKS = re.compile(rf"</?{_MARK} [\w-]+>")
_MARK_START = f"<{_MARK} "
_ELEMENT = re.compile(r"\s*(<(\w+)[^>]*)>(.*)(</\2>)\s*", re.DOTALL)
_ID = re.compile(r' id="([\w-]+)"')
_BLOCKS = "aside|circle|div|foreignObject|g|h[1-6]|header|li|main|ol|path|rect|section|ul"
_GAPS = re.compile(rf">[ \n]+(?=</?(?:{_BLOCKS})\b)")
"""Invisible space before elements that begin a line of their own, or are drawn."""


@lru_cache(maxsize=1000)  # rendered again for others and for the next frame
def once(drawn: Markup, live: bool = True, comes_again: bool = False) -> Markup:
    """Mark an element whose inner HTML pages cache. It must not contain actions.

    A picture that is never fetched again (not ``live``) stays unmarked. Of elements that come again
    (``comes_again``), if only after a while, there are few: a page caches them as long as it is
    open.
    """
    if not live:
        return drawn
    start, inside, end = _parts(drawn)
    start += " data-stays" if comes_again else ""
    name = b32encode(blake2b(_MARKS.sub("", inside).encode(), digest_size=5).digest()).decode()
    return _marked(f'{start} data-still="{name}">', name, inside, end)


def aside(drawn: Markup) -> Markup:
    """Mark an element that is shown on demand, or in windows of some size only.

    While it is hidden, the page lists its id among what it has; to show it, it requests the
    content.
    """
    start, inside, end = _parts(drawn)
    named = _ID.search(start)
    assert named is not None, "what is opened has an id"
    return _marked(f"{start} data-aside>", named[1], inside, end)


def fill(drawn: str, has: Sequence[str] = ()) -> str:
    """Return a rendered page or frame without the marks, and without the parts in ``has``."""
    if has:
        drawn = _without(drawn, has)
    return _GAPS.sub(">", _MARKS.sub("", drawn))


def _parts(drawn: Markup) -> tuple[str, str, str]:
    element = _ELEMENT.fullmatch(drawn)
    assert element is not None, "what is left out is one element"
    start, _, inside, end = element.groups()
    return start, inside, end


def _marked(start: str, name: str, inside: str, end: str) -> Markup:
    return Markup(f"{start}<{_MARK} {name}>{inside}</{_MARK} {name}>{end}")


def _without(drawn: str, has: Sequence[str]) -> str:
    return "".join(_remaining(drawn, frozenset(has)))


def _remaining(drawn: str, has: frozenset[str]) -> Iterator[str]:
    """Yield a rendered frame without the parts in ``has``; the other marks stay."""
    at = 0
    while (mark := drawn.find(_MARK_START, at)) >= 0:
        yield drawn[at:mark]
        at = drawn.index(">", mark) + 1
        name = drawn[mark + len(_MARK_START) : at - 1]
        if name in has:
            ends = f"</{_MARK} {name}>"
            at = drawn.index(ends, at) + len(ends)
    yield drawn[at:]
