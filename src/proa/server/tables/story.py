"""A viewer's frames in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import Message, say, seat, turn_start
from proa.server.durations import duration
from proa.server.store.rows import Event
from proa.server.tables.caches import STORIES
from proa.server.tables.events import PREMOVE, bit
from proa.server.tables.game_log import GameLog
from proa.server.tables.time_control import TimeControl


class Story:
    """The frames of ``viewer`` in sentences, as ``eyes`` may know them; it grows with its log."""

    def __init__(self, viewer: int, eyes: int) -> None:
        self.viewer = viewer
        self.eyes = eyes
        self.frames: list[int] = []
        """The number of the event of every frame."""
        self.sentences: list[list[Message]] = []
        """By frame, what the game says of its event."""
        self.entries: list[dict[str, Any]] = []
        """By frame, its event in sentences: ``kind, seat, at, sentences``."""
        self.turns: list[int] = [0]
        """The number of turns that began before each frame, and at last with all."""
        self._known = 0

    def extend(self, log: GameLog) -> Story:
        """Add the frames that are new in the log, and return the story."""
        for step in log.steps[self._known :]:
            if step.event.seen & bit(self.viewer):
                self._add(log, step.event)
        self._known = len(log.steps)
        return self

    def _add(self, log: GameLog, event: Event) -> None:
        moves = log.moves(event.number) if event.kind in ("start", "action") else ()
        sentences = [
            message
            for before, action, after in moves
            for message in log.game.story(before, action, after, self.eyes)
        ]
        said = _sentences(log, event, sentences, self.eyes)
        began = sum(turn_start(message) is not None for message in sentences)
        self.frames.append(event.number)
        self.sentences.append(sentences)
        self.entries.append(
            {"kind": event.kind, "seat": event.seat, "at": event.at, "sentences": said}
        )
        self.turns.append(self.turns[-1] + began)


def story(log: GameLog, viewer: int, eyes: int) -> Story:
    """Return the frames of a viewer in sentences, as ``eyes`` may know them."""
    return STORIES.get(log, (viewer, eyes), Story, viewer, eyes).extend(log)


def knows_more(log: GameLog, seat: int) -> bool:
    """Return whether some sentence differs between the seat and spectators."""
    return story(log, seat, seat).sentences != story(log, seat, SPECTATOR).sentences


def _sentences(
    log: GameLog, event: Event, sentences: Sequence[Message], eyes: int
) -> list[Message]:
    """Return what an event's entry says: the game's ``sentences``, or the table's own."""
    who = seat(event.seat if event.seat is not None else SPECTATOR)
    if event.kind == "start":
        return [_opening(log), *sentences]
    if event.kind == "action":
        return [*sentences, *_automatic_answer(event, eyes)]
    if event.kind == "undo":
        return [say("{seat} undoes that.", seat=who)]
    if event.kind == "resign":
        return [say("{seat} leaves; a bot plays on.", seat=who)]
    if event.kind == "takeover":
        return [say("{seat} is away; a bot plays.", seat=who)]
    if event.kind == "forfeit":
        return [say("{seat} ran out of time and loses the seat; a bot plays on.", seat=who)]
    if event.kind == "replaced":
        return [say("{seat} is replaced by a bot.", seat=who)]
    if event.kind == "joined":
        return [say("{seat} takes over this seat.", seat=who)]
    if event.kind == "pause":
        return [say("The game is paused.")]
    if event.kind == "resume":
        return [say("{seat} resumes the game.", seat=who)]
    if event.kind == "return":
        return [say("{seat} is back.", seat=who)]
    if event.kind == "hint":
        return [say("{seat} uses a hint.", seat=who)]
    if event.kind == "option":
        return [_clock(event.details)]
    return [who_wins([n for n, share in enumerate(event.details["returns"]) if share > 0])]


def who_wins(winners: Sequence[int]) -> Message:
    """Return how a game ended."""
    if len(winners) == 1:
        return say("The game is over. {seat} wins.", seat=seat(winners[0]))
    return say("The game is over. The win is shared.")


def _automatic_answer(event: Event, eyes: int) -> list[Message]:
    """Return a note about a premove that was played, for its seat; for all after the end."""
    who = seat(event.seat or 0)
    if eyes not in (event.seat, ALL):
        return []
    if event.actor == PREMOVE:
        return [say("{seat} had set this as a premove.", seat=who)]
    return []


def _opening(log: GameLog) -> Message:
    if log.start is None:
        return say("The game begins.")
    return say("The game begins from a given position.")


def _clock(details: Mapping[str, Any]) -> Message:
    control = TimeControl(
        details.get("pace"), details.get("bank"), int(details.get("increment") or 0)
    )
    if not control.is_timed:
        return say("From now on there is no clock.")
    if control.pace is not None:
        return say("From now on, each decision has {time}.", time=duration(control.pace))
    return say("From now on, the time is: {time}.", time=control.sentence)
