"""The reading of an edition file: its components, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.core.editions import Reader
from proa.engine.core.schema import Schema, listing
from proa.games.tahiti.components import Tables, line_letters
from proa.games.tahiti.state import (
    COLOURS,
    MOST_FACES,
    MOST_PIPS,
    MOST_SIZE,
    MOST_SPACES,
)


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
