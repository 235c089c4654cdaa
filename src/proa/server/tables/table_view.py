"""What each viewer sees of a table: their frames, the log in sentences, the result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from proa.engine.core import shared_views
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.view_types import ALL, SPECTATOR, Marks
from proa.engine.messages import Message, Shared, is_routine, say
from proa.server.errors import Refusal
from proa.server.store.rows import OVER, RUNNING
from proa.server.tables import play, premoves, reveal_guard, script
from proa.server.tables.game_log import GameLog, shares
from proa.server.tables.story import Story, story, who_wins
from proa.server.tables.table import Table

IN_A_BEAT = 7
"""Maximal number of sentences in a beat."""


def latest_frame(table: Table, viewer: int) -> int:
    """Return the number of a viewer's newest frame; -1 before the start."""
    return len(table.log.frames(viewer)) - 1 if table.log else -1


@dataclass(frozen=True)
class Moment:
    """One frame of a viewer."""

    frame: int
    latest: int
    """The viewer's newest frame."""
    position: Position
    story: Story
    """The viewer's frames in sentences, with the viewer whose knowledge decides what is shown."""
    first: int
    """The first of the frames shown as one: those of a beat, or this one alone."""

    @property
    def eyes(self) -> int:
        return self.story.eyes

    @property
    def is_latest(self) -> bool:
        return self.frame == self.latest


def moment(table: Table, viewer: int, frame: int | None = None, *, as_beat: bool = False) -> Moment:
    """Return a viewer's frame, the newest by default; refuse a number that does not exist.

    With ``as_beat`` return the last frame of the beat that begins with ``frame``.
    """
    log = table.playing
    viewer_story = story(log, viewer, table.eyes(viewer))
    latest = len(viewer_story.frames) - 1
    frame = latest if frame is None else frame
    if not 0 <= frame <= latest:
        raise Refusal(404, say("There is no frame {n}.", n=frame))
    first, frame = frame, end_of_beat(log, viewer_story, frame) if as_beat else frame
    position = log.position() if frame == latest else log.position(viewer_story.frames[frame])
    return Moment(frame, latest, position, viewer_story, first)


def end_of_beat(log: GameLog, viewer_story: Story, first: int) -> int:
    """Return the last frame of the beat from ``first``: one seat, one turn, few sentences.

    Routine of several seats, without the viewer's own, is one beat.
    """
    seat, count = None, 0
    for frame in range(first, len(viewer_story.frames)):
        event = log.steps[viewer_story.frames[frame]].event
        goes_on = event.seat == seat or (
            _is_dull(viewer_story, frame) and _is_dull(viewer_story, frame - 1)
        )
        if event.kind != "action" or (frame > first and not goes_on):
            return max(frame - 1, first)
        begins_turn = viewer_story.turns[frame + 1] > viewer_story.turns[frame]
        count += len(viewer_story.sentences[frame])
        if frame > first and (begins_turn or count > IN_A_BEAT):
            return frame - 1
        if begins_turn:
            return frame
        seat = event.seat
    return len(viewer_story.frames) - 1


def _is_dull(viewer_story: Story, frame: int) -> bool:
    """Return whether a frame shows only routine, of another seat than the viewer's."""
    said, entry = viewer_story.sentences[frame], viewer_story.entries[frame]
    return entry["seat"] != viewer_story.viewer and bool(said) and all(map(is_routine, said))


def show(table: Table, viewer: int, frame: int | None = None) -> dict[str, Any]:
    """Return a viewer's frame for programs, the newest by default: with board and sections."""
    at = moment(table, viewer, frame)
    seen = around(table, viewer, at, table.game.view(at.position, at.eyes))
    return {"viewer": viewer, "status": table.row.status, **seen}


def around(table: Table, viewer: int, at: Moment, view: dict[str, Any]) -> dict[str, Any]:
    """Return a frame's ``view`` with what belongs to it: sentences, undo and redo, the result.

    The view loses the actions that the viewer can't play now.
    """
    log = table.playing
    is_open = at.is_latest and table.row.status == RUNNING
    is_here = is_open and viewer != SPECTATOR and not table.seats[viewer].stand_in
    is_here = is_here and not table.row.is_paused
    if not (is_open and at.position.to_move == viewer) or table.row.is_paused:
        view |= {"actions": [], "greyed": []}
    view["last"] = _marks(log, at)
    found = result(table)
    if found and found["lost"]:  # the game's own words know nothing of time
        view["ask"] = who_wins(found["winners"])
    return {
        "frame": at.frame,
        "latest": at.latest,
        "since": _since(log, at.story),
        "view": view,
        "told": _event_text(at),
        "undo": is_here and table.row.undo and log.undoable(viewer) is not None,
        "redo": is_here and table.row.undo and log.redoable(viewer) is not None,
        "result": found,
    }


