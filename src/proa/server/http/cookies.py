"""Reading and writing cookies.

Behind TLS their names begin with ``__Host-``: a browser accepts such a cookie from this host alone,
so that no sibling domain can set one. Other programs on this host may set cookies too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from starlette.datastructures import Headers

HOST = "__Host-"
YEAR = 365 * 24 * 3600
"""Seconds that a cookie lasts; browsers store none longer than 400 days."""


def values(headers: Headers, name: str) -> Iterator[str]:
    """Yield the values of all cookies with a name; they may be in several headers.

    Anything else is skipped: cookies of other programs may have any form.
    """
    for line in headers.getlist("cookie"):
        for pair in line.split(";"):
            found, _, value = pair.partition("=")
            if found.strip() == name:
                yield value.strip().strip('"')


def of_host(headers: Headers, name: str) -> Iterator[str]:
    """Yield the values of a name; first those with the prefix that only this host can set."""
    yield from values(headers, HOST + name)
    yield from values(headers, name)


@cache
def of_server(name: str, key: bytes) -> str:
    """Return the name of a cookie that no other server on this host has.

    A browser sends a host's cookies to all its ports; two servers there must not overwrite each
    other's.
    """
    return f"{name}-{hashlib.sha256(key).hexdigest()[:8]}"


def session_name(key: bytes) -> str:
    """Return the name of the cookie of a browser that is signed in to an account."""
    return of_server("proa-account", key)


def named(name: str, *, secure: bool) -> str:
    """Return the name under which a cookie is set, ``secure`` behind TLS."""
    return f"{HOST}{name}" if secure else name


def written(
    name: str, value: str, *, secure: bool, lasts: int = YEAR, scripts: bool = False
) -> str:
    """Return the header that sets a cookie; with ``scripts`` JavaScript may read it."""
    hidden = "" if scripts else "; HttpOnly"
    safe = "; Secure" if secure else ""
    name = named(name, secure=secure)
    return f"{name}={value}; Path=/; Max-Age={lasts}{hidden}; SameSite=Lax{safe}"


def removed(name: str) -> str:
    """Return the header that removes the cookie of exactly this name."""
    return f"{name}=; Path=/; Max-Age=0; SameSite=Lax"
