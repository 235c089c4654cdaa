"""What notices say: only the game, the table, and that something is to do there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proa.engine.messages import Message, plural, say, text
from proa.games import GAMES, spec
from proa.server.store.outbox import BEGAN, ENDED, JOINED, TURN
from proa.server.store.rows import Notice

_ALONE = {
    TURN: say("It's your turn"),
    BEGAN: say("The game has begun"),
    ENDED: say("The game is over"),
    JOINED: say("A player has joined your table"),
}
_AMONG = {
    TURN: say("your turn"),
    BEGAN: say("has begun"),
    ENDED: say("is over"),
    JOINED: say("a player has joined"),
}


@dataclass(frozen=True)
class Letter:
    """What one channel is sent at once."""

    title: str
    lines: tuple[str, ...]
    path: str
    """The page it leads to."""
    base: str
    """The server's address; empty if unknown."""
    tag: str
    """The same for letters that replace each other."""
    notices: tuple[Notice, ...] = ()
    language: str = "en"

    @property
    def url(self) -> str:
        """Return the address of the page; without the server's address only the path."""
        return self.base + self.path

    @property
    def body(self) -> str:
        """Return the lines as one text."""
        return "\n".join(self.lines)


def compose(notices: Sequence[Notice], language: str, public_url: str) -> Letter:
    """Return the letter of notices, which are at least one."""
    first, *others = notices
    base = public_url or first.origin
    if not others:
        title, path = text(_ALONE[first.kind], language), f"/table/{first.table_id}"
        return Letter(title, (_named(first, language),), path, base, path, (first,), language)
    lines = [
        f"{_named(notice, language)}: {text(_AMONG[notice.kind], language)}" for notice in notices
    ]
    title = text(_title(notices), language)
    return Letter(title, tuple(lines), "/", base, "proa", tuple(notices), language)


def _title(notices: Sequence[Notice]) -> Message:
    n = len(notices)
    if all(notice.kind == TURN for notice in notices):
        return plural("It's your turn at {n} table", "It's your turn at {n} tables", n=n)
    return plural("News of {n} table", "News of {n} tables", n=n)


def trial(language: str, public_url: str) -> Letter:
    """Return the letter that tries a channel."""
    title = text(say("Notices work"), language)
    line = text(say("proa will tell you here when it is your turn."), language)
    return Letter(title, (line,), "/notices", public_url, "proa-trial", (), language)


def _named(notice: Notice, language: str) -> str:
    """Return the table's name, with the game's title if that is another."""
    if notice.game not in GAMES:  # of a package that is gone
        return notice.name
    title: Any = spec(notice.game).title
    game = text(title, language)
    return notice.name if notice.name in (game, text(title)) else f"{notice.name} ({game})"
