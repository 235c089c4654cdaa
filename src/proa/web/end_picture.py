"""The picture of a finished game for links to it on other sites: 1200 by 630, as a PNG."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from proa.games import spec
from proa.web import statics
from proa.web.pages import render
from proa.web.svg_styles import StyledDrawings

_FONTS = statics.STATIC / "fonts"
_OURS = re.compile("[\u0000-\u052f\u2000-\u22ff]*")
"""Texts whose letters our own fonts have."""
_STYLES = ("tokens.css", "base.css", "marks.css", "end.css")


def end_picture(game: str, locale: str, names: Sequence[str], values: Mapping[str, Any]) -> bytes:
    """Return the picture: the final board, the seats and their points.

    ``values`` has ``title``, ``result``, ``places``, and a ``view`` of the last position.
    """
    import resvg_py  # not imported at the start

    drawn = render("_end_picture.svg", locale, names, game=game, **values)
    return resvg_py.svg_to_bytes(
        svg_string=_drawings(game).resolved(drawn),
        skip_system_fonts=_OURS.fullmatch(drawn) is not None,
        font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
        serif_family="Alegreya",
        sans_serif_family="Alegreya Sans",
    )


@cache
def _drawings(game: str) -> StyledDrawings:
    board, folder = spec(game).board, spec(game).folder
    files = [statics.STATIC / name for name in _STYLES]
    files += [folder / name for name in board.styles]
    symbols = [statics.STATIC / statics.EMBLEMS]
    symbols += [folder / board.pieces] if board.pieces else []
    return StyledDrawings(
        [path.read_text(encoding="utf-8") for path in files],
        [path.read_text(encoding="utf-8") for path in symbols],
    )
