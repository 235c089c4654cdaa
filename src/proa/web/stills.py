"""What a page keeps: elements that come once, by the name of a hash of what is in them.

A frame leaves out the inside of those that its page has (``static/stills.js``). Frames are drawn
whole, with marks round each such inside, so that one that was drawn can be sent to many pages,
whatever each of them has.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Container
from hashlib import blake2b

from markupsafe import Markup

_MARK = f"still-{secrets.token_hex(8)}"  # nobody can write one into a name or a line of chat
_MARKS = re.compile(rf"</?{_MARK} \w+>")
_KEPT = re.compile(rf"<{_MARK} (\w+)>(.*?)</{_MARK} \1>", re.DOTALL)
_ELEMENT = re.compile(r"\s*(<(\w+)[^>]*)>(.*)(</\2>)\s*", re.DOTALL)


def once(drawn: Markup, live: bool = True) -> Markup:
    """An element whose inside a page keeps. It may hold no choices.

    A picture that is never fetched anew, not ``live``, stays as it is.
    """
    if not live:
        return drawn
    element = _ELEMENT.fullmatch(drawn)
    assert element is not None, "what comes once is one element"
    start, _, inside, end = element.groups()
    name = blake2b(_MARKS.sub("", inside).encode(), digest_size=5).hexdigest()
    kept = f"<{_MARK} {name}>{inside}</{_MARK} {name}>"
    return Markup(f'{start} data-still="{name}">{kept}{end}')


def filled(drawn: str, has: Container[str] = ()) -> str:
    """What is sent of a drawn page or frame to one that ``has`` some insides already."""
    if has:
        drawn = _without(drawn, has)
    return _MARKS.sub("", drawn)


def _without(drawn: str, has: Container[str]) -> str:
    return _KEPT.sub(lambda kept: "" if kept[1] in has else _without(kept[2], has), drawn)
