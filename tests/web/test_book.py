"""The rule book as a page: anchors, links between rules, rulings, reconstructed parts."""

from __future__ import annotations

import re

import pytest

from proa import rulebook
from proa.engine.messages import LOCALES
from proa.games import OURS
from proa.web.book import _html, book
from proa.web.pages import drawn, environment
from proa.web.samples import examples

GAMES = tuple(OURS)


def rules_of(game: str, locale: str):
    return [rule for chapter in book(game, locale)["chapters"] for rule in chapter["rules"]]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_there_under_its_number(game, locale):
    numbers = [rule["number"] for rule in rules_of(game, locale)]
    assert numbers == list(rulebook.load(game, locale).rules)
    assert book(game, locale)["count"] == len(numbers)
    assert all(rule["html"].startswith("<p>") for rule in rules_of(game, locale))


@pytest.mark.parametrize("game", GAMES)
def test_links_between_rules_lead_somewhere(game):
    numbers = set(rulebook.load(game).rules) | set(rulebook.load(game).rulings.reasons)
    linked = [
        target
        for rule in rules_of(game, "en")
        for target in re.findall(r'href="#([^"]+)"', rule["html"])
    ]
    assert linked
    assert set(linked) <= numbers


def test_a_number_becomes_a_link_only_if_there_is_such_a_rule():
    html = _html("See XX-1.2, not XX-9.9.", frozenset({"XX-1.2"}))
    assert '<a href="#XX-1.2">XX-1.2</a>' in html
    assert 'href="#XX-9.9"' not in html


def test_html_in_the_text_is_text():
    assert "<b>" not in _html("a <b>bold</b> word", frozenset())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_is_a_chip_that_leads_to_its_reason(game, locale):
    ruled = [rule["html"] for rule in rules_of(game, locale) if "chip" in rule["html"]]
    chip = re.compile(r'<a class="chip solid" href="#(\w+)">(ruling|решение) (\w+)</a>')
    assert ruled
    assert not any("(ruling" in html or "(решение" in html for html in ruled)
    assert all(to == name for html in ruled for to, _, name in chip.findall(html))
    listed = {entry["number"]: entry for entry in book(game, locale)["rulings"]["entries"]}
    led_to = {to for html in ruled for to, *_ in chip.findall(html)}
    assert led_to == set(listed)
    assert all(entry["html"] and entry["rules"] for entry in listed.values())


@pytest.mark.parametrize("mark", ["reconstructed", "example"])
@pytest.mark.parametrize("game", GAMES)
def test_both_languages_mark_the_same_rules(game, mark):
    marked = [
        {rule["number"]: rule[mark] for rule in rules_of(game, locale) if rule[mark]}
        for locale in ("en", "ru")
    ]
    assert marked[0] == marked[1]


def test_wide_tables_can_be_scrolled_by_keys():
    tables = [rule["html"] for rule in rules_of("tahiti", "en") if "<table>" in rule["html"]]
    assert tables
    assert all('<div class="wide" tabindex="0"><table>' in html for html in tables)


def empty_squares(size: int, island: int, pairs: list, squares: list) -> set[int]:
    """The empty sea squares that touch a bank, counted by hand (TA-8.6, TA-8.7)."""
    taken = {square for square, *_ in pairs} | {island}
    touched = {
        (square // size + down) * size + square % size + right
        for square in squares
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if 0 <= square // size + down < size and 0 <= square % size + right < size
    }
    return touched - taken


@pytest.mark.parametrize(("key", "worth"), [("aim", 18), ("scoring", 36)])
def test_the_numbers_of_a_drawn_bank_are_those_of_the_rules(key, worth):
    bank = examples("tahiti", "en")[key]
    empty = empty_squares(bank["size"], bank["island"], bank["pairs"], bank["squares"])
    assert set(bank["empty"]) == empty
    assert bank["numbers"]["worth"] == len(bank["squares"]) * len(empty) == worth
    assert all(share in (worth, worth // 2) for share in bank["shares"].values())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "drawn_things", "numbers"),
    [
        ("tahiti", {'class="can"': 6}, ["18", "9"]),
        ("borneo", {"#bo-flag-red": 5, "#bo-pepper": 1, "#bo-nutmeg": 1}, ["6"]),
        ("borabora", {"#bb-hut": 1}, ["6"]),
    ],
)
def test_the_picture_of_the_aim_shows_what_it_counts(game, drawn_things, numbers, locale):
    template = environment(locale).get_template(drawn(game).aim)
    made = template.render(locale=locale, names=(), examples=examples(game, locale))
    assert {thing: made.count(thing) for thing in drawn_things} == drawn_things
    assert re.findall(r'class="aim-number"[^>]*>(\d+)<', made) == numbers


def test_figures_of_tahiti_show_what_they_count():
    module = environment("en").get_template(drawn("tahiti").figures)
    made = module.make_module({"locale": "en", "names": (), "examples": examples("tahiti", "en")})
    assert made.chapter_1().count('class="reach"') == 13
    assert made.chapter_8().count('class="count"') == 9
    assert re.findall(r'class="points"[^>]*>(\d+)<', made.chapter_8()) == ["36", "18", "18"]
