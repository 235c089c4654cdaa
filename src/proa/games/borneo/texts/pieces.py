"""Cards, merchants and missions as data for the drawing, in words of the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.games.borneo import view_types
from proa.games.borneo.actions import harbor_code, shipment_code
from proa.games.borneo.rules.harbors import LOWER
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.state import COMPANIES, GOODS, MOST_MERCHANTS, State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def shipment(game: Game, card: int) -> view_types.Shipment:
    """Return a shipment: code, flags, good, worth and name."""
    tables = game.tables
    flags = [COMPANIES[flag] for flag in tables.flag[card]]
    return {
        "code": shipment_code(card),
        "top": flags[:LOWER],
        "low": flags[LOWER],
        "good": GOODS[tables.good[card]],
        "good_name": names.GOOD[GOODS[tables.good[card]]],
        "worth": tables.worth[card],
        "name": names.shipment(tables, card),
    }


def shipments(game: Game, bits: int) -> list[view_types.Shipment]:
    """Return the shipments of a set, ascending."""
    return [shipment(game, card) for card in cards(bits)]


def by_good(game: Game, bits: int) -> list[view_types.Shipment]:
    """Return the shipments of a set, sorted by good, those marked "2" last within each."""
    tables = game.tables
    order = sorted(cards(bits), key=lambda card: (tables.good[card], tables.worth[card], card))
    return [shipment(game, card) for card in order]


def harbor(game: Game, card: int) -> view_types.Harbor:
    """Return a harbor card: code, name, good, card limit and monopoly number."""
    tables = game.tables
    return {
        "code": harbor_code(card),
        "name": names.harbor(tables, card),
        "good": GOODS[tables.harbor_good[card]],
        "good_name": names.GOOD[GOODS[tables.harbor_good[card]]],
        "limit": tables.card_limit[card],
        "number": tables.monopoly_number[card],
    }


def merchant(state: State, company: int, place: int) -> view_types.Merchant:
    """Return a merchant in a row; ``key`` stays the same wherever it goes."""
    number = state.row[company].place[place]
    seat = owner(number)
    return {
        "key": f"{seat}-{(number - 1) % MOST_MERCHANTS}",
        "seat": seat,
        "company": COMPANIES[company],
        "company_name": names.company(company),
        "rank": place + 1,
        "ordinal": names.rank(place),
    }


def row(state: State, company: int) -> list[view_types.Merchant]:
    """Return the merchants of a company, first-ranked first."""
    return [merchant(state, company, place) for place in range(state.row[company].length)]


def company(number: int) -> view_types.Company:
    """Return a company: key and name."""
    return {"key": COMPANIES[number], "name": names.company(number)}
