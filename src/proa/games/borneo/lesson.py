"""Borneo's lesson: two turns, and an attack between them, in a game of three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.lesson import Lesson, Step
from proa.engine.messages import seat
from proa.games.borneo import actions as act
from proa.games.borneo.messages import say
from proa.games.borneo.rules.fight import bonus
from proa.games.borneo.rules.harbors import LOWER, visible_flags
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.state import COMPANIES, GOODS, HAND_LIMIT, MISSION, NO_DISTRIBUTION
from proa.games.borneo.texts import names

if TYPE_CHECKING:
    from proa.games.borneo.state import Position

ME, TEVA = 0, 1
RED, _, GREEN, BLUE = range(len(COMPANIES))
PEPPER = GOODS.index("pepper")


def _row(position: Position, company: int) -> list[int]:
    """Return whose merchants stand in a row, first-ranked first."""
    row = position.fields.row[company]
    return [(row.place[at] - 1) // 4 for at in range(row.length)]


def _slot(position: Position, harbor: str) -> int:
    """Return which of the open harbors a card is."""
    card = position.game.action(f"at:{harbor}") - act.AT + 1
    return [open_.card for open_ in position.fields.harbor].index(card)


def _harbor(harbor: str, company: int) -> Any:
    """Return the values that tell how far a company is from a monopoly at a harbor."""

    def values(position: Position) -> dict[str, Any]:
        tables, slot = position.game.tables, _slot(position, harbor)
        found = position.fields.harbor[slot]
        return {
            "harbor": names.harbor(tables, found.card - 1),
            "n": visible_flags(tables, found, company),
            "of": tables.monopoly_number[found.card - 1],
        }

    return values


def _goods(position: Position) -> list[int]:
    """Return how much of each good the learner's warehouse holds."""
    player = position.fields.player[ME]
    return [goods_worth(position.game.tables, player, good) for good in range(len(GOODS))]


def _hand(position: Position) -> list[int]:
    """Return the learner's cards."""
    hand = position.fields.player[ME].hand
    return [card for card in range(len(position.game.tables.good)) if hand >> card & 1]


def _lower_red(position: Position) -> list[int]:
    """Return the cards in the learner's hand whose lower flag is red."""
    return [card for card in _hand(position) if position.game.tables.flag[card][LOWER] == RED]


def _alone_completes(position: Position, harbor: str) -> bool:
    """Return whether the chosen shipment completes this harbor, and no other."""
    game, code = position.game, f"at:{harbor}"
    completing = [
        other
        for other in game.codes(position)
        if game.play(position, other, chance=False).fields.distribution.kind != NO_DISTRIBUTION
    ]
    return completing == [code]


def _attack(position: Position) -> dict[str, Any]:
    """Return who attacks, and with how many flags of the company."""
    fight, tables = position.fields.fight, position.game.tables
    cards = [card for card in range(len(tables.good)) if fight.attack >> card & 1]
    flags = [flag for card in cards for flag in tables.flag[card]]
    return {"seat": seat(TEVA), "n": flags.count(fight.company - 1)}


