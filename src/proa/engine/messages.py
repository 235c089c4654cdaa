"""Messages: sentences with named values, rendered when they are shown.

A message is plain JSON: ``{"say": "{seat} bids {n}.", "seat": {"seat": 0}, "n": 4}``. The English
sentence is its id; the Russian is in a ``ru.po`` beside the code, or in a game's own. Values are
numbers, text, seats or messages again. A plural has ``many`` beside ``say`` and counts by its
``n``.

A game's message has the game's name as ``in`` (so no value can have that name) and is looked up in
that game's catalog first. So two games may translate one English sentence differently.
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

LANGUAGES = {"en": "English", "ru": "Русский"}
"""The languages, each by its own name. Sentences without a translation stay English."""
LOCALES = tuple(LANGUAGES)
T = TypeVar("T")
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types without messages inside, as in most of a view."""
_NO_VALUES = frozenset(("say", "many", "in", "begins", "routine"))
_PACKAGE = Path(__file__).resolve().parents[1]
_games: dict[str, Path] = {}
"""The folders of games with their own catalogs."""


def say(text: str, /, **values: Any) -> Message:
    """Return a message. ``text`` is English with ``{names}`` of the values."""
    return {"say": text, **values}


def plural(one: str, many: str, /, n: int, **values: Any) -> Message:
    """Return a message whose wording depends on the number ``n``."""
    return {"say": one, "many": many, "n": n, **values}


class MessageDomain:
    """Makes messages of one game: :func:`say` and :func:`plural` with the game's own catalog."""

    def __init__(self, game: str) -> None:
        self._game = game

    def say(self, text: str, /, **values: Any) -> Message:
        """Return a message of this game."""
        return {"say": text, "in": self._game, **values}

    def plural(self, one: str, many: str, /, n: int, **values: Any) -> Message:
        """Return a message of this game whose wording depends on the number ``n``."""
        return {"say": one, "many": many, "n": n, "in": self._game, **values}


def seat(number: int) -> Message:
    """Return the name of the player at seat ``number`` (counted from 0)."""
    return {"seat": number}


class Turn(NamedTuple):
    """The start of a turn, attached to a sentence of a story."""

    heading: Message | None
    """The heading in the game's terms; None: turns are counted."""


def start_turn(message: Message, heading: Message | None = None) -> Message:
    """Mark a sentence of a story as the start of a turn."""
    return {**message, "begins": Turn(heading)}


def turn_start(message: Message) -> Turn | None:
    """Return the turn that begins with a sentence, if there is one."""
    found: Turn | None = message.get("begins")
    return found


def routine(message: Message) -> Message:
    """Mark a sentence of a story as routine: the log says it, and nobody waits to read it."""
    return {**message, "routine": True}


def is_routine(message: Message) -> bool:
    """Return whether a sentence is routine, or says that a turn begins."""
    return "routine" in message or turn_start(message) is not None


def about(message: Message) -> int | None:
    """Return the seat that a sentence is about, which is its value ``seat``."""
    found = message.get("seat")
    return found["seat"] if isinstance(found, dict) and "seat" in found else None


def join_list(items: Sequence[Any]) -> Message | str:
    """Return ``a, b and c`` as one value."""
    if not items:
        return say("nothing")
    if len(items) == 1:
        return items[0]  # type: ignore[no-any-return]
    head: Any = items[0]
    for item in items[1:-1]:
        head = say("{head}, {item}", head=head, item=item)
    return say("{head} and {item}", head=head, item=items[-1])


def add_game(name: str, folder: Path) -> None:
    """Register the catalogs of a game: the ``.po`` files below its folder."""
    if _games.get(name) != folder:
        _games[name] = folder
        _catalog.cache_clear()


def folders() -> tuple[Path, ...]:
    """Return the folders with translations: proa's, and those of games from other packages."""
    outside = {folder for folder in _games.values() if not folder.is_relative_to(_PACKAGE)}
    return (_PACKAGE, *sorted(outside))


def text(message: Any, locale: str = "en", names: Sequence[str] | None = None) -> str:
    """Return a message as text. ``names`` are the names of the seats."""
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
    """Return a text with invisible characters as escapes like ``\\x1b``.

    These are control characters, marks that change the direction of text, and others that are not
    displayed. Those in ``keep`` stay.
    """
    if text.isprintable():
        return text
    return "".join(c if is_seen(c) or c in keep else escaped(c) for c in text)


def is_seen(character: str) -> bool:
    """Return whether a character is displayed as itself, or as a blank."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


def escaped(character: str) -> str:
    """Return a character as an escape in Python and JSON, like ``\\u202e``."""
    return character.encode("unicode_escape").decode()


def translated(one: str, locale: str, game: str | None = None) -> str:
    """Return a sentence without values in a locale, with a game's catalog if given."""
    return _translated({"say": one, "in": game}, locale)


MAX_CACHED = 200
"""How many derived values are cached per shared object: more than the pieces of one board."""
MAX_LOCALIZED = 4
"""How many renderings by language and names are cached: users choose and change names."""


class Shared(dict[str, Any]):
    """JSON that many viewers share. It is never changed, so derived values are computed once.

    Equality is identity.
    """

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self._cached: dict[Hashable, Any] = {}
        self._localized: dict[Hashable, Shared] = {}

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return ``make()``, called once per key; with too many keys the oldest is removed."""
        made: T = _cached(self._cached, key, make, MAX_CACHED)
        return made

    def localize(self, locale: str, names: Sequence[str] | None) -> Shared:
        """Return this in a language, with the seats' names."""
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
    """Return JSON in which every message has become text."""
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
    """Return a game's sentences before the common ones; without a game, common ones before
    games'."""
    common = _entries(locale, _PACKAGE, apart=_PACKAGE / "games")
    if game in _games:
        return _compiled(locale, [_entries(locale, _games[game]), common])
    return _compiled(locale, [common, *(_entries(locale, folder) for folder in _games.values())])


Sentence = str | tuple[str, ...]


@cache
def _entries(locale: str, folder: Path, apart: Path | None = None) -> dict[Sentence, Sentence]:
    """Return the sentences of all files of a locale below a folder."""
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
    """Return one catalog of several sources; the first that has a sentence wins."""
    if locale == "en":
        return gettext.NullTranslations()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    whole = Catalog(locale=locale)
    for sentence, string in {k: v for each in reversed(sources) for k, v in each.items()}.items():
        whole.add(sentence, string)
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
