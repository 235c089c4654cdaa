"""The toy's texts: labels, questions, sections, refusals."""

from __future__ import annotations

from typing import Any

from proa.engine.core.game_spec import ALL
from proa.engine.core.verbs import CHANCE, OVER
from proa.engine.core.view_types import Line, Refused, Section, line
from proa.engine.messages import Message, join_list, seat
from toy import actions as act
from toy.messages import plural, say
from toy.state import CHOOSING, VALUES


def label(game: Any, position: Any, action: int) -> Message:
    """Return the label of a choice or outcome."""
    what, n = act.ROWS.split(action)
    match what:
        case act.DRAW:
            return say("Draw a card")
        case act.PASS:
            return say("Pass")
        case act.LAY:
            return say("Lay {cards}", cards=_cards(position.fields.chosen))
        case act.CHOOSE:
            return say("Choose a {value}", value=n + 1)
        case act.CARD:
            return say("The card is a {value}", value=n + 1)
    return say("The tide is {n}", n=n + 1)


def _cards(counts: Any) -> Any:
    return join_list([v + 1 for v in range(VALUES) for _ in range(counts[v])])


def ask(game: Any, position: Any, viewer: int) -> Message:
    """Return the question of the position for a viewer."""
    if position.to_move == OVER:
        return say("The game is over.")
    if position.to_move == CHANCE:
        return say("Chance decides.")
    if viewer != position.to_move:
        return _asked_of(position, seat(position.to_move))
    if position.fields.phase == CHOOSING:
        return say("Choose another card or lay them.")
    return say("Draw or choose a card.")


def _asked_of(position: Any, who: Message) -> Message:
    if position.fields.phase == CHOOSING:
        return say("{seat} is choosing cards.", seat=who)
    return say("{seat} is to move.", seat=who)


def only_answer(game: Any, position: Any) -> Message:
    """Return why there is only one answer."""
    if position.fields.phase == CHOOSING:
        return say("You can choose no more.")
    return say("You have nothing else.")


def sections(game: Any, position: Any, viewer: int) -> list[Section]:
    """Return the table in words."""
    s = position.fields
    table = [
        line(plural("one card in the deck", "{n} cards in the deck", sum(s.deck))),
        line(say("Laid: {cards}", cards=_cards(s.open))),
        line(say("Tide: {n}", n=s.tide)),
    ]
    seats = [line for number in range(s.players) for line in _seat_lines(position, number, viewer)]
    return [
        {"heading": say("Table"), "lines": table},
        {"heading": say("Players"), "lines": seats},
    ]


def _seat_lines(position: Any, number: int, viewer: int) -> list[Line]:
    s = position.fields
    player = s.player[number]
    points = player.laid + player.pairs
    held = plural("one card", "{n} cards", player.held)
    text = say("{seat}: {points} points, {held}", seat=seat(number), points=points, held=held)
    lines = [line(text, points=points)]
    if viewer in (number, ALL):
        lines.append(line(say("Hand: {cards}", cards=_cards(player.hand))))
        if s.phase == CHOOSING and s.mover == number:
            lines.append(line(say("Chosen: {cards}", cards=_cards(s.chosen))))
    return lines


def refusals(game: Any, position: Any, viewer: int) -> list[Refused]:
    """Return why drawing is not allowed: a full hand or an empty deck."""
    if position.to_move < 0 or act.DRAW in game.legal_actions(position):
        return []
    s = position.fields
    if s.phase == CHOOSING:
        reason = say("you are choosing cards")
    elif sum(s.deck) == 0:
        reason = say("the deck is empty")
    else:
        reason = say("your hand is full")
    return [{"code": "draw", "label": say("Draw a card"), "reason": reason, "rule": ""}]
