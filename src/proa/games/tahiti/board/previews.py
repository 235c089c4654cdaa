"""Previews of choices: the points of a placement for every seat, the place where a bid would
lead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.engine.core.view_types import Preview
from proa.engine.messages import Message, join_list, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.auction import could_place, highest_bid_of, lowest_bid
from proa.games.tahiti.rules.sailing import sail
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import Bank, bank_at, banks
from proa.games.tahiti.view_types import Landing, Placement

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def previews(game: Game, position: Position) -> Mapping[str, Preview]:
    """Return previews by code for the legal choices that have one: ``title, text, lines`` and, for
    placements, ``deltas`` (points for each seat) and ``bank``."""
    state = position.fields
    if state.phase == at.SQUARE:
        return _placements(game, position)
    if state.phase == at.YACHT:
        spaces = range(game.tables.spaces)
        return {game.code(act.YACHT + space): _anchorage(game, state, space) for space in spaces}
    if state.phase == at.LAND:
        return _landing_choices(game, position)
    if state.phase == at.STASH:
        actions = game.legal_actions(position)
        return {game.code(action): _stashing(game, position, action) for action in actions}
    return {}


# -- placing a pair --------------------------------------------------------------------------


@lru_cache(maxsize=512)  # the same for each bidder during an auction
def _placements(game: Game, position: Position) -> dict[str, Placement]:
    scores = game.scores(position)
    return {
        game.code(action): _placement(game, position, action, banks(game, position), scores)
        for action in game.legal_actions(position)
    }


def _placement(
    game: Game, position: Position, action: int, old: list[Bank], scores: list[int]
) -> Placement:
    square = action - act.PLACE
    me = position.fields.mover
    after = game.play(position, action, chance=False)
    grown = bank_at(game, after, square)
    joined = [bank for bank in old if set(bank.squares) < set(grown.squares)]
    deltas = [new - was for new, was in zip(game.scores(after), scores, strict=True)]
    return {
        "square": square,
        "title": _growth(grown, joined),
        "text": _lead(grown, me),
        "lines": _shrunk(game, after, square, old, joined),
        "deltas": deltas,
        "bank": {"colour": grown.colour, "worth": grown.worth, "leaders": grown.leaders},
    }


def _growth(grown: Bank, joined: list[Bank]) -> Message:
    values = {"bank": names.BANK[grown.colour], "worth": grown.worth}
    if not joined:
        return say("{bank}, new: worth {worth}", **values)
    if len(joined) == 1:
        return say("{bank}: {old} becomes {worth}", old=joined[0].worth, **values)
    bank_values = join_list([bank.worth for bank in joined])
    return say("{bank}: {old} merge into one worth {worth}", old=bank_values, **values)


def _lead(bank: Bank, me: int) -> Message:
    share = bank.shares[me]
    rivals = [seat(i) for i in bank.leaders if i != me]
    if me not in bank.leaders:
        return say("Most boats: {leaders}. Half for you: {n}.", leaders=join_list(rivals), n=share)
    if rivals:
        leaders = join_list([say("you"), *rivals])
        return say("Most boats: {leaders}. The full {n} for each.", leaders=leaders, n=share)
    if len(bank.boats) == 1:
        return say("Yours alone: {n}.", n=share)
    return say("Most boats: you. {n} for you, half for the others there.", n=share)


def _shrunk(
    game: Game, after: Position, square: int, old: list[Bank], joined: list[Bank]
) -> list[Message]:
    """Return a line for each other bank that loses an empty square."""
    lines = []
    for bank in old:
        if square not in bank.shore or bank in joined:
            continue
        now = bank_at(game, after, bank.squares[0])
        name = names.BANK[bank.colour]
        lines.append(
            say("{bank}: {old} becomes {worth}", bank=name, old=bank.worth, worth=now.worth)
        )
    return lines


# -- the other choices -----------------------------------------------------------------------


def _anchorage(game: Game, state: State, space: int) -> Preview:
    reached = [names.space(game.tables, _sailed(game, state, space, n)) for n in _numbers(game)]
    text = say("From here, the die can take you to {spaces}.", spaces=join_list(reached))
    return {"title": names.space(game.tables, space), "text": text, "lines": []}


def _sailed(game: Game, state: State, space: int, pips: int) -> int:
    """Return where a throw takes the mover's yacht from a space."""
    then = writable(state)
    me = then.player[then.mover]
    me.yacht, then.die = space, pips
    sail(game.tables, then)
    return me.yacht


