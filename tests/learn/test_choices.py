"""Choices of a teacher: what is in them, and that interruptions change nothing."""

from __future__ import annotations

import errno
import os

import numpy as np
import pytest

import proa
from proa.bots.networks import considered_actions
from proa.engine.core.chance import key_from_seed
from proa.engine.errors import BadDocument, BadOption
from proa.learn import choices
from proa.learn.choices import GAMES, ChoiceFiles, Choices, Teaching
from proa.learn.files import replace_file


def _equal(one, two):
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.fixture(scope="module")
def tahiti():
    """A teaching of Tahiti with two, three and four players."""
    return Teaching(proa.game("tahiti"), (2, 3, 4), "random", seed=5)


def test_rows_are_the_choices_of_a_game(tahiti):
    game = tahiti.game
    for number, players in enumerate((2, 3, 4)):
        rows = tahiti.play(number)
        legal = np.unpackbits(rows.considered, axis=1, count=len(game.all_codes)).astype(bool)
        assert set(rows.players.tolist()) == {players}
        assert legal[np.arange(len(legal)), rows.actions].all()
        assert (legal.sum(axis=1) > 1).all()
        assert (rows.scores[~legal] == 0).all()
        assert len(rows.actions) > 10
        present = game.layout.part("present", rows.observations)
        assert (present.sum(axis=1) == players).all()
        assert (game.layout.part("decides", rows.observations)[:, 0] == 1).all()


def test_results_are_those_of_the_seat_that_chose_first(tahiti):
    """Who decides last in a game of Tahiti knows its money: the observation tells the seats apart,
    and a seat's results are the same in all of its rows, turned for the others."""
    rows = tahiti.play(1)
    assert rows.shares.sum(axis=1) == pytest.approx(np.ones(len(rows.shares)))
    assert (rows.shares[:, 3] == 0).all()
    assert (rows.leads[:, 3] == 0).all()
    turned = {tuple(row) for row in rows.leads[:, :3].tolist()}
    one = next(iter(turned))
    assert len(set(one)) > 1
    assert turned == {one, one[1:] + one[:1], one[2:] + one[:2]}
    best = rows.shares.argmax(axis=1)
    assert (rows.leads[np.arange(len(best)), best] == rows.leads.max(axis=1)).all()
    totals = np.array([rows.points[rows.leads[:, 0] == lead][0].sum() for lead in one])
    gaps = totals - [max(np.delete(totals, seat)) for seat in range(3)]
    assert gaps == pytest.approx(one)
    assert len({*map(tuple, rows.points.tolist())}) == 3


def test_scores_are_the_games_own():
    """Of each position of the game, which follows from the choices."""
    game = proa.game("tahiti")
    rows = Teaching(game, (2,), "expert:20", seed=5).play(0)
    position, row = game.start(2, key=key_from_seed("train 5, game 0")), 0
    while not position.is_over:
        known = game.information_state(position, position.to_move, 99)
        actions, own = considered_actions(known)
        action = actions[0]
        if len(actions) > 1:
            action = rows.actions[row]
            assert rows.scores[row, actions] == pytest.approx(own, rel=1e-3, abs=1e-3)
            assert np.flatnonzero(rows.scores[row]).size <= len(actions)
            row += 1
        position = game.play(position, int(action))
    assert row == len(rows.actions) > 40
    assert np.ptp(rows.scores, axis=1).max() > 1


def test_a_pupil_plays_what_the_teacher_answers(toy):
    """The games are the pupil's, the choices those of the teacher where there are several."""
    games = [Teaching(toy, (3,), name, seed=4) for name in ("search:20", "random")]
    mixed = Teaching(toy, (3,), "search:20", seed=4, played_by="random")
    seen = [{*map(bytes, teaching.play(0).observations)} for teaching in (*games, mixed)]
    assert seen[2] == seen[1] != seen[0]
    other, same = mixed.play(0), mixed.play(0)
    assert _equal(other, same)
    assert (other.actions != games[1].play(0).actions).any()
    assert mixed.identity()["versions"] == [bot.version for bot in mixed.bots]


