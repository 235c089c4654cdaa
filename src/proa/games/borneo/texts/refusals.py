"""Refusals: choices that a player might expect but may not take, with reason and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import Refused
from proa.engine.messages import Message
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.messages import say
from proa.games.borneo.rules.fight import may_attack, playable
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.goods import shortage, shortage_in_words
from proa.games.borneo.texts.labels import label
from proa.games.borneo.texts.reading import cards, seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position

Refusal = tuple[int, Message, str]
"""An action, the reason against it, and the rule."""


def refusals(game: Game, position: Position, viewer: int) -> list[Refused]:
    """Return the choices that a player might expect but may not take, each with reason and rule."""
    return [
        {
            "code": game.code(action),
            "label": label(game, position, action),
            "reason": reason,
            "rule": rule,
        }
        for action, reason, rule in refused(game, position.fields)
    ]


def refused(game: Game, state: State) -> list[Refusal]:
    """Return what the mover may not do now."""
    refuse = _REFUSALS.get(state.phase)
    return sorted(refuse(game, state), key=lambda refusal: refusal[0]) if refuse else []


def _no_place(game: Game, state: State) -> list[Refusal]:
    reason = say("Your own merchant is last in this row.")
    return [
        (act.TO + company, reason, "BO-2.9")
        for company in range(len(at.COMPANIES))
        if (row := state.row[company]).length
        and seat_at(state, company, row.length - 1) == state.mover
    ]


# -- missions --------------------------------------------------------------------------------


def _no_mission(game: Game, state: State) -> list[Refusal]:
    refused: list[Refusal] = []
    for kind in range(game.tables.mission_kinds):
        short = shortage(game.tables, state.player[state.mover], kind)
        if state.stack[kind] == 0:
            refused.append(
                (act.MISSION + kind, say("You have no more cards of this kind."), "BO-4.12")
            )
        elif short:
            goods = shortage_in_words(game.tables, kind, short)
            reason = say("Your warehouse needs {goods} more.", goods=goods)
            refused.append((act.MISSION + kind, reason, "BO-4.7"))
    return refused


def _no_payment(game: Game, state: State) -> list[Refusal]:
    tables, me = game.tables, state.player[state.mover]
    reason, rule = say("The mission doesn't need this good."), "BO-4.9"
    if tables.mission_goods[state.mission - 1] == ONE_GOOD:
        reason, rule = (
            say("All goods paid must be of one kind, and you need enough of it."),
            "BO-4.6",
        )
    shipments = [
        (act.PAY + card, reason, rule)
        for card in cards(me.shipments)
        if not state.lacks[tables.good[card]]
    ]
    harbors = [
        (act.PAY_HARBOR + card, reason, rule)
        for card in cards(me.harbors)
        if not state.lacks[tables.harbor_good[card]]
    ]
    return shipments + harbors


# -- companies and the fight -----------------------------------------------------------------


def _no_target(game: Game, state: State) -> list[Refusal]:
    here = state.fight.company - 1
    refused: list[Refusal] = [
        (act.TO + here, say("You must move to a different company."), "BO-5.4"),
    ]
    hand = state.player[state.mover].hand
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


def _no_card(game: Game, state: State) -> list[Refusal]:
    """Return the cards of the hand that may not be chosen for the fight."""
    hand = state.player[state.mover].hand & ~state.picked
    may = playable(game.tables, state, state.player[state.mover].hand)
    return [
        (act.PLAY + card, *_why_not_played(game, state, card))
        for card in cards(hand)
        if not may >> card & 1
    ]


def _why_not_played(game: Game, state: State, card: int) -> tuple[Message, str]:
    company = state.fight.company - 1
    if not game.tables.shows[company] >> card & 1:
        name = names.company(company)
        return say("This card doesn't show {company}.", company=name), "BO-6.4"
    if game.tables.keep_any:
        return say("One card must stay in your hand."), "BO-14.2"
    text = "The last card that shows {company} must stay in your hand."
    return say(text, company=names.company(company)), "BO-6.5"


def _no_attack(game: Game, state: State) -> list[Refusal]:
    refused = _no_card(game, state)
    if not state.picked:
        refused.append((act.COMMIT, say("Choose a card to attack with first."), "BO-6.3"))
    return refused


def _no_defence(game: Game, state: State) -> list[Refusal]:
    most = len(cards(state.fight.attack))
    if len(cards(state.picked)) < most:
        return _no_card(game, state)
    reason = say("You can't play more cards than the attacker: {n}.", n=most)
    hand = state.player[state.mover].hand & ~state.picked
    return [(act.PLAY + card, reason, "BO-6.7") for card in cards(hand)]


def _no_fall(game: Game, state: State) -> list[Refusal]:
    here = state.fight.company - 1
    if state.fight.attacker < state.row[here].length - 1:
        return []
    reason = say("The vacated place is the end of this row.")
    return [(act.TO + here, reason, "BO-6.15")]


_REFUSALS: dict[int, Callable[[Game, Any], list[Refusal]]] = {
    at.PLACE: _no_place,
    at.MISSION: _no_mission,
    at.PAY: _no_payment,
    at.TARGET: _no_target,
    at.ATTACK: _no_attack,
    at.DEFEND: _no_defence,
    at.BEATEN: _no_fall,
}
