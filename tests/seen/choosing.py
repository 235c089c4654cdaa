"""Decisions for a new golden game, and the steps that quick runs check.

Half of them are random, half are what was asked and answered least often so far: so rare choices
are made, and the game comes to its end. Used once for each game: its file keeps the decisions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import proa
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.view_types import SPECTATOR
from seen.golden import Golden
from seen.told import start

MOST_QUICK = 12
TRIED = 8
"""The number of games tried; the one with the most different sentences is taken."""
MOST_PAGED = 40
"""The number of steps at which pages are drawn, which takes by far the most time."""


def new_game(name: str, players: int) -> Golden:
    """Return a game's decisions and its quick steps."""
    games = [_played(name, players, seed) for seed in range(TRIED)]
    decisions, said = max(games, key=lambda game: len(set().union(*game[1])))
    quick = _covering(said)
    return Golden(name, players, decisions, quick, paged(quick, len(said)))


def paged(quick: set[int], steps: int) -> set[int]:
    """Return the quick steps and others, chosen evenly at random."""
    rest = [step for step in range(steps) if step not in quick]
    more = min(MOST_PAGED - len(quick), len(rest))
    return quick | set(random.Random(steps).sample(rest, more))


def _played(name: str, players: int, seed: int) -> tuple[list[tuple[int, str]], list[set[str]]]:
    """Return a game of decisions, and the sentences at each step."""
    game, choose = proa.game(name), random.Random(seed)
    position = start(game, players)
    often: Counter[tuple[str, str]] = Counter()
    decisions, said = [], [_sentences(game, position)]
    while not position.is_over:
        ask = game.view(position, position.to_move)["ask"]["say"]
        codes = game.codes(position)
        choose.shuffle(codes)
        if choose.random() < 0.5:
            codes.sort(key=lambda code: often[ask, code.partition(":")[0]])
        code = codes[0]
        often[ask, code.partition(":")[0]] += 1
        decisions.append((position.to_move, code))
        before, position = position, game.play(position, code)
        told = game.story(before, code, game.play(before, code, chance=False), SPECTATOR)
        said.append(_sentences(game, position) | set(_said(told)))
    return decisions, said


def _sentences(game: Game, position: Position) -> set[str]:
    """Return the sentences about a position for the seat to move."""
    viewer = max(position.to_move, SPECTATOR)
    shown = [game.view(position, viewer), game.sections(position, viewer)]
    return set(_said([*shown, game.board(position, viewer)]))


def _said(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "say" in value:
            yield value["say"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _said(one)


def _covering(said: list[set[str]]) -> set[int]:
    """Return a few steps with as many different sentences as possible, and the last step."""
    chosen = {0, len(said) - 1}
    while len(chosen) < MOST_QUICK:
        known = set().union(*(said[step] for step in chosen))
        best = max(range(len(said)), key=lambda step: (len(said[step] - known), -step))
        if not said[best] - known:
            break
        chosen.add(best)
    return chosen
