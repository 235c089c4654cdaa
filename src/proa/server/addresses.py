"""Client addresses: the keys of rate limits, and lists of networks."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

UNKNOWN = "?"
_SITE = 64
"""Bits of an IPv6 address that the provider assigns; each machine chooses the rest."""


@lru_cache(maxsize=1000)  # called several times for each request
def rate_limit_key(host: str | None) -> str:
    """Return the key of a client's rate limits: its IPv4 address, or its IPv6 network."""
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _SITE), strict=False))


class Networks:
    """A list of addresses and networks from the settings."""

    def __init__(self, named: Iterable[str]) -> None:
        """Raise :class:`ValueError` for a text that is neither an address nor a network."""
        self._networks = [ipaddress.ip_network(name, strict=False) for name in named]

    def __contains__(self, host: str | None) -> bool:
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return False
        return any(address in network for network in self._networks)

    def __bool__(self) -> bool:
        return bool(self._networks)
