"""How long players wait for others: the actions of a seat in a row, and routine, are one beat."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise
from pathlib import Path

import pytest

import proa
from proa.bots.names import bot_named
from proa.engine.core.view_types import SPECTATOR
from proa.engine.messages import is_routine, text, turn_start
from proa.server.tables.game_log import GameLog
from proa.server.tables.story import story
from proa.server.tables.table_view import IN_A_BEAT, caption, end_of_beat

SCRIPT = Path(proa.__file__).parent / "web" / "static" / "frames.js"
NAMES = ("Hina", "Teva", "Moana", "Manu")


@pytest.fixture(scope="module")
def log() -> GameLog:
    """Return a game of Bora Bora with four seats; the bots take no time."""
    game, bot = proa.game("borabora"), bot_named("settler")
    played = GameLog(game, 4, hashlib.sha256(b"beats").digest())
    played.extend([played.start_event(0.0)])
    while not (position := played.position()).is_over:
        code = game.code(bot.choose(game.information_state(position, position.to_move, 5), 5))
        played.play(code, "settler", 0.0)
    return played


def beats(log: GameLog, viewer: int, first: int, last: int) -> list[tuple[int, int]]:
    """Return the first and last frames of the beats from one frame to another."""
    found = []
    told = story(log, viewer, viewer)
    while first <= last:
        end = min(end_of_beat(log, told, first), last)
        found.append((first, end))
        first = end + 1
    return found


def seconds(log: GameLog, viewer: int, beat: tuple[int, int]) -> float:
    """Return how long the page shows a beat at normal pace (``length`` of frames.js)."""
    script = SCRIPT.read_text(encoding="utf-8")
    shortest, longest = (int(re.findall(rf"{name} = (\d+)", script)[0]) for name in LIMITS)
    base, each = map(int, re.findall(r"(\d+) \+ words \* (\d+)", script)[0])
    frames = story(log, viewer, viewer).sentences[beat[0] : beat[1] + 1]
    news = caption([said for sentences in frames for said in sentences])
    told = [text(said, "en", NAMES) for said in news[:4]]
    return max(shortest, min(longest, base + each * len(" ".join(told)))) / 1000


LIMITS = ("SHORTEST", "LONGEST")


def test_between_two_of_ones_dice_one_waits_ten_seconds_at_most(log):
    frames = log.frames(0)
    events = [log.steps[number].event for number in frames]
    dice = [n for n, event in enumerate(events) if event.code.startswith("place:")]
    mine = [n for n in dice if events[n].seat == 0]
    assert len(mine) == 18
    waits = []
    for one, two in pairwise(mine):
        others = [n for n in range(one, two) if events[n].seat not in (0, None)]
        placed = [n for n in dice if one < n < two]
        if len(placed) == 3 and others:  # in one round, all three others between
            shown = beats(log, 0, others[0], others[-1])
            waits.append(sum(seconds(log, 0, beat) for beat in shown))
    assert len(waits) >= 6
    assert max(waits) <= 10


@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_a_beat_is_of_one_seat_in_one_turn_and_leaves_nothing_out(log, viewer):
    frames = log.frames(viewer)
    shown = beats(log, viewer, 0, len(frames) - 1)
    assert [n for first, last in shown for n in range(first, last + 1)] == list(range(len(frames)))
    assert max(last - first for first, last in shown) > 1
    for first, last in shown:
        events = [log.steps[number].event for number in frames[first : last + 1]]
        said = story(log, viewer, viewer).sentences[first : last + 1]
        assert len({event.seat for event in events}) == 1
        assert first == last or sum(map(len, said)) <= IN_A_BEAT
        assert not any(turn_start(message) for messages in said[1:] for message in messages)


def test_routine_of_several_bots_is_one_beat_and_no_news():
    """Bids and passes in Tahiti's auctions; one's own stand apart."""
    game, bot = proa.game("tahiti"), bot_named("bidder")
    played = GameLog(game, 4, hashlib.sha256(b"routine").digest())
    played.extend([played.start_event(0.0)])
    while not (position := played.position()).is_over and played.last < 120:
        code = game.code(bot.choose(game.information_state(position, position.to_move, 5), 5))
        played.play(code, "bidder", 0.0)
    told, folded = story(played, 0, 0), 0
    for first, last in beats(played, 0, 0, len(told.frames) - 1):
        events = [played.steps[number].event for number in told.frames[first : last + 1]]
        seats = {event.seat for event in events}
        if len(seats) > 1:
            folded += 1
            assert 0 not in seats
            assert all(event.code.startswith(("bid", "pass", "stash")) for event in events)
        said = [one for sentences in told.sentences[first : last + 1] for one in sentences]
        news = caption(said)
        assert news == said or not any(map(is_routine, news))
    assert folded > 5
