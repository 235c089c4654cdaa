"""The check of loaded positions: each piece is in one place, and the question can be answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from proa.engine.messages import Message, seat
from proa.games.borabora.components import Tables
from proa.games.borabora.documents.pending import check_pending
from proa.games.borabora.messages import say
from proa.games.borabora.rules.flow import legal
from proa.games.borabora.rules.rounds import turns_of
from proa.games.borabora.state import (
    BUY,
    COLOURS,
    DEAL_CRANES,
    DEAL_FISH,
    DEAL_JEWELRY,
    DEAL_MEN,
    DEAL_PARROTS,
    DEAL_TASKS,
    DEAL_WOMEN,
    DICE,
    DRAW,
    FINAL,
    FIRST_HUT,
    FISH,
    GODS,
    HUT,
    JEWELRY,
    NEW_TASK,
    NONE,
    OPEN,
    ORDER,
    OVER_ALL,
    PEOPLE,
    PERSONS,
    PLACE,
    QUESTIONS,
    REGIONS,
    ROLL,
    ROUNDS,
    SEXES,
    TASK,
    TASKS,
    Player,
    State,
)

PREPARATION = {
    *(ORDER, DEAL_FISH, DEAL_JEWELRY, DEAL_CRANES, DEAL_PARROTS, DRAW, OPEN, FIRST_HUT),
}
DEALS = {DEAL_WOMEN, DEAL_MEN, DEAL_TASKS}
ROUND = {ROLL, PLACE, PEOPLE, BUY, TASK, NEW_TASK, FINAL}
"""The phases before the first round, those of both, and those of the rounds and the end."""
BEFORE_TEMPLE = {*PREPARATION, *DEALS, ROLL, PLACE, PEOPLE}
"""The phases in which the God tile of the round is still at the temple."""


def check(rules: Tables, state: State) -> Message | None:
    """Return why a loaded position is impossible, or None."""
    checks = (_order, _pieces, _cards, _board, _seats, _course, _dice, _question)
    return next((why for each in checks if (why := each(rules, state))), None)


def _order(rules: Tables, state: State) -> Message | None:
    players = range(state.players)
    order, status = _listed(state.order), _listed(state.status)
    if state.phase == ORDER:
        fits = len({*order}) == len(order) == state.turn and {*order} <= {*players} and not status
    else:
        fits = sorted(order) == sorted(status) == [*players]
    if not fits:
        return say("turn_order and status_order must name each seat once")
    steps = [state.player[i].steps for i in status]
    if steps != sorted(steps, reverse=True) or max(steps, default=0) >= rules.status_spaces:
        return say("status_order must go from furthest ahead to furthest back on the track")
    return None


def _pieces(rules: Tables, state: State) -> Message | None:
    """Check that each unique tile is in one place."""
    for sex, word in enumerate(SEXES):
        sets = [_bits(player.persons[sex]) for player in state.player]
        sets += [_bits(state.pile[sex]), _listed(state.display[sex])]
        if why := _twice(sets, [f"{word} {name}" for name in PERSONS]):
            return why
    sets = [_bits(player.done) for player in state.player]
    sets += [_listed(player.task) for player in state.player]
    if why := _twice([*sets, _bits(state.parrots), _listed(state.offer)], TASKS):
        return why
    sets = [_bits(player.jewelry) for player in state.player]
    if why := _twice([*sets, _listed(state.jewelry)], JEWELRY):
        return why
    if why := _twice([_listed(state.fish)], FISH):
        return why
    if state.phase not in (ORDER, DEAL_FISH) and NONE in state.fish:
        return say("every region must have a fish")
    return None


def _bits(value: int) -> list[int]:
    return [i for i in range(value.bit_length()) if value >> i & 1]


def _listed(row: Iterable[int]) -> list[int]:
    return [i for i in row if i != NONE]


def _twice(sets: list[list[int]], names: Any) -> Message | None:
    seen: set[int] = set()
    for things in sets:
        for thing in things:
            if thing in seen:
                return say("{name} is in two places", name=names[thing])
            seen.add(thing)
    return None


def _cards(rules: Tables, state: State) -> Message | None:
    for god in range(COLOURS):
        hands = sum(player.hand[god] for player in state.player)
        there = state.deck[god] + state.row[god] + state.discard[god] + hands
        if there != rules.cards:
            return say(
                "there are {n} {god} God cards, not {m}", n=there, god=GODS[god], m=rules.cards
            )
        if any(player.known[god] > player.hand[god] for player in state.player):
            return say("known_cards: must be in the hand")
    if sum(state.row) > rules.open_cards:
        return say("open_cards: at most {n}", n=rules.open_cards)
    return None


def _board(rules: Tables, state: State) -> Message | None:
    for region, name in enumerate(REGIONS):
        there = [i for i, player in enumerate(state.player) if player.regions >> region & 1]
        owner = state.owner[region]
        if (owner == NONE) == bool(there) or (owner != NONE and owner not in there):
            return say("building_spaces.{name}: must hold one of the huts of its region", name=name)
    tiles = state.god_tiles + sum(player.god_tiles for player in state.player)
    if tiles > rules.temple_tiles + rules.god_tiles * state.players:
        return say("there are too many God tiles")
    left = ROUNDS - max(state.round - 1, 0)
    if state.phase in BEFORE_TEMPLE and state.god_tiles < left:
        return say("god_tiles_at_temple: must be at least {n}, one for each round", n=left)
    if any(place >= state.players for place in state.temple):
        return say("a priest in the temple belongs to no player")
    return None


def _seats(rules: Tables, state: State) -> Message | None:
    for i in range(state.players):
        if why := _seat(rules, state.player[i], owed=i == state.mover and _owes_hut(state)):
            return say("{seat}: {why}", seat=seat(i), why=why)
    return None


def _owes_hut(state: State) -> bool:
    """Return whether a new hut stands in its region but has not left the player board yet."""
    return any(question.kind == HUT for question in state.question[: state.depth])


def _seat(rules: Tables, me: Player, owed: bool) -> Message | None:
    persons = sum(value.bit_count() for value in me.persons)
    if me.normal + me.last + me.regions.bit_count() != len(REGIONS) + owed:
        return say("there must be {n} huts in total", n=len(REGIONS))
    if me.closed and (me.last or not persons):
        return say("the 12th space holds huts or a person")
    if me.normal + persons - me.closed > rules.normal_spaces:
        return say("there are {n} normal spaces for huts and persons", n=rules.normal_spaces)
    if any(me.shifted[sex] & ~me.persons[sex] for sex in range(len(SEXES))):
        return say("a person that is shifted down must be on the player board")
    if me.priests < 0:
        return say("there must be {n} priests in total", n=rules.priests)
    spaces = [_bits(rules.site_spaces[site]) for site in me.building if site != NONE]
    if why := _twice([*spaces, _bits(me.filled)], range(1, 13)):
        return why
    if any(spot != NONE and value == 0 for value, spot in zip(me.die, me.spot, strict=True)):
        return say("a die that is placed must show a value")
    return None


def _course(rules: Tables, state: State) -> Message | None:
    if state.phase == OVER_ALL:
        return say("pending: must be empty when the game is over") if state.depth else None
    if state.phase not in (PREPARATION | DEALS if state.round == 0 else ROUND | DEALS):
        return say("phase: does not fit round {n}", n=state.round)
    if state.turn >= turns_of(rules, state):
        return say("turn: the phase has only {n} turns", n=turns_of(rules, state))
    if state.phase == DEAL_JEWELRY and NONE in state.jewelry[: state.turn]:
        return say("jewelry: spaces must be filled in order")
    if state.depth == 0:
        return say("pending: must say what is asked")
    return None


def _dice(rules: Tables, state: State) -> Message | None:
    """Check that dice are rolled in turn, every turn of phase A places one, then all three are
    placed."""
    if state.phase in (ORDER, OVER_ALL):
        return None
    for place, i in enumerate(_listed(state.order)):
        me = state.player[i]
        rolled = state.round > 0 and (state.phase != ROLL or place < state.turn)
        if rolled and (0 in me.die or list(me.die) != sorted(me.die)):
            return say("dice: every player must have three, ascending")
        if not rolled and any(me.die):
            return say("dice: must be 0 before the roll")
        placed, there = _placed(state, place), sum(spot != NONE for spot in me.spot)
        if there != placed:
            values = {"seat": seat(i), "n": placed, "m": there}
            return say("{seat}: {n} dice lie on action tiles by then, not {m}", **values)
    return None


def _placed(state: State, place: int) -> int:
    """Return how many dice the player at a place in turn order has placed (BB-3.3)."""
    if state.phase != PLACE:
        return DICE if state.round > 0 and state.phase != ROLL else 0
    turns = state.turn + (state.question[0].kind != PLACE)
    return int((turns + state.players - 1 - place) // state.players)


def _question(rules: Tables, state: State) -> Message | None:
    """Check that the question has a legal answer."""
    if state.phase == OVER_ALL:
        return None
    if why := check_pending(rules, state):
        return why
    asked = state.question[state.depth - 1].kind
    try:
        answers = legal(rules, state, [0] * 64)
    except (IndexError, OverflowError):
        answers = 0
    if answers == 0:
        return say("pending: {question} has no legal answer", question=QUESTIONS[asked])
    return None
