"""Cookies as browsers send them, beside those of other programs on this host, and as they are set.

Behind TLS their names begin with ``__Host-``: a browser takes such a cookie from this host alone,
so that no sibling domain can plant one.
"""

from __future__ import annotations

from collections.abc import Iterator

from starlette.datastructures import Headers

HOST = "__Host-"
YEAR = 365 * 24 * 3600
"""Seconds that a cookie is kept; browsers keep none longer than 400 days."""


def values(headers: Headers, name: str) -> Iterator[str]:
    """What the cookies of a name hold: there may be several, in one header or in more.

    Whatever else is sent is passed over: a cookie that is not ours may look any way.
    """
    for line in headers.getlist("cookie"):
        for pair in line.split(";"):
            found, _, value = pair.partition("=")
            if found.strip() == name:
                yield value.strip().strip('"')


def of_host(headers: Headers, name: str) -> Iterator[str]:
    """The same, those first that only this host can have set."""
    yield from values(headers, HOST + name)
    yield from values(headers, name)


def named(name: str, *, secure: bool) -> str:
    """The name under which a cookie is set, ``secure`` behind TLS."""
    return f"{HOST}{name}" if secure else name


def written(
    name: str, value: str, *, secure: bool, lasts: int = YEAR, scripts: bool = False
) -> str:
    """The header that sets a cookie; ``scripts`` may read it or not."""
    hidden = "" if scripts else "; HttpOnly"
    safe = "; Secure" if secure else ""
    name = named(name, secure=secure)
    return f"{name}={value}; Path=/; Max-Age={lasts}{hidden}; SameSite=Lax{safe}"


def removed(name: str) -> str:
    """The header that removes a cookie of this very name."""
    return f"{name}=; Path=/; Max-Age=0; SameSite=Lax"
