"""The limits of edition files stand in the rule books, and refusals name them."""

from __future__ import annotations

import copy
import re
import tomllib
from typing import Any

import pytest

from proa import rulebook
from proa.engine.core.editions import Reader
from proa.engine.errors import BadDocument
from proa.games import spec

RULES = {"tahiti": "TA-10.5", "borneo": "BO-14.7", "borabora": "BB-20.4"}
ROW = re.compile(r"^\| `([^`]+)`[^|]*\| (\d+) \| (\d+) \|$", re.MULTILINE)
STEP = re.compile(r"[\w ]+|\[\]")


def limits(game: str, locale: str = "en") -> list[tuple[str, int, int]]:
    """Return the rows of a rule book's table: a key, and between what its value may be."""
    text = rulebook.load(game, locale).rules[RULES[game]].text
    return [(key, int(low), int(high)) for key, low, high in ROW.findall(text)]


def changed(content: dict[str, Any], key: str, value: int) -> dict[str, Any]:
    """Return an edition with a number at a key; of a list or a text that is its length."""
    content = copy.deepcopy(content)
    if key == "shipments[].cards":
        del content["shipments"][1:]
    if key == "gods.cards":
        content["gods"]["open"], content["player"]["god_cards"] = 1, 0
    *way, last = [0 if step == "[]" else step for step in STEP.findall(key)]
    inside: Any = content
    for step in way:
        inside = inside[step]
    there = inside[last]
    if key == "jewelry.ring[]":
        inside[last] = [value, 1]
    elif key == "map.paths.land[]":
        inside[last] = [*there[:2], value]
    elif isinstance(there, list | str):
        inside[last] = (there * (value + 1))[:value]
    else:
        inside[last] = value
    return content


CASES = [(game, *row) for game in RULES for row in limits(game)]


@pytest.mark.rule("TA-10.5", "BO-14.7", "BB-20.4")
@pytest.mark.parametrize(("game", "key", "low", "high"), CASES, ids=lambda value: str(value))
def test_a_number_beyond_the_rule_book_is_refused_with_its_limit(game, key, low, high):
    """One beyond either limit is refused, by the limit; at a limit, it is never that key's."""
    components = spec(game).components
    standard = tomllib.loads((spec(game).folder / "components.toml").read_text(encoding="utf-8"))
    options = {name: option.default for name, option in components.options.items()}

    def refusal(value: int) -> str:
        if value < 0 and not key.endswith("]"):
            return ""
        try:
            components.read(Reader(changed(standard, key, value), "mine.toml"), options)
        except BadDocument as refused:
            return str(refused)
        return ""

    name = re.split(r"[.\[]", key.removesuffix("[]"))[-1]
    assert re.search(rf"\b{high}\b", refusal(high + 1)), refusal(high + 1)
    assert low == 0 or re.search(rf"\b{low}\b|not ''", refusal(low - 1)), refusal(low - 1)
    assert f"{name}: must be between" not in refusal(low) + refusal(high)


@pytest.mark.parametrize("game", RULES)
def test_both_languages_have_the_same_limits(game):
    assert limits(game, "ru") == limits(game)
    assert len(limits(game)) >= 8


@pytest.mark.rule("BO-14.6", "BO-14.7")
def test_a_later_borneo_is_refused_by_limits_that_are_named():
    standard = tomllib.loads((spec("borneo").folder / "components.toml").read_text("utf-8"))
    options = {name: option.default for name, option in spec("borneo").components.options.items()}
    for key, number, told in (("harbors", 14, "3 to 12"), ("missions", 9, "0 to 5")):
        edition = changed(standard, key, number)
        with pytest.raises(BadDocument, match=f"{key}: must have {told} entries, not {number}"):
            spec("borneo").components.read(Reader(edition, "mine.toml"), options)
