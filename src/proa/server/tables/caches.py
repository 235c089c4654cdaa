"""What is cached of games' logs: every cache with its key and its bound.

The owner of all is the log: with it they go, and a fork begins without them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from markupsafe import Markup

    from proa.engine.core.position import Position
    from proa.server.tables.events import Move
    from proa.server.tables.game_log import GameLog
    from proa.server.tables.story import Story

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class LogCache(Generic[K, T]):
    """Up to ``most`` values for each log; ``evict`` picks the key that makes room for another, by
    default the one not used for longest."""

    def __init__(
        self, most: int, evict: Callable[[Iterable[K]], K] = lambda keys: next(iter(keys))
    ) -> None:
        self._most = most
        self._evict = evict
        self._of: WeakKeyDictionary[GameLog, OrderedDict[K, T]] = WeakKeyDictionary()

    def get(self, log: GameLog, key: K, make: Callable[..., T], *values: Any) -> T:
        """Return the log's value of a key; if there is none, that of ``make(*values)``."""
        known = self._of.get(log)
        if known is None or key not in known:
            return self.put(log, key, make(*values))
        known.move_to_end(key)
        return known[key]

    def put(self, log: GameLog, key: K, value: T) -> T:
        """Store the log's value of a key, and return it."""
        known = self._of.setdefault(log, OrderedDict())
        if key not in known and len(known) >= self._most:
            del known[self._evict(known)]
        known[key] = value
        return value

    def copy(self, source: GameLog, target: GameLog) -> None:
        """Give a log the values of another one with the same events."""
        self._of[target] = self._of.get(source, OrderedDict()).copy()


POSITIONS: LogCache[int, Position] = LogCache(3, evict=min)
"""By event: the position after it. All viewers share it and what is computed from it. Reading older
positions does not evict the newest."""
MOVES: LogCache[int, list[Move]] = LogCache(3)
"""By event: its action and each outcome, with the positions before and after."""
HIDES: LogCache[tuple[int, int], bool] = LogCache(10)
"""By last event and seat: whether another seat may decide unseen."""
PREMOVES: LogCache[tuple[int, int, str, int], bool] = LogCache(10)
"""By last event, seat, premove and the event since which it is set: whether it is still valid."""
STORIES: LogCache[tuple[int, int], Story] = LogCache(20)
"""By viewer and the viewer whose knowledge decides: frames in sentences; they grow with the log."""
ENTRIES: LogCache[tuple[Hashable, ...], dict[tuple[int, bool], Markup]] = LogCache(20)
"""By viewer, whose knowledge, language and names: the log's entries as HTML, by frame and whether
it is undone."""
WATCHED: LogCache[tuple[Hashable, ...], str] = LogCache(8)
"""By frame and whatever else a spectator's frame shows: its HTML."""
