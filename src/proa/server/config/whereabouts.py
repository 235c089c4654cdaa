"""Where a server is reached: by who sits at its machine, and by others."""

from __future__ import annotations

import ipaddress
import socket

from proa.server.config.settings import Settings

PORT = 8000
"""The port where none is named."""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts to listen on that are all addresses of a machine."""
_FARAWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: those for examples."""


def here(settings: Settings) -> str:
    """What a person at this machine opens."""
    host = "localhost" if settings.host in EVERYWHERE else settings.host
    return _written(host, settings)


def for_others(settings: Settings) -> str | None:
    """What others open; None if nobody else can reach the server."""
    if settings.public_url:
        return settings.public_url.rstrip("/") + "/"
    host = _own_address(settings.host) if settings.host in EVERYWHERE else settings.host
    return None if host is None or is_own(host) else _written(host, settings)


def is_own(host: str) -> bool:
    """Whether a host means to every machine itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.endswith(".localhost")


def _own_address(everywhere: str) -> str | None:
    """The address by which this machine's network knows it: the one it would send from."""
    families = [socket.AF_INET, socket.AF_INET6] if everywhere == "::" else [socket.AF_INET]
    for family in families:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as unsent:
                unsent.connect((_FARAWAY[family], 9))  # says where to, and sends nothing
                return str(unsent.getsockname()[0])
        except OSError:
            continue
    return None


def _written(host: str, settings: Settings) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port or PORT}/"