def test_a_part_of_the_choices_is_drawn_evenly(tahiti):
    whole = tahiti.play(3)
    part = Teaching(tahiti.game, tahiti.players, "random", 5, part=0.3).play(3)
    assert 0.15 < len(part.actions) / len(whole.actions) < 0.45
    rows = [row.tobytes() for row in whole.observations]
    assert {row.tobytes() for row in part.observations} <= set(rows)


def test_interrupted_work_goes_on_to_the_same_choices(toy, tmp_path, monkeypatch):
    teaching = Teaching(toy, (3,), "search:5", seed=2)
    whole = ChoiceFiles(tmp_path / "whole", teaching, 3 * GAMES)
    whole.generate(2)
    done = 0

    def stop(n):
        nonlocal done
        done += n
        if done == GAMES + 5:
            raise KeyboardInterrupt

    broken = ChoiceFiles(tmp_path / "broken", teaching, 3 * GAMES)
    with pytest.raises(KeyboardInterrupt):
        broken.generate(1, stop)
    assert [file.name for file in sorted((tmp_path / "broken").iterdir())] == [
        "000000.npz",
        "choices.json",
    ]
    (tmp_path / "broken" / "000001.npz.part").write_bytes(b"half")  # as after kill -9
    told = []
    ChoiceFiles(tmp_path / "broken", teaching, 3 * GAMES).generate(1, told.append)
    assert (told[0], sum(told)) == (GAMES, 3 * GAMES)
    for number in range(3):
        assert _equal(broken.read([number]), whole.read([number]))
        assert whole.rows(number) == len(whole.read([number]).actions)


def test_games_can_be_added_later(toy, tmp_path):
    teaching = Teaching(toy, (3,), "random")
    ChoiceFiles(tmp_path, teaching, GAMES).generate(1)
    more = ChoiceFiles(tmp_path, teaching, GAMES + 1)
    assert more.games == 2 * GAMES
    told = []
    more.generate(1, told.append)
    assert (told[0], sum(told)) == (GAMES, 2 * GAMES)


def test_a_folder_of_other_choices_is_refused(toy, tmp_path):
    ChoiceFiles(tmp_path, Teaching(toy, (3,), "random"), GAMES)
    with pytest.raises(BadDocument, match='teacher is "random" there, but "search:5" here'):
        ChoiceFiles(tmp_path, Teaching(toy, (3,), "search:5"), GAMES)


def test_a_teacher_of_another_game_is_refused(tmp_path):
    with pytest.raises(BadOption, match="saver doesn't play Borneo"):
        ChoiceFiles(tmp_path, Teaching(proa.game("borneo"), (3,), "saver"), GAMES)
    with pytest.raises(BadOption, match="Borneo is for 3 to 5 players, not 2"):
        ChoiceFiles(tmp_path, Teaching(proa.game("borneo"), (2,), "random"), GAMES)


def test_a_broken_file_is_named(toy, tmp_path):
    """Something else, nothing, the beginning alone, and with other bytes in the middle."""
    files = ChoiceFiles(tmp_path, Teaching(toy, (3,), "random"), GAMES)
    files.generate(1)
    file = tmp_path / "000000.npz"
    whole = file.read_bytes()
    for broken in (b"nothing", b"", whole[:100], whole[:60] + bytes(900) + whole[960:]):
        file.write_bytes(broken)
        with pytest.raises(BadDocument, match=r"000000\.npz: can't be read; delete it"):
            files.read([0])
    file.unlink()
    files.generate(1)
    assert file.read_bytes() == whole


def test_what_could_not_be_written_leaves_nothing(tmp_path, monkeypatch):
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadDocument, match=r"file: can't be written: No space left"):
        replace_file(tmp_path / "file", b"after")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"before"]


def test_actions_fit_their_type():
    for name in ("tahiti", "borneo", "borabora"):
        assert len(proa.game(name).all_codes) <= np.iinfo(np.int16).max
    assert Choices._fields == tuple(Choices.__annotations__)
    assert choices.FORM == 4
