"""The numbered rule books of ``docs/rules``, for pages, tests and the command line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from proa.engine.errors import BadOption

_PACKAGED = Path(__file__).with_name("rulebooks")
_SOURCE = Path(__file__).resolve().parents[2] / "docs" / "rules"
_CHAPTER = re.compile(r"^## (\d+)\. (.+)$")
_RULE = re.compile(r"^\*\*([A-Z]+-\d+\.\d+)\*\* (.+)$", re.DOTALL)


@dataclass
class Rule:
    """One numbered rule: its number ("TA-3.2") and its paragraphs as Markdown."""

    number: str
    paragraphs: list[str]

    @property
    def text(self) -> str:
        """The Markdown without the number."""
        return "\n\n".join(self.paragraphs)

    @property
    def is_example(self) -> bool:
        """Whether it works an example instead of stating a rule."""
        return self.paragraphs[0].startswith(("Example:", "Пример:"))


@dataclass
class Chapter:
    """A chapter of a rule book."""

    number: int
    title: str
    rules: list[Rule] = field(default_factory=list)


@dataclass
class RuleBook:
    """A game's rule book in one language."""

    title: str
    introduction: str
    chapters: list[Chapter]

    @property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its number."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}


@cache
def load(game: str, locale: str = "en") -> RuleBook:
    """The rule book of a game; :class:`BadOption` if there is none in that language."""
    folder = _PACKAGED if _PACKAGED.is_dir() else _SOURCE
    path = folder / (f"{game}.md" if locale == "en" else f"{game}.{locale}.md")
    if not path.is_file():
        raise BadOption("there is no rule book of {game} in {locale}", game=game, locale=locale)
    return parse(path.read_text(encoding="utf-8"))


def parse(markdown: str) -> RuleBook:
    """A rule book from its Markdown: ``# title``, ``## 1. chapter``, ``**TA-1.1** rule``."""
    book = RuleBook("", "", [])
    introduction = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("# "):
            book.title = block[2:].strip()
        elif found := _CHAPTER.match(block):
            book.chapters.append(Chapter(int(found[1]), found[2]))
        elif found := _RULE.match(block):
            book.chapters[-1].rules.append(Rule(found[1], [found[2]]))
        elif book.chapters:
            book.chapters[-1].rules[-1].paragraphs.append(block)
        else:
            introduction.append(block)
    book.introduction = "\n\n".join(introduction)
    return book
