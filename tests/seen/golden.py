"""Files of goldens: one game's decisions, and digests of what was seen and told at each step.

::

    tahiti 2
    step 7 seat 1 bid:4 *
     story en 01w=Xb3k ru 01w=a-Q1

After the seventh decision, which seat 1 made, all viewers (``w`` watches, ``a`` sees all) were told
the same in English, and the same in Russian. ``+`` marks the steps at which pages were drawn, ``*``
those among them that quick runs look at. What was empty is not listed.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "seen"


class Place(NamedTuple):
    """Where a text was seen: after how many decisions, what it is, the language, by whom."""

    step: int
    kind: str
    locale: str
    viewer: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.locale}) of {self.who} at step {self.step}"

    @property
    def who(self) -> str:
        """The viewer in words."""
        return {"w": "the watcher", "a": "all"}.get(self.viewer, f"seat {self.viewer}")


@dataclass
class Golden:
    """One game: who decided what, at which steps one looks, the digests by place."""

    game: str
    players: int
    decisions: list[tuple[int, str]]
    """The seat and the code of every decision; step ``n`` is after ``n`` of them."""
    quick: set[int]
    paged: set[int]
    """The steps at which pages are drawn; the quick ones are among them."""
    digests: dict[Place, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.game}-{self.players}"


def digest(text: str) -> str:
    """Four letters that tell texts apart: two differ unnoticed once in sixteen million times."""
    return urlsafe_b64encode(hashlib.blake2b(text.encode(), digest_size=3).digest()).decode()


def path(name: str) -> Path:
    """The file of a game by name."""
    return FOLDER / f"{name}.txt"


def names() -> list[str]:
    """The games there are."""
    return sorted(file.stem for file in FOLDER.glob("*.txt"))


def written(golden: Golden) -> str:
    """The text of a game's file."""
    lines = [f"{golden.game} {golden.players}"]
    found = sorted(golden.digests.items())
    by_step = {step: list(items) for step, items in groupby(found, lambda item: item[0].step)}
    for step in range(len(golden.decisions) + 1):
        seat, code = golden.decisions[step - 1] if step else ("-", "start")
        lines.append(f"step {step} seat {seat} {code}{_mark(golden, step)}")
        for kind, items in groupby(by_step.get(step, []), lambda item: item[0].kind):
            lines.append(f" {kind} {_digests(list(items))}")
    return "\n".join(lines) + "\n"


def _mark(golden: Golden, step: int) -> str:
    return " *" if step in golden.quick else " +" if step in golden.paged else ""


def _digests(items: list[tuple[Place, str]]) -> str:
    """``en 01w=Xb3k ru 01=a-Q1 w=Nc8d``"""
    told = []
    for locale, group in groupby(items, lambda item: item[0].locale):
        seen: dict[str, str] = {}
        for place, found in group:
            seen[found] = seen.get(found, "") + place.viewer
        told += [locale, *(f"{viewers}={found}" for found, viewers in seen.items())]
    return " ".join(told)


def read(text: str) -> Golden:
    """A game from the text of its file."""
    head, *lines = text.splitlines()
    game, players = head.split()
    golden = Golden(game, int(players), [], set(), set())
    step = 0
    for line in lines:
        kind, *rest = line.split()
        if not line.startswith(" "):
            step, seat, code = int(rest[0]), rest[2], rest[3]
            if step:
                golden.decisions.append((int(seat), code))
            if rest[-1] == "*":
                golden.quick.add(step)
            if rest[-1] in "*+":
                golden.paged.add(step)
            continue
        locale = ""
        for word in rest:
            viewers, equals, found = word.partition("=")
            if not equals:
                locale = word
            for viewer in viewers if equals else "":
                golden.digests[Place(step, kind, locale, viewer)] = found
    return golden


def load(name: str) -> Golden:
    """A game's file."""
    return read(path(name).read_text(encoding="utf-8"))


def differing(
    old: Mapping[Place, str], new: Mapping[Place, str], steps: Collection[int]
) -> list[Place]:
    """The places at some steps where digests differ or only one side has one."""
    places = (place for place in old.keys() | new.keys() if place.step in steps)
    return sorted(place for place in places if old.get(place) != new.get(place))


def told(name: str, places: Iterable[Place], most: int = 3) -> list[str]:
    """Differing places in lines, by kind and language: how many, and the first."""
    lines = []
    ordered = sorted(places, key=lambda place: (place.kind, place.locale, place))
    for (kind, locale), group in groupby(ordered, lambda place: (place.kind, place.locale)):
        found = list(group)
        first = "; ".join(f"{place.who} at step {place.step}" for place in found[:most])
        more = f"; {len(found) - most} more" if len(found) > most else ""
        lines.append(f"{name}: {kind} ({locale}) differs for {first}{more}")
    return lines
