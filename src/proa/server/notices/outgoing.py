"""The guard of requests to addresses that people give: push services, webhooks, chat services.

A request goes only to public addresses, and to networks that the settings permit. The check is made
where the socket is created, on the very address that is connected to: whatever a name resolves to,
however a number is written, and whoever changes a name in between.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from proa.engine.messages import say
from proa.server.addresses import Networks
from proa.server.errors import Refusal
from proa.server.notices.failures import Failed, Gone, Reason

SECONDS = 15.0
"""Seconds for a whole request: name, connection, body and the head of the answer."""
LONGEST_URL = 1000
_SPECIAL = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # relays of 6to4
        "2001::/23",  # protocol assignments, with Teredo
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: holds an IPv4 address
        "3fff::/20",  # documentation
    )
]
"""Networks that some releases of `ipaddress` take for public."""
_UNICAST = ipaddress.ip_network("2000::/3")
"""All public IPv6 addresses. Outside are the forms of IPv4 addresses: mapped, compatible, NAT64."""


class Forbidden(OSError):
    """An address that no request may go to."""


@dataclass(frozen=True)
class Answer:
    """The head of an answer. Its body is not read."""

    status: int
    retry_after: float | None = None

    def check(self, gone: Container[int]) -> None:
        """Raise :class:`Failed` unless the request was accepted, or with a status in ``gone``
        :class:`Gone`."""
        if self.status in gone:
            raise Gone
        if 300 <= self.status < 400:
            raise Failed(Reason.REDIRECT)
        if not 200 <= self.status < 300:
            raise Failed(f"status {self.status}", self.retry_after)


def is_public(host: str) -> bool:
    """Return whether a numeric address is a public one for one machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.version == 6 and address not in _UNICAST:
        return False
    special = address.is_multicast or address.is_reserved or address.is_private
    return (
        address.is_global
        and not special
        and not any(
            address in network for network in _SPECIAL if network.version == address.version
        )
    )


def check_url(url: str, permitted: Networks) -> None:
    """Refuse an address that no request could go to. What its name resolves to is checked later."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if not host or len(url) > LONGEST_URL or not url.isascii() or not url.isprintable():
        raise Refusal(422, say("This is not an address: write it as https://example.org/path."))
    if parts.username is not None or parts.password is not None:
        raise Refusal(422, say("An address with a user name or a password is not accepted."))
    is_permitted = parts.scheme == "http" and bool(permitted)
    if parts.scheme != "https" and not is_permitted:
        raise Refusal(422, say("Only addresses that begin with https:// are accepted."))
    if _is_number(host) and not (is_public(host) or host in permitted):
        raise Refusal(422, say("This address is in a network that this server sends nothing to."))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def socket_factory(permitted: Networks, *, is_secure: bool) -> Callable[..., socket.socket]:
    """Return a function that creates the socket of a connection, or raises :class:`Forbidden`.

    Without TLS only permitted networks are reached.
    """

    def create(addr_info: tuple[int, int, int, str, tuple[object, ...]]) -> socket.socket:
        family, kind, protocol, _, address = addr_info
        host = str(address[0]).partition("%")[0]
        if host not in permitted and not (is_secure and is_public(host)):
            raise Forbidden("a network that this server sends nothing to")
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        return made

    return create


async def post(url: str, body: bytes, headers: Mapping[str, str], permitted: Networks) -> Answer:
    """Send a POST request; raise :class:`Failed` if there is no answer in time.

    Redirects are not followed, proxies of the environment not used, and no body is read.
    """
    import aiohttp  # part of the extra `notices`

    is_secure = urlsplit(url).scheme == "https"
    connector = aiohttp.TCPConnector(
        socket_factory=socket_factory(permitted, is_secure=is_secure),
        use_dns_cache=False,
        force_close=True,
    )
    session = aiohttp.ClientSession(
        connector=connector,
        timeout=aiohttp.ClientTimeout(total=SECONDS),
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        trust_env=False,
    )
    try:
        async with (
            session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            return Answer(answer.status, _seconds(answer.headers.get("Retry-After", "")))
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise Failed(_reason(error)) from None


def _seconds(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def _reason(error: BaseException) -> Reason:
    """Return why there was no answer, without what a client could use to explore our network."""
    if isinstance(error, TimeoutError):
        return Reason.TIME
    if isinstance(getattr(error, "os_error", error), Forbidden):
        return Reason.NETWORK
    is_certificate = "certificate" in type(error).__name__.lower()
    return Reason.CERTIFICATE if is_certificate else Reason.CONNECTION
