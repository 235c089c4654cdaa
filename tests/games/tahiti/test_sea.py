"""Sets of squares, compared with the coordinates of squares."""

from __future__ import annotations

import random

import pytest

import proa
from proa.engine.core.sets import count
from proa.games.tahiti.rules import sea

SIZES = (3, 5, 7, 9)


@pytest.fixture(params=SIZES)
def tables(request, tmp_path):
    edition = tmp_path / "board.toml"
    edition.write_text(
        f"""
        board = {{size = {request.param}}}
        track = {{letters = ["A", "B"], pearls = ["white", "blue"]}}
        die = {{faces = [0, 1]}}
        pearls = {{white = 3, blue = 3}}
        players = {{boats = 4, money = 15, stash = 10}}
        """
    )
    return proa.game("tahiti", edition).tables


def as_set(tables, squares):
    members = [0, 0]
    for square in squares:
        sea.put(members, 0, sea.only(tables, square))
    return sea.set_at(members, 0)


def listed(tables, squares):
    every = range(tables.squares)
    return {s for s in every if sea.has_any(sea.common(squares, sea.only(tables, s)))}


def near(tables, square, *, corners):
    """Return the squares that touch a square, without the island."""
    row, column = divmod(square, tables.size)
    found = set()
    for other in range(tables.squares):
        down, right = abs(other // tables.size - row), abs(other % tables.size - column)
        if max(down, right) == 1 and (corners or down + right == 1) and other != tables.island:
            found.add(other)
    return found


@pytest.mark.rule("TA-8.6", "TA-8.7")
def test_what_touches_a_square(tables):
    for square in set(range(tables.squares)) - {tables.island}:
        alone = sea.only(tables, square)
        assert listed(tables, sea.around(tables, alone)) == near(tables, square, corners=True) | {
            square
        }
        assert listed(tables, sea.beside(tables, alone)) == near(tables, square, corners=False) | {
            square
        }


@pytest.mark.rule("TA-8.3")
def test_what_hangs_together(tables):
    chance = random.Random(tables.size)
    for _ in range(60):
        some = {s for s in range(tables.squares) if s != tables.island and chance.random() < 0.5}
        if not some:
            continue
        bank, left = {min(some)}, some - {min(some)}
        while more := {s for s in left if near(tables, s, corners=False) & bank}:
            bank |= more
            left -= more
        squares = as_set(tables, some)
        assert listed(tables, sea.first_of(squares)) == {min(some)}
        assert listed(tables, sea.linked(tables, sea.first_of(squares), squares)) == bank
        assert sea.number_of(squares) == len(some)


@pytest.mark.parametrize("members", [0, 1, 0b1011, 2**45 - 1, 2**62])
def test_a_set_is_counted(members):
    assert count(members) == members.bit_count()
