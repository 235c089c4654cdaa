"""Web push (RFC 8030), encrypted for the browser (RFC 8291), with this server's VAPID key (RFC
8292)."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from proa.server.addresses import Networks
from proa.server.config.settings import Settings
from proa.server.notices.failures import Failed, Reason
from proa.server.notices.messages import Letter
from proa.server.notices.outgoing import post
from proa.server.store.rows import Channel

TTL = 2 * 24 * 3600
"""Seconds that a push service keeps a notice for a browser that is off."""
LASTS = 12 * 3600
"""Seconds that a signature is valid."""
GONE = (404, 410)
KEY_BYTES = {"p256dh": 65, "auth": 16}
"""The keys of a subscription, and their lengths."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""


@lru_cache(maxsize=4)
def vapid(key: bytes) -> Any:
    """Return the key pair that push services know this server by.

    It follows from the key that signs cookies, so there is no other file to keep and to share.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    number = int.from_bytes(hashlib.shake_256(b"proa VAPID " + key).digest(48), "big")
    private = ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())
    return Vapid02(private)


def application_key(key: bytes) -> str:
    """Return the public key that a browser needs to subscribe."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = vapid(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(public).decode().rstrip("=")


def encrypted(endpoint: str, keys: Mapping[str, str], data: bytes) -> bytes:
    """Return data that only the browser can read; raise :class:`ValueError` for unfit keys."""
    from pywebpush import WebPusher

    own = {name: keys.get(name, "") for name in KEY_BYTES}
    for name, key in own.items():
        if len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))) != KEY_BYTES[name]:
            raise ValueError(name)
    body: bytes = WebPusher({"endpoint": endpoint, "keys": own}).encode(data)["body"]
    return body


async def send(settings: Settings, channel: Channel, letter: Letter) -> None:
    """Send a letter to a browser."""
    if not settings.key_file.exists():  # another machine's; a new key would be of no use
        raise Failed(Reason.MISSING)
    try:
        body = encrypted(channel.target, channel.keys, json.dumps(payload(letter)).encode())
    except ValueError:
        raise Failed(Reason.UNUSABLE) from None
    parts = urlsplit(channel.target)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + LASTS,
        "sub": subject(settings),
    }
    headers = {
        **vapid(settings.key).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Urgency": "high",  # wakes a sleeping phone
        "Topic": hashlib.sha256(letter.tag.encode()).hexdigest()[:32],
    }
    answer = await post(channel.target, body, headers, Networks(settings.notice_networks))
    answer.check(GONE)


def payload(letter: Letter) -> dict[str, Any]:
    """Return a declarative web push message, which our service worker reads too."""
    about = {
        "title": letter.title,
        "body": letter.body,
        "navigate": letter.url,
        "tag": letter.tag,
        "lang": letter.language,
    }
    return {"web_push": 8030, "notification": about}


def subject(settings: Settings) -> str:
    """Return whom a push service can write to about this server's messages."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    return settings.public_url if settings.is_secure else "mailto:proa@localhost.localdomain"
