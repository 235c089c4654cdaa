"""6. The fight: attack and defence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import Message, join_list, routine, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules import fight
from proa.games.borneo.rules.fight import may_attack, playable
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.companies import TO, at_end, end_of_row, place_of
from proa.games.borneo.texts.forecast import Clash, bonus_at, clash, most_flags
from proa.games.borneo.texts.reading import cards, seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions

# -- move or attack --------------------------------------------------------------------------


def moving(game: Game, position: Position, n: int = 0) -> dict[str, Any]:
    """Return the place of the merchant that is about to move or to attack."""
    now = position.fields.fight
    return place_of(now.company - 1, now.attacker)


def _no_target(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    here, hand = state.fight.company - 1, state.player[state.mover].hand
    refused: list[Refusal] = [
        (act.TO + here, say("You must move to a different company."), "BO-5.4")
    ]
    for place in range(state.fight.attacker):
        if seat_at(state, here, place) == state.mover:
            refused.append((act.ATTACK + place, say("This is your own merchant."), "BO-6.2"))
        elif not may_attack(game.tables, hand, here):
            refused.append((act.ATTACK + place, *_too_few_cards(game, hand, here)))
    return refused


def _too_few_cards(game: Game, hand: int, company: int) -> tuple[Message, str]:
    if len(cards(hand)) == 1:
        return say("You can't start a fight with a single card."), "BO-6.20"
    name = names.company(company)
    if not hand & game.tables.shows[company]:
        return say("No card in your hand shows {company}.", company=name), "BO-6.4"
    text = "Only one card in your hand shows {company}, and it must stay there."
    return say(text, company=name), "BO-6.5"


def _rival(game: Game, position: Position, place: int) -> dict[str, Any]:
    """Return the merchant at a place of the row, its seat and its bonus, for a sentence."""
    state = position.fields
    company = state.fight.company - 1
    rival = seat(seat_at(state, company, place))
    return {"defender": rival, "bonus": bonus_at(state, place), **place_of(company, place)}


def _challenge(game: Game, position: Position, place: int) -> Preview:
    """Preview an attack: the bonus to beat and the most flags that the hand could play."""
    after = game.play(position, act.ATTACK + place, chance=False)
    values = _rival(game, position, place)
    text = "Bonus of the defender: {bonus}. Most flags you can play: {most}."
    return preview(
        say("Attack {seat}, {rank} in {company}", seat=values["defender"], **values),
        say(text, most=most_flags(game, after.fields), **values),
        say("You can't undo an attack once it is announced."),
    )


def _attack(game: Game, position: Position, place: int) -> Message:
    values = _rival(game, position, place)
    return say("Attack {seat}, {rank}: bonus {bonus}", seat=values["defender"], **values)


def _moved(game: Game, before: Position, company: int, after: Position) -> Message:
    old = names.company(before.fields.fight.company - 1)
    text = "{seat} moves a merchant from {old} to {company} ({rank})."
    return say(text, old=old, **end_of_row(game, before, company))


# -- cards for the fight ---------------------------------------------------------------------


def _fight(game: Game, position: Position) -> dict[str, Any]:
    now = clash(game, position.fields)
    return {
        "attacker": seat(now.attacker),
        "defender": seat(now.defender),
        "attack": names.flags(now.attack),
        "bonus": now.bonus,
        **place_of(now.company, now.defender_place),
    }


def _needed(game: Game, position: Position) -> Message:
    now = clash(game, position.fields)
    if not now.succeeds:
        return say("Your bonus of {bonus} holds it without cards.", bonus=now.bonus)
    # As many cards as the attacker has played (BO-6.7).
    most = names.number_of_cards(len(cards(position.fields.fight.attack)))
    values = {"need": names.flags(now.need), "most": most}
    if now.bonus:
        text = "Your bonus is {bonus}: you need {need} more and can play up to {most}."
        return say(text, bonus=now.bonus, **values)
    return say("You need {need} and can play up to {most}.", **values)


def _no_card(game: Game, position: Position) -> list[Refusal]:
    """Return the cards of the hand that may not be chosen for the fight."""
    state = position.fields
    me = state.player[state.mover]
    may = playable(game.tables, state, me.hand)
    return [
        (act.PLAY + card, *_why_not_played(game, state, card))
        for card in cards(me.hand & ~state.picked)
        if not may >> card & 1
    ]


def _why_not_played(game: Game, state: State, card: int) -> tuple[Message, str]:
    company = state.fight.company - 1
    name = names.company(company)
    if not game.tables.shows[company] >> card & 1:
        return say("This card doesn't show {company}.", company=name), "BO-6.4"
    if game.tables.keep_any:
        return say("One card must stay in your hand."), "BO-14.2"
    text = "The last card that shows {company} must stay in your hand."
    return say(text, company=name), "BO-6.5"


def _no_attack(game: Game, position: Position) -> list[Refusal]:
    reason = say("Choose a card to attack with first.")
    return [*_no_card(game, position), (act.COMMIT, reason, "BO-6.3")]


def _no_defence(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    most = len(cards(state.fight.attack))
    if len(cards(state.picked)) < most:
        return _no_card(game, position)
    reason = say("You can't play more cards than the attacker: {n}.", n=most)
    hand = state.player[state.mover].hand & ~state.picked
    return [(act.PLAY + card, reason, "BO-6.7") for card in cards(hand)]


def _no_more_cards(game: Game, position: Position, action: int) -> Message | None:
    """Return what the mover's own hand rules out."""
    if action != act.COMMIT:
        return None
    if position.fields.picked:
        return say("You can't play any more cards.")
    return say("You have no card that you can play here.")


