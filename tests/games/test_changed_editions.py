"""What views say of choices, scores and goals agrees with the rules, also in other editions.

A view that computed a number itself would keep the printed value where an edition changes it.
"""

from __future__ import annotations

import pytest

import proa
from games.conformance import walk
from proa.engine.core.fields import writable
from proa.engine.core.view_types import ALL
from proa.games import OURS
from proa.games.borabora import actions as bb
from proa.games.borabora.rules.requirements import missing
from proa.games.borabora.rules.temple import score_temple
from proa.games.borabora.state import NONE, P_TASKS
from proa.games.borabora.texts.aftermath import most_priests
from proa.games.borabora.texts.goals import goal
from proa.games.borneo import actions as act
from proa.games.borneo.components import ONE_GOOD
from proa.games.borneo.state import BEATEN, DEFEND, HARBOR, MISSION, NO_DISTRIBUTION, PAY
from proa.games.borneo.texts.forecast import clash, layings
from proa.games.borneo.texts.goods import shortage
from proa.games.borneo.texts.missions import fewest_cards
from proa.games.tahiti.state import BID, COLOURS
from proa.games.tahiti.texts.banks import banks

CHANGES = {
    "tahiti": [
        ("faces = [0, 0, 1, 2, 3, 4] ", "faces = [0, 0, 0, 2, 3, 5] "),
        ("stash = 10 ", "stash = 4 "),
        ("money = 15 ", "money = 9 "),
    ],
    "borneo": [
        ("card_limit = 3\nmonopoly_number = 5", "card_limit = 2\nmonopoly_number = 4"),
        ("number = 2\npoints = 15", "number = 4\npoints = 16"),
        ("number = 4\npoints = 8", "number = 3\npoints = 9"),
    ],
    "borabora": [
        ("building = [10, 10, 7, 7, 4, 4]", "building = [3, 9, 8, 5, 6, 2]"),
        ('["CM", "CB", 2]', '["CM", "CB", 5]'),
        ('["CP", "EF", 2]', '["CP", "EF", 6]'),
        ("land = { alone = [2, 4, 6], ", "land = { alone = [1, 3, 4], "),
        ("points = { alone = [2, 4, 6], ", "points = { alone = [3, 5, 7], "),
        ("necklace = [[1, 1], [2, 3]", "necklace = [[2, 5], [4, 1]"),
    ],
}
"""Other numbers than the printed ones, in the words of the edition's file."""


@pytest.fixture(scope="module", params=[False, True], ids=["printed", "changed"])
def played(request, tmp_path_factory):
    """Return a function that gives positions of a random game in an edition: those in which a seat
    decides."""

    def play(name, players=3):
        game = proa.game(name)
        if request.param:
            text = (game.spec.folder / "components.toml").read_text(encoding="utf-8")
            for old, new in CHANGES[name]:
                assert old in text
                text = text.replace(old, new)
            path = tmp_path_factory.mktemp("editions") / f"{name}.toml"
            path.write_text(text, encoding="utf-8")
            game = proa.game(name, path)
        for seed in range(2):
            for position, _ in walk(game, players, seed):
                if position.to_move >= 0 or position.is_over:
                    yield game, position

    return play


def previews(game, position):
    """Return the preview of each choice, by its number."""
    told = game.board(position, position.to_move)["previews"] if position.to_move >= 0 else {}
    return {game.all_codes.index(code): preview for code, preview in told.items()}


@pytest.mark.parametrize("name", OURS)
def test_reasons_add_up_to_the_score_sheet(name, played):
    for game, position in list(played(name))[::20]:
        for seat in range(position.players):
            found = dict.fromkeys(game.sheet(position, seat), 0)
            for reason in game.spec.texts.reasons(game, position, seat, ALL):
                found[reason["source"]] += reason["points"]
            assert found == game.sheet(position, seat)


def test_tahitis_banks_are_worth_what_they_score(played):
    for game, position in played("tahiti"):
        for bank in banks(game, position):
            assert {bank.shares[seat] for seat in bank.leaders} == {bank.worth}
        for seat in range(position.players):
            told = sum(bank.shares.get(seat, 0) for bank in banks(game, position))
            sheet = game.sheet(position, seat)
            assert told == sum(sheet[colour] for colour in COLOURS)


def test_whoever_can_win_an_auction_in_tahiti_sees_where_it_leads(played):
    found = set()
    for game, position in played("tahiti"):
        if position.fields.phase == BID:
            for seat in range(position.players):
                wins, is_told = can_win(game, position, seat), game.board(position, seat)["landing"]
                assert is_told or not wins
                found.add(bool(is_told))
    assert found == {True, False}


def can_win(game, position, seat):
    """Return whether a seat that bids as little as possible wins when all others pass."""
    die = position.fields.die
    while position.fields.phase == BID:
        bids = [code for code in game.codes(position) if code.startswith("bid")]
        code = bids[0] if bids and position.to_move == seat else "pass"
        before, position = position, game.play(position, code, chance=False)
    return position.fields.player[seat].yacht != before.fields.player[seat].yacht and die > 0


