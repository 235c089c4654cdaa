"""Bora Bora's lesson: the third round of a game of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.lesson import Lesson, Step
from proa.engine.messages import seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import say

if TYPE_CHECKING:
    from proa.games.borabora.state import Position

ME, TEVA = 0, 1
FOUR_OFFERINGS = at.TASKS.index("T31")


def _me(position: Position) -> Any:
    return position.fields.player[ME]


def _seat(position: Position) -> dict[str, Any]:
    return {"seat": seat(TEVA)}


def _lowest(position: Position, tile: int) -> int:
    """Return the lowest die on an action tile."""
    state, tables = position.fields, position.game.tables
    return int(state.lowest[tables.tile_of[state.players][tile]])


def _may(position: Position, *codes: str) -> bool:
    """Return whether the learner may give all these answers."""
    return set(codes) <= set(position.game.codes(position))


def _has_most_fish(position: Position, region: str) -> bool:
    """Return whether no other region that may be settled has a fish worth as much."""
    worth = {
        code[7:]: position.game.tables.fish_value[position.fields.fish[at.REGIONS.index(code[7:])]]
        for code in position.game.codes(position)
    }
    best = worth.pop(region)
    return bool(best > max(worth.values()))


def _neighbours(position: Position, space: int) -> int:
    """Return how many materials lie beside a ceremony space."""
    sites = [site for site in at.SITES if space - 1 in site]
    others = [one for site in sites for one in site if one != space - 1]
    return sum(_me(position).filled >> other & 1 for other in others)


def _is_alone_beside(position: Position, space: int) -> bool:
    """Return whether only this one of the possible spaces lies beside a material."""
    spaces = [int(code[6:]) for code in position.game.codes(position)]
    return [one for one in spaces if _neighbours(position, one)] == [space]


def _is_best_buy(position: Position, code: str) -> bool:
    """Return whether no other jewelry that the learner can pay for scores as much."""

    def points(one: str) -> int:
        game = position.game
        place = game.action(one) - act.BUY
        tile = position.fields.jewelry[(position.fields.round - 1) * at.COLUMN + place]
        return int(game.tables.jewelry_points[tile])

    others = [one for one in position.game.codes(position) if one not in ("no", code)]
    return all(points(code) > points(one) for one in others)


def _women(position: Position, kind: str) -> int:
    """Return how many of the learner's women are of a type."""
    tiles = [number for number, name in enumerate(at.PERSONS) if name.startswith(kind)]
    return sum(_me(position).persons[at.WOMAN] >> tile & 1 for tile in tiles)


