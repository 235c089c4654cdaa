"""A visitor's preferences survive their cookie; invalid values fall back to the default."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from proa.web import prefs
from proa.web.prefs import Prefs


def test_what_is_written_is_read():
    chosen = Prefs(theme="night", locale="ru", pace="fast", confirm="always", guide="off")
    assert prefs.read(prefs.written(chosen)) == chosen


def test_every_value_can_be_chosen_and_the_first_is_the_default():
    for name, values in prefs.VALUES.items():
        assert getattr(Prefs(), name) == values[0]
        for value in values:
            assert getattr(prefs.taken({name: value}), name) == value
    assert set(prefs.VALUES) == set(Prefs._fields)


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "[" * 50_000,
        "{",
        "%7B",
        "[1]",
        "7",
        "null",
        quote('{"theme": "neon"}'),
        quote('{"theme": 1}'),
    ],
)
def test_a_garbled_cookie_is_no_setting(cookie):
    assert prefs.read(cookie) == Prefs()


def test_what_is_unknown_is_dropped_and_the_rest_kept():
    cookie = quote(json.dumps({"theme": "noon", "pace": "breakneck", "size": "huge"}))
    assert prefs.read(cookie) == Prefs(theme="noon")


@pytest.mark.parametrize("value", [None, 1, [], {}, ["night"], {"night": 1}])
def test_values_that_are_no_words_are_refused(value):
    assert prefs.taken({"theme": value}) == Prefs()


def test_a_cookie_has_nothing_that_a_header_must_not_have():
    assert not set(prefs.written(Prefs(theme="night"))) & set(' ",;\\\r\n')
