"""The tables of actions and questions: every row occurs, and each is correct."""

from __future__ import annotations

import ast
import doctest
import hashlib
import re
from pathlib import Path

import pytest

import proa
from games.conformance import viewers, walk
from proa import rulebook
from proa.engine.core import actions
from proa.engine.core.actions import Actions
from proa.engine.core.verbs import CHANCE
from proa.games import GAMES
from proa.games.borabora.rules.questions import MARKET
from proa.games.borneo import state as borneo
from proa.games.borneo.rules.rows import owner
from proa.games.tahiti import state as tahiti

each_game = pytest.mark.parametrize("name", list(GAMES))
CODES = {
    "tahiti": (399, "af443464dfe0907b"),
    "borneo": (548, "1fdac8700a9cc17b"),
    "borabora": (647, "f321c8fcec3b4fd9"),
}
"""The number of actions, and a digest of their codes: trained bots depend on them."""


def test_the_table_of_the_docstring():
    assert doctest.testmod(actions) == (0, 5)


@pytest.mark.parametrize("name", list(CODES))
def test_numbers_stay_what_they_were(name):
    codes = proa.game(name).all_codes
    digest = hashlib.sha256("\n".join(codes).encode()).hexdigest()
    assert (len(codes), digest[:16]) == CODES[name], "add rows after all others, and change CODES"


@each_game
def test_codes_are_those_of_the_rows_and_differ(name):
    game = proa.game(name)
    rows = game.spec.actions
    for number, code in enumerate(game.all_codes):
        row = rows[number]
        assert rows.split(number) == (row.first, row.numbers.index(number))
        assert not code or code.partition(":")[0] == row.word
    named = [code for code in game.all_codes if code]
    assert len(set(named)) == len(named)
    assert [number for row in rows for number in row.numbers] == list(range(len(game.all_codes)))


@each_game
def test_the_rules_of_actions_are_in_the_book(name):
    kind = proa.game(name).spec
    book = rulebook.load(name).rules if kind.texts.rule_prefix else {"": None}
    assert {row.rule for row in kind.actions} <= set(book)


@each_game
def test_every_action_answers_a_question_or_is_an_outcome(name):
    kind = proa.game(name).spec
    answers = {word for row in kind.questions.rows.values() for word in row.answers.split()}
    assert answers == {row.word for row in kind.actions if not row.is_outcome}


@each_game
def test_each_answer_and_outcome_has_its_texts_where_it_is_given(name):
    kind = proa.game(name).spec
    texts = kind.texts.questions
    for number, row in kind.questions.rows.items():
        assert {kind.actions[first].word for first in texts[number].answers} == {
            *row.answers.split()
        }
        assert set(texts[number].premoves) == {premove.code for premove in row.premoves}
    written = {first for row in texts.values() for first in row.answers}
    assert written == {row.first for row in kind.actions}


@each_game
def test_chance_brings_outcomes_and_seats_choose_actions(name):
    game = proa.game(name)
    rows = game.spec.actions
    for seed in range(3):
        for position, _ in walk(game, game.players[0], seed):
            found = {rows[action].is_outcome for action in game.legal_actions(position)}
            assert found <= {position.to_move == CHANCE}


def borneo_seat(state: borneo.State, who: str) -> int:
    """Return the seat of a role, from the rule book and not from ``mover``."""
    if who == "placer":  # BO-2.8
        placed = sum(row.length for row in state.row)
        there, n = divmod(placed, state.players)
        return (state.first + (n if there % 2 == 0 else state.players - 1 - n)) % state.players
    if who == "defender":  # one who is beaten stands where the attacker was (BO-6.12)
        beaten = state.phase == borneo.BEATEN
        row = state.row[state.fight.company - 1].place
        return owner(row[state.fight.attacker if beaten else state.fight.defender])
    if who == "owner":  # BO-7.10
        now = state.distribution
        return owner(state.row[now.order[now.turn]].place[now.rank])
    return (
        state.active + (state.players + 1 - state.chances) * bool(state.chances)
    ) % state.players


def tahiti_seat(state: tahiti.State, who: str) -> int:
    if who == "winner":
        return state.bidder
    out = [seat for seat in range(state.players) if state.passed >> seat & 1]
    return state.mover if who == "turn" or state.mover not in (*out, state.bidder) else -1


@pytest.mark.parametrize(("name", "seat"), [("borneo", borneo_seat), ("tahiti", tahiti_seat)])
def test_who_is_asked_is_who_the_row_says(name, seat):
    game = proa.game(name)
    met = set()
    for seed in range(4):
        for position, _ in walk(game, game.players[0] + seed % 2, seed):
            if position.to_move >= 0:
                state = position.fields
                who = game.spec.questions.who(state)
                assert seat(state, who) == position.to_move, (who, state)
                met.add(who)
    assert met == {row.who for row in game.spec.questions.rows.values()}


@each_game
def test_views_tell_the_row_as_the_viewer_may_know_it(name):
    game = proa.game(name)
    rows = game.spec.questions.rows
    for position, _ in walk(game, game.players[0], 1):
        asked = [game.question(position, viewer)["asked"] for viewer in viewers(position)]
        if position.to_move < 0:
            assert not any(asked)
            continue
        row = rows[game.spec.questions.current(position.fields)]
        told = {"code": row.code, "rule": row.rule, "who": row.who, "area": row.area}
        assert asked[1 + position.to_move] == told
        others = asked[: 1 + position.to_move] + asked[2 + position.to_move :]
        hidden = name == "borneo" and row.code == "harbor"  # BO-13.5
        assert {one["code"] for one in others} == {"shipment" if hidden else row.code}


def test_areas_of_bora_bora_are_its_tabs_and_sections():
    kind = proa.game("borabora").spec
    source = (kind.folder / kind.board.parts).read_text(encoding="utf-8")
    tabs = set(re.findall(r'\("(\w+)", "', source.partition("set tabs = ")[2].partition("%}")[0]))
    areas = {row.area for row in kind.questions.rows.values()}
    assert areas - {*MARKET} | {"market", "now"} == tabs
    market = (kind.folder / "board" / "market.jinja").read_text(encoding="utf-8")
    assert areas & {*MARKET} == set(re.findall(r'<section class="(\w+)', market))


def test_more_names_than_numbers_are_refused():
    rows = Actions()
    rows.choice("go", "", lambda tables: range(3), 2)
    with pytest.raises(AssertionError, match="go: more names"):
        rows.codes(None)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "toy"])
def test_views_ask_rows_and_not_where_ranges_end(name):
    """``action < act.NEXT`` would go wrong with the next row that is put between."""
    folder = Path(proa.__file__).parent / "games" / name
    found = [
        f"{path.name}:{node.lineno}"
        for room in ("texts", "board")
        for path in sorted((folder / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) and any(map(_is_order, node.ops)) and _has_number(node)
    ]
    assert not found


def _is_order(op: ast.cmpop) -> bool:
    return isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE)


def _has_number(node: ast.Compare) -> bool:
    return any(
        isinstance(side, ast.Attribute) and getattr(side.value, "id", None) == "act"
        for side in ast.walk(node)
    )
