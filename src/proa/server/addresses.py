"""From where somebody speaks, as it is counted."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

UNKNOWN = "?"
_SITE = 64
"""The bits of an IPv6 address that a provider gives; the rest each machine chooses."""


@lru_cache(maxsize=1000)  # asked of each request, several times
def rate_limit_key(host: str | None) -> str:
    """The address, or of IPv6 the network of a household, under which somebody is counted."""
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
    """Addresses and networks that somebody named."""

    def __init__(self, named: Iterable[str]) -> None:
        """Raises :class:`ValueError` for what is neither."""
        self._networks = [ipaddress.ip_network(name, strict=False) for name in named]

    def __contains__(self, host: str | None) -> bool:
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return False
        return any(address in network for network in self._networks)
