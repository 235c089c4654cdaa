"""What people see and read in whole games stays the same, unless the goldens are rewritten."""

from __future__ import annotations

import json

import pytest

from proa.games import GAMES, spec
from seen import golden, looking
from seen.dom import normal
from seen.golden import Place

PAGED = ("tahiti-3", "borneo-4", "borabora-3")
"""The games whose pages are drawn in every run."""
HELP = (
    "python scripts/seen.py --against HEAD {name} prints the texts; "
    "--write in place of --against HEAD keeps what is meant to differ"
)


def check(name: str, part: str, *, quick: bool) -> None:
    """Check that everything of a part of a game is as in its file."""
    game = golden.load(name)
    at = looking.steps(game, part, quick=quick)
    then, now = looking.compared(game, part, at)
    differing = golden.differing(then, now, at)
    if differing:
        lines = golden.describe(name, differing, then, now)
        pytest.fail("\n".join([*lines, HELP.format(name=name)]), False)


@pytest.mark.parametrize("name", golden.names())
def test_games_are_told_as_they_were(name):
    check(name, "told", quick=True)


@pytest.mark.parametrize("name", PAGED)
def test_pages_are_drawn_as_they_were(name):
    check(name, "pages", quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("part", looking.PARTS)
@pytest.mark.parametrize("name", golden.names())
def test_whole_games_are_as_they_were(name, part):
    check(name, part, quick=False)


def test_every_game_is_there_with_each_number_of_players():
    import proa

    shipped = [name for name in GAMES if name != "toy"]
    ranges = {name: proa.game(name).players for name in shipped}
    wanted = {f"{name}-{n}" for name, (low, high) in ranges.items() for n in range(low, high + 1)}
    assert set(golden.names()) == wanted


@pytest.mark.parametrize("name", golden.names())
def test_files_are_read_as_they_were_written(name):
    text = golden.path(name).read_text(encoding="utf-8")
    game = golden.read(text)
    assert golden.written(game) == text
    drawn = spec(game.game).board.template is not None
    assert {place.kind for place in game.kept} == (KINDS if drawn else KINDS - {"previews"})
    assert {place.step for place in game.kept if place.kind == "page"} == game.paged
    locales = {place.locale for place in game.kept if place.kind not in golden.CHOICES}
    assert locales == {"en", "ru"}
    assert {place.locale for place in game.kept if place.kind in golden.CHOICES} == {
        golden.NO_LOCALE
    }


def changed(sentences, labels):
    """Return a game of two steps: stories by viewer at the first, labels of a code at both."""
    game = golden.Golden("toy", 2, [(0, "draw")], {0, 1}, {0})
    for viewer, story in sentences.items():
        game.kept |= golden.kept(Place(0, "story", "en", viewer), json.dumps(story))
    for step, label in enumerate(labels):
        game.kept |= golden.kept(Place(step, "actions", "en", "0"), json.dumps([["draw", label]]))
    return game


def test_a_sentence_is_a_line_with_those_who_read_it():
    stories = {"0": ["One.", "Yours.", "Two."], "1": ["One.", "Two."], "w": ["One.", "Two."]}
    text = golden.written(changed(stories, []))
    assert [line for line in text.splitlines() if "story" in line] == [
        ' story en 01w "One."',
        ' story en 0 "Yours."',
        ' story en 1w "Two."',
        ' story en 0 "Two."',
    ]
    assert golden.read(text).kept == changed(stories, []).kept


def test_a_label_stands_where_it_changes_and_is_compared_at_every_step():
    then = golden.read(golden.written(changed({}, ["Draw", "Draw"])))
    assert len([place for place in then.kept if place.kind == "label"]) == 1
    now = changed({}, ["Draw", "Take"]).kept
    for steps in ({0, 1}, {1}):
        new = {place: text for place, text in now.items() if place.step in steps}
        old = golden.at_steps(then.kept, steps, new)
        differing = golden.differing(old, new, steps)
        assert differing == [Place(1, "label", "en", "draw")]
        assert golden.describe("toy-2", differing, old, new)[1:] == ['  - "Draw"', '  + "Take"']


KINDS = looking.PAGES | {
    "story",
    "ask",
    "sections",
    "board",
    "actions",
    "greyed",
    "label",
    "reason",
    "previews",
}

PAGE = """<!doctype html><main id="main"><!-- note --><p class="a b" title="T">Two  words
<b>and</b> <i>more</i></p> <form><input type="hidden" name="frame" value="12"></form>
<button id="spot-12-CM" data-tip="tip-CM" form="act">12</button><a href="#log-3">↩</a>
<link href="/static/0123456789/a.css"><svg data-still="abc" data-now="12.5">
<text x="1">5</text></svg></main>"""

SAME = [
    ('class="a b"', 'class="b  a"'),
    ('class="a b" title="T"', 'title="T" class="a b"'),
    ("Two  words\n", "Two words "),
    ("</p> <form>", "</p>\n\n<form>"),
    ("<!-- note -->", ""),
    ('data-still="abc"', ""),
    ('data-now="12.5"', 'data-now="13"'),
    ("0123456789", "9876543210"),
    ("#log-3", "#log-4"),
    ("spot-12-CM", "spot-CM"),
]

OTHER = [
    ('class="a b"', 'class="a"'),
    ("and", "or"),
    ("<b>and</b> <i>", "<b>and</b><i>"),
    ('title="T"', 'title="t"'),
    ('title="T"', ""),
    ("spot-12-CM", "spot-12-DM"),
    ('data-tip="tip-CM"', ""),
    (">12</button>", ">13</button>"),
    ("a.css", "b.css"),
    ('x="1"', 'x="2"'),
    ("<b>and</b> <i>more</i>", "<i>more</i> <b>and</b>"),
    ("↩", ""),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_nobody_notices_is_left_out(old, new):
    assert old in PAGE
    assert normal(PAGE.replace(old, new)) == normal(PAGE)


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_what_somebody_notices_is_told(old, new):
    assert old in PAGE
    assert normal(PAGE.replace(old, new)) != normal(PAGE)


def test_frames_are_left_out_wherever_they_are():
    later = PAGE.replace('value="12"', 'value="13"').replace("spot-12-", "spot-13-")
    assert normal(later) == normal(PAGE)
