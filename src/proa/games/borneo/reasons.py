"""Where points come from: every number of the score sheet with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.words import listed, plural, say
from proa.games.borneo import naming
from proa.games.borneo.reading import cards

if TYPE_CHECKING:
    from proa.engine.game import Game, Position


def reasons(game: Game, position: Position, player: int, viewer: int) -> list[dict[str, Any]]:
    """Where the player's points come from: ``source, text, note, points, rule``."""
    state, tables = position.fields, game.tables
    mine = state.player[player]
    shipments, harbors = cards(mine.shipments), cards(mine.harbors)
    doubles = len(cards(mine.shipments & tables.doubles))
    found = [
        {
            "source": "shipments",
            "text": plural(
                "{n} shipment in the warehouse", "{n} shipments in the warehouse", len(shipments)
            ),
            "note": plural(
                '{n} marked "2", also one point', '{n} marked "2", one point each', doubles
            ),
            "points": len(shipments),
            "rule": "BO-12.1",
        },
        {
            "source": "harbors",
            "text": plural(
                "{n} harbor in the warehouse", "{n} harbors in the warehouse", len(harbors)
            ),
            "note": listed([naming.harbor(tables, card) for card in harbors]),
            "points": len(harbors),
            "rule": "BO-12.2",
        },
    ]
    for kind in range(tables.mission_kinds):
        if n := mine.missions[kind]:
            each = tables.mission_points[kind]
            name = naming.mission(tables, kind)
            found.append(
                {
                    "source": "missions",
                    "text": say("Mission: {mission}", mission=name),
                    "note": say("{n} × {each}", n=n, each=each),
                    "points": n * each,
                    "rule": "BO-12.3",
                }
            )
    return found