LESSON = Lesson(
    players=3,
    seat=ME,
    seed=408,
    before=(
        "to:blue to:green to:yellow to:blue to:blue to:red to:green to:green to:green "
        "merchant:blue:1 to:green ship:S35 at:H10 "
        "pass ship:S39 at:H07 "
        "pass ship:S41 at:H10 "
        "pass ship:S27 at:H06 "
        "pass ship:S51 at:H06 "
        "merchant:green:4 attack:2 play:S48 play:S55 play:S57 commit play:S56 commit to:yellow "
        "ship:S59 at:H10 take:S35 take:S41 take:S59 "
        "merchant:yellow:2 to:blue ship:S02 at:H06 "
        "pass ship:S19 at:H02 "
        "pass ship:S10 at:H02 "
        "merchant:red:1 to:yellow ship:S34 at:H06"
    ),
    steps=(
        Step(
            say(
                "Collect goods and complete missions with them. Goods are handed out by rank in "
                "four companies, the first at the left: begin with “{answer}”, your merchant there."
            ),
            answers="merchant:blue:2",
            why=say("Leave your good places in Green, and take the one in Blue: “{answer}”."),
            rule="BO-5.2",
            claims=(
                lambda position: _row(position, GREEN)[0] == ME,
                lambda position: _row(position, BLUE).index(ME) > 0,
            ),
        ),
        Step(
            say(
                "A merchant moves to the right end of another row. Where nobody stands it is "
                "first-ranked at once: “{answer}”."
            ),
            answers="to:red",
            why=say("Only in an empty row is it first at once: “{answer}”."),
            rule="BO-5.6",
            claims=(
                lambda position: not _row(position, RED),
                lambda position: all(_row(position, other) for other in range(RED + 1, BLUE + 1)),
            ),
        ),
        Step(
            say(
                "Now you must lay a shipment. {harbor} shows {n} green flags, and {of} of one "
                "company make a monopoly. You lead Green, so bring more: “{answer}”."
            ),
            answers="ship:S44",
            why=say("You need three green flags, and have nutmeg enough: “{answer}”."),
            rule="BO-7.6",
            values=_harbor("H02", GREEN),
            claims=(
                lambda position: _row(position, GREEN)[0] == ME,
                lambda position: list(position.game.tables.flag[43]).count(GREEN) == 3,
                lambda position: _goods(position)[GOODS.index("nutmeg")] > 1,
            ),
        ),
        Step(
            say(
                "At {harbor} your card completes the monopoly: all goods there go to Green's "
                "merchants by rank, also those laid by others. Lay it there."
            ),
            answers="at:H02",
            why=say("There it would complete nothing yet. {harbor} is the place."),
            rule="BO-8.3",
            values=_harbor("H02", GREEN),
            claims=(lambda position: _alone_completes(position, "H02"),),
        ),
        Step(
            say(
                "First in rank, you get the harbor card, a good as well, and choose a shipment "
                "first. You have no pepper yet: “{answer}”."
            ),
            answers="take:S10",
            why=say("Missions ask for different goods, and pepper is what you lack: “{answer}”."),
            rule="BO-8.2",
            then="take:S44 take:S19",
            claims=(
                lambda position: _goods(position)[PEPPER] == 0,
                lambda position: position.game.tables.good[9] == PEPPER,
            ),
        ),
        Step(
            say(
                "You drew two cards, and a hand keeps {n}. You have no merchant in Blue any more, "
                "so its flags help you least: “{answer}”."
            ),
            answers="discard:S24 discard:S30",
            why=say("You will want that card soon. Let the blue flags go: “{answer}”."),
            rule="BO-10.2",
            then="merchant:green:2 attack:1 play:S29 commit",
            values=lambda position: {"n": HAND_LIMIT},
            claims=(lambda position: ME not in _row(position, BLUE),),
        ),
        Step(
            say(
                "{seat} attacks your first place in Green. Green flags in the attack: {n}. "
                "The defender must show more: “{answer}”."
            ),
            answers="play:S07",
            why=say("Defend with a card that holds your place and that you can spare: “{answer}”."),
            rule="BO-6.11",
            then="commit",
            values=_attack,
            claims=(lambda position: _row(position, GREEN)[0] == ME,),
        ),
        Step(
            say(
                "You held your place. As a reward you may store a card you defended with, as a "
                "good: “{answer}”."
            ),
            answers="keep:S07",
            why=say(
                "Take the reward: every good is a point, and may pay for a mission: “{answer}”."
            ),
            rule="BO-6.17",
            then="ship:S54 at:H07 pass ship:S46 at:H08 discard:S16",
            claims=(lambda position: _row(position, GREEN)[0] == ME,),
        ),
        Step(
            say(
                "Your turn begins with a mission, if you can pay for one. Your warehouse holds "
                "all four goods: “{answer}”."
            ),
            answers="mission:one_of_each",
            why=say("Missions bring most of the points, so take this one: “{answer}”."),
            rule="BO-4.1",
            claims=(lambda position: all(_goods(position)),),
        ),
        Step(
            say(
                "Pay card by card, also with harbor cards; there is no change for a double good. "
                "Begin with a pepper: “{answer}”."
            ),
            answers="pay:S07 pay:S10",
            why=say("You have more than one pepper, so begin with it: “{answer}”."),
            rule="BO-4.8",
            then="pay:S19 pay:H02 pay:S59",
            claims=(lambda position: _goods(position)[PEPPER] > 1,),
        ),
        Step(
            say(
                "Instead of moving, a merchant may fight one to its left in the same row. Your "
                "cards are strong in Green: choose “{answer}”."
            ),
            answers="merchant:green:3",
            why=say("Fight in Green, with the merchant that has one to its left: “{answer}”."),
            rule="BO-6.1",
            claims=(
                lambda position: _row(position, GREEN)[:3] == [ME, TEVA, ME],
                lambda position: (
                    sum(GREEN in position.game.tables.flag[card] for card in _hand(position)) > 2
                ),
            ),
        ),
        Step(
            say(
                "Each merchant between the two would help the defender, but {seat} stands right "
                "beside you: “{answer}”."
            ),
            answers="attack:2",
            why=say("Not a move this time: “{answer}”."),
            rule="BO-6.10",
            values=lambda position: {"seat": seat(TEVA)},
            claims=(lambda position: _row(position, GREEN)[:3] == [ME, TEVA, ME],),
        ),
        Step(
            say(
                "Play cards with green flags, and keep at least one such card back. A tie is "
                "enough to win: “{answer}”."
            ),
            answers="play:S31",
            why=say("A card with three green flags that you can spare: “{answer}”."),
            rule="BO-6.5",
            claims=(
                lambda position: bonus(position.fields.fight) == 0,
                lambda position: list(position.game.tables.flag[30]).count(GREEN) == 3,
            ),
        ),
        Step(
            say(
                "The defender may answer once, with no more cards than you play. One strong card "
                "should do: “{answer}”."
            ),
            answers="commit",
            why=say("Don't spend more cards than you must: “{answer}”."),
            rule="BO-6.7",
            then="commit vacated",
        ),
        Step(
            say(
                "You won the place. Now {harbor}: Red shows {n} of {of} flags, and you alone stand "
                "in Red. The lower flag of the newest card counts, too: “{answer}”."
            ),
            answers="ship:S28",
            why=say("You need a card with a red flag, if only in its lower line: “{answer}”."),
            rule="BO-7.4",
            values=_harbor("H07", RED),
            claims=(
                lambda position: _row(position, GREEN)[:2] == [ME, ME],
                lambda position: _row(position, RED) == [ME],
                lambda position: len(_lower_red(position)) == 1,
                lambda position: (
                    _harbor("H07", RED)(position)["n"] + 1 == _harbor("H07", RED)(position)["of"]
                ),
            ),
        ),
        Step(
            say(
                "It is the last card that {harbor} takes. Without a monopoly all companies that "
                "show flags would share, most flags first; now it is Red's alone. Lay it there."
            ),
            answers="at:H07",
            why=say("Only at {harbor} does the red flag complete a monopoly."),
            rule="BO-7.7",
            values=_harbor("H07", RED),
            claims=(
                lambda position: _alone_completes(position, "H07"),
                lambda position: (
                    position.fields.harbor[_slot(position, "H07")].laid + 1
                    == position.game.tables.card_limit[6]
                ),
            ),
        ),
        Step(
            say(
                "Everything here is yours. A double card pays for two goods, but is one point like "
                "any other: “{answer}”."
            ),
            answers="take:S54",
            why=say("They all come to you anyway; begin with the double: “{answer}”."),
            rule="BO-12.1",
            then=("take:S39 take:S28 pass ship:S01 at:H05 pass ship:S60 at:H03 discard:S08"),
            claims=(
                lambda position: _row(position, RED) == [ME],
                lambda position: position.game.tables.worth[53] == 2,
            ),
        ),
    ),
    claims=(
        lambda position: position.game.scores(position)[ME] == max(position.game.scores(position)),
        lambda position: any(code != "pass" for code in position.game.codes(position)),
        lambda position: position.fields.phase == MISSION,
    ),
    end=say(
        "That is a turn: mission, move or fight, shipment, new cards. The game is half played, "
        "you are ahead and can pay for a mission: play on against bots."
    ),
)
