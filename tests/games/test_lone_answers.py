"""Public lone answers: what the rows of questions say, compared with every possible hidden hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, islice

import pytest

import proa
from games.conformance import walk
from proa import rulebook
from proa.engine.core.position import Position
from proa.games import GAMES
from proa.games.borabora.state import COLOURS


def worlds(position: Position) -> Iterator[Position]:
    """Yield every position that a spectator can't tell from this one, as far as it matters for the
    mover's answers: each hand that the mover may hold."""
    return WORLDS[position.game.name](position)


def tahiti(position: Position) -> Iterator[Position]:
    yield position


def borneo(position: Position) -> Iterator[Position]:
    """Yield all hands of as many of the unseen cards, with none of the mover's chosen yet, as
    others see it (BO-13.5)."""
    state = position.fields
    mover = state.mover
    pool = state.deck
    for seat in range(position.players):
        pool |= state.player[seat].hand
    unseen = [card for card in range(60) if pool >> card & 1]
    for held in combinations(unseen, state.player[mover].hand.bit_count()):
        record = position.record()
        record["player"]["hand"][0, mover] = sum(1 << card for card in held)
        record["picked"] = 0
        yield Position(position.game, record)


def borabora(position: Position) -> Iterator[Position]:
    """Yield all hands of as many cards that contain the known ones (BB-1.26)."""
    state = position.fields
    me = state.player[state.mover]
    if position.game.tables.open_hands:
        yield position
        return
    hidden = sum(me.hand) - sum(me.known)
    for more in combinations_with_replacement(range(COLOURS), hidden):
        record = position.record()
        for god in range(COLOURS):
            record["player"]["hand"][0, state.mover, god] = me.known[god] + more.count(god)
        yield Position(position.game, record)


def toy(position: Position) -> Iterator[Position]:
    """Yield all hands of as many cards, with some of them chosen or none (their number is
    hidden)."""
    state = position.fields
    me = state.player[state.mover]
    for held in combinations_with_replacement(range(len(me.hand)), me.held):
        record = position.record()
        for value in range(len(me.hand)):
            record["player"]["hand"][0, state.mover, value] = held.count(value)
        record["chosen"] = 0
        yield Position(position.game, record)


WORLDS = {"tahiti": tahiti, "borneo": borneo, "borabora": borabora, "toy": toy}


def scenes(name: str) -> Iterator[Position]:
    """Yield positions of whole games in which a seat has one answer."""
    for chosen in [{}, {"hands": "open"}] if name == "borabora" else [{}]:
        game = proa.game(name, **chosen)
        for seed in range(4):
            for position, _ in walk(game, game.players[0] + seed % 2 * (name != "toy"), seed):
                if position.to_move >= 0 and answers(position) == 1:
                    yield position


def some(position: Position) -> Iterator[Position]:
    """Yield all worlds, or only some if the row is public in every position."""
    game = position.game
    row = game.spec.questions.row(position.fields)
    return islice(worlds(position), 300 if row is not None and row.public is True else None)


def says(position: Position) -> bool:
    game = position.game
    return game.spec.questions.is_public(game.tables, position.fields)


def answers(position: Position) -> int:
    return len(position.game.codes(position))


@pytest.mark.parametrize("name", [name for name in GAMES if name in WORLDS])
def test_rows_say_of_a_lone_answer_whether_all_can_see_it(name):
    """Where they say so no world has several answers; elsewhere one has: it is looked for. Left
    out is what would have to be worked out: that a card paid must be of a colour, or that a task
    lacks too much whatever the hand holds."""
    public = hidden = 0
    for position in scenes(name):
        if says(position):
            public += 1
            for world in some(position):
                assert (answers(world), says(world)) == (1, True), world.fields
        elif not position.game.codes(position)[0].startswith(("pay:card", "pay:pair", "complete:")):
            hidden += 1
            assert any(answers(world) > 1 for world in worlds(position)), position.fields
    assert public
    assert hidden or name == "tahiti"


@pytest.mark.parametrize("name", list(GAMES))
def test_every_question_has_a_row_and_its_rule_is_in_the_book(name):
    game = proa.game(name)
    rows = game.spec.questions.rows
    kinds = {code.partition(":")[0] for code in game.all_codes}
    for seed in range(3):
        for position, _ in walk(game, game.players[0], seed):
            if position.to_move >= 0:
                row = rows[game.spec.questions.current(position.fields)]
                found = {code.partition(":")[0] for code in game.codes(position)}
                assert found <= set(row.answers.split()), row.code
    assert all(set(row.answers.split()) <= kinds for row in rows.values())
    assert len({row.code for row in rows.values()}) == len(rows)
    book = rulebook.load(name).rules if game.spec.texts.rule_prefix else {"": None}
    assert {row.rule for row in rows.values()} <= set(book)
