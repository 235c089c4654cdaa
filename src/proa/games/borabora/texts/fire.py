"""10. The Fire Bonus: two free choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import QuestionTexts
from proa.engine.core.view_types import note
from proa.engine.messages import Message, routine
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import say
from proa.games.borabora.rules.jewelry import can_buy
from proa.games.borabora.texts import answers, names
from proa.games.borabora.texts.answers import Chosen, choice, effect, shells_then, status_then

if TYPE_CHECKING:
    from proa.games.borabora.state import Questions


def _affordable(chosen: Chosen) -> Message | None:
    """Return the best jewel of the round that the mover could then pay for."""
    rules, state, me = chosen.rules, chosen.after.fields, chosen.then
    column = state.jewelry[at.COLUMN * (state.round - 1) :]
    paid = [column[space] for space in range(at.COLUMN) if can_buy(rules, state, me, space)]
    if not paid:
        return None
    best = max(paid, key=lambda tile: rules.jewelry_points[tile])
    return say("Enough this round for: {jewel}.", jewel=names.jewel(rules, best))


QUESTIONS: Questions = {
    at.GIFT: QuestionTexts(
        ask=say("Fire Bonus: an offering or a God card?"),
        others=say("{seat} is choosing a Fire Bonus."),
        hint=say("The first half of the Fire Bonus."),
        note=note(
            "gift",
            say("The Fire Bonus"),
            say(
                "First a God card or an offering, then a status step or a shell. One card and one "
                "offering together pay for one God, which bends a rule for you."
            ),
            "BB-10.2",
        ),
        answers=answers.OFFERING | answers.CARDS,
    ),
    at.STEP: QuestionTexts(
        ask=say("Fire Bonus: a status step or a shell?"),
        others=say("{seat} is choosing a Fire Bonus."),
        hint=say("The second half of the Fire Bonus."),
        note=note(
            "step",
            say("Status or shells"),
            say(
                "Status scores this round and decides the next turn order. Shells buy jewelry at "
                "the end of the round."
            ),
            "BB-10.2",
        ),
        answers=choice(
            act.STATUS,
            say("One step on the status track"),
            routine(say("{seat} moves one step on the status track.")),
            lambda chosen: effect(say("One status step"), status_then(chosen)),
        )
        | choice(
            act.SHELL,
            say("Take a shell"),
            routine(say("{seat} takes a shell.")),
            lambda chosen: effect(say("A shell"), shells_then(chosen), _affordable(chosen)),
        ),
    ),
}
