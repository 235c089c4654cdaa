"""5. The space reached: a pearl, a boat, and the square for a pair."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts, Refusal
from proa.engine.core.view_types import Preview, note, preview
from proa.engine.messages import Message, join_list, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti import state as at
from proa.games.tahiti.messages import say
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import Bank, bank_at, banks
from proa.games.tahiti.view_types import Placement

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position, Questions

# -- the space reached -----------------------------------------------------------------------


def _your_space(game: Game, position: Position) -> Message:
    state, tables = position.fields, game.tables
    me = state.player[state.mover]
    values = {"space": names.space(tables, me.yacht)}
    if me.waiting != at.NONE:
        text = "The colour of {space} is gone: choose any pearl for your boat at {letter}."
        return say(text, letter=names.letter(tables, me.waiting), **values)
    if state.supply[tables.space_pearl[me.yacht]] == 0:
        return say("The colour of {space} is gone: take any pearl, or leave a boat.", **values)
    if me.boats == 0:
        return say("You reach {space} with no boat left: take the pearl.", **values)
    return say("You reach {space}: take the pearl, or leave a boat there.", **values)


def _reached(game: Game, position: Position) -> dict[str, Message]:
    return {"space": names.space(game.tables, position.fields.player[position.to_move].yacht)}


def _not_here(game: Game, position: Position) -> list[Refusal]:
    state, tables = position.fields, game.tables
    me = state.player[state.mover]
    wanted = tables.space_pearl[me.yacht]
    refused: list[Refusal] = []
    for colour in range(len(at.COLOURS)):
        if not tables.pearls[colour]:
            continue
        if state.supply[colour] == 0:
            refused.append((act.TAKE + colour, say("This colour is gone."), "TA-6.1"))
        elif colour != wanted and state.supply[wanted]:
            reason = say("The space shows another colour.")
            refused.append((act.TAKE + colour, reason, "TA-5.3"))
    if me.waiting != at.NONE:
        refused.append((act.BOAT, say("One of your boats is already waiting."), "TA-5.10"))
    elif me.boats == 0:
        refused.append((act.BOAT, say("You have no boat left."), "TA-5.6"))
    return refused


def _pearl_first(game: Game, position: Position, colour: int) -> Preview:
    after = game.play(position, act.TAKE + colour, chance=False).fields
    waiting = position.fields.player[position.to_move].waiting
    text = say("You hold it: the next space you reach decides where it goes.")
    if waiting != at.NONE:
        letter = names.letter(game.tables, waiting)
        text = say("It joins your boat in row or column {letter}.", letter=letter)
    return preview(say("{n} left of this colour", n=after.supply[colour]), text)


def _taken(game: Game, before: Position, colour: int, after: Position) -> Message:
    pearl = names.A_PEARL[colour]
    if before.fields.player[before.to_move].waiting != at.NONE:
        return say("{seat} takes {pearl} for the waiting boat.", pearl=pearl)
    return say("{seat} takes {pearl}.", pearl=pearl)


def _letter(game: Game, position: Position) -> str:
    """Return the letter of the space that the mover's yacht has reached."""
    return names.letter(game.tables, position.fields.player[position.to_move].yacht)


def _boat_first(game: Game, position: Position, n: int) -> Preview:
    letter = _letter(game, position)
    text = say("It joins your next pearl in row or column {letter}.", letter=letter)
    return preview(say("Boat first"), text)


# -- the square for a pair -------------------------------------------------------------------


def _your_square(game: Game, position: Position) -> Message:
    state = position.fields
    values = {
        "pearl": names.YOUR_PEARL[state.player[state.mover].pearl],
        "letter": names.line(game.tables, state.letter),
    }
    if lines_full(game, state):
        return say("Row and column {letter} are full: place {pearl} on any empty square.", **values)
    return say("Place {pearl} in row or column {letter}.", **values)


