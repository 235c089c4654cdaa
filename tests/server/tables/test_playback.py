"""A log played out: frames, undo and redo, lone answers, the line that stands."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import proa
from proa.engine.game import Game
from proa.engine.kind import WATCHER
from proa.games import GAMES
from proa.server.tables.playback import BY_HAND, LONE, Mismatch, Playback, bit, everybody

SEED = b"\x07" * 32


def begun(game, players=3, seed=SEED, start=None) -> Playback:
    playback = Playback(game, players, seed, start)
    playback.extend([playback.start_event({}, 0.0)])
    return playback


def play(playback: Playback, *codes: str, actor: str = "person") -> None:
    for code in codes:
        playback.extend([playback.next_action(code, actor, 0.0)])


def codes(playback: Playback) -> list[str]:
    return playback.game.codes(playback.position())


def mover(playback: Playback) -> int:
    return playback.position().to_move


def until_choosing(playback: Playback) -> int:
    """Play on until somebody has chosen a first card and may choose another; their seat."""
    choose = random.Random(4)
    while True:
        first = [code for code in codes(playback) if code.startswith("choose")]
        if first:
            seat = mover(playback)
            fork = playback.fork()
            play(fork, first[0])
            if any(code.startswith("choose") for code in codes(fork)):
                play(playback, first[0])
                assert mover(playback) == seat
                return seat
        play(playback, choose.choice(codes(playback)))


# -- time ------------------------------------------------------------------------------------


def test_what_is_taken_back_or_done_again_gives_no_time():
    """Borneo: a merchant is chosen, and then where it goes; both are seen by all."""
    game = proa.game("borneo")
    playback = begun(game)
    while game.kind.questions.row(playback.position().fields).code != "company":
        play(playback, codes(playback)[0])
    seat = mover(playback)
    first, other = [code for code in codes(playback) if code.startswith("merchant")][:2]
    for at, code, given in (
        (10.0, first, 10.0),
        (20.0, None, 10.0),
        (30.0, other, 10.0),
        (40.0, None, 10.0),
        (50.0, first, 10.0),
    ):
        event = playback.next_action(code, BY_HAND, at) if code else playback.undo(seat, at)
        playback.extend([event])
        assert (mover(playback), playback.time_given_at()) == (seat, given)
    on = next(code for code in codes(playback) if code.startswith("to:"))
    playback.extend([playback.next_action(on, BY_HAND, 60.0)])
    assert playback.time_given_at() == 60.0


# -- replaying -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(GAMES))
def test_random_games_with_undo_and_redo_replay_to_the_same(name):
    game = proa.game(name)
    choose = random.Random(3)
    playback = begun(game, game.players[0])
    for _ in range(120):
        if playback.position().is_over:
            break
        seat = mover(playback)
        redo = playback.redoable(seat)
        undo = playback.undo(choose.randrange(playback.players), 0.0)
        if undo is not None and choose.random() < 0.4:
            playback.extend([undo])
        elif redo is not None and choose.random() < 0.5:
            play(playback, redo)
        else:
            play(playback, choose.choice(codes(playback)))
    again = Playback(game, playback.players, SEED)
    again.extend([step.event for step in playback.steps])
    assert again.position() == playback.position()
    line = Playback(game, playback.players, SEED)
    for number, event in enumerate(playback.line()):
        line.extend([replace(event, number=number)])
    assert line.position() == playback.position()


def test_a_changed_log_is_noticed(toy):
    playback = begun(toy)
    play(playback, codes(playback)[0], codes(playback)[0])
    events = [step.event for step in playback.steps]
    for changed in (
        replace(events[1], digest="0" * 16),
        replace(events[1], outcomes=["tide:9"]),
        replace(events[1], code="no such code"),
    ):
        again = Playback(toy, 3, SEED)
        with pytest.raises(Mismatch) as found:
            again.extend([events[0], changed, events[2]])
        assert found.value.number == 1
        assert again.last == 0  # what came before is still there


def test_another_seed_is_another_game(toy):
    other = begun(toy, seed=b"\x08" * 32)
    playback = begun(toy)
    assert playback.position() != other.position()


def test_a_fork_may_be_extended_alone(toy):
    playback = begun(toy)
    fork = playback.fork()
    play(fork, codes(fork)[0])
    assert (playback.last, fork.last) == (0, 1)


def test_what_a_fork_has_played_is_not_played_again(toy, monkeypatch):
    playback = begun(toy)
    fork = playback.fork()
    play(fork, codes(fork)[0], codes(fork)[0])
    events = [step.event for step in fork.steps]
    monkeypatch.setattr(Game, "play_with_outcomes", None)
    playback.adopt(fork)
    playback.extend(events)
    assert playback.last == 2
    assert playback.position() is fork.position()
    _, _, after = playback.moves(2)[-1]
    assert after is playback.position()


def test_a_fork_of_another_log_is_not_adopted(toy):
    playback = begun(toy)
    fork = playback.fork()
    play(fork, codes(fork)[0], codes(fork)[0])
    play(playback, codes(playback)[-1])
    mine = playback.position()
    playback.adopt(fork)
    assert (playback.last, playback.position()) == (1, mine)
    playback.adopt(begun(toy))
    assert playback.last == 1


def test_a_game_may_start_from_a_position(toy):
    playback = begun(toy)
    play(playback, codes(playback)[0], codes(playback)[0])
    document = toy.dump(playback.position(), secret=False)
    again = begun(toy, start=document)
    assert again.position() == playback.position()
    assert again.steps[0].event.outcomes == []


# -- undo ------------------------------------------------------------------------------------


def test_undo_takes_back_one_click_and_redo_plays_it_again(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    before = playback.steps[playback.steps[-1].below].record
    after, code = playback.position(), playback.steps[-1].event.code
    playback.extend([playback.undo(seat, 0.0)])
    assert (playback.position().record() == before).all()
    assert playback.redoable(seat) == code
    play(playback, code)
    assert playback.position() == after
    assert playback.redoable(seat) is None


def test_redo_is_forgotten_when_something_else_is_played(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    code = playback.steps[-1].event.code
    playback.extend([playback.undo(seat, 0.0)])
    other = next(c for c in codes(playback) if c != code)
    play(playback, other)
    assert playback.redoable(mover(playback)) is None


def test_no_undo_past_another_seats_action(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    assert all(playback.undo(other, 0.0) is None for other in range(3) if other != seat)


def test_nobody_undoes_an_open_choice_of_another():
    playback = begun(proa.game("tahiti"))
    seat = mover(playback)
    play(playback, codes(playback)[0])
    assert [playback.undo(other, 0.0) is not None for other in range(3)] == [
        other == seat for other in range(3)
    ]


def test_no_undo_past_chance(toy):
    playback = begun(toy)
    while "draw" not in codes(playback):
        play(playback, codes(playback)[0])
    seat = mover(playback)
    play(playback, "draw")
    assert playback.steps[-1].event.outcomes
    assert playback.undo(seat, 0.0) is None


def test_no_undo_past_what_showed_something(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    play(playback, "lay")
    assert playback.undo(seat, 0.0) is None


@pytest.mark.parametrize("kind", ["sit", "resign", "takeover", "return", "option"])
def test_undo_reaches_past_events_that_leave_the_position(toy, kind):
    playback = begun(toy)
    seat = until_choosing(playback)
    before = playback.steps[playback.steps[-1].below].record
    for number in range(3):
        playback.extend([playback.other_event(kind, number, {}, 0.0)])
    playback.extend([playback.undo(seat, 0.0)])
    assert (playback.position().record() == before).all()
    again = Playback(toy, 3, SEED)
    again.extend([step.event for step in playback.steps])
    assert again.position() == playback.position()
    assert again.redoable(seat) == playback.redoable(seat)


def test_no_undo_of_the_start(toy):
    assert all(begun(toy).undo(seat, 0.0) is None for seat in range(3))


def test_no_undo_of_what_a_bot_played(toy):
    playback = begun(toy)
    while not any(code.startswith("choose") for code in codes(playback)):
        play(playback, codes(playback)[0])
    seat = mover(playback)
    play(playback, next(c for c in codes(playback) if c.startswith("choose")), actor="bot 1, 20")
    assert playback.undo(seat, 0.0) is None


def test_undo_goes_back_click_by_click_to_the_last_chance_outcome():
    game = proa.game("tahiti")
    playback, choose = begun(game, 2), random.Random(5)
    while not playback.position().is_over:
        play(playback, choose.choice(codes(playback)))
        back = playback.fork()
        undone = 0
        while undo := back.undo(seat := back.steps[back.steps[-1].stands].event.seat or 0, 0.0):
            assert undo.seat == seat
            back.extend([undo])
            undone += 1
        stands = back.steps[back.steps[-1].stands].event
        assert stands.kind == "start" or stands.outcomes or undone == 0 or stands.seat != seat


def test_lone_answers_are_undone_with_the_click_before_them(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    code = playback.steps[-1].event.code
    more = next(c for c in codes(playback) if c.startswith("choose"))
    play(playback, more, actor=LONE)
    before = playback.steps[playback.steps[playback.steps[-1].below].below].record
    playback.extend([playback.undo(seat, 0.0)])
    assert (playback.position().record() == before).all()
    assert playback.redoable(seat) == code


@pytest.mark.parametrize("name", list(GAMES))
def test_a_lone_answer_is_given_and_takes_nothing_away(name):
    """Also where it ends a turn or a throw follows, but not past what its seat may take back."""
    game = proa.game(name)
    choose = random.Random(11)
    playback = begun(game, game.players[0])
    given = ends_turn = 0
    while not playback.position().is_over:
        code = playback.lone_answer()
        if code is None:
            play(playback, choose.choice(codes(playback)))
            continue
        seat, given = mover(playback), given + 1
        before = playback.undoable(seat)
        assert codes(playback) == [code]
        play(playback, code, actor=LONE)
        assert playback.undoable(seat) == before
        ends_turn += mover(playback) != seat
    assert given
    assert ends_turn


def test_a_choice_is_taken_back_with_the_lone_answers_of_others_that_it_led_to():
    """In Tahiti one bids all, nobody can raise, the passes are given: the bid is still theirs."""
    playback = begun(proa.game("tahiti"), 4)
    choose, found = random.Random(2), 0
    while not playback.position().is_over:
        seat = mover(playback)
        play(playback, choose.choice(codes(playback)))
        bid, passed = playback.steps[-1].event, 0
        while not playback.position().is_over and (code := playback.lone_answer()):
            passed += mover(playback) != seat and code == "pass"
            play(playback, code, actor=LONE)
        if passed and bid.code.startswith("bid") and not playback.steps[-1].event.outcomes:
            found += 1
            assert playback.undoable(seat) == bid
            back = playback.fork()
            back.extend([back.undo(seat, 0.0)])
            assert mover(back) == seat
            assert bid.code in codes(back)
    assert found


def test_a_lone_answer_is_not_played_when_it_is_lone_for_hidden_reasons():
    """Borneo's fights and payments: others can't know that the hand holds only one answer."""
    game, found = proa.game("borneo"), 0
    for seed in range(6):
        playback, choose = begun(game, seed=bytes([seed]) * 32), random.Random(seed)
        while not playback.position().is_over:
            position, legal = playback.position(), codes(playback)
            seat = position.to_move
            samples = (game.resample(position, other, n) for other in range(3) for n in range(8))
            if len(legal) == 1 and any(game.codes(sample) != legal for sample in samples):
                found += 1
                assert playback.lone_answer() is None, (seed, seat, legal)
            play(playback, choose.choice(legal))
    assert found


def test_what_has_been_taken_back_is_known_at_each_event(toy):
    """Choices, their lone answers, what was played again; but not before they were taken back."""
    playback = begun(toy)
    seat = until_choosing(playback)
    first = playback.last
    play(playback, next(c for c in codes(playback) if c.startswith("choose")))
    assert playback.undoable_turn(seat)
    for _ in range(2):
        playback.extend([playback.undo(seat, 0.0)])
    assert not playback.undoable_turn(seat)
    assert playback.undone(first + 1) == set()
    assert playback.undone(first + 2) == {first + 1}
    assert playback.undone(first + 3) == {first, first + 1}
    play(playback, playback.redoable(seat))
    assert playback.undone(playback.last) == {first, first + 1}


# -- frames ----------------------------------------------------------------------------------


def test_frames_count_only_what_a_viewer_can_see(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    hidden = [c for c in codes(playback) if c.startswith("choose")]
    counts = {viewer: len(playback.frames(viewer)) for viewer in (WATCHER, 0, 1, 2)}
    play(playback, hidden[0])
    for viewer, count in counts.items():
        assert len(playback.frames(viewer)) - count == (1 if viewer == seat else 0)


def test_undoing_what_nobody_saw_is_seen_by_nobody_else(toy):
    playback = begun(toy)
    seat = until_choosing(playback)
    play(playback, next(c for c in codes(playback) if c.startswith("choose")))
    counts = {viewer: len(playback.frames(viewer)) for viewer in (WATCHER, 0, 1, 2)}
    playback.extend([playback.undo(seat, 0.0)])
    for viewer, count in counts.items():
        assert len(playback.frames(viewer)) - count == (1 if viewer == seat else 0)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_view_changes_only_in_frames(name):
    """What a viewer is not told of does not change their view."""
    game = proa.game(name)
    choose = random.Random(2)
    playback = begun(game, game.players[0])
    viewers = (WATCHER, *range(playback.players))
    shown = {viewer: game.view(playback.position(), viewer) for viewer in viewers}
    unseen = 0
    for _ in range(150):
        if playback.position().is_over:
            break
        play(playback, choose.choice(codes(playback)))
        event, position = playback.steps[-1].event, playback.position()
        for viewer in viewers:
            view = game.view(position, viewer)
            if not event.seen & bit(viewer):
                unseen += 1
                assert view == shown[viewer], (viewer, event.code)
            shown[viewer] = view
    assert unseen or name != "toy"


def test_the_end_is_seen_by_everybody(toy):
    playback, choose = begun(toy), random.Random(1)
    while not playback.position().is_over:
        play(playback, choose.choice(codes(playback)))
    assert playback.steps[-1].event.seen == everybody(3)
    end = playback.end_event(1.0)
    assert end.details["scores"] == toy.scores(playback.position())
    assert end.seen == everybody(3)


def test_sentences_name_hidden_things_only_to_those_who_know_them(toy):
    playback = begun(toy)
    while "draw" not in codes(playback):
        play(playback, codes(playback)[0])
    seat = mover(playback)
    play(playback, "draw")
    mine = playback.sentences(playback.last, seat)
    others = playback.sentences(playback.last, (seat + 1) % 3)
    assert mine != others
    assert others == playback.sentences(playback.last, WATCHER)


@pytest.mark.parametrize("name", list(GAMES))
def test_what_may_be_taken_back_tells_of_no_hidden_decision(name):
    """Else the others ask again and again, and see when somebody has chosen in secret."""
    game = proa.game(name)
    choose = random.Random(1)
    playback = begun(game, game.players[-1])
    for _ in range(500):
        if playback.position().is_over:
            break
        before = {n: playback.undoable(n) for n in range(playback.players)}
        mine = before[mover(playback)]
        if mine is not None and choose.random() < 0.2:
            playback.extend([playback.undo(mover(playback), 0.0)])
        else:
            play(playback, choose.choice(codes(playback)))
        seen = playback.steps[-1].event.seen
        blind = [n for n in range(playback.players) if not seen & bit(n)]
        assert {n: playback.undoable(n) for n in blind} == {n: before[n] for n in blind}
