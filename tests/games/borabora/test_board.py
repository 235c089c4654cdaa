"""The data of the table: what it shows, what it hides, and that its previews are correct."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES, localize
from proa.games.borabora.board import drawing
from proa.games.borabora.board.data import TILE_ORDER
from proa.games.borabora.board.marks import marks
from proa.games.borabora.components import WHAT
from proa.games.borabora.state import FIRST_CHANCE, GAIN, QUESTIONS
from proa.games.borabora.texts import TEXTS
from proa.web import pages

NAMES = ("Hina", "Teva", "Moana", "Manu")
NOTES = {kind: row.note for kind, row in TEXTS.questions.items() if row.note}


@pytest.fixture(scope="module")
def line(game):
    """Return positions of random games of two, three and four players, in order."""
    found = []
    for players in (2, 3, 4):
        chance = random.Random(players)
        position = game.start(players, seed=players)
        while not position.is_over:
            found.append(position)
            position = game.play(position, chance.choice(game.codes(position)))
        found.append(position)
    return found


@pytest.fixture(scope="module")
def of_each_question(game, line):
    """Return two positions for each question."""
    found = {}
    for position in line:
        if not position.is_over:
            found.setdefault(game.board(position, SPECTATOR)["asked"], []).append(position)
    return {asked: positions[:2] for asked, positions in found.items()}


def previews(game, position):
    return game.board(position, position.to_move)["previews"]


def english(message):
    return localize(message, "en", NAMES)


def test_it_is_plain_json_for_every_viewer(game, line):
    for position in line[::9]:
        for viewer in (*range(position.players), SPECTATOR, ALL):
            json.dumps(game.board(position, viewer))


# -- what stays hidden -----------------------------------------------------------------------


@pytest.mark.rule("BB-1.25", "BB-1.26")
def test_nothing_hidden_is_in_it(game, line):
    for position in line[::7]:
        for viewer in range(position.players):
            other = game.resample(position, viewer, seed=1)
            assert game.board(position, viewer) == game.board(other, viewer)


@pytest.mark.rule("BB-1.25", "BB-1.26")
def test_of_other_hands_only_known_cards_are_shown(game, scene):
    hand = {"hand": {"red": 2, "blue": 1}, "known_cards": {"red": 1}}
    position = scene(2).seat(1, **hand).seat(0, tasks=["T01", "T13", "T16"]).load()
    seen = game.board(position, 0)["players"][1]["cards"]
    assert (seen["number"], seen["shown"], seen["open"]) == (3, ["red"], False)
    mine = game.board(position, 1)["players"][1]["cards"]
    assert mine["shown"] == ["blue", "red", "red"]


@pytest.mark.rule("BB-19.3")
def test_a_task_about_a_hidden_hand_tells_nothing(game, scene):
    position = scene(2).seat(1, hand={"red": 2}, tasks=["T13", "T31", "T36"]).load()
    theirs = {one["task"]: one for one in game.board(position, 0)["players"][1]["tasks"]}
    assert theirs["T13"]["have"] is None
    assert not theirs["T13"]["done"]
    assert theirs["T31"]["have"] == 0
    mine = {one["task"]: one for one in game.board(position, 1)["players"][1]["tasks"]}
    assert mine["T13"]["done"]


def test_only_the_seat_that_decides_gets_previews(game, line):
    for position in line[::5]:
        for viewer in (*range(position.players), SPECTATOR):
            shown = game.board(position, viewer)
            asked = viewer == position.to_move
            assert bool(shown["previews"]) == asked
            assert (shown["guide"] is not None) == asked


# -- previews --------------------------------------------------------------------------------


def test_every_choice_says_what_it_would_do(game, line):
    for position in line:
        if position.is_over:
            continue
        shown = previews(game, position)
        assert set(shown) == set(game.codes(position))
        for preview in shown.values():
            assert english(preview["title"])
            assert english(preview["text"])


def test_points_of_a_preview_come_true(game, line):
    seen = 0
    for position in line[::3]:
        if position.is_over:
            continue
        before = game.scores(position)
        for code, preview in previews(game, position).items():
            after = game.scores(game.play(position, code, chance=False))
            changes = [new - old for new, old in zip(after, before, strict=True)]
            assert preview["deltas"] == changes
            seen += any(changes)
    assert seen > 50


@pytest.mark.rule("BB-8.3", "BB-8.4")
def test_what_a_die_does_for_a_building(game, scene):
    site = {"materials_on_spaces": ["1", "2"], "dice": [2, 4, 5]}
    preview = previews(game, scene(4).seat(0, **site).load())["place:build-4"]
    assert english(preview["text"]) == "10 points, then a Fire Bonus."
    assert preview["gods"] == []


@pytest.mark.rule("BB-3.5", "BB-16.9", "BB-16.1")
def test_a_tile_that_a_god_can_open_is_offered_with_its_price(game, scene):
    rich = {"dice": [2, 4, 5], "offerings": 1, "hand": {"blue": 1, "red": 2}, "god_tiles": 1}
    position = scene(4).seat(0, **rich).placed(1, ("helper", 3)).load()
    shown = previews(game, position)
    assert shown["place:helper-2"]["gods"] == []
    assert shown["place:helper-4"]["gods"] == ["blue"]
    assert english(shown["place:helper-4"]["lines"]) == [
        "Needs a Blue God: an offering and its card or an offering and two matching cards "
        "(Red God) or one God tile."
    ]


@pytest.mark.rule("BB-16.11", "BB-16.13")
def test_a_die_that_is_too_weak_names_the_white_god(game, scene):
    far = {"dice": [1, 2, 3], "god_tiles": 1, "regions": ["CM"]}
    shown = previews(game, scene(4).seat(0, **far).load())
    assert shown["place:water-3"]["gods"] == ["white"]
    assert english(shown["place:water-3"]["short"]) == "2 regions in reach"


@pytest.mark.rule("BB-4.10", "BB-17.4")
def test_a_new_hut_tells_whose_steps_aside_and_what_it_does_to_the_fish(game, scene):
    position = scene(2).seat(0, regions=["CM"]).seat(1, regions=["EF", "EB"])
    shown = previews(game, position.action("expand", path="water", limit=4).load())["region:EB"]
    assert "Teva's hut is replaced." in english(shown["lines"])
    assert shown["deltas"] == [5, -5]


@pytest.mark.rule("BB-16.20", "BB-16.24")
def test_a_use_tells_what_green_would_make_of_it(game, scene):
    position = scene(2).persons(0, woman=["points-a", "points-b"]).seat(0, god_tiles=1)
    shown = previews(game, position.phase("men and women").load())["use:woman-points"]
    assert english(shown["short"]) == "4 points"
    assert "With a Green God: 8 points." in english(shown["lines"])


def test_tasks_that_a_choice_brings_nearer_are_named(game, scene):
    position = scene(2).seat(0, regions=["CM"], tasks=["T07", "T31", "T32"])
    shown = previews(game, position.action("expand", path="land", limit=6).load())
    assert "Task “huts in any 3 regions”: 2 of 3" in english(shown["region:CB"]["lines"])


# -- the table -------------------------------------------------------------------------------


@pytest.mark.rule("BB-2.1", "BB-18.1", "BB-18.2")
@pytest.mark.parametrize(("players", "tiles"), [(2, 6), (3, 7), (4, 8)])
def test_action_tiles_by_the_number_of_players(game, scene, players, tiles):
    shown = game.board(scene(players).load(), SPECTATOR)["tiles"]
    assert len(shown) == tiles
    actions = [action["key"] for tile in shown for action in tile["actions"]]
    assert actions == list(TILE_ORDER)


@pytest.mark.rule("BB-18.3", "BB-18.4")
def test_a_combined_tile_has_one_row_of_dice(game, scene):
    position = scene(2).seat(0, dice=[1, 2, 5]).placed(1, ("man", 3)).load()
    tile = next(t for t in game.board(position, 0)["tiles"] if t["key"] == "man")
    assert tile["dice"] == [{"seat": 1, "value": 3}]
    assert tile["lowest"] == 3


@pytest.mark.rule("BB-1.20", "BB-5.7", "BB-5.8")
def test_the_twelve_person_spaces_hold_everything(game, line):
    for position in line[::4]:
        for player in game.board(position, SPECTATOR)["players"]:
            spaces = player["spaces"]
            assert len(spaces) == 12
            lying = [space["person"] for space in spaces if space["kind"] == "person"]
            assert lying == player["persons"]
            huts = sum(space["kind"] == "hut" for space in spaces)
            assert huts == player["huts"]["normal"]
            last = spaces[-1]
            assert (last["huts"] if last["kind"] == "last" else 0) == player["huts"]["last"]
            assert sum(space["kind"] == "free" for space in spaces) == player["free"]


@pytest.mark.rule("BB-16.29", "BB-16.30")
def test_a_task_says_whether_yellow_completes_it(game, scene):
    goods = {"offerings": 3, "hand": {"yellow": 1}, "tasks": ["T31", "T32", "T34"]}
    position = scene(2).seat(0, **goods, shells=4).load()
    tasks = {one["task"]: one for one in game.board(position, 0)["players"][0]["tasks"]}
    assert (tasks["T31"]["have"], tasks["T31"]["need"], tasks["T31"]["yellow"]) == (3, 4, False)
    assert tasks["T32"]["yellow"]  # paying takes an offering, but no shell
    assert not tasks["T34"]["yellow"]


def test_the_temple_names_who_takes_the_god_tile(game, scene):
    position = scene(3).set(temple=[1, None, 0, 0, 1, None]).load()
    assert game.board(position, SPECTATOR)["temple"]["leader"] == 1


def test_a_choice_is_refused_once_with_the_least_that_it_takes(game, line):
    regions = 0
    for position in line:
        if position.is_over:
            continue
        greyed = game.view(position, position.to_move)["greyed"]
        assert len({choice["code"] for choice in greyed}) == len(greyed)
        regions += sum(choice["code"].startswith("region:") for choice in greyed)
    assert regions > 9


# -- what the last event changed -------------------------------------------------------------


def test_marks_of_a_die_and_of_a_hut(game, scene, play):
    before = scene(4).seat(0, dice=[2, 4, 5], regions=["CM"]).load()
    after = play(before, "place:land-4")
    assert marks(game, before, after, 0).data["dice"] == [{"tile": "land", "seat": 0, "value": 4}]
    assert marks(game, after, play(after, "region:CB"), 0).data["huts"] == [
        {"region": "CB", "seat": 0}
    ]


@pytest.mark.rule("BB-12.1", "BB-13.2")
def test_phase_c_is_marked_score_by_score(game, scene, play):
    position = scene(2).set(temple=[1, None, None, None, None, 1], turn=1, status_order=[0, 1])
    position = position.persons(1, man=["points-a"]).seat(0, status_steps=5)
    before = position.phase("men and women", turn=1).load()
    after = play(before, "no")
    found = marks(game, before, after, SPECTATOR)
    assert found.data["scored"] == {"status": [4, 0], "temple": [0, 2], "tile": 1}
    assert found.beats == 3


def test_a_fish_is_marked_when_a_red_god_scores_it(game, line):
    scored = 0
    for before, after in pairwise(line):
        if before.players == after.players:
            fish = marks(game, before, after, SPECTATOR).data["fish"]
            points = [game.sheet(p, before.fields.mover)["red"] for p in (before, after)]
            assert len(fish) == (points[0] != points[1])
            scored += len(fish)
    assert scored > 2


@pytest.mark.parametrize("name", drawing.MIDDLES)
@pytest.mark.parametrize("mark", [{"huts": [{"region": "{}", "seat": 0}]}, {"fish": ["{}"]}])
def test_the_small_picture_shows_where_it_happened(mark, name):
    last = json.loads(json.dumps(mark).replace("{}", name))
    left, top, width, height = map(float, drawing.window(last).split())
    x, y = drawing.MIDDLES[name]
    assert left + 30 <= x <= left + width - 30
    assert top + 30 <= y <= top + height - 30
    assert 0 <= left <= drawing.WIDTH - width < drawing.WIDTH - 200
    assert 0 <= top <= drawing.HEIGHT - height < drawing.HEIGHT - 200


def test_the_small_picture_is_drawn_after_every_event(game, line):
    for before, after in list(pairwise(line))[::23]:
        if before.players == after.players:
            last = marks(game, before, after, ALL).data
            values = {"board": english(game.board(after, ALL)), "last": last, "live": False}
            drawn = pages.render("games/borabora/board/moment.svg.jinja", view={}, can={}, **values)
            assert ("niche" in drawn) == bool(last["temple"] or last["scored"])


def test_marks_are_plain_json(game, line):
    for before, after in zip(line[::3], line[1::3], strict=False):
        if before.players == after.players:
            json.dumps(marks(game, before, after, SPECTATOR).data)


# -- words and pictures ----------------------------------------------------------------------


def test_a_note_for_every_kind_of_decision():
    asked = {kind for kind in range(int(FIRST_CHANCE)) if kind != GAIN}
    assert set(NOTES) == asked, [QUESTIONS[kind] for kind in asked ^ set(NOTES)]


ABOUT = {
    "first hut": "hut",
    "place a die": "lower than the lowest",
    "expand": "newest hut",
    "hut": "normal space",
    "resource": "decline",
    "person": "one type",
    "temple": "moves one space to the right",
    "build": "A building scores",
    "site": "between buildings",
    "fire gift": "an offering",
    "fire step": "one shell",
    "ceremony space": "two ceremony spaces",
    "men and women": "one type of man and one type of woman",
    "materials": "Building materials",
    "god cards": "God cards",
    "move huts": "moving a hut",
    "jewelry": "jewelry tile",
    "task": "completed or surrendered",
    "new task": "open tasks",
    "final tasks": "all three remaining tasks",
    "yellow god": "one requirement fewer",
}
"""The subject of each note's rule; for the other Gods, the God's name."""


def test_each_note_names_the_rule_of_its_decision():
    root = Path(__file__).resolve().parents[3]
    book = (root / "docs" / "rules" / "borabora.md").read_text("utf-8")
    for kind, entry in NOTES.items():
        asked = QUESTIONS[kind]
        (text,) = re.findall(rf"^\*\*{re.escape(entry['rule'])}\*\* (.*)$", book, re.MULTILINE)
        word = ABOUT.get(asked, asked.title() if asked.endswith("god") else asked)
        assert word.lower() in text.lower(), (asked, entry["rule"])


def test_every_drawing_that_is_used_is_in_the_sprite(game, line):
    symbols = set(
        re.findall(r'id="([^"]+)"', (game.spec.folder / "board/pieces.svg").read_text("utf-8"))
    )
    for what, words in WHAT.items():
        for which in words or (None,):
            assert drawing.signs([{"what": what, "which": which}])[0] in symbols
    for template in game.spec.folder.glob("*.jinja"):
        used = re.findall(r'"#(bb-[\w-]+)"', template.read_text("utf-8"))
        assert set(used) <= symbols, template.name


@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_is_drawn(game, of_each_question, locale):
    """Every choice is a button in the dock, and nothing is styled or scripted inline."""
    for positions in of_each_question.values():
        for position in positions:
            page = shown(game, position, locale)
            for code in game.codes(position):
                assert f'name="code" value="{code}"' in page
            ids = re.findall(r' id="([^"]+)"', page)
            assert len(ids) == len(set(ids))
            assert " style=" not in page
            assert "<script>" not in page


def shown(game, position, locale):
    """Render the game's parts of the table, for the seat that decides."""
    viewer = position.to_move
    view = localize(game.view(position, viewer), locale, NAMES)
    template = (
        '{% import "games/borabora/board/parts.html.jinja" as game with context %}'
        "{{ game.round() }}{{ game.rail() }}{{ game.panels() }}{{ game.facing() }}"
        "{{ game.choices() }}{{ game.final() }}"
        "{% for seat in seats %}{{ game.figures(seat) }}{% endfor %}"
    )
    return (
        pages.environment("en")
        .from_string(template)
        .render(
            locale=locale,
            names=NAMES,
            view={**view, "last": {}},
            can={choice["code"]: choice["label"] for choice in view["actions"]},
            seats=[{"seat": i, "name": NAMES[i]} for i in range(position.players)],
            frame=0,
            live=True,
            over=False,
        )
    )


@pytest.mark.parametrize("codes", [["no"], ["no", "pay:tile"]])
def test_a_question_with_one_answer_has_one_button(codes):
    """The last button names the only answer; the list does not repeat it."""
    view = {"actions": [{"code": code, "label": code} for code in codes], "to_move": 0}
    view["board"] = {"asked": "red use", "previews": {}, "offer": [], "players": [{"tasks": []}]}
    values = {"view": view, "can": dict.fromkeys(codes, ""), "frame": 3, "locale": "en"}
    template = pages.environment("en").get_template("games/borabora/board/dock.jinja")
    made = template.make_module({"names": (), **values}).choices(view["board"])
    assert made.count('value="no"') == (len(codes) > 1)
