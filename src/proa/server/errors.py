"""Refusals: what the server says no to, as sentences for people."""

from __future__ import annotations

from proa.engine.words import Message, say, text


class Refusal(Exception):
    """A request that is refused; ``message`` says why, ``status`` is the HTTP status.

    ``again`` is the number of seconds after which it may succeed, ``limit`` the setting that
    forbids it.
    """

    def __init__(
        self, status: int, message: Message, *, again: int | None = None, limit: str = ""
    ) -> None:
        super().__init__(text(message))
        self.status = status
        self.message = message
        self.again = again
        self.limit = limit


class Compiling(Refusal):
    """Rules that are not compiled yet: of which game, and how much is, from 0 to 1."""

    def __init__(self, game: str, title: Message, share: float) -> None:
        self.game = game
        self.title = title
        self.share = share
        done = say(
            "The rules of {game} are being compiled, which is done once: {n} % is ready.",
            game=title,
            n=int(100 * share),
        )
        super().__init__(503, done, again=2)


class SearchFailed(RuntimeError):
    """A bot's search could not be made; what its process said of it."""
