"""A table's game log, replayed: events, positions, undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from proa.engine.core.chance import key_from_seed
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.verbs import OVER
from proa.engine.core.view_types import SPECTATOR
from proa.engine.errors import ProaError
from proa.server.store.rows import Event
from proa.server.store.tables import Change
from proa.server.tables import reveal_guard
from proa.server.tables.caches import HIDES, MOVES, POSITIONS
from proa.server.tables.events import ACTED, BY_HAND, LONE, OWN, Move, bit, everybody, line, up_to


class Mismatch(Exception):
    """The log no longer replays: event ``number`` gives another position than before."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class Step:
    """An event and the state after it."""

    event: Event
    record: NDArray[Any]
    """The position after the event."""
    stands: int
    """The number of the last start or action that is not undone after the event."""
    below: int
    """For an action: the number of the one that was in force before it. Else -1."""
    redo: tuple[str, ...]
    """The codes that a redo may play again, the next one last."""


class GameLog:
    """The replayed log of one table; it only grows."""

    def __init__(
        self, game: Game, players: int, seed: bytes, start: dict[str, Any] | None = None
    ) -> None:
        """``start`` is the position it starts from, if not the game's own start."""
        self.game = game
        self.players = players
        self.key = key_from_seed(seed)
        self.start = start
        self.steps: list[Step] = []

    # -- replaying -------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """Return the number of the last event played; -1 before the start."""
        return len(self.steps) - 1

    def extend(self, events: Sequence[Event]) -> None:
        """Play the events that follow; raise :class:`Mismatch` if a digest differs."""
        for event in events:
            if event.number != len(self.steps):
                continue
            try:
                step = self._replay(event)
            except ProaError:
                raise Mismatch(event.number) from None
            if event.kind in ACTED and Position(self.game, step.record).digest != event.digest:
                raise Mismatch(event.number)
            self.steps.append(step)

    def adopt(self, ahead: GameLog) -> None:
        """Take over what a fork of this log has played, if no other event came first."""
        known = len(self.steps)
        if 0 < known < len(ahead.steps) and ahead.steps[known - 1] is self.steps[-1]:
            self.steps += ahead.steps[known:]
            self._share_positions(ahead, self)

    def fork(self) -> GameLog:
        """Return a copy; extending it leaves this log unchanged."""
        copied = copy(self)
        copied.steps = list(self.steps)
        self._share_positions(self, copied)
        return copied

    @staticmethod
    def _share_positions(source: GameLog, target: GameLog) -> None:
        POSITIONS.copy(source, target)
        MOVES.copy(source, target)

    def _replay(self, event: Event) -> Step:
        if event.kind == "start":
            position, outcomes = self.game.settle(self.opening())
            self._check(event, outcomes)
            return Step(event, position.record(), event.number, -1, ())
        before = self.steps[-1]
        if event.kind == "action":
            position, outcomes = self.game.play_with_outcomes(self.position(), event.code)
            self._check(event, outcomes)
            return self._acted(event, position)
        if event.kind == "undo":
            undone = self.steps[before.stands]
            while undone.event.actor == LONE:
                undone = self.steps[undone.below]
            back = self.steps[undone.below]
            redo = (*before.redo, undone.event.code)
            return Step(event, back.record, undone.below, -1, redo)
        return Step(event, before.record, before.stands, -1, before.redo)

    def _acted(self, event: Event, after: Position) -> Step:
        before = self.steps[-1]
        redo = before.redo
        if event.actor != LONE:
            redo = redo[:-1] if redo[-1:] == (event.code,) else ()
        return Step(event, after.record(), event.number, before.stands, redo)

    def _check(self, event: Event, outcomes: list[str]) -> None:
        if outcomes != event.outcomes:
            raise Mismatch(event.number)

    def opening(self) -> Position:
        """Return the position before the set-up's chance."""
        if self.start is None:
            return self.game.start(self.players, key=self.key, chance=False)
        keyed = self.game.load(self.start).record()
        keyed["key"], keyed["counter"] = self.key, 0
        return Position(self.game, keyed)

    # -- positions -------------------------------------------------------------------------

    def position(self, number: int = -1) -> Position:
        """Return the position after event ``number``; the newest one by default."""
        number = self.last if number == -1 else number
        return POSITIONS.get(self, number, Position, self.game, self.steps[number].record)

    def mover(self, number: int) -> int:
        """Return the seat to move after event ``number``."""
        return self.position(number).to_move

    def moves(self, number: int) -> list[Move]:
        """Return the action of event ``number`` and each outcome after it."""
        return MOVES.get(self, number, self._moves, number)

    def _moves(self, number: int) -> list[Move]:
        step = self.steps[number]
        is_start = step.event.kind == "start"
        before = self.opening() if is_start else self.position(step.below)
        codes = step.event.outcomes if is_start else [step.event.code, *step.event.outcomes]
        return up_to(self.game, before, codes, self.position(number))

    def line(self) -> list[Event]:
        """Return the start and the actions that are not undone, in order."""
        return line([step.event for step in self.steps])

    def frames(self, viewer: int) -> list[int]:
        """Return the numbers of the events that changed what ``viewer`` may see: their frames."""
        mark = bit(viewer)
        return [step.event.number for step in self.steps if step.event.seen & mark]

    # -- seats -----------------------------------------------------------------------------

    @property
    def lost(self) -> frozenset[int]:
        """Return the seats that were lost on time, and that nobody took over since."""
        return self._since("forfeit", "joined")

    @property
    def left(self) -> frozenset[int]:
        """Return the seats that their players left for good, and that nobody took over since."""
        return self._since("resign", "joined", "replaced")

    @property
    def given_to_bots(self) -> frozenset[int]:
        """Return the seats that bots play for good in place of people."""
        return self._since("resign", "joined") | self._since("replaced", "joined")

    def _since(self, kind: str, *ends: str) -> frozenset[int]:
        """Return the seats with an event of a kind that no event of the kinds ``ends`` followed."""
        found: set[int] = set()
        for step in self.steps:
            if step.event.seat is not None:
                if step.event.kind == kind:
                    found.add(step.event.seat)
                elif step.event.kind in ends:
                    found.discard(step.event.seat)
        return frozenset(found)

    # -- undo ------------------------------------------------------------------------------

    def undoable(self, seat: int) -> Event | None:
        """Return the seat's own action that an undo would take back now; None if there is none.

        Lone answers after it are taken back too. Undo stops at another seat's action, chance or a
        reveal.
        """
        number = self.steps[-1].stands if self.steps else -1
        while number > 0:
            step = self.steps[number]
            event = step.event
            if event.kind != "action" or event.outcomes:
                return None
            if event.actor != LONE and (event.seat != seat or event.actor not in OWN):
                return None
            before = self.position(step.below)
            if self.game.spec.texts.reveals(self.game, before, self.game.action(event.code)):
                return None
            if event.actor in OWN:
                hides = HIDES.get(self, (self.last, seat), self._hides_from, seat)
                return None if hides else event
            number = step.below
        return None

    def _hides_from(self, seat: int) -> bool:
        """Return whether another seat is to move that may decide unseen, as far as ``seat`` knows.

        If undo ended only when that seat has decided, it would reveal the decision.
        """
        game, mover = self.game, self.position().to_move
        if mover in (seat, OVER):
            return False
        return any(
            game.spec.texts.code_for(game, sample, game.action(code), seat) is None
            for sample in reveal_guard.samples(game, self.position(), seat)
            for code in game.codes(sample)
        )

    def undoable_turn(self, seat: int) -> bool:
        """Return whether the seat could take back more than one action."""
        if self.undoable(seat) is None:
            return False
        back = self.fork()
        back.undo(seat, 0.0)
        return back.undoable(seat) is not None

    def undone(self, number: int) -> frozenset[int]:
        """Return the numbers of the actions that are undone up to event ``number``."""
        found = set()
        for step in self.steps[: number + 1]:
            if step.event.kind == "undo":
                at = self.steps[step.event.number - 1].stands
                while at != step.stands:
                    found.add(at)
                    at = self.steps[at].below
        return frozenset(found)

    def redoable(self, seat: int) -> str | None:
        """Return the code that a redo would play again now."""
        redo = self.steps[-1].redo if self.steps else ()
        if redo and self.position().to_move == seat:
            return redo[-1]
        return None

    # -- the next event --------------------------------------------------------------------

    def play(self, code: str, actor: str, at: float) -> Event:
        """Play the mover's action and return its event; raise ``IllegalAction`` for others."""
        before = self.position()
        seat = before.to_move
        after, outcomes = self.game.play_with_outcomes(before, code)
        moves = up_to(self.game, before, [code, *outcomes], after)
        event = Event(
            number=len(self.steps),
            kind="action",
            seat=seat,
            actor=actor,
            code=code,
            outcomes=outcomes,
            details={},
            at=at,
            digest=after.digest,
            seen=self._seen(moves, after) | bit(seat),
        )
        self.steps.append(self._acted(event, after))
        POSITIONS.put(self, event.number, after)
        MOVES.put(self, event.number, moves)
        return event

    def _seen(self, moves: Sequence[Move], after: Position) -> int:
        """Return the bits of the viewers who notice one of the moves."""
        if after.to_move == OVER:
            return everybody(self.players)
        code_for, viewers = self.game.spec.texts.code_for, (SPECTATOR, *range(self.players))
        return sum(
            bit(viewer)
            for viewer in viewers
            if any(
                code_for(self.game, before, action, viewer) is not None
                for before, action, _ in moves
            )
        )

    def lone_answer(self) -> str | None:
        """Return the mover's lone answer, if all can see that it is one and it may be played."""
        position, game = self.position(), self.game
        if position.to_move < 0 or not game.spec.questions.is_public(game.tables, position.fields):
            return None
        return self.only_answer()

    def only_answer(self) -> str | None:
        """Return the mover's only answer, if playing it automatically takes nothing from them.

        It is left to the mover where it would end an undo that they have: by chance or by a reveal.
        """
        position, game = self.position(), self.game
        seat = position.to_move
        if seat < 0 or len(codes := game.codes(position)) != 1:
            return None
        (code,) = codes
        if self.undoable(seat) is not None:
            ahead = self.fork()
            ahead.play(code, LONE, 0.0)
            if ahead.undoable(seat) is None:
                return None
        return code

    def start_event(self, at: float) -> Event:
        """Return event 0, with the outcomes of the set-up."""
        position, outcomes = self.game.settle(self.opening())
        seen = everybody(self.players)
        return Event(0, "start", None, "", "", outcomes, {}, at, position.digest, seen)

    def other_event(self, kind: str, seat: int | None, details: dict[str, Any], at: float) -> Event:
        """Return an event that leaves the position unchanged and that everybody sees."""
        digest = self.position().digest
        seen, number = everybody(self.players), len(self.steps)
        return Event(number, kind, seat, BY_HAND, "", [], details, at, digest, seen)

    def end_event(self, at: float) -> Event:
        """Return the event that ends the game, with its result."""
        position = self.position()
        game, number, lost = self.game, len(self.steps), self.lost
        scores = game.scores(position)
        returns = shares(game.returns(position), scores, lost)
        details: dict[str, Any] = {"scores": scores, "returns": returns}
        details |= {"lost": sorted(lost)} if lost else {}
        seen = everybody(self.players)
        return Event(number, "end", None, "", "", [], details, at, position.digest, seen)

    def undo(self, seat: int, at: float) -> Event | None:
        """Take back the seat's last action and return that event; None if there is none."""
        undone = self.undoable(seat)
        if undone is None:
            return None
        seen, number = 0, self.steps[-1].stands
        while number > self.steps[undone.number].below:
            seen |= self.steps[number].event.seen
            number = self.steps[number].below
        digest = self.position(number).digest
        event = Event(len(self.steps), "undo", seat, BY_HAND, undone.code, [], {}, at, digest, seen)
        self.extend([event])
        return event


@dataclass(frozen=True)
class Played(Change):
    """A change whose events are already played, in ``ahead``, a fork of the cached log."""

    ahead: GameLog | None = None


def shares(returns: Sequence[float], scores: Sequence[int], lost: Collection[int]) -> list[float]:
    """Return each seat's share of the win, if seats that were lost on time rank behind the others.

    If no winner by the rules is left, the most points of the other seats win.
    """
    rest = [seat for seat in range(len(scores)) if seat not in lost]
    if not lost or not rest:
        return list(returns)
    most = max(scores[seat] for seat in rest)
    winners = [seat for seat in rest if returns[seat] > 0]
    winners = winners or [seat for seat in rest if scores[seat] == most]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(scores))]
