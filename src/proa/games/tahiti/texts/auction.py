"""4. The auction: bids, passes, and where winning leads."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, routine, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.rules.auction import (
    could_place,
    highest_bid,
    highest_bid_of,
    is_last_speaker,
    lowest_bid,
)
from proa.games.tahiti.rules.questions import QUESTIONS as ROWS
from proa.games.tahiti.rules.questions import WINNER
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.sailing import placements
from proa.games.tahiti.view_types import Landing

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position, Questions


def _your_bid(game: Game, position: Position) -> Message:
    state = position.fields
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


def _their_bid(game: Game, position: Position) -> Message:
    state = position.fields
    if state.bidder == at.NONE:
        return say("{seat} may bid for a move of {die}.", die=state.die)
    return say(
        "{seat} may raise {bidder}'s bid of {n} for a move of {die}.",
        bidder=seat(state.bidder),
        n=state.bid,
        die=state.die,
    )


def _no_bid(game: Game, position: Position) -> list[Refusal]:
    state = position.fields
    me, bid = state.player[state.mover], act.BID + lowest_bid(state)
    if not could_place(me):
        return [(bid, say("You have no boat left for your pearl."), "TA-4.14")]
    reason = say("You have only {money}.", money=names.dollars(me.cash))
    return [(bid, reason, "TA-4.6")]


def _pass(game: Game, position: Position, n: int) -> Message:
    if is_last_speaker(position.fields):
        return say("Decline")
    if position.fields.first_passer == at.NONE:
        return say("Pass first (and get paid)")
    return say("Pass")


def _passed(game: Game, before: Position, n: int, after: Position) -> list[Message]:
    if is_last_speaker(before.fields):
        return [say("{seat} declines. Nobody moves and nobody pays.")]
    passed = routine(say("{seat} passes."))
    if before.fields.first_passer == at.NONE:
        passed = routine(say("{seat} passes first and will be paid."))
    return [passed, *_won(game, before, after)]


def _bid(game: Game, before: Position, n: int, after: Position) -> list[Message]:
    return [routine(say("{seat} bids {n}.")), *_won(game, before, after)]


def _won(game: Game, before: Position, after: Position) -> list[Message]:
    """Return the sentences that follow when this bid or pass ends the auction."""
    state, then = before.fields, after.fields
    if ROWS.who(then) != WINNER:
        return []
    winner = then.bidder
    start = names.letter(game.tables, state.player[winner].yacht)
    end = names.letter(game.tables, then.player[winner].yacht)
    sails = say("{seat} sails from {start} to {end}.", seat=seat(winner), start=start, end=end)
    sentences = [_payment(then), sails]
    if then.phase == at.SQUARE and state.player[winner].pearl == at.NONE:
        pearl = names.A_PEARL[then.player[winner].pearl]
        text = "{seat} takes {pearl} for the waiting boat."
        sentences.append(say(text, seat=seat(winner), pearl=pearl))
    return sentences


def _payment(then: State) -> Message:
    winner = {"seat": seat(then.bidder), "die": then.die}
    if not then.bid:
        return say("{seat} takes the move of {die} for free.", **winner)
    return plural(
        "{seat} wins the move of {die} for ${n}, paid to {first}.",
        "{seat} wins the move of {die} for ${n}, paid to {first}.",
        then.bid,
        first=seat(then.first_passer),
        **winner,
    )


# -- where a bid leads -----------------------------------------------------------------------


@lru_cache(maxsize=64)  # for the board and for the hint
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
        found["placements"] = placements(game, reached)
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


def _where_it_leads(game: Game, position: Position, player: int) -> Message | None:
    """Describe where winning would lead a player who can still win."""
    found = landing(game, position, player)
    if found is None:
        return None
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
        pearl=names.A_PEARL[at.COLOURS.index(pearl)],
        best=max(p["deltas"][player] for p in found["placements"].values()),
        **values,
    )


QUESTIONS: Questions = {
    at.BID: QuestionTexts(
        ask=_your_bid,
        others=_their_bid,
        doing=say("may bid"),
        hint=lambda game, position: _where_it_leads(game, position, position.to_move),
        others_hint=_where_it_leads,
        note=note(
            "bid",
            say("The winner pays the first player who passed"),
            say(
                "A roll can take you to the pearls and letters you want. The winner of the auction "
                "sails that far and pays the first player who passed. Nobody else pays."
            ),
            "TA-4.9",
        ),
        refusals=_no_bid,
        premoves={
            "pass": {
                "label": say("Pass this auction"),
                "until": say("Until it is over, or everyone else has passed."),
            },
            "up-to": {"label": say("Bid up to {n}"), "until": say("Until the auction is over.")},
        },
        answers={
            act.PASS: AnswerTexts(_pass, _passed),
            act.BID: AnswerTexts(
                label=lambda game, position, n: say("Bid {n}") if n else say("Take it for free"),
                story=_bid,
            ),
        },
    ),
}
