"""3. The die and the marker disc: blanks, payday, saving money."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import Message, join_list, routine, seat, start_turn
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.rules import flow
from proa.games.tahiti.texts import names

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position, Questions


def _roller(game: Game, position: Position, n: int = 0) -> dict[str, Message]:
    return {"seat": seat(position.fields.roller)}


def _face(game: Game, position: Position, pips: int) -> Message:
    return say("A {n}") if pips else say("A blank")


def _rolled(game: Game, before: Position, pips: int, after: Position) -> list[Message]:
    state, then = before.fields, after.fields
    roller = seat(state.roller)
    if pips:
        return [start_turn(say("{seat} rolls a {n}.", seat=roller))]
    if state.disc == at.CHEST:
        return [start_turn(say("{seat} rolls a blank: everyone may save money.", seat=roller))]
    incomes = [
        say("{seat} {n}", seat=seat(i), n=then.player[i].cash - state.player[i].cash)
        for i in range(state.players)
        if then.player[i].cash > state.player[i].cash
    ]
    paid = say("There are no pearl boats yet, so nobody earns anything.")
    if incomes:
        paid = say("$1 for each pearl boat: {incomes}.", incomes=join_list(incomes))
    payday = say("{seat} rolls a blank: payday.", seat=roller)
    return [start_turn(payday), paid, _disc_turned(after)]


def _disc_turned(after: Position) -> Message:
    if after.fields.disc == at.DOLLAR:
        return routine(say("The disc turns to the dollar."))
    return routine(say("The disc turns to the chest."))


def most_to_stash(game: Game, position: Position) -> int:
    """Return the most that the mover may put into the chest (TA-3.6)."""
    actions = [0] * game.spec.capacity
    return actions[flow.legal(game.tables, position.fields, actions) - 1] - act.STASH


def _too_much(game: Game, position: Position) -> list[Refusal]:
    cash = position.fields.player[position.to_move].cash
    reason = say("You have only {money}.", money=names.dollars(cash))
    return [(act.STASH + n, reason, "TA-3.6") for n in range(cash + 1, game.tables.stash + 1)]


def _save(game: Game, position: Position, amount: int) -> Message:
    return say("Save {n}") if amount else say("Save nothing")


def _money_then(game: Game, position: Position, amount: int) -> Preview:
    after = game.play(position, act.STASH + amount, chance=False).fields
    me = after.player[position.to_move]
    text = say("{cash} to bid with, {chest} points in the chest.", cash=me.cash, chest=me.chest)
    return preview(say("Save {n}", n=amount), text)


def _saved(game: Game, before: Position, amount: int, after: Position) -> list[Message]:
    saved = say("{seat} saves nothing.")
    if amount:
        saved = plural("{seat} saves {n} dollar.", "{seat} saves {n} dollars.", amount)
    saved = routine(saved)
    return [saved, _disc_turned(after)] if after.fields.disc != before.fields.disc else [saved]


QUESTIONS: Questions = {
    at.ROLL: QuestionTexts(
        values=_roller,
        ask=say("{seat} rolls the die."),
        answers={act.ROLL: AnswerTexts(_face, _rolled)},
    ),
    at.REROLL: QuestionTexts(
        values=_roller,
        ask=say("{seat} rolls the die."),
        answers={act.ROLL: AnswerTexts(_face, say("{seat} rolls again: {n}."), values=_roller)},
    ),
    at.STASH: QuestionTexts(
        ask=lambda game, position: say(
            "How much do you save in your chest, 0 to {n}?", n=most_to_stash(game, position)
        ),
        others=say("{seat} may save money in the chest."),
        doing=say("saves money"),
        note=note(
            "stash",
            say("Points or power"),
            say(
                "Each dollar in the chest is a point, but it stays there. Cash wins auctions and "
                "is worth nothing at the end."
            ),
            "TA-3.8",
        ),
        refusals=_too_much,
        answers={act.STASH: AnswerTexts(_save, preview=_money_then, story=_saved)},
    ),
}
