"""4. Missions, and paying for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import Message, routine
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.components import ONE_GOOD, Tables
from proa.games.borneo.messages import plural, say
from proa.games.borneo.state import Player
from proa.games.borneo.texts import names
from proa.games.borneo.texts.goods import lacking, overpays, shortage, shortage_in_words
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions

# -- choosing one ----------------------------------------------------------------------------


def _your_mission(game: Game, position: Position) -> Message:
    if position.fields.chances:
        return say("The game is over. You have one last chance to complete a mission.")
    return say("You may complete one mission.")


def _their_mission(game: Game, position: Position) -> Message:
    if position.fields.chances:
        return say("{seat} has one last chance to complete a mission.")
    return say("{seat} may complete a mission.")


def _not_yet(game: Game, position: Position) -> list[Refusal]:
    state, tables = position.fields, game.tables
    refused: list[Refusal] = []
    for kind in range(tables.mission_kinds):
        short = shortage(tables, state.player[state.mover], kind)
        if state.stack[kind] == 0:
            reason = say("You have no more cards of this kind.")
            refused.append((act.MISSION + kind, reason, "BO-4.12"))
        elif short:
            goods = shortage_in_words(tables, kind, short)
            reason = say("Your warehouse needs {goods} more.", goods=goods)
            refused.append((act.MISSION + kind, reason, "BO-4.7"))
    return refused


def _mission(game: Game, position: Position, kind: int) -> Message:
    one, many = "{mission} for {n} point", "{mission} for {n} points"
    mission = names.mission(game.tables, kind)
    return plural(one, many, game.tables.mission_points[kind], mission=mission)


def _its_price(game: Game, position: Position, kind: int) -> Preview:
    tables, state = game.tables, position.fields
    points = tables.mission_points[kind]
    text = plural(
        "You pay at least {n} card, worth a point each.",
        "You pay at least {n} cards, worth a point each.",
        fewest_cards(tables, state.player[state.mover], kind),
    )
    left = say("This is the last of its kind.")
    if more := state.stack[kind] - 1:
        one, many = "{n} more of this kind is left.", "{n} more of this kind are left."
        left = plural(one, many, more)
    return preview(plural("{n} point", "{n} points", points), text, left)


def fewest_cards(tables: Tables, player: Player, kind: int) -> int:
    """Return the fewest cards with which a warehouse can pay for a mission that it can afford."""
    number = tables.mission_number[kind]
    costs = []
    for good, of_good in enumerate(tables.of_good):
        held = cards(player.shipments & of_good)
        doubles = sum(tables.worth[card] == 2 for card in held)
        singles = len(held) - doubles
        singles += len(cards(player.harbors & tables.harbors_of_good[good]))
        twos = min(doubles, (number + 1) // 2)
        ones = max(number - 2 * twos, 0)
        if ones <= singles:
            costs.append(twos + ones)
    return min(costs) if tables.mission_goods[kind] == ONE_GOOD else sum(costs)


# -- paying ----------------------------------------------------------------------------------


def _paid_for(game: Game, position: Position) -> dict[str, Message]:
    return {"mission": names.mission(game.tables, position.fields.mission - 1)}


def _not_needed(game: Game, position: Position) -> list[Refusal]:
    tables, state = game.tables, position.fields
    me = state.player[state.mover]
    reason, rule = say("The mission doesn't need this good."), "BO-4.9"
    if tables.mission_goods[state.mission - 1] == ONE_GOOD:
        reason = say("All goods paid must be of one kind, and you need enough of it.")
        rule = "BO-4.6"
    paying = [act.PAY + card for card in cards(me.shipments)]
    paying += [act.PAY_HARBOR + card for card in cards(me.harbors)]
    return [(action, reason, rule) for action in paying]


def _pay(game: Game, position: Position, card: int) -> Message:
    tables, state = game.tables, position.fields
    good = tables.good[card]
    text = "Pay {card}"
    if state.lacks[good] and overpays(state, good, tables.worth[card]):
        text = "Pay {card} (one more than needed)"
    return say(text, card=names.shipment(tables, card))


def _good_paid(game: Game, position: Position, card: int) -> Preview:
    after = game.play(position, act.PAY + card, chance=False)
    good, worth = game.tables.good[card], game.tables.worth[card]
    is_more = overpays(position.fields, good, worth)
    return _payment(names.good_of(game.tables, card), after, is_more=is_more)


def _harbor_paid(game: Game, position: Position, card: int) -> Preview:
    after = game.play(position, act.PAY_HARBOR + card, chance=False)
    is_more = overpays(position.fields, game.tables.harbor_good[card], 1)
    return _payment(names.harbor_good(game.tables, card), after, is_more=is_more)


def _payment(title: Message, after: Position, *, is_more: bool) -> Preview:
    if is_more:
        return preview(title, say("One more than needed: no change is given."))
    if after.fields.phase != at.PAY:
        return preview(title, say("That pays the mission in full."))
    one, many = "{n} more good is needed then.", "{n} more goods are needed then."
    return preview(title, plural(one, many, sum(after.fields.lacks)))


def _paid(game: Game, before: Position, good: Message, after: Position) -> list[Message]:
    state, then = before.fields, after.fields
    sentences = [say("{seat} pays {card}.", card=good)]
    if then.phase != at.PAY or then.mover != state.mover:
        points = game.tables.mission_points[state.mission - 1]
        one, many = (
            "{seat} completes {mission}: {n} point.",
            "{seat} completes {mission}: {n} points.",
        )
        sentences.append(plural(one, many, points, **_paid_for(game, before)))
    return sentences


QUESTIONS: Questions = {
    at.MISSION: QuestionTexts(
        ask=_your_mission,
        others=_their_mission,
        doing=say("mission?"),
        note=note(
            "mission",
            say("Goods turn into points"),
            say(
                "A good in your warehouse is worth one point. Four of them paid for a mission are "
                "worth six or eight points, and more of them even more."
            ),
            "BO-4.11",
        ),
        refusals=_not_yet,
        answers={
            act.MISSION: AnswerTexts(
                label=_mission,
                preview=_its_price,
                values=lambda game, position, n: {"mission": names.mission(game.tables, n)},
                story=say("{seat} is paying for {mission}."),
            ),
            act.PASS: AnswerTexts(say("No mission"), routine(say("{seat} completes no mission."))),
        },
    ),
    at.PAY: QuestionTexts(
        values=_paid_for,
        ask=say("Pay for {mission}."),
        others=say("{seat} is paying for {mission}."),
        doing=say("pays"),
        hint=lambda game, position: say(
            "You still need {goods}.", goods=lacking(game.tables, position.fields)
        ),
        note=note(
            "pay",
            say("Card by card, without change"),
            say(
                "Each card you pay leaves your warehouse, and you lose its point. A card marked 2 "
                "pays for two goods; any surplus is lost."
            ),
            "BO-4.8",
        ),
        refusals=_not_needed,
        answers={
            act.PAY: AnswerTexts(
                label=_pay,
                preview=_good_paid,
                story=lambda game, before, n, after: _paid(
                    game, before, names.good_of(game.tables, n), after
                ),
            ),
            act.PAY_HARBOR: AnswerTexts(
                values=lambda game, position, n: {"card": names.harbor_good(game.tables, n)},
                label=say("Pay {card}"),
                preview=_harbor_paid,
                story=lambda game, before, n, after: _paid(
                    game, before, names.harbor_good(game.tables, n), after
                ),
            ),
        },
    ),
}
