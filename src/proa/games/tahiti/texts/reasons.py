"""The sources of points: every number of the score sheet with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message, join_list, seat
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import Bank, banks
from proa.games.tahiti.texts.sections import sees_money
from proa.games.tahiti.view_types import BankReason

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def reasons(game: Game, position: Position, player: int, viewer: int) -> list[BankReason]:
    """Return the sources of the player's points: ``source, text, note, points, rule``."""
    found: list[BankReason] = [
        {
            "source": bank.colour,
            "text": plural(
                "{bank}, {n} pearl × {empty} empty squares = {worth}",
                "{bank}, {n} pearls × {empty} empty squares = {worth}",
                len(bank.squares),
                bank=names.BANK[bank.colour],
                empty=len(bank.shore),
                worth=bank.worth,
            ),
            "note": _share(bank, player),
            "points": bank.shares[player],
            "squares": list(bank.squares),
            "rule": "TA-8.9" if player in bank.leaders else "TA-8.10",
        }
        for bank in banks(game, position)
        if player in bank.boats
    ]
    if sees_money(game, position, viewer, player):
        me = position.fields.player[player]
        found.append(
            {
                "source": "chest",
                "text": say("Treasure chest"),
                "note": say("${n} cash: worth no points", n=me.cash),
                "points": me.chest,
                "squares": [],
                "rule": "TA-8.1",
                "booked": True,
            }
        )
    return found


def _share(bank: Bank, player: int) -> Message:
    rivals = join_list([seat(i) for i in bank.leaders if i != player])
    if player not in bank.leaders:
        return say(
            "most boats: {leaders}; you score half of {worth}", leaders=rivals, worth=bank.worth
        )
    if len(bank.leaders) > 1:
        return say("tied with {leaders} for most boats: full worth for each", leaders=rivals)
    if len(bank.boats) > 1:
        return say("most boats")
    return say("no other boats there")
