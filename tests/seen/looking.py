"""All texts of a golden game: those of the engine and those of the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from seen import golden as keeping
from seen import pages, told
from seen.golden import Golden, Place

Texts = Callable[[str, int, Sequence[str], Collection[int]], Iterator[tuple[Place, str]]]
PARTS: dict[str, Texts] = {"told": told.texts, "pages": pages.texts}
PAGES = frozenset(("page", "try", "end", "log", "replay"))
"""The kinds of texts that are pages."""


def part_of(place: Place) -> str:
    """Return the part that a text belongs to."""
    return "pages" if place.kind in PAGES else "told"


def steps(golden: Golden, part: str, *, quick: bool) -> Collection[int]:
    """Return the steps at which a part is checked."""
    if quick:
        return golden.quick
    return golden.paged if part == "pages" else range(len(golden.decisions) + 1)


def texts(golden: Golden, part: str, at: Collection[int]) -> Iterator[tuple[Place, str]]:
    """Yield the current texts of a part of a game at some steps."""
    codes = [code for _, code in golden.decisions]
    return PARTS[part](golden.game, golden.players, codes, at)


def kept(golden: Golden, part: str, at: Collection[int]) -> dict[Place, str]:
    """Return what a file stores of them."""
    found: dict[Place, str] = {}
    for place, text in texts(golden, part, at):
        new = keeping.kept(place, text)
        assert not any(found.get(p, t) != t for p, t in new.items()), f"{place}: two texts a code"
        found |= new
    return found


def compared(
    golden: Golden, part: str, at: Collection[int]
) -> tuple[dict[Place, str], dict[Place, str]]:
    """Return what the file stores of a part at some steps, and what it would store now."""
    now = kept(golden, part, at)
    then = {p: t for p, t in golden.kept.items() if part_of(p) == part}
    return keeping.at_steps(then, at, now), now
