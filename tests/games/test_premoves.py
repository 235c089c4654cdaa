"""Premoves: described in words, and depending only on what their seat knows."""

from __future__ import annotations

import random

import pytest

import proa
from games.conformance import walk
from proa.engine.messages import text
from proa.games import GAMES

WITH = [name for name in GAMES if name != "borneo"]
"""Borneo never asks a seat the same question twice in a turn or a round."""


@pytest.mark.parametrize("name", WITH)
def test_an_occasion_follows_from_what_its_seat_knows(name):
    game, choose, met = proa.game(name), random.Random(1), set()
    for seed in range(2):
        for position, _ in walk(game, game.players[0], seed):
            seat = choose.randrange(position.players)
            known = game.resample(position, seat, seed)
            for code, row in game.spec.questions.premoves.items():
                here, there = (
                    row.occasion(game.tables, at.fields, seat) for at in (position, known)
                )
                assert here == there
                if here is not None:
                    met.add(code)
                    if row.amounts:
                        least, most = row.amounts(game.tables, position.fields, seat)
                        assert (least, most) == row.amounts(game.tables, known.fields, seat)
                        assert least <= most
    assert met == set(game.spec.questions.premoves)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_one_has_words(name):
    words = proa.game(name).spec.texts
    for code in proa.game(name).spec.questions.premoves:
        told = words.premove(code, 7)
        assert text(told["label"], "ru") != text(told["label"]) != ""
        assert text(told["until"], "ru") != text(told["until"]) != ""
    if not proa.game(name).spec.questions.premoves:
        with pytest.raises(KeyError):
            words.premove("pass", None)
