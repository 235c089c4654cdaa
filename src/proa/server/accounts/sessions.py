"""Sessions of browsers that are signed in."""

from __future__ import annotations

from proa.engine.messages import say
from proa.server.errors import Refusal
from proa.server.store.rows import SessionRow
from proa.server.tables.tables import Tables
from proa.server.tokens import fresh_token, hashed

LONGEST_AGENT = 40
BROWSERS = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""What a browser's own name has in it, and what people call it; the first that fits counts."""


async def begin(tables: Tables, account_id: str, agent: str, old: str = "") -> str:
    """Sign a browser in: return the secret for its cookie. Its ``old`` session ends."""
    token, now = fresh_token(), tables.now()
    if old and (ended := await tables.store.session(hashed(old))):
        await tables.store.end_sessions(ended.account_id, hashed(old))
    session = SessionRow(hashed(token), account_id, described(agent), now, now)
    if not await tables.store.begin_session(session):
        raise Refusal(404, say("This account has been deleted."))
    return token


def described(agent: str) -> str:
    """Return the browser and the system that a ``User-Agent`` names."""
    found = (_first(BROWSERS, agent), _first(SYSTEMS, agent))
    return ", ".join(filter(None, found)) or "?"


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for part, name in known if part in agent), "")
