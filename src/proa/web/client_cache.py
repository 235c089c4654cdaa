"""What a page keeps: elements that come once, by the name of a hash of what is in them; and what it
asks for when it is opened.

A frame leaves out the inside of those that its page has (``static/stills.js``), and of asides that
aren't shown. Frames are drawn whole, with marks round each such inside, so that one that was drawn
can be sent to many pages, whatever each of them has.

Hashes don't compress: sixty names were a tenth of what a frame weighs. What is left out is told by
its place among what the page says it has, in the order in which it shows it, and by nothing where
that is the place after the last one: most of a frame is as it was, in the same order.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from markupsafe import Markup

_MARK = f"still-{secrets.token_hex(8)}"  # nobody can write one into a name or a line of chat
_MARKS = re.compile(rf"</?{_MARK} [\w-]+>")
_BEGINS = f"<{_MARK} "
_ELEMENT = re.compile(r"\s*(<(\w+)[^>]*)>(.*)(</\2>)\s*", re.DOTALL)
_ID = re.compile(r' id="([\w-]+)"')
_BLOCKS = "aside|circle|div|foreignObject|g|h[1-6]|header|li|main|ol|path|rect|section|ul"
_GAPS = re.compile(rf">[ \n]+(?=</?(?:{_BLOCKS})\b)")
"""Space before what always begins a line of its own, or is drawn: it is not seen."""


@lru_cache(maxsize=1000)  # the same is drawn for others and for the next frame
def once(drawn: Markup, live: bool = True, comes_again: bool = False) -> Markup:
    """An element whose inside a page keeps. It may hold no choices.

    A picture that is never fetched anew, not ``live``, stays as it is. What ``comes_again``, if
    only after a while, is one of a few: a page keeps it as long as it is open.
    """
    if not live:
        return drawn
    start, inside, end = _parts(drawn)
    start += " data-stays" if comes_again else ""
    name = b32encode(blake2b(_MARKS.sub("", inside).encode(), digest_size=5).digest()).decode()
    return _marked(f'{start} data-still="', name, f'{name}">{inside}', end)


def aside(drawn: Markup) -> Markup:
    """An element that is looked at when it is opened, or in windows of some size only. A page names
    it by its id among what it has while it isn't shown, and asks again for what is in it."""
    start, inside, end = _parts(drawn)
    named = _ID.search(start)
    assert named is not None, "what is opened has an id"
    return _marked(f"{start} data-aside>", named[1], inside, end)


def fill(drawn: str, has: Sequence[str] = ()) -> str:
    """What is sent of a drawn page or frame to one that says that it ``has`` some insides."""
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
    return "".join(_remaining(drawn, {name: place for place, name in enumerate(has)}))


def _remaining(drawn: str, places: Mapping[str, int]) -> Iterator[str]:
    """What is left of a drawing without the insides that have places; the other marks stay."""
    at = following = 0
    while (mark := drawn.find(_BEGINS, at)) >= 0:
        yield drawn[at:mark]
        at = drawn.index(">", mark) + 1
        name = drawn[mark + len(_BEGINS) : at - 1]
        place = places.get(name)
        if place is None:
            continue
        if drawn.startswith(f'{name}">', at):  # else an aside
            yield '">' if place == following else f'{place}">'
            following = max(following, place + 1)
        ends = f"</{_MARK} {name}>"
        at = drawn.index(ends, at) + len(ends)
    yield drawn[at:]
