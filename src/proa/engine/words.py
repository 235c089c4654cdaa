"""Messages: sentences with named values, put into words when they are shown.

A message is plain JSON: ``{"say": "{seat} bids {n}.", "seat": {"seat": 0}, "n": 4}``. The English
sentence is its id; ``ru.po`` beside the code that says it holds the Russian. Values are numbers,
text, seats or messages again. A plural has ``many`` beside ``say`` and counts by its ``n``.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

Message = dict[str, Any]

LOCALES = ("en", "ru")
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""What has no messages in it; most of a view is such."""
_PACKAGE = Path(__file__).resolve().parents[1]
_folders: list[Path] = [_PACKAGE]


def say(text: str, /, **values: Any) -> Message:
    """A message. ``text`` is English with ``{names}`` of the values."""
    return {"say": text, **values}


def plural(one: str, many: str, /, n: int, **values: Any) -> Message:
    """A message whose wording depends on the number ``n``."""
    return {"say": one, "many": many, "n": n, **values}


def seat(number: int) -> Message:
    """The name of whoever sits at seat ``number`` (counted from 0)."""
    return {"seat": number}


def listed(items: Sequence[Any]) -> Message | str:
    """``a, b and c`` as one value."""
    if not items:
        return say("nothing")
    if len(items) == 1:
        return items[0]  # type: ignore[no-any-return]
    head: Any = items[0]
    for item in items[1:-1]:
        head = say("{head}, {item}", head=head, item=item)
    return say("{head} and {item}", head=head, item=items[-1])


def add_folder(folder: Path) -> None:
    """Look for translations below ``folder`` as well (a game from outside the package)."""
    if not folder.is_relative_to(_PACKAGE) and folder not in _folders:
        _folders.append(folder)
        _catalog.cache_clear()


def text(message: Any, locale: str = "en", names: Sequence[str] | None = None) -> str:
    """A message in words. ``names`` are the names of the seats."""
    if not isinstance(message, dict):
        return str(message)
    if "say" not in message:
        return _name(message["seat"], locale, names)
    values = {k: text(v, locale, names) for k, v in message.items() if k not in ("say", "many")}
    pattern = _translated(message, locale)
    return pattern.format_map(values) if values else pattern


def translated(one: str, locale: str) -> str:
    """A sentence without values in a locale."""
    return _translated({"say": one}, locale)


def in_words(value: Any, locale: str, names: Sequence[str] | None = None) -> Any:
    """JSON in which every message has become text."""
    if isinstance(value, dict):
        if "say" in value or (len(value) == 1 and "seat" in value):
            return text(value, locale, names)
        return {k: v if type(v) in _PLAIN else in_words(v, locale, names) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [v if type(v) in _PLAIN else in_words(v, locale, names) for v in value]
    return value


def _name(number: int, locale: str, names: Sequence[str] | None) -> str:
    if names is not None and 0 <= number < len(names):
        return names[number]
    return text(say("Seat {n}", n=number + 1), locale)


def _translated(message: Mapping[str, Any], locale: str) -> str:
    one = message["say"]
    catalog = _catalog(locale)
    if "many" in message:
        return catalog.ngettext(one, message["many"], int(message["n"]))
    return catalog.gettext(one) if one else ""


@cache
def _catalog(locale: str) -> gettext.NullTranslations:
    if locale == "en":
        return gettext.NullTranslations()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole = Catalog(locale=locale)
    for folder in _folders:
        for path in sorted(folder.rglob(f"{locale}.po")):
            with path.open("rb") as file:
                for entry in read_po(file, locale=locale):
                    if entry.id:
                        whole.add(entry.id, entry.string)
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
