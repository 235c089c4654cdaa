"""Sends what is in the outbox: the work of a process that plays bots."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets

from proa.server.config.settings import Settings
from proa.server.notices import channels
from proa.server.notices.failures import Failed, Gone
from proa.server.notices.messages import compose
from proa.server.notices.quiet import quiet_until
from proa.server.periodic import log_failures, run_alongside
from proa.server.store.rows import Post
from proa.server.store.store import Store

CLAIM = 120.0
"""Seconds after which another process sends what one that died was sending."""
GLANCE = 1.0
"""Seconds between two looks at the outbox."""
AT_ONCE = 8
"""Posts that are sent at once: a slow receiver must not delay the others."""
FIRST, FACTOR, LONGEST = 60.0, 4.0, 6 * 3600.0
"""Seconds before the second try, what each further one is multiplied by, and the most."""
MOST_TRIES = 8
"""Tries, in about a day, after which a notice has failed for good."""
_log = logging.getLogger("proa.notices")


class Sender:
    """Sends the notices that are due, those of one channel at once."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._owner = secrets.token_hex(16)
        self._slots = asyncio.Semaphore(AT_ONCE)

    def at_work(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Send notices until the context is left."""
        return run_alongside(self._work())

    async def _work(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            while True:
                await self._slots.acquire()
                post = None
                with log_failures(_log, "a look at the notices"):
                    post = await self._store.claim_post(self._owner, CLAIM)
                if post is not None:
                    tasks.create_task(self._send(post))
                else:
                    self._slots.release()
                    await asyncio.sleep(GLANCE)

    async def _send(self, post: Post) -> None:
        try:
            with log_failures(_log, "a notice"):
                await self.send(post)
        finally:
            self._slots.release()

    async def send(self, post: Post) -> None:
        """Send a post, and note how it went."""
        store, channel, owner = self._store, post.channel, self._owner
        silent = post.settings.silent
        wanted = [one for one in post.notices if one.is_current and one.kind not in silent]
        await store.finish_notices(channel.id, owner, set(post.notices) - set(wanted))
        if not wanted:
            return
        if until := quiet_until(store.now(), post.time_zone, post.settings):
            await store.postpone_notices(channel.id, owner, wanted, until, 0)
            return
        letter = compose(wanted, post.language, self._settings.public_url.rstrip("/"))
        try:
            await channels.send(self._settings, channel, post.address, letter)
        except Gone:
            await store.remove_channel(channel.id)
        except Failed as why:
            _log.warning("a notice by %s has to wait: %s", channel.kind, why.reason)
            await store.note_channel(channel.id, why.reason)
            for notice in wanted:
                is_last = notice.tries + 1 >= MOST_TRIES
                wait = max(backoff(notice.tries), min(why.again or 0.0, LONGEST))
                until = None if is_last else store.now() + wait
                await store.postpone_notices(channel.id, owner, [notice], until, 1)
        else:
            await store.finish_notices(channel.id, owner, wanted)
            if channel.failing_since is not None:
                await store.note_channel(channel.id, "")


def backoff(tries: int) -> float:
    """Return the seconds to wait after a number of failed tries, apart from other channels."""
    return min(FIRST * FACTOR**tries, LONGEST) * random.uniform(0.75, 1.25)
