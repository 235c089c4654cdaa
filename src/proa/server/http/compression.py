"""Compression of answers by starlette-compress: Brotli where it is accepted, else gzip.

Event streams are left alone: they carry numbers only and must not be held back. Static files and
what many spectators share arrive here compressed already (:mod:`proa.web.compression`).
"""

from __future__ import annotations

from typing import Any

from starlette_compress import CompressMiddleware, remove_compress_type

from proa.web.compression import BROTLI, GZIP

__all__ = ["OPTIONS", "CompressMiddleware"]

remove_compress_type("text/event-stream")

OPTIONS: dict[str, Any] = {
    "minimum_size": 2_048,
    "zstd": False,  # static files have no such form, and a cache should keep one per file
    "brotli_quality": BROTLI,
    "gzip_level": GZIP,
}
