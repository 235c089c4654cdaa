"""Messages: sentences with named values, put into words when they are shown.

A message is plain JSON: ``{"say": "{seat} bids {n}.", "seat": {"seat": 0}, "n": 4}``. The English
sentence is its id; a ``ru.po`` beside the code that says it, or a game's own, holds the Russian.
Values are numbers, text, seats or messages again. A plural has ``many`` beside ``say`` and counts
by its ``n``.

What a game says has the game's name as ``in`` (no value can be called so) and is looked for in that
game's words first, so that two games may have another Russian for one English word.
"""

from __future__ import annotations

import gettext
import io
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Message = dict[str, Any]

LOCALES = ("en", "ru")
T = TypeVar("T")
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What has no messages in it; most of a view is such."""
_NO_VALUES = frozenset(("say", "many", "in", "begins"))
_PACKAGE = Path(__file__).resolve().parents[1]
_games: dict[str, Path] = {}
"""The folders of games, whose words are their own."""


def say(text: str, /, **values: Any) -> Message:
    """A message. ``text`` is English with ``{names}`` of the values."""
    return {"say": text, **values}


def plural(one: str, many: str, /, n: int, **values: Any) -> Message:
    """A message whose wording depends on the number ``n``."""
    return {"say": one, "many": many, "n": n, **values}


class MessageDomain:
    """Says the sentences of one game: :func:`say` and :func:`plural` in its own words."""

    def __init__(self, game: str) -> None:
        self._game = game

    def say(self, text: str, /, **values: Any) -> Message:
        """A message of this game."""
        return {"say": text, "in": self._game, **values}

    def plural(self, one: str, many: str, /, n: int, **values: Any) -> Message:
        """A message of this game whose wording depends on the number ``n``."""
        return {"say": one, "many": many, "n": n, "in": self._game, **values}


def seat(number: int) -> Message:
    """The name of whoever sits at seat ``number`` (counted from 0)."""
    return {"seat": number}


class Turn(NamedTuple):
    """What begins with a sentence of a story."""

    heading: Message | None
    """The game's own words for it; None: turns are counted."""


def start_turn(message: Message, heading: Message | None = None) -> Message:
    """A sentence of a story with which a turn begins."""
    return {**message, "begins": Turn(heading)}


def turn_start(message: Message) -> Turn | None:
    """The turn that begins with a sentence, if one does."""
    found: Turn | None = message.get("begins")
    return found


def about(message: Message) -> int | None:
    """The seat that a sentence is about, which is its value ``seat``."""
    found = message.get("seat")
    return found["seat"] if isinstance(found, dict) and "seat" in found else None


def join_list(items: Sequence[Any]) -> Message | str:
    """``a, b and c`` as one value."""
    if not items:
        return say("nothing")
    if len(items) == 1:
        return items[0]  # type: ignore[no-any-return]
    head: Any = items[0]
    for item in items[1:-1]:
        head = say("{head}, {item}", head=head, item=item)
    return say("{head} and {item}", head=head, item=items[-1])


def add_game(name: str, folder: Path) -> None:
    """Make the words of a game known: the ``.po`` files below its folder."""
    if _games.get(name) != folder:
        _games[name] = folder
        _catalog.cache_clear()


def folders() -> tuple[Path, ...]:
    """Where translations are looked for: below proa, and below games from outside."""
    outside = {folder for folder in _games.values() if not folder.is_relative_to(_PACKAGE)}
    return (_PACKAGE, *sorted(outside))


def text(message: Any, locale: str = "en", names: Sequence[str] | None = None) -> str:
    """A message in words. ``names`` are the names of the seats."""
    if not isinstance(message, dict):
        return str(message)
    if "say" not in message:
        return _name(message["seat"], locale, names)
    values = {
        k: v if type(v) in _PLAIN else text(v, locale, names)
        for k, v in message.items()
        if k not in _NO_VALUES
    }
    pattern = _translated(message, locale)
    return pattern.format_map(values) if values else pattern


def visible(text: str, keep: str = "") -> str:
    """Return a text that hides nothing and does nothing to what shows it: control characters,
    marks that turn text around and whatever else is not seen are written as escapes, as
    ``\\x1b``. Those in ``keep`` stay."""
    if text.isprintable():
        return text
    return "".join(c if is_seen(c) or c in keep else escaped(c) for c in text)


