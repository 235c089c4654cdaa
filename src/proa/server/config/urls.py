"""Where a server is reached: by who sits at its machine, and by others."""

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
"""The port where none is named."""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts to listen on that are all addresses of a machine."""
LOOPBACK = ("127.0.0.1", "::1")
"""The addresses of ``localhost``. A browser keeps cookies for each name of a machine apart, so that
all people at it are shown that one name."""
LOOK_AGAIN = 5
"""Seconds after which the machine's addresses are looked at again: networks come and go."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_TUNNELS = ("tun", "tap", "utun", "wg", "ppp", "ipsec", "zt", "tailscale", "nord", "proton")
_CONTAINERS = ("docker", "br-", "veth", "podman", "cni", "lxc", "lxd", "incus", "flannel", "cali")
_MACHINES = ("bridge", "virbr", "vmnet", "vnet", "vbox", "virtualbox", "vmware", "vethernet")
_HOMES = ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")
"""Private networks: those of most homes first, those of VPNs and containers later."""


class Place(NamedTuple):
    """An address by which others may find this machine, and the interface that has it."""

    host: str
    interface: str = ""
    kind: int = 0
    """Whether the interface leads to a network around it (0), a VPN (1) or programs here (2)."""


def local_url(settings: Settings) -> str:
    """What a person at this machine opens."""
    is_shared = settings.host in (*EVERYWHERE, *LOOPBACK)
    return _written("localhost" if is_shared else settings.host, settings)


def local(settings: Settings) -> str:
    """The address that this machine alone can open."""
    return _written("localhost", settings)


def public_url(settings: Settings) -> list[str]:
    """What others open, the likeliest first; empty if nobody else can reach the server."""
    if settings.public_url:
        return [settings.public_url.rstrip("/") + "/"]
    return [_written(place.host, settings) for place in places(settings)]


def places(settings: Settings) -> list[Place]:
    """The addresses of this machine at which others may find the server, the likeliest first."""
    if settings.host not in EVERYWHERE:
        return [] if is_own(settings.host) else [Place(settings.host)]
    found = _places(int(time.monotonic() / LOOK_AGAIN))
    if settings.host == "0.0.0.0":
        found = [place for place in found if ":" not in place.host]
    return found


def written(host: str, settings: Settings) -> str:
    """The address of a host of this machine, without a slash at its end."""
    return _written(host, settings).rstrip("/")


def names(settings: Settings) -> set[str]:
    """The names by which the server may be asked for, beside all numbers."""
    public = urlsplit(settings.public_url).hostname
    found = {"localhost", settings.host.lower(), public or "localhost"}
    return found | _own_names() if settings.host in EVERYWHERE else found


def is_own(host: str) -> bool:
    """Whether a host means to every machine itself."""
    known = address(host)
    if known is None:
        return host == "localhost" or host.endswith(".localhost")
    return known.is_loopback


def is_of_machine(host: str) -> bool:
    """Whether a host is this machine, by a number it has now or by its own name."""
    known = address(host)
    if known is None:
        return host == "localhost" or host in _own_names()
    has = _places(int(time.monotonic() / LOOK_AGAIN))
    return known.is_loopback or str(known) in {place.host for place in has}


def address(host: str) -> Address | None:
    """A host's number, if it is one."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def origin_of(url: str) -> str:
    """``scheme://host:port`` of an address, as browsers compare it; empty if it has none."""
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
    """The machine's addresses, those of its own networks first; without asking any network."""
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
    """A number by which addresses are sorted; the rest stay as the system tells them."""
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
    return {own, f"{own.partition('.')[0]}.local"}  # as a home network calls it


@cache
def _looked_up() -> dict[str, set[str]]:
    """The numbers of the name by which a home network calls this machine, as soon as they are
    known: to ask may take seconds."""
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
