"""The check of positions that were written by hand: each card is in one place, each question can be
asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proa.engine.core.game_spec import TURN
from proa.engine.messages import Message
from proa.games.borneo.actions import harbor_code, mission_word, shipment_code
from proa.games.borneo.components import Tables, most_players
from proa.games.borneo.messages import say
from proa.games.borneo.rules.fight import may_attack
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.missions import goods_worth, no_mission
from proa.games.borneo.rules.preparation import placing_seat
from proa.games.borneo.rules.questions import ATTACKER, QUESTIONS
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.state import (
    ATTACK,
    BEATEN,
    COMPANIES,
    DEAL,
    DEFEND,
    DISCARD,
    DRAW,
    END,
    FIRST,
    GOODS,
    HAND,
    HAND_LIMIT,
    HARBOR,
    MISSION,
    NO_DISTRIBUTION,
    OPEN,
    PAY,
    PICK,
    PLACE,
    REWARD,
    TARGET,
    TURN_UP,
    Harbor,
    Player,
    State,
)

Why = Message | str | None


def check(rules: Tables, state: State) -> Why:
    """Return why a position is impossible, or None; ``rules`` and ``state`` are twins."""
    return (
        _check_seats(rules, state)
        or _check_shipments(rules, state)
        or _check_harbors(rules, state)
        or _check_supply(state)
        or _check_missions(rules, state)
        or _check_rows(rules, state)
        or _check_known(rules, state)
        or _check_question(rules, state)
    )


def _players(state: State) -> list[Any]:
    return list(state.player[: state.players])


def _check_seats(rules: Tables, state: State) -> Why:
    if state.players > most_players(rules):
        return say("this edition is for at most {n} players", n=most_players(rules))
    for seat in (state.mover, state.active, state.first):
        if seat >= state.players:
            return say("there is no seat {n} with {players} players", n=seat, players=state.players)
    for player in state.player[state.players :]:
        if not has_nothing(player):
            return say("seats: only {n} players have cards", n=state.players)
    if state.turn and not state.chances and state.phase != END:
        for seat, player in enumerate(_players(state)):
            has_laid = seat == state.active and state.phase in _AFTER_THE_SHIPMENT
            if not player.hand and not has_laid:  # BO-6.21
                return say("seats: every hand must have a card at the start of its turn")
    return None


def has_nothing(player: Player) -> bool:
    """Return whether a seat has no card at all."""
    return not (player.hand or player.shipments or player.harbors or any(player.missions))


_AFTER_THE_SHIPMENT = (PICK, TURN_UP, DRAW)


def _check_shipments(rules: Tables, state: State) -> Why:
    places = [state.deck, state.discard, state.fight.attack, state.fight.defence]
    for player in _players(state):
        places += [player.hand, player.shipments]
    for harbor in state.harbor:
        places += [1 << card for card in harbor.pile[: harbor.laid]]
    for card in range(rules.shipments):
        n = sum(place >> card & 1 for place in places)
        if n != 1:
            return say("{card} must be in one place, not in {n}", card=shipment_code(card), n=n)
    if state.picked & ~state.player[state.mover].hand:
        return say("chosen: must be cards in the hand of the seat to decide")
    return None


def _check_harbors(rules: Tables, state: State) -> Why:
    places = [state.harbor_deck, *(player.harbors for player in _players(state))]
    places += [1 << harbor.card - 1 for harbor in state.harbor if harbor.card]
    for card in range(rules.harbors):
        n = sum(place >> card & 1 for place in places)
        if n > 1:
            return say("{card} must be in one place, not in {n}", card=harbor_code(card), n=n)
    for slot, harbor in enumerate(state.harbor):
        chosen_from = state.distribution.kind != NO_DISTRIBUTION and state.distribution.slot == slot
        if harbor.card == 0 and harbor.laid and not chosen_from:
            return say("open_harbors[{n}]: shipments need a harbor", n=slot)
        if harbor.card and harbor.laid and not chosen_from:
            if _is_complete(rules, harbor):
                return say("open_harbors[{n}]: its goods must be distributed at once", n=slot)
    return None


def _is_complete(rules: Tables, harbor: Harbor) -> bool:
    most = max(visible_flags(rules, harbor, company) for company in range(len(COMPANIES)))
    number, limit = rules.monopoly_number, rules.card_limit
    return harbor.laid >= limit[harbor.card - 1] or most >= number[harbor.card - 1]


def _check_supply(state: State) -> Why:
    """Check that chance has enough cards, and that a shipment finds an open harbor."""
    empty = [slot for slot, harbor in enumerate(state.harbor) if not harbor.card]
    if state.phase in (FIRST, DEAL):
        if len(empty) < OPEN:
            return say("open_harbors: they are revealed when the cards are dealt")
        if state.deck.bit_count() < _to_deal(state):
            return say("cards_due: no card can be dealt")
    if state.phase in (FIRST, DEAL, TURN_UP):
        if state.harbor_deck.bit_count() < len(empty):
            return say("no harbor can be revealed")
    elif state.phase != END and not state.chances:
        if set(empty) - {state.distribution.slot if state.phase == PICK else None}:
            return say("open_harbors: all must be open")
    return None


def _to_deal(state: State) -> int:
    """Return how many cards the first hands still lack (BO-2.1)."""
    if state.phase == FIRST:
        return HAND * state.players
    served = (state.mover - state.first) % state.players
    return state.due + HAND * (state.players - 1 - served)


def _check_missions(rules: Tables, state: State) -> Why:
    for kind in range(rules.mission_kinds):
        there = state.stack[kind] + sum(player.missions[kind] for player in _players(state))
        if there != rules.mission_cards[kind]:
            word = mission_word(rules, kind)
            wanted = rules.mission_cards[kind]
            return say("{mission}: {n} cards, not {wanted}", mission=word, n=there, wanted=wanted)
    return None


def _check_rows(rules: Tables, state: State) -> Why:
    merchants = [m for row in state.row for m in row.place[: row.length]]
    if len(set(merchants)) != len(merchants):
        return say("companies: a merchant is in two places")
    wanted = [0] * state.players
    n = rules.merchants * state.players
    if state.phase in _BEFORE_PLACEMENT and state.turn == 0:
        n = 0
    elif state.phase == PLACE:
        n = len(merchants)
        if n >= rules.merchants * state.players or state.mover != placing_seat(state, n):
            return say("to_decide: another player places the next merchant")
    for i in range(n):
        wanted[placing_seat(state, i)] += 1
    for seat in range(state.players):
        theirs = sum(owner(merchant) == seat for merchant in merchants)
        if theirs != wanted[seat]:
            return say(
                "companies: seat {seat} has {n} merchants in the rows, not {wanted}",
                seat=seat,
                n=theirs,
                wanted=wanted[seat],
            )
    if any(owner(merchant) >= state.players for merchant in merchants):
        return say("companies: a merchant belongs to no seat")
    return None


_BEFORE_PLACEMENT = (FIRST, DEAL, TURN_UP)


def _check_known(rules: Tables, state: State) -> Why:
    for seat, player in enumerate(_players(state)):
        if player.kept and not player.hand & rules.shows[player.kept - 1]:
            word = COMPANIES[player.kept - 1]
            return say("seats[{seat}].known_to_hold: no card shows {word}", seat=seat, word=word)
    return None


# -- The pending question --------------------------------------------------------------------


def _check_question(rules: Tables, state: State) -> Why:
    if (state.phase == PAY) != bool(state.mission):
        return say("paying_for: must be set while a mission is paid, and only then")
    if state.phase != PAY and any(state.lacks):
        return say("lacks: must be set while a mission is paid, and only then")
    if state.chances and state.phase not in (MISSION, PAY):
        return say("last_chances: only missions follow the end")
    if (state.phase == PICK) != (state.distribution.kind != NO_DISTRIBUTION):
        return say("distribution: must be set while goods are picked, and only then")
    if (state.phase in _FIGHTING) != bool(state.fight.company):
        return say("fight: must be set during a fight, and only then")
    if state.picked and state.phase not in _CHOOSING:
        return say("chosen: no hand cards are being chosen now")
    if _is_own_turn(state) and state.mover != state.active:
        return say("to_decide: must be the seat whose turn it is")
    askable = _ASKABLE.get(state.phase)
    return askable(rules, state) if askable else None


_FIGHTING = (TARGET, ATTACK, DEFEND, BEATEN, REWARD)
_CHOOSING = (ATTACK, DEFEND, HARBOR, DISCARD)


def _is_own_turn(state: State) -> bool:
    """Return whether the seat on turn decides or draws; last chances are taken in turn
    (BO-11.5)."""
    on_turn = QUESTIONS.who(state) in (TURN, ATTACKER) and not state.chances
    return on_turn or state.phase in (DRAW, TURN_UP)


def _deal(rules: Tables, state: State) -> Why:
    return None if state.due else say("cards_due: no card can be dealt")


def _turn_up(rules: Tables, state: State) -> Why:
    if all(harbor.card for harbor in state.harbor):
        return say("no harbor can be revealed")
    return None


def _draw(rules: Tables, state: State) -> Why:
    left = (state.deck | state.discard).bit_count()
    if not state.due or not state.deck or left < state.due:
        return say("cards_due: they can't be drawn")
    return None


def _mission(rules: Tables, state: State) -> Why:
    if no_mission(rules, state):
        return say("the seat to decide can't complete any mission, so it can't be asked")
    return None


def _pay(rules: Tables, state: State) -> Why:
    me = state.player[state.mover]
    for good in range(len(GOODS)):
        if goods_worth(rules, me, good) < state.lacks[good]:
            return say("lacks: the warehouse can't pay for the mission")
    return None if any(state.lacks) else say("lacks: there is nothing left to pay")


def _attacker(state: State) -> Any:
    """Return the seats of the merchants in the places of attacker and defender, or None if
    empty."""
    row, here = state.row[state.fight.company - 1], state.fight
    places = (here.attacker, here.defender)
    return [owner(row.place[p]) if p < row.length else None for p in places]


def _target(rules: Tables, state: State) -> Why:
    if _attacker(state)[0] != state.mover:
        return say("fight.attacker: must be a merchant of the seat that decides")
    return None


def _attack(rules: Tables, state: State) -> Why:
    mine, theirs = _attacker(state)
    if mine != state.active or theirs in (None, mine) or not _in_order(state):
        return say("fight: attacker and defender must be rivals, the defender further left")
    me = state.player[state.mover]
    if not may_attack(rules, me.hand, state.fight.company - 1):
        return say("fight: the hand can't attack")
    return _match(rules, state, state.picked)


def _in_order(state: State) -> bool:
    return state.fight.defender < state.fight.attacker


def _match(rules: Tables, state: State, cards: int) -> Why:
    shown = rules.shows[state.fight.company - 1]
    if cards & ~shown:
        return say("fight: every card played must show the company")
    left = state.player[state.mover].hand & ~state.picked
    if state.picked and not (left if rules.keep_any else left & shown):
        return say("chosen: one of the cards must stay in the hand")
    return None


def _defend(rules: Tables, state: State) -> Why:
    mine, theirs = _attacker(state)
    if mine != state.active or theirs != state.mover or not _in_order(state):
        return say("fight: attacker and defender must be rivals, the defender further left")
    if not state.fight.attack or state.fight.defence or mine == theirs:
        return say("fight: the attack must be played, the defence not yet")
    if state.picked.bit_count() > state.fight.attack.bit_count():
        return say("chosen: at most as many cards as the attacker has played")
    return _match(rules, state, state.fight.attack | state.picked)


def _beaten(rules: Tables, state: State) -> Why:
    theirs, mine = _attacker(state)
    if mine != state.active or theirs != state.mover or mine == theirs or not _in_order(state):
        return say(
            "fight: the attacker must be in the place won, the beaten merchant in the vacated one"
        )
    return None


def _reward(rules: Tables, state: State) -> Why:
    mine, theirs = _attacker(state)
    if mine != state.active or theirs != state.mover or mine == theirs or not state.fight.defence:
        return say("fight: only a seat that defended with cards may keep one")
    return None


def _harbor(rules: Tables, state: State) -> Why:
    if state.picked.bit_count() != 1:
        return say("chosen: must be the one shipment being played")
    return None


def _discard(rules: Tables, state: State) -> Why:
    left = state.player[state.mover].hand & ~state.picked
    if left.bit_count() <= HAND_LIMIT:
        return say("the hand has no more cards than the limit")
    return None


def _pick(rules: Tables, state: State) -> Why:
    distribution = state.distribution
    if distribution.turn >= distribution.companies:
        return say("distribution: there is no such place in the order")
    row = state.row[distribution.order[distribution.turn]]
    if distribution.rank >= row.length or owner(row.place[distribution.rank]) != state.mover:
        return say("to_decide: must be the owner of the merchant whose turn it is")
    harbor = state.harbor[distribution.slot]
    if (
        harbor.card not in (0, distribution.harbor)
        or state.harbor_deck >> distribution.harbor - 1 & 1
    ):
        return say("distribution: another harbor is there")
    return None if harbor.laid else say("distribution: nothing is left to pick")


_ASKABLE: dict[int, Callable[[Any, Any], Why]] = {
    DEAL: _deal,
    TURN_UP: _turn_up,
    DRAW: _draw,
    MISSION: _mission,
    PAY: _pay,
    TARGET: _target,
    ATTACK: _attack,
    DEFEND: _defend,
    BEATEN: _beaten,
    REWARD: _reward,
    HARBOR: _harbor,
    DISCARD: _discard,
    PICK: _pick,
}