def is_seen(character: str) -> bool:
    """Whether a character shows as itself, or as a blank."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


def escaped(character: str) -> str:
    """Return a character as Python and JSON write one that is not in ASCII, as ``\\u202e``."""
    return character.encode("unicode_escape").decode()


def translated(one: str, locale: str, game: str | None = None) -> str:
    """A sentence without values in a locale, in a game's words if one says it."""
    return _translated({"say": one, "in": game}, locale)


MAX_CACHED = 200
"""So many things are kept of what many are shown: more than the pieces of one board."""
MAX_LOCALIZED = 4
"""In so many languages and for so many names: names change, and are given by strangers."""


class Shared(dict[str, Any]):
    """JSON that many are shown. Nobody changes it, so what is made of it is made once.

    Two are the same only if they are one.
    """

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self._cached: dict[Hashable, Any] = {}
        self._localized: dict[Hashable, Shared] = {}

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` makes of this, made once for a key; the oldest goes when there are many."""
        made: T = _cached(self._cached, key, make, MAX_CACHED)
        return made

    def localize(self, locale: str, names: Sequence[str] | None) -> Shared:
        """This in a language, with the seats' names."""
        key = locale, names if names is None else tuple(names)

        def make() -> Shared:
            return Shared(localize(dict(self), locale, names))

        return _cached(self._localized, key, make, MAX_LOCALIZED)


def _cached(known: dict[Hashable, T], key: Hashable, make: Callable[[], T], most: int) -> T:
    if key not in known:
        if len(known) >= most:
            del known[next(iter(known))]
        known[key] = make()
    return known[key]


def localize(value: Any, locale: str, names: Sequence[str] | None = None) -> Any:
    """JSON in which every message has become text."""
    if isinstance(value, Shared):
        return value.localize(locale, names)
    if isinstance(value, dict):
        if "say" in value or (len(value) == 1 and "seat" in value):
            return text(value, locale, names)
        return {k: v if type(v) in _PLAIN else localize(v, locale, names) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [v if type(v) in _PLAIN else localize(v, locale, names) for v in value]
    return value


def _name(number: int, locale: str, names: Sequence[str] | None) -> str:
    if names is not None and 0 <= number < len(names):
        return names[number]
    return text(say("Seat {n}", n=number + 1), locale)


def _translated(message: Mapping[str, Any], locale: str) -> str:
    one = message["say"]
    catalog = _catalog(locale, message.get("in"))
    if "many" in message:
        return catalog.ngettext(one, message["many"], int(message["n"]))
    return catalog.gettext(one) if one else ""


@cache
def _catalog(locale: str, game: str | None) -> gettext.NullTranslations:
    """A game's words before those of all; for what no game says, those of all before games'."""
    common = _entries(locale, _PACKAGE, apart=_PACKAGE / "games")
    if game in _games:
        return _compiled(locale, [_entries(locale, _games[game]), common])
    return _compiled(locale, [common, *(_entries(locale, folder) for folder in _games.values())])


Sentence = str | tuple[str, ...]


@cache
def _entries(locale: str, folder: Path, apart: Path | None = None) -> dict[Sentence, Sentence]:
    """The sentences of all files of a locale below a folder."""
    if locale == "en":
        return {}
    from babel.messages.pofile import read_po

    found: dict[Any, Any] = {}
    for path in sorted(folder.rglob(f"{locale}.po")):
        if apart is None or not path.is_relative_to(apart):
            with path.open("rb") as file:
                entries = read_po(file, locale=locale)
            found = {entry.id: entry.string for entry in entries if entry.id} | found
    return found


def _compiled(locale: str, sources: Sequence[dict[Sentence, Sentence]]) -> gettext.NullTranslations:
    """One catalog of several, of which the first that has a sentence gives its words."""
    if locale == "en":
        return gettext.NullTranslations()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    whole = Catalog(locale=locale)
    for sentence, said in {k: v for each in reversed(sources) for k, v in each.items()}.items():
        whole.add(sentence, said)
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
