"""Links as QR codes."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(256)
def qr(link: str) -> Markup:
    """Return a QR code as SVG, in the page's colours."""
    import segno  # not imported at the start: slow

    code = segno.make(link, micro=False)
    return Markup(code.svg_inline(svgclass="qr", lineclass="qr-line", omitsize=True))
