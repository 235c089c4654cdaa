"""What a game declares is what pages use, and docs/development/games.md lists it."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import get_args

import pytest

import proa
from proa.engine.core.actions import Action
from proa.engine.core.game_spec import (
    AnalysisSpec,
    BoardSpec,
    ComponentsSpec,
    Fill,
    GameSpec,
    QuestionSpec,
    QuestionsSpec,
)
from proa.engine.core.lesson import Lesson, Step
from proa.engine.core.texts import AnswerTexts, QuestionTexts, TextsSpec
from proa.games import GAMES, spec
from proa.web.pages import drawn, environment

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "development" / "games.md"
TABLES = (Action, QuestionsSpec, QuestionSpec, QuestionTexts, AnswerTexts)
PARTS = {
    part.__name__: part
    for part in (
        GameSpec,
        ComponentsSpec,
        *TABLES,
        TextsSpec,
        BoardSpec,
        AnalysisSpec,
        Lesson,
        Step,
    )
}
each_game = pytest.mark.parametrize("name", list(GAMES))
TEMPLATES = ROOT / "src" / "proa" / "web" / "templates"


def listed():
    """Return the fields of each part on the page; those in brackets are optional."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|$", text, re.MULTILINE)
    return {part: re.findall(r"(\[?)`(\w+)`", row) for part, row in rows if part in PARTS}


@pytest.mark.parametrize("part", PARTS)
def test_the_page_lists_every_field(part):
    def optional(field):
        return field.default is not MISSING or field.default_factory is not MISSING

    declared = {(field.name, bool(optional(field))) for field in fields(PARTS[part])}
    assert {(name, bracket == "[") for bracket, name in listed()[part]} == declared


def test_every_fill_is_asked_for_by_a_page_and_listed():
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.html"))
    asked = set(re.findall(r'"(\w+)" in [\w.()]+\.fills', pages))
    text = PAGE.read_text(encoding="utf-8")
    assert asked == set(get_args(Fill))
    for fill in asked:
        assert f" game.{fill}" in pages
        assert f"`{fill}`" in text


@each_game
def test_what_is_declared_is_there_and_nothing_else_is_filled(name):
    board = spec(name).board
    files = (board.template, board.moment, board.parts, board.figures, board.pieces, board.sample)
    for file in filter(None, (*files, *board.styles, *board.table_styles)):
        assert (spec(name).folder / file).is_file(), file
    defined = set()
    if board.parts:
        source = (spec(name).folder / board.parts).read_text(encoding="utf-8")
        defined = set(re.findall(r"{%-? (?:macro|set) (\w+)", source))
    assert board.fills == defined & set(get_args(Fill))


@each_game
def test_templates_compile_in_every_language(name):
    board = drawn(name)
    for template in filter(None, (board.template, board.moment, board.parts, board.figures)):
        for locale in ("en", "ru"):
            assert environment(locale).get_template(template)


BY_NAME = {
    "*.py": r"getattr\([^)]*\b(kind|page|story|board|words)\b|import_module|"
    r"[\"'](board\.css|pieces\.svg|sample\.json|[\w/]+\.(svg|html)\.jinja)[\"']",
    "*.html": r"[\"']games/|is defined and game|game\.\w+ is defined",
}
"""Patterns of code that would find a game's parts by undeclared names, by form of file."""


def test_nothing_is_looked_up_by_a_name_that_is_not_declared():
    rooms = [ROOT / "src" / "proa" / room for room in ("server/pages", "server/tables", "web")]
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for form, wrong in BY_NAME.items()
        for room in rooms
        for path in sorted(room.rglob(form))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "vendor" not in path.parts and re.search(wrong, line) and "static('" not in line
    ]
    assert not found, "\n".join(found)


def test_a_game_that_draws_nothing_declares_nothing():
    assert spec("toy").board == BoardSpec()
    position = proa.game("toy").start(3, seed=1)
    empty = {"guide": None, "hint": None, "previews": {}}
    assert proa.game("toy").board(position, 0) == empty
    assert spec("toy").board.own(position.game, position, 0) == {}
