"""What a page keeps: elements that come once, by the name of a hash of what is in them; and what it
asks for when it is opened.

A frame leaves out the inside of those that its page has (``static/stills.js``), and of asides that
are shut. Frames are drawn whole, with marks round each such inside, so that one that was drawn can
be sent to many pages, whatever each of them has.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Container
from hashlib import blake2b

from markupsafe import Markup

_MARK = f"still-{secrets.token_hex(8)}"  # nobody can write one into a name or a line of chat
_MARKS = re.compile(rf"</?{_MARK} [\w-]+>")
_KEPT = re.compile(rf"<{_MARK} ([\w-]+)>(.*?)</{_MARK} \1>", re.DOTALL)
_ELEMENT = re.compile(r"\s*(<(\w+)[^>]*)>(.*)(</\2>)\s*", re.DOTALL)
_ID = re.compile(r' id="([\w-]+)"')


def once(drawn: Markup, live: bool = True) -> Markup:
    """An element whose inside a page keeps. It may hold no choices.

    A picture that is never fetched anew, not ``live``, stays as it is.
    """
    if not live:
        return drawn
    start, inside, end = _parts(drawn)
    name = b32encode(blake2b(_MARKS.sub("", inside).encode(), digest_size=5).digest()).decode()
    return _marked(f'{start} data-still="{name}">', name, inside, end)


def aside(drawn: Markup) -> Markup:
    """An element that is looked at when it is opened. A page names it by its id among what it has
    while it is shut, and asks again for what is in it."""
    start, inside, end = _parts(drawn)
    named = _ID.search(start)
    assert named is not None, "what is opened has an id"
    return _marked(f"{start} data-aside>", named[1], inside, end)


def filled(drawn: str, has: Container[str] = ()) -> str:
    """What is sent of a drawn page or frame to one that ``has`` some insides already."""
    if has:
        drawn = _without(drawn, has)
    return _MARKS.sub("", drawn)


def _parts(drawn: Markup) -> tuple[str, str, str]:
    element = _ELEMENT.fullmatch(drawn)
    assert element is not None, "what is left out is one element"
    start, _, inside, end = element.groups()
    return start, inside, end


def _marked(start: str, name: str, inside: str, end: str) -> Markup:
    return Markup(f"{start}<{_MARK} {name}>{inside}</{_MARK} {name}>{end}")


def _without(drawn: str, has: Container[str]) -> str:
    return _KEPT.sub(lambda kept: "" if kept[1] in has else _without(kept[2], has), drawn)
