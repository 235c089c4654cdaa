"""11. and 12. The end, who has won, and how a tie ends; what follows an action automatically."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proa.engine.core.view_types import Tie
from proa.engine.messages import Message, join_list, seat, start_turn
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.ending import missions_completed
from proa.games.borneo.state import State
from proa.games.borneo.texts.forecast import layings

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def aftermath(game: Game, before: Position, action: int, after: Position) -> list[Message]:
    """Return the sentences about what follows: cards, a new deck, the end, the next turn."""
    state, then = before.fields, after.fields
    sentences = []
    if state.phase == at.DEAL and then.phase != at.DEAL:
        sentences.append(plural("Everyone gets {n} card.", "Everyone gets {n} cards.", at.HAND))
    if state.discard and not then.discard:
        sentences.append(say("The deck is empty: the discard pile is shuffled to form a new one."))
    if _has_ended(then) and not _has_ended(state):
        sentences.append(_why_ended(game, before, action))
        sentences.append(say("All cards on the table and in hands are discarded."))
    if then.turn != state.turn:
        sentences.append(start_turn(say("{seat}'s turn.", seat=seat(then.active))))
    return sentences


def _has_ended(state: State) -> bool:
    return bool(state.phase == at.END or state.chances)


def _why_ended(game: Game, before: Position, action: int) -> Message:
    state = before.fields
    distributed = state.phase == at.PICK
    if state.phase == at.HARBOR:
        harbors = [one.harbor for one in layings(game, before) if one.ends_game]
        distributed = action - act.AT in harbors
    if distributed:
        return say("No harbor is left to reveal: the game ends.")
    return say("Two cards can no longer be drawn: the game ends.")


def result(game: Game, position: Position) -> Message:
    """Return who has won, and the points."""
    best = [i for i, share in enumerate(game.returns(position)) if share > 0]
    points = game.scores(position)[best[0]]
    if len(best) == 1:
        return plural(
            "{seat} wins with {n} point.",
            "{seat} wins with {n} points.",
            points,
            seat=seat(best[0]),
        )
    return plural(
        "{seats} share the win with {n} point.",
        "{seats} share the win with {n} points.",
        points,
        seats=join_list([seat(i) for i in best]),
    )


def tie(game: Game, position: Position, seats: Sequence[int]) -> Tie:
    """Say that more missions decide a tie (BO-12.5), or that it is shared (BO-12.6)."""
    level = join_list([seat(i) for i in seats])
    best = [i for i in seats if game.returns(position)[i] > 0]
    missions = missions_completed(position.fields.player[best[0]])
    if len(best) == len(seats):
        text = plural(
            "{seats} tie for most points, with {n} mission each: they share the win.",
            "{seats} tie for most points, with {n} missions each: they share the win.",
            missions,
            seats=level,
        )
        return {"text": text, "rule": "BO-12.6"}
    text = say(
        "{seats} tie for most points. More completed missions win: {best} with {n}.",
        seats=level,
        best=join_list([seat(i) for i in best]),
        n=missions,
    )
    return {"text": text, "rule": "BO-12.5"}
