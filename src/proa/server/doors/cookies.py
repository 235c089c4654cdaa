"""Cookies as browsers send them: other programs on this host put theirs beside ours."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.datastructures import Headers


def values(headers: Headers, name: str) -> Iterator[str]:
    """What the cookies of a name hold: there may be several, in one header or in more.

    Whatever else is sent is passed over: a cookie that is not ours may look any way.
    """
    for line in headers.getlist("cookie"):
        for pair in line.split(";"):
            found, _, value = pair.partition("=")
            if found.strip() == name:
                yield value.strip().strip('"')
