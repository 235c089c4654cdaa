"""The question of a position in one sentence, for each viewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import state as at
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.questions import seen
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import clash
from proa.games.borneo.texts.reading import cards

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def ask(game: Game, position: Position, viewer: int) -> Message:
    """Return the question as one sentence; "is choosing" while cards of a hand are chosen."""
    state = position.fields
    if state.phase == at.END:
        return _result(game, position)
    if state.phase in _CHANCE:
        return say(_CHANCE[state.phase], seat=seat(state.mover))
    mine, others = _ASKED[seen(state, viewer)]
    return mine(game, state) if viewer == state.mover else others(game, state)


_CHANCE = {
    at.FIRST: "Drawing lots for the first player.",
    at.DEAL: "Dealing the cards.",
    at.TURN_UP: "Revealing a harbor.",
    at.DRAW: "{seat} is drawing.",
}


def _result(game: Game, position: Position) -> Message:
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


# -- placement and missions ------------------------------------------------------------------


def _place(game: Game, state: State) -> Message:
    return say("Which company do you join? You go to the end of its row.")


def _others_place(game: Game, state: State) -> Message:
    return say("{seat} is placing a merchant.", seat=seat(state.mover))


def _mission(game: Game, state: State) -> Message:
    if state.chances:
        return say("The game is over. You have one last chance to complete a mission.")
    return say("You may complete one mission.")


def _others_mission(game: Game, state: State) -> Message:
    if state.chances:
        return say("{seat} has one last chance to complete a mission.", seat=seat(state.mover))
    return say("{seat} may complete a mission.", seat=seat(state.mover))


def _pay(game: Game, state: State) -> Message:
    return say("Pay for {mission}.", mission=names.mission(game.tables, state.mission - 1))


def _others_pay(game: Game, state: State) -> Message:
    mission = names.mission(game.tables, state.mission - 1)
    return say("{seat} is paying for {mission}.", seat=seat(state.mover), mission=mission)


# -- companies and the fight -----------------------------------------------------------------


def _company(game: Game, state: State) -> Message:
    return say("Move or attack with a merchant, or skip.")


def _others_company(game: Game, state: State) -> Message:
    return say("{seat} may move or attack.", seat=seat(state.mover))


def _merchant(state: State) -> dict[str, Any]:
    return {
        "company": names.company(state.fight.company - 1),
        "rank": names.rank(state.fight.attacker),
    }


def _target(game: Game, state: State) -> Message:
    return say("Your merchant ({rank} in {company}): move or attack?", **_merchant(state))


def _others_target(game: Game, state: State) -> Message:
    text = "{seat} is moving the {rank} merchant in {company}, or attacking with it."
    return say(text, seat=seat(state.mover), **_merchant(state))


def _fight_values(game: Game, state: State) -> dict[str, Any]:
    now = clash(game, state)
    return {
        "attacker": seat(now.attacker),
        "defender": seat(now.defender),
        "company": names.company(now.company),
        "rank": names.rank(now.defender_place),
        "attack": names.flags(now.attack),
    }


def _attack(game: Game, state: State) -> Message:
    return say("Which cards do you play against {defender}?", **_fight_values(game, state))


def _others_attack(game: Game, state: State) -> Message:
    text = "{attacker} attacks {defender}, {rank} in {company}, and is choosing cards."
    return say(text, **_fight_values(game, state))


def _defend(game: Game, state: State) -> Message:
    text = "{attacker} attacks your {rank} place in {company} with {attack}."
    return say(text, **_fight_values(game, state))


def _others_defend(game: Game, state: State) -> Message:
    text = (
        "{attacker} attacks {defender}, {rank} in {company}, with {attack}; {defender} is choosing."
    )
    return say(text, **_fight_values(game, state))


def _beaten(game: Game, state: State) -> Message:
    return say("Your merchant is beaten. Where does it go?")


def _others_beaten(game: Game, state: State) -> Message:
    return say("{seat} is choosing where the beaten merchant goes.", seat=seat(state.mover))


def _reward(game: Game, state: State) -> Message:
    return say("You held your place. You may keep one of your cards as a good.")


def _others_reward(game: Game, state: State) -> Message:
    return say("{seat} may keep one of the defending cards as a good.", seat=seat(state.mover))


# -- shipment, distribution, discards --------------------------------------------------------


def _shipment(game: Game, state: State) -> Message:
    return say("Which shipment do you play?")


def _others_shipment(game: Game, state: State) -> Message:
    return say("{seat} is choosing a shipment and a harbor.", seat=seat(state.mover))


def _harbor(game: Game, state: State) -> Message:
    card = names.shipment(game.tables, cards(state.picked)[0])
    return say("Which harbor gets {card}?", card=card)


def _pick_values(game: Game, state: State) -> dict[str, Any]:
    now = state.distribution
    return {
        "seat": seat(state.mover),
        "harbor": names.harbor(game.tables, now.harbor - 1),
        "company": names.company(now.order[now.turn]),
        "rank": names.rank(now.rank),
    }


def _pick(game: Game, state: State) -> Message:
    text = "Your merchant ({rank} in {company}) picks a shipment at {harbor}."
    return say(text, **_pick_values(game, state))


def _others_pick(game: Game, state: State) -> Message:
    text = "{seat} is picking a shipment at {harbor} ({rank} in {company})."
    return say(text, **_pick_values(game, state))


def _discard(game: Game, state: State) -> Message:
    hand = state.player[state.mover].hand & ~state.picked
    n = len(cards(hand)) - at.HAND_LIMIT
    return plural("Discard {n} card.", "Discard {n} cards.", n)


def _others_discard(game: Game, state: State) -> Message:
    return say("{seat} is choosing what to discard.", seat=seat(state.mover))


_Asking = Callable[["Game", Any], Message]
_ASKED: dict[int, tuple[_Asking, _Asking]] = {
    at.PLACE: (_place, _others_place),
    at.MISSION: (_mission, _others_mission),
    at.PAY: (_pay, _others_pay),
    at.COMPANY: (_company, _others_company),
    at.TARGET: (_target, _others_target),
    at.ATTACK: (_attack, _others_attack),
    at.DEFEND: (_defend, _others_defend),
    at.BEATEN: (_beaten, _others_beaten),
    at.REWARD: (_reward, _others_reward),
    at.SHIPMENT: (_shipment, _others_shipment),
    at.HARBOR: (_harbor, _others_shipment),
    at.DISCARD: (_discard, _others_discard),
    at.PICK: (_pick, _others_pick),
}
