"""The doors: who may speak to the server, in whose name, and what every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proa.server import cookies, health
from proa.server.settings import Settings

COOKIE = "proa"
"""What the guests' cookie was called once; it still counts."""
YEAR = 365 * 24 * 3600
SAFE = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'"
)


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
    """Stands before the application: Host, origin, the guest's cookie, headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        public = urlsplit(settings.public_url)
        self._secure = public.scheme == "https"
        self._hosts = {"localhost", settings.host, public.hostname or "localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guest, cookie = self._guest(scope, headers)
        scope.setdefault("state", {})["guest"] = guest
        scope["state"]["known"] = "" if cookie else guest

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(MutableHeaders(scope=message), scope["path"], cookie)
            await send(message)

        refused = self._refused(scope, headers)
        if refused is not None:
            await PlainTextResponse(refused[1], refused[0])(scope, receive, answer)
            return
        await self.app(scope, receive, answer)

    def _guest(self, scope: Scope, headers: Headers) -> tuple[str, str | None]:
        """The guest, and the cookie to set when he is new here."""
        if not _is_page(scope["path"]):
            return "", None
        key, name = self.settings.key, cookie_name(self.settings.key)
        if known := _first_guest(cookies.values(headers, name), key):
            return known, None
        guest = _first_guest(cookies.values(headers, COOKIE), key) or secrets.token_hex(16)
        cookie = f"{name}={signed(guest, key)}; Path=/; Max-Age={YEAR}; HttpOnly"
        return guest, f"{cookie}; SameSite=Lax{'; Secure' if self._secure else ''}"

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_known(host) and scope["path"] not in health.ADDRESSES:
            return 421, "This server does not answer to that name (see --public-url)."
        if scope["method"] not in SAFE and not self._is_own(scope, headers, host):
            return 403, "This came from another site, so it was not done."
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or _is_address(name)

    def _is_own(self, scope: Scope, headers: Headers, host: str) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site == "same-origin"
        if origin is not None:
            allowed = {f"{scope['scheme']}://{host}", self.settings.public_url.rstrip("/")}
            return origin in allowed
        return not _is_page(scope["path"])


def _first_guest(sent: Iterable[str], key: bytes) -> str | None:
    return next((guest for value in sent if (guest := guest_of(value, key))), None)


def _is_page(path: str) -> bool:
    return not path.startswith(("/api/", "/static/")) and path not in health.ADDRESSES


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _dress(headers: MutableHeaders, path: str, cookie: str | None) -> None:
    values: Iterable[tuple[str, str]] = (
        ("Content-Security-Policy", CONTENT_SECURITY),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    )
    for name, value in values:
        headers.setdefault(name, value)
    if not health.may_be_found(path):
        headers["X-Robots-Tag"] = "noindex, nofollow"
    if cookie:
        headers.append("Set-Cookie", cookie)
