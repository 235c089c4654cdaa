"""Drawings and parts that pages share."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from proa.games import OURS, spec
from proa.web.client_cache import fill
from proa.web.pages import drawing, environment, pieces, render


def test_a_piece_is_made_once_for_the_same_values():
    large, small = drawing("tahiti").plan(7, 24), drawing("tahiti").plan(3, 4)
    art = pieces("games/tahiti/board/art.jinja")
    drawn = art.track(large)
    assert drawn is art.track(large)
    assert drawn.count('class="pad"') == 24
    assert art.track(small).count('class="pad"') == 4


def test_pieces_of_equal_numbers_in_other_types_are_told_apart():
    art = pieces("games/tahiti/board/art.jinja")
    assert art.at(1, 2) == art.at(1.0, 2.0)
    assert art.at(1, 2) is not art.at(1.0, 2.0)


def test_a_piece_sees_nothing_of_its_viewer():
    view = {"board": {}, "actions": []}
    values = {"frame": 7, "live": True, "can": {}, "view": view}
    template = environment("en").from_string(
        '{% from "games/borneo/board/parts.html.jinja" import final with context %}{{ final() }}'
    )
    assert "go-7" in template.render(values)
    blind = environment("en").from_string(
        '{{ pieces("games/borneo/board/parts.html.jinja").final() }}'
    )
    with pytest.raises(UndefinedError, match="view"):
        blind.render(values)


@pytest.mark.parametrize(("name", "shown"), [("Tahiti", "Таити"), ("Log night", "Log night")])
def test_a_table_that_nobody_named_is_called_by_its_game(name, shown):
    template = environment("en").from_string("{{ called(table) }}")
    table = {"name": name, "title": "Tahiti"}
    assert template.render(locale="ru", names=(), table=table) == shown


# -- what comes once ---------------------------------------------------------------------------


def _once(drawn: str, has: Sequence[str] = (), live: bool = True, again: bool = False) -> str:
    template = environment("en").from_string("{{ once(drawn, live, again) }}")
    return fill(template.render(drawn=Markup(drawn), live=live, again=again), has)


def _name(drawn: str) -> str:
    return re.search(r'data-still="(\w+)"', _once(drawn))[1]


def test_what_a_page_has_is_left_out_until_it_changes():
    drawn = '\n<g class="land"><g>sand</g>\n<path d="M0 0"/></g>\n'
    first = _once(drawn)
    name = re.fullmatch(
        r'<g class="land" data-still="(\w+)"><g>sand</g><path d="M0 0"/></g>', first
    )[1]
    assert _once(drawn, [name]) == f'<g class="land" data-still="{name}"></g>'
    assert "sand" in _once(drawn, ["0123456789"])
    other = _once(drawn.replace("sand", "rock"), [name])
    assert "rock" in other
    assert name not in other
    assert "data-still" not in _once(drawn, live=False)


def test_what_comes_again_is_marked_so_that_a_page_keeps_it():
    drawn = '<g class="jetty">planks</g>'
    assert _once(drawn, again=True) == _once(drawn).replace(" data-still", " data-stays data-still")


def test_space_that_is_not_seen_is_not_sent():
    drawn = "<ul>\n  <li>\n<b>one</b> <b>two</b>\n<i>three</i>\n  </li>\n</ul>\n"
    assert fill(drawn) == "<ul><li>\n<b>one</b> <b>two</b>\n<i>three</i></li></ul>\n"


def test_what_is_kept_may_hold_what_is_kept():
    inner = Markup('<g class="sand">sand</g>')
    template = environment("en").from_string(
        "{% set inside %}<g>rock{{ once(inner) }}</g>{% endset %}{{ once(inside) }}"
    )
    drawn = template.render(inner=inner)
    outer_name, inner_name = re.findall(r'data-still="(\w+)"', fill(drawn))
    assert "sand" in fill(drawn)
    assert fill(drawn, [inner_name]) == fill(drawn).replace(">sand<", "><")
    assert fill(drawn, [outer_name]) == f'<g data-still="{outer_name}"></g>'


def test_nobody_can_write_what_marks_the_kept():
    page = environment("en").from_string("<p>{{ name }}</p>").render(name="<still-0 a></still-0 a>")
    assert fill(page, ["a"]) == page


def test_what_is_in_an_aside_is_left_out_where_it_is_shut():
    template = environment("en").from_string("<p>{{ aside(drawn) }}</p>")
    drawn = template.render(drawn=Markup('<div id="stores" popover>a chest</div>'))
    shut = '<p><div id="stores" popover data-aside></div></p>'
    assert fill(drawn, ["stores"]) == shut
    assert fill(drawn, ["other"]) == fill(drawn) == shut.replace("></div>", ">a chest</div>")


def test_only_the_inside_is_kept_so_that_the_element_itself_may_change():
    assert _name('<g id="a">sand</g>') == _name('<g id="b">sand</g>')


@pytest.mark.parametrize("drawn", ["<g>sand</g><g>rock</g>rest", "sand", '<path d="M0 0"/>', ""])
def test_what_comes_once_is_one_element(drawn):
    with pytest.raises(AssertionError):
        _once(drawn)


def test_a_name_turns_and_translates_nothing_around_it():
    line = {"number": 1, "seat": 0, "name": "שירה", "text": "שלום 3", "frame": 7, "mine": True}
    values = {"chat": [line | {"muted": False}], "table": {"url": "/t"}, "query": ""}
    made = render("_chat.html", **values, may_chat=False, is_host=False)
    assert '<b><bdi translate="no">שירה</bdi></b>' in made
    assert "<bdi>שלום 3</bdi>" in made


@pytest.mark.parametrize("name", OURS)
def test_letters_of_a_board_are_not_translated(name):
    source = (spec(name).folder / "board" / "board.svg.jinja").read_text(encoding="utf-8")
    assert ' translate="no"' in source
