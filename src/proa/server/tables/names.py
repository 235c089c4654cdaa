"""Visible text: names of players and tables, and chat, without invisible characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from proa.engine.messages import say
from proa.server.errors import Refusal

USUAL = ("Teva", "Moana", "Manu", "Vaea", "Tiare", "Rua")
"""What those are called who choose no name, from the second seat on."""
LONGEST = 40
MOST_MARKS = 3
"""Maximal number of combining marks on a letter: no language needs more, and tall stacks cover
other lines."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters of the letter, symbol and mark categories that draw nothing."""
_SEPARATING = "\u200b\u200c"
"""The format characters that separate words."""


def checked(text: str) -> str:
    """Return a name as it is shown, cut to 40 characters; empty for an empty text.

    Refuse a name without visible characters.
    """
    name = clean(text)
    if text and not name:
        raise Refusal(
            422,
            say("That name is invisible. Use letters, digits or symbols."),
        )
    return name


def clean(text: str) -> str:
    """Return the visible characters of a name, in one line; possibly empty."""
    return " ".join(visible(text).split())[:LONGEST].strip()


def visible(text: str, keep: str = "") -> str:
    """Return a text without characters that are invisible or reorder others; ``keep`` stays."""
    seen: list[str] = []
    marks = 0
    for char in _BLANK.sub("", unicodedata.normalize("NFC", text)):
        category = unicodedata.category(char)
        if category == "Cf" and char not in _SEPARATING:
            continue
        if category in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not seen or seen[-1].isspace():  # no mark without a letter
                continue
        else:
            marks = 0
        seen.append(char if char in keep or char.isprintable() else " ")
    return "".join(seen)


def unlike(name: str, others: Collection[str], seat: int) -> str:
    """Return a name that looks unlike all others; ``#1`` and so on for an empty one."""
    name = name or f"#{seat + 1}"
    taken = {_skeleton(other) for other in others}
    wanted, n = name, 2
    while _skeleton(name) in taken:
        name = f"{wanted[: LONGEST - 4]} {n}"
        n += 1
    return name


def usual(others: Collection[str], seat: int) -> str:
    """A usual name for a seat, one that no other has if there is one."""
    first = (seat - 1) % len(USUAL)
    taken = {_skeleton(other) for other in others}
    rotated = [*USUAL[first:], *USUAL[:first]]
    return next((name for name in rotated if _skeleton(name) not in taken), rotated[0])


def _skeleton(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
