"""Tahiti's lesson: six turns in the middle of a game of three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.lesson import Lesson, Step
from proa.engine.messages import Message, seat
from proa.games.tahiti import actions as act
from proa.games.tahiti.messages import say
from proa.games.tahiti.rules.auction import is_last_speaker
from proa.games.tahiti.state import CHEST, COLOURS, NONE
from proa.games.tahiti.texts import names
from proa.games.tahiti.texts.banks import bank_at

if TYPE_CHECKING:
    from proa.games.tahiti.state import Position

ME, TEVA = 0, 1
PLENTY = 12
"""Pearls in the supply while the end is far."""
_BLUE, _BLACK = COLOURS.index("blue"), COLOURS.index("black")


def _reached(position: Position) -> int:
    """Return the space where a move of the die would take the learner."""
    state, tables = position.fields, position.game.tables
    return int((state.player[ME].yacht + state.die) % tables.spaces)


def _landing(position: Position) -> Message:
    return names.space(position.game.tables, _reached(position))


def _letter(position: Position) -> str:
    return names.letter(position.game.tables, _reached(position))


def _here(position: Position) -> str:
    """Return the letter of the learner's space."""
    return names.letter(position.game.tables, position.fields.player[ME].yacht)


def _line(position: Position) -> str:
    """Return the letter in whose row or column the pair is placed."""
    return names.line(position.game.tables, position.fields.letter)


def _bid(position: Position) -> dict[str, Any]:
    """Return the auction so far."""
    state = position.fields
    known = {"die": state.die, "bid": state.bid, "seat": seat(state.bidder)}
    return known | {"payee": seat(state.first_passer), "letter": _letter(position)}


def _placed(position: Position, square: str) -> dict[str, Any]:
    """Return where the pair may go, and what the bank is worth with it on ``square``."""
    game = position.game
    after = game.play(position, f"place:{square}", chance=False)
    action = game.action(f"place:{square}")
    return {"letter": _line(position), "n": bank_at(game, after, action - act.PLACE).worth}


def _gains(position: Position, square: str) -> list[int]:
    """Return what placing on a square changes in every seat's points."""
    game, before = position.game, position.game.scores(position)
    after = game.scores(game.play(position, f"place:{square}", chance=False))
    return [now - was for now, was in zip(after, before, strict=True)]


def _is_best(position: Position, square: str) -> bool:
    """Return whether no other square gives the learner as much."""
    mine = {code: _gains(position, code[6:])[ME] for code in position.game.codes(position)}
    best = mine.pop(f"place:{square}")
    return best > max(mine.values())


def _has(position: Position, square: str, colour: int, owner: int) -> bool:
    """Return whether a seat's pair of a colour is on a square."""
    state = position.fields
    at = position.game.action(f"place:{square}") - act.PLACE
    return bool(state.pearl[at] == colour and state.boat[at] == owner)


def _boats(position: Position) -> int:
    """Return the number of the learner's boats on the sea."""
    return sum(owner == ME for owner in position.fields.boat)


