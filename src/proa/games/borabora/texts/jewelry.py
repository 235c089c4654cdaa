"""14. Phase C: jewelry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import NO_MORE, STOP, Chosen, choice, effect, mover, no
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _for_sale(position: Position) -> list[int]:
    """Return the tiles of the round's column."""
    state = position.fields
    return state.jewelry[at.COLUMN * (state.round - 1) : at.COLUMN * state.round]


def _too_dear(game: Game, position: Position) -> list[Refusal]:
    reason = say("You have only {shells}.", shells=names.shells(mover(position).shells))
    return [
        (act.BUY + space, reason, "BB-14.2")
        for space, tile in enumerate(_for_sale(position))
        if tile != at.NONE
    ]


def _shells(game: Game, position: Position) -> Message:
    shells = names.shells(mover(position).shells)
    return say("You have {shells}. Jewelry scores at the end.", shells=shells)


def _jewel(game: Game, position: Position, n: int) -> dict[str, Any]:
    rules, tile = game.tables, _for_sale(position)[n]
    return {"jewel": names.jewel(rules, tile), "price": names.shells(rules.jewelry_cost[tile])}


def _worth(chosen: Chosen) -> PreviewText:
    rules, tile = chosen.rules, _for_sale(chosen.position)[chosen.n]
    points = names.points(rules.jewelry_points[tile])
    left = chosen.then.shells
    return effect(
        names.jewel(rules, tile),
        say("{points} at the end of the game.", points=points),
        plural("{n} shell left afterwards.", "{n} shells left afterwards.", left),
    )


QUESTIONS: Questions = {
    at.BUY: QuestionTexts(
        ask=say("Buy one jewelry tile, or pass."),
        others=say("{seat} may buy jewelry."),
        hint=_shells,
        note=note(
            "buy",
            say("One jewelry tile per round"),
            say(
                "Jewelry scores at the end, when shells are worth nothing. Only this round's "
                "column is for sale, and the new first player buys first."
            ),
            "BB-14.1",
        ),
        refusals=_too_dear,
        answers=no(say("Buy nothing"), NO_MORE, say("{seat} buys nothing."), title=STOP)
        | choice(
            act.BUY,
            say("Buy {jewel} for {price}"),
            say("{seat} buys {jewel} for {price}."),
            _worth,
            _jewel,
        ),
    )
}
