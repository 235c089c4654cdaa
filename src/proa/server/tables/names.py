"""Visible text: names of players and tables, and chat, without invisible characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache

import regex

from proa.engine.messages import say
from proa.graphemes import cut
from proa.server.errors import Refusal

USUAL = ("Teva", "Moana", "Manu", "Vaea", "Tiare", "Rua")
"""What those are called who choose no name, from the second seat on."""
LONGEST = 40
MOST_MARKS = 3
"""Maximal number of combining marks on a letter: no language needs more, and tall stacks cover
other lines."""
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f").union(map(chr, range(0xE0020, 0xE0080)))
"""Characters that draw nothing themselves, but change how their neighbours are drawn."""
_IN_PLACE = r"""
    [\u200c\u200d] (?<= \p{ccc=Virama} . )
  | \u200c (?<= [\p{jt=L}\p{jt=D}] \p{jt=T}* . ) (?= \p{jt=T}* [\p{jt=R}\p{jt=D}] )
  | \u200d (?<= \p{ExtPict} [\ufe0f\U0001f3fb-\U0001f3ff]? . ) (?= \p{ExtPict} )
  | [\ufe0e\ufe0f] (?<= \p{ExtPict} . )
  | \ufe0f (?<= [0-9\#*] . ) (?= \u20e3 )
  | [\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6} \U000e007f (?<= \U0001f3f4 .{4,7} )
"""
"""Where joiners belong: in scripts (RFC 5892, A.1 and A.2), emoji, keycaps and flags (UTS 51)."""
_BLANK = regex.compile(
    rf"(?: {_IN_PLACE} ) (*SKIP) (*FAIL) |"
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f"
    r"\uffa0\ufffc\U0001d159\U000e0000-\U000e0fff]",
    regex.VERBOSE,
)
"""Characters of the letter, symbol and mark categories that draw nothing, and stray joiners."""
_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_ZERO_WIDTH_SPACE, _LRM = "\u200b", "\u200e"


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
    name = cut(" ".join(visible(text).split()), LONGEST).strip()
    return name if name == text else clean(name)  # a cut may have left a joiner at the end


def visible(text: str, keep: str = "") -> str:
    """Return a text without characters that are invisible or reorder others; ``keep`` stays."""
    seen: list[str] = []
    marks = MOST_MARKS  # no mark without a letter
    for char in _BLANK.sub("", unicodedata.normalize("NFC", text)):
        category = unicodedata.category(char)
        if char in _JOINERS:
            seen.append(char)
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= MOST_MARKS:
                seen.append(char)
        elif category != "Cf" or char == _ZERO_WIDTH_SPACE:
            seen.append(char if char in keep or char.isprintable() else " ")
            marks = MOST_MARKS if seen[-1].isspace() else 0
    return "".join(seen)


def unlike(name: str, others: Collection[str], seat: int) -> str:
    """Return a name that looks unlike all others; ``#1`` and so on for an empty one."""
    name = name or f"#{seat + 1}"
    wanted, n = name, 2
    while _is_like_one_of(name, others):
        name = f"{cut(wanted, LONGEST - 4)} {n}"
        n += 1
    return name


def usual(others: Collection[str], seat: int) -> str:
    """A usual name for a seat, one that no other has if there is one."""
    first = (seat - 1) % len(USUAL)
    rotated = [*USUAL[first:], *USUAL[:first]]
    return next((name for name in rotated if not _is_like_one_of(name, others)), rotated[0])


def _is_like_one_of(name: str, others: Collection[str]) -> bool:
    return any(looks(name) & looks(other) for other in others)


def looks(name: str) -> set[str]:
    """Return how a name looks, as it is and without regard to upper and lower case.

    Two names look alike if they have one of these in common.
    """
    return {_skeleton(name), _skeleton(name.casefold())}


def _skeleton(name: str) -> str:
    """Return a text that names have in common if they look alike (UTS 39, section 4)."""
    plain = _IGNORED.sub("", unicodedata.normalize("NFKD", name))
    return unicodedata.normalize("NFD", "".join(_prototypes().get(c, c) for c in plain))


@cache
def _prototypes() -> dict[str, str]:
    """Return Unicode's list of confusable characters: for each the text that stands for all alike.

    The library also has the way back, from a text to all that it stands for.
    """
    from confusable_homoglyphs.confusables import confusables_data  # reads a long file

    prototypes: dict[str, str] = {}
    for char, alike in confusables_data.items():
        target = alike[0]["c"]
        if len(alike) == 1 and target not in prototypes:
            prototypes[char] = target
    return {char.strip(_LRM): target.strip(_LRM) for char, target in prototypes.items()}
