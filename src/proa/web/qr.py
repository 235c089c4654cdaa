"""Links as pictures that phones read."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(256)
def qr(link: str) -> Markup:
    """A QR code as SVG; its colours are the page's."""
    import segno  # no start waits for it

    code = segno.make(link, micro=False)
    return Markup(code.svg_inline(svgclass="qr", lineclass="qr-line", omitsize=True))
