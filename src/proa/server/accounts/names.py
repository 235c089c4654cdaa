"""The names of accounts: each looks unlike all others, and none pretends to an office."""

from __future__ import annotations

import re

from proa.bots.roster import roster
from proa.engine.messages import say
from proa.server.errors import Code, Refusal
from proa.server.tables import names
from proa.server.tokens import hashed

FEWEST = 2
FRONT = ("Hina", *names.USUAL)
"""The names of those who choose none."""
OFFICES = (
    *("admin", "administrator", "moderator", "mod", "host", "owner", "root", "support", "staff"),
    *("system", "server", "proa", "bot", "bots", "guest", "player", "spectator", "nobody", "you"),
    *("админ", "администратор", "модератор", "хозяин", "поддержка", "сервер", "система", "бот"),
    *("гость", "игрок", "зритель", "никто", "вы"),
)
_PSEUDONYM = re.compile(r"player|bot", re.IGNORECASE)
"""How the names of deleted accounts, and of bots, begin: nobody else's do."""


def checked(text: str) -> str:
    """Return a name for an account as it is shown; refuse one that nobody may have."""
    name = names.checked(text)
    if len(name) < FEWEST:
        raise Refusal(422, say("A name has at least {n} characters.", n=FEWEST))
    is_office = names.looks(name) & _offices() or _PSEUDONYM.match(name)
    if is_office or all(not char.isalpha() for char in name):
        raise Refusal(422, say("This name could mislead others. Choose another one."))
    return name


def keys(name: str) -> list[str]:
    """Return the hashes of how a name looks."""
    return sorted({hashed(look) for look in names.looks(name)})


def taken() -> Refusal:
    """Return the refusal of a name that looks like another account's."""
    why = say("Another account has this name, or one that looks like it. Choose another one.")
    return Refusal(409, why, Code.TAKEN)


def _offices() -> set[str]:
    reserved = (*OFFICES, *FRONT, *roster())
    return {look for name in reserved for look in names.looks(name)}
