"""Checks of host and origin, the guests' cookies, and the security headers of every response."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.engine.messages import say
from proa.server.config import urls
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.http import cookies, health
from proa.server.http.dependencies import as_usual
from proa.web import prefs

COOKIE = "proa"
"""The former name of the guests' cookie; it is still accepted."""
DAY = 24 * 3600
FRESH_DAYS = 7
"""A cookie older than this is renewed, so that regular visitors never lose it."""
SAFE = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; media-src 'none'; "
    "frame-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Pages load only the server's own resources. Firefox checks prefetched pages (``rel=prefetch``)
against ``default-src`` alone, so it can't be ``'none'``."""
ONE_CLICK = "/notices/off/"
"""Addresses that a mail provider posts to for a reader (RFC 8058). They hold a secret, and need no
cookie."""
PART = "hx-request"
"""The header with which the page's script requests a fragment. A browser never opens such a
response as a page, so it needs no page headers, which every frame would carry."""
NO_DOCUMENTS = ("text/css", "text/javascript", "font/woff2")
"""Types that work only inside a page, whose headers protect them: thirty files of a first visit."""
STREAMS = ("text/event-stream", "application/x-ndjson")
"""Types of responses that don't end."""
OTHER_SITE = say(
    "This was sent from another site's page, so it was not done. Open the page here, at the "
    "address in your browser's address bar, and try again."
)
NO_ORIGIN = say(
    "Your browser hid which page this was sent from (Origin: null), so it was not done. Open the "
    "page here and try again; if that doesn't help, let your browser and its add-ons send the "
    "referrer to this server."
)
UNKNOWN_NAME = say(
    "This server doesn't answer to that name. Its host can set it with --public-url."
)


def cookie_name(key: bytes) -> str:
    """Return the name of the guests' cookie."""
    return cookies.of_server(COOKIE, key)


def signed(guest: str, key: bytes) -> str:
    """Return a guest's signed cookie, without a date."""
    return f"{guest}.{hmac.new(key, guest.encode(), hashlib.sha256).hexdigest()}"


def dated(guest: str, key: bytes, day: int) -> str:
    """Return a guest's signed cookie, with the day it was set, counted from 1970."""
    return signed(f"{guest}.{day}", key)


def guest_of(cookie: str, key: bytes) -> tuple[str, int | None] | None:
    """Return the guest in a cookie and its day, if the signature is valid.

    The day only decides when to renew the cookie: a wrong clock costs nobody a seat.
    """
    named, _, _ = cookie.rpartition(".")
    if not hmac.compare_digest(signed(named, key).encode(), cookie.encode()):
        return None
    guest, _, day = named.partition(".")
    return guest, int(day) if day.isdecimal() else None