def on_page(table: Table, viewer: int, at: Moment) -> dict[str, Any]:
    """Return a viewer's frame for their page: also premoves, and what all viewers share."""
    game, log = table.game, table.playing
    seen = around(table, viewer, at, game.question(at.position, at.eyes))
    is_asked = bool(seen["view"]["actions"])
    lesson = script.on_page(table, viewer, at.story.frames[at.frame])
    return {
        **seen,
        "told": seen["told"] | {"sentences": caption(seen["told"]["sentences"])},
        "view": seen["view"] | board(game, at.position, at.eyes),
        "holds": reveal_guard.unrevealing_ends(game, at.position)
        if is_asked and not lesson
        else [],
        "lesson": lesson,
        "beforehand": premoves.on_page(table, viewer) if at.is_latest else None,
        "has_premoves": viewer != SPECTATOR and bool(game.spec.questions.premoves),
        "forced": play.forced_answer(table, viewer) if is_asked else None,
        "alone": _only_answer(game, at.position, seen["view"]["actions"]),
        "undo_turn": seen["undo"] and log.undoable_turn(viewer),
        "turns": at.story.turns[at.frame + 1],
    }


def _only_answer(game: Game, position: Position, actions: Sequence[Any]) -> Message | str:
    """Return why the viewer has only one answer; empty if they have several, or it is said."""
    why = game.spec.texts.only_answer(game, position) if len(actions) == 1 else None
    return why or ""


def board(game: Game, position: Position, eyes: int) -> dict[str, Any]:
    """Return the board: ``public``, one object for all viewers, ``own`` data, and sections."""
    if eyes == ALL:
        public, own = Shared(game.board(position, ALL)), {}
    else:
        public = shared_views.public_board(game, position)
        own = shared_views.own_board(game, position, eyes)
    sections = shared_views.sections(game, position, eyes)
    return {"public": public, "own": own, "sections": sections}


def log(table: Table, viewer: int, first: int = 0) -> list[dict[str, Any]]:
    """Return a viewer's frames in sentences, from ``first`` on."""
    entries = story(table.playing, viewer, table.eyes(viewer)).entries
    return [{"frame": frame, **entry} for frame, entry in enumerate(entries)][first:]


def _event_text(at: Moment) -> dict[str, Any]:
    """Return the last event of a beat, with the sentences of all its events, and its seat if it is
    one."""
    entries = at.story.entries[at.first : at.frame + 1]
    (seat, *others) = {one["seat"] for one in entries}
    sentences = [said for one in entries for said in one["sentences"]]
    return {**entries[-1], "seat": None if others else seat, "sentences": sentences}


def caption(sentences: Sequence[Message]) -> list[Message]:
    """Return the sentences of a beat that are worth waiting for."""
    return [said for said in sentences if not is_routine(said)] or list(sentences)


def result(table: Table) -> dict[str, Any] | None:
    """Return the score sheet of a finished game: sources, points by seat, totals, winners."""
    if table.row.status != OVER:
        return None
    return sheet(table.game, table.playing.position(), table.playing.lost)


def sheet(game: Game, position: Position, lost: Collection[int] = ()) -> dict[str, Any]:
    """Return the score sheet of a position, as if the game had ended.

    The seats in ``lost``, on time, rank behind the others.
    """
    scores = game.scores(position)
    returns = shares(game.returns(position), scores, lost)
    return {
        "sources": [{"key": key, "heading": heading} for key, heading in game.spec.texts.sources],
        "sheets": [game.sheet(position, number) for number in range(position.players)],
        "scores": scores,
        "winners": [n for n, share in enumerate(returns) if share > 0],
        "lost": sorted(lost),
    }


def _marks(log: GameLog, at: Moment) -> dict[str, Any]:
    """Return the game's marks for an event, or for all events of a beat."""
    step = log.steps[at.story.frames[at.first]]
    if step.event.kind != "action":
        return changed(Marks())
    before, after = log.position(step.below), log.position(at.story.frames[at.frame])
    return changed(log.game.spec.board.marks(log.game, before, after, at.eyes))


def changed(marks: Marks) -> dict[str, Any]:
    """Return the marks of an event as templates and programs get them."""
    return {**marks.data, "beats": marks.beats}


def _since(log: GameLog, viewer_story: Story) -> int:
    """Return the newest frame at which the viewer decided something; 0 if there is none."""
    for frame in range(len(viewer_story.frames) - 1, 0, -1):
        event = log.steps[viewer_story.frames[frame]].event
        if event.kind == "action" and event.seat == viewer_story.viewer:
            return frame
    return 0
