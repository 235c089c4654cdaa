"""Webhooks: JSON that is signed with a secret of the channel."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Any

from proa.server.addresses import Networks
from proa.server.config.settings import Settings
from proa.server.notices.messages import Letter
from proa.server.notices.outgoing import post
from proa.server.store.rows import Channel

SIGNATURE = "Proa-Signature"
GONE = (410,)


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the header that shows who sent a body, and when: ``t=TIME,v1=HMAC-SHA256``."""
    signed = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"


def document(letter: Letter, secret: str) -> dict[str, Any]:
    """Return what a webhook receives.

    Its id is the same when it is sent again. No number of an event is in it: such a number counts
    what others did in secret.
    """
    about = [(notice.table_id, notice.kind, notice.event) for notice in letter.notices]
    return {
        "id": hmac.new(secret.encode(), repr(about).encode(), hashlib.sha256).hexdigest()[:32],
        "title": letter.title,
        "text": letter.body,
        "url": letter.url,
        "notices": [
            {
                "kind": notice.kind,
                "table": notice.table_id,
                "name": notice.name,
                "game": notice.game,
                "url": f"{letter.base}/table/{notice.table_id}",
            }
            for notice in letter.notices
        ],
    }


async def send(settings: Settings, channel: Channel, letter: Letter) -> None:
    """Send a letter to a webhook."""
    secret = channel.keys["secret"]
    body = json.dumps(document(letter, secret), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "proa",
        SIGNATURE: signature(secret, int(time.time()), body),
    }
    answer = await post(channel.target, body, headers, Networks(settings.notice_networks))
    answer.check(GONE)
