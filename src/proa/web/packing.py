"""Compressing what is sent: brotli where it is taken, else gzip.

Browsers take brotli over TLS and on their own machine only, so both have to be good. The levels
are measured on the frames of whole games: brotli 5 makes them a tenth smaller than gzip 6 and takes
the same time (0.2 ms); brotli 8 makes them 1 or 2 % smaller still and takes a third longer, brotli
9 ten times as long; gzip 9 gains 1 % for a third more.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable

import brotli

CODINGS = ("br", "gzip")
"""What we can send, the best first."""
BROTLI, GZIP = 5, 6
"""For what is made anew each time."""
WINDOW, BROTLI_LONG = 16, 8
"""So large a window, in bits, does for a frame; what is longer is a page, which is seldom asked for
and packed a little better."""
BROTLI_ONCE, GZIP_ONCE = 10, 9
"""For what is compressed once and kept."""

_REFUSED = re.compile(r"q=0(\.0*)?$")
_GZIP_HEADER = b"\x1f\x8b\x08\x04" + bytes(5) + b"\xff"  # deflated, with an extra field, no time
_GZIP_FRAME = len(_GZIP_HEADER) + 2 + 4 + 8  # the field's length, its part's head, sum and size
_EMPTY_BLOCK = b"\x06"  # brotli's empty metadata block: nothing, in one byte

Room = Callable[[int], int]
"""From the least number of bytes to the number that is sent."""


def chosen(accepted: str) -> str:
    """The best coding that an ``Accept-Encoding`` allows, "" if none of ours."""
    wishes = (wish.replace(" ", "").lower().partition(";") for wish in accepted.split(","))
    taken = {name for name, _, quality in wishes if not _REFUSED.match(quality)}
    return next((coding for coding in CODINGS if coding in taken), "")


def packed_once(body: bytes, coding: str) -> bytes:
    """As small as is worth while for what is sent often."""
    if coding == "br":
        packer = brotli.Compressor(quality=BROTLI_ONCE)
        return bytes(packer.process(body) + packer.finish())
    packer = zlib.compressobj(GZIP_ONCE, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()


def packed(body: bytes, coding: str, room: Room) -> bytes:
    """Compressed, and filled up with nothing to as many bytes as ``room`` says."""
    return _brotli(body, room) if coding == "br" else _gzip(body, room)


def _brotli(body: bytes, room: Room) -> bytes:
    if len(body) < 1 << WINDOW:
        packer = brotli.Compressor(quality=BROTLI, mode=brotli.MODE_TEXT, lgwin=WINDOW)
    else:
        packer = brotli.Compressor(quality=BROTLI_LONG, mode=brotli.MODE_TEXT)
    start = packer.process(body) + packer.flush()  # ends with a whole byte
    end = packer.finish()
    least = len(start) + len(end)
    return bytes(start + _EMPTY_BLOCK * (room(least) - least) + end)


def _gzip(body: bytes, room: Room) -> bytes:
    """The filling lies in the header's extra field, which readers pass over (RFC 1952)."""
    packer = zlib.compressobj(GZIP, zlib.DEFLATED, -15)
    deflated = packer.compress(body) + packer.flush()
    least = len(deflated) + _GZIP_FRAME
    filling = room(least) - least
    extra = struct.pack("<H2sH", filling + 4, b"pr", filling) + bytes(filling)
    check = struct.pack("<II", zlib.crc32(body), len(body) & 0xFFFFFFFF)
    return _GZIP_HEADER + extra + deflated + check
