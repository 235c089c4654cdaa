"""Bora Bora's aid: the aim, what to know in a minute, what each thing is for, and all tasks."""

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
    """The sheet beside the table, with the tasks of the edition."""
    return {
        "aim": say(
            "Most points after six rounds win: there are many ways, and the tasks lead you."
        ),
        "minute": [
            say("Each round: three dice each (A), then men and women (B), then the market (C)."),
            say(
                "A die must be lower than all dice on its tile. Low dice get in, high dice do more."
            ),
            say("Huts go out to regions for resources and fish; that makes room for people."),
            say("Two materials beside each other become a building. Early buildings score more."),
            say("Complete one task a round for 6 points, or give one up."),
            say("Gods bend a rule, each its own; they cost cards and offerings."),
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
    """The six bonuses of 6 points at the end (BB-17.6 to BB-17.11)."""

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
                "Everybody rolls three dice and places them one at a time, each on a tile where it "
                "is lower than all others. Its action follows at once."
            ),
            "BB-3.3",
            at=".phases li:nth-child(1)",
        ),
        thing(
            say("Die"),
            say("Low dice get in where high dice lie already; high dice do more."),
            "BB-3.5",
            *(f"bb-die-{n}" for n in range(1, 7)),
            owned=True,
        ),
        thing(
            say("B: men and women"),
            say(
                "All men of one type act together, and all women of one type, each once. A Green "
                "God doubles one of them or adds another type."
            ),
            "BB-11.1",
            at=".phases li:nth-child(2)",
        ),
        thing(
            say("C: scoring"),
            say(
                "Status, then temple, then each may buy a jewelry tile, deal with one task and "
                "choose a new one."
            ),
            "BB-12.1",
            at=".phases li:nth-child(3)",
        ),
        thing(
            say("Fire Bonus"),
            say(
                "For each priest placed and each building: a God card or an offering, and a status "
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
                "A hut goes to a region beside one of yours, along a brown path no higher than "
                "the die. You may take its resource."
            ),
            "BB-4.1",
        ),
        (
            "water",
            say(
                "A hut goes to a region beside one of yours, along a blue path no higher than "
                "the die. You may take its resource."
            ),
            "BB-4.1",
        ),
        (
            "man",
            say(
                "A man from a position no higher than the die goes onto a free space of your board."
            ),
            "BB-5.3",
        ),
        (
            "woman",
            say(
                "A woman from a position no higher than the die goes onto a free space of your "
                "board."
            ),
            "BB-5.1",
        ),
        (
            "temple",
            say(
                "A priest goes to a temple space no higher than the die, pushes others to the "
                "right, and brings a Fire Bonus."
            ),
            "BB-7.1",
        ),
        (
            "helper",
            say(
                "As many points as the die shows. Tattoos, shells and victory points cost 1, "
                "all else 2."
            ),
            "BB-6.1",
        ),
        ("fishing", say("2 points for a die of any value, always open."), "BB-9.1"),
        (
            "build",
            say(
                "A building no higher than the die covers two materials beside each other. It "
                "scores 10, 7 or 4 points by the round, and a Fire Bonus."
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
            "A card of its colour and an offering, or two cards of one colour and an offering, or "
            "a God tile alone."
        ),
        "BB-16.1",
    )
    card = thing(
        say("God card"),
        say("Pays for a God of its colour, with an offering; two of one colour pay for any."),
        "BB-16.1",
        "bb-god",
    )
    tile = thing(
        plural("God tile", "God tiles", 1),
        say("Stands for any God without an offering. Unused, it is 2 points at the end."),
        "BB-16.4",
        "bb-god-tile",
    )
    rows: list[tuple[str, Message, str]] = [
        ("blue", say("A die may be placed though it is not lower."), "BB-16.9"),
        ("white", say("The die that is placed acts as a 6."), "BB-16.11"),
        ("red", say("The fish of a region scores as your hut comes there."), "BB-16.14"),
        ("green", say("Once in phase B: a type acts doubled, or one more type acts."), "BB-16.19"),
        (
            "yellow",
            say("Completes a task that is short of a requirement, for 4 points."),
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
                "You expand from where your huts stand. The newest hut of a region "
                "scores its fish at the end."
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
        say("Brown by land, blue by water: a die or a person must reach its number."),
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
    "Its number scores for the hut on the building space at the end, and at once with a Red God."
)
_MATERIAL = say("Lies on a ceremony space of its kind. Two beside each other become a building.")


def _goods() -> list[Thing]:
    jewel = say("Bought with shells in phase C, one a round. It scores its points at the end.")
    return [
        thing(
            say("Seat"),
            say("All its pieces carry this colour and letter."),
            "BB-1.2",
            at=".mark",
            owned=True,
        ),
        thing(say("Offering"), say("Pays for Gods together with cards."), "BB-16.2", "bb-offering"),
        thing(say("Shell"), say("Pays for jewelry."), "BB-14.2", "bb-shell"),
        thing(
            say("Status symbol"),
            say("A step on the status track when its man is tattooed."),
            "BB-6.3",
            "bb-status",
        ),
        thing(
            say("Status track"),
            say(
                "Scores its points each round and makes the order of turns; then all markers go "
                "back."
            ),
            "BB-12.2",
            at="#status",
        ),
        thing(
            say("Priest"),
            say(
                "In the temple each scores 1, 2 or 3 points by the round. Who has most takes a God "
                "tile."
            ),
            "BB-13.1",
            "bb-priest",
            owned=True,
            at=".niche",
        ),
        *(thing(names.JEWEL[key], jewel, "BB-14.1", f"bb-{key}") for key in names.JEWEL),
        thing(
            say("Ceremony spaces"),
            say("Each takes the material printed on it; buildings cover two of them."),
            "BB-8.2",
            at=".ceremony",
        ),
        thing(
            say("Building not yet built"),
            say("Its die says how high a die or type must be to build it."),
            "BB-8.1",
            at=".unbuilts li",
        ),
        thing(
            say("Person space"),
            say("A hut or a person lies here. A space whose hut has gone is free for a person."),
            "BB-4.9",
            at=".spaces li",
        ),
        thing(
            say("Man"),
            say("May be tattooed once for status steps; acts with all men of his type."),
            "BB-11.3",
            "bb-man",
        ),
        thing(
            say("Woman"),
            say("May collect shells once; acts with all women of her type."),
            "BB-11.3",
            "bb-woman",
        ),
        thing(
            say("Task"),
            say(
                "6 points if you have what it asks for, 4 with a Yellow God. Nothing is given up "
                "for it."
            ),
            "BB-15.2",
            "bb-check",
            at=".tasks li, .offers li",
        ),
        thing(
            say("Dice to place"),
            say("They lie open; the letter says whose they are."),
            "BB-3.2",
            at=".left",
            owned=True,
        ),
        thing(
            say("Points"),
            say("So far; what scores at the end is added then."),
            "BB-1.3",
            at=".borabora .score",
        ),
    ]


def _tasks(game: Game) -> Chapter:
    """All tasks with their numbers, which have no sign of their own."""
    return {
        "heading": say("All tasks"),
        "things": [
            thing(names.requirement(game.tables, number), "", "", at="")
            for number in range(len(TASKS))
        ],
    }
