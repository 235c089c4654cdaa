"""The story of each event, in sentences. Tahiti hides nothing but future throws (TA-9.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat, start_turn
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.rules.auction import is_last_speaker
from proa.games.tahiti.rules.ending import is_spent
from proa.games.tahiti.rules.questions import QUESTIONS, WINNER
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import bank_at

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def story(game: Game, before: Position, action: int, after: Position, viewer: int) -> list[Message]:
    """Return the sentences of one action or outcome; they are the same for everybody."""
    what, n = act.ROWS.split(action)
    match what:
        case act.PASS:
            sentences = _passed(before)
        case act.BID:
            sentences = [say("{seat} bids {n}.", seat=seat(before.fields.mover), n=n)]
        case act.STASH:
            sentences = _stashed(before, n, after)
        case act.YACHT:
            sentences = [_placed_yacht(game, before, n)]
        case act.TAKE:
            sentences = [_took(before, at.COLOURS[n])]
        case act.BOAT:
            sentences = [_left_boat(game, before)]
        case act.PLACE:
            sentences = _placed_pair(game, before, n, after)
        case act.FIRST:
            sentences = [say("{seat} goes first.", seat=seat(n))]
        case _:
            return _rolled(before, n, after)
    if before.fields.phase == at.BID:
        sentences += _won(game, before, after)
    return sentences + _ended(game, after)


def code_for(game: Game, before: Position, action: int, viewer: int) -> str | None:
    """Return the code; all codes are public."""
    return game.code(action)


def reveals(game: Game, before: Position, action: int) -> bool:
    """Return False: no action reveals hidden facts."""
    return False


def _rolled(before: Position, pips: int, after: Position) -> list[Message]:
    state = before.fields
    roller = seat(state.roller)
    if pips and state.phase == at.REROLL:
        return [say("{seat} rolls again: {n}.", seat=roller, n=pips)]
    first, *more = _thrown(before, pips, after)
    return [start_turn(first) if state.phase == at.ROLL else first, *more]


def _thrown(before: Position, pips: int, after: Position) -> list[Message]:
    state = before.fields
    roller = seat(state.roller)
    if pips:
        return [say("{seat} rolls a {n}.", seat=roller, n=pips)]
    if state.disc == at.CHEST:
        text = "{seat} rolls a blank: everyone may save money."
        return [say(text, seat=roller)]
    sentences = [say("{seat} rolls a blank: payday.", seat=roller)]
    incomes = [
        say("{seat} {n}", seat=seat(i), n=after.fields.player[i].cash - state.player[i].cash)
        for i in range(state.players)
        if after.fields.player[i].cash > state.player[i].cash
    ]
    if incomes:
        sentences.append(say("$1 for each pearl boat: {incomes}.", incomes=join_list(incomes)))
    else:
        sentences.append(say("There are no pearl boats yet, so nobody earns anything."))
    return [*sentences, _disc_turned(after)]


def _disc_turned(after: Position) -> Message:
    if after.fields.disc == at.DOLLAR:
        return say("The disc turns to the dollar.")
    return say("The disc turns to the chest.")


def _stashed(before: Position, amount: int, after: Position) -> list[Message]:
    who = seat(before.fields.mover)
    if amount:
        sentences = [
            plural(
                "{seat} saves {n} dollar.",
                "{seat} saves {n} dollars.",
                amount,
                seat=who,
            )
        ]
    else:
        sentences = [say("{seat} saves nothing.", seat=who)]
    return (
        [*sentences, _disc_turned(after)] if after.fields.disc != before.fields.disc else sentences
    )


def _placed_yacht(game: Game, before: Position, space: int) -> Message:
    where = names.space(game.tables, space)
    return say("{seat} starts at {space}.", seat=seat(before.fields.mover), space=where)


def _took(before: Position, colour: str) -> Message:
    state = before.fields
    values = {"seat": seat(state.mover), "pearl": names.A_PEARL[colour]}
    if state.phase == at.PEARL:
        return say("{seat} starts with {pearl}.", **values)
    if state.player[state.mover].waiting != at.NONE:
        return say("{seat} takes {pearl} for the waiting boat.", **values)
    return say("{seat} takes {pearl}.", **values)


def _left_boat(game: Game, before: Position) -> Message:
    state = before.fields
    where = names.letter(game.tables, state.player[state.mover].yacht)
    return say("{seat} leaves a boat waiting at {letter}.", seat=seat(state.mover), letter=where)


def _placed_pair(game: Game, before: Position, square: int, after: Position) -> list[Message]:
    who = seat(before.fields.mover)
    bank = bank_at(game, after, square)
    sentences = say(
        "{seat} places {pearl} at {square}.",
        seat=who,
        pearl=names.A_PEARL[bank.colour],
        square=names.square(game.tables, square),
    )
    leaders = [seat(i) for i in bank.leaders]
    if len(bank.squares) == 1:
        return [sentences, say("A new bank, worth {worth}.", worth=bank.worth)]
    grown = say(
        "{bank} grows to {n}, worth {worth}; most boats: {leaders}.",
        bank=names.BANK[bank.colour],
        n=len(bank.squares),
        worth=bank.worth,
        leaders=join_list(leaders),
    )
    return [sentences, grown]


def _passed(before: Position) -> list[Message]:
    state = before.fields
    who = seat(state.mover)
    if is_last_speaker(state):
        return [say("{seat} declines. Nobody moves and nobody pays.", seat=who)]
    if state.first_passer == at.NONE:
        return [say("{seat} passes first and will be paid.", seat=who)]
    return [say("{seat} passes.", seat=who)]


def _won(game: Game, before: Position, after: Position) -> list[Message]:
    """Return the sentences that follow when this bid or pass ends the auction."""
    state, then = before.fields, after.fields
    if QUESTIONS.who(then) != WINNER:
        return []
    winner = then.bidder
    paid = {"seat": seat(winner), "die": state.die, "first": seat(then.first_passer)}
    sentences = [_payment(then.bid, paid)]
    start = names.letter(game.tables, state.player[winner].yacht)
    end = names.letter(game.tables, then.player[winner].yacht)
    sentences.append(
        say("{seat} sails from {start} to {end}.", seat=seat(winner), start=start, end=end)
    )
    if then.phase == at.SQUARE and state.player[winner].pearl == at.NONE:
        sentences.append(_took_for_boat(then))
    return sentences


def _payment(bid: int, paid: dict[str, Any]) -> Message:
    if not bid:
        return say("{seat} takes the move of {die} for free.", **paid)
    return plural(
        "{seat} wins the move of {die} for ${n}, paid to {first}.",
        "{seat} wins the move of {die} for ${n}, paid to {first}.",
        bid,
        **paid,
    )


def _took_for_boat(state: State) -> Message:
    mover = state.mover
    pearl = names.A_PEARL[at.COLOURS[state.player[mover].pearl]]
    return say("{seat} takes {pearl} for the waiting boat.", seat=seat(mover), pearl=pearl)


def _ended(game: Game, after: Position) -> list[Message]:
    if not after.is_over:
        return []
    if is_spent(game.tables, after.fields):
        return [say("Two colours are gone: the game is over.")]
    return [say("Nobody has moved for three rounds: the game is over.")]
