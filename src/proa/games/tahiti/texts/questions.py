"""The question of a position in one sentence, for each viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules import flow
from proa.games.tahiti.rules.auction import could_place, highest_bid, is_last_speaker, lowest_bid
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def ask(game: Game, position: Position, viewer: int) -> Message:
    """Return the question of the position as one sentence for a viewer."""
    state = position.fields
    if state.phase == at.END:
        return _result(game, position)
    if state.phase == at.FIRST:
        return say("Drawing lots for the first player.")
    if state.phase not in _ASKED:
        return say("{seat} rolls the die.", seat=seat(state.roller))
    mine, other = _ASKED[state.phase]
    return mine(game, state) if viewer == state.mover else other(game, state)


def _result(game: Game, position: Position) -> Message:
    best = [i for i, share in enumerate(game.returns(position)) if share > 0]
    points = game.scores(position)[best[0]]
    if len(best) == 1:
        return say("{seat} wins with {n}.", seat=seat(best[0]), n=points)
    called = join_list([seat(i) for i in best])
    return say("{seats} share the win with {n}.", seats=called, n=points)


def _ask_bid(game: Game, state: State) -> Message:
    low, high = lowest_bid(state), highest_bid(state)
    values: dict[str, Any] = {"die": state.die, "n": low}
    if not could_place(state.player[state.mover]):
        return say(
            "You have no boat for your pearl, so you can't bid for a move of {die}.", **values
        )
    if is_last_speaker(state):
        if low == 0:
            return say(
                "Everyone else has passed. Take the move of {die} for free, or decline.", **values
            )
        return say(
            "Everyone else has passed. Bid 1 or more for a move of {die}, or decline.", **values
        )
    if state.bidder == at.NONE:
        if high < low:
            return say("You have no money to bid for a move of {die}.", **values)
        if state.first_passer == at.NONE:
            return say("You rolled a {die}. Bid 1 or more, or pass first and get paid.", **values)
        return say("No bids yet for a move of {die}. Bid, or pass.", **values)
    values |= {"seat": seat(state.bidder), "last": state.bid}
    if high < low:
        return say("{seat} bids {last} for a move of {die}, and you can't raise.", **values)
    return say("{seat} bids {last} for a move of {die}. Pass, or bid {n} or more.", **values)


def _others_bid(game: Game, state: State) -> Message:
    who = seat(state.mover)
    if state.bidder == at.NONE:
        return say("{seat} may bid for a move of {die}.", seat=who, die=state.die)
    return say(
        "{seat} may raise {bidder}'s bid of {n} for a move of {die}.",
        seat=who,
        bidder=seat(state.bidder),
        n=state.bid,
        die=state.die,
    )


def _ask_stash(game: Game, state: State) -> Message:
    return say("How much do you save in your chest, 0 to {n}?", n=most_to_stash(game, state))


def most_to_stash(game: Game, state: State) -> int:
    """Return the most that the mover may put into the chest (TA-3.6)."""
    actions = [0] * game.spec.capacity
    return actions[flow.legal(game.tables, state, actions) - 1] - act.STASH


def _others_stash(game: Game, state: State) -> Message:
    return say("{seat} may save money in the chest.", seat=seat(state.mover))


def _ask_yacht(game: Game, state: State) -> Message:
    return say("Choose your starting space.")


def _others_yacht(game: Game, state: State) -> Message:
    return say("{seat} is choosing a starting space.", seat=seat(state.mover))


def _ask_pearl(game: Game, state: State) -> Message:
    return say("Choose your starting pearl.")


def _others_pearl(game: Game, state: State) -> Message:
    return say("{seat} is choosing a starting pearl.", seat=seat(state.mover))


def _ask_land(game: Game, state: State) -> Message:
    me = state.player[state.mover]
    where = names.space(game.tables, me.yacht)
    values = {"space": where, "letter": names.letter(game.tables, max(me.waiting, 0))}
    if me.waiting != at.NONE:
        return say(
            "The colour of {space} is gone: choose any pearl for your boat at {letter}.", **values
        )
    if state.supply[game.tables.space_pearl[me.yacht]] == 0:
        return say("The colour of {space} is gone: take any pearl, or leave a boat.", **values)
    if me.boats == 0:
        return say("You reach {space} with no boat left: take the pearl.", **values)
    return say("You reach {space}: take the pearl, or leave a boat there.", **values)


def _others_land(game: Game, state: State) -> Message:
    where = names.space(game.tables, state.player[state.mover].yacht)
    return say(
        "{seat} reaches {space}, to take a pearl or leave a boat.",
        seat=seat(state.mover),
        space=where,
    )


def _ask_square(game: Game, state: State) -> Message:
    values = {
        "pearl": names.YOUR_PEARL[at.COLOURS[state.player[state.mover].pearl]],
        "letter": names.line(game.tables, state.letter),
    }
    if lines_full(game, state):
        return say("Row and column {letter} are full: place {pearl} on any empty square.", **values)
    return say("Place {pearl} in row or column {letter}.", **values)


def _others_square(game: Game, state: State) -> Message:
    values = {
        "pearl": names.A_PEARL[at.COLOURS[state.player[state.mover].pearl]],
        "letter": names.line(game.tables, state.letter),
    }
    return say(
        "{seat} is placing {pearl} in row or column {letter}.", seat=seat(state.mover), **values
    )


def lines_full(game: Game, state: State) -> bool:
    """Return whether the letter's row and column have no empty square left (TA-5.13)."""
    reach = game.tables.reach[state.letter][: game.tables.reach_count[state.letter]]
    return all(state.pearl[square] != at.NONE for square in reach)


_ASKED = {
    at.YACHT: (_ask_yacht, _others_yacht),
    at.PEARL: (_ask_pearl, _others_pearl),
    at.STASH: (_ask_stash, _others_stash),
    at.BID: (_ask_bid, _others_bid),
    at.LAND: (_ask_land, _others_land),
    at.SQUARE: (_ask_square, _others_square),
}
