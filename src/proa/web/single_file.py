"""The styles of reports: pages that are a single file."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache

from proa.web import statics

FACES = re.compile(r"-(latin|cyrillic)-(400|700)-normal")
"""The fonts in the page."""


@cache
def style() -> str:
    """Return colours, type, the page's own styles, and the fonts as data URLs."""
    faces = re.findall(r"@font-face\s*{.*?}", _text("fonts/fonts.css"), re.DOTALL)
    fonts = [_with_font(face) for face in faces if FACES.search(face)]
    return "\n".join([*fonts, _text("tokens.css"), _text("contest.css")])


def _with_font(face: str) -> str:
    """Return a font face with its file as a data URL."""

    def data_url(address: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{b64encode(_body(f'fonts/{address[1]}')).decode()})"

    return re.sub(r"url\([\"']?([^)\"']+)[\"']?\)", data_url, face)


def _text(name: str) -> str:
    return _body(name).decode()


def _body(name: str) -> bytes:
    found = statics.file(name)
    assert found is not None, name
    return found.body
