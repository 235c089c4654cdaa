"""Bot accounts: a person's programs, which play under a name with a mark."""

from __future__ import annotations

from proa.engine.messages import say
from proa.server.accounts import names
from proa.server.errors import Refusal
from proa.server.store.rows import AccountRow
from proa.server.tables.names import clean
from proa.server.tables.tables import Tables
from proa.server.tokens import fresh_token, guest_id_of_token, hashed

MOST = 10
"""The most bots of an account."""
MARK = "BOT "
"""How the names of bots begin; those of people do not."""
TOKEN = "proa-bot-"
"""How the tokens of bots begin."""


async def create(tables: Tables, owner: str, name: str) -> tuple[str, str]:
    """Make a bot account; return its name and its token, which nobody can read again."""
    if len(await tables.store.bots_of(owner)) >= MOST:
        raise Refusal(409, say("An account has at most {n} bots. Remove one first.", n=MOST))
    called = clean(MARK + names.checked(name))
    token, account_id = TOKEN + fresh_token(), guest_id_of_token(fresh_token())
    row = AccountRow(account_id, called, tables.now())
    keys = names.keys(called)
    if not await tables.store.create_account(row, keys, owner=owner, token=hashed(token)):
        raise names.taken()
    return called, token


async def of_owner(tables: Tables, owner: str, bot_id: str) -> AccountRow:
    """Return a bot account; refuse one of another person."""
    for bot in await tables.store.bots_of(owner):
        if bot.id == bot_id:
            return bot
    raise Refusal(404, say("This account has been deleted."))
