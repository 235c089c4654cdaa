"""Contrast of the design tokens, in the light and the dark theme (WCAG 2.2: 4.5 for text, 3 for
marks)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import proa

TOKENS = Path(proa.__file__).parent / "web" / "static" / "tokens.css"
PAIRS = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
COLOURS = {name: (noon, night) for name, noon, night in PAIRS.findall(TOKENS.read_text())}
THEMES = ("noon", "night")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str, theme: str) -> float:
    """Return the contrast of two tokens in a theme."""
    place = THEMES.index(theme)
    darker, lighter = sorted(luminance(COLOURS[name][place]) for name in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((ink, ground) for ink in ("ink", "ink-soft") for ground in ("paper", "panel")),
        ("ink", "sand"),
        ("ink", "accent-soft"),
        ("accent-ink", "accent"),
        ("can", "paper"),
        ("can", "panel"),
        ("foam", "deep"),
        ("card-ink", "card"),
        ("card-ink", "die"),
    ],
)
def test_text_can_be_read(text, ground, theme):
    assert contrast(text, ground, theme) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "piece", [name for name in COLOURS if name.startswith(("seat-", "flag-", "pearl-white"))]
)
def test_pieces_stand_out_from_their_outline(piece, theme):
    least = 3 if theme == "night" else 2.2  # by day the cream disc with the letter helps
    assert contrast(piece, "outline", theme) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_marks_of_what_can_be_done_stand_out(theme):
    for ground in ("paper", "panel"):
        assert contrast("accent", ground, theme) >= 3
