"""Bora Bora's player aid: the aim, the rules in a minute, the purpose of each thing, all tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Aid, Chapter, Goal, Thing, thing
from proa.engine.messages import Message
from proa.games.borabora.messages import plural, say
from proa.games.borabora.state import TASKS
from proa.games.borabora.texts import names

if TYPE_CHECKING:
    from proa.games.borabora.state import Game


def aid(game: Game) -> Aid:
    """Return the player aid beside the table, with the tasks of the edition."""
    return {
        "aim": say(
            "Score the most points in six rounds. There are many ways; the tasks guide you."
        ),
        "minute": [
            say(
                "Each round: everyone places three dice (A), then men and women act (B), then "
                "scoring and the market (C)."
            ),
            say(
                "A die must be lower than all dice on its tile. Low dice get in; high dice do more."
            ),
            say("Huts go to regions for resources and fish; that makes room for people."),
            say("Two adjacent materials become a building. Early buildings score more."),
            say("Complete one task per round for 6 points, or give one up."),
            say("Each God bends one rule; Gods cost cards and offerings."),
        ],
        "goals": _goals(),
        "chapters": [
            {"heading": say("A round"), "things": _round()},
            {"heading": say("Actions of the dice"), "things": _actions()},
            {"heading": say("The Gods"), "things": _gods()},
            {"heading": say("Types of men and women"), "things": _types()},
            {"heading": say("On the islands"), "things": _islands()},
            {"heading": say("On your board and in the market"), "things": _goods()},
            _tasks(game),
        ],
    }


def _goals() -> list[Goal]:
    """Return the six bonuses of 6 points at the end (BB-17.6 to BB-17.11)."""

    def goal(text: Message, count: str, of: int, rule: str) -> Goal:
        return {"text": text, "count": count, "of": of, "rule": rule}

    return [
        goal(say("nine completed tasks"), "#my-done", 9, "BB-17.6"),
        goal(say("six jewelry tiles"), "#mine .jewels-held use:not(.none-yet *)", 6, "BB-17.7"),
        goal(say("twelve filled ceremony spaces"), "#my-filled", 12, "BB-17.8"),
        goal(say("all six buildings"), ".seat.me [id^=built-]", 6, "BB-17.9"),
        goal(say("huts in all twelve regions"), ".seat.me [id^=regions-]", 12, "BB-17.10"),
        goal(say("twelve men and women"), ".seat.me [id^=persons-]", 12, "BB-17.11"),
    ]


def _round() -> list[Thing]:
    return [
        thing(
            say("A: dice"),
            say(
                "Everyone rolls three dice and places them one at a time, each on a tile where "
                "it is lower than all others. Its action follows at once."
            ),
            "BB-3.3",
            at=".phases li:nth-child(1)",
        ),
        thing(
            say("Die"),
            say("Low dice fit where high dice already are; high dice do more."),
            "BB-3.5",
            *(f"bb-die-{n}" for n in range(1, 7)),
            owned=True,
        ),
        thing(
            say("B: men and women"),
            say(
                "All your men of one type act together, and all your women of one type, each "
                "once. A Green God doubles one use or adds another type."
            ),
            "BB-11.1",
            at=".phases li:nth-child(2)",
        ),
        thing(
            say("C: scoring"),
            say(
                "Status, then temple; then each player may buy a jewelry tile, handles one "
                "task and chooses a new one."
            ),
            "BB-12.1",
            at=".phases li:nth-child(3)",
        ),
        thing(
            say("Fire Bonus"),
            say(
                "For each priest and each building: a God card or an offering, and a status "
                "step or a shell."
            ),
            "BB-10.2",
            "bb-fire",
        ),
    ]


def _actions() -> list[Thing]:
    rows: list[tuple[str, Message, str]] = [
        (
            "land",
            say(
                "A hut goes to a region next to one of yours, along a brown path no higher "
                "than the die. You may take its resource."
            ),
            "BB-4.1",
        ),
        (
            "water",
            say(
                "A hut goes to a region next to one of yours, along a blue path no higher than "
                "the die. You may take its resource."
            ),
            "BB-4.1",
        ),
        (
            "man",
            say(
                "Take a man from a position no higher than the die onto a free space of your board."
            ),
            "BB-5.3",
        ),
        (
            "woman",
            say(
                "Take a woman from a position no higher than the die onto a free space of your "
                "board."
            ),
            "BB-5.1",
        ),
        (
            "temple",
            say(
                "Place a priest on a temple space no higher than the die. It pushes others to "
                "the right and gives a Fire Bonus."
            ),
            "BB-7.1",
        ),
        (
            "helper",
            say(
                "Spend as many points as the die shows. Tattoos, shells and victory points "
                "cost 1, everything else 2."
            ),
            "BB-6.1",
        ),
        ("fishing", say("2 points for any die; always open."), "BB-9.1"),
        (
            "build",
            say(
                "A building tile no higher than the die covers two adjacent materials. It "
                "scores 10, 7 or 4 points, depending on the round, and gives a Fire Bonus."
            ),
            "BB-8.1",
        ),
    ]
    return [
        thing(names.TILE[key], text, rule, f"bb-a-{key}", at=f".acts #tile-{key}")
        for key, text, rule in rows
    ]


def _gods() -> list[Thing]:
    price = thing(
        say("What a God costs"),
        say(
            "A card of its colour and an offering, or two matching cards of any colour and an "
            "offering, or a God tile alone."
        ),
        "BB-16.1",
    )
    card = thing(
        say("God card"),
        say(
            "With an offering, pays for the God of its colour; two matching cards pay for any God."
        ),
        "BB-16.1",
        "bb-god",
    )
    tile = thing(
        plural("God tile", "God tiles", 1),
        say("Pays for any God, without an offering. Unused, it is worth 2 points at the end."),
        "BB-16.4",
        "bb-god-tile",
    )
    rows: list[tuple[str, Message, str]] = [
        ("blue", say("You may place a die that isn't lower."), "BB-16.9"),
        ("white", say("The placed die acts as a 6."), "BB-16.11"),
        ("red", say("The region's fish scores when you place a hut there."), "BB-16.14"),
        ("green", say("Once per phase B: one type acts twice, or one more type acts."), "BB-16.19"),
        (
            "yellow",
            say("Completes a task with one item missing, for 4 points."),
            "BB-15.3",
        ),
    ]
    gods = [thing(names.GOD[key], text, rule, f"bb-god-{key}") for key, text, rule in rows]
    return [price, card, *gods, tile]


def _types() -> list[Thing]:
    rows: list[tuple[str, Message, str]] = [
        (
            "land",
            say("Expand along a land path: one tile up to 2, two up to 4, three any."),
            "BB-11.7",
        ),
        (
            "water",
            say("Expand along a water path: one tile up to 2, two up to 4, three any."),
            "BB-11.8",
        ),
        ("woman", say("Take a woman: one tile from positions 1 to 3, two from any."), "BB-11.9"),
        ("man", say("Take a man: one tile from positions 1 to 3, two from any."), "BB-11.10"),
        ("build", say("Build a tile: one up to 3, two up to 6."), "BB-11.11"),
        ("material", say("Take a building material for each tile."), "BB-11.12"),
        (
            "move",
            say("Move a hut to the 12th space for each tile: that frees a space for a person."),
            "BB-11.13",
        ),
        ("points", say("2 points for each tile."), "BB-11.14"),
        ("god", say("Take a God card for each tile."), "BB-11.15"),
        ("offering", say("Take an offering for each tile."), "BB-11.16"),
        ("status", say("A step on the status track for each tile."), "BB-11.17"),
        ("shell", say("Take a shell for each tile."), "BB-11.18"),
    ]
    return [thing(names.TYPE[key], text, rule, f"bb-p-{key}") for key, text, rule in rows]


def _islands() -> list[Thing]:
    rows: list[tuple[str, Message, Message, str]] = [
        (
            "hut",
            say("Hut"),
            say(
                "You expand from where your huts are. The newest hut in a region scores its "
                "fish at the end."
            ),
            "BB-17.4",
        ),
        ("tuna", names.FISH["tuna"], _FISH, "BB-17.4"),
        ("parrotfish", names.FISH["parrotfish"], _FISH, "BB-17.4"),
        ("angelfish", names.FISH["angelfish"], _FISH, "BB-17.4"),
        ("boxfish", names.FISH["boxfish"], _FISH, "BB-17.4"),
        ("sand", names.RESOURCE["sand"], _MATERIAL, "BB-8.2"),
        ("wood", names.RESOURCE["wood"], _MATERIAL, "BB-8.2"),
        ("stone", names.RESOURCE["stone"], _MATERIAL, "BB-8.2"),
    ]
    paths = thing(
        say("Path"),
        say("Brown by land, blue by water: a die or a person must reach the number."),
        "BB-4.2",
        at=".islands .path, .islands .value",
    )
    owned = {"hut"}
    things = [
        thing(name, text, rule, f"bb-{key}", at=_DRAWN.get(key, ""), owned=key in owned)
        for key, name, text, rule in rows
    ]
    return [*things, paths]


_DRAWN = {"hut": ".hut"}
_FISH = say(
    "Scores its number for the hut on the building space at the end, or at once with a Red God."
)
_MATERIAL = say("Goes on a ceremony space of its kind. Two adjacent ones become a building.")


def _goods() -> list[Thing]:
    jewel = say("Bought with shells in phase C, one per round. Scores its points at the end.")
    return [
        thing(
            say("Seat"),
            say("All of this player's pieces carry this colour and letter."),
            "BB-1.2",
            at=".mark",
            owned=True,
        ),
        thing(
            say("Offering"), say("Together with cards, pays for Gods."), "BB-16.2", "bb-offering"
        ),
        thing(say("Shell"), say("Pays for jewelry."), "BB-14.2", "bb-shell"),
        thing(
            say("Status symbol"),
            say("Gives a step on the status track when the man is tattooed."),
            "BB-6.3",
            "bb-status",
        ),
        thing(
            say("Status track"),
            say(
                "Scores points each round and sets the turn order; then all markers return to "
                "the start."
            ),
            "BB-12.2",
            at="#status",
        ),
        thing(
            say("Priest"),
            say(
                "Each priest in the temple scores 1, 2 or 3 points, depending on the round. "
                "The player with the most takes a God tile."
            ),
            "BB-13.1",
            "bb-priest",
            owned=True,
            at=".niche",
        ),
        *(thing(names.JEWEL[key], jewel, "BB-14.1", f"bb-{key}") for key in names.JEWEL),
        thing(
            say("Ceremony spaces"),
            say("Each takes the material printed on it; a building covers two of them."),
            "BB-8.2",
            at=".ceremony",
        ),
        thing(
            say("Building not yet built"),
            say("Its die shows how high a die or type must be to build it."),
            "BB-8.1",
            at=".unbuilts li",
        ),
        thing(
            say("Person space"),
            say("Holds a hut or a person. A space without its hut is free for a person."),
            "BB-4.9",
            at=".spaces li",
        ),
        thing(
            say("Man"),
            say("Can be tattooed once for status steps; acts together with all men of his type."),
            "BB-11.3",
            "bb-man",
        ),
        thing(
            say("Woman"),
            say("Can collect shells once; acts together with all women of her type."),
            "BB-11.3",
            "bb-woman",
        ),
        thing(
            say("Task"),
            say(
                "6 points if you have what it asks for, 4 with a Yellow God. You don't give "
                "anything up for it."
            ),
            "BB-15.2",
            "bb-check",
            at=".tasks li, .offers li",
        ),
        thing(
            say("Dice to place"),
            say("Visible to all; the letter shows whose they are."),
            "BB-3.2",
            at=".left",
            owned=True,
        ),
        thing(
            say("Points"),
            say("So far; end-of-game scoring is added later."),
            "BB-1.3",
            at=".borabora .score",
        ),
    ]


def _tasks(game: Game) -> Chapter:
    """Return all tasks with their numbers; they have no sign of their own."""
    return {
        "heading": say("All tasks"),
        "things": [
            thing(names.requirement(game.tables, number), "", "", at="")
            for number in range(len(TASKS))
        ],
    }
