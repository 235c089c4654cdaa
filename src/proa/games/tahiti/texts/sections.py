"""The position in words, complete enough to play from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core import view_types
from proa.engine.core.position import cached
from proa.engine.core.view_types import ALL, Line, Section
from proa.engine.messages import join_list, seat
from proa.games.tahiti.messages import plural, say
from proa.games.tahiti.state import COLOURS, NONE, SIDES, State
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import Bank, banks
from proa.games.tahiti.view_types import Values, line

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position

NEXT_BLANK = {
    "dollar": say("$1 for each pearl boat on the sea."),
    "chest": say("Everyone may save money in the chest."),
}


def sections(game: Game, position: Position, viewer: int) -> list[Section]:
    """Return the sections: turn, players, banks, supply and track."""
    turn, *others = _seen_by_all(game, position)
    players = [_player_line(game, position, i, viewer) for i in range(position.fields.players)]
    return [turn, {"heading": say("Players"), "lines": players}, *others]


@cached
def _seen_by_all(game: Game, position: Position) -> list[Section]:
    """Return all sections but the players, whose content depends on the viewer."""
    state = position.fields
    return [
        {"heading": say("Turn"), "lines": _turn_lines(state)},
        {
            "heading": say("Banks"),
            "lines": [_bank_line(game, state, bank) for bank in banks(game, position)],
        },
        {"heading": say("Pearls left"), "lines": [_supply_line(game, state)]},
        {"heading": say("Next blank"), "lines": [_disc_line(state)]},
        {"heading": say("Border track, clockwise"), "lines": _track_lines(game, state)},
    ]


def sees_money(game: Game, position: Position, viewer: int, player: int) -> bool:
    """Return whether a viewer sees a player's money: their own, and everybody's without screens."""
    return viewer in (player, ALL) or shows_money(game, position)


def shows_money(game: Game, position: Position) -> bool:
    """Return whether there are no screens, which are a courtesy of the page (TA-9.2, TA-10.1)."""
    return bool(game.tables.open_money) or position.is_over


def _player_line(game: Game, position: Position, i: int, viewer: int) -> Line:
    state = position.fields
    me = state.player[i]
    known: Values = {
        "seat": seat(i),
        "boats": me.boats,
        "pairs": me.pairs,
        "yacht": say("not on the track yet"),
    }
    if me.yacht != NONE:
        known["yacht"] = names.space(game.tables, me.yacht)
    text = say(
        "{seat}: yacht at {yacht}, pearl boats on the sea: {pairs}, boats at hand: {boats}", **known
    )
    if me.pearl != NONE:
        text = say("{line}, holds {pearl}", line=text, pearl=names.A_PEARL[me.pearl])
    if me.waiting != NONE:
        text = say(
            "{line}, a boat waits at {space}",
            line=text,
            space=names.space(game.tables, me.waiting),
        )
    if sees_money(game, position, viewer, i):
        text = say("{line}, cash {cash}, chest {chest}", line=text, cash=me.cash, chest=me.chest)
        known["cash"], known["chest"] = me.cash, me.chest
    return line(text, **known)


def _turn_lines(state: State) -> list[Line]:
    """Return who has the die, what it shows, and how long nobody has moved (TA-7.5)."""
    lines = [line(say("{seat} has the die", seat=seat(state.roller)))]
    if state.die:
        lines.append(line(say("The die shows {n}", n=state.die)))
    if state.bid:
        lines.append(line(say("{seat} bids {n}", seat=seat(state.bidder), n=state.bid)))
    if state.idle:
        lines.append(
            line(plural("{n} turn without a move", "{n} turns without a move", state.idle))
        )
    return lines


def _bank_line(game: Game, state: State, bank: Bank) -> Line:
    called = [names.square(game.tables, square) for square in bank.squares]
    boats = [
        say("{square} {seat}", square=name, seat=seat(state.boat[square]))
        for square, name in zip(bank.squares, called, strict=True)
    ]
    leaders = [seat(i) for i in bank.leaders]
    text = say(
        "{bank}: worth {worth}, most boats: {leaders}; boats: {boats}",
        bank=names.BANK[bank.colour],
        boats=join_list(boats),
        worth=bank.worth,
        leaders=join_list(leaders),
    )
    return line(text, colour=bank.colour, squares=called, worth=bank.worth)


def _supply_line(game: Game, state: State) -> Line:
    of = {name: n for name, n in zip(COLOURS, game.tables.pearls, strict=True) if n}
    left = {name: state.supply[COLOURS.index(name)] for name in of}
    parts = [names.pearls_left(name, left[name], of[name]) for name in of]
    return view_types.line(join_list(parts), **left)


def _disc_line(state: State) -> Line:
    side = SIDES[state.disc]
    return line(NEXT_BLANK[side], disc=side)


def _track_lines(game: Game, state: State) -> list[Line]:
    """Return a line for each space with the pieces on it."""
    return [_space_line(game, state, number) for number in range(game.tables.spaces)]


def _space_line(game: Game, state: State, number: int) -> Line:
    players = list(enumerate(state.player[: state.players]))
    lying = [say("yacht of {seat}", seat=seat(i)) for i, one in players if one.yacht == number]
    lying += [say("boat of {seat}", seat=seat(i)) for i, one in players if one.waiting == number]
    space = names.space(game.tables, number)
    if not lying:
        return line(space)
    return line(say("{space}: {pieces}", space=space, pieces=join_list(lying)))