LESSON = Lesson(
    players=2,
    seat=ME,
    seed=10,
    before=(
        "region:CM hut:normal space:3 region:WM hut:normal space:10 "
        "place:temple-2 no temple:1 card:red shell place:woman-3 no woman:3 place:fishing-6 "
        "place:woman-2 no woman:2 place:woman-5 pay:tile no woman:1 "
        "place:land-4 no region:CP hut:normal take pay:card "
        "use:woman-shell pay:pair-red use:woman-water no region:EF hut:normal take space:2 "
        "pay:tile no surrender:T05 complete:T07 choose:T39 choose:T25 "
        "place:land-3 pay:tile region:WP hut:12th no no place:man-1 no man:1 "
        "place:temple-5 no temple:3 card:yellow shell "
        "place:temple-3 no temple:3 offering status "
        "place:man-2 pay:card man:2 place:temple-2 no temple:2 offering shell "
        "use:man-move move use:woman-shell use:woman-water no region:NM hut:normal take space:5 "
        "no no no buy:1 surrender:T20 surrender:T56 choose:T31 choose:T37"
    ),
    steps=(
        Step(
            say(
                "Buildings, huts, tasks and jewelry bring points. Each turn you place a die on an "
                "action; a high one does more. Two of your materials lie side by side: “{answer}”."
            ),
            answers="place:build-4",
            why=say("That can wait; a building scores most while it is early: “{answer}”."),
            rule="BB-3.4",
            then="no",
            claims=(
                lambda position: _neighbours(position, 3) > 0,
                lambda position: (
                    position.game.tables.building_points[position.fields.round - 1]
                    > position.game.tables.building_points[at.ROUNDS - 1]
                ),
            ),
        ),
        Step(
            say(
                "Your die may build a tile up to its value, and each scores the same {n} points. "
                "Keep low tiles for low dice: “{answer}”."
            ),
            answers="build:4",
            why=say("That one scores no more, and a low die can build it later: “{answer}”."),
            rule="BB-8.3",
            then="site:2-3",
            values=lambda position: {
                "n": position.game.tables.building_points[position.fields.round - 1]
            },
            claims=(lambda position: position.game.codes(position)[-1] == "build:4",),
        ),
        Step(
            say(
                "A building brings a Fire Bonus: two gifts. The first is a God card or an "
                "offering; you have {n} offerings, so take a card: “{answer}”."
            ),
            answers="card:blue",
            why=say("A good gift, too. This time take a God who lets a high die in: “{answer}”."),
            rule="BB-10.2",
            values=lambda position: {"n": _me(position).offerings},
            claims=(lambda position: _me(position).offerings > sum(_me(position).hand),),
        ),
        Step(
            say(
                "The second is a step on the status track or a shell. Shells buy jewelry when the "
                "round ends: “{answer}”."
            ),
            answers="shell",
            why=say("You are saving for jewelry: “{answer}”."),
            rule="BB-10.2",
            then="place:water-4 region:SF hut:normal take space:2",
        ),
        Step(
            say(
                "A die must be lower than all that lie on its tile. {seat} put a {n} on the paths, "
                "so your {n} may join it only with a Blue God: “{answer}”."
            ),
            answers="place:land-4",
            why=say(
                "Possible. But try the Gods now, to reach a region with a big fish: “{answer}”."
            ),
            rule="BB-16.9",
            values=lambda position: _seat(position) | {"n": _lowest(position, at.D_LAND)},
            claims=(
                lambda position: _lowest(position, at.D_LAND) in list(_me(position).die),
                lambda position: _lowest(position, at.D_LAND) == _lowest(position, at.D_WATER),
            ),
        ),
        Step(
            say(
                "A God costs its card and an offering, or a God tile and nothing else. One of "
                "your tasks asks for all {n} offerings, so keep them: “{answer}”."
            ),
            answers="pay:tile",
            why=say("That would take an offering from your task: “{answer}”."),
            rule="BB-16.1",
            then="no",
            values=lambda position: {"n": _me(position).offerings},
            claims=(
                lambda position: FOUR_OFFERINGS in list(_me(position).task),
                lambda position: (
                    position.game.tables.task[FOUR_OFFERINGS].need[0].count
                    == _me(position).offerings
                ),
            ),
        ),
        Step(
            say(
                "The die leads along a path up to its value. At the end of the game the newest "
                "hut in a region scores its fish, so go for the biggest: “{answer}”."
            ),
            answers="region:CF",
            why=say("The fish there is worth less: “{answer}”."),
            rule="BB-17.4",
            claims=(lambda position: _has_most_fish(position, "CF"),),
        ),
        Step(
            say(
                "The hut comes from your board. A normal space that loses its hut has room for a "
                "man or a woman: “{answer}”."
            ),
            answers="hut:normal",
            why=say("That space is free only when all its huts have gone: “{answer}”."),
            rule="BB-4.9",
            claims=(lambda position: _me(position).last > 1,),
        ),
        Step(
            say("The region offers its resource; materials become buildings: “{answer}”."),
            answers="take",
            why=say("It costs nothing, and you can build with it: “{answer}”."),
            rule="BB-4.12",
            claims=(lambda position: _may(position, "take", "no"),),
        ),
        Step(
            say(
                "Wood goes on a space for wood. A building needs two materials side by side, so "
                "put it next to your stone: “{answer}”."
            ),
            answers="space:9",
            why=say("There it would lie alone: “{answer}”."),
            rule="BB-8.2",
            then="no place:helper-5 shells:2 card:deck point point",
            claims=(
                lambda position: _is_alone_beside(position, 9),
                lambda position: at.MATERIALS[position.game.tables.space_material[4]] == "stone",
                lambda position: at.MATERIALS[position.game.tables.space_material[8]] == "wood",
            ),
        ),
        Step(
            say(
                "Your last die is low: it can do little, but may join high ones. On the Helper it "
                "is worth its value in small trades: “{answer}”."
            ),
            answers="place:helper-1",
            why=say("The Helper gives you more for so low a die: “{answer}”."),
            rule="BB-6.1",
            then="no",
            claims=(
                lambda position: (
                    0 < min(d for d in _me(position).die if d) < _lowest(position, at.D_HELPER)
                ),
            ),
        ),
        Step(
            say(
                "A woman brings her shells once in the game, a man his status steps. For the "
                "jewelry you want shells: “{answer}”."
            ),
            answers="shells:2",
            why=say("The woman with most shells is what you need: “{answer}”."),
            rule="BB-6.6",
            then="place:temple-6 temple:5 offering status",
            claims=(
                lambda position: _may(position, "shells:1", "shells:2"),
                lambda position: not _may(position, "shells:3"),
            ),
        ),
        Step(
            say(
                "All dice are placed. Now one type of your men and one of your women may act, and "
                "{n} women of one type act as one, but stronger: “{answer}”."
            ),
            answers="use:woman-water",
            why=say("Together your women reach farther than the man alone: “{answer}”."),
            rule="BB-11.3",
            then="no",
            values=lambda position: {"n": _women(position, "water")},
            claims=(lambda position: _women(position, "water") > 1,),
        ),
        Step(
            say("They settle one more region, again along a path. Look at the fish: “{answer}”."),
            answers="region:NB",
            why=say("The fish there is worth less: “{answer}”."),
            rule="BB-11.8",
            then="hut:normal take space:4 no no no buy:4",
            claims=(lambda position: _has_most_fish(position, "NB"),),
        ),
        Step(
            say(
                "The round is scored: status, then the temple, where each of your priests brought "
                "points. Now you may buy jewelry for your {n} shells: “{answer}”."
            ),
            answers="buy:1",
            why=say("You can pay for the jewelry that scores most: “{answer}”."),
            rule="BB-14.1",
            then="surrender:T12",
            values=lambda position: {"n": _me(position).shells},
            claims=(
                lambda position: list(position.fields.temple).count(ME) > 1,
                lambda position: _is_best_buy(position, "buy:1"),
            ),
        ),
        Step(
            say(
                "Each round you complete one task, or give one up for nothing. You kept the "
                "offerings, so this one is done: “{answer}”."
            ),
            answers="complete:T31",
            why=say("Without a God's help a task scores more: “{answer}”."),
            rule="BB-15.2",
            then="choose:T10",
            claims=(lambda position: _may(position, "complete:T31"),),
        ),
        Step(
            say("A new task takes its place. Choose freely, for example “{answer}”."),
            answers="choose:T17 choose:T24 choose:T54",
            why=say("Choose one of the open tasks."),
            rule="BB-15.10",
            then="place:fishing-4",
        ),
    ),
    end=say(
        "That was a round: dice, men and women, scoring. The game is half played, and you lead. "
        "Play on against bots; your dice are on the table."
    ),
    claims=(
        lambda position: position.fields.round == at.ROUNDS // 2 + 1,
        lambda position: position.game.scores(position)[ME] > position.game.scores(position)[TEVA],
    ),
)
