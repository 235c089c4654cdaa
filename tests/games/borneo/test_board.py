"""The data of the drawing: what it shows, what it hides, and that its previews are correct."""

import json
import random
import re
from itertools import pairwise

import pytest

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES, localize
from proa.games.borneo.board import drawing
from proa.games.borneo.board.marks import marks
from proa.games.borneo.state import DISTRIBUTIONS, HAND_LIMIT, MOST_IN_ROW, MOST_LAID, PHASES
from proa.games.borneo.texts.reading import coming_picks
from proa.web import pages

NAMES = ("Hina", "Teva", "Moana", "Manu", "Nohea")


@pytest.fixture(scope="module")
def line(game):
    """Return positions of random games of three, four and five players, in order."""
    found = []
    for players in (3, 4, 5):
        chance = random.Random(players)
        position = game.start(players, seed=players)
        while not position.is_over:
            found.append(position)
            position = game.play(position, chance.choice(game.codes(position)))
        found.append(position)
    return found


@pytest.fixture(scope="module")
def of_each_phase(line):
    """Return a few positions for each question."""
    found = {}
    for position in line:
        found.setdefault(position.fields.phase, []).append(position)
    return {phase: positions[:2] for phase, positions in found.items()}


def test_every_question_comes_up(of_each_phase):
    asked = {PHASES[phase] for phase in of_each_phase}
    assert asked >= set(PHASES) - {"first player", "deal", "new harbor", "draw"}


def test_it_is_plain_json_for_every_viewer(game, line):
    for position in line[::7]:
        for viewer in (*range(position.players), SPECTATOR, ALL):
            json.dumps(game.board(position, viewer))


@pytest.mark.rule("BO-13.1", "BO-13.4", "BO-13.5")
def test_nothing_hidden_is_in_it(game, line):
    for position in line[::5]:
        for viewer in range(position.players):
            other = game.resample(position, viewer, seed=1)
            assert game.board(position, viewer) == game.board(other, viewer)


def test_a_watcher_sees_no_hand(game, line):
    for position in line[::9]:
        seen = game.board(position, SPECTATOR)
        assert seen["hand"] is None
        assert not seen["chosen"]
        assert not seen["previews"]
        assert not seen["faces"]


def test_every_choice_has_a_preview(game, line):
    for position in line:
        if position.to_move < 0:
            continue
        shown = game.board(position, position.to_move)
        without = set(game.codes(position)) - set(shown["previews"])
        assert all(code == "pass" or code.startswith("discard:") for code in without)


# -- previews come true ----------------------------------------------------------------------


@pytest.mark.rule("BO-8.3", "BO-9.1", "BO-9.6")
def test_a_forecast_comes_true(game, line):
    seen = set()
    for position in line:
        if PHASES[position.fields.phase] != "harbor":
            continue
        shown = game.board(position, position.to_move)
        for code in game.codes(position):
            after = game.play(position, code, chance=False)
            forecast = shown["previews"][code]["forecast"]
            now = after.fields.distribution
            picks = [(pick.seat, pick.place + 1) for pick in coming_picks(after.fields)]
            assert [(one["seat"], one["rank"]) for one in forecast["picks"]] == picks
            if picks:
                assert forecast["kind"] == DISTRIBUTIONS[now.kind]
            if forecast["kind"] is None:
                harbor = game.board(after, SPECTATOR)["harbors"][forecast["slot"]]
                assert harbor["flags"] == forecast["flags"]
                assert len(harbor["pile"]) == forecast["laid"]
            seen.add(forecast["kind"])
    assert seen == {None, "monopoly", "shared"}


def test_a_shipment_shows_what_it_would_do_at_each_harbor(game, line):
    position = next(p for p in line if PHASES[p.fields.phase] == "shipment")
    mover = position.to_move
    for code, preview in game.board(position, mover)["previews"].items():
        chosen = game.play(position, code)
        later = game.board(chosen, mover)["previews"]
        assert preview["forecast"] == [later[f["code"]]["forecast"] for f in preview["forecast"]]


@pytest.mark.rule("BO-4.17")
def test_the_fewest_cards_for_a_mission(game, scene):
    position = scene().set(phase="mission")
    position.warehouse(0, "RYG/B pepper", "YRB/G pepper", "GYB/R pepper", "RRR/Y pepper", "H07")
    preview = game.board(position.load(), 0)["previews"]["mission:eight_of_one"]
    assert preview["title"]["n"] == 20
    assert preview["text"]["n"] == 5


