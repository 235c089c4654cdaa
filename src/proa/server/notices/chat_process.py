"""The process that sends one message by Apprise: ``python -m proa.server.notices.chat_process``.

It reads a job as JSON and says with its exit status how it went. Its names are resolved through our
guard, so nothing in it reaches another network, and the proxies of the environment are not used.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from typing import Any

from proa.server.addresses import Networks
from proa.server.notices.failures import Reason
from proa.server.notices.outgoing import is_public

REFUSED, FORBIDDEN, MISSING = 3, 4, 5
REASONS = {REFUSED: Reason.CHAT, FORBIDDEN: Reason.NETWORK, MISSING: Reason.MISSING}
"""By the exit status of the process."""
_SEARCHED = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "LANG")
MEMORY = 2**30


def environment() -> dict[str, str]:
    """Return the environment of the process: nothing that changes where requests go."""
    return {name: os.environ[name] for name in _SEARCHED if name in os.environ}


def guard(permitted: Networks, *, is_secure: bool) -> list[str]:
    """Let this process find only addresses that requests may go to; return a list of others.

    Sockets are connected to what this very call returns, so a name can't change in between.
    """
    find, refused = socket.getaddrinfo, list[str]()

    def guarded(*arguments: Any, **named: Any) -> Any:
        found = find(*arguments, **named)
        good = []
        for each in found:
            host = str(each[4][0]).partition("%")[0]
            if host in permitted or (is_secure and is_public(host)):
                good.append(each)
            else:
                refused.append(host)
        if not good:
            raise socket.gaierror(socket.EAI_NONAME, "a network that this server sends nothing to")
        return good

    socket.getaddrinfo = guarded
    return refused


def main() -> int:
    """Send the message of the job; return the exit status."""
    job = json.load(sys.stdin)
    _limit_memory()
    refused = guard(Networks(job["networks"]), is_secure=job["is_secure"])
    try:
        import apprise
    except ModuleNotFoundError:
        return MISSING
    asset = apprise.AppriseAsset(app_id="proa", http_redirects=False)
    service = apprise.Apprise.instantiate(job["url"], asset=asset, suppress_exceptions=True)
    if service is None:
        return REFUSED
    kind = apprise.NotifyFormat.TEXT
    is_sent = service.notify(body=job["body"], title=job["title"], body_format=kind)
    return 0 if is_sent else FORBIDDEN if refused else REFUSED


def _limit_memory() -> None:
    """Limit what a long answer may take."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    sys.exit(main())