def today() -> int:
    """Return the day by this machine's clock, counted from 1970."""
    return int(time.time() // DAY)


class SecurityMiddleware:
    """Checks host and origin, reads and sets the guest's cookie, adds headers.

    ``refused`` makes the response of a refusal. Refused requests count in the rate limits too.
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
        self._public_origin = urls.origin_of(settings.public_url)
        self._hosts = urls.names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        is_page = refused is None and _is_page(scope["path"])
        known = self._known(headers) if is_page else ""
        guest = known or (secrets.token_hex(16) if is_page else "")
        state = scope.setdefault("state", {})
        state.update(guest=guest, known=known, browser=guest, account=None, bot=None)
        state.update(to_set=[], spent=[])
        state["session"] = self._session(headers) if is_page else ""
        to_set = self._to_set(headers, guest, is_new=not known) if is_page else []

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                _add_headers(own, headers, scope["path"], [*to_set, *state["to_set"]])
                _forbid_rewriting(own)
                if state["spent"] and scope["path"].startswith("/api/"):
                    own["RateLimit-Policy"] = ", ".join(spent.policy for spent in state["spent"])
                    own["RateLimit"] = ", ".join(spent.state for spent in state["spent"])
            await send(message)

        if refused is not None:
            response = await self._refuse_counted(Request(scope), refused)
            await response(scope, receive, answer)
            return
        if is_page and not known and (there := self._at_localhost(scope, headers)):
            to_set = []
            await RedirectResponse(there, 307)(scope, receive, answer)
            return
        await self.app(scope, receive, answer)

    def _at_localhost(self, scope: Scope, headers: Headers) -> str:
        """Return this page's address at ``localhost``, for a new guest at ``127.0.0.1`` or ``::1``.

        Cookies are separate for each name, and ``proa play`` opens ``localhost``.
        """
        opens = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
        url = Request(scope).url
        is_number = url.hostname in urls.LOOPBACK and not self.settings.public_url
        if scope["method"] != "GET" or opens != ("navigate", "document") or not is_number:
            return ""
        return str(url.replace(hostname="localhost"))

    async def _refuse_counted(self, request: Request, why: Refusal) -> Response:
        try:
            await as_usual(request)
        except Refusal as other:
            return self._refusal(request, other)
        return self._refusal(request, why)

    def _guests(self, headers: Headers, name: str) -> list[tuple[str, int | None]]:
        """Return the guests and days in the validly signed cookies of a name."""
        found = (guest_of(value, self.settings.key) for value in cookies.values(headers, name))
        return [guest for guest in found if guest]

    def _known(self, headers: Headers) -> str:
        """Return the request's guest; empty for a new one."""
        name = cookie_name(self.settings.key)
        for each in (cookies.HOST + name, name, COOKIE):
            for guest, _ in self._guests(headers, each):
                return guest
        return ""

    def _session(self, headers: Headers) -> str:
        """Return the secret in the session's cookie; behind TLS only this host can have set it."""
        name = cookies.named(
            cookies.session_name(self.settings.key), secure=self.settings.is_secure
        )
        return next(cookies.values(headers, name), "")

    def _to_set(self, headers: Headers, guest: str, *, is_new: bool) -> list[str]:
        """Return the cookies to set: for a new guest, an old cookie or a former name."""
        if not _may_set(headers, is_new=is_new):
            return []
        secure, name = self.settings.is_secure, cookie_name(self.settings.key)
        ours = self._guests(headers, cookies.named(name, secure=secure))
        is_fresh = any(who == guest and _is_fresh(day) for who, day in ours)
        found = _settings(headers, secure=secure, is_due=not (is_new or is_fresh))
        if not is_fresh:
            value = dated(guest, self.settings.key, today())
            found.append(cookies.written(name, value, secure=secure))
        if secure and ours:  # the browser has the new one, so remove the old ones
            for old in (name, COOKIE):
                if guest in [who for who, _ in self._guests(headers, old)]:
                    found.append(cookies.removed(old))
        return found

    def _refused(self, scope: Scope, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if not self._is_known(host) and not _is_shared(scope["path"]):
            return Refusal(421, UNKNOWN_NAME)
        if scope["method"] not in SAFE and not self._is_own(scope, headers, host):
            return Refusal(403, NO_ORIGIN if headers.get("origin") == "null" else OTHER_SITE)
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or urls.address(name) is not None

    def _is_own(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Return whether a request that may change something comes from one of our pages.

        Browsers send ``Sec-Fetch-Site`` only to https and to their own machine; on a home network
        only ``Origin`` shows it, which is why the referrer policy must not hide it.
        """
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site == "same-origin"
        if origin is not None:
            own = {urls.origin_of(f"{scope['scheme']}://{host}"), self._public_origin}
            return urls.origin_of(origin) in own - {""}
        return not _is_page(scope["path"]) or scope["path"].startswith(ONE_CLICK)


def _is_fresh(day: int | None) -> bool:
    return day is not None and 0 <= today() - day < FRESH_DAYS


def _may_set(headers: Headers, *, is_new: bool) -> bool:
    """Return whether cookies may be set.

    Requests from pages of other sites come without the browser's cookies; new ones would overwrite
    them. Only links from other sites may bring a new guest.
    """
    if headers.get("sec-fetch-site") == "cross-site":
        return is_new and headers.get("sec-fetch-dest", "document") == "document"
    return is_new or PART not in headers


def _settings(headers: Headers, *, secure: bool, is_due: bool) -> list[str]:
    """Return the cookie of the guest's preferences if it must be renewed as well."""
    name = cookies.named(prefs.COOKIE, secure=secure)
    ours = [value for value in cookies.values(headers, name) if prefs.is_ours(value)]
    old = [value for value in cookies.values(headers, prefs.COOKIE) if prefs.is_ours(value)]
    if (ours and is_due) or (old and not ours):
        value = (ours or old)[0]
        return [cookies.written(prefs.COOKIE, value, secure=secure, scripts=True)]
    return [cookies.removed(prefs.COOKIE)] if secure and ours and old else []


def _is_shared(path: str) -> bool:
    """Return whether an address is the same for everybody, under any host name."""
    return path in health.ADDRESSES or path.startswith("/static/")


def _is_page(path: str) -> bool:
    return not path.startswith(("/api/", "/static/", "/app/")) and path not in health.ADDRESSES


def _add_headers(
    headers: MutableHeaders, request_headers: Headers, path: str, to_set: Sequence[str]
) -> None:
    if headers.get("content-type", "").partition(";")[0] in NO_DOCUMENTS:
        headers.setdefault("X-Content-Type-Options", "nosniff")
        return
    if PART in request_headers and not to_set:
        headers.setdefault("Content-Security-Policy", "default-src 'none'")
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Cache-Control", "no-store")
        return
    values: Iterable[tuple[str, str]] = (
        ("Content-Security-Policy", CONTENT_SECURITY),
        ("Referrer-Policy", "same-origin"),  # "no-referrer" makes forms send "Origin: null"
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
        ("Proa-Page", "1"),  # so that the service worker knows whose page it is
    )
    for name, value in values:
        headers.setdefault(name, value)
    if not health.may_be_found(path):
        headers["X-Robots-Tag"] = "noindex, nofollow"
    if "sec-fetch-site" in request_headers:  # elsewhere browsers ignore it with a warning
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if _is_for_one(headers):
        chosen = {cookie.partition("=")[0] for cookie in headers.getlist("set-cookie")}
        for cookie in to_set:
            if cookie.partition("=")[0] not in chosen:
                headers.append("Set-Cookie", cookie)


def _forbid_rewriting(headers: MutableHeaders) -> None:
    """No proxy may rewrite an answer: scripts, addresses and forms would not survive it."""
    directives = headers.get("cache-control")
    headers["Cache-Control"] = f"{directives}, no-transform" if directives else "no-transform"


def _is_for_one(headers: MutableHeaders) -> bool:
    """Return whether a response is never cached and ends: only such a response may set cookies."""
    is_stream = headers.get("content-type", "").startswith(STREAMS)
    return "no-store" in headers["cache-control"] and not is_stream
