"""What is compressed can be read by others' readers, whatever it was filled up to."""

from __future__ import annotations

import gzip
import zlib

import brotli
import pytest

from proa.web.packing import chosen, packed, packed_once

PAGE = "".join(f"<li id='log-{n}'>Teva bids {n * 7919 % 97}.</li>" for n in range(900)).encode()


@pytest.mark.parametrize("more", [0, 1, 2, 255, 256, 257, 258, 1023, 4000])
@pytest.mark.parametrize(
    ("coding", "read"),
    [
        ("gzip", gzip.decompress),
        ("gzip", lambda sent: zlib.decompressobj(31).decompress(sent)),
        ("br", brotli.decompress),
    ],
    ids=["gzip", "zlib", "brotli"],
)
def test_what_is_filled_up_has_the_length_and_reads_the_same(coding, read, more):
    shortest = len(packed(PAGE, coding, lambda least: least))
    sent = packed(PAGE, coding, lambda least: least + more)
    assert len(sent) == shortest + more
    assert read(sent) == PAGE
    assert shortest < len(PAGE) / 4


@pytest.mark.parametrize("body", [b"", b"x"])
@pytest.mark.parametrize(("coding", "read"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
def test_even_nothing_can_be_packed(body, coding, read):
    assert read(packed(body, coding, lambda least: 1000)) == body
    assert read(packed_once(body, coding)) == body


def test_what_is_packed_once_is_smaller():
    for coding in ("br", "gzip"):
        assert len(packed_once(PAGE, coding)) <= len(packed(PAGE, coding, lambda least: least))


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
