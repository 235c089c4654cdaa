"""The position in words: enough to play from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.crossing import Line, Section, line
from proa.engine.kind import ALL
from proa.engine.words import listed, seat
from proa.games.tahiti.position import COLOURS, NONE, SIDES, State
from proa.games.tahiti.saying import say
from proa.games.tahiti.words import names
from proa.games.tahiti.words.banks import Bank, banks

if TYPE_CHECKING:
    from proa.games.tahiti.position import Game, Position

NEXT_BLANK = {
    "dollar": say("A dollar for each pearl boat on the sea."),
    "chest": say("Everybody may put money into the chest."),
}


def sections(game: Game, position: Position, viewer: int) -> list[Section]:
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


def sees_money(game: Game, position: Position, viewer: int, player: int) -> bool:
    """Whether a viewer sees a player's money: their own, and everybody's without screens."""
    return viewer in (player, ALL) or shows_money(game, position)


def shows_money(game: Game, position: Position) -> bool:
    """Whether there are no screens; they are a courtesy of the page (TA-9.2, TA-10.1)."""
    return bool(game.tables.open_money) or position.is_over


def _player_line(game: Game, position: Position, i: int, viewer: int) -> Line:
    state = position.fields
    me = state.player[i]
    known: dict[str, Any] = {"seat": seat(i), "boats": me.boats, "pairs": me.pairs}
    known["yacht"] = say("no space yet")
    if me.yacht != NONE:
        known["yacht"] = names.space(game.tables, me.yacht)
    text = say(
        "{seat}: yacht at {yacht}, pearl boats on the sea: {pairs}, boats at hand: {boats}", **known
    )
    if me.pearl != NONE:
        text = say("{line}, holds {pearl}", line=text, pearl=names.A_PEARL[COLOURS[me.pearl]])
    if me.waiting != NONE:
        text = say(
            "{line}, a boat waits at {space}",
            line=text,
            space=names.space(game.tables, me.waiting),
        )
    if sees_money(game, position, viewer, i):
        text = say("{line}, cash {cash}, chest {chest}", line=text, cash=me.cash, chest=me.chest)
        known |= {"cash": me.cash, "chest": me.chest}
    return line(text, **known)


def _bank_line(game: Game, bank: Bank) -> Line:
    called = [names.square(game.tables, square) for square in bank.squares]
    leaders = [seat(i) for i in bank.leaders]
    text = say(
        "{bank} {squares}: worth {worth}, most boats: {leaders}",
        bank=names.BANK[bank.colour],
        squares=" ".join(called),
        worth=bank.worth,
        leaders=listed(leaders),
    )
    return line(text, colour=bank.colour, squares=called, worth=bank.worth)


def _supply_line(game: Game, state: State) -> Line:
    left = {name: state.supply[i] for i, name in enumerate(COLOURS) if game.tables.pearls[i]}
    parts = [say("{colour} {n}", colour=names.COLOUR[name], n=n) for name, n in left.items()]
    return line(listed(parts), **left)


def _disc_line(state: State) -> Line:
    side = SIDES[state.disc]
    return line(NEXT_BLANK[side], disc=side)


def _track_line(game: Game) -> Line:
    called = [names.space(game.tables, number) for number in range(game.tables.spaces)]
    return line(listed(called))
