"""The first page of each rule book."""

from __future__ import annotations

import re

import pytest

from proa import rulebook
from proa.engine.messages import LOCALES
from proa.games import GAMES, OURS, spec
from proa.web import statics
from proa.web.samples import how_to_play


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", [name for name in GAMES if name in OURS])
def test_it_refers_to_rules_and_drawings_that_there_are(game, locale):
    how = how_to_play(game, locale)
    steps = [*how["steps"], *how["scoring"], how["end"]]
    rules = rulebook.load(game, locale, spec(game).texts.book).rules
    assert [one["rule"] for one in steps if one["rule"] not in rules] == []
    places = (spec(game).folder / spec(game).board.pieces, statics.STATIC / statics.EMBLEMS)
    drawn = re.findall(r'<symbol id="([\w-]+)"', "".join(place.read_text() for place in places))
    assert [sign for one in steps for sign in one["signs"] if sign not in drawn] == []
