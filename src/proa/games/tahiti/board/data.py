"""The data of the drawing, in words of the rule book and without pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.games.tahiti import state as at
from proa.games.tahiti import view_types
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.auction import highest_bid, lowest_bid
from proa.games.tahiti.rules.ending import IDLE_ROUNDS
from proa.games.tahiti.rules.questions import AUCTION, QUESTIONS, WINNER
from proa.games.tahiti.state import State
from proa.games.tahiti.texts import TEXTS, names
from proa.games.tahiti.texts.auction import landing
from proa.games.tahiti.texts.banks import Bank, banks
from proa.games.tahiti.texts.disc import most_to_stash
from proa.games.tahiti.texts.reasons import reasons
from proa.games.tahiti.texts.sailing import lines_full
from proa.games.tahiti.texts.sections import NEXT_BLANK, sees_money, shows_money

if TYPE_CHECKING:
    from proa.games.tahiti.state import Game, Position


def masked(game: Game, position: Position) -> Position:
    """Return a position with resampled throws and, behind screens, without money (TA-1.11, TA-9.2).
    Everybody may see who holds which pearl (TA-9.3)."""
    array = game.resample(position, SPECTATOR, 0).record()
    if not shows_money(game, position):
        array["player"]["cash"] = array["player"]["chest"] = 0
    return type(position)(game, array)


def public(game: Game, position: Position) -> view_types.Board:
    """Return the public data of the drawing, in words of the rule book and without pixels."""
    state = position.fields
    return {
        "asked": at.PHASES[state.phase],
        "size": game.tables.size,
        "lines": [names.line(game.tables, i) for i in range(game.tables.size)],
        "island": game.tables.island,
        "spaces": _spaces(game),
        "pairs": _pairs(game, state),
        "banks": [_bank(bank) for bank in banks(game, position)],
        "supply": _supply(game, state),
        "disc": at.SIDES[state.disc],
        "next_blank": NEXT_BLANK[at.SIDES[state.disc]],
        "die": state.die,
        "roller": state.roller,
        "players": [_player(game, position, i) for i in range(state.players)],
        "auction": _auction(state) if QUESTIONS.area(state) == AUCTION else None,
        "bids": None,
        "stash": None,
        "idle": _idle(state),
        "landing": None,
        "letter": names.line(game.tables, state.letter) if state.phase == at.SQUARE else None,
        "anywhere": state.phase == at.SQUARE and lines_full(game, state),
    }


def own(game: Game, position: Position, viewer: int) -> view_types.Own:
    """Return the viewer's money, possible amounts, and where winning the next bid would lead."""
    state = position.fields
    found: view_types.Own = {
        "players": {
            i: _money(game, position, i)
            for i in range(state.players)
            if sees_money(game, position, viewer, i)
        }
    }
    if viewer >= 0 and (reached := landing(game, position, viewer)):
        found["landing"] = reached
    if position.to_move >= 0 and viewer in (position.to_move, ALL):
        found["bids"] = _bids(state) if state.phase == at.BID else None
        found["stash"] = _stash(game, position) if state.phase == at.STASH else None
    return found


def _spaces(game: Game) -> list[view_types.Space]:
    tables = game.tables
    return [
        {
            "letter": names.letter(tables, space),
            "colour": names.colour(tables, space),
            "name": names.space(tables, space),
        }
        for space in range(tables.spaces)
    ]


def _pairs(game: Game, state: State) -> list[view_types.Pair]:
    return [
        {
            "square": square,
            "name": names.square(game.tables, square),
            "colour": at.COLOURS[state.pearl[square]],
            "seat": state.boat[square],
        }
        for square in range(game.tables.squares)
        if state.pearl[square] != at.NONE
    ]


def _bank(bank: Bank) -> view_types.Bank:
    return {
        "colour": bank.colour,
        "name": names.BANK[bank.colour],
        "squares": list(bank.squares),
        "empty": len(bank.shore),
        "worth": bank.worth,
        "leaders": bank.leaders,
        "shares": {str(i): share for i, share in bank.shares.items()},
    }


def _supply(game: Game, state: State) -> list[view_types.Supply]:
    return [
        {
            "colour": name,
            "name": names.COLOUR[name],
            "left": state.supply[i],
            "of": game.tables.pearls[i],
            "told": names.pearls_left(name, state.supply[i], game.tables.pearls[i]),
        }
        for i, name in enumerate(at.COLOURS)
        if game.tables.pearls[i]
    ]


def _player(game: Game, position: Position, i: int) -> view_types.Player:
    me = position.fields.player[i]
    points = game.sheet(position, i)
    found: view_types.Player = {
        "seat": i,
        "yacht": me.yacht if me.yacht != at.NONE else None,
        "pearl": at.COLOURS[me.pearl] if me.pearl != at.NONE else None,
        "holds": say("holds {pearl}", pearl=names.A_PEARL[me.pearl])
        if me.pearl != at.NONE
        else None,
        "waiting": me.waiting if me.waiting != at.NONE else None,
        "boats": me.boats,
        "pairs": me.pairs,
        "cash": None,
        "chest": None,
        "banks": sum(points[colour] for colour in at.COLOURS),
        "status": _status(position, i),
        "reasons": reasons(game, position, i, SPECTATOR),
    }
    return {**found, **_money(game, position, i)} if shows_money(game, position) else found


def _money(game: Game, position: Position, i: int) -> view_types.Money:
    """Return a player's money, and the points with their sources."""
    me = position.fields.player[i]
    return {"cash": me.cash, "chest": me.chest, "reasons": reasons(game, position, i, ALL)}


def _status(position: Position, i: int) -> view_types.Status | None:
    """Return the player's state in the auction: ``kind`` (now, lead, out, bid) and text."""
    state = position.fields
    doing = TEXTS.questions[state.phase].doing if position.to_move == i else None
    if doing:
        return {"kind": "now", "text": doing}
    if QUESTIONS.area(state) != AUCTION:
        return None
    if state.passed >> i & 1:
        first = state.first_passer == i
        return {"kind": "out", "text": say("passed first") if first else say("passed")}
    if state.bidder == i:
        return {"kind": "lead", "text": say("bids {n}", n=state.bid)}
    return None


def _auction(state: State) -> view_types.Auction:
    return {
        "bid": state.bid,
        "bidder": state.bidder if state.bidder != at.NONE else None,
        "first_passer": state.first_passer if state.first_passer != at.NONE else None,
        "passed": [i for i in range(state.players) if state.passed >> i & 1],
    }


def _bids(state: State) -> view_types.Amounts | None:
    """Return the amounts that the mover may bid, or None. The upper limit reveals the mover's cash
    (TA-9.2)."""
    low, high = lowest_bid(state), highest_bid(state)
    return {"low": low, "high": high} if high >= low else None


def _stash(game: Game, position: Position) -> view_types.Amounts:
    return {"low": 0, "high": most_to_stash(game, position)}


def _idle(state: State) -> view_types.Idle:
    """Return the turns in a row without a move, and how many more end the game (TA-7.5).

    A winner who lands has moved, although the count changes only at the end of the turn. A finished
    game has no more turns.
    """
    is_moving = QUESTIONS.who(state) == WINNER
    turns = 0 if is_moving or state.phase == at.END else state.idle
    return {"turns": turns, "left": max(IDLE_ROUNDS * state.players - turns, 0)}
