"""The game log: frames, undo and redo, lone answers, the current line."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import proa
from proa.engine.core.game import Game
from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import Message
from proa.games import GAMES
from proa.server.tables.clocks import time_given
from proa.server.tables.events import BY_HAND, LONE, bit, everybody
from proa.server.tables.game_log import GameLog, Mismatch
from proa.server.tables.story import story

SEED = b"\x07" * 32


def begun(game, players=3, seed=SEED, start=None) -> GameLog:
    log = GameLog(game, players, seed, start)
    log.extend([log.start_event(0.0)])
    return log


def play(log: GameLog, *codes: str, actor: str = "person") -> None:
    for code in codes:
        log.play(code, actor, 0.0)


def codes(log: GameLog) -> list[str]:
    return log.game.codes(log.position())


def mover(log: GameLog) -> int:
    return log.position().to_move


def until_choosing(log: GameLog) -> int:
    """Play on until a seat has chosen a first card and may choose another; return the seat."""
    choose = random.Random(4)
    while True:
        first = [code for code in codes(log) if code.startswith("choose")]
        if first:
            seat = mover(log)
            fork = log.fork()
            play(fork, first[0])
            if any(code.startswith("choose") for code in codes(fork)):
                play(log, first[0])
                assert mover(log) == seat
                return seat
        play(log, choose.choice(codes(log)))


# -- time ------------------------------------------------------------------------------------


def test_what_is_taken_back_or_done_again_gives_no_time():
    """Borneo: a merchant is chosen, and then where it goes; both are seen by all."""
    game = proa.game("borneo")
    log = begun(game)
    while game.spec.questions.row(log.position().fields).code != "company":
        play(log, codes(log)[0])
    seat = mover(log)
    first, other = [code for code in codes(log) if code.startswith("merchant")][:2]
    for at, code, given in (
        (10.0, first, 10.0),
        (20.0, None, 10.0),
        (30.0, other, 10.0),
        (40.0, None, 10.0),
        (50.0, first, 10.0),
    ):
        assert log.play(code, BY_HAND, at) if code else log.undo(seat, at)
        assert (mover(log), time_given(log).at) == (seat, given)
    on = next(code for code in codes(log) if code.startswith("to:"))
    log.play(on, BY_HAND, 60.0)
    assert time_given(log).at == 60.0


# -- replaying -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(GAMES))
def test_random_games_with_undo_and_redo_replay_to_the_same(name):
    game = proa.game(name)
    choose = random.Random(3)
    log = begun(game, game.players[0])
    for _ in range(120):
        if log.position().is_over:
            break
        seat = mover(log)
        redo, undoes = log.redoable(seat), choose.randrange(log.players)
        if log.undoable(undoes) and choose.random() < 0.4:
            log.undo(undoes, 0.0)
        elif redo is not None and choose.random() < 0.5:
            play(log, redo)
        else:
            play(log, choose.choice(codes(log)))
    again = GameLog(game, log.players, SEED)
    again.extend([step.event for step in log.steps])
    assert again.position() == log.position()
    line = GameLog(game, log.players, SEED)
    for number, event in enumerate(log.line()):
        line.extend([replace(event, number=number)])
    assert line.position() == log.position()


def test_a_changed_log_is_noticed(toy):
    log = begun(toy)
    play(log, codes(log)[0], codes(log)[0])
    events = [step.event for step in log.steps]
    for changed in (
        replace(events[1], digest="0" * 16),
        replace(events[1], outcomes=["tide:9"]),
        replace(events[1], code="no such code"),
    ):
        again = GameLog(toy, 3, SEED)
        with pytest.raises(Mismatch) as found:
            again.extend([events[0], changed, events[2]])
        assert found.value.number == 1
        assert again.last == 0  # what came before is still there


def test_another_seed_is_another_game(toy):
    other = begun(toy, seed=b"\x08" * 32)
    log = begun(toy)
    assert log.position() != other.position()


def test_a_fork_may_be_extended_alone(toy):
    log = begun(toy)
    fork = log.fork()
    play(fork, codes(fork)[0])
    assert (log.last, fork.last) == (0, 1)


def test_what_a_fork_has_played_is_not_played_again(toy, monkeypatch):
    log = begun(toy)
    fork = log.fork()
    play(fork, codes(fork)[0], codes(fork)[0])
    events = [step.event for step in fork.steps]
    monkeypatch.setattr(Game, "play_with_outcomes", None)
    log.adopt(fork)
    log.extend(events)
    assert log.last == 2
    assert log.position() is fork.position()
    _, _, after = log.moves(2)[-1]
    assert after is log.position()


def test_a_fork_of_another_log_is_not_adopted(toy):
    log = begun(toy)
    fork = log.fork()
    play(fork, codes(fork)[0], codes(fork)[0])
    play(log, codes(log)[-1])
    mine = log.position()
    log.adopt(fork)
    assert (log.last, log.position()) == (1, mine)
    log.adopt(begun(toy))
    assert log.last == 1


def test_a_game_may_start_from_a_position(toy):
    log = begun(toy)
    play(log, codes(log)[0], codes(log)[0])
    document = toy.dump(log.position(), secret=False)
    again = begun(toy, start=document)
    assert again.position() == log.position()
    assert again.steps[0].event.outcomes == []


# -- undo ------------------------------------------------------------------------------------


def test_undo_takes_back_one_click_and_redo_plays_it_again(toy):
    log = begun(toy)
    seat = until_choosing(log)
    before = log.steps[log.steps[-1].below].record
    after, code = log.position(), log.steps[-1].event.code
    log.undo(seat, 0.0)
    assert (log.position().record() == before).all()
    assert log.redoable(seat) == code
    play(log, code)
    assert log.position() == after
    assert log.redoable(seat) is None


def test_redo_is_forgotten_when_something_else_is_played(toy):
    log = begun(toy)
    seat = until_choosing(log)
    code = log.steps[-1].event.code
    log.undo(seat, 0.0)
    other = next(c for c in codes(log) if c != code)
    play(log, other)
    assert log.redoable(mover(log)) is None


def test_no_undo_past_another_seats_action(toy):
    log = begun(toy)
    seat = until_choosing(log)
    assert all(log.undo(other, 0.0) is None for other in range(3) if other != seat)


def test_nobody_undoes_an_open_choice_of_another():
    log = begun(proa.game("tahiti"))
    seat = mover(log)
    play(log, codes(log)[0])
    assert [other for other in range(3) if log.undo(other, 0.0)] == [seat]


def test_no_undo_past_chance(toy):
    log = begun(toy)
    while "draw" not in codes(log):
        play(log, codes(log)[0])
    seat = mover(log)
    play(log, "draw")
    assert log.steps[-1].event.outcomes
    assert log.undo(seat, 0.0) is None


def test_no_undo_past_what_showed_something(toy):
    log = begun(toy)
    seat = until_choosing(log)
    play(log, "lay")
    assert log.undo(seat, 0.0) is None


@pytest.mark.parametrize("kind", ["sit", "resign", "takeover", "return", "option"])
def test_undo_reaches_past_events_that_leave_the_position(toy, kind):
    log = begun(toy)
    seat = until_choosing(log)
    before = log.steps[log.steps[-1].below].record
    for number in range(3):
        log.extend([log.other_event(kind, number, {}, 0.0)])
    log.undo(seat, 0.0)
    assert (log.position().record() == before).all()
    again = GameLog(toy, 3, SEED)
    again.extend([step.event for step in log.steps])
    assert again.position() == log.position()
    assert again.redoable(seat) == log.redoable(seat)


def test_no_undo_of_the_start(toy):
    assert all(begun(toy).undo(seat, 0.0) is None for seat in range(3))


def test_no_undo_of_what_a_bot_played(toy):
    log = begun(toy)
    while not any(code.startswith("choose") for code in codes(log)):
        play(log, codes(log)[0])
    seat = mover(log)
    play(log, next(c for c in codes(log) if c.startswith("choose")), actor="bot 1, 20")
    assert log.undo(seat, 0.0) is None


def test_undo_goes_back_click_by_click_to_the_last_chance_outcome():
    game = proa.game("tahiti")
    log, choose = begun(game, 2), random.Random(5)
    while not log.position().is_over:
        play(log, choose.choice(codes(log)))
        back = log.fork()
        undone = 0
        while undo := back.undo(seat := back.steps[back.steps[-1].stands].event.seat or 0, 0.0):
            assert undo.seat == seat
            undone += 1
        stands = back.steps[back.steps[-1].stands].event
        assert stands.kind == "start" or stands.outcomes or undone == 0 or stands.seat != seat


def test_lone_answers_are_undone_with_the_click_before_them(toy):
    log = begun(toy)
    seat = until_choosing(log)
    code = log.steps[-1].event.code
    more = next(c for c in codes(log) if c.startswith("choose"))
    play(log, more, actor=LONE)
    before = log.steps[log.steps[log.steps[-1].below].below].record
    log.undo(seat, 0.0)
    assert (log.position().record() == before).all()
    assert log.redoable(seat) == code


@pytest.mark.parametrize("name", list(GAMES))
def test_a_lone_answer_is_given_and_takes_nothing_away(name):
    """Also where it ends a turn or a throw follows, but not past what its seat may take back."""
    game = proa.game(name)
    choose = random.Random(11)
    log = begun(game, game.players[0])
    given = ends_turn = 0
    while not log.position().is_over:
        code = log.lone_answer()
        if code is None:
            play(log, choose.choice(codes(log)))
            continue
        seat, given = mover(log), given + 1
        before = log.undoable(seat)
        assert codes(log) == [code]
        play(log, code, actor=LONE)
        assert log.undoable(seat) == before
        ends_turn += mover(log) != seat
    assert given
    assert ends_turn


def test_a_choice_is_taken_back_with_the_lone_answers_of_others_that_it_led_to():
    """In Tahiti one bids all, nobody can raise, the passes are given: the bid is still theirs."""
    log = begun(proa.game("tahiti"), 4)
    choose, found = random.Random(2), 0
    while not log.position().is_over:
        seat = mover(log)
        play(log, choose.choice(codes(log)))
        bid, passed = log.steps[-1].event, 0
        while not log.position().is_over and (code := log.lone_answer()):
            passed += mover(log) != seat and code == "pass"
            play(log, code, actor=LONE)
        if passed and bid.code.startswith("bid") and not log.steps[-1].event.outcomes:
            found += 1
            assert log.undoable(seat) == bid
            back = log.fork()
            back.undo(seat, 0.0)
            assert mover(back) == seat
            assert bid.code in codes(back)
    assert found


def test_a_lone_answer_is_not_played_when_it_is_lone_for_hidden_reasons():
    """Borneo's fights and payments: others can't know that the hand holds only one answer."""
    game, found = proa.game("borneo"), 0
    for seed in range(6):
        log, choose = begun(game, seed=bytes([seed]) * 32), random.Random(seed)
        while not log.position().is_over:
            position, legal = log.position(), codes(log)
            seat = position.to_move
            samples = (game.resample(position, other, n) for other in range(3) for n in range(8))
            if len(legal) == 1 and any(game.codes(sample) != legal for sample in samples):
                found += 1
                assert log.lone_answer() is None, (seed, seat, legal)
            play(log, choose.choice(legal))
    assert found


def test_what_has_been_taken_back_is_known_at_each_event(toy):
    """Choices, their lone answers, what was played again; but not before they were taken back."""
    log = begun(toy)
    seat = until_choosing(log)
    first = log.last
    play(log, next(c for c in codes(log) if c.startswith("choose")))
    assert log.undoable_turn(seat)
    for _ in range(2):
        log.undo(seat, 0.0)
    assert not log.undoable_turn(seat)
    assert log.undone(first + 1) == set()
    assert log.undone(first + 2) == {first + 1}
    assert log.undone(first + 3) == {first, first + 1}
    play(log, log.redoable(seat))
    assert log.undone(log.last) == {first, first + 1}


# -- frames ----------------------------------------------------------------------------------


def test_frames_count_only_what_a_viewer_can_see(toy):
    log = begun(toy)
    seat = until_choosing(log)
    hidden = [c for c in codes(log) if c.startswith("choose")]
    counts = {viewer: len(log.frames(viewer)) for viewer in (SPECTATOR, 0, 1, 2)}
    play(log, hidden[0])
    for viewer, count in counts.items():
        assert len(log.frames(viewer)) - count == (1 if viewer == seat else 0)


def test_undoing_what_nobody_saw_is_seen_by_nobody_else(toy):
    log = begun(toy)
    seat = until_choosing(log)
    play(log, next(c for c in codes(log) if c.startswith("choose")))
    counts = {viewer: len(log.frames(viewer)) for viewer in (SPECTATOR, 0, 1, 2)}
    log.undo(seat, 0.0)
    for viewer, count in counts.items():
        assert len(log.frames(viewer)) - count == (1 if viewer == seat else 0)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_view_changes_only_in_frames(name):
    """What a viewer is not told of does not change their view."""
    game = proa.game(name)
    choose = random.Random(2)
    log = begun(game, game.players[0])
    viewers = (SPECTATOR, *range(log.players))
    shown = {viewer: game.view(log.position(), viewer) for viewer in viewers}
    unseen = 0
    for _ in range(150):
        if log.position().is_over:
            break
        play(log, choose.choice(codes(log)))
        event, position = log.steps[-1].event, log.position()
        for viewer in viewers:
            view = game.view(position, viewer)
            if not event.seen & bit(viewer):
                unseen += 1
                assert view == shown[viewer], (viewer, event.code)
            shown[viewer] = view
    assert unseen or name != "toy"


def test_the_end_is_seen_by_everybody(toy):
    log, choose = begun(toy), random.Random(1)
    while not log.position().is_over:
        play(log, choose.choice(codes(log)))
    assert log.steps[-1].event.seen == everybody(3)
    end = log.end_event(1.0)
    assert end.details["scores"] == toy.scores(log.position())
    assert end.seen == everybody(3)


def _told(log: GameLog, viewer: int) -> list[Message]:
    """Return what the game tells a seat that notices the last event, as a viewer may know it."""
    seat = log.steps[-1].event.seat
    return story(log, seat, viewer).sentences[-1]


def test_sentences_name_hidden_things_only_to_those_who_know_them(toy):
    log = begun(toy)
    while "draw" not in codes(log):
        play(log, codes(log)[0])
    seat = mover(log)
    play(log, "draw")
    mine = _told(log, seat)
    others = _told(log, (seat + 1) % 3)
    assert mine != others
    assert others == _told(log, SPECTATOR)


@pytest.mark.parametrize("name", list(GAMES))
def test_what_may_be_taken_back_tells_of_no_hidden_decision(name):
    """Else the others ask again and again, and see when somebody has chosen in secret."""
    game = proa.game(name)
    choose = random.Random(1)
    log = begun(game, game.players[-1])
    for _ in range(500):
        if log.position().is_over:
            break
        before = {n: log.undoable(n) for n in range(log.players)}
        mine = before[mover(log)]
        if mine is not None and choose.random() < 0.2:
            log.undo(mover(log), 0.0)
        else:
            play(log, choose.choice(codes(log)))
        seen = log.steps[-1].event.seen
        blind = [n for n in range(log.players) if not seen & bit(n)]
        assert {n: log.undoable(n) for n in blind} == {n: before[n] for n in blind}
