"""The sources of points: every number of the score sheet with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import Reason
from proa.engine.messages import join_list
from proa.games.borneo.components import Tables
from proa.games.borneo.messages import plural, say
from proa.games.borneo.texts import names
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def reasons(game: Game, position: Position, player: int, viewer: int) -> list[Reason]:
    """Return the sources of the player's points: ``source, text, note, points, rule``.

    All of them are ``booked``: the position does not know when cards came into the warehouse and
    left it.
    """
    tables, mine = game.tables, position.fields.player[player]
    missions = [
        _mission(tables, kind, mine.missions[kind])
        for kind in range(tables.mission_kinds)
        if mine.missions[kind]
    ]
    return [_shipments(tables, mine), _harbors(tables, mine), *missions]


def _shipments(tables: Tables, mine: Any) -> Reason:
    n, doubles = len(cards(mine.shipments)), len(cards(mine.shipments & tables.doubles))
    note = ('{n} marked "2", also one point', '{n} marked "2", one point each')
    return {
        "source": "shipments",
        "text": plural("{n} shipment in the warehouse", "{n} shipments in the warehouse", n),
        "note": plural(*note, doubles),
        "points": n,
        "rule": "BO-12.1",
        "booked": True,
    }


def _harbors(tables: Tables, mine: Any) -> Reason:
    harbors = cards(mine.harbors)
    text = ("{n} harbor in the warehouse", "{n} harbors in the warehouse")
    return {
        "source": "harbors",
        "text": plural(*text, len(harbors)),
        "note": join_list([names.harbor(tables, card) for card in harbors]),
        "points": len(harbors),
        "rule": "BO-12.2",
        "booked": True,
    }


def _mission(tables: Tables, kind: int, n: int) -> Reason:
    each = tables.mission_points[kind]
    return {
        "source": "missions",
        "text": say("Mission: {mission}", mission=names.mission(tables, kind)),
        "note": say("{n} × {each}", n=n, each=each),
        "points": n * each,
        "rule": "BO-12.3",
        "booked": True,
    }
