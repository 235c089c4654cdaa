"""Hints: one line below the question, with the numbers that matter for the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import clash
from proa.games.borneo.texts.goods import lacking
from proa.games.borneo.texts.reading import cards, coming_picks

if TYPE_CHECKING:
    from proa.games.borneo.state import Game


def hint(game: Game, state: State, viewer: int) -> Message | None:
    """Return the hint for the viewer, or None if the viewer isn't asked or the question says it
    all."""
    if viewer != state.mover or state.phase not in _HINTS:
        return None
    return _HINTS[state.phase](game, state)


def _pay(game: Game, state: State) -> Message:
    return say("You still need {goods}.", goods=lacking(game.tables, state))


def _attack(game: Game, state: State) -> Message:
    now = clash(game, state)
    text = "{defender}'s bonus: {bonus}. You win ties."
    return say(text, defender=seat(now.defender), bonus=now.bonus)


def _defend(game: Game, state: State) -> Message:
    now = clash(game, state)
    if not now.succeeds:
        return say("Your bonus of {bonus} holds it without cards.", bonus=now.bonus)
    values = {"need": names.flags(now.need), "most": _as_many_cards(state)}
    if now.bonus:
        text = "Your bonus is {bonus}: you need {need} more and can play up to {most}."
        return say(text, bonus=now.bonus, **values)
    return say("You need {need} and can play up to {most}.", **values)


def _as_many_cards(state: State) -> Message:
    """Return as many cards as the attacker has played (BO-6.7)."""
    return names.number_of_cards(len(cards(state.fight.attack)))


def _beaten(game: Game, state: State) -> Message:
    now = clash(game, state)
    values = {"attack": now.attack, "defence": now.resistance}
    if values["attack"] == values["defence"]:
        return say("{attack} against {defence}: the attacker wins ties.", **values)
    return say("{attack} against {defence}.", **values)


def _pick(game: Game, state: State) -> Message | None:
    others = [seat(pick.seat) for pick in coming_picks(state)[1:]]
    if not others:
        return None
    return say("Next: {seats}, in this order.", seats=join_list(others))


def _discard(game: Game, state: State) -> Message:
    return plural(
        "Keep {n} card; everyone sees what you discard.",
        "Keep {n} cards; everyone sees what you discard.",
        at.HAND_LIMIT,
    )


_HINTS: dict[int, Callable[[Game, Any], Message | None]] = {
    at.PAY: _pay,
    at.ATTACK: _attack,
    at.DEFEND: _defend,
    at.BEATEN: _beaten,
    at.PICK: _pick,
    at.DISCARD: _discard,
}
