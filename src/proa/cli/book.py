"""``proa rules``: the rule books."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from proa.cli.arguments import GameName
from proa.cli.console import locale, out, out_drawn
from proa.engine.errors import BadOption
from proa.engine.messages import visible

if TYPE_CHECKING:
    from proa.rulebook import RuleBook


def rules(
    game: GameName,
    number: Annotated[
        str | None, typer.Argument(help="one rule or ruling only, like TA-3.2 or T9")
    ] = None,
) -> None:
    """Print the rule book of a game, or one of its rules."""
    from proa import rulebook
    from proa.games import spec

    book = rulebook.load(game, locale(), spec(game).texts.book)
    if number is not None:
        if number.upper() in book.rulings.reasons:
            _print_markdown(_ruling(book, number.upper()))
            return
        found = book.rules.get(number.upper())
        if found is None:
            first = next(iter(book.rules))
            raise BadOption(
                "there is no rule {number} in {book}; rules are numbered like {first}",
                number=number,
                book=book.title,
                first=first,
            )
        _print_markdown(f"**{found.number}** {found.text}")
        return
    _print_markdown(f"# {book.title}\n\n{book.introduction}")
    for chapter in book.chapters:
        _print_markdown(f"## {chapter.number}. {chapter.title}")
        for rule in chapter.rules:
            _print_markdown(f"**{rule.number}** {rule.text}\n")
    _print_markdown(f"## {book.rulings.title}\n\n{book.rulings.introduction}\n")
    for ruling in book.rulings.reasons:
        _print_markdown(f"{_ruling(book, ruling)}\n")


def _ruling(book: RuleBook, number: str) -> str:
    return f"**{number}** {book.rulings.reasons[number]} ({', '.join(book.ruled(number))})"


def _print_markdown(markdown: str) -> None:
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        out_drawn(Markdown(visible(markdown, keep="\n")))
    else:
        out(markdown)