def _placing(game: Game, position: Position) -> dict[str, Any]:
    state = position.fields
    pearl = state.player[state.mover].pearl
    return {"pearl": names.A_PEARL[pearl], "letter": names.line(game.tables, state.letter)}


def lines_full(game: Game, state: State) -> bool:
    """Return whether the letter's row and column have no empty square left (TA-5.13)."""
    reach = game.tables.reach[state.letter][: game.tables.reach_count[state.letter]]
    return all(state.pearl[square] != at.NONE for square in reach)


def _not_there(game: Game, position: Position) -> list[Refusal]:
    """Return why no pair can be placed on a square, for all squares."""
    tables, state = game.tables, position.fields
    letter = names.line(tables, state.letter)
    outside = say("This square is neither in row nor in column {letter}.", letter=letter)
    refused: list[Refusal] = []
    for square in range(tables.squares):
        reason, rule = outside, "TA-5.11"
        if square == tables.island:
            reason, rule = say("This is the island."), "TA-1.3"
        elif state.pearl[square] != at.NONE:
            reason, rule = say("There is already a pair here."), "TA-5.14"
        refused.append((act.PLACE + square, reason, rule))
    return refused


@lru_cache(maxsize=512)  # the same for each bidder during an auction
def placements(game: Game, position: Position) -> dict[str, Placement]:
    """Return what placing the pair on each square would do, by code."""
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


def _placed(game: Game, before: Position, square: int, after: Position) -> list[Message]:
    bank = bank_at(game, after, square)
    placed = say(
        "{seat} places {pearl} at {square}.",
        pearl=names.A_PEARL[after.fields.pearl[square]],
        square=names.square(game.tables, square),
    )
    if len(bank.squares) == 1:
        return [placed, say("A new bank, worth {worth}.", worth=bank.worth)]
    grown = say(
        "{bank} grows to {n}, worth {worth}; most boats: {leaders}.",
        bank=names.BANK[bank.colour],
        n=len(bank.squares),
        worth=bank.worth,
        leaders=join_list([seat(i) for i in bank.leaders]),
    )
    return [placed, grown]


QUESTIONS: Questions = {
    at.LAND: QuestionTexts(
        values=_reached,
        ask=_your_space,
        others=say("{seat} reaches {space}, to take a pearl or leave a boat."),
        doing=say("chooses"),
        note=note(
            "land",
            say("Boat first or pearl first"),
            say(
                "A pair takes two visits. Take the pearl now and let the next letter decide where "
                "it goes, or leave a boat now and let the next colour decide which pearl it gets."
            ),
            "TA-5.3",
        ),
        refusals=_not_here,
        answers={
            act.TAKE: AnswerTexts(
                values=lambda game, position, n: {"pearl": names.A_PEARL[n]},
                label=say("Take {pearl}"),
                preview=_pearl_first,
                story=_taken,
            ),
            act.BOAT: AnswerTexts(
                values=lambda game, position, n: {"letter": _letter(game, position)},
                label=say("Leave a boat at {letter}"),
                preview=_boat_first,
                story=say("{seat} leaves a boat waiting at {letter}."),
            ),
        },
    ),
    at.SQUARE: QuestionTexts(
        ask=_your_square,
        others=say("{seat} is placing {pearl} in row or column {letter}."),
        values=_placing,
        doing=say("places"),
        note=note(
            "square",
            say("Big banks with open water"),
            say(
                "A bank is worth its pearls times the empty squares around it. The player with "
                "most boats there scores all of that, everyone else half."
            ),
            "TA-8.6",
        ),
        refusals=_not_there,
        answers={
            act.PLACE: AnswerTexts(
                label=say("Place at {square}"),
                values=lambda game, position, n: {"square": names.square(game.tables, n)},
                preview=lambda game, position, n: placements(game, position)[
                    game.code(act.PLACE + n)
                ],
                story=_placed,
            )
        },
    ),
}