@pytest.mark.rule("BO-6.5")
def test_how_many_flags_an_attack_can_have(game, scene, play):
    position = scene().row("red", "1a 2a 0a")
    position.hand(0, "RRR/Y pepper", "YYY/R pepper", "GRY/B nutmeg", "GGG/B pepper")
    position = play(position.load(), "merchant:red:3")
    text = game.board(position, 0)["previews"]["attack:1"]["text"]
    assert (text["bonus"], text["most"]) == (1, 4)


# -- the scenes ------------------------------------------------------------------------------


@pytest.fixture
def attacked(scene, play, s):
    """Return a position: seat 0 attacks seat 1 in red with three flags; one merchant stands
    between."""
    position = scene().row("red", "1a 2a 0a")
    position.hand(0, "RRR/Y pepper", "YYY/R pepper")
    position.hand(1, "YYY/R cloves", "RRR/G cloves", "RRR/B cloves")
    codes = ("merchant:red:3", "attack:1", f"play:{s('RRR/Y pepper')}", "commit")
    return play(position.load(), *codes)


@pytest.mark.rule("BO-6.10", "BO-13.4")
def test_a_fight_shows_both_sides_and_what_is_chosen_only_to_who_chooses(game, attacked, play, s):
    chosen = play(attacked, f"play:{s('RRR/G cloves')}")
    mine, theirs = (game.board(chosen, viewer)["fight"] for viewer in (1, 0))
    assert mine["bonus"] == theirs["bonus"] == 1
    assert mine["attacker"]["total"] == theirs["attacker"]["total"] == 3
    assert (mine["defender"]["total"], theirs["defender"]["total"]) == (4, 1)
    assert (mine["succeeds"], theirs["succeeds"]) == (False, True)
    assert mine["chosen"] == [s("RRR/G cloves")]
    assert not theirs["chosen"]
    assert theirs["hidden"]
    assert not theirs["defender"]["cards"]
    assert [one["seat"] for one in mine["between"]] == [2]


@pytest.mark.rule("BO-9.11")
def test_whose_pick_it_is_and_what_comes_after(game, scene, play, s):
    position = scene().set(phase="shipment").row("yellow", "1a 2a").row("red", "0a")
    position.harbor("H02", "YYY/R pepper", "RRR/Y pepper", "GYB/R pepper")
    position.hand(0, "RYG/B pepper")
    sharing = game.board(play(position.load(), f"ship:{s('RYG/B pepper')}", "at:H02"), 0)["sharing"]
    assert sharing["kind"] == "shared"
    assert not sharing["harbor_left"]
    assert [company["key"] for company in sharing["companies"]][:2] == ["yellow", "red"]
    assert [(p["seat"], p["company"]) for p in sharing["picks"]][:2] == [(1, "yellow"), (0, "red")]
    assert len(sharing["cards"]) == len(sharing["picks"]) == 4


@pytest.mark.rule("BO-4.6", "BO-4.7")
def test_what_missions_are_short_of(game, scene):
    position = scene().warehouse(0, "RYG/B pepper", "RRR/Y pepper", "RRR/Y cloves", "H10")
    missions = {one["key"]: one for one in game.board(position.load(), 0)["missions"]}
    assert [missions[key]["short"] for key in missions] == [1, 4, 7, 1, 5]
    assert missions["four_of_one"]["needs"] == [{"good": "pepper", "has": 3}]
    has = {need["good"]: need["has"] for need in missions["two_of_each"]["needs"]}
    assert has == {"pepper": 2, "cinnamon": 1, "cloves": 1, "nutmeg": 0}


# -- what the last event changed -------------------------------------------------------------


def test_marks_of_a_move_and_of_a_card_laid(game, scene, play, s):
    position = scene().row("red", "0a 1a").row("green", "2a")
    position.hand(0, "RRR/Y pepper", "GGG/B pepper")
    before = play(position.load(), "merchant:red:1")
    after = play(before, "to:green")
    assert marks(game, before, after, SPECTATOR).data["merchants"] == ["0-0"]
    before = play(after, f"ship:{s('RRR/Y pepper')}")
    laid = marks(game, before, play(before, "at:H01"), SPECTATOR).data["laid"]
    assert laid == [{"slot": 0, "card": s("RRR/Y pepper"), "seat": 0}]


@pytest.mark.rule("BO-6.12")
def test_marks_of_a_fight(game, attacked, play):
    after = play(attacked, "commit")
    assert marks(game, attacked, after, SPECTATOR).data["merchants"] == ["0-0", "1-0"]


# -- geometry --------------------------------------------------------------------------------


