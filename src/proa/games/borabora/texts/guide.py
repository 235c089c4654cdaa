"""Notes for a first game: one for each kind of decision, with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.view_types import Note
from proa.engine.messages import Message
from proa.games.borabora import state as at
from proa.games.borabora.messages import say

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def _note(key: str, title: Message, text: Message, rule: str) -> Note:
    return {"key": key, "title": title, "text": text, "rule": rule}


NOTES: dict[int, Note] = {
    at.FIRST_HUT: _note(
        "first-hut",
        say("Everything starts here"),
        say(
            "You expand only from your regions, along numbered paths. Look for low numbers by "
            "land and by water, and for the resource you need."
        ),
        "BB-2.15",
    ),
    at.PLACE: _note(
        "place",
        say("Low dice get in, high dice do more"),
        say(
            "A die must be lower than every die on its tile, so ones and twos fit almost "
            "anywhere. A high die does more, but only while the tile is open. Choose a die to "
            "see where it can go."
        ),
        "BB-3.5",
    ),
    at.ASK_BLUE: _note(
        "blue",
        say("The Blue God opens a tile"),
        say(
            "The die isn't lower than those on the tile, so you need a Blue God. A God costs a "
            "card of its colour and an offering, or two matching cards and an offering, or a "
            "God tile."
        ),
        "BB-16.9",
    ),
    at.ASK_WHITE: _note(
        "white",
        say("The White God makes a six"),
        say(
            "The die keeps its number on the tile but acts as a 6: longer paths, all "
            "positions, six Helper points."
        ),
        "BB-16.11",
    ),
    at.EXPAND: _note(
        "expand",
        say("A new region"),
        say(
            "It gives its resource now. At the end, its fish scores for the newest hut there, "
            "so later huts replace earlier ones."
        ),
        "BB-4.10",
    ),
    at.HUT: _note(
        "hut",
        say("Huts make room for people"),
        say(
            "Every normal space without a hut can take a man or a woman. The 12th space holds "
            "any number of huts and is free only when the last one is gone."
        ),
        "BB-4.9",
    ),
    at.RESOURCE: _note(
        "resource",
        say("Take it or leave it"),
        say(
            "Materials go onto your ceremony spaces for building; offerings pay for Gods. "
            "Declining only helps if you want to keep a space free."
        ),
        "BB-4.12",
    ),
    at.ASK_RED: _note(
        "red",
        say("The Red God scores fish now"),
        say(
            "Now or never: this region's fish scores for you right away, and may score again "
            "at the end of the game."
        ),
        "BB-16.14",
    ),
    at.PERSON: _note(
        "person",
        say("People work twice"),
        say(
            "The Helper can use each person once, for status or shells. In phase B, people of "
            "one type act together every round, so two of a kind are stronger."
        ),
        "BB-11.3",
    ),
    at.HELPER: _note(
        "helper",
        say("Spend the points one by one"),
        say(
            "Tattoos, shells and victory points cost 1, everything else costs 2. Unspent "
            "points are lost."
        ),
        "BB-6.1",
    ),
    at.TEMPLE: _note(
        "temple",
        say("Priests push each other out"),
        say(
            "A new priest pushes others on its space to the right. Every priest scores each "
            "round, and having the most wins a God tile."
        ),
        "BB-7.2",
    ),
    at.BUILD: _note(
        "build",
        say("Build early"),
        say("Points depend on the round, not on the tile's number. Keep low tiles for low dice."),
        "BB-8.3",
    ),
    at.SITE: _note(
        "site",
        say("Two materials per building"),
        say(
            "A building covers two adjacent spaces for good. A single space left between "
            "buildings can never be built on."
        ),
        "BB-8.7",
    ),
    at.GIFT: _note(
        "gift",
        say("The Fire Bonus"),
        say(
            "First a God card or an offering, then a status step or a shell. One card and one "
            "offering together pay for one God, which bends a rule for you."
        ),
        "BB-10.2",
    ),
    at.STEP: _note(
        "step",
        say("Status or shells"),
        say(
            "Status scores this round and decides the next turn order. Shells buy jewelry at "
            "the end of the round."
        ),
        "BB-10.2",
    ),
    at.SPACE: _note(
        "space",
        say("Side by side"),
        say("A building needs two adjacent materials, of any kind."),
        "BB-8.2",
    ),
    at.PEOPLE: _note(
        "people",
        say("One type of men, one type of women"),
        say(
            "All your men of one type act together, and so do your women. A Green God doubles "
            "one use or adds another type."
        ),
        "BB-11.1",
    ),
    at.ASK_GREEN: _note(
        "green",
        say("The Green God doubles"),
        say("Once per phase B: double this use now, or save the Green God for one more type."),
        "BB-16.19",
    ),
    at.MATERIAL: _note(
        "material",
        say("Materials of your choice"),
        say(
            "Buildings are made of them. You may stop early; a material without a free space "
            "stays next to the board for good."
        ),
        "BB-11.12",
    ),
    at.CARDS: _note(
        "cards",
        say("Open or hidden"),
        say(
            "Cards pay for Gods. A card from the open row is known to everyone; a card from "
            "the pile is secret."
        ),
        "BB-6.11",
    ),
    at.HUTS: _note(
        "huts",
        say("Room on your board"),
        say("Every hut that moves to the 12th space frees a space for a person."),
        "BB-6.13",
    ),
    at.BUY: _note(
        "buy",
        say("One jewelry tile per round"),
        say(
            "Jewelry scores at the end, when shells are worth nothing. Only this round's "
            "column is for sale, and the new first player buys first."
        ),
        "BB-14.1",
    ),
    at.TASK: _note(
        "task",
        say("One task every round"),
        say(
            "A complete task scores 6; one with a single item missing scores 4 with a Yellow "
            "God. If none is complete, you give one up."
        ),
        "BB-15.1",
    ),
    at.ASK_YELLOW: _note(
        "yellow",
        say("The Yellow God replaces one item"),
        say("You pay first, so what you pay no longer counts for the task."),
        "BB-16.30",
    ),
    at.NEW_TASK: _note(
        "new-task",
        say("Pick what suits you"),
        say("Look for a task you are already close to. Each round you handle one of your three."),
        "BB-15.10",
    ),
    at.FINAL: _note(
        "final",
        say("The last three"),
        say("You may still complete all three, each with its own Yellow God if needed."),
        "BB-17.1",
    ),
}


def note(game: Game, position: Position) -> Note | None:
    """Return the note for the current question, or None."""
    state = position.fields
    return NOTES.get(state.question[state.depth - 1].kind) if state.depth else None
