"""Recovery codes: ten for each account, shown once, each works once."""

from __future__ import annotations

import secrets

from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.tables.tables import Tables
from proa.server.tokens import hashed

CODES = 10
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that are easily taken for others."""
_PART, _PARTS = 5, 5
"""A code has 25 letters, which is 123 bits: too many to guess, so a plain hash is enough."""


async def renew(tables: Tables, account_id: str) -> list[str]:
    """Return new recovery codes of an account; older ones no longer work."""
    codes = [_code() for _ in range(CODES)]
    await tables.store.set_codes(account_id, [hashed(_plain(code)) for code in codes])
    return codes


async def take(tables: Tables, code: str) -> str:
    """Return the account of a recovery code; it is used up."""
    account_id = await tables.store.take_code(hashed(_plain(code)))
    if account_id is None:
        raise Refusal(404, say("This is no recovery code, or it has been used."))
    return account_id


def _code() -> str:
    parts = ("".join(secrets.choice(_LETTERS) for _ in range(_PART)) for _ in range(_PARTS))
    return "-".join(parts)


def _plain(code: str) -> str:
    return "".join(char for char in code.lower() if char.isalnum())
