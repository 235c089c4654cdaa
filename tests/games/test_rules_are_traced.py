"""Every numbered rule is named by a test, and tests name only rules that exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from proa import rulebook
from proa.games import GAMES

TESTS = Path(__file__).parents[1]
BOOKS = [game for game in GAMES if game != "toy"]


def numbers_named_by_tests() -> set[str]:
    """The arguments of every ``pytest.mark.rule(...)`` below tests/."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                found |= {a.value for a in node.args if isinstance(a, ast.Constant)}
    return found


NAMED = numbers_named_by_tests()


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_has_a_test(game):
    missing = [number for number in rulebook.load(game).rules if number not in NAMED]
    assert not missing, f"no test names {', '.join(missing)}"


def test_tests_name_rules_that_exist():
    known = set().union(*(rulebook.load(game).rules for game in BOOKS))
    assert not sorted(NAMED - known)


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
