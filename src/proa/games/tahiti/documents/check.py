"""The check of positions that were written by hand."""

from __future__ import annotations

from proa.engine.messages import Message
from proa.games.tahiti.actions import square_names
from proa.games.tahiti.components import Tables, most_players
from proa.games.tahiti.messages import say
from proa.games.tahiti.state import (
    BID,
    COLOURS,
    END,
    FIRST,
    LAND,
    MOST_COLOURS,
    MOST_PLAYERS,
    NONE,
    PEARL,
    REROLL,
    ROLL,
    SQUARE,
    YACHT,
    State,
)


def check(rules: Tables, state: State) -> Message | None:
    """Return why a loaded position is impossible, or None."""
    if state.players > most_players(rules):
        return say("this edition is for at most {n} players", n=most_players(rules))
    for name in ("mover", "first", "roller", "bidder", "first_passer"):
        if getattr(state, name) >= state.players:
            return say(
                "there is no seat {n} with {players} players",
                n=getattr(state, name),
                players=state.players,
            )
    return (
        _check_sea(rules, state)
        or _check_seats(rules, state)
        or _check_supply(rules, state)
        or _check_preparation(state)
        or _check_question(rules, state)
    )


def _check_sea(rules: Tables, state: State) -> Message | None:
    names = square_names(rules.size)
    for square, name in enumerate(names):
        if (state.pearl[square] == NONE) != (state.boat[square] == NONE):
            return say("{square} must have both a boat and a pearl, or neither", square=name)
        if state.boat[square] >= state.players:
            return say("the boat on {square} belongs to no seat", square=name)
    if state.pearl[rules.island] != NONE:
        return say(
            "{square} is the island: nothing can be placed there", square=names[rules.island]
        )
    return None


def _check_seats(rules: Tables, state: State) -> Message | None:
    for seat in range(state.players):
        player = state.player[seat]
        pairs = sum(boat == seat for boat in state.boat)
        if player.pairs not in (0, pairs):
            return say("seats[{place}].pairs: it has {n} boats on the sea", place=seat, n=pairs)
        player.pairs = pairs
        waiting = player.waiting != NONE
        if player.boats + pairs + waiting != rules.boats:
            return say(
                "seats[{place}]: {n} boats in all, at hand, waiting and on the sea",
                place=seat,
                n=rules.boats,
            )
        if player.waiting >= rules.spaces or player.yacht >= rules.spaces:
            return say(
                "seats[{place}]: the track has the spaces 0 to {n}", place=seat, n=rules.spaces - 1
            )
        if waiting and player.pearl != NONE and not _takes_now(state, seat):
            return say(
                "seats[{place}]: a player can't have both a pearl and a waiting boat", place=seat
            )
        if player.yacht == NONE and state.phase not in (FIRST, YACHT):
            return say("seats[{place}].yacht_at: the yacht must be on the track by now", place=seat)
    return None


def _takes_now(state: State, seat: int) -> bool:
    return state.phase == SQUARE and state.mover == seat


def _check_supply(rules: Tables, state: State) -> Message | None:
    for colour, name in enumerate(COLOURS):
        held = sum(state.player[seat].pearl == colour for seat in range(state.players))
        there = state.supply[colour] + held + sum(pearl == colour for pearl in state.pearl)
        if there != rules.pearls[colour]:
            return say(
                "there are {n} {colour} pearls in all, not {right}",
                n=there,
                colour=name,
                right=rules.pearls[colour],
            )
    gone = [c for c in range(MOST_COLOURS) if rules.pearls[c] and not state.supply[c]]
    if len(gone) >= 2 and state.phase not in (END, SQUARE):
        return say("two colours are gone, so the game must be over")
    return None


def _check_preparation(state: State) -> Message | None:
    if state.phase not in (FIRST, YACHT, PEARL):
        return None
    pearls = [state.player[(state.first + i) % state.players].pearl for i in range(state.players)]
    left = [c for c in range(MOST_COLOURS) if state.supply[c] and c not in pearls]
    taken = (state.mover - state.first) % state.players if state.phase == PEARL else 0
    if [pearl != NONE for pearl in pearls] != [i < taken for i in range(len(pearls))]:
        return say("starting pearls are taken after all yachts are placed, first player first")
    if len(left) < pearls.count(NONE):
        return say("supply: too few colours are left for the starting pearls")
    return None


def _check_question(rules: Tables, state: State) -> Message | None:
    phase, me = state.phase, state.player[state.mover]
    if phase in (BID, LAND, SQUARE) and not (0 < state.die <= 6 and rules.throws[state.die]):
        return say("die: the die can't show {n}", n=state.die)
    if phase in (ROLL, REROLL) and state.mover != state.roller:
        return say("to_decide: must be the roller")
    if phase == BID and (why := _check_auction(state)):
        return why
    if phase == LAND and me.pearl != NONE:
        return say("a player who holds a pearl must place it and can't take another")
    if phase == SQUARE and (me.pearl == NONE or state.letter == NONE):
        return say("placing a pair needs a pearl in hand and place_in_line")
    if phase == SQUARE and me.waiting == NONE and me.boats == 0:
        return say("placing a pair needs a boat")
    if phase == YACHT and me.yacht != NONE:
        return say("to_decide: has placed the yacht already")
    return None


def _check_auction(state: State) -> Message | None:
    passed = [seat for seat in range(MOST_PLAYERS) if state.passed >> seat & 1]
    if passed and passed[-1] >= state.players:
        return say(
            "there is no seat {n} with {players} players", n=passed[-1], players=state.players
        )
    if state.mover in (*passed, state.bidder):
        return say("to_decide: has passed or made the last bid, so another player must decide")
    if (state.bidder == NONE) != (state.bid == 0):
        return say("bid and bidder must be given together")
    if state.bidder in passed:
        return say("bidder: can't have passed")
    if state.bidder != NONE and state.player[state.bidder].cash < state.bid:
        return say("bid: is more than the bidder's cash")
    if (state.first_passer not in passed) if passed else (state.first_passer != NONE):
        return say("first_passer: must be one of those who have passed, or none")
    return None
