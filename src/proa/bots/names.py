"""Bots by name, for the command line and records."""

from __future__ import annotations

from functools import cache
from inspect import isabstract

from proa.bots.bot import Bot, RandomBot
from proa.bots.handmade import HAND
from proa.bots.learned import LearnedBot
from proa.bots.levels import LEVELS
from proa.bots.prior import PriorBot
from proa.bots.search import ExpertBot, SearchBot
from proa.engine.core import plugins
from proa.engine.core.plugins import Plugin
from proa.engine.errors import BadOption

GROUP = "proa.bots"
"""The entry point group through which an installed package offers bots, each a class."""
OURS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "search": SearchBot,
    "expert": ExpertBot,
    "learned": LearnedBot,
    "prior": PriorBot,
}


def bot_named(name: str) -> Bot:
    """Return a bot by name, with its budget after a colon if it has one.

    Names are ``random``, ``search``, ``search:500`` (simulations per decision), ``expert:500``,
    ``learned``, ``learned:FILE`` (a network of ``proa train``), ``prior:500`` and
    ``prior:500:FILE`` (a search with a network), levels, handmade bots, bots of installed packages,
    and ``module:Class`` for a class of your own.
    Raises :class:`BadOption`.
    """
    if name in LEVELS:
        return LEVELS[name].bot
    word, *rest = name.split(":")
    if word in OURS:
        return OURS[word].of(*rest)
    if word in HAND:
        return _made(HAND[word], *rest)
    if word in offered():
        return _made(offered()[word].place, *rest)
    if rest and rest[0].isidentifier():
        return _made(f"{word}:{rest[0]}", *rest[1:])
    raise BadOption(
        "there is no bot {name}; the bots are random, search:N, expert:N, learned:FILE, "
        "prior:N:FILE, {levels}, or module:Class",
        name=repr(name),
        levels=", ".join([*LEVELS, *HAND, *offered()]),
    )


@cache
def offered() -> dict[str, Plugin]:
    """Return the bots of installed packages, by name."""
    return {offer.name: offer for offer in plugins.find_plugins(GROUP, [*OURS, *LEVELS, *HAND])}


def _made(place: str, *budget: str) -> Bot:
    """Create a bot of the class at ``place`` (``module:Class``)."""
    found = _class(place)
    try:
        return found.of(*budget)
    except BadOption:
        raise
    except Exception as error:  # code of a plugin may raise anything
        raise BadOption(
            "{place} can't be used: creating it fails with {error}",
            place=place,
            error=f"{type(error).__name__}: {error}",
        ) from error


def _class(place: str) -> type[Bot]:
    found = plugins.load_object(place)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(
            "{place} can't be used: it must be a class of proa.bots.bot.Bot", place=place
        )
    if isabstract(found):
        lacking = ", ".join(sorted(found.__abstractmethods__))
        raise BadOption("{place} can't be used: it has no {name}", place=place, name=lacking)
    return found
