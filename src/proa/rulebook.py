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
_RULINGS = re.compile(r"^## (\D.+)$")
_RULE = re.compile(r"^\*\*([A-Z]+-\d+\.\d+)\*\* (.+)$", re.DOTALL)
_RULING = re.compile(r"^\*\*([A-Z]+\d+)\*\* (.+)$", re.DOTALL)
MARK = re.compile(r"\((ruling|решение) ([^)]*)\)")
"""The mark after a sentence that is our ruling: "(ruling T9)"."""


@dataclass
class Rule:
    """One numbered rule: its number ("TA-3.2") and its paragraphs as Markdown."""

    number: str
    paragraphs: list[str]

    @property
    def text(self) -> str:
        """Return the Markdown without the number."""
        return "\n\n".join(self.paragraphs)

    @property
    def rulings(self) -> list[str]:
        """Return the numbers of the rulings that it is marked with ("T9")."""
        return [number for _, number in MARK.findall(self.text)]

    @property
    def is_example(self) -> bool:
        """Return whether it is an example instead of a rule."""
        return self.paragraphs[0].startswith(("Example:", "Пример:"))


@dataclass
class Chapter:
    """A chapter of a rule book."""

    number: int
    title: str
    rules: list[Rule] = field(default_factory=list)


@dataclass
class Rulings:
    """The reasons of our rulings where the printed rules are unclear, by number ("T9")."""

    title: str = ""
    introduction: str = ""
    reasons: dict[str, str] = field(default_factory=dict)


@dataclass
class RuleBook:
    """A game's rule book in one language."""

    title: str
    introduction: str
    chapters: list[Chapter]
    rulings: Rulings = field(default_factory=Rulings)

    @property
    def rules(self) -> dict[str, Rule]:
        """Return every rule by its number."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}

    def ruled(self, ruling: str) -> list[str]:
        """Return the numbers of the rules that are marked with a ruling."""
        return [number for number, rule in self.rules.items() if ruling in rule.rulings]


@cache
def load(game: str, locale: str = "en", folder: Path | None = None) -> RuleBook:
    """Load the rule book of a game, in English if that language is missing.

    ``folder`` contains it (default: this package's). Raises :class:`BadOption` if there is none.
    """
    folder = folder or (_PACKAGED if _PACKAGED.is_dir() else _SOURCE)
    for path in (folder / f"{game}.{locale}.md", folder / f"{game}.md"):
        if path.is_file():
            return parse(path.read_text(encoding="utf-8"))
    raise BadOption("there is no rule book of {game}", game=game)


def parse(markdown: str) -> RuleBook:
    """Parse the Markdown of a rule book: ``# title``, ``## 1. chapter``, ``**TA-1.1** rule``; at
    the end ``## title`` and ``**T1** reason`` for every ruling."""
    book = RuleBook("", "", [])
    introduction = []
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if block.startswith("# "):
            book.title = block[2:].strip()
        elif found := _CHAPTER.match(block):
            book.chapters.append(Chapter(int(found[1]), found[2]))
        elif found := _RULINGS.match(block):
            book.rulings.title = found[1]
        elif found := _RULING.match(block):
            book.rulings.reasons[found[1]] = found[2]
        elif book.rulings.title:
            book.rulings.introduction = block
        elif found := _RULE.match(block):
            book.chapters[-1].rules.append(Rule(found[1], [found[2]]))
        elif book.chapters:
            book.chapters[-1].rules[-1].paragraphs.append(block)
        else:
            introduction.append(block)
    book.introduction = "\n\n".join(introduction)
    return book
