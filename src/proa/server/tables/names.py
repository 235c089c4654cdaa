"""Names that people write, of themselves and of tables, and what they say: as it can be seen."""

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
"""So many accents and the like stay on one letter: no language stacks more, and they reach far."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U0001d159\U000e0000-\U000e0fff]"
)
"""What counts as a letter, sign or mark, and draws nothing."""
_SEPARATING = "\u200b\u200c"
"""Of the characters that only format, those that part words."""


def checked(text: str) -> str:
    """A name as it is shown, cut to 40 characters; empty if none was written.

    Refused if nothing of it can be seen.
    """
    name = clean(text)
    if text and not name:
        raise Refusal(
            422,
            say("That name is invisible. Use letters, digits or symbols."),
        )
    return name


def clean(text: str) -> str:
    """What can be seen of a name, in one line; nothing if there is nothing."""
    return " ".join(visible(text).split())[:LONGEST].strip()


def visible(text: str, keep: str = "") -> str:
    """A text without what can't be seen or turns the order of the rest; ``keep`` stays."""
    seen: list[str] = []
    marks = 0
    for char in _BLANK.sub("", unicodedata.normalize("NFC", text)):
        category = unicodedata.category(char)
        if category == "Cf" and char not in _SEPARATING:
            continue
        if category in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS or not seen or seen[-1].isspace():  # none on nothing
                continue
        else:
            marks = 0
        seen.append(char if char in keep or char.isprintable() else " ")
    return "".join(seen)


def unlike(name: str, others: Collection[str], seat: int) -> str:
    """A name that no other seat has, nor one that looks the same; ``#1`` and so on for none."""
    name = name or f"#{seat + 1}"
    taken = {_looks(other) for other in others}
    wanted, n = name, 2
    while _looks(name) in taken:
        name = f"{wanted[: LONGEST - 4]} {n}"
        n += 1
    return name


def usual(others: Collection[str], seat: int) -> str:
    """A usual name for a seat, one that no other has if there is one."""
    first = (seat - 1) % len(USUAL)
    taken = {_looks(other) for other in others}
    rotated = [*USUAL[first:], *USUAL[:first]]
    return next((name for name in rotated if _looks(name) not in taken), rotated[0])


def _looks(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