def test_everything_finds_its_place():
    for limit in range(1, MOST_LAID + 1):
        assert drawing.jetty_end(limit) <= drawing.HARBORS
    for cards in range(1, HAND_LIMIT + 3):
        half = drawing.CARD[0] * drawing.HAND_SCALE / 2
        assert drawing.held(0, cards).x - half >= 0
        assert drawing.held(cards - 1, cards).x + half <= drawing.WIDTH
    for columns in (1, 2):
        rows = drawing.rows(columns, [{"merchants": range(MOST_IN_ROW)}] * 4)
        x, _ = rows.place(0, MOST_IN_ROW + 1)
        assert x + rows.tile[0] <= rows.WIDTH


@pytest.mark.parametrize("columns", [1, 2])
def test_up_to_seven_merchants_and_one_more_stand_side_by_side(columns):
    for long in range(8):
        rows = drawing.rows(columns, [{"merchants": range(long)}] * 4)
        lefts = [rows.place(0, rank)[0] for rank in range(1, long + 2)]
        assert all(right - left >= rows.tile[0] - 1 for left, right in pairwise(lefts))


@pytest.mark.parametrize("slot", range(3))
def test_the_small_picture_shows_where_it_happened(slot):
    card = {"card": "RRR/Y pepper", "slot": slot, "seat": 0}
    changes = ({"laid": [card]}, {"turned_up": [slot]})
    windows = {drawing.window({"sharing": None}, last) for last in changes}
    windows.add(drawing.window({"sharing": {"slot": slot}}, {"merchants": ["0-0"]}))
    (found,) = windows
    left, _, width, _ = map(float, found.split())
    sign = drawing.harbor_x(slot)
    assert left <= sign
    assert sign + drawing.SIGN[0] <= left + width
    assert 0 <= left <= drawing.WIDTH - width
    assert drawing.window({"sharing": None}, {"laid": []}) == drawing.VIEW_BOX


def test_the_small_picture_of_a_mission_shows_who_completed_it(game, line):
    completed = 0
    for before, after in pairwise(line):
        if before.players != after.players:
            continue
        last = marks(game, before, after, ALL).data
        if last["missions"]:
            values = {"board": localize(game.board(after, ALL), "en", NAMES), "last": last}
            drawn = pages.render(
                "games/borneo/board/moment.svg.jinja", live=False, view={}, **values
            )
            assert "bo-mission-card" in drawn
            completed += 1
    assert completed > 3


# -- the templates ---------------------------------------------------------------------------

TABLE = """{% import "games/borneo/board/parts.html.jinja" as parts with context %}
{{ parts.rail() }}{% include "games/borneo/board/board.svg.jinja" %}
{% for seat in seats %}{{ parts.figures(seat) }}{% endfor %}
{{ parts.facing() }}{% if view.actions %}{{ parts.choices() }}{{ parts.final() }}{% endif %}"""


def drawn(game, position, viewer, locale):
    """Render the table of a viewer as HTML, without the page around it."""
    names = NAMES[: position.players]
    view = localize({**game.view(position, viewer), "last": {}}, locale, names)
    template = pages.environment("en").from_string(TABLE)
    return template.render(
        locale=locale,
        names=names,
        view=view,
        board=view["board"],
        can={choice["code"]: choice["label"] for choice in view["actions"]},
        seats=[{"seat": i, "name": name} for i, name in enumerate(names)],
        frame=1,
        live=True,
        over=position.is_over,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_choice_is_a_button_on_the_board_and_in_the_dock(game, of_each_phase, locale):
    for positions in of_each_phase.values():
        for position in positions:
            html = drawn(game, position, max(position.to_move, 0), locale)
            buttons = re.findall(r'<button class="([^"]*)"[^>]* value="([^"]+)"', html)
            for code in game.codes(position):
                dock = [c for c, value in buttons if value == code and "btn" in c]
                spots = [c for c, value in buttons if value == code and "spot" in c]
                assert len(dock) == 1, code
                assert spots or code in ("pass", "commit"), code
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            assert " style=" not in html
            assert "<script" not in html


def test_others_and_watchers_get_no_buttons(game, of_each_phase):
    for positions in of_each_phase.values():
        position = positions[0]
        for viewer in {SPECTATOR, (max(position.to_move, 0) + 1) % position.players}:
            assert 'form="act"' not in drawn(game, position, viewer, "en")


def test_while_merchants_are_placed_nobody_has_the_turn(game, play):
    position = game.start(3, seed=4)
    position = play(position, game.codes(position)[0])
    players = game.view(position, SPECTATOR)["board"]["players"]
    assert [player["seat"] for player in players if player["status"]] == [position.to_move]
