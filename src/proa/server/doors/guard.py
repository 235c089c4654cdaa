"""The doors: who may speak to the server, in whose name, and what every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Callable, Iterable
from functools import cache
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.engine.words import say
from proa.server.config.settings import Settings
from proa.server.config.whereabouts import EVERYWHERE
from proa.server.doors import cookies, health
from proa.server.doors.asking import as_usual
from proa.server.errors import Refusal

COOKIE = "proa"
"""What the guests' cookie was called once; it still counts."""
YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; media-src 'none'; "
    "frame-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What pages may load: all else is of one's own. Firefox has what is fetched for the next page
(``rel=prefetch``) be judged by ``default-src`` alone, so that it can't be ``'none'``."""
PART = "hx-request"
"""The header with which a page's own script asks for a part of it: no browser opens that as a page,
so that what its headers say of pages is of no use, and would come with every frame."""
NO_DOCUMENTS = ("text/css", "text/javascript", "font/woff2")
"""What runs or shows only in a page, whose own headers say how: thirty files of a first visit."""
OTHER_SITE = say(
    "This was sent by a page of another site, so it was not done. Open the page here, at the "
    "address in your browser's address bar, and try again."
)
UNKNOWN_NAME = say(
    "This server does not answer to that name. Whoever runs it can name it with --public-url."
)


@cache
def cookie_name(key: bytes) -> str:
    """The name of the guests' cookie: a browser sends one host's cookies to each of its ports, and
    two servers there must not overwrite each other's."""
    return f"{COOKIE}-{hashlib.sha256(key).hexdigest()[:8]}"


def signed(guest: str, key: bytes) -> str:
    """The cookie of a guest."""
    return f"{guest}.{hmac.new(key, guest.encode(), hashlib.sha256).hexdigest()}"


def guest_of(cookie: str, key: bytes) -> str | None:
    """The guest whom a cookie names, if the signature is ours."""
    guest, _, _ = cookie.partition(".")
    return guest if hmac.compare_digest(signed(guest, key).encode(), cookie.encode()) else None


class Guard:
    """Stands before the application: Host, origin, the guest's cookie, headers.

    ``refused`` answers whom it turns away. They are counted like all others.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        refused: Callable[[Request, Refusal], Response],
    ) -> None:
        self.app = app
        self._refusal = refused
        self.settings = settings
        public = urlsplit(settings.public_url)
        self._secure = public.scheme == "https"
        self._public_origin = origin_of(settings.public_url)
        self._hosts = {"localhost", settings.host.lower(), public.hostname or "localhost"}
        if settings.host in EVERYWHERE:
            own = socket.gethostname().lower()
            self._hosts |= {own, f"{own.partition('.')[0]}.local"}  # as a home network calls it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        guest, cookie = ("", None) if refused else self._guest(scope, headers)
        scope.setdefault("state", {})["guest"] = guest
        scope["state"]["known"] = "" if cookie else guest

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(MutableHeaders(scope=message), headers, scope["path"], cookie)
            await send(message)

        if refused is not None:
            turned_away = await self._turned_away(Request(scope), refused)
            await turned_away(scope, receive, answer)
            return
        await self.app(scope, receive, answer)

    async def _turned_away(self, request: Request, why: Refusal) -> Response:
        try:
            await as_usual(request)
        except Refusal as other:
            return self._refusal(request, other)
        return self._refusal(request, why)

    def _guest(self, scope: Scope, headers: Headers) -> tuple[str, str | None]:
        """The guest, and the cookie to set for one who is new here."""
        if not _is_page(scope["path"]):
            return "", None
        key, name = self.settings.key, cookie_name(self.settings.key)
        if known := _first_guest(cookies.values(headers, name), key):
            return known, None
        guest = _first_guest(cookies.values(headers, COOKIE), key) or secrets.token_hex(16)
        cookie = f"{name}={signed(guest, key)}; Path=/; Max-Age={YEAR}; HttpOnly"
        return guest, f"{cookie}; SameSite=Lax{'; Secure' if self._secure else ''}"

    def _refused(self, scope: Scope, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if not self._is_known(host) and not _is_anybodys(scope["path"]):
            return Refusal(421, UNKNOWN_NAME)
        if scope["method"] not in SAFE and not self._is_own(scope, headers, host):
            return Refusal(403, OTHER_SITE)
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or _is_address(name)

    def _is_own(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Whether a request that may change something comes from a page of ours.

        Browsers send ``Sec-Fetch-Site`` only to https and to their own machine; on a home network
        ``Origin`` alone tells, which is why the referrer policy must not hide it.
        """
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site == "same-origin"
        if origin is not None:
            own = {origin_of(f"{scope['scheme']}://{host}"), self._public_origin}
            return origin_of(origin) in own - {""}
        return not _is_page(scope["path"])


def _first_guest(sent: Iterable[str], key: bytes) -> str | None:
    return next((guest for value in sent if (guest := guest_of(value, key))), None)


def origin_of(address: str) -> str:
    """``scheme://host:port`` of an address, as browsers write it; empty if it has none."""
    try:
        parts = urlsplit(address)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}" if parts.hostname else ""


def _is_anybodys(path: str) -> bool:
    """Whether an address has the same for everybody, by whatever name it is asked for."""
    return path in health.ADDRESSES or path.startswith("/static/")


def _is_page(path: str) -> bool:
    return not path.startswith(("/api/", "/static/", "/app/")) and path not in health.ADDRESSES


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _dress(headers: MutableHeaders, asked: Headers, path: str, cookie: str | None) -> None:
    if headers.get("content-type", "").partition(";")[0] in NO_DOCUMENTS:
        headers.setdefault("X-Content-Type-Options", "nosniff")
        return
    if PART in asked and not cookie:
        headers.setdefault("Content-Security-Policy", "default-src 'none'")
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Cache-Control", "no-store")
        return
    values: Iterable[tuple[str, str]] = (
        ("Content-Security-Policy", CONTENT_SECURITY),
        ("Referrer-Policy", "same-origin"),  # "no-referrer" makes forms say "Origin: null"
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    )
    for name, value in values:
        headers.setdefault(name, value)
    if not health.may_be_found(path):
        headers["X-Robots-Tag"] = "noindex, nofollow"
    if "sec-fetch-site" in asked:  # elsewhere browsers ignore it, and complain
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if cookie:
        headers.append("Set-Cookie", cookie)
