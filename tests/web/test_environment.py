"""Constant parts of a template become text when it is compiled; the rest is unchanged."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup, escape

from proa.engine.messages import Shared
from proa.web.pages import HERE, environment

TEMPLATES = HERE / "templates"


def compiled(source: str, locale: str = "en") -> str:
    return environment(locale).compile(source, raw=True)


@pytest.mark.parametrize(("locale", "word"), [("en", "Rules"), ("ru", "Правила")])
def test_words_and_drawings_that_never_change_are_text(locale, word):
    source = '<p title="{{ "Rules" | t }}">{{ "i-rules" | icon }}</p>'
    code = compiled(source, locale)
    assert f'title="{word}"' in code
    assert "#i-rules" in code
    drawn = environment(locale).from_string(source).render(locale=locale, names=())
    assert drawn.startswith(f'<p title="{word}"><svg')


@pytest.mark.parametrize("template", sorted(file.name for file in TEMPLATES.iterdir()))
def test_what_never_changes_is_written_as_a_filter(template):
    source = (TEMPLATES / template).read_text(encoding="utf-8")
    called = r"""(?<![\w."'])(?:t|icon|static|sprite|still)\((?:"[^"]*"|'[^']*')\)"""
    own = set(re.findall(r"macro (\w+)\(", source))
    found = re.findall(called, source)
    assert [call for call in found if call.partition("(")[0] not in own] == []


@pytest.mark.parametrize(
    "template",
    [*sorted(TEMPLATES.iterdir()), *sorted(HERE.parent.glob("games/*/board/*.jinja"))],
    ids=lambda path: f"{path.parts[-3]}/{path.name}",
)
def test_what_may_be_missing_has_no_name_of_a_global(template):
    """Where it is missing, the global would be drawn, as a Python object."""
    missing = r"(?<![\w.])(\w+) *(?:\| *default\b|is (?:not )?defined)"
    may_be_missing = set(re.findall(missing, template.read_text(encoding="utf-8")))
    assert may_be_missing & set(environment("en").globals) == set()


def test_markup_joined_to_words_stays_markup():
    made = (
        environment("en")
        .from_string('{{ icon(name) ~ ("a < b" | t) }}')
        .render(locale="en", names=(), name="proa")
    )
    assert made.startswith("<svg")
    assert made.endswith("a &lt; b")


def test_fixed_words_are_escaped():
    assert environment("en").from_string('{{ "a < b" | t }}').render(locale="en") == "a &lt; b"


def test_what_many_are_shown_is_read_like_a_dict():
    """A key counts before a method of the class that carries it."""
    shown = Shared(cached=3, board=Shared(items=[1]))
    source = "{{ shown.cached }} {{ shown.board['items'] }}"
    assert environment("en").from_string(source).render(shown=shown) == "3 [1]"


@pytest.mark.parametrize(
    ("value", "shown"),
    [("<b>", "&lt;b&gt;"), (Markup("<b>"), "<b>"), (7, "7"), (True, "True"), (None, "None")],
)
def test_values_are_put_in_as_text_wherever_they_are_put_in(value, shown):
    """In a page, in a macro, in a loop, in a block that is set, and given on."""
    source = """{% macro said(x) %}{{ x }}{% endmacro %}
    {%- set kept %}{{ value }}{% endset %}
    {{- value }}{{ said(value) }}{{ kept }}{{ said(kept) }}
    {%- for _ in [0] %}{{ said(value) }}{% endfor %}"""
    drawn = environment("en").from_string(source).render(value=value, locale="en", names=())
    assert drawn == shown * 5


def test_a_macro_is_given_what_it_names_and_no_more():
    """Loops and blocks hand on their own names; a macro never sees them."""
    source = """{% macro of(a, b=2) %}{{ a }}-{{ b }}-{{ kwargs }}{% endmacro %}
    {%- for _ in [0] %}{{ of(1, c=3) }}{% endfor %}"""
    assert environment("en").from_string(source).render() == "1-2-{&#39;c&#39;: 3}"


@pytest.mark.parametrize(
    "value", ["<b>", "a & b", 'say "a"', "it's", "plain", 7, None, Markup("<i>")]
)
def test_values_are_put_in_as_text(value):
    """Most have nothing to escape and are put in as they are."""
    drawn = environment("en").from_string("{{ value }}").render(locale="en", value=value)
    assert drawn == str(escape(value))
