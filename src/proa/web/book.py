"""The rule book as a page: HTML from Markdown, with anchors and links to rules and rulings."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from proa import rulebook
from proa.engine import messages
from proa.engine.errors import BadOption
from proa.engine.messages import say
from proa.games import spec

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NO_BOOK = say("This game comes without a rule book.")
_RECONSTRUCTED = ("Reconstructed:", "Реконструкция:")
_NUMBER = re.compile(r"\b([A-Z]{2}-\d+\.\d+)\b")


@cache
def book(game: str, locale: str) -> dict[str, Any]:
    """Return a game's rule book: ``title, introduction, count, chapters`` of ``rules``, each with
    ``number, html, reconstructed, example``, and ``rulings``. Raise ``BadOption`` for an unknown
    game."""
    prefix = spec(game).texts.rule_prefix  # before its name becomes a file's name
    found = _load(game, locale)
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
        "rulings": _rulings(found, numbers),
    }


def _load(game: str, locale: str) -> rulebook.RuleBook:
    """Return a game's book, or a page that says there is none."""
    try:
        return rulebook.load(game, locale, spec(game).texts.book)
    except BadOption:
        title = messages.translated(spec(game).title, locale, game)
        return rulebook.RuleBook(title, messages.text(NO_BOOK, locale), [])


def _rulings(found: rulebook.RuleBook, numbers: frozenset[str]) -> dict[str, Any]:
    """Return ``title, introduction`` and ``entries`` with ``number, html`` and marked ``rules``."""
    return {
        "title": found.rulings.title,
        "introduction": _html(found.rulings.introduction, numbers),
        "entries": [
            {"number": number, "html": _html(reason, numbers), "rules": found.ruled(number)}
            for number, reason in found.rulings.reasons.items()
        ],
    }


def _rule(rule: rulebook.Rule, numbers: frozenset[str]) -> dict[str, Any]:
    return {
        "number": rule.number,
        "html": _html(rule.text, numbers),
        "reconstructed": any(word in rule.text for word in _RECONSTRUCTED),
        "example": rule.is_example,
    }


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # not imported at the start: slow

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _html(markdown: str, numbers: frozenset[str]) -> Markup:
    """Return the text as HTML; numbers of rules and marks of rulings become links."""
    html = _markdown().render(markdown)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = (
        html.replace("</table>", "</table></div>")
        .replace("<th></th>", "<td></td>")
        .replace(">\n<", "><")
    )
    html = rulebook.MARK.sub(r'<a class="chip solid" href="#\2">\1 \2</a>', html)
    return Markup(_NUMBER.sub(lambda found: _link(found[1], numbers), html))


def _link(number: str, numbers: frozenset[str]) -> str:
    return f'<a href="#{number}">{number}</a>' if number in numbers else number
