"""Drawings without styles: what a rasteriser gets."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from proa.web.svg_styles import SVG, StyledDrawings

TOKENS = ":root { --ink: light-dark(#102030, #fff); --pale: color-mix(in oklab, #000, #fff 25%); }"


def resolved(drawing: str, styles: str = "", symbols: str = "<svg/>") -> ElementTree.Element:
    made = StyledDrawings([TOKENS, styles], [symbols]).resolved(drawing)
    return ElementTree.fromstring(made)


def test_custom_properties_are_those_of_the_nearest_ancestor_by_day():
    drawing = '<svg><g class="amber"><rect class="box"/></g><rect class="box"/></svg>'
    styles = ".box { fill: var(--c, var(--ink)) } .amber { --c: #abc }"
    boxes = list(resolved(drawing, styles).iter(f"{SVG}rect"))
    assert [box.get("fill") for box in boxes] == ["#abc", "#102030"]


@pytest.mark.parametrize(
    ("value", "computed"),
    [
        ("color-mix(in oklab, #000, #fff)", "rgba(99,99,99,1)"),
        ("color-mix(in oklab, #000, #fff 25%)", "rgba(34,34,34,1)"),
        ("color-mix(in oklab, #c8432a, transparent 72%)", "rgba(200,67,42,0.28)"),
        ("var(--pale)", "rgba(34,34,34,1)"),
        ("url(#grain)", "url(#grain)"),
    ],
)
def test_colours_are_computed_as_browsers_do(value, computed):
    drawing = '<svg><rect class="box"/></svg>'
    box = resolved(drawing, f".box {{ fill: {value} }}").find(f"{SVG}rect")
    assert box.get("fill") == computed


def test_a_use_becomes_what_it_draws_in_the_colours_of_its_place():
    symbols = (
        '<svg><symbol id="boat" viewBox="0 0 9 9"><!-- the colour is --c -->'
        '<path fill="var(--c)" d="M0 0"/></symbol></svg>'
    )
    drawing = (
        '<svg><g class="amber"><use href="#boat" x="3" y="4" width="18" height="18"/></g></svg>'
    )
    made = resolved(drawing, ".amber { --c: #abc }", symbols)
    boat = made.find(f"{SVG}g/{SVG}g/{SVG}svg")
    assert boat.attrib == {"viewBox": "0 0 9 9", "x": "3", "y": "4", "width": "18", "height": "18"}
    assert boat.find(f"{SVG}path").get("fill") == "#abc"
    assert not list(made.iter(f"{SVG}use"))


def test_what_a_drawing_refers_to_comes_with_it():
    symbols = '<svg><defs><pattern id="grain"><path stroke="var(--ink)"/></pattern></defs></svg>'
    made = resolved('<svg><rect fill="url(#grain)"/></svg>', symbols=symbols)
    assert made.find(f"{SVG}defs/{SVG}pattern/{SVG}path").get("stroke") == "#102030"


def test_what_only_pages_show_is_left_out():
    drawing = '<svg><rect class="gone"/><foreignObject/><text class="big">7</text></svg>'
    styles = ".gone { display: none } .big { font: 800 40px/1 serif } .big:hover { fill: red }"
    made = resolved(drawing, styles)
    assert [child.tag for child in made] == [f"{SVG}text", f"{SVG}defs"]
    assert made[0].attrib == {"font-weight": "800", "font-size": "40px", "font-family": "serif"}
