"""What follows an action by itself: materials put aside, phase C, new rounds, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.words import Message, listed, say, seat
from proa.games.borabora import naming
from proa.games.borabora.state import (
    FINAL_POINTS,
    MATERIALS,
    NONE,
    P_STATUS,
    P_TEMPLE,
    PEOPLE,
)

if TYPE_CHECKING:
    from proa.engine.game import Game, Position


def aftermath(game: Game, before: Position, after: Position) -> list[Message]:
    """The sentences, the same for all viewers."""
    was, now = before.fields, after.fields
    told = _put_aside(was, now)
    if was.phase == PEOPLE and now.phase != PEOPLE:
        told += _status(was, now) + _temple(was, now)
    if now.round > was.round:
        told.append(say("Round {n} begins.", n=now.round))
    if after.is_over:
        told += _end(game, after)
    return told


def _put_aside(was: Any, now: Any) -> list[Message]:
    """Materials without a space (BB-4.14)."""
    told = []
    for i in range(was.players):
        for material, name in enumerate(MATERIALS):
            if now.player[i].beside[material] > was.player[i].beside[material]:
                values = {"seat": seat(i), "thing": naming.RESOURCE[name]}
                told.append(say("{seat} has no free space: {thing} beside the board.", **values))
    return told


def _status(was: Any, now: Any) -> list[Message]:
    order = [i for i in now.order if i != NONE]
    points = [say("{seat} {n}", seat=seat(i), n=_gained(was, now, i, P_STATUS)) for i in order]
    return [
        say("Status track, VP: {points}.", points=listed(points)),
        say("The new turn order: {seats}.", seats=listed([seat(i) for i in order])),
    ]


def _temple(was: Any, now: Any) -> list[Message]:
    points = [
        say("{seat} {n}", seat=seat(i), n=_gained(was, now, i, P_TEMPLE))
        for i in range(now.players)
        if _gained(was, now, i, P_TEMPLE)
    ]
    if not points:
        return [say("The temple is empty: its God tile leaves the game.")]
    told = [say("Temple, VP: {points}.", points=listed(points))]
    for i in range(now.players):
        if now.player[i].god_tiles > was.player[i].god_tiles:
            told.append(say("{seat} has most priests and takes a God tile.", seat=seat(i)))
    return told


def _gained(was: Any, now: Any, i: int, line: int) -> int:
    return int(now.player[i].points[line] - was.player[i].points[line])


def _end(game: Game, after: Position) -> list[Message]:
    told = [say("The game is over: final scoring.")]
    for i in range(after.players):
        sheet = game.sheet(after, i)
        gained = sum(sheet[key] for key in FINAL_POINTS)
        values = {"seat": seat(i), "n": gained, "total": sum(sheet.values())}
        told.append(say("{seat} scores {n} VP at the end and has {total}.", **values))
    winner = game.returns(after).index(1.0)
    told.append(say("{seat} wins.", seat=seat(winner)))
    return told