def _flags(game: Game, position: Position, card: int) -> Message:
    company = position.fields.fight.company - 1
    return plural(
        "{card}: {n} flag for {company}",
        "{card}: {n} flags for {company}",
        fight.flags(game.tables, 1 << card, company),
        card=names.shipment(game.tables, card),
        company=names.company(company),
    )


def _chosen(game: Game, position: Position, card: int | None = None) -> Clash:
    """Return the fight with the cards chosen so far, and with one more."""
    more = 0 if card is None else 1 << card
    return clash(game, position.fields, position.fields.picked | more)


def _commit_attack(game: Game, position: Position, n: int) -> Message:
    number = len(cards(position.fields.picked))
    if not number:
        return say("Attack")
    now = _chosen(game, position)
    return plural(
        "Attack with {n} card: {attack} against {bonus}",
        "Attack with {n} cards: {attack} against {bonus}",
        number,
        attack=now.attack,
        bonus=now.bonus,
    )


def _commit_defence(game: Game, position: Position, n: int) -> Message:
    now = _chosen(game, position)
    values = {"attack": now.attack, "defence": now.resistance}
    if now.succeeds and position.fields.picked:
        return say("Defend {defence} against {attack}: you lose your place", **values)
    if now.succeeds:
        return say("No cards, {defence} against {attack}: you lose your place", **values)
    if position.fields.picked:
        return say("Defend {defence} against {attack}: you hold your place", **values)
    return say("No cards, {defence} against {attack}: you hold your place", **values)


def _more_attack(game: Game, position: Position, card: int) -> Preview:
    now = _chosen(game, position, card)
    title = plural("{n} flag in total", "{n} flags in total", now.attack)
    return preview(title, _needed_to_hold(now))


def _needed_to_hold(now: Clash) -> Message:
    """Return how many flags the defender must play to hold."""
    defender = seat(now.defender)
    if not now.succeeds:
        return say("{defender} holds without cards.", defender=defender)
    return plural(
        "{defender} holds with {n} flag or more.",
        "{defender} holds with {n} flags or more.",
        now.need,
        defender=defender,
    )


def _whole_attack(game: Game, position: Position, n: int) -> Preview:
    return preview(say("The attack has been played"), _needed_to_hold(_chosen(game, position)))


def _more_defence(game: Game, position: Position, card: int) -> Preview:
    return _holds(_chosen(game, position, card), with_cards=True)


def _whole_defence(game: Game, position: Position, n: int) -> Preview:
    return _holds(_chosen(game, position), with_cards=bool(position.fields.picked))


