"""Tahiti's rules record, read from an edition file and checked (TA-1, TA-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.editions import Reader
from proa.engine.core.fields import Fields, Row, int64, uint8, uint16
from proa.engine.core.game_spec import Option
from proa.engine.core.schema import Schema, listing
from proa.games.tahiti.messages import say
from proa.games.tahiti.state import (
    COLOURS,
    MOST_COLOURS,
    MOST_FACES,
    MOST_PIPS,
    MOST_SIZE,
    MOST_SPACES,
)


class Tables(Fields, of="tahiti_rules"):
    """Tahiti's tables and limits."""

    size: uint8
    squares: uint8
    island: uint8
    spaces: uint8
    space_letter: Annotated[Row[uint8], MOST_SPACES]  # a line: 0 is A
    space_pearl: Annotated[Row[uint8], MOST_SPACES]
    faces: Annotated[Row[uint8], MOST_FACES]  # blanks (0) first
    face_count: uint8
    blanks: uint8
    throws: Annotated[Row[uint8], MOST_PIPS + 1]  # how many faces show 0, 1, 2 ...
    pearls: Annotated[Row[uint8], MOST_COLOURS]
    boats: uint8
    money: uint16
    stash: uint8
    chest_breaks_ties: uint8
    open_money: uint8
    # The number of squares in the northern rows. Sets of squares (rules/sea.py): all but the
    # island; the outermost columns of the northern rows.
    north: uint8
    sea: Annotated[Row[int64], 2]
    first_column: int64
    last_column: int64
    # For each line, the squares of its row and its column.
    reach_count: Annotated[Row[uint8], MOST_SIZE]
    reach: Annotated[Row[Row[uint8]], MOST_SIZE, 2 * MOST_SIZE]


def most_players(rules: Tables) -> int:
    """Return the number of pearl colours: starting pearls must differ (TA-10.4)."""
    return sum(int(n) > 0 for n in rules.pearls)


OPTIONS = {
    "money": Option(
        say("Other players' money"),
        {"screened": say("behind screens"), "open": say("open")},
        rule="TA-10.1",
    ),
    "tie": Option(
        say("Final tie"),
        {"shared": say("shared win"), "chest": say("more in the chest wins")},
        rule="TA-10.2",
    ),
}


@cache
def line_letters(size: int) -> tuple[str, ...]:
    """Return the letters of the lines from the top and from the left: A B C M D E F, M the middle
    (TA-1.4, TA-1.5)."""
    letters = [chr(ord("A") + i) for i in range(size - 1)]
    return *letters[: size // 2], "M", *letters[size // 2 :]


def read(reader: Reader, options: Mapping[str, str]) -> NDArray[Any]:
    """Return the rules record of an edition as an array of length 1. Check every key.

    Editions may have other components, like the small one (TA-10.3), within limits (TA-10.5).
    """
    rules = np.zeros(1, Tables.dtype)
    record = rules[0]
    _read_board(reader.table("board"), record)
    _read_pearls(reader.table("pearls"), record)
    _read_track(reader.table("track"), record)
    _read_die(reader.table("die"), record)
    players = reader.table("players")
    record["boats"] = players.integer("boats", 1, 60)
    record["money"] = players.integer("money", 0, 1000)
    record["stash"] = players.integer("stash", 0, 20)
    record["chest_breaks_ties"] = options["tie"] == "chest"
    record["open_money"] = options["money"] == "open"
    return rules


def _read_board(board: Reader, record: Any) -> None:
    size = board.integer("size", 3, MOST_SIZE)
    # The island is the middle square (TA-1.3).
    if size % 2 == 0:
        raise board.refuse("size", "must be odd, so that the island is in the middle")
    record["size"] = size
    record["squares"] = size * size
    record["island"] = size * size // 2
    record["north"] = north = (size + 1) // 2 * size
    record["first_column"] = first = sum(1 << square for square in range(0, north, size))
    record["last_column"] = first << (size - 1)
    sea = (1 << size * size) - 1 - (1 << size * size // 2)
    record["sea"] = sea % (1 << north), sea >> north
    for line in range(size):
        squares = [s for s in range(size * size) if line in divmod(s, size)]
        squares = [s for s in squares if s != record["island"]]
        record["reach_count"][line] = len(squares)
        record["reach"][line][: len(squares)] = squares


def _read_pearls(pearls: Reader, record: Any) -> None:
    for i, colour in enumerate(COLOURS):
        record["pearls"][i] = pearls.count(colour, 2, 60)
    if sum(int(n) > 0 for n in record["pearls"]) < 2:
        raise pearls.refuse("", "needs at least two colours, since the game ends when two are gone")
    if int(record["pearls"].sum()) >= record["squares"]:
        squares = int(record["squares"]) - 1
        raise pearls.refuse("", "there are only {n} squares to place pearls on", n=squares)


_LETTERS = [letter for letter in line_letters(MOST_SIZE) if letter != "M"]


def _some(words: Sequence[str]) -> Schema:
    """Return the schema of a list with one word for each space, for any edition."""
    return listing({"enum": list(words)}, 2, MOST_SPACES)


def _read_track(track: Reader, record: Any) -> None:
    names = line_letters(int(record["size"]))
    mine = [name for name in names if name != "M"]
    letters = track.words("letters", mine, least=2, most=MOST_SPACES, ever=_some(_LETTERS))
    n = len(letters)
    pearls = track.words("pearls", COLOURS, least=n, most=n, ever=_some(COLOURS))
    for i, colour in enumerate(pearls):
        if record["pearls"][colour] == 0:
            why = "there are no {colour} pearls"
            raise track.refuse(f"pearls[{i}]", why, colour=COLOURS[colour])
    middle = int(record["size"]) // 2
    record["spaces"] = len(letters)
    for i, letter in enumerate(letters):
        record["space_letter"][i] = letter if letter < middle else letter + 1
        record["space_pearl"][i] = pearls[i]


def _read_die(die: Reader, record: Any) -> None:
    faces = sorted(die.integers("faces", 0, MOST_PIPS, least=1, most=MOST_FACES))
    if faces[-1] == 0:
        raise die.refuse("faces", "needs at least one side with a number")
    record["face_count"] = len(faces)
    record["faces"][: len(faces)] = faces
    record["blanks"] = faces.count(0)
    for face in faces:
        record["throws"][face] += 1
