"""How Tahiti shows itself: what is asked, what may be chosen and why not, and its board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.kind import ALL
from proa.engine.twin import uncompiled
from proa.engine.words import Message, listed, say, seat
from proa.games.tahiti import naming, rules
from proa.games.tahiti.actions import (
    A_BID,
    A_BOAT,
    A_FIRST,
    A_PASS,
    A_PLACE,
    A_ROLL,
    A_STASH,
    A_TAKE,
    A_YACHT,
)
from proa.games.tahiti.banks import banks
from proa.games.tahiti.components import line_letters
from proa.games.tahiti.state import (
    BID,
    COLOURS,
    END,
    FIRST,
    LAND,
    NONE,
    PEARL,
    SIDES,
    SQUARE,
    STASH,
    YACHT,
)

if TYPE_CHECKING:
    from proa.engine.game import Game, Position

_lowest_bid = uncompiled(rules.lowest_bid)
_highest_bid = uncompiled(rules.highest_bid)
_is_last_speaker = uncompiled(rules.is_last_speaker)
_could_place = uncompiled(rules.could_place)


# -- label: what a choice is called ----------------------------------------------------------


def label(game: Game, position: Position, action: int) -> Message:
    """What a choice or outcome is called on its button."""
    state, tables = position.fields, game.tables
    if action == A_PASS:
        return _label_of_pass(state)
    if action < A_STASH:
        return say("Bid {n}", n=action - A_BID) if action > A_BID else say("Take it for nothing")
    if action < A_YACHT:
        return say("Put away {n}", n=action - A_STASH) if action > A_STASH else say("Keep all")
    if action < A_TAKE:
        return say("Anchor at {space}", space=naming.space(tables, action - A_YACHT))
    if action < A_BOAT:
        return say("Take {pearl}", pearl=naming.A_PEARL[COLOURS[action - A_TAKE]])
    if action == A_BOAT:
        where = naming.letter(tables, max(state.player[state.mover].yacht, 0))
        return say("Leave a boat at {letter}", letter=where)
    if action < A_FIRST:
        return say("Place at {square}", square=naming.square(tables, action - A_PLACE))
    if action < A_ROLL:
        return say("{seat} begins", seat=seat(action - A_FIRST))
    return say("A {n}", n=action - A_ROLL) if action > A_ROLL else say("A blank")


def _label_of_pass(state: Any) -> Message:
    if state.phase == BID and _is_last_speaker(state):
        return say("Decline")
    if state.phase == BID and state.first_passer == NONE:
        return say("Pass first")
    return say("Pass")


# -- ask: what is asked of whom --------------------------------------------------------------


def ask(game: Game, position: Position, viewer: int) -> Message:
    """What is asked of whom, as one sentence."""
    state = position.fields
    if state.phase == END:
        return _result(game, position)
    if state.phase == FIRST:
        return say("A lot decides who begins.")
    if state.phase not in _ASKED:
        return say("{seat} throws the die.", seat=seat(state.roller))
    mine, other = _ASKED[state.phase]
    return mine(game, state) if viewer == state.mover else other(game, state)


def _result(game: Game, position: Position) -> Message:
    best = [i for i, share in enumerate(game.returns(position)) if share > 0]
    points = game.scores(position)[best[0]]
    if len(best) == 1:
        return say("{seat} wins with {n}.", seat=seat(best[0]), n=points)
    names = listed([seat(i) for i in best])
    return say("{seats} share the victory with {n}.", seats=names, n=points)


def _ask_bid(game: Game, state: Any) -> Message:
    low, high = _lowest_bid(state), _highest_bid(state)
    values = {"die": state.die, "n": low}
    if not _could_place(state.player[state.mover]):
        return say("You have no boat for your pearl, so you can't bid for the {die}.", **values)
    if _is_last_speaker(state):
        if low == 0:
            return say("All others have passed. Take the {die} for nothing, or decline.", **values)
        return say("All others have passed. Bid 1 or more for the {die}, or decline.", **values)
    if state.bidder == NONE:
        if high < low:
            return say("You have no money to bid for the {die}.", **values)
        if state.first_passer == NONE:
            return say("Your throw is a {die}. Bid 1 or more, or pass and be paid.", **values)
        return say("Nobody has bid for the {die} yet. Pass, or bid 1 or more.", **values)
    values |= {"seat": seat(state.bidder), "last": state.bid}
    if high < low:
        return say("{seat} bids {last} for the {die}, and you can't raise.", **values)
    return say("{seat} bids {last} for the {die}. Pass, or bid {n} or more.", **values)


def _others_bid(game: Game, state: Any) -> Message:
    who = seat(state.mover)
    if state.bidder == NONE:
        return say("{seat} may bid for the {die}.", seat=who, die=state.die)
    text = "{seat} may raise: {bidder} bids {n} for the {die}."
    return say(text, seat=who, bidder=seat(state.bidder), n=state.bid, die=state.die)


def _ask_stash(game: Game, state: Any) -> Message:
    most = min(state.player[state.mover].cash, game.tables.stash)
    return say("How much do you put into your chest, 0 to {n}?", n=most)


def _others_stash(game: Game, state: Any) -> Message:
    return say("{seat} may put money into the chest.", seat=seat(state.mover))


def _ask_yacht(game: Game, state: Any) -> Message:
    return say("Where does your yacht drop anchor?")


def _others_yacht(game: Game, state: Any) -> Message:
    return say("{seat} looks for an anchorage.", seat=seat(state.mover))


def _ask_pearl(game: Game, state: Any) -> Message:
    return say("Which pearl do you start with?")


def _others_pearl(game: Game, state: Any) -> Message:
    return say("{seat} chooses a pearl to start with.", seat=seat(state.mover))


def _ask_land(game: Game, state: Any) -> Message:
    me = state.player[state.mover]
    where = naming.space(game.tables, me.yacht)
    values = {"space": where, "letter": naming.letter(game.tables, max(me.waiting, 0))}
    if me.waiting != NONE:
        return say(
            "The colour of {space} is used up: any pearl may go to your boat at {letter}.", **values
        )
    if state.supply[game.tables.space_pearl[me.yacht]] == 0:
        return say("The colour of {space} is used up: take any pearl, or leave a boat.", **values)
    if me.boats == 0:
        return say("You reach {space} without a boat left: take the pearl.", **values)
    return say("You reach {space}: take the pearl, or leave a boat there.", **values)


def _others_land(game: Game, state: Any) -> Message:
    where = naming.space(game.tables, state.player[state.mover].yacht)
    return say(
        "{seat} reaches {space} and takes a pearl or leaves a boat.",
        seat=seat(state.mover),
        space=where,
    )


def _ask_square(game: Game, state: Any) -> Message:
    values = {
        "pearl": naming.YOUR_PEARL[COLOURS[state.player[state.mover].pearl]],
        "letter": _line(game, state),
    }
    if _lines_full(game, state):
        return say("Row and column {letter} are full: place {pearl} on any empty square.", **values)
    return say("Place {pearl} in row or column {letter}.", **values)


def _others_square(game: Game, state: Any) -> Message:
    values = {
        "pearl": naming.A_PEARL[COLOURS[state.player[state.mover].pearl]],
        "letter": _line(game, state),
    }
    return say("{seat} places {pearl} in row or column {letter}.", seat=seat(state.mover), **values)


def _line(game: Game, state: Any) -> str:
    return line_letters(game.tables.size)[state.letter]


def _lines_full(game: Game, state: Any) -> bool:
    reach = game.tables.reach[state.letter][: game.tables.reach_count[state.letter]]
    return all(state.pearl[square] != NONE for square in reach)


_ASKED = {
    YACHT: (_ask_yacht, _others_yacht),
    PEARL: (_ask_pearl, _others_pearl),
    STASH: (_ask_stash, _others_stash),
    BID: (_ask_bid, _others_bid),
    LAND: (_ask_land, _others_land),
    SQUARE: (_ask_square, _others_square),
}


# -- sections: the position in words ---------------------------------------------------------


def sections(game: Game, position: Position, viewer: int) -> list[dict[str, Any]]:
    """Players, banks, supply and track: enough to play from."""
    state = position.fields
    return [
        {
            "heading": say("Players"),
            "lines": [_player_line(game, position, i, viewer) for i in range(state.players)],
        },
        {
            "heading": say("Banks"),
            "lines": [_bank_line(game, bank) for bank in banks(game, position)],
        },
        {"heading": say("Pearls left"), "lines": [_supply_line(game, state)]},
        {"heading": say("Next blank"), "lines": [_disc_line(state)]},
        {"heading": say("Border track, clockwise"), "lines": [_track_line(game)]},
    ]


def _sees_money(game: Game, position: Position, viewer: int, player: int) -> bool:
    """The screens are a courtesy of the page (TA-9.2, TA-10.1)."""
    return bool(viewer in (player, ALL) or game.tables.open_money or position.is_over)


def _player_line(game: Game, position: Position, i: int, viewer: int) -> dict[str, Any]:
    state = position.fields
    me = state.player[i]
    known: dict[str, Any] = {"seat": seat(i), "boats": me.boats, "pairs": me.pairs}
    known["yacht"] = naming.space(game.tables, me.yacht) if me.yacht != NONE else say("nowhere yet")
    text = say(
        "{seat}: yacht at {yacht}, pearl boats on the sea: {pairs}, boats at hand: {boats}", **known
    )
    if me.pearl != NONE:
        text = say("{line}, holds {pearl}", line=text, pearl=naming.A_PEARL[COLOURS[me.pearl]])
    if me.waiting != NONE:
        text = say(
            "{line}, a boat waits at {space}",
            line=text,
            space=naming.space(game.tables, me.waiting),
        )
    if _sees_money(game, position, viewer, i):
        text = say("{line}, cash {cash}, chest {chest}", line=text, cash=me.cash, chest=me.chest)
        known |= {"cash": me.cash, "chest": me.chest}
    return {"text": text, **known}


def _bank_line(game: Game, bank: Any) -> dict[str, Any]:
    names = [naming.square(game.tables, square) for square in bank.squares]
    leaders = [seat(i) for i in bank.leaders]
    text = say(
        "{bank} {squares}: worth {worth}, most boats: {leaders}",
        bank=naming.BANK[bank.colour],
        squares=" ".join(names),
        worth=bank.worth,
        leaders=listed(leaders),
    )
    return {"text": text, "colour": bank.colour, "squares": names, "worth": bank.worth}


def _supply_line(game: Game, state: Any) -> dict[str, Any]:
    left = {name: state.supply[i] for i, name in enumerate(COLOURS) if game.tables.pearls[i]}
    parts = [say("{colour} {n}", colour=naming.COLOUR[name], n=n) for name, n in left.items()]
    return {"text": listed(parts), **left}


def _disc_line(state: Any) -> dict[str, Any]:
    side = SIDES[state.disc]
    return {"text": _NEXT_BLANK[side], "disc": side}


_NEXT_BLANK = {
    "dollar": say("A dollar for each pearl boat on the sea."),
    "chest": say("Everybody may put money into the chest."),
}


def _track_line(game: Game) -> dict[str, Any]:
    names = [naming.space(game.tables, number) for number in range(game.tables.spaces)]
    return {"text": listed(names)}


# -- greyed: why not -------------------------------------------------------------------------


def greyed(game: Game, position: Position, viewer: int) -> list[dict[str, Any]]:
    """Choices one might expect but may not take, each with its reason and rule."""
    state = position.fields
    refusals = _REFUSALS.get(state.phase)
    if refusals is None:
        return []
    return [
        {
            "code": game.code(action),
            "label": label(game, position, action),
            "reason": reason,
            "rule": rule,
        }
        for action, reason, rule in refusals(game, state)
    ]


Refusal = tuple[int, Message, str]


def _no_bid(game: Game, state: Any) -> list[Refusal]:
    low, high = _lowest_bid(state), _highest_bid(state)
    if not _could_place(state.player[state.mover]):
        return [(A_BID + low, say("There is no boat left for your pearl."), "TA-4.14")]
    if high < low:
        cash = state.player[state.mover].cash
        reason = say("You have only {money}.", money=naming.dollars(cash))
        return [(A_BID + low, reason, "TA-4.6")]
    return []


def _no_stash(game: Game, state: Any) -> list[Refusal]:
    cash = state.player[state.mover].cash
    reason = say("You have only {money}.", money=naming.dollars(cash))
    return [(A_STASH + n, reason, "TA-3.6") for n in range(cash + 1, game.tables.stash + 1)]


def _no_starting_pearl(game: Game, state: Any) -> list[Refusal]:
    refused = []
    for i in range(state.players):
        if (colour := state.player[i].pearl) != NONE:
            reason = say("{seat} starts with this colour.", seat=seat(i))
            refused.append((A_TAKE + colour, reason, "TA-2.7"))
    return sorted(refused, key=lambda refusal: refusal[0])


def _no_landing(game: Game, state: Any) -> list[Refusal]:
    me, tables = state.player[state.mover], game.tables
    wanted = tables.space_pearl[me.yacht]
    refused: list[Refusal] = []
    for colour in range(len(COLOURS)):
        if not tables.pearls[colour]:
            continue
        if state.supply[colour] == 0:
            refused.append((A_TAKE + colour, say("This colour is used up."), "TA-6.1"))
        elif colour != wanted and state.supply[wanted]:
            reason = say("The space shows another colour.")
            refused.append((A_TAKE + colour, reason, "TA-5.3"))
    if me.waiting != NONE:
        refused.append((A_BOAT, say("One of your boats is waiting already."), "TA-5.10"))
    elif me.boats == 0:
        refused.append((A_BOAT, say("You have no boat left."), "TA-5.6"))
    return refused


def _no_square(game: Game, state: Any) -> list[Refusal]:
    tables = game.tables
    reach = set(tables.reach[state.letter][: tables.reach_count[state.letter]])
    anywhere = _lines_full(game, state)
    outside = say(
        "This square is neither in row nor in column {letter}.", letter=_line(game, state)
    )
    refused: list[Refusal] = []
    for square in range(tables.squares):
        if square == tables.island:
            refused.append((A_PLACE + square, say("This is the island."), "TA-1.3"))
        elif state.pearl[square] != NONE:
            refused.append((A_PLACE + square, say("A pair lies here already."), "TA-5.14"))
        elif square not in reach and not anywhere:
            refused.append((A_PLACE + square, outside, "TA-5.11"))
    return refused


_REFUSALS = {
    BID: _no_bid,
    STASH: _no_stash,
    PEARL: _no_starting_pearl,
    LAND: _no_landing,
    SQUARE: _no_square,
}


# -- board -----------------------------------------------------------------------------------


def board(game: Game, position: Position, viewer: int) -> dict[str, Any]:
    """What the drawing shows."""
    return {}
