"""The rule book as a page: Markdown to HTML, anchors, links between rules, what is our ruling."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from proa import rulebook
from proa.games import kind

_RULING = re.compile(r"\s*\((?:ruling|rulings|решение|решения) ([A-Z]+\d[^)]*)\)")
_RECONSTRUCTED = ("Reconstructed:", "Реконструкция:")
_NUMBER = re.compile(r"\b([A-Z]{2}-\d+\.\d+)\b")
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@cache
def book(game: str, locale: str) -> dict[str, Any]:
    """A game's rule book: ``title, introduction, count, chapters`` of ``rules``, each with
    ``number, html, rulings, reconstructed, example``. ``BadOption`` if there is none."""
    prefix = kind(game).rule_prefix  # before its name becomes that of a file
    found = rulebook.load(game, locale)
    numbers = frozenset(found.rules)
    return {
        "game": game,
        "title": found.title,
        "prefix": prefix,
        "introduction": _html(found.introduction, numbers),
        "count": len(numbers),
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "rules": [_rule(rule, numbers) for rule in chapter.rules],
            }
            for chapter in found.chapters
        ],
    }


def _rule(rule: rulebook.Rule, numbers: frozenset[str]) -> dict[str, Any]:
    return {
        "number": rule.number,
        "html": _html(_RULING.sub("", rule.text), numbers),
        "rulings": _RULING.findall(rule.text),
        "reconstructed": any(word in rule.text for word in _RECONSTRUCTED),
        "example": rule.is_example,
    }


def _html(markdown: str, numbers: frozenset[str]) -> Markup:
    """The text as HTML; numbers of rules become links to them."""
    html = _markdown.render(markdown)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return Markup(_NUMBER.sub(lambda found: _link(found[1], numbers), html))


def _link(number: str, numbers: frozenset[str]) -> str:
    return f'<a href="#{number}">{number}</a>' if number in numbers else number
