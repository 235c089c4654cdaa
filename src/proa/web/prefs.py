"""What a visitor has set for himself: theme, language, pace and help, kept in one cookie."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

COOKIE = "prefs"

VALUES: dict[str, tuple[str, ...]] = {
    "theme": ("", "noon", "night"),
    "locale": ("", "en", "ru"),
    "pace": ("normal", "calm", "fast", "off"),
    "confirm": ("auto", "always", "never"),
    "guide": ("on", "off"),
    "sound": ("off", "on"),
}
"""What each may be; the first is the default."""


class Prefs(NamedTuple):
    """A visitor's settings; each is one of :data:`VALUES`."""

    theme: str = ""
    locale: str = ""
    pace: str = "normal"
    confirm: str = "auto"
    guide: str = "on"
    sound: str = "off"


def read(cookie: str | None) -> Prefs:
    """The settings of a cookie; what is unknown or garbled falls back to the default."""
    try:
        found: Any = json.loads(unquote(cookie or "{}"))
    except ValueError:
        return Prefs()
    return taken(found) if isinstance(found, Mapping) else Prefs()


def taken(values: Mapping[str, Any]) -> Prefs:
    """The settings of a form or a cookie's content."""
    known = {name: values.get(name) for name in Prefs._fields}
    return Prefs(**{name: v for name, v in known.items() if v in VALUES[name]})


def written(prefs: Prefs) -> str:
    """The cookie's value."""
    return quote(json.dumps(prefs._asdict(), separators=(",", ":")), safe="")
