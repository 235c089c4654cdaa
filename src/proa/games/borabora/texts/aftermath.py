"""What follows an action automatically: materials put aside, phase C, new rounds; the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import Message, join_list, seat, start_turn
from proa.games.borabora.messages import say
from proa.games.borabora.state import FINAL_POINTS, MATERIALS, NONE, P_STATUS, P_TEMPLE, State
from proa.games.borabora.texts import names

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def aftermath(game: Game, before: Position, action: int, after: Position) -> list[Message]:
    """Return the sentences; they are the same for all viewers."""
    was, now = before.fields, after.fields
    sentences = _put_aside(was, now)
    if phase_c_begins(was, now):
        sentences += _status(was, now) + _temple(was, now)
    if now.round > was.round:
        heading = say("Round {n}", n=now.round)
        sentences.append(start_turn(say("Round {n} begins.", n=now.round), heading))
    if after.is_over:
        sentences += _ended(game, after)
    return sentences


def phase_c_begins(was: State, now: State) -> bool:
    """Return whether status track and temple have just been scored: then a God tile leaves the pile
    (BB-13.2, BB-13.4), even if no player had anything to use in phase B."""
    return now.god_tiles < was.god_tiles


def most_priests(state: State) -> int | None:
    """Return the seat with most priests in the temple, in a tie the leftmost one (BB-13.3)."""
    there = [i for i in state.temple if i != NONE]
    return max(there, key=there.count) if there else None


def _put_aside(was: State, now: State) -> list[Message]:
    """Return a sentence for each material without a space (BB-4.14)."""
    sentences = []
    for i in range(was.players):
        for material, name in enumerate(MATERIALS):
            if now.player[i].beside[material] > was.player[i].beside[material]:
                values = {"seat": seat(i), "thing": names.RESOURCE[name]}
                sentences.append(
                    say(
                        "{seat} has no free space for {thing}: it goes next to the board.", **values
                    )
                )
    return sentences


def _status(was: State, now: State) -> list[Message]:
    order = [i for i in now.order if i != NONE]
    points = [say("{seat} {n}", seat=seat(i), n=_gained(was, now, i, P_STATUS)) for i in order]
    return [
        say("Status track, points: {points}.", points=join_list(points)),
        say("The new turn order: {seats}.", seats=join_list([seat(i) for i in order])),
    ]


def _temple(was: State, now: State) -> list[Message]:
    first = most_priests(now)
    if first is None:
        return [say("The temple is empty: the God tile is removed from the game.")]
    points = [
        say("{seat} {n}", seat=seat(i), n=_gained(was, now, i, P_TEMPLE))
        for i in range(now.players)
        if i in now.temple
    ]
    return [
        say("Temple, points: {points}.", points=join_list(points)),
        say("{seat} has the most priests and takes a God tile.", seat=seat(first)),
    ]


def _gained(was: State, now: State, i: int, line: int) -> int:
    return now.player[i].points[line] - was.player[i].points[line]


def _winner(game: Game, position: Position) -> int:
    """Return the seat that has won."""
    return game.returns(position).index(1.0)


def _ended(game: Game, after: Position) -> list[Message]:
    """Return what each seat scores at the end, and who wins."""
    sentences = [say("The game is over: final scoring.")]
    for i in range(after.players):
        sheet = game.sheet(after, i)
        gained = sum(sheet[key] for key in FINAL_POINTS)
        values = {"seat": seat(i), "points": names.points(gained), "total": sum(sheet.values())}
        sentences.append(say("{seat} scores {points} at the end and has {total}.", **values))
    return [*sentences, say("{seat} wins.", seat=seat(_winner(game, after)))]


def result(game: Game, position: Position) -> Message:
    """Return who has won, and the points."""
    best = _winner(game, position)
    points = names.points(game.scores(position)[best])
    return say("{seat} wins with {points}.", seat=seat(best), points=points)


def tie(game: Game, position: Position, seats: Sequence[int]) -> Tie:
    """Say that turn order decides a tie (BB-17.14)."""
    text = say(
        "{seats} tie for most points. {best} wins, being earliest in turn order.",
        seats=join_list([seat(i) for i in seats]),
        best=seat(_winner(game, position)),
    )
    return {"text": text, "rule": "BB-17.14"}
