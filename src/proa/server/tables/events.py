"""What events say: who acted, who sees them, the line in force, the moves of their codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.server.store.rows import Event

ACTED = ("start", "action", "undo")
"""The kinds of events that may change the position."""
BY_HAND, LONE, PREMOVE, EVENLY = "person", "lone", "standing", "evenly"
OWN = (BY_HAND, PREMOVE, EVENLY)
"""The actors that count as the seat's own decision: the person, a premove, or (in older logs) the
table, where only that seat could know that it had one answer."""
Move = tuple[Position, int, Position]
"""An action or outcome with the positions before and after it."""


def bit(viewer: int) -> int:
    """Return the bit of a viewer (a seat or ``SPECTATOR``) in ``Event.seen``."""
    return 1 << (viewer + 1)


def line(events: Iterable[Event]) -> list[Event]:
    """Return the start and the actions that are not undone, from the events alone."""
    in_force: list[Event] = []
    for event in events:
        if event.kind in ("start", "action"):
            in_force.append(event)
        elif event.kind == "undo":
            while in_force.pop().actor == LONE:
                continue
    return in_force


def moves(game: Game, before: Position, codes: Sequence[str]) -> Iterator[Move]:
    """Yield the moves of codes (an action and outcomes) one by one."""
    for code in codes:
        after = game.play(before, code, chance=False)
        yield before, game.action(code), after
        before = after


def up_to(game: Game, before: Position, codes: Sequence[str], after: Position) -> list[Move]:
    """Return the moves of codes that lead to ``after``, which keeps what it has cached."""
    done = list(moves(game, before, codes[:-1]))
    if codes:
        done.append((done[-1][2] if done else before, game.action(codes[-1]), after))
    return done


def everybody(players: int) -> int:
    """Return ``Event.seen`` of what every seat and every spectator sees."""
    return (1 << (players + 1)) - 1
