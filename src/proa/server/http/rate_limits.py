"""Rate limits per guest and per address, counted in this process.

Limits per guest alone are not enough: a client without cookies is a new guest each time.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from throttled import MemoryStore, RateLimiterType, Throttled

from proa.engine.messages import Message, say
from proa.server.config.settings import Settings
from proa.server.durations import duration, rounded
from proa.server.errors import Refusal

KINDS: dict[str, Message] = {
    "look": say("viewing"),
    "post": say("decisions and other changes"),
    "opening": say("opening tables"),
    "upload": say("uploading records"),
    "chat": say("chat"),
    "undo": say("undo and redo"),
    "try": say("try-outs"),
    "replay": say("records and replays"),
    "hint": say("hints"),
    "review": say("reviews of games"),
    "notice": say("notices"),
    "invitation": say("invitations and links for devices"),
    "account": say("signing in, and changes of accounts"),
    "mail": say("mailed links"),
}
"""What is counted; the settings are called ``KIND_rate_a_guest`` and ``..._an_address``."""
REMEMBERED = 200_000
"""Maximal number of guests and addresses in memory, of each kind; the longest unseen go first."""


class Spent(NamedTuple):
    """What is left of a rate after a request, for the headers of its response.

    They have the form of the IETF's draft of RateLimit header fields.
    """

    name: str
    limit: int
    period: int
    left: int
    reset: int

    @property
    def policy(self) -> str:
        """Return the part of ``RateLimit-Policy``: the quota and its window in seconds."""
        return f'"{self.name}";q={self.limit};w={self.period}'

    @property
    def state(self) -> str:
        """Return the part of ``RateLimit``: what remains, and the seconds until all is back."""
        return f'"{self.name}";r={self.left};t={self.reset}'


class RateLimits:
    """Recent requests by kind. The address's limit is checked before the guest's."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        store = MemoryStore(options={"MAX_SIZE": REMEMBERED})
        self._limits = {
            name: Throttled(using=RateLimiterType.GCRA.value, quota=quota, store=store)
            for kind in KINDS
            for name in (
                f"{kind}_rate_an_address",
                f"{kind}_rate_a_guest",
                f"{kind}_rate_a_recipient",
            )
            if settings.rates and (quota := getattr(settings, name, "off")) != "off"
        }

    def spend(self, kind: str, guest: str, address: str) -> list[Spent]:
        """Count a request of a kind; refuse it over the limit. Return what is left.

        ``guest`` is empty for a new guest.
        """
        spent = self._spend(f"{kind}_rate_an_address", kind, address, say("per address"))
        if guest:
            spent += self._spend(f"{kind}_rate_a_guest", kind, guest, say("per guest"))
        return spent

    def spend_to(self, kind: str, recipient: str) -> None:
        """Count what is sent to a recipient; refuse it over the limit."""
        self._spend(f"{kind}_rate_a_recipient", kind, recipient, say("per recipient"))

    def _spend(self, name: str, kind: str, who: str, whom: Message) -> list[Spent]:
        limit = self._limits.get(name)
        if limit is None:
            return []
        found = limit.limit(f"{name}:{who}")
        rate = limit.limiter.quota.rate
        if found.limited:
            again = max(1, math.ceil(found.state.retry_after))
            raise Refusal(
                429,
                say(
                    "Too many requests: {what}, at most {n} per {span} {whom}. Try again "
                    "in {wait}.",
                    what=KINDS[kind],
                    n=rate.limit,
                    span=duration(int(rate.period.total_seconds())),
                    whom=whom,
                    wait=rounded(again),
                ),
                again=again,
                limit=name,
            )
        seconds, reset = int(rate.period.total_seconds()), math.ceil(found.state.reset_after)
        return [Spent(name, rate.limit, seconds, found.state.remaining, reset)]
