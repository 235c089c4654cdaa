"""The data of the drawing: what it shows, what it hides, and that its previews are correct."""

import json
import math
import random
import re

import pytest

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES, localize
from proa.games.tahiti.board import drawing
from proa.games.tahiti.board.marks import marks
from proa.games.tahiti.state import BID, LAND, PEARL, SQUARE, STASH, YACHT
from proa.web import pages

NAMES = ("Hina", "Teva", "Moana", "Manu")


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
def of_each_phase(line):
    """Return three positions for each question, spread over the games."""
    found = {}
    for position in line:
        found.setdefault(position.fields.phase, []).append(position)
    return {phase: [p[0], p[len(p) // 2], p[-1]] for phase, p in found.items()}


def test_every_question_comes_up(of_each_phase):
    assert set(of_each_phase) >= {YACHT, PEARL, BID, STASH, LAND, SQUARE}


def test_it_is_plain_json_for_every_viewer(game, of_each_phase):
    for positions in of_each_phase.values():
        for viewer in (*range(positions[0].players), SPECTATOR, ALL):
            json.dumps(game.board(positions[0], viewer))


def test_money_stays_behind_the_screens_until_the_end(game, line):
    position = line[len(line) // 2]
    for viewer in (0, SPECTATOR):
        for player in game.board(position, viewer)["players"]:
            sources = {reason["source"] for reason in player["reasons"]}
            if player["seat"] == viewer:
                assert player["cash"] == position.fields.player[viewer].cash
                assert "chest" in sources
            else:
                assert player["cash"] is player["chest"] is None
                assert "chest" not in sources
    assert all(player["chest"] is not None for player in game.board(line[-1], SPECTATOR)["players"])


def test_the_amounts_of_others_change_nothing_one_sees(game, scene):
    for speaker in range(3):
        poor = scene().auction(speaker=speaker)
        rich = scene().auction(speaker=speaker).seat(1, cash=40, chest=7).seat(2, cash=0)
        for viewer in (0, SPECTATOR):
            assert game.board(poor.load(), viewer) == game.board(rich.load(), viewer)


# -- previews --------------------------------------------------------------------------------


def test_what_a_placement_gives_everybody_comes_true(game, of_each_phase):
    for position in of_each_phase[SQUARE]:
        before = game.scores(position)
        previews = game.board(position, position.to_move)["previews"]
        assert set(previews) == set(game.codes(position))
        for code, preview in previews.items():
            after = game.play(position, code, chance=False)
            gained = [new - old for old, new in zip(before, game.scores(after), strict=True)]
            assert preview["deltas"] == gained
            bank = next(
                bank
                for bank in game.board(after, SPECTATOR)["banks"]
                if preview["square"] in bank["squares"]
            )
            assert preview["bank"]["worth"] == bank["worth"]
            assert preview["bank"]["leaders"] == bank["leaders"]


def test_a_placement_names_the_banks_it_joins_and_the_banks_it_shrinks(game, scene, play):
    sea = scene().sea(BA="blue 0", BC="blue 1", AB="white 2")
    position = sea.auction(die=1).seat(0, yacht_at=0, pearl="blue").load()
    position = play(position, "bid:1", "pass", "pass")
    preview = game.board(position, 0)["previews"]["place:BB"]
    said = localize(preview, "en", NAMES)
    assert said["title"] == "Blue bank: 7 and 4 merge into one worth 24"
    assert said["text"].startswith("Most boats: you.")
    assert said["lines"] == ["White bank: 3 becomes 2"]


def test_the_landing_is_where_the_winner_comes_to(game, of_each_phase, play):
    seen = 0
    for position in of_each_phase[BID]:
        for seat in range(position.players):
            found = game.board(position, seat)["landing"]
            if found is None:
                continue
            seen += 1
            yacht = position.fields.player[seat].yacht
            assert found["start"] == yacht
            assert found["end"] == (yacht + position.fields.die) % game.tables.spaces
            assert found["seat"] == seat
    assert seen > 2


def test_whoever_passed_or_cannot_raise_lands_nowhere(game, scene, play):
    position = play(scene().auction(die=2).seat(2, cash=1).load(), "bid:1", "pass")
    assert game.board(position, 0)["landing"] is not None
    assert game.board(position, 1)["landing"] is None
    assert game.board(position, 2)["landing"] is None
    assert game.board(position, SPECTATOR)["landing"] is None


def test_whoever_has_no_money_lands_while_nobody_has_bid(game, scene, play):
    position = play(scene().auction(die=2).seat(2, cash=0).load(), "pass")
    assert game.board(position, 2)["landing"]["end"] == 2
    assert game.board(play(position, "pass"), 2)["landing"]["end"] == 2
    assert game.board(play(position, "bid:1"), 2)["landing"] is None


def test_a_landing_with_a_pearl_in_hand_shows_its_placements(game, scene):
    position = scene().auction(die=1).seat(0, yacht_at=0, pearl="blue").load()
    found = game.board(position, 0)["landing"]
    assert (found["pearl"], found["letter"]) == ("blue", "B")
    assert set(found["placements"]) == {f"place:{s}" for s in reach("B")}
    said = localize(game.board(position, 0)["hint"], "en", NAMES)
    assert said.startswith("If you win, you sail from A to B blue and place a blue pearl")


def reach(letter):
    """Return the squares of a letter's row and column."""
    return {letter + line for line in "ABCMDEF"} | {line + letter for line in "ABCMDEF"}


def test_a_note_goes_with_each_question_to_who_is_asked(game, of_each_phase):
    for phase in (YACHT, PEARL, BID, STASH, LAND, SQUARE):
        position = of_each_phase[phase][0]
        note = game.board(position, position.to_move)["guide"]
        assert re.fullmatch(r"TA-\d+\.\d+", note["rule"])
        assert game.board(position, SPECTATOR)["guide"] is None


# -- what just happened ----------------------------------------------------------------------


def test_marks_of_a_passage_and_of_a_pair(game, scene, play):
    before = scene().auction(die=3).seat(0, yacht_at=10, pearl="white").load()
    sailed = play(before, "bid:1", "pass", "pass")
    assert marks(game, before, sailed, 0).data["yachts"] == [{"seat": 0, "start": 10, "end": 1}]
    placed = play(sailed, "place:BA")
    square = game.action("place:BA") - game.action("place:AA")
    assert marks(game, sailed, placed, 0).data["squares"] == [
        {"square": square, "seat": 0, "waited": -1}
    ]


# -- geometry --------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "spaces"), [(3, 4), (5, 8), (7, 12), (9, 16)])
def test_every_space_holds_two_pieces_clear_of_each_other_and_of_its_letter(size, spaces):
    plan = drawing.plan(size, spaces)
    assert len(plan.pads) == spaces
    for space, pad in enumerate(plan.pads):
        first, second = (plan.berth(space, place, 2) for place in range(2))
        letter = plan.letter_at(space)
        assert math.dist(first, second) >= 50
        for x, y in (first, second):
            assert pad.x <= x <= pad.x + pad.width - 60
            assert pad.y <= y <= pad.y + pad.height - 60
            assert math.dist((x + 37, y + 39), letter) > 40
        assert math.dist(plan.lane(space), letter) > 20


@pytest.mark.parametrize(("size", "spaces"), [(3, 4), (5, 8), (7, 12), (9, 16)])
def test_what_might_come_to_a_space_hides_no_letter_there(size, spaces):
    plan = drawing.plan(size, spaces)
    for space, pad in enumerate(plan.pads):
        for pieces in range(5):
            x, y = plan.guest(space, pieces)
            lying = [plan.berth(space, place, pieces) for place in range(pieces)]
            assert all(math.dist((x, y), at) >= 0.7 * drawing.LETTER for at in lying)
            assert pad.x - 20 <= x <= pad.x + pad.width - 54
            assert pad.y - 20 <= y <= pad.y + pad.height - 54


@pytest.mark.parametrize(("size", "spaces"), [(3, 4), (5, 8), (7, 12), (9, 16)])
def test_spaces_do_not_overlap(size, spaces):
    pads = drawing.plan(size, spaces).pads
    for i, a in enumerate(pads):
        for b in pads[:i]:
            apart = a.x + a.width <= b.x or b.x + b.width <= a.x
            assert apart or a.y + a.height <= b.y or b.y + b.height <= a.y


def test_a_bank_with_a_hole_has_two_outlines():
    ring = [8, 9, 10, 15, 17, 22, 23, 24]
    plan = drawing.plan(7, 12)
    assert plan.outline(ring).count("M") == 2
    assert plan.outline([*ring, 16]).count("M") == 1


# -- the templates ---------------------------------------------------------------------------

TABLE = """{% import "games/tahiti/board/parts.html.jinja" as parts with context %}
{{ parts.rail() }}{% include "games/tahiti/board/board.svg.jinja" %}
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
        turns=1,
        live=True,
        over=position.is_over,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_choice_is_a_button_or_an_amount(game, of_each_phase, locale):
    for positions in of_each_phase.values():
        for position in positions:
            html = drawn(game, position, max(position.to_move, 0), locale)
            codes = set(re.findall(r'form="act" name="code" value="([^"]+)"', html))
            amount = re.search(r'data-kind="(\w+)" data-low="(\d+)" data-high="(\d+)"', html)
            if amount:
                kind, low, high = amount[1], int(amount[2]), int(amount[3])
                codes |= {f"{kind}:{n}" for n in range(low, high + 1)}
            assert codes == set(game.codes(position) if position.to_move >= 0 else ())
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            assert " style=" not in html
            assert "<script" not in html


def test_others_and_watchers_get_no_buttons(game, of_each_phase):
    for positions in of_each_phase.values():
        position = positions[0]
        for viewer in {SPECTATOR, (max(position.to_move, 0) + 1) % position.players}:
            assert 'form="act"' not in drawn(game, position, viewer, "en")
