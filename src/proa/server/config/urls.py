"""The addresses of a server: for people at its machine, and for others."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil

from proa.server.config.settings import Settings

PORT = 8000
"""The default port."""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts to listen on that mean all addresses of a machine."""
LOOPBACK = ("127.0.0.1", "::1")
"""The addresses of ``localhost``. A browser stores cookies for each name separately, so people at
this machine always get the name ``localhost``."""
LOOK_AGAIN = 5
"""Seconds for which the machine's addresses are cached: networks come and go."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_TUNNELS = ("tun", "tap", "utun", "wg", "ppp", "ipsec", "zt", "tailscale", "nord", "proton")
_CONTAINERS = ("docker", "br-", "veth", "podman", "cni", "lxc", "lxd", "incus", "flannel", "cali")
_MACHINES = ("bridge", "virbr", "vmnet", "vnet", "vbox", "virtualbox", "vmware", "vethernet")
_HOMES = ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")
"""Private networks: those of most homes first, those of VPNs and containers later."""


class Place(NamedTuple):
    """An address where others may reach this machine, and its interface."""

    host: str
    interface: str = ""
    kind: int = 0
    """Whether the interface leads to a local network (0), a VPN (1) or this machine (2)."""


def local_url(settings: Settings) -> str:
    """Return the address that a person at this machine opens."""
    is_shared = settings.host in (*EVERYWHERE, *LOOPBACK)
    return _written("localhost" if is_shared else settings.host, settings)


def local(settings: Settings) -> str:
    """Return the address that only this machine can open."""
    return _written("localhost", settings)


def public_url(settings: Settings) -> list[str]:
    """Return the addresses that others can open, the likeliest first; possibly none."""
    if settings.public_url:
        return [settings.public_url.rstrip("/") + "/"]
    return [_written(place.host, settings) for place in places(settings)]


def places(settings: Settings) -> list[Place]:
    """Return the addresses where others may reach the server, the likeliest first."""
    if settings.host not in EVERYWHERE:
        return [] if is_own(settings.host) else [Place(settings.host)]
    found = _places(int(time.monotonic() / LOOK_AGAIN))
    if settings.host == "0.0.0.0":
        found = [place for place in found if ":" not in place.host]
    return found


def written(host: str, settings: Settings) -> str:
    """Return the address of a host of this machine, without a slash at its end."""
    return _written(host, settings).rstrip("/")


def names(settings: Settings) -> set[str]:
    """Return the host names that requests may use, beside all numbers."""
    public = urlsplit(settings.public_url).hostname
    found = {"localhost", settings.host.lower(), public or "localhost"}
    return found | _own_names() if settings.host in EVERYWHERE else found


def is_own(host: str) -> bool:
    """Return whether a host means the local machine everywhere, as ``localhost`` does."""
    known = address(host)
    if known is None:
        return host == "localhost" or host.endswith(".localhost")
    return known.is_loopback


def is_of_machine(host: str) -> bool:
    """Return whether a host is this machine, by one of its present numbers or its own name."""
    known = address(host)
    if known is None:
        return host == "localhost" or host in _own_names()
    has = _places(int(time.monotonic() / LOOK_AGAIN))
    return known.is_loopback or str(known) in {place.host for place in has}


def address(host: str) -> Address | None:
    """Return a host's IP address, if it is one."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def origin_of(url: str) -> str:
    """Return ``scheme://host:port`` of an address, as browsers compare it; empty if it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return ""
    if not parts.hostname:
        return ""
    return f"{parts.scheme}://{_bracketed(parts.hostname)}:{port}"


@lru_cache(maxsize=1)
def _places(tick: int) -> list[Place]:
    """Return the machine's addresses, those of local networks first; no network request."""
    found = sorted(_of_interfaces(), key=_likeliness)
    name, numbers = _named()
    if name and numbers & {place.host for place in found}:
        home = sum(place.kind == 0 for place in found)
        found.insert(home, Place(name))
    return found


def _of_interfaces() -> Iterator[Place]:
    try:
        interfaces, states = psutil.net_if_addrs(), psutil.net_if_stats()
    except (OSError, psutil.Error):
        return
    for interface, numbers in interfaces.items():
        state = states.get(interface)
        if state is not None and not state.isup:
            continue
        kind = _kind(interface.lower(), getattr(state, "flags", ""))
        for number in numbers:
            known = address(number.address.partition("%")[0])
            if known and not (known.is_loopback or known.is_link_local or known.is_unspecified):
                yield Place(str(known), interface, kind)


def _likeliness(place: Place) -> tuple[int, int, int]:
    """Return the sort key of an address; equal ones stay in the system's order."""
    known = ipaddress.ip_address(place.host)
    nets = [ipaddress.ip_network(net) for net in _HOMES]
    home = next((n for n, net in enumerate(nets) if known in net), len(nets))
    return place.kind, home, known.version


def _kind(interface: str, flags: str) -> int:
    if interface.startswith(_CONTAINERS + _MACHINES):
        return 2
    return int("pointopoint" in flags or interface.startswith(_TUNNELS) or "vpn" in interface)


def _own_names() -> set[str]:
    own = socket.gethostname().lower()
    return {own, f"{own.partition('.')[0]}.local"}  # its mDNS name in a home network


@cache
def _looked_up() -> dict[str, set[str]]:
    """Return the IP addresses of this machine's mDNS name, once they are known.

    A thread looks them up, which may take seconds.
    """
    found: dict[str, set[str]] = {}
    name = f"{socket.gethostname().lower().partition('.')[0]}.local"

    def look() -> None:
        try:
            found[name] = {str(each[4][0]) for each in socket.getaddrinfo(name, None)}
        except (OSError, UnicodeError):
            found[name] = set()

    threading.Thread(target=look, daemon=True).start()
    return found


def _named() -> tuple[str, set[str]]:
    return next(iter(_looked_up().items()), ("", set()))


def _written(host: str, settings: Settings) -> str:
    return f"http://{_bracketed(host)}:{settings.port or PORT}/"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
