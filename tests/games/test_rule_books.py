"""The rule books: every number is in code, tests and both languages; rulings have their reasons.

One search for a number, such as ``git grep -w BB-16.23``, finds the rule, its code and its test.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import proa
from proa import rulebook
from proa.games import OURS as BOOKS
from proa.games import spec

SOURCE = Path(proa.__file__).parent
TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
NO_CODE = {
    "BO-1.5": "a summary card is only read; the page asks step by step instead",
    "BO-14.6": "it says which edition this is",
}
"""Rules without code, and why; the examples of the books are left to the tests."""
MADE_UP = {"TA-99.9"}
"""Numbers for tests with unknown rules."""

_PREFIXES = "|".join(spec(game).texts.rule_prefix for game in BOOKS)
_NUMBER = re.compile(rf"\b(?:{_PREFIXES})-\d+(?:\.\d+)?\b")


def cited(folder: Path) -> dict[str, str]:
    """Return every rule or chapter that the files of a folder name, with one of the files."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml", ".jinja") and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            found |= {number: str(path) for number in _NUMBER.findall(text)}
    return found


def marked(folder: Path) -> set[str]:
    """Return the arguments of every ``pytest.mark.rule(...)`` in a folder."""
    found = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                found |= {a.value for a in node.args if isinstance(a, ast.Constant)}
    return found


@pytest.mark.parametrize("game", BOOKS)
def test_code_and_tests_and_both_books_have_every_rule(game):
    code = cited(SOURCE / "games" / game)
    tests, marks = cited(TESTS / "games"), marked(TESTS)
    pages = [(PAGES / name).read_text(encoding="utf-8") for name in (f"{game}.md", f"{game}.ru.md")]
    for number, rule in rulebook.load(game).rules.items():
        if not rule.is_example:
            assert (number in code) != (number in NO_CODE), f"{number}: cite it, or list it above"
        assert number in tests, number
        assert number in marks, f"no test names {number}"
        assert [page.count(f"**{number}** ") for page in pages] == [1, 1], f"{number}: once a page"


@pytest.mark.parametrize("folder", [SOURCE, TESTS], ids=lambda folder: folder.name)
def test_every_number_that_is_cited_exists(folder):
    known = set(MADE_UP)
    for game in BOOKS:
        book = rulebook.load(game)
        known |= book.rules.keys()
        known |= {f"{spec(game).texts.rule_prefix}-{one.number}" for one in book.chapters}
    assert not {n: place for n, place in cited(folder).items() if n not in known}


def test_exceptions_are_rules_and_have_a_reason():
    rules = set().union(*(rulebook.load(game).rules for game in BOOKS))
    assert rules >= NO_CODE.keys()
    assert all(NO_CODE.values())


@pytest.mark.parametrize("game", BOOKS)
def test_both_languages_have_the_same_rules(game):
    english, russian = rulebook.load(game), rulebook.load(game, "ru")
    assert list(english.rules) == list(russian.rules)
    assert [c.number for c in english.chapters] == [c.number for c in russian.chapters]
    for number, rule in english.rules.items():
        assert rule.is_example == russian.rules[number].is_example, number
        assert rule.rulings == russian.rules[number].rulings, number


PRINTED = (
    ("tahiti", "4.9 6.2 7.2 7.3"),
    ("borneo", "2.10 4.8 5.4 6.2 6.4 6.8 7.8 8.2 9.1 11.4 11.5 11.6 13.1"),
    (
        "borabora",
        "2.18 4.10 4.12 8.6 10.3 11.7 11.8 12.6 13.2 13.4 14.1 15.1 15.11 15.12 16.12 16.13 16.17"
        " 16.28 17.3 17.4 17.14 18.3 18.5 19.4",
    ),
)
OURS = (
    ("tahiti", "1.13 3.7 5.4"),
    ("borneo", "8.5 13.2"),
    ("borabora", "5.10 7.6 8.7 11.22 16.11 16.20 16.23"),
)


def _rules(game, numbers):
    found = rulebook.load(game).rules
    prefix = next(iter(found)).split("-")[0]
    return {number: found[f"{prefix}-{number}"] for number in numbers.split()}


@pytest.mark.parametrize(("game", "numbers"), PRINTED)
def test_what_is_printed_is_not_called_our_ruling(game, numbers):
    assert not [number for number, rule in _rules(game, numbers).items() if rule.rulings]


@pytest.mark.parametrize(("game", "numbers"), OURS)
def test_what_we_decided_is_called_our_ruling(game, numbers):
    assert all(rule.text.endswith(")") and rule.rulings for rule in _rules(game, numbers).values())


@pytest.mark.parametrize("locale", ["en", "ru"])
@pytest.mark.parametrize("game", BOOKS)
def test_every_ruling_is_listed_once_with_its_reason(game, locale):
    book = rulebook.load(game, locale)
    assert list(book.rulings.reasons) == list(rulebook.load(game).rulings.reasons)
    assert {n for rule in book.rules.values() for n in rule.rulings} == set(book.rulings.reasons)
    assert book.rulings.title
    assert book.rulings.introduction


def test_what_is_printed_is_not_called_reconstructed():
    assert "Reconstructed" not in rulebook.load("tahiti").rules["TA-1.10"].text
    assert "Reconstructed" in rulebook.load("borneo").rules["BO-1.6"].text