def _numbers(game: Game) -> list[int]:
    return [pips for pips in range(1, len(game.tables.throws)) if game.tables.throws[pips]]


def _landing_choices(game: Game, position: Position) -> dict[str, Preview]:
    state = position.fields
    me = state.player[state.mover]
    found: dict[str, Preview] = {}
    for action in game.legal_actions(position):
        if action == act.BOAT:
            title = say("Boat first")
            values = {"letter": names.letter(game.tables, me.yacht)}
            text = say("It joins your next pearl in row or column {letter}.", **values)
        else:
            after = game.play(position, action, chance=False).fields
            title = say("{n} left of this colour", n=after.supply[action - act.TAKE])
            text = say("You hold it: the next space you reach decides where it goes.")
            if me.waiting != at.NONE:
                values = {"letter": names.letter(game.tables, me.waiting)}
                text = say("It joins your boat in row or column {letter}.", **values)
        found[game.code(action)] = {"title": title, "text": text, "lines": []}
    return found


def _stashing(game: Game, position: Position, action: int) -> Preview:
    after = game.play(position, action, chance=False).fields
    me = after.player[position.fields.mover]
    text = say("{cash} to bid with, {chest} points in the chest.", cash=me.cash, chest=me.chest)
    return {"title": say("Save {n}", n=action - act.STASH), "text": text, "lines": []}


# -- where a bid leads -----------------------------------------------------------------------


def landing(game: Game, position: Position, player: int) -> Landing | None:
    """Return where the player's yacht would go with the die on auction, and what the player could
    do there. Return None if there is no auction or the player is no longer in it."""
    state = position.fields
    if state.phase != at.BID or not _may_win(state, player):
        return None
    reached = _as_winner(game, position, player)
    then, before = reached.fields, state.player[player]
    found: Landing = {
        "seat": player,
        "start": before.yacht,
        "end": then.player[player].yacht,
        "steps": state.die,
        "pearl": None,
        "letter": None,
        "placements": {},
    }
    if then.phase == at.SQUARE:
        found["pearl"] = at.COLOURS[then.player[player].pearl]
        found["letter"] = names.line(game.tables, then.letter)
        found["placements"] = _placements(game, reached)
    return found


def _may_win(state: State, player: int) -> bool:
    """Return whether the player can still win: holds the last bid, or can raise it."""
    me = state.player[player]
    if state.bidder == player:
        return True
    # If nobody has bid yet, a player without money may get the move for nothing (TA-4.13).
    can_pay = highest_bid_of(me) > state.bid or state.bidder == at.NONE
    return not state.passed >> player & 1 and could_place(me) and can_pay


def _as_winner(game: Game, position: Position, player: int) -> Position:
    """Return the position as if the player had just won the auction; money is not changed
    correctly."""
    array = position.record()
    record = array[0]
    state = position.fields
    others = (1 << state.players) - 1 & ~(1 << player)
    record["mover"], record["passed"] = player, others
    record["bid"], record["bidder"] = 0, at.NONE
    record["first_passer"] = next(i for i in range(state.players) if i != player)
    start = type(position)(game, array)
    return game.play(start, act.BID + lowest_bid(start.fields), chance=False)


def hint(game: Game, found: Landing) -> Message:
    """Describe where winning would lead, as one sentence; ``found`` is the result of
    :func:`landing`."""
    values = {
        "start": names.letter(game.tables, found["start"]),
        "space": names.space(game.tables, found["end"]),
    }
    pearl = found["pearl"]
    if pearl is None or not found["placements"]:
        return say(
            "If you win, you sail from {start} to {space} and take a pearl or leave a boat.",
            **values,
        )
    return say(
        "If you win, you sail from {start} to {space} and place {pearl} in row or column "
        "{letter}, for up to {best} points.",
        letter=found["letter"],
        pearl=names.A_PEARL[pearl],
        best=max(p["deltas"][found["seat"]] for p in found["placements"].values()),
        **values,
    )