def _holds(now: Clash, *, with_cards: bool) -> Preview:
    values = {"attack": now.attack, "defence": now.resistance}
    if now.succeeds:
        title = say("{defence} against {attack}: you lose your place", **values)
        return preview(title, say("The attacker wins ties."))
    title = say("{defence} against {attack}: you hold your place", **values)
    if with_cards:
        return preview(title, say("One of your cards becomes a good."))
    return preview(title, say("The bonus alone is enough."))


def _played(game: Game, before: Position, one: str, many: str, flags: int) -> Message:
    played = [names.shipment(game.tables, card) for card in cards(before.fields.picked)]
    return routine(plural(one, many, flags, cards=join_list(played)))


def _attack_played(game: Game, before: Position, n: int, after: Position) -> Message:
    text = ("{seat} plays {cards}: {n} flag.", "{seat} plays {cards}: {n} flags.")
    return _played(game, before, *text, _chosen(game, before).attack)


def _defence_played(game: Game, before: Position, n: int, after: Position) -> list[Message]:
    now = _chosen(game, before)
    defends = routine(say("{seat} defends without cards."))
    if before.fields.picked:
        text = ("{seat} defends with {cards}: {n} flag.", "{seat} defends with {cards}: {n} flags.")
        defends = _played(game, before, *text, now.defence)
    result = {
        "attack": now.attack,
        "defence": now.resistance,
        "attacker": seat(now.attacker),
        "defender": seat(now.defender),
        **place_of(now.company, now.defender_place),
    }
    if now.succeeds:
        won = "{attack} to {defence}: {attacker} is now {rank} in {company}."
        return [defends, say(won, **result)]
    held = "{attack} to {defence}: {defender} stays {rank} in {company}."
    return [defends, say(held, **result)]


QUESTIONS: Questions = {
    at.TARGET: QuestionTexts(
        values=moving,
        ask=say("Your merchant ({rank} in {company}): move or attack?"),
        others=say("{seat} is moving the {rank} merchant in {company}, or attacking with it."),
        doing=say("move or fight?"),
        note=note(
            "target",
            say("Move away, or push forward"),
            say(
                "In another company, your merchant starts at the end of the row. In this row, you "
                "can attack a rival further left if at least two cards in your hand show the "
                "company."
            ),
            "BO-6.5",
        ),
        refusals=_no_target,
        answers={
            act.TO: AnswerTexts(TO, preview=at_end, story=_moved, values=end_of_row),
            act.ATTACK: AnswerTexts(
                values=_rival,
                label=_attack,
                preview=_challenge,
                story=say("{seat} attacks {defender}, {rank} in {company}."),
            ),
        },
    ),
    at.ATTACK: QuestionTexts(
        values=_fight,
        ask=say("Which cards do you play against {defender}?"),
        others=say("{attacker} attacks {defender}, {rank} in {company}, and is choosing cards."),
        doing=say("attacks"),
        hint=say("{defender}'s bonus: {bonus}. You win ties."),
        note=note(
            "attack",
            say("Flags count, and ties are yours"),
            say(
                "If you win, your merchant takes the rival's rank. The defender may answer with as "
                "many cards as you play, and gets one bonus flag for each merchant between you. "
                "One matching card must stay in your hand."
            ),
            "BO-6.11",
        ),
        refusals=_no_attack,
        only_answer=_no_more_cards,
        answers={
            act.PLAY: AnswerTexts(_flags, preview=_more_attack),
            act.COMMIT: AnswerTexts(_commit_attack, preview=_whole_attack, story=_attack_played),
        },
    ),
    at.DEFEND: QuestionTexts(
        values=_fight,
        ask=say("{attacker} attacks your {rank} place in {company} with {attack}."),
        others=say(
            "{attacker} attacks {defender}, {rank} in {company}, with {attack}; "
            "{defender} is choosing."
        ),
        doing=say("defends"),
        hint=_needed,
        note=note(
            "defend",
            say("Defend and keep a card"),
            say(
                "You need more flags than the attacker. If you hold, you may put one of the cards "
                "you played into your warehouse. If you lose, you choose where your merchant goes."
            ),
            "BO-6.17",
        ),
        refusals=_no_defence,
        only_answer=_no_more_cards,
        answers={
            act.PLAY: AnswerTexts(_flags, preview=_more_defence),
            act.COMMIT: AnswerTexts(_commit_defence, preview=_whole_defence, story=_defence_played),
        },
    ),
}
