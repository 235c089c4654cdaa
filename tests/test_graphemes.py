"""Texts are cut between what readers take for characters."""

from __future__ import annotations

import pytest

from proa import graphemes

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "length", "start"),
    [
        ("Hina", 4, "Hina"),
        ("Hina", 3, "Hin"),
        ("Hin" + FAMILY, 9, "Hin"),
        ("e\u0301e\u0301", 3, "e\u0301"),
        ("🇵🇫🇫🇯", 3, "🇵🇫"),
        (FAMILY, 3, FAMILY[:3]),
    ],
)
def test_a_character_stays_whole(text, length, start):
    assert graphemes.cut(text, length) == start


def test_a_shortened_text_says_so():
    assert graphemes.shortened("Hinarere", 8) == "Hinarere"
    assert graphemes.shortened("Hi" + FAMILY, 8) == "Hi…"
