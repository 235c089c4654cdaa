"""Every rule's number stands literally where the code does it, and no number is cited in vain.

So one search for a number, as ``git grep -w BB-16.23``, finds the rule, its code and its test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import proa
from proa import rulebook
from proa.games import OURS, kind

SOURCE = Path(proa.__file__).parent
TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
BOOKS = tuple(OURS)
NO_CODE = {
    "BO-1.5": "a summary card is only read; the page asks step by step instead",
}
"""What no code of a game can do, and why; the examples of the books are left to the tests."""
MADE_UP = {"TA-99.9"}
"""What tests ask for to be told that there is no such rule."""

_PREFIXES = "|".join(kind(game).words.rule_prefix for game in BOOKS)
_NUMBER = re.compile(rf"\b(?:{_PREFIXES})-\d+(?:\.\d+)?\b")


def _cited(folder: Path) -> dict[str, str]:
    """Every rule or chapter that the files of a folder name, with a place that does."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml", ".jinja") and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            found |= {number: str(path) for number in _NUMBER.findall(text)}
    return found


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_is_cited_by_the_code_or_listed_here(game):
    cited = _cited(SOURCE / "games" / game).keys()
    rules = {n for n, rule in rulebook.load(game).rules.items() if not rule.is_example}
    listed = rules & NO_CODE.keys()
    assert not sorted(rules - cited - listed), "cite them where they are done"
    assert not sorted(listed & cited), "they are cited: strike them off the list"


@pytest.mark.parametrize("game", BOOKS)
def test_one_search_finds_a_rule_its_code_and_its_test(game):
    code, tests = _cited(SOURCE / "games" / game), _cited(TESTS / "games" / game)
    pages = [(RULES / name).read_text(encoding="utf-8") for name in (f"{game}.md", f"{game}.ru.md")]
    for number, rule in rulebook.load(game).rules.items():
        assert number in code or rule.is_example or number in NO_CODE, number
        assert number in tests, number
        assert all(page.count(f"**{number}** ") == 1 for page in pages), number


def test_what_is_listed_has_a_reason_and_is_a_rule():
    rules = set().union(*(rulebook.load(game).rules for game in BOOKS))
    assert not sorted(NO_CODE.keys() - rules)
    assert all(NO_CODE.values())


@pytest.mark.parametrize("folder", [SOURCE, TESTS], ids=lambda folder: folder.name)
def test_what_is_cited_exists(folder):
    known = set(MADE_UP)
    for game in BOOKS:
        book = rulebook.load(game)
        known |= book.rules.keys()
        known |= {f"{kind(game).words.rule_prefix}-{one.number}" for one in book.chapters}
    assert not {n: place for n, place in _cited(folder).items() if n not in known}
