"""Names of cards, places and amounts in sentences.

Names are never inflected: other languages put them beside a noun of their own ("the company X").
"""

from __future__ import annotations

from proa.engine.messages import Message
from proa.games.borneo.components import ONE_GOOD, Tables, harbor_name
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.harbors import LOWER
from proa.games.borneo.state import COMPANIES, GOODS

COMPANY = {
    "red": say("Red"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "blue": say("Blue"),
}
"""A company's name, also for its flags."""

GOOD = {
    "pepper": say("pepper"),
    "cinnamon": say("cinnamon"),
    "cloves": say("cloves"),
    "nutmeg": say("nutmeg"),
}

DOUBLE_GOOD = {
    "pepper": say("double pepper"),
    "cinnamon": say("double cinnamon"),
    "cloves": say("double cloves"),
    "nutmeg": say("double nutmeg"),
}
"""What a card marked "2" pays."""

_ORDINALS = (say("1st"), say("2nd"), say("3rd"))


def company(number: int) -> Message:
    """Return the name of a company."""
    return COMPANY[COMPANIES[number]]


def rank(place: int) -> Message:
    """Return the rank of a place in a row, counted from 0."""
    return _ORDINALS[place] if place < len(_ORDINALS) else say("{n}th", n=place + 1)


def good_of(tables: Tables, card: int) -> Message:
    """Return what a shipment pays."""
    names = DOUBLE_GOOD if tables.worth[card] == 2 else GOOD
    return names[GOODS[tables.good[card]]]


def shipment(tables: Tables, card: int) -> Message:
    """Return the name of a shipment: its top flags, its lower flag, its good."""
    flags = [company(flag) for flag in tables.flag[card]]
    values = {"a": flags[0], "low": flags[LOWER], "good": good_of(tables, card)}
    if len(set(tables.flag[card][:LOWER])) == 1:
        return say("3 {a} / {low} ({good})", **values)
    return say("{a} {b} {c} / {low} ({good})", b=flags[1], c=flags[2], **values)


def harbor(tables: Tables, card: int) -> Message:
    """Return a harbor's name."""
    return say(harbor_name(tables, card))


def harbor_good(tables: Tables, card: int) -> Message:
    """Return a harbor as a good of the warehouse."""
    good = GOOD[GOODS[tables.harbor_good[card]]]
    return say("harbor {harbor}, {good}", harbor=harbor(tables, card), good=good)


def flags(n: int) -> Message:
    """Return a number of flags."""
    return plural("{n} flag", "{n} flags", n)


def number_of_cards(n: int) -> Message:
    """Return a number of cards."""
    return plural("{n} card", "{n} cards", n)


def mission(tables: Tables, kind: int) -> Message:
    """Return what a mission demands."""
    number = tables.mission_number[kind]
    if tables.mission_goods[kind] == ONE_GOOD:
        return say("{n} of one good", n=number)
    return say("{n} of each good", n=number)
