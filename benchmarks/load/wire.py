"""HTTP details: the headers of a browser, and decoding of bodies."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import brotli

HEADERS = {
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-US,en;q=0.9",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36",
    "sec-ch-ua": '"Not:A-Brand";v="8", "Chromium";v="141"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Linux"',
}
"""Chromium's headers for every request of a page's own script, without the cookie."""
FRAGMENT = {"HX-Request": "true"}
STREAM = {"Accept": "text/event-stream", "Cache-Control": "no-cache", "Pragma": "no-cache"}
NAVIGATE = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
    "image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Upgrade-Insecure-Requests": "1",
}
"""Other or additional headers for a page, for the event stream, and for a part of a page."""


def unpacked(body: bytes, coding: str) -> bytes:
    """Return a body without its ``Content-Encoding``."""
    if coding in ("", "identity"):
        return body
    if coding in _UNPACK:
        return _UNPACK[coding](body)
    raise ValueError(f"no way to read Content-Encoding: {coding}")


def _gzip(body: bytes) -> bytes:
    return zlib.decompress(body, zlib.MAX_WBITS | 16)


_UNPACK: dict[str, Callable[[bytes], bytes]] = {"gzip": _gzip, "br": brotli.decompress}
