"""Golden files: one game's decisions, and what people saw and read at each step.

::

    tahiti 2
    step 7 seat 1 bid:4 *
     actions - 0=Xb3kQ0aL
     ask en 0 "You may raise."
     ask en 1w "Hina may raise."
     board en 0=Xb3kQ0aL 1w=a-Q1bbXc
     label en bid:5 "Bid 5"
     story en 01w "Teva bids 4."
     reason en bid:1,bid:2 ["A bid is higher than the one before.", "TA-4.3"]

After the seventh decision, by seat 1, seat 0 and the spectators (``w``; ``a`` sees all) read
different questions. Sentences are stored as text, in JSON; long things as digests. A label or
reason is stored when it is new or differs from the last one of the same code. ``+`` marks the steps
at which pages were drawn, ``*`` those of them that quick runs check. Empty texts are not listed.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "seen"
SENTENCES = ("story", "ask")
"""Kinds that are stored as text, for each viewer."""
CHOICES = ("actions", "greyed")
"""Lists of choices: instead of a list the file has the digest of its codes, and texts by code."""
BY_CODE = ("label", "reason")
"""Kinds that are stored as text, for each code; the viewer's place has the code."""
NO_LOCALE = "-"


class Place(NamedTuple):
    """The place of a text: the number of decisions, the kind, the language, the viewer."""

    step: int
    kind: str
    locale: str
    viewer: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.locale}) of {self.who} at step {self.step}"

    @property
    def is_text(self) -> bool:
        """Return whether the file has the text, not only a digest."""
        return self.kind in SENTENCES or self.kind in BY_CODE

    @property
    def who(self) -> str:
        """Return the viewer in words, or the code."""
        if self.kind in BY_CODE:
            return self.viewer
        return {"w": "the watcher", "a": "all"}.get(self.viewer, f"seat {self.viewer}")


@dataclass
class Golden:
    """One game: its decisions, the steps to check, the stored texts by place."""

    game: str
    players: int
    decisions: list[tuple[int, str]]
    """The seat and the code of every decision; step ``n`` is after ``n`` of them."""
    quick: set[int]
    paged: set[int]
    """The steps at which pages are drawn; the quick steps are among them."""
    kept: dict[Place, str] = field(default_factory=dict)
    """Texts and digests; labels and reasons of every code at every step where it is listed."""

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return f"{self.game}-{self.players}"


def digest(text: str) -> str:
    """Return eight letters that identify a text."""
    return urlsafe_b64encode(hashlib.blake2b(text.encode(), digest_size=6).digest()).decode()


def kept(place: Place, text: str) -> dict[Place, str]:
    """Return what a file stores of a text: texts or digests by place."""
    if place.kind in SENTENCES:
        return {place: compact(json.loads(text))}
    if place.kind not in CHOICES:
        return {place: digest(text)}
    rows: list[Any] = json.loads(text)
    codes = [row["code"] if isinstance(row, dict) else row[0] for row in rows]
    assert len({*codes}) == len(codes), f"{place} lists a code twice"
    found = {place._replace(locale=NO_LOCALE): digest(" ".join(codes))}
    for code, row in zip(codes, rows, strict=True):
        for kind, value in _about(row):
            found[Place(place.step, kind, place.locale, code)] = compact(value)
    return found


def _about(row: Any) -> Iterator[tuple[str, Any]]:
    """Yield kind and text of what a row says about a choice."""
    if isinstance(row, list):
        yield "label", row[1]
    else:
        yield "label", row["label"]
        rest = [value for key, value in sorted(row.items()) if key not in ("code", "label")]
        yield "reason", rest


def compact(value: Any) -> str:
    """Return JSON in one line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def path(name: str) -> Path:
    """Return the path of a game's file."""
    return FOLDER / f"{name}.txt"


def names() -> list[str]:
    """Return the names of all golden games."""
    return sorted(file.stem for file in FOLDER.glob("*.txt"))


def written(golden: Golden) -> str:
    """Return the text of a game's file."""
    lines = [f"{golden.game} {golden.players}"]
    by_step = _by_step(golden.kept)
    last: dict[tuple[str, ...], str] = {}
    for step in range(len(golden.decisions) + 1):
        seat, code = golden.decisions[step - 1] if step else ("-", "start")
        lines.append(f"step {step} seat {seat} {code}{_mark(golden, step)}")
        for (kind, locale), items in groupby(by_step.get(step, []), lambda item: item[0][1:3]):
            lines += [f" {kind} {locale} {rest}" for rest in _rest(list(items), last)]
    return "\n".join(lines) + "\n"


def _by_step(kept: Mapping[Place, str]) -> dict[int, list[tuple[Place, str]]]:
    found = sorted(kept.items())
    return {step: list(items) for step, items in groupby(found, lambda item: item[0].step)}


def _mark(golden: Golden, step: int) -> str:
    return " *" if step in golden.quick else " +" if step in golden.paged else ""


