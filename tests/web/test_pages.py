"""Drawings and parts that pages share."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from proa.web.pages import drawing, environment, pieces


def test_a_piece_is_made_once_for_the_same_values():
    large, small = drawing("tahiti").plan(7, 24), drawing("tahiti").plan(3, 4)
    art = pieces("games/tahiti/art.jinja")
    drawn = art.track(large)
    assert drawn is art.track(large)
    assert drawn.count('class="pad"') == 24
    assert art.track(small).count('class="pad"') == 4


def test_pieces_of_equal_numbers_in_other_types_are_told_apart():
    art = pieces("games/tahiti/art.jinja")
    assert art.at(1, 2) == art.at(1.0, 2.0)
    assert art.at(1, 2) is not art.at(1.0, 2.0)


def test_a_piece_sees_nothing_of_its_viewer():
    values = {"frame": 7, "live": True, "can": {}}
    template = environment("en").from_string(
        '{% from "macros.html" import spot with context %}{{ spot("pass", "Pass") }}'
    )
    assert "spot-7-pass" in template.render(values)
    blind = environment("en").from_string('{{ pieces("macros.html").spot("pass", "Pass") }}')
    with pytest.raises(UndefinedError, match="frame"):
        blind.render(values)


@pytest.mark.parametrize(("name", "shown"), [("Tahiti", "Таити"), ("Log night", "Log night")])
def test_a_table_that_nobody_named_is_called_by_its_game(name, shown):
    template = environment("en").from_string("{{ called(table) }}")
    table = {"name": name, "title": "Tahiti"}
    assert template.render(locale="ru", names=(), table=table) == shown
