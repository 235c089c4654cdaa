"""What visitors have set for themselves: theme, language, pace and help, kept in one cookie."""

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
    "hold": ("2", "0", "5", "step"),
    "guide": ("on", "off"),
    "sound": ("off", "on"),
    "keys": ("on", "off"),
}
"""What each may be; the first is the default."""


class Prefs(NamedTuple):
    """A visitor's settings; each is one of :data:`VALUES`."""

    theme: str = ""
    locale: str = ""
    pace: str = "normal"
    confirm: str = "auto"
    hold: str = "2"
    guide: str = "on"
    sound: str = "off"
    keys: str = "on"


def read(*cookies: str) -> Prefs:
    """The settings of the first cookie that holds some; what is unknown falls back to the default.

    Other programs on this host may have a cookie of the same name.
    """
    for cookie in cookies:
        try:
            found: Any = json.loads(unquote(cookie))
        except (ValueError, RecursionError):
            continue
        if isinstance(found, Mapping):
            return taken(found)
    return Prefs()


def taken(values: Mapping[str, Any]) -> Prefs:
    """The settings of a form or a cookie's content."""
    known = {name: values.get(name) for name in Prefs._fields}
    return Prefs(**{name: v for name, v in known.items() if v in VALUES[name]})


def is_ours(cookie: str) -> bool:
    """Whether a cookie is as :func:`written`, and no other program's of the same name."""
    return cookie == written(read(cookie))


def written(prefs: Prefs) -> str:
    """The cookie's value."""
    return quote(json.dumps(prefs._asdict(), separators=(",", ":")), safe="")
