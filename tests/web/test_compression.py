"""Other implementations can read what is compressed."""

from __future__ import annotations

import gzip

import brotli
import pytest

from proa.web.compression import chosen, packed, packed_once

PAGE = "".join(f"<li id='log-{n}'>Teva bids {n * 7919 % 97}.</li>" for n in range(900)).encode()


@pytest.mark.parametrize("body", [b"", b"x", PAGE])
@pytest.mark.parametrize(("coding", "read"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
def test_what_is_compressed_reads_the_same(body, coding, read):
    assert read(packed(body, coding)) == body
    assert read(packed_once(body, coding)) == body


def test_what_is_packed_once_is_smaller():
    for coding in ("br", "gzip"):
        assert len(packed_once(PAGE, coding)) <= len(packed(PAGE, coding)) < len(PAGE) / 4


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip; q=0", ""),
        ("gzip;q=0.01", "gzip"),
        ("x-gzip-like, brotli", ""),
        ("identity", ""),
        ("", ""),
    ],
)
def test_what_is_refused_is_not_sent(accepted, coding):
    assert chosen(accepted) == coding
