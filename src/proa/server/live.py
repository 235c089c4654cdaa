"""Who is told that a table has changed: waiting requests and streams of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Live:
    """Bells of tables. Ringing wakes all who listen; what has changed they look up themselves."""

    def __init__(self) -> None:
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._hooks: list[Callable[[str], None]] = []
        self.is_closed = False

    def on_ring(self, hook: Callable[[str], None]) -> None:
        """Call ``hook`` with the id of every table that changes."""
        self._hooks.append(hook)

    def close(self) -> None:
        """Wake everybody for the last time: the process is going."""
        self.is_closed = True
        for table_id in list(self._bells):
            self.ring(table_id)

    def ring(self, table_id: str) -> None:
        """Wake everybody who listens to a table."""
        for bell in self._bells.get(table_id, ()):
            bell.set()
        for hook in () if self.is_closed else self._hooks:
            hook(table_id)

    @contextmanager
    def listening(self, table_id: str) -> Iterator[asyncio.Event]:
        """A bell that is set when the table changes; whoever waits for it clears it."""
        bell = asyncio.Event()
        bells = self._bells.setdefault(table_id, set())
        bells.add(bell)
        try:
            yield bell
        finally:
            bells.discard(bell)
            if not bells:
                self._bells.pop(table_id, None)
