"""Bots by name, as the command line and records know them."""

from __future__ import annotations

from proa.bots.bot import Bot, RandomBot
from proa.bots.levels import LEVELS
from proa.bots.search import SearchBot
from proa.engine.errors import BadOption

DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = 10_000_000


def bot_named(name: str) -> Bot:
    """``random``, ``search``, ``search:500`` (simulations a decision), or the name of a level.

    Raises :class:`BadOption` for other names.
    """
    word, colon, number = name.partition(":")
    if name == "random":
        return RandomBot()
    if word == "search":
        return SearchBot(_simulations(number) if colon else DEFAULT_SIMULATIONS)
    if name in LEVELS:
        return LEVELS[name].bot
    raise BadOption(
        "there is no bot {name}; there are random, search, search:N and {levels}",
        name=repr(name),
        levels=", ".join(LEVELS),
    )


def _simulations(number: str) -> int:
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SIMULATIONS):
        raise BadOption(
            "search needs a number of simulations from 1 to {most}, not {number}",
            most=MOST_SIMULATIONS,
            number=repr(number),
        )
    return int(number)