LESSON = Lesson(
    players=3,
    seat=ME,
    seed=258,
    before=(
        "yacht:6 yacht:0 yacht:0 take:blue take:black take:green "
        "bid:2 pass pass place:EC "
        "bid:1 pass pass place:CB "
        "bid:1 pass pass place:CF "
        "pass bid:2 pass take:green "
        "stash:0 stash:0 stash:0 pass bid:1 pass take:green "
        "pass bid:2 pass take:blue "
        "pass bid:2 pass place:DD "
        "stash:3 stash:0 stash:4 pass bid:1 pass place:BF "
        "pass pass bid:1 take:white"
    ),
    steps=(
        Step(
            say(
                "Win by points: a share of rich pearl banks, and money in your chest. The die "
                "shows {die}, and the highest bidder sails that far. You speak first: “{answer}”."
            ),
            answers="bid:2",
            why=say("Let's begin with a low bid, to see what the others do: “{answer}”."),
            rule="TA-4.1",
            then="bid:3 pass",
            values=_bid,
            claims=(lambda position: position.fields.roller == ME,),
        ),
        Step(
            say(
                "{seat} bids {bid}. Only the winner pays, and to the first who passed: {payee}. "
                "You hold a blue pearl and would reach {letter}, near your other one. Raise: "
                "“{answer}”."
            ),
            answers="bid:4",
            why=say(
                "This move is worth a little more to you, but no more than it takes: “{answer}”."
            ),
            rule="TA-4.9",
            then="pass",
            values=_bid,
            claims=(
                lambda position: position.fields.player[ME].pearl == _BLUE,
                lambda position: _has(position, "EC", _BLUE, ME) and _letter(position) == "E",
            ),
        ),
        Step(
            say(
                "Your pearl and a boat go into row or column {letter}. Pearls of one colour side "
                "by side form a bank, worth its pearls times the empty squares around it: "
                "“{answer}” makes yours worth {n}."
            ),
            answers="place:EB",
            why=say(
                "Allowed, but worth less to you: put it beside your other blue pearl, with most "
                "open water around. “{answer}”."
            ),
            rule="TA-8.6",
            then="bid:2 bid:3",
            values=lambda position: _placed(position, "EB"),
            claims=(
                lambda position: _is_best(position, "EB"),
                lambda position: _has(position, "EC", _BLUE, ME),
                lambda position: position.fields.player[ME].pearl == _BLUE,
            ),
        ),
        Step(
            say(
                "{seat} bids {bid} for the {die}, and nobody has passed yet. Your hands are empty "
                "and the first who passes gets the winner's money: “{answer}”."
            ),
            answers="pass",
            why=say("You don't need this move, so let the others pay you for it: “{answer}”."),
            rule="TA-4.9",
            then="bid:4 pass place:DB pass",
            values=_bid,
            claims=(
                lambda position: position.fields.first_passer == NONE,
                lambda position: position.fields.player[ME].pearl == NONE,
                lambda position: position.fields.player[ME].waiting == NONE,
            ),
        ),
        Step(
            say(
                "A blank with the dollar up has given everyone a dollar for each boat on the sea, "
                "you {n}. Nobody has bid for the {die} yet: “{answer}”."
            ),
            answers="bid:1",
            why=say("While nobody has bid, the lowest bid leads: “{answer}”."),
            rule="TA-3.4",
            then="pass",
            values=lambda position: {"n": _boats(position), "die": position.fields.die},
            claims=(
                lambda position: position.fields.bidder == NONE,
                lambda position: position.fields.disc == CHEST,  # flipped since
            ),
        ),
        Step(
            say(
                "Your hands are empty. Take a pearl now and let the next letter decide where it "
                "goes, or leave a boat for letter {letter} and fetch its pearl later. Beside "
                "column {letter} lies {owner}'s black pearl: “{answer}”."
            ),
            answers="boat",
            why=say(
                "A pearl would go to the letter you reach next. You want {letter}: “{answer}”."
            ),
            rule="TA-5.3",
            values=lambda position: {"letter": _here(position), "owner": seat(TEVA)},
            claims=(
                lambda position: position.fields.player[ME].pearl == NONE,
                lambda position: _has(position, "CB", _BLACK, TEVA) and _here(position) == "A",
            ),
        ),
        Step(
            say(
                "The {die} leads to {space}: a pearl of the colour that you want for your boat. "
                "Win it: “{answer}”."
            ),
            answers="bid:2",
            why=say("This pearl is worth a good bid: “{answer}”."),
            rule="TA-5.9",
            then="pass pass",
            values=lambda position: {"die": position.fields.die, "space": _landing(position)},
            claims=(
                lambda position: names.colour(position.game.tables, _reached(position)) == "black",
                lambda position: position.fields.player[ME].waiting != NONE,
            ),
        ),
        Step(
            say(
                "In row or column {letter}, join {owner}'s bank: most boats take its whole worth, "
                "all others half. “{answer}” makes it a tie, so {n} for each of you."
            ),
            answers="place:CA",
            why=say("Beside {owner}'s black pearl you score more than there: “{answer}”."),
            rule="TA-8.11",
            then="pass pass",
            values=lambda position: _placed(position, "CA") | {"owner": seat(TEVA)},
            claims=(
                lambda position: _is_best(position, "CA"),
                lambda position: _gains(position, "CA")[ME] == _placed(position, "CA")["n"],
                lambda position: _has(position, "CB", _BLACK, TEVA),
            ),
        ),
        Step(
            say(
                "Everyone else has passed: take the move of {die} for a dollar, paid to {payee}, "
                "or decline. It leads to {space}: “{answer}”."
            ),
            answers="bid:1",
            why=say("So cheap a move is worth it: “{answer}”."),
            rule="TA-4.11",
            values=lambda position: _bid(position) | {"space": _landing(position)},
            claims=(lambda position: is_last_speaker(position.fields),),
        ),
        Step(
            say(
                "{n} black pearls are left. When two colours are gone the game ends, and what is "
                "still in hand or waiting counts nothing. There is time: “{answer}”."
            ),
            answers="take:black",
            why=say("Another black pearl can give you most boats in that bank: “{answer}”."),
            rule="TA-7.1",
            then="stash:4",
            values=lambda position: {"n": position.fields.supply[_BLACK]},
            claims=(lambda position: sum(position.fields.supply) > PLENTY,),
        ),
        Step(
            say(
                "A blank with the chest up: save now. At the end money in the chest is points and "
                "cash is nothing, but the chest pays for no bid. “{answer}” leaves you {n}."
            ),
            answers="stash:5 stash:4 stash:6",
            why=say("Save some, but keep enough to bid: “{answer}”."),
            rule="TA-3.8",
            then="stash:2 bid:2",
            values=lambda position: {"n": position.fields.player[ME].cash - 5},
        ),
    ),
    end=say(
        "You have done all that a game asks: bid, sail, build banks, save. It is half played, "
        "and you can win it: play on against bots."
    ),
)
