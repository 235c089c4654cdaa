"""Compression of responses by starlette-compress: Brotli where the client accepts it, else gzip.

Streams are not compressed: they carry numbers only and must not be buffered. Static files and
what many spectators share are compressed before (:mod:`proa.web.compression`).
"""

from __future__ import annotations

from typing import Any

from starlette_compress import CompressMiddleware, remove_compress_type

from proa.web.compression import BROTLI, GZIP

__all__ = ["OPTIONS", "CompressMiddleware"]

remove_compress_type("text/event-stream")

OPTIONS: dict[str, Any] = {
    "minimum_size": 2_048,
    "zstd": False,  # static files have no such form, and a proxy's cache should hold one per file
    "brotli_quality": BROTLI,
    "gzip_level": GZIP,
}
