"""A guest's preferences, in one cookie: theme, language, pace, help, sound."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from proa.engine.messages import LOCALES

COOKIE = "prefs"

VALUES: dict[str, tuple[str, ...]] = {
    "theme": ("", "noon", "night"),
    "locale": ("", *LOCALES),
    "pace": ("normal", "calm", "fast", "off"),
    "confirm": ("auto", "always", "never"),
    "hold": ("2", "0", "5", "step"),
    "guide": ("on", "off"),
    "forced": ("on", "off"),
    "sound": ("", "off", "quiet", "on"),
    "keys": ("on", "off"),
}
"""The allowed values of each; the first is the default."""


class Prefs(NamedTuple):
    """A guest's preferences; each is one of :data:`VALUES`."""

    theme: str = ""
    locale: str = ""
    pace: str = "normal"
    confirm: str = "auto"
    hold: str = "2"
    guide: str = "on"
    forced: str = "on"
    sound: str = ""
    keys: str = "on"


def read(*cookies: str) -> Prefs:
    """Return the preferences of the first valid cookie; unknown values become the default.

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
    """Return the preferences in a form or a cookie's content."""
    known = {name: values.get(name) for name in Prefs._fields}
    return Prefs(**{name: v for name, v in known.items() if v in VALUES[name]})


def is_ours(cookie: str) -> bool:
    """Return whether a cookie has the form of :func:`written`; other programs may use its name."""
    return cookie == written(read(cookie))


def written(prefs: Prefs) -> str:
    """Return the cookie's value."""
    return quote(json.dumps(prefs._asdict(), separators=(",", ":")), safe="")
