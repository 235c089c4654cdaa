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
    known = set().union(*(rulebook.load(game).rules for game in ("tahiti", "borneo", "borabora")))
    assert not sorted(NAMED - known)


@pytest.mark.parametrize("game", ["tahiti", "borneo", "borabora"])
def test_both_languages_have_the_same_rules(game):
    english, russian = rulebook.load(game), rulebook.load(game, "ru")
    assert list(english.rules) == list(russian.rules)
    assert [c.number for c in english.chapters] == [c.number for c in russian.chapters]
    for number, rule in english.rules.items():
        assert rule.is_example == russian.rules[number].is_example, number
