"""Free ports for tests."""

from __future__ import annotations

import contextlib
import os
import random
import socket


def free_port() -> int:
    """Return a port that nothing listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_ports(n: int) -> int:
    """Return the first of ``n`` consecutive ports that nothing listens to. They are below the range
    that the system assigns itself, whose ports may be taken at any time."""
    for first in random.Random(os.getpid()).sample(range(10_000, 32_000, n), 100):
        with contextlib.suppress(OSError), contextlib.ExitStack() as probes:
            for port in range(first, first + n):
                probes.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise OSError(f"no {n} ports in a row are free")
