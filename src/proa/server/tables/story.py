"""A viewer's frames in sentences."""

from __future__ import annotations

from proa.engine.core.game_spec import SPECTATOR
from proa.engine.messages import Message, turn_start
from proa.server.tables.caches import STORIES
from proa.server.tables.game_log import GameLog, bit


class Story:
    """The frames of ``viewer`` in sentences, as ``eyes`` may know them; it grows with its log."""

    def __init__(self, viewer: int, eyes: int) -> None:
        self.viewer = viewer
        self.eyes = eyes
        self.frames: list[int] = []
        """The number of the event of every frame."""
        self.sentences: list[list[Message]] = []
        """By frame, what the game says of its event."""
        self.turns: list[int] = [0]
        """The number of turns that began before each frame, and at last with all."""
        self._known = 0

    def extend(self, log: GameLog) -> Story:
        """Add the frames that are new in the log, and return the story."""
        for step in log.steps[self._known :]:
            if step.event.seen & bit(self.viewer):
                sentences = self._told(log, step.event.number)
                self.frames.append(step.event.number)
                self.sentences.append(sentences)
                began = sum(turn_start(message) is not None for message in sentences)
                self.turns.append(self.turns[-1] + began)
        self._known = len(log.steps)
        return self

    def _told(self, log: GameLog, number: int) -> list[Message]:
        if log.steps[number].event.kind not in ("start", "action"):
            return []
        return [
            message
            for before, action, after in log.moves(number)
            for message in log.game.story(before, action, after, self.eyes)
        ]


def story(log: GameLog, viewer: int, eyes: int) -> Story:
    """Return the frames of a viewer in sentences, as ``eyes`` may know them."""
    return STORIES.get(log, (viewer, eyes), Story, viewer, eyes).extend(log)


def knows_more(log: GameLog, seat: int) -> bool:
    """Return whether some sentence differs between the seat and spectators."""
    return story(log, seat, seat).sentences != story(log, seat, SPECTATOR).sentences
