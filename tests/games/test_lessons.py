"""Lessons: each decision of the script is legal, and what its sentences say is true."""

from __future__ import annotations

import re
import string

import pytest

import proa
from proa.arena.matches import play_on
from proa.bots import bot_named
from proa.bots.levels import LEVELS
from proa.engine.core.lesson import Cue, Lesson
from proa.engine.core.position import Position
from proa.engine.messages import LOCALES, text, translated
from proa.games import GAMES, spec
from proa.rulebook import load
from proa.server.tables import proof
from proa.server.tables.game_log import GameLog

LONGEST = 230
"""Characters of a step: two short sentences, which fit a phone beside the board."""
with_lesson = pytest.mark.parametrize("name", [name for name in GAMES if spec(name).lesson])


def opening(name: str) -> Position:
    """Return the position in which a lesson begins, with its chance."""
    lesson, game = spec(name).lesson, proa.game(name)
    seed = proof.seed(lesson.server_part, [""] * lesson.players)
    return game.settle(GameLog(game, lesson.players, seed).opening())[0]


def asked(name: str) -> list[tuple[Cue, Position]]:
    """Return the learner's decisions along the first answers, and the end."""
    position, found = opening(name), []
    for cue in spec(name).lesson.cues:
        if cue.is_asked or not cue.codes:
            found.append((cue, position))
        position = position.game.play(position, cue.codes[0]) if cue.codes else position
    return found


def plays(position: Position, cues: list[Cue]) -> Position:
    """Return the position after the first answers of these decisions."""
    for cue in cues:
        position = position.game.play(position, cue.codes[0])
    return position


@with_lesson
def test_every_step_is_legal_and_asks_the_learner(name):
    lesson = spec(name).lesson
    for cue, position in asked(name):
        assert position.to_move == lesson.seat
        codes = position.game.codes(position)
        assert set(cue.codes) <= set(codes), (cue, codes)
        assert len(codes) > 1, "nothing is learnt from the only answer"


@with_lesson
def test_every_answer_leads_on(name):
    """Whatever the learner chooses among the answers, the script goes on to its end."""
    lesson, position = spec(name).lesson, opening(name)
    for at, cue in enumerate(lesson.cues[:-1]):
        for code in cue.codes[1:]:
            other = plays(position.game.play(position, code), lesson.cues[at + 1 : -1])
            assert other.to_move == lesson.seat
        position = position.game.play(position, cue.codes[0])


@with_lesson
def test_every_claim_is_true_and_every_number_computed(name):
    lesson = spec(name).lesson
    for cue, position in asked(name)[:-1]:
        step = lesson.steps[cue.step]
        known = position.game.resample(position, lesson.seat, 0)
        for n, claim in enumerate(step.claims):
            assert claim(known), f"step {cue.step + 1}, claim {n + 1}: {step.text['say']}"
        for message in (step.text, step.why):
            typed = "".join(part for part, *_ in string.Formatter().parse(message["say"]))
            assert not re.search(r"\d", typed), f"a number comes from the position: {typed}"
            for locale in LOCALES:
                values = lesson.values(cue.step, known)
                said = text({**message, **values}, locale, ["Hina", "Teva", "Moana"])
                assert "{" not in said
                assert len(said) <= LONGEST, said


@with_lesson
def test_what_is_said_depends_on_what_the_learner_knows(name):
    lesson = spec(name).lesson
    for cue, position in asked(name)[:-1]:
        samples = [position.game.resample(position, lesson.seat, seed) for seed in range(5)]
        first, *others = [lesson.values(cue.step, sample) for sample in samples]
        assert all(other == first for other in others)


@with_lesson
def test_every_sentence_is_translated_and_every_rule_is_in_the_book(name):
    lesson, book = spec(name).lesson, load(name)
    messages = [message for step in lesson.steps for message in (step.text, step.why)]
    for message in (*messages, lesson.end):
        assert translated(message["say"], "ru", name) != message["say"]
    assert {step.rule for step in lesson.steps} <= set(book.rules)


@with_lesson
def test_it_ends_in_the_middle_of_a_game(name):
    lesson, game = spec(name).lesson, proa.game(name)
    _, position = asked(name)[-1]
    assert not position.is_over
    known = position.game.resample(position, lesson.seat, 0)
    assert all(claim(known) for claim in lesson.claims)
    assert 10 <= len(lesson.steps) <= 20
    game.load(game.dump(position, secret=False))


@pytest.mark.slow
@with_lesson
def test_the_game_it_ends_in_can_be_won(name):
    """Played on by a keen bot against the bots that the learner would meet, under other chance."""
    lesson, game = spec(name).lesson, proa.game(name)
    _, end = asked(name)[-1]
    weakest = next(iter(LEVELS))
    bots = [bot_named("keen" if seat == lesson.seat else weakest) for seat in range(end.players)]
    won = []
    for seed in range(10):
        *_, last = play_on(game, game.resample(end, lesson.seat, seed), bots, [seed])
        won.append(game.returns(last.after)[lesson.seat] > 0)
    assert sum(won) >= 3, won


def test_a_cue_follows_from_the_decisions():
    step = spec("tahiti").lesson.steps[0]
    lesson = Lesson(2, 0, 1, [step], step.text, before="a b")
    answer = step.answers.split()[0]
    assert lesson.cue([]) == Cue(("a",), 0, False)
    assert lesson.cue(["a", "b"]) == Cue((answer,), 0, True)
    assert lesson.cue(["a", answer]) is None
    assert lesson.cue(["a", "b", answer, *step.then.split()]) == Cue((), 1, False)
    assert lesson.cue(["a", "b", answer, *step.then.split(), "more"]) is None
