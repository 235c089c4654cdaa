"""What many games teach, counted a second time by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest

import proa
from proa.arena.matches import play_games
from proa.arena.study import Study, study
from proa.engine.messages import text
from proa.records import replay
from proa.web.study import page

GAMES = 60


@pytest.fixture(scope="module")
def played():
    """The games of a match, and the study of them."""
    game = proa.game("tahiti")
    records = [*play_games(game, 2, GAMES, 5, ["random"])]
    found = Study(game, 2, "random", 5)
    for record in records:
        found.add(record)
    return records, found


def test_a_study_has_the_games_of_the_match(played):
    records, found = played
    again = study(records[0].game, 2, GAMES, 5, "random")
    assert again.to_json() == found.to_json()


def test_first_choices_and_what_became_of_them(played):
    """The first answer to the first question: the starting space (TA-2.4)."""
    records, found = played
    answers: dict[str, list[float]] = {}
    for record in records:
        seats = set()
        for step in replay(record):
            if step.code and step.code.startswith("yacht") and step.seat not in seats:
                seats.add(step.seat)
                label = record.game.label(step.before, step.code)
                answers.setdefault(label, []).append((step.seat, record))
    opening = found.openings[0]
    assert text(opening.ask) == "Choose your starting space."
    assert opening.times == 2 * GAMES
    for answer in opening.answers:
        results = [
            record.game.returns([*replay(record)][-1].after)[seat]
            for seat, record in answers[text(answer.label)]
        ]
        assert answer.times == len(results)
        assert answer.share == pytest.approx(np.mean(results))
        low, high = answer.interval
        assert low < answer.share < high


def test_points_by_source_sum_to_the_scores(played):
    records, found = played
    winners, others = [], []
    for record in records:
        last = [*replay(record)][-1].after
        for seat, won in enumerate(record.game.returns(last)):
            (winners if won else others).append(record.game.scores(last)[seat])
    assert sorted(found.scores[0].tolist()) == sorted(winners)
    assert len(winners) == len(others) == GAMES, "take a seed with which nobody shares a victory"
    assert sum(one.winners for one in found.sources) == pytest.approx(np.mean(winners))
    assert sum(one.others for one in found.sources) == pytest.approx(np.mean(others))


@pytest.mark.parametrize(("locale", "word"), [("en", "What wins"), ("ru", "Что выигрывает")])
def test_the_page_needs_no_other_file(played, locale, word):
    html = page(played[1], locale)
    assert word in html
    assert not re.findall(r"(?:src|href)=|url\((?!data:)", html)


def test_one_game_has_a_page_too():
    assert "<svg" in page(study(proa.game("tahiti"), 2, 1, 0, "random"))