def test_tahiti_tells_how_many_turns_without_a_move_end_it():
    game = proa.game("tahiti")
    position, left = game.start(3, seed=1), {}
    while not position.is_over:
        if position.fields.phase == BID:
            left[position.fields.idle] = game.board(position, 0)["idle"]["left"]
        codes = game.codes(position)
        position = game.play(position, "pass" if "pass" in codes else codes[0])
    assert list(left.values()) == list(range(len(left), 0, -1))


def test_what_borneo_tells_of_fights_and_missions_is_what_happens(played):
    seen = set()
    for game, position in played("borneo"):
        state, me = position.fields, position.fields.player[position.fields.mover]
        if state.phase == DEFEND:
            now = clash(game, state, state.picked)
            after = game.play(position, "commit", chance=False).fields
            assert now.succeeds == (after.phase == BEATEN)
            seen.add(now.succeeds)
        if state.phase == MISSION:
            for number in range(game.tables.mission_kinds):
                legal = act.MISSION + number in game.legal_actions(position)
                short = shortage(game.tables, me, number)
                assert legal == (not short and state.stack[number] > 0)
                if legal:
                    chosen = game.play(position, act.MISSION + number, chance=False)
                    assert fewest_cards(game.tables, me, number) == fewest_played(game, chosen)
                    seen.add("mission")
        if state.phase == PAY:
            for action, preview in previews(game, position).items():
                after = game.play(position, action, chance=False).fields
                paid = sum(state.lacks) - sum(after.lacks)
                if action < act.PAY_HARBOR and after.phase == PAY and not one_good(game, state):
                    worth = game.tables.worth[action - act.PAY]
                    assert preview["text"]["say"].startswith("One more") == (worth > paid)
    assert seen == {True, False, "mission"}


def one_good(game, state):
    """Return whether the mission that is being paid asks for one good only."""
    return game.tables.mission_goods[state.mission - 1] == ONE_GOOD


def fewest_played(game, position):
    """Return the fewest payments for the mission; what is lacking decides what may be paid."""
    number, ahead = 0, [position]
    while True:
        number += 1
        found = {}
        for one in ahead:
            for action in game.legal_actions(one):
                after = game.play(one, action, chance=False)
                if after.fields.phase != PAY:
                    return number
                found[tuple(after.fields.lacks)] = after
        ahead = list(found.values())


def test_what_borneo_forecasts_of_a_shipment_is_what_happens(played):
    seen = set()
    for game, position in played("borneo"):
        if position.fields.phase == HARBOR:
            for laying in layings(game, position):
                after = game.play(position, act.AT + laying.harbor, chance=False).fields
                assert after.distribution.kind in (laying.kind, 0)
                stays = after.harbor[laying.slot].card == laying.harbor + 1
                if not after.distribution.kind:
                    assert stays == (laying.kind == NO_DISTRIBUTION)
                seen.add(laying.kind)
    assert len(seen) == 3


def test_what_bora_bora_tells_of_tasks_and_the_temple_is_what_counts(played):
    for game, position in played("borabora"):
        state = position.fields
        for seat in range(position.players):
            for task in state.player[seat].task:
                if task != NONE:
                    told = goal(game, state, seat, task, ALL)
                    assert told["need"] - told["have"] == missing(game.tables, state, seat, task)
        then = writable(state)
        if state.round > 0 and state.god_tiles > 0 and not position.is_over:
            score_temple(game.tables, then)
            both = zip(then.player, state.player, strict=True)
            took = [n for n, (new, old) in enumerate(both) if new.god_tiles > old.god_tiles]
            assert [most_priests(state)] == (took or [None])


GODS_OF = {"blue": "Blue", "white": "White", "green": "Green"}


def test_labels_and_previews_of_bora_bora_say_the_same(played):
    seen = set()
    for number, (game, position) in enumerate(played("borabora")):
        has_task = any(bb.COMPLETE <= action < bb.YELLOW for action in game.legal_actions(position))
        if number % 4 and not has_task:
            continue
        for action, preview in previews(game, position).items():
            label = game.spec.texts.label(game, position, action)
            code = game.all_codes[action].partition(":")[0]
            if bb.PLACE <= action < bb.REGION or bb.USE <= action < bb.BUY:
                for god, name in GODS_OF.items():
                    assert (name in label["say"]) == (god in preview["gods"]), (code, label)
                    seen.add((god, god in preview["gods"]))
            if bb.USE <= action < bb.BUY:
                assert label["effect"] == preview["text"]["effect"]
            if bb.BUILD <= action < bb.SITE:
                then = game.play(position, action, chance=False)
                for built in previews(game, then).values():
                    assert built["title"]["n"] == preview["text"]["n"] == label["points"]["n"]
                    seen.add("built")
            if bb.COMPLETE <= action < bb.YELLOW:
                after = game.play(position, action, chance=False).fields
                mine = position.fields.mover
                was, then = position.fields.player[mine].points, after.player[mine].points
                assert preview["text"]["points"]["n"] == then[P_TASKS] - was[P_TASKS]
                seen.add("completed")
    assert {(god, is_there) for god in GODS_OF for is_there in (True, False)} <= seen
    assert {"built", "completed"} <= seen