def _rest(items: list[tuple[Place, str]], last: dict[tuple[str, ...], str]) -> Iterator[str]:
    """Yield what stands behind kind and language; ``last`` has the texts of codes so far."""
    kind = items[0][0].kind
    if kind in BY_CODE:
        items = [(place, text) for place, text in items if last.get(place[1:]) != text]
        last |= {place[1:]: text for place, text in items}
    viewers: dict[str, list[str]] = {}
    for place, text in items:
        viewers.setdefault(text, []).append(place.viewer)
    if kind in BY_CODE:
        yield from (f"{','.join(codes)} {text}" for text, codes in viewers.items())
    elif kind == "story":
        yield from _by_sentence({who.viewer: json.loads(text) for who, text in items})
    elif kind in SENTENCES:
        yield from (f"{''.join(who)} {text}" for text, who in viewers.items())
    else:
        yield " ".join(f"{''.join(who)}={found}" for found, who in viewers.items())


def _by_sentence(stories: Mapping[str, list[Any]]) -> Iterator[str]:
    """Yield stories in lines of one sentence: the first sentences of all viewers, the second ones
    ..."""
    for number in range(max(map(len, stories.values()))):
        viewers: dict[str, str] = {}
        for viewer, story in stories.items():
            if number < len(story):
                sentence = compact(story[number])
                viewers[sentence] = viewers.get(sentence, "") + viewer
        yield from (f"{who} {sentence}" for sentence, who in viewers.items())


def read(text: str) -> Golden:
    """Return a game from the text of its file; of labels and reasons only those that differ."""
    head, *lines = text.splitlines()
    game, players = head.split()
    golden = Golden(game, int(players), [], set(), set())
    step = 0
    for line in lines:
        if line.startswith(" "):
            _read_kept(golden, step, line)
            continue
        words = line.split()
        step = int(words[1])
        if step:
            golden.decisions.append((int(words[3]), words[4]))
        if words[-1] == "*":
            golden.quick.add(step)
        if words[-1] in "*+":
            golden.paged.add(step)
    return golden


def _read_kept(golden: Golden, step: int, line: str) -> None:
    """Add the content of a line to a game."""
    kind, locale, rest = line[1:].split(" ", 2)
    if kind not in SENTENCES and kind not in BY_CODE:
        for word in rest.split():
            viewers, found = word.split("=")
            golden.kept |= {Place(step, kind, locale, viewer): found for viewer in viewers}
        return
    who, text = rest.split(" ", 1)
    for viewer in who.split(",") if kind in BY_CODE else who:
        place = Place(step, kind, locale, viewer)
        if kind == "story":
            before = json.loads(golden.kept.get(place, "[]"))
            golden.kept[place] = compact([*before, json.loads(text)])
        else:
            golden.kept[place] = text


def at_steps(
    kept: Mapping[Place, str], steps: Collection[int], listed: Iterable[Place]
) -> dict[Place, str]:
    """Return what a file stores for some steps, with the labels and reasons of listed places.

    The file has the text of a code only where it changes; here it is at each place.
    """
    found = {p: t for p, t in kept.items() if p.step in steps and p.kind not in BY_CODE}
    wanted = _by_step(dict.fromkeys((p for p in listed if p.kind in BY_CODE), ""))
    changes = _by_step({p: t for p, t in kept.items() if p.kind in BY_CODE})
    last: dict[tuple[str, ...], str] = {}
    for step in sorted(wanted.keys() | changes.keys()):
        last |= {place[1:]: text for place, text in changes.get(step, ())}
        found |= {p: last[p[1:]] for p, _ in wanted.get(step, ()) if p[1:] in last}
    return found


def load(name: str) -> Golden:
    """Return the game of a file."""
    return read(path(name).read_text(encoding="utf-8"))


def differing(
    old: Mapping[Place, str], new: Mapping[Place, str], steps: Collection[int]
) -> list[Place]:
    """Return the places at some steps where texts or digests differ or only one side has one."""
    places = (place for place in old.keys() | new.keys() if place.step in steps)
    return sorted(place for place in places if old.get(place) != new.get(place))


def describe(
    name: str,
    places: Iterable[Place],
    old: Mapping[Place, str],
    new: Mapping[Place, str],
    most: int = 3,
) -> list[str]:
    """Describe differing places in lines, by kind and language: their number, and the first ones
    with texts."""
    lines = []
    ordered = sorted(places, key=lambda place: (place.kind, place.locale, place))
    for (kind, locale), group in groupby(ordered, lambda place: (place.kind, place.locale)):
        found = list(group)
        first = "; ".join(f"{place.who} at step {place.step}" for place in found[:most])
        more = f"; {len(found) - most} more" if len(found) > most else ""
        lines.append(f"{name}: {kind} ({locale}) differs for {first}{more}")
        if found[0].is_text:
            texts = dict.fromkeys((old.get(place), new.get(place)) for place in found)
            for was, now in list(texts)[:most]:
                lines += [f"  - {was or 'nothing'}", f"  + {now or 'nothing'}"]
    return lines
